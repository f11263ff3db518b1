weather-name = Weather Wishes
weather-tagline = あ⁠〜⁠し⁠た⁠天⁠気⁠に​ニ⁠ャ⁠〜⁠れ · 3 rounds · 2–6 players
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
weather-ask-announce = { $name } announces
weather-ask-reveal = { $name } reveals
weather-ask-correct = { $name }: another wish
weather-pick-any = Round 1: pick in any order.
weather-pick-order = The highest total picks first.
weather-pick-shown = Everyone has chosen: the highest total shows first.
weather-announce-order = Face down, the leader first. You may bluff.
weather-reveal-text = Play the round; { $name } leads. Then reveal the wishes.
weather-next-up = Next: { $name }.
weather-next-round = Then play the round.
weather-upper = Upper wishes: Clear sky, Overcast, Downpour.
weather-correct-round-wish = Round { $round }. Everything after it will be recounted.
weather-order = Order
weather-change-wish = { $name }: { $wish }. Change it.
weather-after-base = after { $base }
weather-as-called = as announced
weather-not-copied = values not entered yet
weather-no-pool = This table uses the five base wishes.
weather-no-first = From round 2 on, after { $base }.
weather-no-used = Only one upper wish a game: you had { $wish } in round { $round }.
weather-no-base = Only after { $base }; you had { $had }.

weather-ask-count = Round { $round }: cards taken
weather-ask-count-again = Correct round { $round }
weather-count-text = Play the round; { $name } leads. Then count.
weather-cell = { $name }, { $kind }: { $value }
weather-cell-alone = { $kind }: { $value }
weather-pays-heavy-snow = no tricks { $none }, each { $each }
weather-pays-overcast = thunder and snow odd: sign flips
weather-pays-downpour = and × { $snow } per snow
weather-tricks = { $tricks ->
    [0] no tricks
    [one] 1 trick
   *[other] { $tricks } tricks
}
weather-no-trick-key = 0 tricks
weather-rest-key = rest 0
weather-save-round = Save round
weather-save-correction = Save correction
weather-old-wishes = Wishes of this round
weather-fault-empty = { $name }: { $kind } is empty. For none, enter 0.
weather-fault-range = At most { $most } cards of a kind.
weather-fault-tricks = { $name }: { $cards ->
    [one] 1 card does
   *[other] { $cards } cards do
} not make whole tricks of { $players }. Count again.
weather-fault-no-cards = Nobody has a card here, but someone must have taken the tricks.

weather-result = Round { $round }
weather-called = announced { $wish }: a bluff
weather-bluffs = { $bluffs ->
    [0] no bluff so far
    [one] 1 bluff so far
   *[other] { $bluffs } bluffs so far
}
weather-waits = waits for the values on its card
weather-leads-next = leads round { $round }: lowest total
weather-picks-next = Wishes: { $names }, highest total first.
weather-to-next = Round { $round }: wishes
weather-so-far = So far
weather-step-cancelled = { $pairs ->
    [one] 1 pair of thunder and snow cancels
   *[other] { $pairs } pairs of thunder and snow cancel
}
weather-step-card = { $count } { $kind } × { $each } = { $points }
weather-step-no-trick = no tricks: { $points }
weather-step-tricks = { $tricks ->
    [one] 1 trick
   *[other] { $tricks } tricks
} × { $each } = { $points }
weather-step-sum = sum { $points }
weather-step-odd = { $cards } thunder and snow: odd, so the sign flips: { $points }
weather-step-even = { $cards } thunder and snow: even, so it stays { $points }
weather-step-product = thunder and snow { $factors } = { $points }
weather-step-empty = neither thunder nor snow: the product adds { $points }
weather-step-nothing = no cards that count: 0

weather-cards-title = Values on the wish cards
weather-cards-why = Only the cards say what { $wishes } pay.
weather-cards-why-all = Only the cards say what the wishes pay.
weather-cards-needed = First enter the values on { $wishes }
weather-cards-cell = { $wish }, { $kind }: { $value }
weather-cards-save = Save these values
weather-cards-default = Copy it once: enter what is printed, and 0 for kinds that are not on the card.
weather-cards-saved = Saved for this table and later ones.
weather-cards-over = This game is over: changing the values here changes its score.
weather-cards-use = Use the values saved on this device
weather-cards-example = To check Thunderbolt: 1 sun, 2 cloud, 3 rain, 2 thunder and 1 snow should give 2. If the card says otherwise, the card is right.
weather-cards-example-right = That is right.
weather-cards-example-wrong = Here it gives { $got }.
weather-cards-range = Enter { $least } to { $most }.

weather-pool = Which wishes?
weather-pool-printed = Standard: an upper wish only after its base
weather-pool-five = Beginners: the five base wishes
weather-pool-eight = Experts: all eight
weather-eight-limited = Keep both limits: only after its base, and one upper wish a game
weather-eight-ruling = Our ruling: the rules only say that experts choose from eight, so there is no limit. Tick this for the stricter reading.
weather-hidden = Hidden wishes
weather-hidden-text = Wishes lie face down and are announced, truthfully or not. The card revealed after the round is the one that scores.
weather-chosen-first = Everyone chooses before anyone shows
weather-chosen-ruling = Our ruling: players pick in turn, and later ones see the earlier wishes. The rules may also mean that everyone chooses first.
weather-product = Downpour with neither thunder nor snow
weather-product-zero = The product adds 0
weather-product-one = The product adds 1
weather-product-ruling = Our ruling: the rules do not say, so it adds 0.
weather-starter = You choose who leads round 1. Wishes are picked in any order.

weather-calc-wish = Wish
weather-calc-players = Players
weather-formula = Enter the cards taken, 0 for none.
weather-calc-you = You

weather-did-picked = { $name }: { $wish }
weather-did-announced = { $name } announces { $wish }
weather-did-revealed = { $name } reveals { $wish }
weather-did-taken = cards { $cards }
weather-did-printed = values on wish cards

weather-error-players = 2 to 6 can play, not { $players }.
weather-error-seat = Choose someone who is playing here.
weather-error-over = All three rounds are over. Start again, or correct a round.
weather-error-needs-printed = First enter the values printed on { $wishes }.
weather-error-turn = It is { $next }’s turn, not { $name }’s.
weather-error-picked = { $name } has a wish already.
weather-error-ineligible = { $name }, { $wish }: { $reason }
weather-error-missing = No wish yet: { $names }.
weather-error-hidden = At this table wishes are announced and revealed, not picked openly.
weather-error-open = At this table wishes are picked openly.
weather-error-taken = The cards of this round are already entered; reveal the wishes.
weather-error-counts = There are counts for { $given }, but { $players } are playing.
weather-agreed-printed = standard wishes
weather-agreed-five = five base wishes
weather-agreed-eight = all eight wishes
weather-agreed-open = open
weather-agreed-hidden = hidden
weather-tally-granted = Wishes granted
