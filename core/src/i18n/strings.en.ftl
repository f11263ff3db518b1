app-title = Takujo 卓上
app-error = Something went wrong on this page. Your tables are safe.
nav-app = Takujo
nav-table = This table
nav-tables = Tables
nav-rules = Rules
nav-history = History
nav-settings = Settings
save = Save
rule-link = Rule
lang-switch = Switch to { $language }
close = Close
clear = Clear

pad-next = Next
pad-erase = Delete
pad-plus = Plus
pad-minus = Minus
pad-point = Decimal point
pad-ten = Ten plus the next digit
number-wrong = Enter a whole number from { $least } to { $most }.

home-new = New table
home-calculate = Calculators
home-current = Now playing
home-last = Last game
home-continue = Continue
round-count = { $rounds ->
    [0] not started yet
    [one] 1 round
   *[other] { $rounds } rounds
}
turn-count = { $turns ->
    [0] no turns yet
    [one] 1 turn
   *[other] { $turns } turns
}
calculate-title = { $game }: calculator
chart-points = Points so far; wins decide
chart-label = How the totals went, as in the table of points.

standing-start = Just started
standing-under-way = Under way
standing-after = { $place }: { $standing }
standing-leads = { $count ->
    [one] { $names } leads
   *[other] { $names } lead
} with { $points }
standing-leads-wins = { $count ->
    [one] { $names } leads
   *[other] { $names } lead
} with { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
}
standing-tied = { $names } are tied at { $points }
standing-tied-wins = { $names } are tied at { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
}
standing-wins = { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
}
standing-cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
standing-won = { $count ->
    [one] { $names } wins
   *[other] { $names } win
}
standing-level = { $count ->
    [one] { $names } wins the tie
   *[other] { $names } win the tie
}
standing-tied-many = { $sides } tied at { $points }
standing-tied-many-wins = { $sides } tied at { $wins ->
    [one] 1 win
   *[other] { $wins } wins
}
standing-shared = { $names } share the win

new-title = New table: { $game }
new-players = Who is playing?
new-players-hint = { $least } to { $most } players, in seating order, clockwise.
new-known = People you have played with
new-known-more = { $count } more
new-name = Name
new-add = Add
new-name-empty = Enter a name first.
new-name-unseen = This name would be invisible. Enter at least one visible character.
new-name-long = A name can have at most { $most } characters.
new-name-twice = { $name } is already at the table. For someone else, use another name.
new-name-known = Is this { $name }? If not, change the name.
new-name-same = Yes, { $name }
new-full = This game takes at most { $most } players.
new-drag = Drag to change seats
new-earlier = Move { $name } up
new-later = Move { $name } down
new-unnamed = Player { $number }
new-unnamed-count = Without names
new-remove = Remove { $name }
new-starter = Who starts?
new-starter-draw = Pick at random
new-options = Options
new-open = Start
new-drawn = Goes first
new-to-table = Let’s play
seats-too-few = At least { $least } players are needed; { $players ->
    [0] there are none yet
    [one] there is only 1
   *[other] there are only { $players }
}.
seats-too-many = At most { $most } players can play; there are { $players }.
seats-no-name = Seat { $seat } needs a name.
seats-long-name = The name in seat { $seat } is longer than { $most } characters.
seats-same-name = The name in seat { $seat } is already taken.
seats-starter = Choose one of the players at the table to start.

table-undo = Undo: { $step }
table-undo-none = Nothing to undo
table-redo = Redo: { $step }
table-redo-none = Nothing to redo
table-nothing-to-undo = There is nothing to undo.
table-nothing-to-redo = There is nothing to redo.
table-no-tie = Nobody shares the win any more.
table-no-entry = That entry is no longer there.
table-later-entry = Entry { $entry } would then no longer work: { $problem }
table-step-note = note “{ $text }”
table-step-no-note = note removed
table-note-long = A note can have at most { $most } characters.
table-step-winner = choice of the winner
table-step-correct = correction ({ $step })
table-step-of = { $name }’s { $step }
table-turn = { $place }: { $name }
table-over = over
table-saved = Saved
table-saving = Saving…
table-not-saved = Not saved
table-trouble = Your last taps are not saved on this device yet. They count, and will be saved as soon as possible. Do not close the app until then.
table-retry = Try again
table-export = Save as a file
table-bgstats = To BG Stats
table-csv = Scores as CSV
table-other-window = Play went on in another window. Not counted here: { $count ->
    [one] one tap
   *[other] { $count } taps
} ({ $taps }).
table-tap-again = Tap again
table-let-go = Discard
table-tap-undo = undo
table-tap-redo = redo
table-unfit = No longer possible: { $taps }.
table-aside = What you were entering here was saved in another window.
table-go-on = Show it anyway
table-leave-correction = Keep it as it was
table-correction-over = The entry you were correcting here was changed in another window.
table-deleted = This table was deleted. Taps here no longer count.
table-only-here = This device no longer stores this table: its data was cleared. It is only in this window, and lost if you close it. Bring it back to play on.
table-bring-back = Bring it back
table-in-bin = Deleted
table-unreadable = This table cannot be opened: { $why }. It is kept as it is; you can save it as a file from the history.
table-missing = There is no such table on this device.
table-to-history = Go to history

flat-open = Lay flat in the middle
clock-title = Clock
clock-about = Times each turn, or each round where turns are not tracked. It starts by itself; tap it to pause.
clock-off = Off
clock-up = Counts up
clock-seconds = { $seconds } seconds
clock-minutes = { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
}
clock-pause = Pause the clock
flat-leave = Back to the table
flat-seats = The seats
flat-clockwise = The seats; play goes clockwise
flat-counter-clockwise = The seats; play goes counter-clockwise
flat-now = to play
flat-enter = Enter a play
flat-scores = Enter scores
flat-row-done = Done
flat-more = More
flat-again = { $act }: tap again

tab-standings = Standings
standings-title = Standings
standings-empty = Nothing scored yet.
sides-few = Sides need at least { $least } players; there are { $players }.
sides-few-for = { $sides } sides need at least { $least } players; there are { $players }.
sides-chosen = Sides were chosen for { $chosen } players; there are { $players }. Someone new can take the seat of whoever leaves.
sides-agreed = in chosen sides
sides-parting = Together: { $sides }. When partners part, each takes an equal share of their points.
sides-who = Who plays together?
sides-none = Everyone alone
sides-people = Sides
sides-person = { $name }, side { $side }
sides-hint = Tap two people on different sides to exchange them, or one to choose their side.
sides-alone = { $name } alone
sides-join = { $name } with { $others }
total-leads = leads
total-place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}
standings-reached = target reached
standings-missing = { $points } to go
standings-missing-wins = { $wins ->
    [one] 1 win to go
   *[other] { $wins } wins to go
}
standings-turn = { $name }’s turn
standings-lowest = lowest wins
standings-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
standings-rounds = Rounds
standings-turns = Turns
standings-round = Round
standings-turn-number = Turn
standings-total = Total
standings-all = Show all { $rounds } rounds
standings-all-turns = Show all { $turns } turns
standings-correct = Correct
standings-corrected = Corrected
standings-correct-round = Correct round { $round }
standings-correct-turn = Correct turn { $turn }
standings-note = Note
standings-note-add = Add a note
standings-note-change = Note on round { $round }: { $text }
standings-note-change-turn = Note on turn { $turn }: { $text }
standings-more = This table
standings-gone = left early
standings-parted = split up, unranked
standings-start = Start
people-title = Change players
people-leave-title = Someone leaves
people-hint = From now on. Whoever leaves keeps their total.
people-joins = { $name } joins
people-joins-with = { $name } joins with { $points }
people-leaves = { $name } leaves
people-leaves-with = { $name } leaves with { $points }
people-leaves-wins = { $name } leaves with { $wins ->
    [one] 1 win
   *[other] { $wins } wins
}
people-moved = seats changed
people-with = { $name } joins with
people-with-nothing = nothing
people-with-lowest = the lowest total ({ $points })
people-with-highest = the highest total ({ $points })
people-with-number = a set number of points
people-points = { $name }’s points
people-points-wrong = Enter a number from { $least } to { $most }.
people-left = No longer at the table
people-back = { $name } comes back
people-correct = Correct: { $change }
people-never = This game keeps the same players to the end. To change players, start a new table.
people-mid-round = People come and go between rounds. Finish this round first.
people-half = A round is half entered. Save it or undo it first.
people-over = The game is over. To change players, start a new table.
people-unchanged = Nothing has changed yet.
people-many = A table can have at most { $most } people in all.
people-no-points = In this game, everyone who joins starts from zero.
people-only-leave = In this game people can leave, but not join or change seats.
people-unknown = Someone is at this table twice, or is unknown.
people-comes-later = That person comes to this table later. First correct that, in the standings.
people-name = The name in seat { $seat } was used at this table before, or cannot be used.
ending-title = Game over
ending-decisive = Decided in round { $round }: { $winner } { $points }, { $second } { $less }
ending-led = { $name } led from the first round on
ending-led-round = { $name } led from round { $round } on
ending-led-turn = { $name } led from turn { $turn } on
ending-level-table = Tied at { $points }; your table chose the winner
ending-level-rule = Tied at { $points }; the rule for ties decided
ending-changes = { $times ->
    [one] The lead changed once
   *[other] The lead changed { $times } times
}
ending-best-round = Best round: { $name } { $points } in round { $round }
ending-best-turn = Best turn: { $name } { $points } in turn { $turn }
ending-again = Play again
ending-share = Share result
ending-picture = Share picture
given-done = Shared.
given-given = Passed to the app you chose.
given-saved = Saved to your downloads.
given-copied = Copied. You can paste it anywhere.
given-file = Saved as { $path }.
given-dismissed = Nothing was shared or saved.
given-failed = This device could not do that.

figures-tables = Tables
figures-figures = Statistics
figures-view = View
figures-counting = Some tables are still being counted.
figures-game = Game
figures-all-games = All games
figures-person = Player
figures-everyone = Everyone
figures-time = Time
figures-time-all = All time
figures-time-year = Last 12 months
figures-time-month = Last 30 days
figures-none = No finished games match.
figures-people = Wins
figures-won-of = { $won } of { $games } won
figures-games = Games
figures-wins = Won
figures-rate = Win rate
figures-percent = { $rate }%
figures-streak = Longest streak
figures-in-a-row = { $games } in a row
figures-favourite = Favourite game
figures-average = Average
figures-best = Best
figures-share = { $some } of { $all }
figures-points = Points over time
figures-points-label = { $name }: points in the last { $games } games, from { $least } to { $most }
figures-points-text = One column per game, the latest on the right. Filled: won.
figures-by-game = By game
figures-versus = Head to head
figures-versus-text = How often { $name } finished ahead, and how often the other did. Shown after three games together.
figures-score = { $ahead } : { $behind }
figures-shared = { $games } games together
figures-together = { $games ->
    [one] partners once
   *[other] partners { $games } times
}
history-empty = No tables yet. The first one you open will appear here.
history-deleted = Deleted.
history-restored = It is back.
history-undo = Undo
history-restore = Bring back
history-bin = Recently deleted ({ $tables })
history-find = Find by name
history-fitting = { $tables ->
    [one] { $tables } table found
   *[other] { $tables } tables found
}
history-more = Show more ({ $left } left)
history-file = Save { $name } as a file
history-csv = Save the points of { $name } as CSV
history-delete = Delete { $name }
history-details = Details of { $name }
history-tool-details = Details
history-details-title = Details of the table
history-details-name = Name of the table
history-details-when = When it was played
history-moment-wrong = Enter a date and a time.
history-moment-future = This is in the future. Enter when it was played.
history-details-people = Who really played
history-details-seat = Seat { $seat } ({ $name })
history-details-shared = Several phones share this table, so its players can only be changed at the table.
history-details-winner = Who won?
history-details-open = The rules leave this tie open, so your table can name the winner.
history-details-counts = Counts in the statistics
history-uncounted = not counted
history-details-from = From when on, in { $name }’s seat
history-details-start = from the start
history-details-round = from round { $round } on
history-details-turn = from turn { $turn } on
history-details-over = Someone new takes over the score of the seat; you can change it in the standings. Whoever comes back goes on with their own.
history-details-absent = Whoever was entered did not sit there in that round.
history-details-taken = Somebody who joined this table has that name.
history-tools = Menu for { $name }
history-month = Month
history-all-months = All months
history-tool-file = Save
history-tool-delete = Delete
history-title-long = A table’s name can have at most { $most } characters.
history-files = Files
history-files-text = Everything stays on this device unless you share it. One file holds all tables, people, your own games, bookmarks and wish cards.
history-export = Save everything
history-spreadsheet = All results as CSV
csv-date = Date
csv-table = Table
csv-points = Points
csv-rounds = Rounds
history-import = Import a file
history-imported = { $added ->
    [0] No new tables
    [one] 1 table imported
   *[other] { $added } tables imported
}{ $known ->
    [0] .
    [one] , 1 was here already.
   *[other] , { $known } were here already.
}
history-importing = Importing the file…
history-import-progress = { $percent }%
history-import-stop = Stop
history-import-stopped = Stopped. Nothing from the file was stored.
history-import-slow = The import is taking a while; nothing from the file is stored yet. A game that is not on this device yet needs a connection: if you were offline, reload the page and import the file again.
history-import-restored = { $tables ->
    [one] 1 deleted table was restored.
   *[other] { $tables } deleted tables were restored.
}
history-import-longer = { $tables ->
    [one] 1 had more entries in the file: they were added.
   *[other] { $tables } had more entries in the file: they were added.
}
history-import-copies = { $tables ->
    [one] 1 went on differently here: the file’s version is now a separate table.
   *[other] { $tables } went on differently here: the file’s versions are now separate tables.
}
history-refused = Not imported: { $why }.
history-broken = Cannot be read
history-broken-text = These tables are kept exactly as they are. Save one as a file to have it repaired, or open what can be read as a new table.
history-broken-open = Open up to entry { $entry }
history-broken-export = Save what is there
old-title = Enter an old evening
old-text = Copy the rounds from a spreadsheet and paste them here, or choose a CSV file. You see how they are read before anything is stored.
old-paste = The rounds as text
old-file = Choose a file
old-reading = How it is read
old-separator = What separates the cells
old-tab = tab
old-semicolon = semicolon (;)
old-comma = comma (,)
old-rounds = Rounds
old-rounds-lines = One on each line
old-rounds-columns = One in each column
old-names-line = The first line has the names
old-names-column = The first column has the names
old-sums-line = The last line has the totals
old-sums-column = The last column has the totals
old-empty = Empty cells count as 0
old-numbers = The numbers are
old-numbers-points = the points of each round
old-numbers-totals = the totals so far
old-people = Who played
old-column = Column { $column }: { $cells }
old-line = Line { $line }: { $cells }
old-unused = not used
old-other = somebody else
old-name = Their name
old-game = Name of the game, if it has one
old-count = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
old-make = Make the table
old-unstored = Nothing was stored, but what you entered is still here. { $why }
old-unstored-refused = This browser cannot store anything here (a private window, or site data is blocked).
old-unstored-full = This device is full: free some space, then try again.
old-unstored-broken = Try again.
old-fault-text = The text is larger than { $most } kB.
old-fault-lines = The text has more than { $most } lines.
old-fault-columns = Line { $line } has more than { $most } columns.
old-fault-letters = Line { $line }, column { $column }: more than { $most } characters.
old-fault-encoding = This file cannot be read. Save it as “CSV UTF-8”, or copy its cells and paste them here.
old-fault-empty = Line { $line }, column { $column } is empty.
old-fault-number = Line { $line }, column { $column }: “{ $cell }” is not a number.
old-fault-decimals = Line { $line }, column { $column }: “{ $cell }” has more than one decimal. Points can have one.
old-fault-unclear = Line { $line }, column { $column }: “{ $cell }” may mean thousands or decimals. Write only the digits.
old-fault-points = Line { $line }, column { $column }: a round has at most { $most } points, above or below zero.
old-fault-sum = Line { $line }, column { $column }: the total there is { $written }, but the rounds add up to { $counted }.
old-fault-unnamed = Enter a name.
old-fault-twice = This name is there twice.
old-fault-rounds = There is no round.
old-fault-refused-line = The round in line { $line } is not possible.
old-fault-refused-column = The round in column { $column } is not possible.

settings-lang = Language
settings-furigana = Show how kanji are read
settings-theme = Theme
settings-theme-auto = Same as device
settings-theme-light = Light
settings-theme-dark = Dark
settings-table = At the table
settings-awake = Keep the screen on while a table is open
settings-awake-unable = The app cannot keep the screen on here. Change it in the device’s settings.
settings-awake-refused = The device refused last time, perhaps to save battery. Your next tap at a table asks again.
settings-buzz = Vibrate briefly when your tap ends a turn
settings-chime = Sound when a clock runs out
settings-buzz-unable = The app cannot make this device vibrate.
settings-people = Players
settings-people-none = Nobody yet. Everyone who plays will be listed here.
settings-person = Change { $name }
settings-person-name = Name
settings-person-empty = Enter a name.
settings-person-taken = Someone else is called { $name }. If they are the same person, choose them below.
settings-person-text = The new name is shown at all their tables. Colour and shape stay the same.
settings-person-same = Same person as
settings-person-merge = Merge the two
settings-person-away = Hide
settings-person-away-text = Someone who is hidden is no longer offered at a new table. Their games stay.
settings-away = Hidden ({ $people })
settings-away-back = Bring { $name } back
settings-renamed = { $old } is now called { $new }.
settings-merged = { $other } is now { $kept } at all tables.
settings-put-away = { $name } is hidden.
settings-brought-back = { $name } is back.
settings-undone = Undone.
safe-title = Your tables
safe-stays = They stay on this device until you delete them.
safe-loose = They are only in this browser, which may clear them when space runs short. An installed app is cleared far less easily, and a file is safe anywhere.
safe-apart = They are only in this browser, and Safari clears what has not been opened for a week. Save them as a file, add the app to the Home Screen (Share, then “Add to Home Screen”), and open the file there: the app has tables of its own.
safe-saved = { $days ->
    [0] Saved as a file today.
    [one] Last saved as a file { $days } day ago.
   *[other] Last saved as a file { $days } days ago.
}
safe-never = Never saved as a file.
safe-install = Install the app
safe-files = Save or open a file
safe-ask = Make sure your tables are not lost?
safe-how = How?
safe-no = No, thanks
keep-title = Your other devices
keep-about = Tables, players and settings can be the same on all your devices: phone and tablet, or Safari and the installed app. They meet at the host of this site, which cannot read what passes through.
keep-here-too = What is already on this device stays, and goes to the others too.
keep-name = Name of this device
keep-phone = Phone
keep-computer = Computer
keep-begin = Keep on my other devices
keep-other = Already set up on another device?
keep-code = Code from the other device
keep-code-wrong = A code has eight groups of four letters and digits. Please check yours.
keep-join = Join
keep-others = This device already has others, and this link is of different ones. If it joins them, it leaves those it has now; the tables stay.
keep-no-secrets = This device cannot make the random numbers that keep this secret. Another browser may.
keep-unstored = This device could not store it. Make room, then try again.
keep-coming = Connecting…
keep-same = Everything is the same on your devices.
keep-away = No connection right now. What is new goes out later, by itself.
keep-not-there = There is nothing under this code at this host. Check the code, or open the app on the other device first.
keep-out = Another device has removed this one. What is here stays, and nothing more comes.
keep-refused = The host takes nothing right now. This device asks again, by itself.
keep-disk = Something on this device could not be read or stored. It tries again, by itself.
keep-damaged = What this device knew of the others cannot be read any more. Your tables are all here. Join again with a code from another device.
keep-came = Last time: { $new ->
    [one] { $new } new table
   *[other] { $new } new tables
}, { $changed } changed.
keep-copies = { $tables ->
    [one] One table was played on differently on two devices. Both are in the history now.
   *[other] { $tables } tables were played on differently on two devices. Both of each are in the history now.
}
keep-waiting = { $tables ->
    [one] One open table
   *[other] { $tables } open tables
} will be brought up to date once closed.
keep-faults = { $tables ->
    [one] One table stays on its device: it is damaged, too long, or against the rules.
   *[other] { $tables } tables stay on their device: damaged, too long, or against the rules.
}
keep-newer = Another device has a newer version of the app. Reload the page to get it.
keep-add = Add a device
keep-add-text = Scan this with the other device, or type the code there under Settings. Whoever has it can see and change everything: show it to nobody else.
keep-code-own = Code
keep-this = This device
keep-seen = { $days ->
    [0] Seen today
    [one] Seen { $days } day ago
   *[other] Seen { $days } days ago
}
keep-forget = Remove { $name }
keep-forget-sure = Tap again to remove { $name }
keep-forgetting = Goes once the others hear of it
keep-forget-text = Your other devices go on with a new code. What { $name } has now stays on it.
keep-rename = Change name
keep-stop = Stop on this device
keep-stop-sure = Tap again to stop
keep-stop-text = Your tables stay here. The other devices go on without this one.
settings-about = About
settings-about-text = Takujo scores and explains card games played with real cards. No account, no ads. Nothing leaves this device unless you share it, and shared tables are encrypted.
settings-version = Version { $version }

trouble-refused = This browser cannot store anything here (a private window, or site data is blocked). The app works, but a table is lost when this page closes: save it as a file.
trouble-full = This device is full. Free some space, or save the table as a file.
trouble-lost = The browser has closed its storage and will not reopen it yet; another window of the app may be in the way. Close other windows, then try again.
trouble-unread = Settings or people stored here cannot be read right now. They are kept as they are, and the app keeps trying; until then, changes in the settings are not kept.
trouble-broken = Saving failed. Save the table as a file and reload the page.

load-too-large = the file is larger than { $most } MB
load-too-many = the file has more than { $most } entries or tables
load-too-many-corrections = it corrects early entries too often to be recounted
load-not-json = the file is incomplete or not JSON
load-not-takujo = it is not a Takujo file
load-newer = it was written by a newer Takujo (format { $version }); update the app first
load-unknown-game = the game “{ $game }” is unknown
load-setup = its players or options are damaged
load-record = entry { $record } is damaged
missing-title = Page not found
missing-text = There is no page “{ $address }”.
part-slow = This is taking a while. Are you online?
whats-new = What’s new
whats-new-updated = Takujo was updated.
whats-new-notes = Add a note to any round, in the standings. It goes into the file and the spreadsheet.
whats-new-clock = A clock for each turn or round: in the standings, under “This table”.
whats-new-comings = People can join, leave and change seats between rounds: in the standings, under “This table”.
whats-new-live = One table on many phones, by link or code: at the top of a table, “Play on all phones”.
whats-new-signed = At a shared table, the table’s phone can shut out another phone and take back what it entered.
whats-new-sheets = Make any card game your own: name it and make its score sheet in the options of a new table.
whats-new-people = Rename, merge or hide people in the settings; each can be undone.
whats-new-still = Nothing moves under your finger while you enter a round, even with large text.
whats-new-emblems = An emblem for each game. Results count up, and the end says which round decided it.
whats-new-saved = Taps that could not be saved survive leaving the table, a full disk and a deleted table.
whats-new-import = A file is imported as a whole or not at all, and brings deleted tables back.
whats-new-wide = On tablets and wide screens, keys and seats are larger, and what belongs together is side by side.
whats-new-furigana = Japanese texts can show furigana above the kanji, for children: in the settings.
whats-new-back = “Back” closes what is open over the page, and what you typed there is still there when you open it again.
whats-new-down = Any card game can count down, from 501 to 0 for example, and start below zero.
whats-new-sides = Any card game can be played in sides, with one score each: in the options, from four players on.
whats-new-known = Any card game: bids and tricks, bonuses and counts that have to add up, and sixteen known games to start from.
whats-new-ends = Any card game: several ends at once, a total to be reached exactly, ties that a round or the table decides, a deal that goes where you tap, points for one player after each turn, and halves.
whats-new-history = The history is a short list by month, and finds a table by player, game or month. What was entered wrongly about one can be put right, also who sat there from a later round on, or who won a tie.
whats-new-old = An old evening comes into the history as a table: paste it from a spreadsheet, or choose a CSV file.
whats-new-playoff = In Nerts, the extra round after a tie decides, also below the target.
whats-new-house = Nerts as your table plays it: in the options, Racing Demon, Dutch Blitz or your own numbers, who plays together, and whether a side enters one row.
whats-new-older = Works on iPhones and iPads from iOS 16.4 on.
whats-new-forfeits = A starter list of forfeits for the hanafuda game.
whats-new-scores = Totals are larger and have places, and the end tells how the game was won, also in the picture you share.
whats-new-cards = Cards are drawn on their keys, and the card that takes the trick stands out.
whats-new-unnamed = In a hurry? Tap how many play, and start without names. The last round can be corrected where you read it.
whats-new-cleared = If the browser’s data is cleared during a game, the table says so, and one tap stores it again.
whats-new-last = The last game stays on the home page with its winner, and one tap plays again.
whats-new-devices = Your tables can be the same on all your devices: Settings, “Your other devices”.
news-text = A new version is ready.
news-reload = Reload
news-later = Later

live-open = Play on all phones
live-title = One table, many phones
live-about = Everyone at the table sees the scores and the turn on their own phone, and can enter them there. Nothing to install: they just open a link.
live-limits = Everything is encrypted on the phones: the host that this page came from stores it but cannot read it. Anyone with the link can join.
live-start = Share this table
live-starting = Sharing…
live-no-host = The table could not be shared: this page’s host does not answer, or does not keep tables. “scripts/run” starts one that does.
live-no-secrets = This device cannot make the random numbers that links need, so it cannot share tables. Another browser might.
live-here = On all phones
live-waiting = { $count } on the way
live-coming = Connecting…
live-away = No connection
live-away-waiting = No connection, { $count } waiting
live-locked-waiting = Locked, { $count } waiting
live-over = No longer shared
live-app-old = App needs an update
live-app-old-text = The host is newer than this app. Reload this page, and again when it says that a new version is ready. Nothing that was entered is lost.
live-host-old = Host needs an update
live-host-old-text = The host is older than this app. Ask whoever runs it to update it; the app keeps trying. Nothing that was entered is lost.
live-unread = How this table is shared with other phones cannot be read. It goes on here, on this device alone.
live-over-text = The table was closed, its links were replaced, or the host no longer has it. Everything shared until then is on this phone.
live-no-room = The host is full, { $count } waiting
live-no-room-text = The host has no room for another table. Play goes on here, on this phone alone. Try to share it again later.
live-mark = Shared with other phones: { $state }
live-others = Others have played on in the meantime. Not counted from this phone: { $taps }.
live-watching = This phone cannot enter that. The table’s phone can.
live-aside = Somebody saved this round from another phone. What you were entering is not in it.
live-aside-by = { $who } saved this round. What you were entering here is not in it.
live-asked = Not saved: one row has two different entries. Choose the right one above.
live-rows = Who is done
live-row-in = { $names }: done
live-row-open = { $names }: not done yet
live-row-by = { $names }: done, entered by { $who }
live-row-typing = { $names }: { $who } is typing
live-row-asked = { $names }: which entry is right?
live-row-choice = { $who }: { $cells }
live-row-here = this phone
live-row-elsewhere = another phone
live-row-done = I am done
live-row-sent = Your row is in
live-writers = Who can enter what?
live-writers-all = Everyone, everything
live-writers-rows = Everyone their own row; this phone the rest
live-writers-one = Only this phone; the others watch
live-whose = Whose phone is this?
live-whose-none = Nobody’s
live-revoke = New links
live-revoke-sure = Yes, replace all links
live-revoke-text = Every link given out so far stops working, and phones that joined by one are disconnected: they need a new one. What is entered from then on cannot be read with an old link.
live-hand = Hand over the table
live-hand-sure = Yes, hand it over
live-hand-text = First have another phone scan the link for “the table’s phone”. This phone then plays along like the others.
live-makers = Who entered what
live-board = Big screen
live-board-last = Last round
live-board-last-turn = Last turn
live-board-news = { $who }: { $what }
live-board-scan = Scan to join
live-close-text = Every phone keeps what was played so far.
live-link = The link is for
live-link-write = playing along
live-link-rows = entering one’s own row
live-link-watch = watching
live-link-host = the table’s phone: also lock and close
live-code = Code for the link, to scan with another phone
live-address = Link
live-localhost = Other phones cannot open this link: the page was opened as “localhost”, and its host knows no address in the network. Is this computer in one, and was the host started without “--host”?
live-site = This computer’s address
live-give = Send the link
live-phones = Phones
live-phone = unnamed phone
live-hosts = table’s phone
live-shut = not let in
live-shut-here = Not let in
live-shut-text = Entries from this phone do not count. Ask whoever has the table’s phone to let you in.
live-shut-out = Shut out { $who }
live-let-in = Let { $who } in
live-let-in-text = Now only phones that are let in can enter anything. Whoever comes later waits in this list.
live-let-in-all = Let in everyone with a link
live-entered-by = What { $who } entered
live-take-back = Take back from here on
live-take-back-sure = Yes, take it back
live-taken-back = Taken back. What others entered has stayed.
live-taken-back-none = There was nothing left to take back.
live-taken-back-waits = Not taken back: something else is still on its way. Try again in a moment.
live-moving = Making new links…
live-not-moved = The links could not be replaced. The old ones still work.
live-lock = Lock for the others
live-unlock = Unlock
live-close = End sharing for all
live-close-sure = Yes, end it for all
live-alone = Go on alone on this phone
live-join-title = Join a table
live-join-broken = This link is not complete. Scan the code again.
live-join-gone = This table is no longer shared, or never was.
live-join-newer = This table was opened with a newer Takujo. Update the app first, then open the link again.
live-join-damaged = The table behind this link is damaged and cannot be opened.
live-join-no-host = The host does not answer. Are you on the same network? The app keeps trying.
live-join-reading = Reading the table…
live-join-write = You can see everything and enter rounds and turns.
live-join-watch = You can see everything.
live-join-who = Who are you?
live-join-name = Name
live-join-rows = You can see everything and enter your own row.
live-join-waits = You can see everything. To enter anything, you have to be let in on the table’s phone.
live-join-taken = has a phone
live-join-again = Somebody has this name already. If this is your second phone, that is fine.
live-join-sit = Sit down
live-join-look = Watch only
live-join-failed = This browser could not store the table.
live-join-where = You are in a browser. The table is kept in this browser; an installed app keeps its own tables.
live-help = What this can and cannot do
live-help-net = Without a connection, taps count on this phone and wait. Later they are sent automatically, unless others have played on: then they are shown here, and you decide.
live-help-rows = Where everyone enters their own row, nothing counts until the table’s phone saves the round. It can fill in for those without a phone, and what was entered on it is never overwritten.
live-help-link = A link is all anyone needs, so show it only to people at the table. “New links” disconnects everyone who joined by an old one.
live-help-says = Every entry shows which phone it came from, and no phone can pass for another. Who is holding it cannot be proved. The table’s phone can shut out a phone and take back what it entered. Tables shared with an older Takujo can do so once they have new links.
live-help-http = At an http:// address the table works, but browsers will not keep the screen on, install the app or start it offline.
live-help-iphone = An iPhone opens scanned links in Safari, not in the installed app.
live-help-host = The host sees when phones tap, not what. A table without a tap for 30 days is deleted there; every phone keeps its copy.
history-import-undo = Undo the import
history-import-undone = The import is undone.
history-import-undone-but = { $tables ->
    [one] The import is undone, except for a table that has changed since.
   *[other] The import is undone, except for { $tables } tables that have changed since.
}
tie-decide = Decide the tie
tie-names = { $names } are tied for the lead
tie-one-more = Play one more round
tie-share = Share the win
tie-text = Your table decides: one more round, a shared win, or one of them wins.
tie-wins = { $name } wins
