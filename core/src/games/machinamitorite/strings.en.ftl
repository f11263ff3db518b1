machi-name = Machinamitorite
machi-tagline = collect sets of photos · 3–6 players
machi-tab-hand = Score
machi-tab-trick = Trick
machi-hand-number = round { $hand }
machi-ask = Round { $hand }: photos won, by house
machi-correct-title = Correct round { $hand }
machi-play-on = Play on in this game
machi-arequipa = White Arequipa
machi-boston = Red Boston
machi-chefchaouen = Blue Chefchaouen
machi-kyoto = Black Kyoto
machi-photo = { $city }, house { $house }
machi-mark-arequipa = Ar
machi-mark-boston = Bo
machi-mark-chefchaouen = Ch
machi-mark-kyoto = Ky
machi-houses = Which house is X, Y, Z?
machi-houses-text = The app calls the three houses of a city X, Y and Z. Before you count, agree which house on your cards is which, for each city.
machi-house = House { $house }
machi-players = Whose photos?
machi-cell = { $photo }: { $value }
machi-held = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
machi-points = { $points ->
    [one] 1 pt
   *[other] { $points } pts
}
machi-save = Save round
machi-deduced = { $name } has the rest: there are five of each house.
machi-undo-cell = { $value } for { $name }, { $photo }
machi-undo-card = { $card }
machi-did-hand = round ({ $points })
machi-did-trick = trick ({ $cards })
machi-did-passport = passport to { $name }
machi-result = Round { $hand }
machi-set-same = { $cards } alike: { $photo }
machi-set-trio = trio of { $city }
machi-left-over = { $cards } left over, 1 point for every 3
machi-proven = { $points ->
    [one] 1 point
   *[other] { $points } points
}. No grouping gives more.
machi-greedy = Always taking the biggest set first gives only { $points }.
machi-greedy-same = Always taking the biggest set first gives the same.
machi-no-photos = No photos, no points.
machi-why-title = Why not group them differently?
machi-another = one more { $set }
machi-why-equal = { $set } ({ $points }) would do just as well: { $best } in all.
machi-why-less = { $set } is worth { $points }, but the total would be { $forced } instead of { $best }.
machi-why-used = { $set } is worth { $points }, but its photos make more elsewhere ({ $used }): { $forced } instead of { $best } in all.
machi-own = Group it yourself
machi-own-points = Your grouping: { $points }
machi-own-best = No grouping gives more.
machi-own-close = Show the best
machi-own-hint = Tap photos, then group them as a set.
machi-own-pick = { $photo }: { $free } free
machi-own-make = Make a set
machi-own-back = Put one back
machi-own-undo = Break up set { $set }
machi-group-few = { $cards ->
    [one] 1 photo is not
   *[other] { $cards } photos are not
} a set: it takes at least three.
machi-group-many = { $cards } photos are too many for a set: at most five alike.
machi-group-cities = The photos in a set all show one city.
machi-group-houses = A set is all the same house, or one of each of the three.
machi-group-used = { $photo }: { $used } used, but only { $held } held.
machi-miscount = { $city }, house { $house }: { $counted } counted, but there are { $of }.
machi-miscount-held = { $miscount } { $held }.
machi-held-by = { $name } { $cards }
machi-miscount-city = { $name } has { $counted } of { $city }, house { $house }, but that city is in the box.
machi-miscount-tricks = Our ruling: a trick has { $parks } cards, so it would take { $needed } park cards to make whole tricks of these photos, and there are { $parks }. A photo must be with the wrong player.
machi-miscount-players = 3 to 6 can play, not { $players }.
machi-error-empty = { $name }: { $photo } is empty. For none, enter 0.
machi-error-range = { $photo }: there are only { $most }.
machi-error-goal = { $goal } is not possible: { $least } to { $most }.
machi-error-players = There are counts for { $given }, but { $players } are playing.
machi-error-hand-played = All { $tricks } tricks of this round have been played: enter the photos won.
machi-error-second-park = { $name } has already played a park card in this round. Everyone has just one.
machi-error-parks = That would be { $played } × { $card } in this round, and there are only { $most }.
machi-error-seat = There is no seat { $seat } at this table.
machi-starter-custom = By the rules: whoever last took photos on a trip.
machi-goal = When does it end?
machi-goal-games = After a set number of rounds: most points
machi-goal-points = First to reach a total
machi-goal-wins = First to win a number of rounds
machi-goal-games-label = Rounds
machi-goal-points-label = Points
machi-goal-wins-label = Rounds to win
machi-left-out = Which city stays in the box?
machi-variant = After a trick, the passport goes
machi-variant-basic = to the left (standard)
machi-variant-advanced = to the winner (advanced)
machi-variant-ruling = Our ruling: if nobody wins a trick and the winner would lead, the same player leads again. The rules do not say.
machi-hat = Hat
machi-backpack = Backpack
machi-ticket = Ticket
machi-wallet = Wallet
machi-card = { $suit } { $number }
machi-park = Park card { $card }
machi-cards = Cards
machi-card-back = Take back the last card
machi-nth-card = Card { $at }
machi-trick-title = Trick { $trick } of { $tricks }: who takes it?
machi-trick-whose = { $name }’s card?
machi-trick-cards = A trick has { $players } cards, one per player; there are { $cards } here.
machi-trick-number = There is no { $number }: cards go from 1 to 5.
machi-trick-parks = There cannot be { $copies } × { $card }: there are only { $most }.
machi-trick-record = Next: { $name } leads
machi-passport-with = { $name } has the passport and leads.
machi-passport-move = Move the passport by hand
machi-takes = { $name } takes the trick
machi-nobody-takes = Nobody takes the trick
machi-reason-park-led = A park card was led, so { $name }’s card set the suit.
machi-reason-led = { $name } set the suit: { $suit }.
machi-reason-off-suit = Another suit cannot win: { $names }.
machi-reason-zero-low = With no A, 0 is the lowest: { $names }.
machi-reason-highest = { $name } has the highest of the suit: { $card }.
machi-reason-ace = { $name }’s A beats everything else.
machi-reason-zero-ace = With an A in the trick, 0 beats all: { $name } over { $names }.
machi-reason-later = Between equals, the later card wins: { $name } after { $names }.
machi-reason-all-park = Only park cards: they go back to the box.
machi-calculate-what = What to calculate
machi-calculate-hand = Photos
machi-calculate-trick = A trick
machi-how-many = Players
machi-agreed-games = { $hands ->
    [one] one round
   *[other] { $hands } rounds
}
machi-agreed-points = first to { $points }
machi-agreed-wins = { $hands ->
    [one] first to win a round
   *[other] first to win { $hands } rounds
}
machi-agreed-basic = passport to the left
machi-agreed-advanced = passport to the winner
machi-agreed-without = without { $city }
machi-tally-best = Best round
machi-seats-without = With 3 players { $city } stays in the box.
machi-seats-all = With { $players } players all cities are in the deck.
