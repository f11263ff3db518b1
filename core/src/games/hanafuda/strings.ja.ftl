hanafuda-name = 「無題」の花札ゲーム
hanafuda-tagline = 先に手札をなくす · 2⁠〜⁠5人
hanafuda-tab-turn = 手番
hanafuda-tab-points = 支払い
hanafuda-tab-cards = 札
hanafuda-round = 第{ $round }ラウンド
hanafuda-starter = 親から始めます。
hanafuda-counter-clockwise = 反時計回り
hanafuda-clockwise = 時計回り
hanafuda-seats = 席順（{ $way }）
hanafuda-current = 手番
hanafuda-cards = { $cards }枚

hanafuda-deal-title = 第{ $round }ラウンド：{ $name }が親
hanafuda-deal-hand = 1人に配る
hanafuda-deal-field = 場に表で
hanafuda-deal-pile = 残りは山札
hanafuda-field-check = 場に同じ月が3枚ある？
hanafuda-field-hint = 場の札の月を、1枚ずつタップしてください。
hanafuda-field-again = { $month }が{ $cards }枚。全部混ぜて配り直しです。
hanafuda-field-clear = 配り直した
hanafuda-field-fine = 3枚そろった月はありません。このまま始めます。
hanafuda-field-card = 場の{ $at }枚目：{ $month }。取り消す
hanafuda-field-empty = 場の{ $at }枚目：まだです
hanafuda-dealt = 配り終えた：{ $name }から

hanafuda-said-starts = 親の{ $name }から始めます。
hanafuda-said-plays = { $name }の手番です。
hanafuda-said-draw-and-lose = { $hit }は1枚引いて1回休み。{ $name }の手番です。
hanafuda-said-draw-and-lose-back = { $hit }は1枚引いて1回休み。もう一度{ $name }の手番です。
hanafuda-said-draw-then-play = { $hit }は1枚引いてから手番です。
hanafuda-said-lose = { $hit }は1回休み。{ $name }の手番です。
hanafuda-said-lose-back = { $hit }は1回休み。もう一度{ $name }の手番です。
hanafuda-moves = どの出し方？
hanafuda-move = { $kind ->
    [hand_field] 手と場
    [field_hiki] 場引き
    [hand_hand] 手と手
    [hand_hiki] 手引き
    [field_field] 場と場
    [struggle_match] あがき・捨てる
   *[struggle_keep] あがき・手札へ
}
hanafuda-move-how = { $kind ->
    [hand_field] 手札1枚を、場の同じ月の札に重ねて捨てます。場に1枚めくります。
    [field_hiki] 手札の同じ月3枚を、場の残り1枚に重ねて捨てます。場に1枚めくります。
    [hand_hand] 手札の同じ月2枚を捨てます。
    [hand_hiki] 手札の同じ月4枚を捨てます。
    [field_field] 場の同じ月2枚を捨て、手札1枚と山札1枚を場に置きます。効果なし。
    [struggle_match] 1枚引き、場の同じ月の札と捨てます。場に1枚めくります。効果なし。
   *[struggle_keep] 1枚引いて手札に入れます。効果なし。
}
hanafuda-how = それぞれの出し方
hanafuda-tops = 捨て札の一番上は？
hanafuda-top = { $top ->
    [bright] 光札
    [poetry] 赤短
    [purple] 青短
   *[other] その他
}
hanafuda-effect = { $top ->
    [bright] 次の人は1枚引いて1回休み。
    [poetry] 次の人は1枚引いてから手番。
    [purple] 次の人は1回休み。
   *[other] 効果なし。
}
hanafuda-right = 修正
hanafuda-right-title = 何を修正しますか？
hanafuda-right-hands = 手札の枚数
hanafuda-right-turn = だれの手番？
hanafuda-fewer = { $name }の手札を1枚減らす
hanafuda-more = { $name }の手札を1枚増やす

hanafuda-first = { $name }「ファースト！」
hanafuda-first-two = 手のひらをテーブルに。{ $name }が払います。
hanafuda-who-first = 第{ $round }ラウンド：勝ったのは？
hanafuda-who-first-legend = 最初に手札がなくなった人
hanafuda-who-touched = 手のひらをテーブルに！ { $name }の手に最初に重ねたのは？（その人は払いません）
hanafuda-player = プレイヤー
hanafuda-first-short = 勝ち
hanafuda-touched-short = 最初に重ねた
hanafuda-brights = 光札
hanafuda-all = 枚数
hanafuda-points = 点
hanafuda-cell = { $name }、{ $what }：{ $value }
hanafuda-formula = 光札は1枚5点、ほかの札は1枚1点。
hanafuda-save-payout = 払う
hanafuda-save-correction = 修正を保存
hanafuda-correct-payout = 支払いを修正
hanafuda-correct-forfeit = 罰ゲームを修正
hanafuda-recount = 数えた枚数が正しい

hanafuda-penalty-title = 罰ゲーム
hanafuda-heap = 一番上の手はだれ？
hanafuda-heap-only = { $name }が罰ゲームです。
hanafuda-draw = 罰ゲームを引く
hanafuda-draw-again = 引き直す
hanafuda-draw-from = { $forfeits ->
    [0] リストは空です。その場で決めるか、下に書いてください。
   *[other] リストの{ $forfeits }個から引きます。
}
hanafuda-done = 完了
hanafuda-done-own = その場で決めて完了
hanafuda-list = 罰ゲームのリスト（{ $forfeits }）
hanafuda-list-starters = おすすめを{ $count }つ加える
hanafuda-starter-hum = だれかが曲名を当てるまで鼻歌を歌う
hanafuda-starter-shuffle = 目を閉じて札を切る
hanafuda-starter-praise = 全員のいいところを1つずつ言う
hanafuda-starter-silent = 次の自分の手番が終わるまでしゃべらない
hanafuda-starter-pour = みんなの飲み物をつぐ
hanafuda-starter-flowers = 6か月分の花を言う
hanafuda-starter-joke = とっておきの寒いギャグを言う
hanafuda-starter-crane = 次の札が配られるまで鶴のポーズでいる
hanafuda-list-new = 罰ゲーム
hanafuda-list-change = 書き直す
hanafuda-list-add = 追加
hanafuda-list-edit = 「{ $text }」を書き直す
hanafuda-list-remove = 「{ $text }」を削除

hanafuda-over-title = 第{ $round }ラウンド終了
hanafuda-result = このラウンドの支払い
hanafuda-why-won = 勝ち
hanafuda-why-exempt = 最初に重ねたので免除
hanafuda-why-pays = { $brights ->
    [0] { $others }枚×1
   *[other] 光札{ $brights }枚×5 + { $others }枚×1
}
hanafuda-sum = 合計
hanafuda-did-penalty = { $name }が罰ゲームをしました。
hanafuda-did-penalty-text = { $name }：{ $text }
hanafuda-step-payout = 支払いを入力
hanafuda-next = 第{ $round }ラウンドを始める（親：⁠{ $name }）
hanafuda-other-dealer = ほかの人が親になる
hanafuda-stop = 終えて精算する
hanafuda-balance = ここまでの点
hanafuda-worth = 換算
hanafuda-settle = ここで終える場合
hanafuda-settle-final = だれがだれに払う？
hanafuda-settle-none = 支払いはありません。
hanafuda-settle-fewest = 支払いの回数がいちばん少ない方法です。
hanafuda-gives = { $from }から{ $to }へ
hanafuda-point-count = { $points }点
hanafuda-amount = { $amount }{ $unit }
hanafuda-penalties = 終えた罰ゲーム
hanafuda-penalty-correct = { $name }の罰ゲームを修正

hanafuda-chart = 48枚の一覧
hanafuda-chart-acting = 捨て札の一番上に来たら
hanafuda-chart-months = { $months }月
hanafuda-month = { $month ->
    [pine] 松
    [plum] 梅
    [cherry] 桜
    [wisteria] 藤
    [iris] 菖蒲
    [peony] 牡丹
    [bush_clover] 萩
    [pampas] 芒
    [chrysanthemum] 菊
    [maple] 紅葉
    [willow] 柳
   *[paulownia] 桐
}
hanafuda-month-number = { $number }月 { $month }
hanafuda-kind = { $kind ->
    [bright] 光札
    [animal] タネ
    [poetry_ribbon] 赤短
    [purple_ribbon] 青短
    [plain_ribbon] 短冊
   *[chaff] カス
}
hanafuda-picture = { $picture ->
    [crane] 鶴
    [warbler] 鶯
    [curtain] 幕
    [cuckoo] 時鳥
    [eight_plank_bridge] 八橋
    [butterflies] 蝶
    [boar] 猪
    [full_moon] 月
    [geese] 雁
    [sake_cup] 盃
    [deer] 鹿
    [rain_man] 小野道風
    [swallow] 燕
    [lightning] 雷
    [phoenix] 鳳凰
   *[other] {""}
}

hanafuda-direction = 進む向き
hanafuda-direction-counter = 反時計回り（右どなりへ）
hanafuda-direction-clockwise = 時計回り（左どなりへ）
hanafuda-direction-ruling = このアプリの裁定：ルールには「反時計回り」とも「左どなり」とも書かれています。花札で一般的な反時計回りにしました。
hanafuda-ending = ラウンドの終わり方
hanafuda-ending-payout = ほかの人が勝者に払う
hanafuda-ending-forfeit = 点の代わりに罰ゲーム
hanafuda-ending-both = 両方
hanafuda-ending-default = 通常は支払いだけです。
hanafuda-track = 手番と手札の枚数も記録する
hanafuda-track-text = オフにすると、各ラウンドの結果だけを入力します。
hanafuda-unit = 1点の値
hanafuda-unit-value = 1点は
hanafuda-unit-name = 単位
hanafuda-unit-example = 円、枚、個
hanafuda-unit-shown = 7点 = { $amount }
hanafuda-unit-default = 点だけ数えるなら、単位は空のままにします。

hanafuda-undo-field = 場の{ $month }
hanafuda-undo-dealt = 配り終えた
hanafuda-undo-count = { $name }の枚数
hanafuda-undo-exempt = 最初に重ねたのは{ $name }
hanafuda-undo-first = 勝ったのは{ $name }
hanafuda-undo-heap = 一番上は{ $name }
hanafuda-undo-drawn = 引いた罰ゲーム
hanafuda-did-move-top = { $kind }、上は{ $top }
hanafuda-did-hand = { $name }は{ $cards }
hanafuda-did-turn = 手番を{ $name }に変更
hanafuda-did-payout = { $name }への支払い
hanafuda-did-forfeit = { $name }の罰ゲーム
hanafuda-did-round = 次のラウンド
hanafuda-did-list = 罰ゲームのリスト
hanafuda-did-end = ゲーム終了

hanafuda-error-state = { $what ->
    [over] ゲームは終わっています。「元に戻す」で続けられます。
    [not_tracked] この卓では手番を記録していません。
    [nobody_first] まだだれも上がっていません。上がった人がいたら、手札を0枚に修正してください。
    [round_over] このラウンドは終わりました。先に次のラウンドを配ってください。
    [round_not_over] このラウンドはまだ終わっていません。
    [no_payouts] この卓は罰ゲームだけで、点は払いません。
    [no_forfeits] この卓は点だけで、罰ゲームはありません。
    [already_paid] このラウンドの支払いはもう終わりました。
    [already_done] このラウンドの罰ゲームはもう終わりました。
    [too_much] 大きすぎて数えられません。
    [no_exempt] 勝った人の手に最初に重ねた人を選んでください。
    [exempt_of_two] 2人のときは免除がありません。
    [exempt_winner] 勝った人を免除にはできません。
    [winner] 勝った人を選んでください。
    [no_card] 札は全部、場か手札にあります。引く札がありません。
   *[no_seat] この卓で遊んでいる人から選んでください。
}
hanafuda-error-players = このゲームは{ $least }〜{ $most }人です。今は{ $players }人です。
hanafuda-error-already-first = もう{ $name }が上がりました。このラウンドの手番はもうありません。
hanafuda-error-not-first = 上がったのは{ $first }です。{ $name }ではありません。
hanafuda-error-hand = { $name }の手札は{ $has }枚。この出し方は{ $needs }枚必要です。違うなら枚数を修正してください。
hanafuda-error-no-effect = { $kind }には、次の人への効果がありません。
hanafuda-error-cards = 手札が合わせて{ $total }枚はありえません。場に{ $field }枚あるので、{ $most }枚までです。
hanafuda-error-miscount = { $name }：数えたのは{ $counted }枚、アプリの記録は{ $tracked }枚です。数え直すか、
hanafuda-error-hands = { $given }人分の枚数がありますが、プレイヤーは{ $players }人です。
hanafuda-error-winner-holds = 勝った{ $name }に{ $cards }残っているはずがありません。
hanafuda-error-empty-hand = { $name }が0枚はありえません。それなら先に上がっています。
hanafuda-error-brights = 光札が{ $counted }枚になっています。全部で{ $most }枚しかありません。
hanafuda-error-brights-hand = { $name }：全部で{ $cards }枚なのに、光札{ $brights }枚は合いません。
hanafuda-error-heap-winner = 勝った{ $name }は罰ゲームをしません。
hanafuda-error-heap-exempt = { $name }は最初に重ねたので、一番下です。一番上ではありません。
hanafuda-error-empty = { $name }の{ $what }が空です。なければ0を入力してください。
hanafuda-error-range = 0〜{ $most }で入力してください。
hanafuda-error-worth = 0.001〜1000000の数を、小数点以下{ $decimals }けたまでで入力してください。
hanafuda-error-unit = 単位は{ $most }文字までです。前後に空白は入れられません。
hanafuda-error-forfeit-empty = 先に何か入力してください。
hanafuda-error-forfeit-long = { $chars }文字は長すぎます。{ $most }文字までです。
hanafuda-error-forfeit-same = それはもう{ $entry }番目にあります。
hanafuda-error-forfeit-full = リストがいっぱいです。{ $most }個までです。
hanafuda-error-forfeit-none = その罰ゲームはもうリストにありません。
hanafuda-agreed-counter-clockwise = 手番は反時計回り
hanafuda-agreed-clockwise = 手番は時計回り
hanafuda-agreed-payout = 勝者に払う
hanafuda-agreed-forfeit = 罰ゲーム
hanafuda-agreed-both = 支払いと罰ゲーム
hanafuda-agreed-results = 結果だけ
hanafuda-tally-balance = 精算の合計
hanafuda-tally-first = 上がった回数
