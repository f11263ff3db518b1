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
pad-erase = Delete the last key
pad-plus = Plus
pad-minus = Minus
pad-ten = Ten and the next digit
pad-minus-one = Minus one
number-wrong = A whole number from { $least } to { $most }, please.

home-new = New table
home-calculate = Just calculate
home-current = At the table now
home-continue = Continue
round-count = { $rounds ->
    [0] no round yet
    [one] 1 round
   *[other] { $rounds } rounds
}
turn-count = { $turns ->
    [0] no turn yet
    [one] 1 turn
   *[other] { $turns } turns
}
calculate-title = { $game }: calculate
chart-label = Totals by round. The figures stand in the table of rounds.

standing-start = Under way
standing-leads = { $count ->
    [one] { $names } leads
   *[other] { $names } lead
} with { $points }
standing-tied = { $names } are level at { $points }
standing-won = { $count ->
    [one] { $names } wins
   *[other] { $names } win
}
standing-shared = { $names } share the win

new-title = New table: { $game }
new-players = Who plays?
new-players-hint = { $least } to { $most } players, clockwise as you sit.
new-known = People you have played with
new-name = Name
new-add = Add
new-name-empty = Type a name first.
new-name-unseen = Nothing of this name can be seen. Type at least one visible character.
new-name-long = A name has at most { $most } characters.
new-name-twice = { $name } already sits here. Somebody else needs another name.
new-name-known = { $name } is known. Somebody else? Change the name.
new-name-same = It is { $name }
new-full = This game takes at most { $most } players.
new-drag = Drag to change seats
new-earlier = Seat { $name } earlier
new-later = Seat { $name } later
new-remove = Remove { $name }
new-starter = Who starts?
new-starter-draw = Draw at random
new-options = What is agreed?
new-open = Open the table
new-drawn = The draw says
new-to-table = To the table
seats-too-few = At least { $least } players are needed; { $players ->
    [0] nobody sits here yet
    [one] only 1 sits here
   *[other] only { $players } sit here
}.
seats-too-many = At most { $most } players can play; { $players } sit here.
seats-no-name = Seat { $seat } needs a name.
seats-long-name = The name in seat { $seat } is longer than { $most } characters.
seats-same-name = The name in seat { $seat } is taken already.
seats-starter = Choose somebody who sits here to start.

table-undo = Undo: { $step }
table-undo-none = Nothing to undo
table-redo = Redo: { $step }
table-redo-none = Nothing to redo
table-nothing-to-undo = There is nothing to undo.
table-nothing-to-redo = There is nothing to redo.
table-no-entry = That entry is no longer there.
table-later-entry = Then entry { $entry } would not be possible: { $problem }
table-step-correct = correction of entry { $entry } ({ $step })
table-over = over
table-saved = Saved
table-saving = Saving…
table-not-saved = Not saved
table-trouble = The last taps are not saved on this device yet. They count, and are saved as soon as that works again. Do not close the app until then.
table-retry = Try again
table-export = Save as a file
table-csv = Points as CSV
table-other-window = Another window has played on at this table. Not taken here: { $count ->
    [one] one tap
   *[other] { $count } taps
} ({ $taps }).
table-tap-again = Tap again
table-let-go = Leave it
table-tap-undo = undo
table-tap-redo = redo
table-unfit = This does not fit any more: { $taps }.
table-aside = Another window has saved the round that was being entered here.
table-go-on = Show it all the same
table-leave-correction = Leave it as it was
table-correction-over = Another window has changed the entry that was being corrected here.
table-deleted = This table was deleted. What is tapped here does not count.
table-bring-back = Bring it back
table-in-bin = Deleted
table-unreadable = This table cannot be opened: { $why }. It is kept as it is; you can save it as a file in the history.
table-missing = There is no such table on this device.
table-to-history = To the history

flat-open = Lay the phone flat
flat-leave = Back to the table's screen
flat-seats = The seats
flat-clockwise = The seats; play goes clockwise
flat-counter-clockwise = The seats; play goes counter-clockwise
flat-now = plays now
flat-enter = Enter the move

tab-standings = Standings
standings-title = Standings
standings-empty = No round is scored yet.
standings-reached = target reached
standings-missing = { $points } to go
standings-points = { $points } points
standings-rounds = Rounds
standings-round = Round
standings-total = Total
standings-all = Show all { $rounds } rounds
standings-correct = Correct
standings-correct-round = Correct round { $round }
standings-more = This table
ending-title = The game is over
ending-again = Again, same people
ending-share = Share the result
ending-picture = Share as a picture
given-done = Handed over.
given-copied = Copied: paste it where you like.
given-file = Saved as { $path }.
given-failed = That did not work on this device.

history-empty = No tables yet. The first one you open will stand here.
history-deleted = Deleted.
history-restored = It is back.
history-undo = Undo
history-restore = Bring back
history-bin = Recently deleted ({ $tables })
history-find = Find a table by title, game or name
history-fitting = { $tables ->
    [one] { $tables } table fits
   *[other] { $tables } tables fit
}
history-more = Show more ({ $left } left)
history-rename = Rename { $name }
history-file = Save { $name } as a file
history-csv = Save the points of { $name } as CSV
history-delete = Delete { $name }
history-rename-title = Rename the table
history-rename-label = Name of the table
history-rename-long = A table's name has at most { $most } characters.
history-files = Files
history-files-text = Everything stays on this device until you give it out. One file holds all tables, people, bookmarks and wish cards.
history-export = Save everything
history-import = Take in a file
history-imported = { $added ->
    [0] No new table
    [one] 1 table taken in
   *[other] { $added } tables taken in
}{ $known ->
    [0] .
    [one] , 1 was here already.
   *[other] , { $known } were here already.
}
history-importing = Taking in the file…
history-import-restored = { $tables ->
    [one] 1 came back from the bin.
   *[other] { $tables } came back from the bin.
}
history-import-longer = { $tables ->
    [one] 1 goes on further in the file: its new entries were added.
   *[other] { $tables } go on further in the file: their new entries were added.
}
history-import-copies = { $tables ->
    [one] 1 went on differently here: the file's is now beside it as a table of its own.
   *[other] { $tables } went on differently here: the file's are now beside them as tables of their own.
}
history-refused = Not taken in: { $why }.
history-broken = Cannot be read
history-broken-text = These tables are kept exactly as they are. Save one as a file to have it repaired, or open what can be read as a table of its own.
history-broken-open = Open up to entry { $entry }
history-broken-export = Save what is there

settings-lang = Language
settings-theme = Theme
settings-theme-auto = As the system
settings-theme-light = Light
settings-theme-dark = Dark
settings-table = At the table
settings-awake = The screen stays on while a table is open
settings-awake-unable = The screen cannot be kept on from here, only in the device’s own settings.
settings-awake-refused = The device would not do it the last time, perhaps to spare the battery. Your next tap at a table asks again.
settings-buzz = A short buzz when your tap passes the turn on
settings-buzz-unable = This device cannot be made to vibrate from here.
settings-people = People
settings-people-none = Nobody yet. Whoever plays is remembered here.
settings-forget = Forget { $name }
settings-about = About
settings-about-text = Takujo scores and explains card games you play with real cards. No account, no ads, nothing leaves this device.
settings-version = Version { $version }

trouble-refused = This browser keeps nothing here (a private window, or site data is blocked). The app works, but a table is gone when this page closes: save it as a file.
trouble-full = This device has no room left. Free some, or keep the table as a file.
trouble-lost = The browser has closed its storage and does not open it again yet; another window of the app may be in the way. Close other windows, then try again.
trouble-unread = Settings or people stored here cannot be read just now. They are kept as they are, and the app goes on trying; what you change in the settings meanwhile is not kept.
trouble-broken = Saving failed. Keep the table as a file and reload the page.

load-too-large = the file is larger than { $most } MB
load-too-many = the file has more than { $most } entries or tables
load-too-many-corrections = it corrects early entries more often than can be counted through
load-not-json = it is not a whole JSON file
load-not-takujo = it is not a file of Takujo
load-newer = it was written by a newer Takujo (format { $version }); update the app first
load-unknown-game = the game “{ $game }” is not known here
load-setup = its players or options are damaged
load-record = entry { $record } is damaged
missing-title = Nothing here
missing-text = There is no page “{ $address }”.
part-slow = This is taking long. Is there a network?
news-text = New version: reload when you like.
news-reload = Reload
news-later = Later
