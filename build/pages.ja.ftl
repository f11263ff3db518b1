# ルールのページだけで使う文。
pages-title = { $game }のルール（例つき） – 卓上 Takujo
pages-description = { $goal } 準備、進め方、点の数え方、遊んでいて迷うところを、例つきで説明します。
pages-open = アプリで開く
pages-all = ルール一覧
pages-contents = 目次
pages-index = ゲームのルール – 卓上 Takujo
pages-index-text = 答えを先に、短い例つきで。アプリが決めたところには「裁定」と書いてあります。
pages-note = カードゲームの点数と手番を見る「卓上 Takujo」のページです。内容は各ゲームの説明書にもとづき、文章はこのアプリのものです。
