nerts-name = Nerts
nerts-tagline = race to 100 · 2 to 12
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
nerts-reason = { $foundations } played − 2 × { $left } left
nerts-formula = One point a card on the foundations, two off for each card left in the Nerts pile.
nerts-you = You
nerts-target = Target in points
nerts-target-now = Target: { $points } points
nerts-target-default = Usually 100.
nerts-jokers = Jokers in each deck
nerts-jokers-default = Usually none. The deck then has { $deck } cards.
nerts-partnerships = Play as partnerships
nerts-partnerships-text = Neighbours in pairs, from the first seat on, share one deck and one score.
nerts-tie = When the highest are level at the target
nerts-tie-ask = Ask us then
nerts-tie-one-more = Play one more round
nerts-tie-share = Share the win
nerts-tie-ruling = Our ruling: the rules do not say. If several reach the target in one round, the highest total wins.
nerts-tied = { $names } are level at the top
nerts-tied-text = The rules leave it open. What does the table want?
nerts-one-more = Play one more round
nerts-share = Share the win
nerts-play-on = Play another round all the same
nerts-undo-cell = { $value } for { $name }
nerts-did-round = round ({ $scores })
nerts-did-target = target { $points }
nerts-did-share = sharing the win
nerts-error-range = 0 to { $most }, please.
nerts-error-pile = { $name }: { $left } left cannot be. A Nerts pile has { $most } cards.
nerts-error-deck = { $name }: { $foundations } + { $left } = { $sum } cards, but the deck has { $deck }.
nerts-error-caller = { $name } called, but { $players ->
    [one] has
   *[other] have
} { $left ->
    [one] 1 card
   *[other] { $left } cards
} left. Only an empty Nerts pile may call.
nerts-error-who-called = Who called “Nerts”? Choose, or “Nobody: stuck”.
nerts-error-no-side = Choose a caller who plays at this table.
nerts-error-sides = Counts for { $given }, but { $sides } play.
nerts-error-target = A target of { $points } cannot be: { $least } to { $most } points.
nerts-error-jokers = { $jokers } jokers cannot be: at most { $most } in a deck.
nerts-error-partnerships = Partnerships need an even number of players, at least { $least }; here are { $players }.
nerts-error-no-tie = Nobody is level at the top with the target reached.
