//! Pages drawn without a browser: each address shows its page in both languages, and none panics.

mod draw;

use std::rc::Rc;

use takujo::rules::book::Book;
use takujo::state::HomeCard;
use takujo_core::domain::session::{self, read_head};
use takujo_core::games::hanafuda::game::Hanafuda;
use takujo_core::games::machinamitorite::game::Machinamitorite;
use takujo_core::games::nerts::game::Nerts;
use takujo_core::games::weather::game::Weather;
use takujo_core::i18n::Lang;
use takujo_core::play::Play;
use takujo_core::storage::{Memory, Storage, Stored};

fn draw(path: &str, store: Rc<dyn Storage>) -> String {
    draw::draw(path, store, 20, Vec::new())
}

fn memory(values: &[(&str, &str)], tables: &[Stored]) -> Rc<dyn Storage> {
    let store = Memory::default();
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
        for (key, value) in values {
            store.write(key, value).await.unwrap();
        }
        for table in tables {
            store.create(table, None).await.unwrap();
        }
    });
    Rc::new(store)
}

fn stored(text: &str) -> Stored {
    let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
    let log = value["log"].take().as_array().unwrap().iter().map(ToString::to_string).collect();
    Stored { id: value["id"].as_str().unwrap().to_owned(), head: value.to_string(), log }
}

const EN: &str = r#"{"lang":"en"}"#;
const JA: &str = r#"{"lang":"ja","theme":"dark"}"#;

#[test]
fn every_address_draws_its_page_in_both_languages() {
    for (path, en, ja) in [
        ("/", "New table", "新しい卓"),
        ("/new/nerts", "New table: Nerts", "新しい卓：ナーツ"),
        ("/new/machinamitorite", "Machinamitorite", "マチナミトリテ"),
        ("/calculate/nerts", "Nerts: calculator", "ナーツの計算"),
        ("/calculate/machinamitorite", "White Arequipa", "アレキパ（白）"),
        ("/history", "No tables yet.", "まだ卓はありません。"),
        ("/settings", "Language", "言語"),
        ("/continue", "New table", "新しい卓"),
        ("/new/chess", "Page not found", "ページが見つかりません"),
        ("/calculate/chess", "Page not found", "ページが見つかりません"),
        ("/table/none/play", "There is no such table", "その卓は、この端末にはありません。"),
        ("/%F0%9F%82%A1/..//x?y#z", "Page not found", "ページが見つかりません"),
    ] {
        for (settings, word) in [(EN, en), (JA, ja)] {
            let page = draw(path, memory(&[("settings", settings)], &[]));
            let page = page.replace(['\u{200b}', '\u{2060}'], ""); // marks of phrases
            assert!(page.contains(word), "{path}: no {word:?} in {page}");
        }
    }
}

#[test]
fn a_stored_table_opens_at_each_of_its_views() {
    let table = stored(include_str!("saves/nerts-1.json"));
    let path = format!("/table/{}", table.id);
    for (tab, word) in
        [("play", "are tied for the lead"), ("standings", "Correct round 3"), ("nonsense", "are tied for the lead")]
    {
        let page = draw(&format!("{path}/{tab}"), memory(&[("settings", EN)], std::slice::from_ref(&table)));
        assert!(page.contains(word), "{tab}: no {word:?} in {page}");
        assert!(page.contains("Friday"));
    }
}

#[test]
fn a_damaged_table_shows_its_error() {
    let mut table = stored(include_str!("saves/nerts-1.json"));
    table.log[1] = "{".to_owned();
    let page = draw(&format!("/table/{}/play", table.id), memory(&[("settings", EN)], std::slice::from_ref(&table)));
    assert!(page.contains("entry 2 is damaged"), "{page}");
    table.head = table.head.replace("\"takujo\":1", "\"takujo\":7");
    let page = draw("/history", memory(&[("settings", EN)], &[table]));
    assert!(page.contains("Cannot be read") && page.contains("newer Takujo"), "{page}");
}

#[test]
fn the_table_in_play_is_at_the_top_of_the_home_page() {
    let table = stored(include_str!("saves/nerts-1.json"));
    let current = format!("\"{}\"", table.id);
    let page = draw("/", memory(&[("settings", EN), ("current", &current)], &[table]));
    assert!(page.contains("Now playing") && page.contains("Friday"), "{page}");
    let page = draw::draw("/", memory(&[("settings", EN), ("playing", "[\"gone\"]")], &[]), 20, vec![nothing_known()]);
    assert!(!page.contains("Now playing"), "a card stays of a table that is gone");
}

fn nothing_known() -> HomeCard {
    HomeCard::default()
}

#[test]
fn each_table_in_play_has_a_card_and_a_finished_one_has_none() {
    let nerts = stored(include_str!("saves/nerts-1.json"));
    let meisho = stored(include_str!("saves/nihon_meisho-1.json"));
    let over = stored(include_str!("saves/any-1.json"));
    let playing = serde_json::to_string(&[&over.id, &meisho.id, &nerts.id]).unwrap();
    let page =
        draw("/", memory(&[("settings", EN), ("playing", &playing)], &[nerts.clone(), meisho.clone(), over.clone()]));
    let at = |id: &str| page.find(&format!("/table/{id}/play"));
    assert_eq!(at(&over.id), None, "{page}");
    assert!(at(&meisho.id).is_some() && at(&meisho.id) < at(&nerts.id), "{page}");
    assert_eq!(page.matches("Now playing").count(), 1);
    assert_eq!(page.matches("Continue").count(), 1);
}

#[test]
fn one_address_continues_the_table_in_play() {
    let table = stored(include_str!("saves/nerts-1.json"));
    let current = format!("\"{}\"", table.id);
    let values = [("settings", EN), ("current", current.as_str())];
    let page = draw("/continue", memory(&values, std::slice::from_ref(&table)));
    assert!(page.contains("page table accent-nerts") && page.contains("Friday"), "{page}");
    let mut gone = table;
    gone.head = gone.head.replacen('{', "{\"deleted\":\"2026-01-01T00:00:00Z\",", 1);
    for tables in [vec![], vec![gone]] {
        let page = draw("/continue", memory(&values, &tables));
        assert!(page.contains("New table") && !page.contains("page table"), "{page}");
    }
}

#[test]
fn damaged_settings_count_as_unset() {
    let page = draw("/", memory(&[("settings", "{"), ("roster", "7"), ("current", "[]")], &[]));
    assert!(page.contains("Takujo"));
}

/// The boot page is the app's own home page. `TAKUJO_WRITE=1 cargo test --workspace --test render` updates it.
#[test]
fn the_boot_page_is_the_home_page_of_the_app() {
    const FROM: &str = "<!-- first page -->";
    const TO: &str = "<!-- /first page -->";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/index.html");
    let html = std::fs::read_to_string(path).unwrap();
    let from = html.find(FROM).unwrap() + FROM.len();
    let to = html.find(TO).unwrap();
    let mut first = "<div id=\"first\">".to_owned();
    for (lang, settings) in [("en", r#"{"lang":"en"}"#), ("ja", r#"{"lang":"ja"}"#)] {
        // With two unknown tables in play: `public/boot.js` fills in and shows as many as the device has stored.
        let page = draw::draw("/", memory(&[("settings", settings)], &[]), 0, vec![nothing_known(), nothing_known()]);
        let page = page.replace(" class=\"card current", " hidden=\"\" class=\"card current");
        let page = draw::as_first_screen(&page);
        assert!(page.contains("href=\"#/new/nerts\"") && page.contains(&format!("lang=\"{lang}\"")), "{page}");
        first.push_str(&page);
    }
    first.push_str("</div>");
    if std::env::var_os("TAKUJO_WRITE").is_some() {
        std::fs::write(path, format!("{}{first}{}", &html[..from], &html[to..])).unwrap();
    } else {
        assert_eq!(&html[from..to], first, "TAKUJO_WRITE=1 cargo test --test render writes it anew");
    }
}

#[test]
fn every_option_the_rules_link_to_is_on_the_new_table_page() {
    let book = Book::read(include_str!("../assets/generated/rules.txt"));
    // These appear only with four players or more, with three, or if cards are entered. A link to one shows all options.
    let later = [("nerts", "partnerships"), ("machinamitorite", "left_out"), ("nihon_meisho", "labels")];
    let mut fields = 0;
    for section in book.sections.iter().filter(|section| !section.switch.is_empty()) {
        let place = (book.games[section.game].id, section.switch);
        if !later.contains(&place) {
            let page = draw(&format!("/new/{}/{}", place.0, place.1), memory(&[("settings", EN)], &[]));
            assert!(page.contains(&format!("name=\"{}\"", place.1)), "{place:?} of {}", section.id);
            fields += 1;
        }
    }
    assert!(fields > 10, "{fields}");
}

#[test]
fn what_made_the_points_of_a_round_is_said_for_each_scored_game() {
    fn made<G: Play>(save: &str, round: usize, side: usize) -> Option<String> {
        let mut save: serde_json::Value = serde_json::from_str(save).unwrap();
        let log = save["log"].take();
        let head = read_head(&save.to_string()).unwrap();
        let session = session::open::<G>(&head, log.as_array().unwrap().clone()).unwrap();
        (G::WORDS.more.made_by)(&session, round, side, Lang::En).map(|words| words.replace('\u{200b}', ""))
    }
    let nerts = include_str!("saves/nerts-1.json");
    assert_eq!(made::<Nerts>(nerts, 0, 0).as_deref(), Some("33 played − 2 × 0 left"));
    let machi = include_str!("saves/machinamitorite-1.json");
    assert_eq!(made::<Machinamitorite>(machi, 0, 0).as_deref(), Some("5 alike: White Arequipa, house X"));
    let weather = include_str!("saves/weather-2.json");
    assert_eq!(made::<Weather>(weather, 0, 2).as_deref(), Some("Cloud"));
    let hanafuda = include_str!("saves/hanafuda-1.json");
    let won = (0..3).filter_map(|seat| made::<Hanafuda>(hanafuda, 0, seat)).collect::<Vec<_>>();
    assert_eq!(won, ["went out first"]);
    assert_eq!(made::<Nerts>(nerts, 99, 0), None, "there is no such round");
}
