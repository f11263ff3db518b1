meisho-name = Nihon Meisho
meisho-tagline = 日本名所 · turns & +2 · 2–10
meisho-tab-turn = Turn
meisho-tab-hands = Hands
meisho-turn = turn { $turn }
meisho-title = { $name } to play
meisho-seats = { $way ->
    [back] The seats; play goes counter-clockwise
   *[on] The seats; play goes clockwise
}
meisho-now = plays now
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

meisho-next-play = play one that fits, or pass and take one.
meisho-next-play-two = play one that fits, two that make a set, or pass.
meisho-next-two-left = play one that fits, or pass. Not two: the last goes alone.
meisho-next-last = the last card must fit and be neither Reverse nor +2. Or pass.
meisho-next-call-first = say “Nihon Meisho” first, then play the last card. Not said: take 1, play nothing.
meisho-next-stack = play a +2 and make it { $more }, or take { $stack } and lose the turn.
meisho-next-stack-take = take { $stack }. The last card may not be a +2.
meisho-next-penalty = “Nihon Meisho” was not said. Take 1 card, play nothing.
meisho-next-penalty-stack = “Nihon Meisho” was not said. Take { $cards } (+{ $stack } and 1), play nothing.
meisho-next-first = turn up the first card and tap it here.
meisho-next-set = { $sets } complete! Put the pile aside, turn up a new card and tap it here.
meisho-next-reverse = Reverse! Put the pile aside, turn up a new card and tap it here.
meisho-next-taken = the +2s are taken. Put the pile aside, turn up a new card and tap it here.
meisho-pick-one = which card?
meisho-pick-first = which card goes first, underneath?
meisho-pick-second = and on top of { $card }?
meisho-opening-one = { $set } run { $run }: one more completes the set.
meisho-opening-two = { $set } run { $run }: two more complete the set.
meisho-shuffle = { $left ->
    [0] The deck is empty
    [one] At most 1 card left in the deck
   *[other] At most { $left } cards left in the deck
}: shuffle what was put aside.
meisho-won-by = { $name } holds no card.

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
meisho-hands-text = The app counts along. If a hand is wrong, put it right here.
meisho-fewer = { $name }: one card fewer
meisho-more = { $name }: one card more
meisho-deck = Deck
meisho-deck-left = At most { $cards } cards are left in the deck.
meisho-deck-unknown = When the deck is empty, shuffle what was put aside. If you count your deck when you open a table, the app reminds you.
meisho-reshuffle = The cards put aside were shuffled
meisho-labels = Names on the cards
meisho-labels-text = Write what your cards say. An empty field keeps the app's name.
meisho-labels-saved = Saved.
meisho-log = What happened
meisho-log-empty = Nothing yet.
meisho-log-all = Show all { $entries }
meisho-log-line = { $name }: { $what }
meisho-correct = Correct entry { $entry }: { $what }
meisho-correct-title = What was it?
meisho-correct-was = Entry { $entry } says: { $what }. Everything after it is counted again.

meisho-did-turned = { $card } turned up
meisho-did-turned-plus-two = a +2 turned up
meisho-did-play1 = 1 card
meisho-did-play1-card = { $card }
meisho-did-play2 = 2 cards
meisho-did-play2-cards = { $first }, { $second }
meisho-did-plus-two = +2
meisho-did-take = took the +2 cards
meisho-did-pass = pass
meisho-did-reverse = Reverse
meisho-did-penalty = penalty, 1 card
meisho-did-call = { $name } said “Nihon Meisho”
meisho-did-said = { $name } had said it
meisho-did-hand = { $name } has { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
meisho-did-reshuffled = shuffled

meisho-mode = What is entered?
meisho-mode-quick = Quick: what kind of play, one tap each
meisho-mode-full = Full: the cards too; the app checks them
meisho-hand = Cards each at the start
meisho-hand-hint = The rules say { $cards }.
meisho-clock = Turn clock, in seconds
meisho-clock-hint = Empty for none. It only shows; it ends no turn.
meisho-clock-left = Time for this turn
meisho-deck-count = Cards in the whole deck
meisho-deck-hint = Empty if you have not counted. Then the app cannot remind you to shuffle.
meisho-again = A +2 turned up is turned again
meisho-again-ruling = Ruling: the text only says so of a Reverse. Switched off, the next player answers it.
meisho-two-reverse = A Reverse when two play
meisho-two-other = Then the other plays
meisho-two-same = The same player plays again
meisho-two-ruling = Ruling: the text does not mention two players. Who plays again with one card left says “Nihon Meisho” before playing it.

meisho-error-players = Two to ten can play; { $players } sit here.
meisho-error-hand = { $cards } cards each will not do: { $least } to { $most }.
meisho-error-clock = The clock takes { $least } to { $most } seconds.
meisho-error-deck = A deck of { $cards } will not do: at least { $least }, to deal to everybody and turn one up, and at most { $most }.
meisho-error-label-long = “{ $label }”: at most { $most } characters.
meisho-error-label-twice = “{ $label }” stands twice. Each needs a name of its own.
meisho-error-label-untidy = “{ $label }” has spaces too many.
meisho-error-no-seat = Nobody sits there.
meisho-error-over = { $name } has won, the game is over. To play on, undo or correct a hand.
meisho-error-turn-up = First the new card: turn it up and tap it.
meisho-error-not-turned = The pile still lies there: no card is turned up now.
meisho-error-turned-again = At this table a +2 turned up is turned again, like a Reverse.
meisho-error-card-needed = Tap the card too: this table enters the cards.
meisho-error-cards-not-kept = This table does not enter cards.
meisho-error-penalty = The call was missed: take { $cards } and play nothing this turn.
meisho-error-call-first = First say “Nihon Meisho”. Without it: take { $cards } and play nothing.
meisho-error-no-penalty = No call was missed, so there is no penalty.
meisho-error-stack = A +2 lies there: play another +2, or take { $stack }.
meisho-error-reverse-on = Never a Reverse on a +2. Play another +2, or take { $stack }.
meisho-error-nothing-to-take = No +2 lies there, so there is nothing to take. Pass, and take one card.
meisho-error-alone = Not two with { $cards } in hand: the last card is played alone, on a turn of its own.
meisho-error-last-reverse = The last card may not be a Reverse. Pass, and take one card.
meisho-error-last-plus-two = The last card may not be a +2.
meisho-error-no-match = It does not fit: { $category } or { $area } is asked for.
meisho-error-no-set = Two must complete a set. These make { $category } of { $categories } by category and { $area } of { $areas } by area.
meisho-error-first-completes = The first of the two completes { $set } alone: play just that one.
meisho-error-other-way = The first of the two completes { $set } alone. Lay them the other way round, or play just that one.
meisho-error-no-pair = No two cards complete a set here: the category run is { $category } of { $categories }, the area run { $area } of { $areas }.
meisho-error-not-one = { $name } holds { $cards }. It is said with one card left.
meisho-error-called = { $name } has said it already.
meisho-error-too-late = Too late: since { $name } came to one card, the next player has finished a turn.
meisho-error-not-missed = { $name } has missed no call.
meisho-error-hand-big = A hand of { $cards } is more than { $most }.
meisho-error-unchanged = This hand has { $cards } here already.
