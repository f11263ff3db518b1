meisho-name = Nihon Meisho
meisho-tagline = 日本名所 · turns & +2 · 2–10 players
meisho-tab-turn = Turn
meisho-tab-hands = Hands
meisho-turn = turn { $turn }
meisho-title = { $name }’s turn
meisho-seats = { $way ->
    [back] The seats; play goes counter-clockwise
   *[on] The seats; play goes clockwise
}
meisho-now = to play
meisho-cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
meisho-note-due = 1: say it!
meisho-note-said = 1, said ✓
meisho-note-missed = 1, not said
meisho-stacked = { $cards ->
    [one] one +2
   *[other] { $cards } +2s stacked
}
meisho-on-top = On top: { $category }, { $area }
meisho-to = { $name }:

meisho-do-play1 = Play 1
meisho-do-play2 = Play 2
meisho-do-plus-two = +2
meisho-do-reverse = Reverse
meisho-do-pass = Pass
meisho-do-take = Take
meisho-do-take-cards = Take { $cards }
meisho-do-call = “Nihon Meisho”
meisho-do-call-now = { $name } said it
meisho-do-call-late = { $name } did say it
meisho-do-turned-plus-two = A +2 was turned up
meisho-do-shuffled = Shuffled

meisho-next-play = play a card that fits, or pass and take one.
meisho-next-play-two = play a card that fits, two that make a set, or pass.
meisho-next-two-left = play a card that fits, or pass. Not two: the last goes alone.
meisho-next-last = the last card must fit and be neither Reverse nor +2. Or pass.
meisho-next-call-first = say “Nihon Meisho”, then play the last card. If not said: take 1, play nothing.
meisho-next-stack = play a +2 to make it { $more }, or take { $stack } and end your turn.
meisho-next-stack-take = take { $stack }. The last card may not be a +2.
meisho-next-penalty = “Nihon Meisho” was not said. Take 1 card, play nothing.
meisho-next-penalty-stack = “Nihon Meisho” was not said. Take { $cards } (+{ $stack } and 1), play nothing.
meisho-next-first = turn up the first card and tap it here.
meisho-next-set = { $sets } complete! Put the pile aside, turn up a new card and tap it here.
meisho-next-reverse = Reverse! Put the pile aside, turn up a new card and tap it here.
meisho-next-taken = the +2 cards are taken. Put the pile aside, turn up a new card and tap it here.
meisho-pick-one = which card?
meisho-pick-first = which card goes first, underneath?
meisho-pick-second = and on top of { $card }?
meisho-opening-one = { $set }: { $run } so far, one more completes the set.
meisho-opening-two = { $set }: { $run } so far, two more complete the set.
meisho-shuffle = { $left ->
    [0] The deck is empty
    [one] At most 1 card left in the deck
   *[other] At most { $left } cards left in the deck
}: shuffle the cards put aside.
meisho-won-by = { $name } has no cards left.
meisho-most-taken = Most cards at once: { $name }, { $cards } in turn { $turn }

meisho-card = { $category } of { $area }
meisho-cell = { $category }, { $area }
meisho-cell-why = { $category }, { $area }: { $why }
meisho-grows = { $set } { $to } of { $size }
meisho-completes = completes { $set }
meisho-short = { $to }/{ $size }
meisho-short-set = set!
meisho-grid = Cards

meisho-hot-springs = Hot Springs
meisho-lakes-rivers = Lakes & Rivers
meisho-parks-forests = Parks & Forests
meisho-castles-structures = Castles & Structures
meisho-hokkaido = Hokkaido
meisho-kinki = Kinki
meisho-area = Area { $number }

meisho-hands = Hands
meisho-hands-text = Whoever runs out of cards first wins. The app keeps count. If a hand is wrong, correct it here.
meisho-fewer = { $name }: one card fewer
meisho-more = { $name }: one card more
meisho-deck = Deck
meisho-deck-left = At most { $cards ->
    [one] 1 card is
   *[other] { $cards } cards are
} left in the deck.
meisho-deck-unknown = When the deck is empty, shuffle the cards put aside. If you enter the size of your deck when you open a table, the app will remind you.
meisho-reshuffle = We shuffled the deck
meisho-labels = Names on the cards
meisho-labels-text = Write what is printed on your cards. If a field is empty, the app’s name is used. Signs and colours are the app’s own.
meisho-name-areas = Name the areas
meisho-labels-saved = Saved.
meisho-log = What happened
meisho-log-empty = Nothing yet.
meisho-log-all = Show all { $entries }
meisho-log-line = { $name }: { $what }
meisho-correct = Correct entry { $entry }: { $what }
meisho-correct-title = What really happened?
meisho-correct-was = Entry { $entry } says: { $what }. Everything after it will be recounted.

meisho-did-turned = { $card } turned up
meisho-did-turned-plus-two = a +2 turned up
meisho-did-play1 = 1 card
meisho-did-play1-card = { $card }
meisho-did-play2 = 2 cards
meisho-did-play2-cards = { $first }, { $second }
meisho-did-plus-two = +2
meisho-did-take = take (+2)
meisho-did-pass = pass
meisho-did-reverse = Reverse
meisho-did-penalty = penalty card
meisho-did-call = { $name }’s “Nihon Meisho”
meisho-did-said = { $name }’s late “Nihon Meisho”
meisho-did-hand = { $name } has { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
meisho-did-reshuffled = shuffled

meisho-mode = What do you want to enter?
meisho-mode-quick = Quick: just the kind of play, one tap each
meisho-mode-full = Full: the cards too, checked by the app
meisho-hand = Starting hand
meisho-hand-hint = The rules say { $cards }.
meisho-clock = Turn clock, in seconds
meisho-clock-hint = Leave empty for none. It only shows the time; it does not end a turn.
meisho-clock-left = Time for this turn
meisho-deck-count = Cards in the whole deck
meisho-deck-hint = Leave empty if you have not counted. Then the app cannot remind you to shuffle.
meisho-again = Turned up a +2? Turn up another card
meisho-again-ruling = Our ruling: the rules only say so for a Reverse. When off, the next player must answer the +2.
meisho-two-reverse = Reverse with two players
meisho-two-other = The other player is next
meisho-two-same = The same player goes again
meisho-two-ruling = Our ruling: the rules do not mention two players. Whoever goes again with one card left says “Nihon Meisho” before playing it.

meisho-error-players = Two to ten can play, not { $players }.
meisho-error-hand = A starting hand has { $least } to { $most } cards, not { $cards }.
meisho-error-clock = The clock can be { $least } to { $most } seconds.
meisho-error-deck = A deck of { $cards } will not work: it needs at least { $least }, to deal to everyone and turn one up, and at most { $most }.
meisho-error-label-long = “{ $label }”: at most { $most } characters.
meisho-error-label-twice = “{ $label }” appears twice. Each needs its own name.
meisho-error-label-untidy = “{ $label }” has extra spaces.
meisho-error-no-seat = Nobody sits there.
meisho-error-over = { $name } has won and the game is over. To keep playing, undo or correct a hand.
meisho-error-turn-up = First turn up the new card and tap it.
meisho-error-not-turned = The pile is still there, so no card is turned up now.
meisho-error-turned-again = At this table, a turned-up +2 is replaced, like a Reverse.
meisho-error-card-needed = Tap the card too: this table records the cards.
meisho-error-cards-not-kept = This table does not record the cards.
meisho-error-penalty = “Nihon Meisho” was not said: take { $cards } and play nothing this turn.
meisho-error-call-first = Say “Nihon Meisho” first. Otherwise: take { $cards } and play nothing.
meisho-error-no-penalty = Nothing was forgotten, so there is no penalty.
meisho-error-stack = There is a +2: play another +2, or take { $stack }.
meisho-error-reverse-on = Never a Reverse on a +2. Play another +2, or take { $stack }.
meisho-error-nothing-to-take = There is no +2, so nothing to take. A pass takes one card.
meisho-error-alone = Not two with { $cards } in hand: the last card is played alone, on its own turn.
meisho-error-last-reverse = The last card may not be a Reverse. Pass and take one card.
meisho-error-last-plus-two = The last card may not be a +2.
meisho-error-no-match = It does not fit: it takes { $category } or { $area }.
meisho-error-no-set = Two must complete a set. These make { $category } of { $categories } by category and { $area } of { $areas } by area.
meisho-error-first-completes = The first of the two completes { $set } alone: play just that one.
meisho-error-other-way = The first of the two completes { $set } alone. Lay them the other way round, or play just that one.
meisho-error-no-pair = No two cards complete a set here: the category run is { $category } of { $categories }, the area run { $area } of { $areas }.
meisho-error-not-one = { $name } has { $cards }. It is said with one card left.
meisho-error-called = { $name } has said it already.
meisho-error-too-late = Too late: since { $name } came down to one card, somebody else has finished a turn.
meisho-error-not-missed = { $name } forgot nothing.
meisho-error-hand-big = A hand can have at most { $most } cards, not { $cards }.
meisho-error-unchanged = This hand already has { $cards }.
meisho-agreed-quick = quick entry
meisho-agreed-full = full entry
meisho-agreed-hand = { $cards ->
    [one] 1 card each
   *[other] { $cards } cards each
}
meisho-agreed-clock = { $seconds } s a turn
meisho-tally-turns = Fewest turns to win
meisho-tally-passed = +2 passed on
meisho-leaving = Whoever leaves puts their hand face down under the deck, and the others play on. If it was their turn, the next player is up; a +2 stack waits for that player.
