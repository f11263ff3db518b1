rules-back = Back
rules-loading = Opening the rules…
rules-failed = The rules could not be loaded. Your tables are not affected.
rules-missing = There is no such rule.
rules-search = Search the rules
rules-hint = Reverse on a +2, tie…
rules-where = Which rules
rules-all = All games
rules-found = { $rules ->
    [0] Nothing found. Try fewer or other words.
    [one] 1 rule found
   *[other] { $rules } rules found
}
rules-elsewhere = In other games
rules-bookmarks = Bookmarks
rules-bookmark = Bookmark
rules-contents = { $game }: contents
rules-example = Example
rules-ruling = Ruling
rules-switch = Choose it in the options of a new table
rules-track = Let the app keep track
rules-calculate = Calculate it
rules-flip = Read in English
rules-share = Share this rule
rules-plain = Printable page
rules-before = Previous: { $title }
rules-after = Next: { $title }
rules-whole = Show everything
