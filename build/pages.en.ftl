# What only the plain pages of the rules say.
pages-title = { $game }: rules, with examples – Takujo
pages-description = { $goal } Setup, play, scoring and questions from the table, each with an example.
pages-open = Open in the app
pages-all = All rules
pages-contents = Contents
pages-index = Rules of the games – Takujo 卓上
pages-index-text = Short answers with examples. Where the app had to decide, it says so.
pages-note = These pages are part of Takujo, which scores card games at a real table. The facts come from the games’ own rule texts; the words are ours.
