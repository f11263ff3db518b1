weather-name = あ〜した天気にニャ〜れ
weather-tagline = お願いで得点が変わる · 2⁠〜⁠6人
weather-tab-play = お願い
weather-tab-cards = お願いカード
weather-place = ラウンド{ $round }/{ $rounds }

weather-wish-sun = 晴
weather-wish-cloud = くもり
weather-wish-rain = 雨
weather-wish-thunderbolt = 天雷
weather-wish-heavy-snow = 豪雪
weather-wish-clear-sky = 快晴
weather-wish-overcast = 曇天
weather-wish-downpour = 豪雨
weather-kind-sun = 晴
weather-kind-cloud = くもり
weather-kind-rain = 雨
weather-kind-thunder = 雷
weather-kind-snow = 雪

weather-ask-pick = { $name }のお願い
weather-ask-announce = { $name }が宣言するお願い
weather-ask-reveal = { $name }が公開するお願い
weather-ask-correct = { $name }のお願いを変える
weather-pick-any = 第1ラウンドの順番は自由です。
weather-pick-order = 合計の高い人から選びます。
weather-pick-shown = 全員が選んでから、合計の高い順に見せます。
weather-announce-order = 伏せて出し、リードの人から宣言します。うそでもかまいません。
weather-reveal-text = リードは{ $name }。ラウンドが終わったら、お願いを公開します。
weather-next-up = 次は{ $name }。
weather-next-round = このあとラウンドを始めます。
weather-upper = 上位は快晴・曇天・豪雨。
weather-correct-round-wish = 第{ $round }ラウンド。このあとの計算もやり直します。
weather-order = 順番
weather-change-wish = { $name }：{ $wish }。選び直す
weather-after-base = 前のラウンドが{ $base }
weather-as-called = 宣言どおり
weather-not-copied = 点は未入力
weather-no-pool = この卓は基本の5つだけです。
weather-no-first = 第2ラウンドから。前が{ $base }のとき。
weather-no-used = 上位のお願いは1ゲームに1回。第{ $round }ラウンドで{ $wish }を選びました。
weather-no-base = 前が{ $base }のときだけ。前は{ $had }でした。

weather-ask-count = 第{ $round }ラウンドで取ったカード
weather-ask-count-again = 第{ $round }ラウンドを修正
weather-count-text = リードは{ $name }。終わったらカードを数えます。
weather-cell = { $name }の{ $kind }：{ $value }
weather-cell-alone = { $kind }：{ $value }
weather-pays-heavy-snow = なし{ $none }、1トリック{ $each }
weather-pays-overcast = 雷と雪が奇数なら反対
weather-pays-downpour = ＋雪1枚ごとに×{ $snow }
weather-tricks = { $tricks ->
    [0] トリックなし
   *[other] { $tricks }トリック
}
weather-no-trick-key = なし
weather-rest-key = 残り0
weather-save-round = 保存する
weather-save-correction = 修正を保存
weather-old-wishes = このラウンドのお願い
weather-fault-empty = { $name }の{ $kind }が空です。なければ0を入力してください。
weather-fault-range = 1種類につき{ $most }枚までです。
weather-fault-tricks = { $name }の{ $cards }枚は{ $players }で割り切れません。1トリックは{ $players }枚です。数え直してください。
weather-fault-no-cards = 全員が0枚です。だれかがトリックを取っているはずです。

weather-result = 第{ $round }ラウンド
weather-called = { $wish }と宣言（うそ）
weather-bluffs = { $bluffs ->
    [0] うそはまだなし
   *[other] うそはここまで{ $bluffs }回
}
weather-waits = お願いカードの点を入力すると計算できます
weather-leads-next = 第{ $round }ラウンドのリード（合計がいちばん低い）
weather-picks-next = 選ぶ順は{ $names }（合計の高い順）。
weather-to-next = 第{ $round }ラウンドのお願いへ
weather-so-far = ここまで
weather-step-cancelled = 雷と雪{ $pairs }組を相殺
weather-step-card = { $kind }{ $count }枚 × { $each } = { $points }
weather-step-no-trick = トリックなし { $points }
weather-step-tricks = { $tricks }トリック × { $each } = { $points }
weather-step-sum = 足して { $points }
weather-step-odd = 雷と雪{ $cards }枚（奇数）で反対の { $points }
weather-step-even = 雷と雪{ $cards }枚（偶数）でそのまま { $points }
weather-step-product = 雷と雪 { $factors } = { $points }
weather-step-empty = 雷も雪もなく、掛け算の分は { $points }
weather-step-nothing = 点になるカードなし 0

weather-cards-title = お願いカードの点
weather-cards-why = { $wishes }の点はカードにしかありません。
weather-cards-why-all = お願いの点はカードにしかありません。
weather-cards-needed = 先に{ $wishes }の点を入力してください
weather-cards-cell = { $wish }の{ $kind }：{ $value }
weather-cards-save = この点を保存
weather-cards-default = 一度だけ写してください。書いてある点を入力し、書かれていないカードは0にしてください。
weather-cards-saved = 保存しました。次からも使います。
weather-cards-over = このゲームは終わっています。ここの点を変えると得点も変わります。
weather-cards-use = この端末に保存した点を使う
weather-cards-example = 確かめ方：天雷は、晴1・くもり2・雨3・雷2・雪1で2点になるはずです。カードに違う点が書かれていれば、カードが正解です。
weather-cards-example-right = 合っています。
weather-cards-example-wrong = 今は{ $got }点です。
weather-cards-range = { $least }〜{ $most }で入力してください。

weather-pool = 使うお願い
weather-pool-printed = 標準（上位は直前が下位のとき）
weather-pool-five = 初心者向け（基本の5つだけ）
weather-pool-eight = 上級者向け（8つ全部から）
weather-eight-limited = 上位の条件は残す（直前が下位のとき、1回だけ）
weather-eight-ruling = このアプリの裁定：ルールには、8つから選べば上級者向けとあるだけなので、条件なしにします。きびしく読むならチェックしてください。
weather-hidden = 隠匿ルール
weather-hidden-text = お願いを伏せて宣言します。うそでもかまいません。ラウンドの終わりに公開したお願いで計算します。
weather-chosen-first = 全員が選んでから見せる
weather-chosen-ruling = このアプリの裁定：1人ずつ選び、あとの人は先のお願いを見てから選べます。ルールは、全員が選び終えてから出すとも読めます。
weather-product = 雷も雪もない豪雨
weather-product-zero = 掛け算の分は0点
weather-product-one = 掛け算の分は1点
weather-product-ruling = このアプリの裁定：ルールに定めがないので0点とします。
weather-starter = 第1ラウンドのリードは自分たちで決めます。お願いを選ぶ順番は自由です。

weather-calc-wish = お願い
weather-calc-players = 人数
weather-formula = 取った枚数を入力してください。なければ0です。
weather-calc-you = あなた

weather-did-picked = { $name }：{ $wish }
weather-did-announced = { $name }が{ $wish }と宣言
weather-did-revealed = { $name }が{ $wish }を公開
weather-did-taken = カード { $cards }
weather-did-printed = お願いカードの点

weather-error-players = { $players }人では遊べません。2〜6人です。
weather-error-seat = この卓で遊んでいる人から選んでください。
weather-error-over = 3ラウンドとも終わりました。もう一度遊ぶか、ラウンドを修正してください。
weather-error-needs-printed = 先に{ $wishes }のカードの点を入力してください。
weather-error-turn = 今は{ $name }ではなく{ $next }の手番です。
weather-error-picked = { $name }のお願いはもう決まっています。
weather-error-ineligible = { $name }の{ $wish }：{ $reason }
weather-error-missing = お願いがまだの人：{ $names }
weather-error-hidden = この卓ではお願いを宣言して、あとで公開します。
weather-error-open = この卓ではお願いを表向きに選びます。
weather-error-taken = このラウンドのカードはもう入力しました。お願いを公開してください。
weather-error-counts = { $given }人分の枚数がありますが、プレイヤーは{ $players }人です。
weather-agreed-printed = 標準のお願い
weather-agreed-five = 基本の5つだけ
weather-agreed-eight = 8つ全部から
weather-agreed-open = 公開
weather-agreed-hidden = 隠匿ルール
weather-tally-granted = かなったお願い
