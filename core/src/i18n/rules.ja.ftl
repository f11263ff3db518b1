rules-back = 戻る
rules-loading = ルールを開いています…
rules-failed = ルールを読み込めませんでした。卓の記録は無事です。
rules-missing = そのルールは見つかりません。
rules-search = ルールを検索
rules-hint = +2にリバース、同点…
rules-where = どのゲームのルール
rules-all = 全ゲーム
rules-found = { $rules ->
    [0] 見つかりません。短い言葉や別の言葉で探してみてください。
   *[other] { $rules }件
}
rules-elsewhere = ほかのゲーム
rules-bookmarks = しおり
rules-bookmark = しおり
rules-contents = { $game }：目次
rules-example = 例
rules-ruling = 裁定
rules-switch = 新しい卓のオプションで選ぶ
rules-track = 卓を開いてアプリに任せる
rules-calculate = 計算する
rules-flip = 日本語で読む
rules-share = このルールを共有
rules-plain = 印刷用のページ
rules-before = 前：{ $title }
rules-after = 次：{ $title }
rules-whole = 全文を表示
