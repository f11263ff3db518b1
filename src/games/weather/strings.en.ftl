weather-name = あ〜した天気にニャ〜れ
weather-tagline = weather wishes · 3 rounds
weather-tab-play = Wishes
weather-tab-cards = Wish cards
weather-place = round { $round } of { $rounds }

weather-wish-sun = Sun
weather-wish-cloud = Cloud
weather-wish-rain = Rain
weather-wish-thunderbolt = Thunderbolt
weather-wish-heavy-snow = Heavy snow
weather-wish-clear-sky = Clear sky
weather-wish-overcast = Overcast
weather-wish-downpour = Downpour
weather-kind-sun = sun
weather-kind-cloud = cloud
weather-kind-rain = rain
weather-kind-thunder = thunder
weather-kind-snow = snow

weather-ask-pick = { $name }’s wish
weather-ask-announce = { $name } calls out
weather-ask-reveal = { $name } turns over
weather-ask-correct = { $name }: another wish
weather-pick-any = Round 1: pick in any order.
weather-pick-order = The highest total picks first.
weather-pick-shown = All have chosen: the highest total shows first.
weather-announce-order = Face down, the leader first. What is called may be untrue.
weather-reveal-text = Play the round; { $name } leads. Then turn the wishes over.
weather-next-up = Next: { $name }.
weather-next-round = Then the round begins.
weather-upper = Upper wishes: Clear sky, Overcast, Downpour.
weather-correct-round-wish = Round { $round }. Everything after it is counted again.
weather-order = Order
weather-change-wish = { $name }: { $wish }. Change it.
weather-after-base = after { $base }
weather-as-called = as called
weather-not-copied = points not copied yet
weather-no-pool = This table plays with the five base wishes.
weather-no-first = Needs { $base } in the round before; this is round 1.
weather-no-used = One upper wish a game: you had { $wish } in round { $round }.
weather-no-base = Needs { $base } in the round before: you had { $had }.

weather-ask-count = Round { $round }: cards taken
weather-ask-count-again = Correct round { $round }
weather-count-text = Play the round; { $name } leads. Then count.
weather-cell = { $name }, { $kind }: { $value }
weather-cell-alone = { $kind }: { $value }
weather-tricks = { $tricks ->
    [0] no trick
    [one] 1 trick
   *[other] { $tricks } tricks
}
weather-no-trick-key = no trick
weather-rest-key = rest 0
weather-save-round = Save round
weather-save-correction = Save correction
weather-old-wishes = Wishes of this round
weather-fault-empty = { $name }: { $kind } is still empty. None is a 0.
weather-fault-range = At most { $most } cards of a kind.
weather-fault-tricks = { $name }: { $cards } cards do not divide by { $players }. Every trick holds { $players } cards: count again.
weather-fault-no-cards = Somebody took the tricks, but nobody has a card here.

weather-result = Round { $round }
weather-called = called { $wish }: a bluff
weather-bluffs = { $bluffs ->
    [0] no bluff so far
    [one] 1 bluff so far
   *[other] { $bluffs } bluffs so far
}
weather-waits = waits for the values printed on its card
weather-leads-next = leads round { $round }: lowest total
weather-picks-next = Wishes: { $names }, highest total first.
weather-to-next = Round { $round }: wishes
weather-fix-round = Correct round { $round }
weather-so-far = So far
weather-step-cancelled = { $pairs ->
    [one] 1 pair of thunder and snow cancels
   *[other] { $pairs } pairs of thunder and snow cancel
}
weather-step-card = { $count } { $kind } × { $each } = { $points }
weather-step-no-trick = no trick: { $points }
weather-step-tricks = { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
} × { $each } = { $points }
weather-step-sum = sum { $points }
weather-step-odd = { $cards } thunder and snow, odd: turned, { $points }
weather-step-even = { $cards } thunder and snow, even: stays { $points }
weather-step-product = thunder and snow { $factors } = { $points }
weather-step-empty = neither thunder nor snow: the product adds { $points }
weather-step-nothing = no card that counts: 0

weather-cards-title = Values on the wish cards
weather-cards-text = What these four pay for each card is printed on them only. Copy it from your cards once; it stays on this device. Nothing is guessed.
weather-cards-needed = First the values on { $wishes }, please
weather-cards-cell = { $wish }, { $kind }: { $value }
weather-cards-save = Keep these values
weather-cards-keep = Keep
weather-cards-default = Type what is printed; a kind that is not there pays 0.
weather-cards-saved = Kept, for this table and the next ones.
weather-cards-over = This game is over: its score follows the values here.
weather-cards-use = Use the values kept on this device
weather-cards-example = Check on Thunderbolt: 1 sun, 2 cloud, 3 rain, 2 thunder and 1 snow must give 2. If the card says otherwise, the card is right.
weather-cards-example-right = They do.
weather-cards-example-wrong = Here they give { $got }.
weather-cards-range = { $least } to { $most }, please.

weather-pool = Which wishes?
weather-pool-printed = As printed: an upper wish only after its base
weather-pool-five = The five base wishes, for beginners
weather-pool-eight = All eight, for experts
weather-eight-limited = Both limits bind all the same: its base just before, one upper wish a game
weather-eight-ruling = Our ruling: the rules only say that experts choose from eight, so no limit is left. Tick it for the stricter reading.
weather-hidden = Hidden wishes
weather-hidden-text = Wishes lie face down and are called out, truly or not. What is turned over after the round scores.
weather-chosen-first = All choose before anybody shows
weather-chosen-ruling = Our ruling: one picks after the other, and the later ones see the earlier wishes. The rules may also mean that all choose first.
weather-product = Downpour with neither thunder nor snow
weather-product-zero = The product adds 0
weather-product-one = The product adds 1
weather-product-ruling = Our ruling: the rules do not say, so it adds 0.
weather-starter = In round 1 the table says who leads; the rules that are left do not. The wishes are picked in any order.

weather-calc-wish = Wish
weather-calc-players = Players
weather-formula = Type the cards taken, 0 where there are none.
weather-calc-you = You

weather-did-picked = { $name }: { $wish }
weather-did-announced = { $name } calls { $wish }
weather-did-revealed = { $name } turns over { $wish }
weather-did-taken = cards taken ({ $cards })
weather-did-printed = values on wish cards

weather-error-players = { $players } cannot play: 2 to 6 can.
weather-error-seat = Choose somebody who sits at this table.
weather-error-over = The three rounds are played. Start again, or correct a round.
weather-error-needs-printed = First copy the values printed on { $wishes }.
weather-error-turn = It is { $next }’s turn, not { $name }’s.
weather-error-picked = { $name } has a wish already.
weather-error-ineligible = { $name }, { $wish }: { $reason }
weather-error-missing = Still without a wish: { $names }.
weather-error-hidden = Here wishes are called out and turned over, not picked openly.
weather-error-open = Here wishes are picked openly.
weather-error-taken = The cards of this round are entered already; turn the wishes over.
weather-error-counts = Counts for { $given }, but { $players } play.
