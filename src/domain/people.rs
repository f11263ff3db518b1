//! The people the app knows: one entry per person, whose colour and shape (mark) stay theirs from table to table.

use serde::{Deserialize, Serialize};

use super::seats::{MAX_NAME, MAX_SEATS, Player, typed_name, unseen};

/// Most people remembered.
pub const MAX_KNOWN: usize = 60;

/// Whether two names are the same person's: equal apart from what a keyboard may change unasked, namely case,
/// full-width letters and invisible characters.
pub fn same_name(a: &str, b: &str) -> bool {
    plain_name(a) == plain_name(b)
}

/// A text without what [`same_name`] ignores.
pub fn plain_name(name: &str) -> String {
    name.chars().filter(|c| !unseen(*c)).map(plain_letter).collect()
}

/// A letter in normal width, and lower case if it is Latin, Greek or Cyrillic. Uses their order in Unicode, because the
/// standard library's full table would add to the first page's download.
fn plain_letter(c: char) -> char {
    let moved = |by: u32| char::from_u32(u32::from(c).wrapping_add(by)).unwrap_or(c);
    match c {
        '\u{FF01}'..='\u{FF5E}' => plain_letter(moved(0xFEE0_u32.wrapping_neg())),
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ω' | 'А'..='Я' => moved(32),
        'Ѐ'..='Џ' => moved(80),
        // Each capital comes before its small letter.
        'Ā'..='ķ' | 'Ŋ'..='ŷ' => moved((u32::from(c) % 2) ^ 1),
        'Ĺ'..='ň' | 'Ź'..='ž' => moved(u32::from(c) % 2),
        c => c,
    }
}

/// A person among `players`, by name.
pub fn find<'a>(players: &'a [Player], name: &str) -> Option<&'a Player> {
    // Older versions treated two spellings as two people, so try the exact one first.
    let exact = players.iter().find(|player| player.name == name);
    exact.or_else(|| players.iter().find(|player| same_name(&player.name, name)))
}

/// Everyone known; those who played most recently come first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct People(Vec<Player>);

impl People {
    /// All of them; those who played most recently come first.
    pub fn all(&self) -> &[Player] {
        &self.0
    }

    /// Seats `name` after those already `seated`. A known person keeps their mark. If two have the same, whoever is new
    /// to the app gets another one, or else whoever sits down later.
    pub fn seat(&self, seated: &mut Vec<Player>, name: String) {
        let own = find(&self.0, &name).map(|known| known.mark);
        let holder = seated.iter().position(|player| Some(player.mark) == own);
        let stranger = holder.filter(|at| find(&self.0, &seated[*at].name).is_none());
        let mark = match (own, holder, stranger) {
            (Some(own), None, _) => own,
            (Some(own), _, Some(at)) => {
                seated[at].mark = self.free_mark(seated);
                own
            }
            _ => self.free_mark(seated),
        };
        seated.push(Player { name, mark });
    }

    /// A mark that nobody in `seated` has, and as few known people as possible.
    fn free_mark(&self, seated: &[Player]) -> u8 {
        let known = |mark: u8| self.0.iter().filter(|player| player.mark == mark).count();
        let free = all_marks().filter(|mark| seated.iter().all(|player| player.mark != *mark));
        free.min_by_key(|mark| known(*mark)).unwrap_or(0)
    }

    /// Remembers who plays now. A known person keeps their mark, unless someone else has it too and the one used at
    /// this table is nobody's: then they keep that one.
    pub fn remember(&mut self, players: &[Player]) {
        let mut now: Vec<Player> = Vec::new();
        for player in players {
            let Some(known) = find(&self.0, &player.name).cloned() else {
                now.push(player.clone());
                continue;
            };
            let had = |mark: u8| self.0.iter().any(|other| other.name != known.name && other.mark == mark);
            let mark = if had(known.mark) && !had(player.mark) { player.mark } else { known.mark };
            if now.iter().all(|other| other.name != known.name) {
                now.push(Player { mark, ..known });
            }
        }
        self.0.retain(|known| now.iter().all(|player| player.name != known.name));
        now.append(&mut self.0);
        now.truncate(MAX_KNOWN);
        self.0 = now;
    }

    /// Adds people from a file after the known ones, who stay as they are.
    pub fn take_in(&mut self, others: Vec<Player>) {
        for player in others {
            let fits = usize::from(player.mark) < MAX_SEATS
                && typed_name(&player.name) == player.name
                && (1..=MAX_NAME).contains(&player.name.chars().count());
            if fits && self.0.len() < MAX_KNOWN && find(&self.0, &player.name).is_none() {
                let theirs = self.0.iter().all(|known| known.mark != player.mark);
                let mark = if theirs { player.mark } else { self.free_mark(&[]) };
                self.0.push(Player { mark, ..player });
            }
        }
    }

    /// Forgets a person.
    pub fn forget(&mut self, name: &str) {
        self.0.retain(|known| known.name != name);
    }
}

fn all_marks() -> impl Iterator<Item = u8> {
    0..u8::try_from(MAX_SEATS).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(names: &[(&str, u8)]) -> Vec<Player> {
        names.iter().map(|(name, mark)| Player { name: (*name).to_owned(), mark: *mark }).collect()
    }

    /// Seats these people in this order.
    fn seated(known: &People, names: &[&str]) -> Vec<Player> {
        let mut seated = Vec::new();
        for name in names {
            known.seat(&mut seated, (*name).to_owned());
        }
        seated
    }

    #[test]
    fn one_person_is_known_by_one_name() {
        for (a, b) in [
            ("Aiko", "aiko"),
            ("Aiko", "ＡＩＫＯ"),
            ("José", "JOSÉ"),
            ("Łukasz", "łuKASZ"),
            ("Žofie", "žOFIE"),
            ("Şule", "şULE"),
            ("Ира", "иРА"),
            ("Ёлка", "ёлка"),
            ("Νίκη", "νίΚη"),
            ("Ann", "Ann\u{200b}"),
            ("美咲", "美咲"),
        ] {
            assert!(same_name(a, b), "{a} {b}");
        }
        for (a, b) in
            [("Aiko", "Aika"), ("Ann", "An n"), ("あい", "アイ"), ("", "a"), ("À", "A"), ("ŀ", "Ł"), ("×", "÷")]
        {
            assert!(!same_name(a, b), "{a} {b}");
        }
        let both = people(&[("Aiko", 0), ("aiko", 1)]);
        assert_eq!(find(&both, "aiko"), Some(&both[1]), "an older list may have both");
    }

    #[test]
    fn a_mark_stays_with_its_person() {
        let mut known = People::default();
        known.remember(&seated(&known, &["Ann", "Bob"]));
        assert_eq!(known.all(), people(&[("Ann", 0), ("Bob", 1)]));
        let table = seated(&known, &["Cy", "Bob", "Ann"]);
        assert_eq!(table, people(&[("Cy", 2), ("Bob", 1), ("Ann", 0)]));
        known.remember(&table);
        assert_eq!(known.all(), table);
        assert_eq!(seated(&known, &["Ann", "Cy"]), people(&[("Ann", 0), ("Cy", 2)]));
    }

    #[test]
    fn a_clash_is_solved_for_the_newcomer() {
        // All twelve marks are taken, so the newcomer shares one.
        let twelve =
            ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"].into_iter().zip(0..).collect::<Vec<_>>();
        let mut known = People(people(&twelve));
        assert_eq!(seated(&known, &["New", "B", "A"]), people(&[("New", 2), ("B", 1), ("A", 0)]));
        // It stays theirs. At a table with its other owner, whoever sits down later gets another one.
        known.remember(&people(&[("New", 2)]));
        assert_eq!(seated(&known, &["C", "New"]), people(&[("C", 2), ("New", 0)]));
        known.remember(&people(&[("C", 2), ("New", 0)]));
        assert_eq!(find(known.all(), "New").unwrap().mark, 2, "every mark has an owner");

        // Two people of an old list share a mark: one of them gets an unused one for good.
        let mut known = People(people(&[("Ann", 0), ("Bob", 0)]));
        let table = seated(&known, &["Bob", "Ann"]);
        assert_eq!(table, people(&[("Bob", 0), ("Ann", 1)]));
        known.remember(&table);
        assert_eq!(known.all(), table);
    }

    #[test]
    fn a_file_adds_people_and_changes_nobody() {
        let mut known = People(people(&[("Ann", 0)]));
        known.take_in(people(&[("ann", 5), ("Bob", 0), ("Cy", 7), (" x", 1), ("", 1), ("Dee", 12)]));
        assert_eq!(known.all(), people(&[("Ann", 0), ("Bob", 1), ("Cy", 7)]));
        known.take_in((0..100).map(|at| Player { name: format!("P{at}"), mark: 0 }).collect());
        assert_eq!(known.all().len(), MAX_KNOWN);
        known.forget("Ann");
        assert_eq!(known.all()[0].name, "Bob");
    }

    #[test]
    fn twelve_at_a_table_have_twelve_marks() {
        let names: Vec<String> = (0..12).map(|at| format!("P{at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        for known in [People::default(), People(people(&[("P3", 0), ("P7", 0), ("Z", 1), ("P11", 11)]))] {
            let mut marks: Vec<u8> = seated(&known, &names).iter().map(|player| player.mark).collect();
            marks.sort_unstable();
            assert_eq!(marks, (0..12).collect::<Vec<u8>>());
        }
    }
}
