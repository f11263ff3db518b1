//! Writes the rules as plain pages, one per game and language, for people and search engines without the app: with no
//! scripts, a style sheet of their own, and relative addresses. The ids of sections are those of the app.
//! `scripts/finish.mjs` copies the pages to the site.

use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement};

use crate::phrases;
use crate::rules::{Page, Rules, Section};

/// The languages, in the order of [`Rules::games`], with their own names.
const LANGS: [(&str, &str); 2] = [("en", "English"), ("ja", "日本語")];
/// Only styles and pictures of the same site are loaded.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";
/// The app's style sheet up to this comment is its palette, which the pages share.
const PALETTE_ENDS: &str = "/* Okabe-Ito";

/// All files: their names and contents. `style` is the app's style sheet; `say` finds a message by language and key.
pub fn write<'a>(rules: &Rules, style: &str, say: impl Fn(&str, &str) -> &'a Pattern<String>) -> Vec<(String, String)> {
    let (palette, _) = style.split_once(PALETTE_ENDS).expect("the app's style sheet begins with its colours");
    let own = std::fs::read_to_string("build/pages.css").expect("the pages' style sheet is there");
    let mut files =
        vec![("rules.css".to_owned(), format!("{palette}{own}")), ("index.html".to_owned(), index(rules, &say))];
    for (game, pages) in &rules.games {
        for (page, (lang, _)) in pages.iter().zip(LANGS) {
            let say = |key: &str, value: &str| filled(say(lang, key), value);
            files.push((name(game, lang), game_page(game, page, lang, rules, say)));
        }
    }
    files
}

fn name(game: &str, lang: &str) -> String {
    format!("{game}.{lang}.html")
}

/// A message with `value` in place of its argument.
fn filled(pattern: &Pattern<String>, value: &str) -> String {
    let part = |element: &PatternElement<String>| match element {
        PatternElement::TextElement { value } => value.clone(),
        PatternElement::Placeable { expression: Expression::Inline(InlineExpression::VariableReference { .. }) } => {
            value.to_owned()
        }
        other => panic!("not supported on the pages: {other:?}"),
    };
    pattern.elements.iter().map(part).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A text of the rules as HTML. Links lead to pages in the same language.
fn inline(text: &str, lang: &str) -> String {
    let mut out = String::new();
    let mut strong = false;
    let mut rest = text;
    while let Some(at) = rest.find(['\u{1}', '\u{2}']) {
        out.push_str(&escaped(&rest[..at]));
        if rest[at..].starts_with('\u{1}') {
            strong = !strong;
            out.push_str(if strong { "<strong>" } else { "</strong>" });
            rest = &rest[at + 1..];
            continue;
        }
        let (link, after) = rest[at + 1..].split_once('\u{4}').expect("a link ends");
        let (to, words) = link.split_once('\u{3}').expect("a link has words");
        let to = match to.split_once('#').expect("a link leads to a section") {
            ("", section) => format!("#{section}"),
            (game, section) => format!("./{}#{section}", name(game, lang)),
        };
        out.push_str(&format!("<a href=\"{to}\">{}</a>", escaped(words)));
        rest = after;
    }
    out + &escaped(rest)
}

/// A text of the rules without its markup and its marks for line breaks.
fn plain(text: &str) -> String {
    let mut target = false;
    let shown = |c: &char| {
        target = (target || *c == '\u{2}') && *c != '\u{3}';
        !target && !('\u{1}'..='\u{4}').contains(c) && ![phrases::BREAK, phrases::JOINER].contains(c)
    };
    text.chars().filter(shown).collect()
}

/// The first text of a kind in a section; empty if it has none.
fn text(section: &Section, kind: char) -> &str {
    section.texts.iter().find(|(other, _)| *other == kind).map_or("", |(_, text)| text)
}

/// The beginning of every page. `alternates` are its links to the same page in each language.
fn head(lang: &str, title: &str, description: &str, alternates: &str) -> String {
    let (title, description) = (escaped(title), escaped(description));
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"description\" content=\"{description}\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n<meta property=\"og:description\" content=\"{description}\">\n\
         {alternates}<link rel=\"icon\" href=\"../icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"./rules.css\">\n</head>\n"
    )
}

fn game_page(game: &str, page: &Page, lang: &str, rules: &Rules, say: impl Fn(&str, &str) -> String) -> String {
    let title = page.names.split('\t').next().unwrap_or_default();
    let first = page.sections.first().expect("a game has sections");
    let description = say("pages-description", &plain(text(first, 'A')));
    let alternates: String = LANGS
        .iter()
        .map(|(lang, _)| format!("<link rel=\"alternate\" hreflang=\"{lang}\" href=\"./{}\">\n", name(game, lang)))
        .collect();
    let (other, other_name) = LANGS.into_iter().find(|(other, _)| *other != lang).expect("there are two languages");
    let to_other = |section: &str| {
        format!("<a href=\"./{}{section}\" lang=\"{other}\" hreflang=\"{other}\">{other_name}</a>", name(game, other))
    };
    let open = escaped(&say("pages-open", ""));
    let mut out = head(lang, &say("pages-title", title), &description, &alternates);
    out += &format!(
        "<body class=\"accent-{game}\">\n<header>\n<nav><a href=\"./index.html#{lang}\">{}</a> <a href=\"../#/rules/{game}\">{open}</a> {}</nav>\n\
         <h1>{}</h1>\n</header>\n<main>\n<nav class=\"contents\" aria-labelledby=\"on-this-page\">\n<h2 id=\"on-this-page\">{}</h2>\n<ul>\n",
        escaped(&say("pages-all", "")),
        to_other(""),
        escaped(title),
        escaped(&say("pages-contents", "")),
    );
    for section in &page.sections {
        out += &format!("<li><a href=\"#{}\">{}</a></li>\n", section.id, escaped(text(section, 'T')));
    }
    out += "</ul>\n</nav>\n";
    let mut shown = Vec::new();
    for section in &page.sections {
        let id = &section.id;
        out += &format!("<section id=\"{id}\">\n<h2>{}</h2>\n", escaped(text(section, 'T')));
        out += &format!("<p class=\"answer\">{}</p>\n", inline(text(section, 'A'), lang));
        let labelled = |kind: char, key: &str| match text(section, kind) {
            "" => String::new(),
            text => format!("<strong>{}</strong> {}", escaped(&say(key, "")), inline(text, lang)),
        };
        match labelled('E', "rules-example") {
            example if example.is_empty() => {}
            example => out += &format!("<p class=\"example\">{example}</p>\n"),
        }
        let detail: Vec<_> = section.texts.iter().filter(|(kind, _)| matches!(kind, 'P' | 'L')).collect();
        for run in detail.chunk_by(|(a, _), (b, _)| *a == 'L' && *b == 'L') {
            if run[0].0 == 'L' {
                let items: String = run.iter().map(|(_, item)| format!("<li>{}</li>\n", inline(item, lang))).collect();
                out += &format!("<ul>\n{items}</ul>\n");
            } else {
                out += &format!("<p>{}</p>\n", inline(&run[0].1, lang));
            }
        }
        let picture = section.facts.iter().find_map(|fact| fact.strip_prefix("I "));
        if let Some((id, svg)) = rules.pictures.iter().find(|(id, _)| Some(id.as_str()) == picture) {
            let before = shown.iter().filter(|other| *other == id).count();
            shown.push(id.clone());
            out += &format!(
                "<div class=\"picture\" role=\"img\" aria-label=\"{}\">{}</div>\n",
                escaped(text(section, 'T')),
                renamed(svg, before)
            );
        }
        match labelled('R', "rules-ruling") {
            ruling if ruling.is_empty() => {}
            ruling => out += &format!("<p class=\"ruling\">{ruling}</p>\n"),
        }
        out += &format!(
            "<p class=\"tools\"><a href=\"../#/rules/{game}/{id}\">{open}</a> {}</p>\n</section>\n",
            to_other(&format!("#{id}"))
        );
    }
    out + &format!("</main>\n<footer><p>{}</p></footer>\n</body>\n</html>\n", escaped(&say("pages-note", "")))
}

/// A picture with ids that no other on the page has, if the same one appears `before` times before it.
fn renamed(svg: &str, before: usize) -> String {
    if before == 0 {
        return svg.to_owned();
    }
    let ids = svg.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    ids.fold(svg.to_owned(), |svg, id| {
        svg.replace(&format!("id=\"{id}\""), &format!("id=\"{id}-{before}\""))
            .replace(&format!("#{id}\""), &format!("#{id}-{before}\""))
            .replace(&format!("#{id})"), &format!("#{id}-{before})"))
    })
}

/// The index of all pages, in both languages.
fn index<'a>(rules: &Rules, say: impl Fn(&str, &str) -> &'a Pattern<String>) -> String {
    let both = |key: &str| LANGS.map(|(lang, _)| filled(say(lang, key), "")).join(" / ");
    let mut out = head("en", &both("pages-index"), &both("pages-index-text"), "");
    out += "<body class=\"accent-glossary\">\n<header>\n<nav><a href=\"../\">Takujo 卓上</a></nav>\n";
    out += &format!("<h1>{}</h1>\n</header>\n<main>\n", escaped(&both("pages-all")));
    for (at, (lang, language)) in LANGS.into_iter().enumerate() {
        let say = |key: &str| escaped(&filled(say(lang, key), ""));
        out += &format!(
            "<section class=\"contents\" id=\"{lang}\" lang=\"{lang}\">\n<h2>{language}</h2>\n<p>{}</p>\n<ul>\n",
            say("pages-index-text")
        );
        for (game, pages) in &rules.games {
            let title = escaped(pages[at].names.split('\t').next().unwrap_or_default());
            out += &format!("<li><a href=\"./{}\">{title}</a></li>\n", name(game, lang));
        }
        out += &format!("</ul>\n<p>{}</p>\n</section>\n", say("pages-note"));
    }
    out + "</main>\n</body>\n</html>\n"
}
