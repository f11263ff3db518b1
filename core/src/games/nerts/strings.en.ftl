nerts-name = Nerts
nerts-tagline = first to 100 · 2–12 players
nerts-tab-score = Score
nerts-round = round { $round }
nerts-ask = Round { $round }: what was played?
nerts-correct-title = Correct round { $round }
nerts-player = Player
nerts-foundations = Played
nerts-left = Left
nerts-points = Round
nerts-total = Total
nerts-cell = { $name }, { $what }: { $value }
nerts-cell-alone = { $what }: { $value }
nerts-who-called = Who called “Nerts”?
nerts-called-short = Called:
nerts-nobody = Nobody: stuck
nerts-save-round = Save round
nerts-result = Round { $round }
nerts-called = { $name } called “Nerts”.
nerts-stuck = Nobody called: everyone was stuck.
nerts-reason = { $foundations } played − { $penalty } × { $left } left
nerts-reason-kings = { $each } × { $kings ->
    [one] 1 King
   *[other] { $kings } Kings
}
nerts-reason-call = { $points } for calling
nerts-formula = One point for each card on the foundations, minus { $penalty ->
    [one] one
    [2] two
   *[other] { $penalty }
} for each card left in the Nerts pile.
nerts-formula-king = { $points } more for each King there.
nerts-formula-call = { $points } more for calling “Nerts”.
nerts-formula-cards = { $deck } cards each, { $pile } of them in the Nerts pile.
nerts-you = You
nerts-target = Target score
nerts-target-now = Target: { $points ->
    [one] 1 point
   *[other] { $points } points
}
nerts-target-now-rounds = Rounds: { $rounds }
nerts-target-now-wins = Rounds to win: { $rounds }
nerts-target-default = The standard is { $points }.
nerts-jokers = Jokers per deck
nerts-jokers-default = Usually none: a deck then has { $deck } cards.
nerts-in-pairs = Pairs
nerts-in-threes = Threes
nerts-partnerships-text = Each side has one deck, one Nerts pile and one score.
nerts-partnerships-ruling = The printed rules allow pairs with six or more, and do not say how they play. Anything else is your own rule.
nerts-own-decks = A deck for each person
nerts-own-decks-text = Everyone has a Nerts pile and counts alone. A side’s points are added up.
nerts-together = One row for each side
nerts-together-text = Everyone has a Nerts pile. What a side’s people have is added up first and entered together, so nobody’s own numbers are kept.
nerts-tie = If the leaders tie at the end
nerts-tie-ask = Decide then
nerts-tie-one-more = Play one more round
nerts-tie-share = Share the win
nerts-tie-ruling = Our ruling, as the rules do not say: if several reach the end in the same round, the highest total wins.
nerts-tied-text = The rules leave this open. Play one more round, and whoever leads then wins.
nerts-play-on = Play on in this game
nerts-undo-cell = { $value } for { $name }
nerts-did-round = round ({ $scores })
nerts-did-target = target: { $target }
nerts-did-share = shared win
nerts-error-range = Enter 0 to { $most }.
nerts-error-pile = { $name } cannot have { $left } left: { $decks ->
    [one] a Nerts pile has
   *[other] their Nerts piles have
} { $most } cards.
nerts-error-deck = { $name }: { $foundations } + { $left } = { $sum } cards, but { $decks ->
    [one] the deck has
   *[other] their decks have
} { $deck }.
nerts-error-caller = { $name } called, but { $players ->
    [one] has
   *[other] have
} { $left ->
    [one] 1 card
   *[other] { $left } cards
} left. You can only call with an empty Nerts pile.
nerts-error-who-called = Who called “Nerts”? Choose, or “Nobody: stuck”.
nerts-error-beside = If { $caller } called, { $name } can have { $most } left at most.
nerts-error-no-side = Choose a caller who is playing here.
nerts-error-sides = There are counts for { $given }, but { $sides } are needed.
nerts-error-target = The target can be { $least } to { $most } points, not { $points }.
nerts-error-jokers = A deck can have at most { $most } jokers, not { $jokers }.
nerts-error-partnerships = Pairs need an even number of players, at least { $least }; there are { $players }.
nerts-error-no-tie = Nobody is tied for the lead at the target.
nerts-agreed-target = first to { $points }
nerts-agreed-jokers = { $jokers ->
    [0] no jokers
    [one] 1 joker per deck
   *[other] { $jokers } jokers per deck
}
nerts-agreed-pairs = in pairs
nerts-agreed-threes = in threes
nerts-agreed-own-decks = a deck each
nerts-agreed-together = one row a side
nerts-reason-of = { $name }: { $reason }
nerts-tally-calls = Calls of “Nerts”
nerts-tally-left = Average left in the pile
nerts-round-of = round { $round } of { $rounds }
nerts-of-all = { $what }, all together
nerts-kings = Kings
nerts-called-me = I called “Nerts”
nerts-house = Counting
nerts-house-printed = As printed
nerts-house-racing-demon = Racing Demon (UK)
nerts-house-dutch-blitz = Dutch Blitz
nerts-house-own = Our own
nerts-penalty = Each card left costs
nerts-call = Calling gives
nerts-king = Each King on a foundation gives
nerts-king-none = A deck of { $deck } has no Kings.
nerts-pile = Cards in a Nerts pile
nerts-deck = Cards in a deck
nerts-length = How does the game end?
nerts-length-points = At a total
nerts-length-rounds = After a number of rounds
nerts-length-wins = At a number of rounds won
nerts-rounds = Rounds
nerts-wins = Rounds to win
nerts-wins-ruling = Our ruling: whoever has the most points in a round wins it, all of them on a tie. The points are not added up.
nerts-handicap = Handicap piles
nerts-handicap-text = After each round the app offers one card more to whoever had the most points, and one fewer to whoever had the fewest.
nerts-by-calls = The tie went to whoever called “Nerts” more often.
nerts-tie-calls = Whoever called more often wins
nerts-pile-of = { $pile } in the pile
nerts-piles-offer = Next round: { $piles }
nerts-piles-use = Deal these
nerts-piles-now = Cards in each pile: { $piles }
nerts-pile-named = { $name } { $pile }
nerts-did-piles = Nerts piles ({ $piles })
nerts-error-kings = { $name } cannot have { $kings } Kings on the foundations: { $most } at most.
nerts-error-rounds = Choose { $least } to { $most } rounds, not { $rounds }.
nerts-error-house = This app does not know this way of counting.
nerts-error-piles = Piles can be changed where handicaps were agreed, to { $least } to { $most } cards.
nerts-agreed-rounds = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
nerts-agreed-wins = { $rounds ->
    [one] first to win 1 round
   *[other] first to win { $rounds } rounds
}
nerts-agreed-penalty = { $points ->
    [one] −1 a card left
   *[other] −{ $points } a card left
}
nerts-agreed-call = +{ $points } for calling
nerts-agreed-king = +{ $points } a King
nerts-agreed-pile = piles of { $cards }
nerts-agreed-deck = decks of { $cards }
nerts-agreed-handicap = handicap piles
