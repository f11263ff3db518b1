hanafuda-name = “Untitled” hanafuda
hanafuda-tagline = go out first and get paid · 2–5 players
hanafuda-tab-turn = Turn
hanafuda-tab-points = Payouts
hanafuda-tab-cards = Cards
hanafuda-round = round { $round }
hanafuda-starter = The dealer plays first.
hanafuda-counter-clockwise = counter-clockwise
hanafuda-clockwise = clockwise
hanafuda-seats = The seats; play goes { $way }
hanafuda-current = to play
hanafuda-cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}

hanafuda-deal-title = Round { $round }: { $name } deals
hanafuda-deal-hand = to each player
hanafuda-deal-field = face up on the field
hanafuda-deal-pile = left in the draw pile
hanafuda-field-check = Three of one month on the field?
hanafuda-field-hint = Tap the month of each field card.
hanafuda-field-again = { $month }: { $cards } on the field. Shuffle and deal again.
hanafuda-field-clear = Dealt again
hanafuda-field-fine = No month has three: this deal is fine.
hanafuda-field-card = Field card { $at }: { $month }. Remove it
hanafuda-field-empty = Field card { $at }: not tapped yet
hanafuda-dealt = Dealt: { $name } starts

hanafuda-said-starts = { $name } dealt and starts.
hanafuda-said-plays = { $name }’s turn.
hanafuda-said-draw-and-lose = { $hit } draws one and misses a turn. { $name }’s turn.
hanafuda-said-draw-and-lose-back = { $hit } draws one and misses a turn. { $name } again.
hanafuda-said-draw-then-play = { $hit } draws one, then plays.
hanafuda-said-lose = { $hit } misses a turn. { $name }’s turn.
hanafuda-said-lose-back = { $hit } misses a turn. { $name } again.
hanafuda-moves = Which move?
hanafuda-move = { $kind ->
    [hand_field] Hand-field
    [field_hiki] Field hiki
    [hand_hand] Hand-hand
    [hand_hiki] Hand hiki
    [field_field] Field-field
    [struggle_match] Struggle, match
   *[struggle_keep] Struggle, keep
}
hanafuda-move-how = { $kind ->
    [hand_field] One card from the hand on a field card of its month. One new card to the field.
    [field_hiki] Three of a month from the hand on the fourth on the field. One new card to the field.
    [hand_hand] Two of a month from the hand.
    [hand_hiki] All four of a month from the hand.
    [field_field] Two of a month off the field; then one card from the hand and one from the draw pile to the field. No effect.
    [struggle_match] Draw one and match it with the field. One new card to the field. No effect.
   *[struggle_keep] Draw one and keep it. No effect.
}
hanafuda-how = How do these work?
hanafuda-tops = What lies on top of the discards?
hanafuda-top = { $top ->
    [bright] Bright
    [poetry] Poetry
    [purple] Purple
   *[other] Other
}
hanafuda-effect = { $top ->
    [bright] The next player draws one and misses a turn.
    [poetry] The next player draws one, then plays.
    [purple] The next player misses a turn.
   *[other] Nothing happens.
}
hanafuda-right = Correct
hanafuda-right-title = What should be corrected?
hanafuda-right-hands = Cards in hand
hanafuda-right-turn = Whose turn is it?
hanafuda-fewer = { $name }: one card fewer
hanafuda-more = { $name }: one card more

hanafuda-first = { $name }: “First!”
hanafuda-first-two = Palm on the table. { $name } pays.
hanafuda-who-first = Round { $round }: who was first?
hanafuda-who-first-legend = First with no cards left
hanafuda-who-touched = Palms down! Whose hand was first on { $name }’s? That player pays nothing.
hanafuda-player = Player
hanafuda-first-short = First
hanafuda-touched-short = Touched first
hanafuda-brights = Brights
hanafuda-all = Cards
hanafuda-points = Points
hanafuda-cell = { $name }, { $what }: { $value }
hanafuda-formula = 5 points a bright, 1 point for any other card.
hanafuda-save-payout = Pay
hanafuda-save-correction = Save correction
hanafuda-correct-payout = Correct a payout
hanafuda-correct-forfeit = Correct a forfeit
hanafuda-recount = Our count is right

hanafuda-penalty-title = Forfeit
hanafuda-heap = Whose hand is on top?
hanafuda-heap-only = { $name } does a forfeit.
hanafuda-draw = Draw a forfeit
hanafuda-draw-again = Draw another
hanafuda-draw-from = { $forfeits ->
    [0] The list is empty: think of one yourselves, or write some below.
    [one] From the only one on your list.
   *[other] From the { $forfeits } on your list.
}
hanafuda-done = Done
hanafuda-done-own = Done: we made one up
hanafuda-list = The list of forfeits ({ $forfeits })
hanafuda-list-starters = { $count ->
    [one] Add one to start with
   *[other] Add { $count } to start with
}
hanafuda-starter-hum = Hum a tune until somebody knows it
hanafuda-starter-shuffle = Shuffle with your eyes closed
hanafuda-starter-praise = Say something nice about everybody here
hanafuda-starter-silent = Not a word until your next turn is over
hanafuda-starter-pour = Fill everybody’s glass
hanafuda-starter-flowers = Name the flowers of six months
hanafuda-starter-joke = Tell the worst joke you know
hanafuda-starter-crane = Stand like a crane until the next cards are dealt
hanafuda-list-new = A forfeit
hanafuda-list-change = Change it to
hanafuda-list-add = Add
hanafuda-list-edit = Change “{ $text }”
hanafuda-list-remove = Remove “{ $text }”

hanafuda-over-title = Round { $round } is over
hanafuda-result = Payout of this round
hanafuda-why-won = went out first
hanafuda-why-exempt = touched first: pays nothing
hanafuda-why-pays = { $brights ->
    [0] { $others } × 1, no brights
    [one] 1 bright × 5 + { $others } × 1
   *[other] { $brights } brights × 5 + { $others } × 1
}
hanafuda-sum = Total
hanafuda-did-penalty = { $name } did a forfeit.
hanafuda-did-penalty-text = { $name }: { $text }
hanafuda-step-payout = Enter the payout
hanafuda-next = Start round { $round }: { $name } deals
hanafuda-other-dealer = Or someone else deals
hanafuda-stop = Stop and settle up
hanafuda-balance = Points so far
hanafuda-worth = Worth
hanafuda-settle = If you stop now
hanafuda-settle-final = Who pays whom
hanafuda-settle-none = Nobody owes anything.
hanafuda-settle-fewest = This takes the fewest payments.
hanafuda-gives = { $from } pays { $to }
hanafuda-point-count = { $points ->
    [one] 1 point
   *[other] { $points } points
}
hanafuda-amount = { $amount } { $unit }
hanafuda-penalties = Forfeits so far
hanafuda-penalty-correct = Correct { $name }’s forfeit

hanafuda-chart = The 48 cards
hanafuda-chart-acting = When it tops the discards
hanafuda-chart-months = Months { $months }
hanafuda-month = { $month ->
    [pine] Pine
    [plum] Plum
    [cherry] Cherry
    [wisteria] Wisteria
    [iris] Iris
    [peony] Peony
    [bush_clover] Bush clover
    [pampas] Pampas
    [chrysanthemum] Chrysanthemum
    [maple] Maple
    [willow] Willow
   *[paulownia] Paulownia
}
hanafuda-month-number = { $number } · { $month }
hanafuda-kind = { $kind ->
    [bright] Bright
    [animal] Animal
    [poetry_ribbon] Poetry ribbon
    [purple_ribbon] Purple ribbon
    [plain_ribbon] Plain ribbon
   *[chaff] Plain card
}
hanafuda-picture = { $picture ->
    [crane] Crane
    [warbler] Warbler
    [curtain] Curtain
    [cuckoo] Cuckoo
    [eight_plank_bridge] Plank bridge
    [butterflies] Butterflies
    [boar] Boar
    [full_moon] Full moon
    [geese] Geese
    [sake_cup] Sake cup
    [deer] Deer
    [rain_man] Rain man
    [swallow] Swallow
    [lightning] Lightning
    [phoenix] Phoenix
   *[other] {""}
}

hanafuda-direction = Direction of play
hanafuda-direction-counter = Counter-clockwise, to the right
hanafuda-direction-clockwise = Clockwise, to the left
hanafuda-direction-ruling = Our ruling: the rules say both “counter-clockwise” and “to your left”. Counter-clockwise is the custom with these cards.
hanafuda-ending = How does a round end?
hanafuda-ending-payout = The others pay the winner
hanafuda-ending-forfeit = Someone does a forfeit, no points
hanafuda-ending-both = Both
hanafuda-ending-default = Usually the others pay.
hanafuda-track = Keep track of turns and hands
hanafuda-track-text = When off, you only enter how each round ends.
hanafuda-unit = What is a point worth?
hanafuda-unit-value = One point is
hanafuda-unit-name = Unit
hanafuda-unit-example = yen, chips, sweets
hanafuda-unit-shown = 7 points = { $amount }
hanafuda-unit-default = Leave the unit empty to count points only.

hanafuda-undo-field = { $month } on the field
hanafuda-undo-dealt = the deal
hanafuda-undo-count = { $name }’s count
hanafuda-undo-exempt = { $name } touched first
hanafuda-undo-first = { $name } was first
hanafuda-undo-heap = { $name } on top of the heap
hanafuda-undo-drawn = the draw
hanafuda-did-move-top = { $kind }, then { $top }
hanafuda-did-hand = { $name } has { $cards }
hanafuda-did-turn = { $name }’s turn
hanafuda-did-payout = payout to { $name }
hanafuda-did-forfeit = { $name }’s forfeit
hanafuda-did-round = the next round
hanafuda-did-list = the list of forfeits
hanafuda-did-end = game over

hanafuda-error-state = { $what ->
    [over] The game is over. Undo to keep playing.
    [not_tracked] This table does not keep track of turns.
    [nobody_first] Nobody has gone out yet. If someone has, correct that hand to 0.
    [round_over] The round is over: deal the next one first.
    [round_not_over] This round is not over yet.
    [no_payouts] This table plays for forfeits, not for points.
    [no_forfeits] This table plays for points, not for forfeits.
    [already_paid] This round is already paid.
    [already_done] This round’s forfeit is already done.
    [too_much] That is more than can be counted.
    [no_exempt] Choose whose palm was first on the winner’s hand.
    [exempt_of_two] With two players nobody is exempt.
    [exempt_winner] The winner cannot be exempt.
    [winner] Choose who went out first.
    [no_card] Every card is on the field or in a hand: none can be drawn.
   *[no_seat] Choose someone who is playing here.
}
hanafuda-error-players = This game is for { $least } to { $most } players; there are { $players }.
hanafuda-error-already-first = { $name } is first already; this round has no more turns.
hanafuda-error-not-first = { $first } was first, not { $name }.
hanafuda-error-hand = { $name } has { $has ->
    [one] 1 card
   *[other] { $has } cards
}; this move takes { $needs }. If the hand is wrong, correct it.
hanafuda-error-no-effect = { $kind } has no effect on the next player.
hanafuda-error-cards = The hands cannot hold { $total } cards: with { $field } on the field, at most { $most }.
hanafuda-error-miscount = { $name }: you counted { $counted }, the app has { $tracked }. Count again, or:
hanafuda-error-hands = There are counts for { $given }, but { $players } are playing.
hanafuda-error-winner-holds = { $name } went out first and cannot hold { $cards }.
hanafuda-error-empty-hand = { $name } cannot have 0 cards, or { $name } would have gone out first.
hanafuda-error-brights = { $counted } brights counted, but the deck has { $most }.
hanafuda-error-brights-hand = { $name }: { $cards ->
    [one] 1 card
   *[other] { $cards } cards
} cannot include { $brights } brights.
hanafuda-error-heap-winner = { $name } won and does no forfeit.
hanafuda-error-heap-exempt = { $name } touched first: that hand is at the bottom, not on top.
hanafuda-error-empty = { $name }: { $what } is empty. For none, enter 0.
hanafuda-error-range = Enter 0 to { $most }.
hanafuda-error-worth = Enter 0.001 to 1000000, with at most { $decimals } decimals.
hanafuda-error-unit = The unit can have at most { $most } characters and no spaces around it.
hanafuda-error-forfeit-empty = Write something first.
hanafuda-error-forfeit-long = { $chars } characters are too many; at most { $most }.
hanafuda-error-forfeit-same = It is already on the list, as number { $entry }.
hanafuda-error-forfeit-full = The list is full: { $most } at most.
hanafuda-error-forfeit-none = That forfeit is no longer on the list.
hanafuda-agreed-counter-clockwise = turns go counter-clockwise
hanafuda-agreed-clockwise = turns go clockwise
hanafuda-agreed-payout = others pay the winner
hanafuda-agreed-forfeit = a forfeit, no points
hanafuda-agreed-both = pay and a forfeit
hanafuda-agreed-results = results only
hanafuda-tally-balance = Balance
hanafuda-tally-first = Rounds won
