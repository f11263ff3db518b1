app-title = Takujo 卓上
app-error = このページで問題が起きました。卓の記録は無事です。
nav-app = 卓上
nav-table = この卓
nav-tables = 卓
nav-rules = ルール
nav-history = 履歴
nav-settings = 設定
save = 保存
rule-link = ルール
lang-switch = { $language }に切り替える
close = 閉じる
clear = 消す

pad-next = 次へ
pad-erase = 1文字消す
pad-plus = たす
pad-minus = ひく
pad-ten = 10と次の数字
pad-minus-one = マイナス1
number-wrong = { $least }〜{ $most }の整数を入力してください。

home-new = 新しい卓
home-calculate = 計算だけ
home-current = プレイ中
home-continue = 続ける
round-count = { $rounds ->
    [0] まだ0ラウンド
   *[other] { $rounds }ラウンド
}
turn-count = { $turns ->
    [0] まだ1手もなし
   *[other] { $turns }手
}
calculate-title = { $game }の計算
chart-label = ラウンドごとの合計。数字はラウンドの表にあります。

standing-start = 開始
standing-leads = { $names }が{ $points }点でトップ
standing-tied = { $names }が{ $points }点で同点
standing-won = { $names }の勝ち
standing-shared = { $names }の引き分け

new-title = 新しい卓：{ $game }
new-players = プレイヤー
new-players-hint = { $least }〜{ $most }人。座っている順に、時計回りで。
new-known = 前に遊んだ人
new-name = 名前
new-add = 追加
new-name-empty = 名前を入力してください。
new-name-unseen = この名前は目に見えません。見える文字を1つは入力してください。
new-name-long = 名前は{ $most }文字までです。
new-name-twice = { $name }さんはもういます。別の人なら名前を変えてください。
new-name-known = { $name }さんと同じ人ですか？ 違うなら名前を変えてください。
new-name-same = { $name }さんです
new-full = このゲームは{ $most }人までです。
new-drag = ドラッグして席を替える
new-earlier = { $name }の席を前へ
new-later = { $name }の席を後ろへ
new-remove = { $name }を外す
new-starter = だれから始める？
new-starter-draw = ランダム
new-options = オプション
new-open = 始める
new-drawn = 最初の手番
new-to-table = 卓へ
seats-too-few = { $least }人以上必要です。今は{ $players }人です。
seats-too-many = { $most }人までです。今は{ $players }人です。
seats-no-name = { $seat }番目の席に名前を入力してください。
seats-long-name = { $seat }番目の席の名前が{ $most }文字を超えています。
seats-same-name = { $seat }番目の席の名前は、もう使われています。
seats-starter = 始める人を、プレイヤーから選んでください。

table-undo = 元に戻す：{ $step }
table-undo-none = 元に戻すものはありません
table-redo = やり直す：{ $step }
table-redo-none = やり直すものはありません
table-nothing-to-undo = 元に戻すものがありません。
table-nothing-to-redo = やり直すものがありません。
table-no-entry = その記録はもうありません。
table-later-entry = そうすると、{ $entry }番目の記録が成り立ちません：{ $problem }
table-step-note = メモ「{ $text }」
table-step-no-note = メモの消去
table-note-long = メモは{ $most }文字までです。
table-step-correct = 修正（{ $step }）
table-step-of = { $name }の{ $step }
table-over = ゲーム終了
table-saved = 保存済み
table-saving = 保存中…
table-not-saved = 未保存
table-trouble = 直前の入力はまだこの端末に保存されていません。入力は有効で、保存できるようになればすぐに保存します。それまでアプリを閉じないでください。
table-retry = もう一度
table-export = ファイルに保存
table-csv = 得点をCSVで保存
table-other-window = 別の画面でこの卓が先へ進みました。ここで入らなかった入力（{ $count }件）：{ $taps }
table-tap-again = もう一度入れる
table-let-go = 破棄
table-tap-undo = 元に戻す
table-tap-redo = やり直す
table-unfit = 今の状態には合わないため入りません：{ $taps }
table-aside = ここで入力していたラウンドは、別の画面で保存されました。
table-go-on = それでも表示する
table-leave-correction = 元のままにする
table-correction-over = ここで修正していた記録は、別の画面で変わりました。
table-deleted = この卓は削除されました。ここでの入力は記録されません。
table-bring-back = 元に戻す
table-in-bin = 削除済み
table-unreadable = この卓は開けません：{ $why }。記録はそのまま残してあります。履歴からファイルに保存できます。
table-missing = その卓は、この端末にはありません。
table-to-history = 履歴へ

flat-open = 真ん中に置く
flat-leave = 卓の画面に戻る
flat-seats = 席順
flat-clockwise = 席順。今は時計回り
flat-counter-clockwise = 席順。今は反時計回り
flat-now = 手番
flat-enter = 入力する

tab-standings = 成績
standings-title = 成績
standings-empty = まだ1ラウンドも終わっていません。
standings-reached = 目標達成
standings-missing = あと{ $points }点
standings-points = { $points }点
standings-rounds = ラウンドごと
standings-round = ラウンド
standings-total = 合計
standings-all = 全{ $rounds }ラウンドを表示
standings-correct = 修正
standings-correct-round = 第{ $round }ラウンドを修正
standings-note = メモ
standings-note-add = ラウンドにメモ
standings-note-change = 第{ $round }ラウンドのメモ：{ $text }
standings-more = この卓
ending-title = ゲーム終了
ending-decisive = 決め手は第{ $round }ラウンド：{ $winner } { $points }、{ $second } { $less }
ending-again = もう一度遊ぶ
ending-share = 結果を共有
ending-picture = 画像を共有
given-done = 共有しました。
given-copied = コピーしました。好きなところに貼り付けられます。
given-file = { $path } に保存しました。
given-failed = この端末ではできませんでした。

history-empty = まだ卓はありません。開いた卓がここに並びます。
history-deleted = 削除しました。
history-restored = 元に戻しました。
history-undo = 取り消す
history-restore = 元に戻す
history-bin = 最近削除した卓（{ $tables }）
history-find = 卓名・ゲーム・名前で探す
history-fitting = { $tables }卓見つかりました
history-more = さらに表示（残り{ $left }）
history-rename = { $name }の名前を変える
history-file = { $name }をファイルに保存
history-csv = { $name }の得点をCSVで保存
history-delete = { $name }を削除
history-rename-title = 卓の名前
history-rename-label = 卓の名前
history-rename-long = 卓の名前は{ $most }文字までです。
history-files = ファイル
history-files-text = 自分で渡さないかぎり、記録はこの端末から出ません。1つのファイルに、すべての卓と人、しおり、お願いカードの点が入ります。
history-export = すべて保存
history-import = ファイルを読み込む
history-imported = { $added ->
    [0] 新しい卓はありません
   *[other] { $added }卓を読み込みました
}{ $known ->
    [0] 。
   *[other] 。{ $known }卓はすでにありました。
}
history-importing = 読み込んでいます…
history-import-slow = 読み込みに時間がかかっています。まだ何も保存していません。この端末にないゲームには通信が要ります。つながっていなかった場合は、ページを読み込み直してからもう一度ファイルを読み込んでください。
history-import-restored = { $tables }卓を削除済みから元に戻しました。
history-import-longer = { $tables }卓はファイルの方が先へ進んでいたので、続きを加えました。
history-import-copies = { $tables }卓はここと進み方が違うので、ファイルの方を別の卓として並べました。
history-refused = 読み込めません：{ $why }。
history-broken = 読めない記録
history-broken-text = 記録はそのまま残してあり、上書きしません。ファイルに保存すれば、調べてもらえます。読めるところまでを、別の卓として開くこともできます。
history-broken-open = { $entry }番目の記録まで開く
history-broken-export = あるだけ保存

settings-lang = 言語
settings-theme = 配色
settings-theme-auto = 端末に合わせる
settings-theme-light = ライト
settings-theme-dark = ダーク
settings-table = 卓で
settings-awake = 卓を開いている間は画面を消さない
settings-awake-unable = ここからは画面をつけたままにできません。端末の設定で変えてください。
settings-awake-refused = 前回は端末に断られました。バッテリー節約のためかもしれません。次に卓でタップすると、もう一度試します。
settings-buzz = タップで手番が移ったら短く振動する
settings-buzz-unable = この端末では振動を使えません。
settings-people = プレイヤー
settings-people-none = まだいません。遊んだ人がここに並びます。
settings-person = { $name }を変える
settings-person-name = 名前
settings-person-empty = 名前を入れてください。
settings-person-taken = { $name }という人がほかにいます。同じ人なら、下で選んでください。
settings-person-text = 新しい名前は、その人のすべての卓に出ます。色と形は変わりません。
settings-person-same = 同じ人
settings-person-merge = ひとりにまとめる
settings-person-away = しまう
settings-person-away-text = しまった人は、新しい卓の候補に出なくなります。遊んだ記録は残ります。
settings-away = しまった人（{ $people }）
settings-away-back = { $name }を戻す
settings-renamed = { $old }を{ $new }に変えました。
settings-merged = { $other }を{ $kept }にまとめました。
settings-put-away = { $name }をしまいました。
settings-brought-back = { $name }を戻しました。
settings-undone = 元に戻しました。
settings-about = このアプリ
settings-about-text = 卓上は、本物のカードで遊ぶゲームの得点を計算し、その理由も説明します。登録も広告もなく、記録は端末の外へ出ません。
settings-version = バージョン { $version }

trouble-refused = このブラウザーには保存できません（プライベートウィンドウか、サイトデータの保存が止められています）。使えますが、ページを閉じると卓は消えます。ファイルに保存してください。
trouble-full = 端末の空きがありません。空きを作るか、卓をファイルに保存してください。
trouble-lost = ブラウザーの保存領域が閉じられ、まだ開き直せません。ほかのウィンドウでこのアプリを開いていたら閉じて、もう一度お試しください。
trouble-unread = 保存してある設定や人の一覧が、今は読めません。そのまま残してあり、読めるまで試し続けます。その間に変えた設定は保存されません。
trouble-broken = 保存に失敗しました。卓をファイルに保存して、ページを読み込み直してください。

load-too-large = ファイルが{ $most }MBを超えています
load-too-many = 記録か卓が{ $most }件を超えています
load-too-many-corrections = 前の記録の修正が多すぎて、数え直せません
load-not-json = ファイルが途中で切れているか、JSONではありません
load-not-takujo = 卓上のファイルではありません
load-newer = 新しい版の卓上（形式{ $version }）で書かれています。先にアプリを更新してください
load-unknown-game = 「{ $game }」というゲームは未対応です
load-setup = プレイヤーかオプションの部分が壊れています
load-record = { $record }番目の記録が壊れています
missing-title = ページが見つかりません
missing-text = 「{ $address }」というページはありません。
part-slow = 時間がかかっています。ネットワークにつながっていますか？
news-text = 新しいバージョンがあります。
news-reload = 更新
news-later = あとで
