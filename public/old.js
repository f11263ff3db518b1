// Says in words that the browser is too old, or has WebAssembly turned off. Otherwise the first page would stand there
// with links that lead nowhere. Every browser must be able to run this, so it is written, and compiled, as they all
// understand it.
(function () {
  var css = window.CSS && CSS.supports;
  var fit = css && CSS.supports('height: 1lh') && CSS.supports('selector(:has(a))') && CSS.supports('color: color-mix(in srgb, red, red)');
  if (fit && typeof WebAssembly === 'object') return;

  var words = fit ? {
    en: ['Takujo needs WebAssembly', 'This browser has it turned off. In Safari, Lockdown Mode does that; it can be turned off for single sites. Nothing that was saved is lost.'],
    ja: ['卓上には\u200bWebAssemblyが\u200b必要です', 'このブラウザではオフになっています。Safariのロックダウンモードが原因なら、サイトごとに解除できます。保存済みのものは消えていません。']
  } : {
    en: ['This browser is too old for Takujo', 'It needs Safari 16.4, Chrome 111, Firefox 121 or a newer one. On an iPhone or iPad, update iOS. Nothing that was saved is lost.'],
    ja: ['このブラウザでは\u200b卓上を\u200b使えません', 'Safari 16.4、Chrome 111、Firefox 121以降が必要です。iPhoneやiPadでは、iOSを更新してください。保存済みのものは消えていません。']
  };
  var rules = { en: 'The rules of the games can be read here.', ja: 'ゲームのルールは、ここで読めます。' };
  // The style sheet hides everything else, and public/rescue.js has nothing to add.
  document.documentElement.className = 'old';

  function show() {
    var page = document.createElement('main');
    page.className = 'too-old';
    for (var lang in words) {
      var part = document.createElement('section');
      part.lang = lang;
      var heading = document.createElement('h1');
      heading.appendChild(document.createTextNode(words[lang][0]));
      var text = document.createElement('p');
      text.appendChild(document.createTextNode(words[lang][1]));
      var link = document.createElement('a');
      link.href = './rules/index.html' + (lang === 'ja' ? '#ja' : '');
      link.appendChild(document.createTextNode(rules[lang]));
      part.appendChild(heading);
      part.appendChild(text);
      part.appendChild(link);
      // The language of the person comes first.
      page.insertBefore(part, lang === document.documentElement.lang ? page.firstChild : null);
    }
    document.body.appendChild(page);
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
  else show();
})();
