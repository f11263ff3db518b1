//! The people the app knows, with one entry for each, and which people a table is about.
//!
//! An entry has a name, which can change, a mark (colour and shape) that stays the same from table to table, and an id
//! that never changes. A table stores the names people had when it was opened, and their ids. Whenever it is shown, it
//! takes their present names from here, so somebody who is renamed, or turns out to be the same as somebody else, is so
//! at every table.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::seats::{MAX_NAME, MAX_SEATS, Player, typed_name, unseen};
use super::session::Head;
use super::unnamed::is_unnamed;

/// Most people remembered.
pub const MAX_KNOWN: usize = 200;

/// A known person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Value")]
pub struct Person {
    /// The name they have now: tidied, and nobody else's in the sense of [`same_name`].
    pub name: String,
    /// Colour and shape, see [`Player::mark`].
    pub mark: u8,
    /// See [`Person::id`]; empty while that is the name.
    #[serde(skip_serializing_if = "String::is_empty")]
    id: String,
    /// Ids of the entries that were merged into this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    /// Whether they are put away, that is, not offered at a new table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub away: bool,
}

/// Reads a stored or imported person. By hand, because the derived code is several times as long and would be part of
/// every start.
impl TryFrom<Value> for Person {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Person, &'static str> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let person = || {
            let mark = u8::try_from(value.get("mark")?.as_u64()?).ok()?;
            let also = value.get("also").and_then(Value::as_array);
            Some(Person {
                id: value.get("id").and_then(text).unwrap_or_default(),
                also: also.into_iter().flatten().filter_map(text).collect(),
                away: value.get("away") == Some(&Value::Bool(true)),
                ..Person::new(text(value.get("name")?)?, mark)
            })
        };
        person().ok_or("a person without a name or a mark")
    }
}

impl Person {
    fn new(name: String, mark: u8) -> Person {
        Person { name, mark, id: String::new(), also: Vec::new(), away: false }
    }

    /// The stable id that tables store: the name under which they were first known, with a number behind it if that was
    /// taken. Older tables store only names, which by this rule are ids as well.
    pub fn id(&self) -> &str {
        if self.id.is_empty() { &self.name } else { &self.id }
    }

    /// Whether a field would let in their name, and there is such a mark.
    fn is_possible(&self) -> bool {
        usize::from(self.mark) < MAX_SEATS
            && typed_name(&self.name) == self.name
            && (1..=MAX_NAME).contains(&self.name.chars().count())
    }

    /// Whether this is their id, or that of an entry merged into theirs.
    fn answers_to(&self, id: &str) -> bool {
        self.id() == id || self.also.iter().any(|other| other == id)
    }
}

/// Whether two names count as the same: equal apart from what a keyboard may change by itself, which is case,
/// full-width letters and invisible characters.
pub fn same_name(a: &str, b: &str) -> bool {
    plain_name(a) == plain_name(b)
}

/// A text without what [`same_name`] ignores.
pub fn plain_name(name: &str) -> String {
    name.chars().filter(|c| !unseen(*c)).map(plain_letter).collect()
}

/// A letter in normal width, and in lower case if it is Latin, Greek or Cyrillic. Uses the order of these letters in
/// Unicode, because the standard library's tables would add to the first page's download.
fn plain_letter(c: char) -> char {
    let moved = |by: u32| char::from_u32(u32::from(c).wrapping_add(by)).unwrap_or(c);
    match c {
        '\u{FF01}'..='\u{FF5E}' => plain_letter(moved(0xFEE0_u32.wrapping_neg())),
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ω' | 'А'..='Я' => moved(32),
        'Ѐ'..='Џ' => moved(80),
        // Here each capital is followed by its small letter.
        'Ā'..='ķ' | 'Ŋ'..='ŷ' => moved((u32::from(c) % 2) ^ 1),
        'Ĺ'..='ň' | 'Ź'..='ž' => moved(u32::from(c) % 2),
        c => c,
    }
}

/// The person among `people` who has this name now.
pub fn find<'a>(people: &'a [Person], name: &str) -> Option<&'a Person> {
    // Lists of older versions may have two spellings as two people, so an exact match comes first.
    let exact = people.iter().find(|person| person.name == name);
    exact.or_else(|| people.iter().find(|person| same_name(&person.name, name)))
}

/// Everyone known; those who played most recently come first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct People(Vec<Person>);

impl People {
    /// All of them; those who played most recently come first.
    pub fn all(&self) -> &[Person] {
        &self.0
    }

    /// Whether this name says only in which seat somebody sat, and nobody known has it.
    pub fn is_nobody(&self, name: &str) -> bool {
        is_unnamed(name) && find(&self.0, name).is_none()
    }

    /// Seats `name` after those already `seated`. A known person gets their own mark. If somebody at the table already
    /// has it, whoever the app does not know gets another one, or, if it knows both, whoever sits down now.
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

    /// An id for a new person called `name`, in the form of the field: empty if it is the name.
    fn free_id(&self, name: &str) -> String {
        let mut id = name.to_owned();
        let mut number = 1;
        while self.0.iter().any(|person| person.answers_to(&id)) {
            number += 1;
            id = format!("{name} {number}");
        }
        if id == name { String::new() } else { id }
    }

    /// Remembers who plays now: puts them first in the list, and drops the last if there are more than [`MAX_KNOWN`].
    /// Somebody known keeps their mark, unless another known person has it too and nobody has the one used at this
    /// table: then that one is theirs from now on. Whoever was put away is back. Whom nobody has named is no person.
    pub fn remember(&mut self, players: &[Player]) {
        let mut now: Vec<Person> = Vec::new();
        for player in players {
            let Some(known) = find(&self.0, &player.name).cloned() else {
                if is_unnamed(&player.name) {
                    continue;
                }
                let id = self.free_id(&player.name);
                now.push(Person { id, ..Person::new(player.name.clone(), player.mark) });
                continue;
            };
            let had = |mark: u8| self.0.iter().any(|other| other.name != known.name && other.mark == mark);
            let mark = if had(known.mark) && !had(player.mark) { player.mark } else { known.mark };
            if now.iter().all(|other| other.name != known.name) {
                now.push(Person { mark, away: false, ..known });
            }
        }
        self.0.retain(|known| now.iter().all(|person| person.name != known.name));
        now.append(&mut self.0);
        now.truncate(MAX_KNOWN);
        self.0 = now;
    }

    /// Adds people from a file after those known, who stay as they are. Leaves out whoever is known already, has an
    /// impossible name or mark, or is one too many. Whoever has a mark that is taken gets another one.
    pub fn take_in(&mut self, others: Vec<Person>) {
        for person in others {
            let fits = person.is_possible();
            let known =
                find(&self.0, &person.name).is_some() || self.0.iter().any(|known| known.answers_to(person.id()));
            if fits && self.0.len() < MAX_KNOWN && !known {
                let theirs = self.0.iter().all(|known| known.mark != person.mark);
                let mark = if theirs { person.mark } else { self.free_mark(&[]) };
                self.0.push(Person { mark, ..person });
            }
        }
    }

    /// Takes in what another device of the same person knows: who is known here becomes as they are there, others are added
    /// after those known. Leaves out whoever has an impossible name or mark, or is one too many. Of two entries with one
    /// name, the later id gets a number behind it, and whoever was merged into somebody is no entry any more: alike on
    /// every device that knows the same.
    pub fn adopt(&mut self, others: Vec<Person>) {
        for person in others.into_iter().filter(Person::is_possible) {
            let id = person.id().to_owned();
            match self.0.iter().position(|known| known.id() == id) {
                Some(at) => self.0[at] = person,
                None if self.0.len() < MAX_KNOWN => self.0.push(person),
                None => {}
            }
        }
        self.drop_merged();
        let mut ids: Vec<String> = self.0.iter().map(|person| person.id().to_owned()).collect();
        ids.sort_unstable();
        for (at, id) in ids.iter().enumerate() {
            let name_of =
                |id: &String| self.0.iter().find(|person| person.id() == id).map(|person| person.name.clone());
            let before: Vec<String> = ids[..at].iter().filter_map(name_of).collect();
            let Some(own) = name_of(id) else { continue };
            let is_taken = |name: &str| before.iter().any(|other| same_name(other, name));
            if is_taken(&own) {
                let numbered = |number: usize| {
                    let end = format!(" {number}");
                    let stem: String = own.chars().take(MAX_NAME - end.len()).collect();
                    stem + &end
                };
                let others: Vec<String> = ids.iter().filter_map(name_of).collect();
                let free = |name: &String| others.iter().all(|other| !same_name(other, name));
                if let Some(name) = (2..=MAX_KNOWN + 1).map(numbered).find(free) {
                    self.rename(id, &name);
                }
            }
        }
    }

    /// Takes away the entries that were merged into others, whom those take over that were merged into them; but never two
    /// that were merged into each other.
    fn drop_merged(&mut self) {
        let mut ids: Vec<String> = self.0.iter().map(|person| person.id().to_owned()).collect();
        // From the last on, so that of two that were merged into each other the first stays.
        ids.sort_unstable();
        for id in ids.iter().rev() {
            let into = self.0.iter().position(|person| person.id() != id && person.also.contains(id));
            let Some(into) = into.map(|at| self.0[at].id().to_owned()) else { continue };
            if let Some(at) = self.0.iter().position(|person| person.id() == id) {
                let gone = self.0.remove(at);
                if let Some(person) = self.0.iter_mut().find(|person| person.id() == into) {
                    let more = gone.also.into_iter().filter(|id| *id != into && !person.also.contains(id));
                    let more: Vec<String> = more.collect();
                    person.also.extend(more);
                }
            }
        }
    }

    /// Gives the person with this id another name, at all their tables. Returns `false`, and changes nothing, if
    /// somebody else has that name.
    pub fn rename(&mut self, id: &str, name: &str) -> bool {
        if self.0.iter().any(|other| other.id() != id && same_name(&other.name, name)) {
            return false;
        }
        if let Some(person) = self.0.iter_mut().find(|person| person.id() == id) {
            person.id = id.to_owned();
            name.clone_into(&mut person.name);
        }
        true
    }

    /// Merges the person with the id `other` into the one with the id `into`, whose name and mark stay. From now on
    /// both ids mean the latter. Does nothing if these are not two known people.
    pub fn merge(&mut self, into: &str, other: &str) {
        let at = |id: &str| self.0.iter().position(|person| person.id() == id);
        let (Some(_), Some(gone)) = (at(into), at(other).filter(|_| into != other)) else { return };
        let gone = self.0.remove(gone);
        if let Some(person) = self.0.iter_mut().find(|person| person.id() == into) {
            person.also.push(gone.id().to_owned());
            person.also.extend(gone.also);
        }
    }

    /// Puts the person with this id away, or brings them back.
    pub fn put_away(&mut self, id: &str, away: bool) {
        if let Some(person) = self.0.iter_mut().find(|person| person.id() == id) {
            person.away = away;
        }
    }

    /// The ids that a new table stores for these players, who are remembered already: see [`Head::people`].
    pub fn links(&self, players: &[Player]) -> Vec<String> {
        let id = |player: &Player| find(&self.0, &player.name).map_or(&*player.name, Person::id).to_owned();
        let links: Vec<String> = players.iter().map(id).collect();
        if links.iter().zip(players).all(|(link, player)| *link == player.name) { Vec::new() } else { links }
    }

    /// What the players of a table are called now; `people` are the ids that it stores. If two of them would have the
    /// same name, as after a merge, all keep the names that the table stores: they sat there as two.
    pub fn names_now(&self, players: &[Player], people: &[String]) -> Vec<String> {
        let known = |id: &str| self.0.iter().find(|person| person.answers_to(id));
        let now = |(seat, player): (usize, &Player)| {
            let linked = people.get(seat).and_then(|id| known(id));
            let person = linked.or_else(|| known(&player.name));
            person.map_or(&player.name, |person| &person.name).clone()
        };
        let names: Vec<String> = players.iter().enumerate().map(now).collect();
        let twice = (1..names.len()).any(|at| names[..at].iter().any(|other| same_name(other, &names[at])));
        if twice { players.iter().map(|player| player.name.clone()).collect() } else { names }
    }

    /// A table with these people in its seats, who are known, in place of those it `shows`: where the name is another,
    /// somebody else sat there from the start.
    #[must_use]
    pub fn put_right(&self, head: &Head, shows: &[String], names: &[String]) -> Head {
        let mut head = head.as_written();
        let written = || head.players.iter().map(|player| player.name.clone()).collect();
        let mut ids: Vec<String> = if head.people.is_empty() { written() } else { head.people.clone() };
        for (seat, player) in head.players.iter_mut().enumerate() {
            let Some(name) = names.get(seat).filter(|name| shows.get(seat) != Some(name)) else { continue };
            player.name.clone_from(name);
            if let Some(id) = ids.get_mut(seat) {
                *id = find(&self.0, name).map_or(&**name, Person::id).to_owned();
            }
        }
        let are_names = ids.iter().zip(&head.players).all(|(id, player)| *id == player.name);
        head.people = if are_names { Vec::new() } else { ids };
        head
    }

    /// Adds people by their names after those known, with marks that few have. Leaves out whom nobody has named.
    pub fn add(&mut self, names: impl IntoIterator<Item = String>) {
        for name in names {
            if find(&self.0, &name).is_none() && !is_unnamed(&name) && self.0.len() < MAX_KNOWN {
                let id = self.free_id(&name);
                self.0.push(Person { id, ..Person::new(name, self.free_mark(&[])) });
            }
        }
    }

    /// Makes a table show the present names of its players.
    pub fn call_now(&self, head: &mut Head) {
        let names = self.names_now(&head.players, &head.people);
        head.call(names);
    }
}

fn all_marks() -> impl Iterator<Item = u8> {
    0..u8::try_from(MAX_SEATS).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(names: &[(&str, u8)]) -> Vec<Person> {
        names.iter().map(|(name, mark)| Person::new((*name).to_owned(), *mark)).collect()
    }

    fn players(names: &[(&str, u8)]) -> Vec<Player> {
        names.iter().map(|(name, mark)| Player { name: (*name).to_owned(), mark: *mark }).collect()
    }

    fn sitting(known: &People) -> Vec<Player> {
        known.all().iter().map(|person| Player { name: person.name.clone(), mark: person.mark }).collect()
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
        assert_eq!(table, players(&[("Cy", 2), ("Bob", 1), ("Ann", 0)]));
        known.remember(&table);
        assert_eq!(sitting(&known), table);
        assert_eq!(seated(&known, &["Ann", "Cy"]), players(&[("Ann", 0), ("Cy", 2)]));
    }

    #[test]
    fn a_clash_is_solved_for_the_newcomer() {
        // All twelve marks are taken, so the newcomer shares one.
        let twelve =
            ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"].into_iter().zip(0..).collect::<Vec<_>>();
        let mut known = People(people(&twelve));
        assert_eq!(seated(&known, &["New", "B", "A"]), players(&[("New", 2), ("B", 1), ("A", 0)]));
        // It stays theirs. At a table with its other owner, whoever sits down later gets another one.
        known.remember(&players(&[("New", 2)]));
        assert_eq!(seated(&known, &["C", "New"]), players(&[("C", 2), ("New", 0)]));
        known.remember(&players(&[("C", 2), ("New", 0)]));
        assert_eq!(find(known.all(), "New").unwrap().mark, 2, "every mark has an owner");

        // Two people of an old list share a mark: one of them gets an unused one for good.
        let mut known = People(people(&[("Ann", 0), ("Bob", 0)]));
        let table = seated(&known, &["Bob", "Ann"]);
        assert_eq!(table, players(&[("Bob", 0), ("Ann", 1)]));
        known.remember(&table);
        assert_eq!(sitting(&known), table);
    }

    #[test]
    fn a_file_adds_people_and_changes_nobody() {
        let mut known = People(people(&[("Ann", 0)]));
        known.take_in(people(&[("ann", 5), ("Bob", 0), ("Cy", 7), (" x", 1), ("", 1), ("Dee", 12)]));
        assert_eq!(known.all(), people(&[("Ann", 0), ("Bob", 1), ("Cy", 7)]));
        known.take_in((0..300).map(|at| Person::new(format!("P{at}"), 0)).collect());
        assert_eq!(known.all().len(), MAX_KNOWN);
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

    /// What a table that holds these ids is told its players are called.
    fn now(known: &People, names: &[&str], people: &[&str]) -> Vec<String> {
        let sat: Vec<(&str, u8)> = names.iter().copied().zip(0..).collect();
        let people: Vec<String> = people.iter().map(|id| (*id).to_owned()).collect();
        known.names_now(&players(&sat), &people)
    }

    #[test]
    fn a_renamed_person_is_renamed_at_every_table() {
        let mut known = People(people(&[("Ann", 0), ("Bob", 1)]));
        assert!(known.links(&players(&[("Ann", 0), ("Bob", 1)])).is_empty(), "their names are their ids");
        assert!(known.rename("Ann", "Anna"));
        assert_eq!(now(&known, &["Ann", "Bob"], &[]), ["Anna", "Bob"], "by the written name, in a table of before");
        assert_eq!(find(known.all(), "Anna").unwrap().mark, 0);
        let table = players(&[("Anna", 0), ("Bob", 1)]);
        known.remember(&table);
        assert_eq!(known.links(&table), ["Ann", "Bob"]);
        assert!(known.rename("Ann", "Annette"));
        assert_eq!(now(&known, &["Anna", "Bob"], &["Ann", "Bob"]), ["Annette", "Bob"], "by the id");
        assert!(!known.rename("Ann", "ｂｏｂ"), "somebody else is called that");
        assert!(known.rename("Ann", "ANNETTE"), "the same person in another spelling");

        // The name is free again, for somebody else, whose tables are told apart.
        let table = players(&[("Ann", 2), ("Bob", 1)]);
        known.remember(&table);
        assert_eq!(known.links(&table), ["Ann 2", "Bob"]);
        assert!(known.rename("Ann 2", "Anouk"));
        assert_eq!(now(&known, &["Ann", "Bob"], &["Ann 2", "Bob"]), ["Anouk", "Bob"]);
        assert_eq!(now(&known, &["Ann", "Bob"], &[]), ["ANNETTE", "Bob"]);
        assert_eq!(now(&known, &["Ann", "Bob"], &["nobody", "Bob"]), ["ANNETTE", "Bob"], "an id of another device");
    }

    #[test]
    fn two_entries_become_one_person() {
        let mut known = People(people(&[("Ann", 0), ("Annie", 1), ("Bob", 2)]));
        assert!(known.rename("Annie", "Nan"));
        known.merge("Ann", "Annie");
        assert_eq!(known.all().len(), 2);
        for name in ["Ann", "Annie"] {
            assert_eq!(now(&known, &[name, "Bob"], &[]), ["Ann", "Bob"]);
        }
        assert_eq!(now(&known, &["Ann", "Annie"], &[]), ["Ann", "Annie"], "they sat there as two");
        known.merge("Bob", "Ann");
        assert_eq!(now(&known, &["Annie", "Cy"], &[]), ["Bob", "Cy"], "and with them whoever they were before");
        let before = known.clone();
        for (into, other) in [("Bob", "Bob"), ("Bob", "nobody"), ("nobody", "Bob")] {
            known.merge(into, other);
            assert_eq!(known, before);
        }
    }

    #[test]
    fn whoever_was_put_away_is_back_when_they_play() {
        let mut known = People(people(&[("Ann", 0), ("Bob", 1)]));
        known.put_away("Ann", true);
        assert!(find(known.all(), "Ann").unwrap().away);
        known.remember(&seated(&known, &["Ann", "Bob"]));
        assert!(!find(known.all(), "Ann").unwrap().away);
    }

    #[test]
    fn whom_nobody_named_is_no_person() {
        let mut known = People::default();
        let table = players(&[("Player 1", 0), ("Ann", 1), ("3番", 2)]);
        known.remember(&table);
        known.add(["Player 2".to_owned(), "Bob".to_owned()]);
        assert_eq!(known.all().iter().map(|person| &*person.name).collect::<Vec<_>>(), ["Ann", "Bob"]);
        assert!(known.links(&table).is_empty());
        assert!(known.is_nobody("Player 1") && !known.is_nobody("Ann"));
        // Whoever has been called that all the time stays known.
        let mut old = People(people(&[("Player 1", 0)]));
        old.remember(&table);
        assert_eq!(old.all().len(), 2);
        assert!(!old.is_nobody("Player 1"));
    }

    #[test]
    fn a_list_of_an_older_version_is_read_and_one_of_today_round_trips() {
        let mut known: People = serde_json::from_str(r#"[{"name":"Ann","mark":0},{"name":"Bob","mark":1}]"#).unwrap();
        assert_eq!(known, People(people(&[("Ann", 0), ("Bob", 1)])));
        assert!(known.rename("Ann", "Anna"));
        known.put_away("Bob", true);
        known.merge("Ann", "Bob");
        let text = serde_json::to_string(&known).unwrap();
        assert_eq!(serde_json::from_str::<People>(&text).unwrap(), known, "{text}");
    }

    #[test]
    fn somebody_else_sat_there_from_the_start() {
        let mut known = People::default();
        known.remember(&players(&[("Ann", 0), ("Bob", 1), ("Cy", 2)]));
        assert!(known.rename("Bob", "Robert"));
        let head = |people: &[&str]| {
            let table = serde_json::json!({
                "takujo": 1, "id": "1", "game": "any", "created": "2026-01-02T03:04:05Z", "starter": 0, "options": {},
                "players": [{ "name": "Ann", "mark": 0 }, { "name": "Bob", "mark": 1 }], "people": people,
            });
            crate::domain::session::read_head(&table.to_string()).unwrap()
        };
        let put = |head: &Head, names: [&str; 2]| {
            let shows = known.names_now(&head.players, &head.people);
            let head = known.put_right(head, &shows, &names.map(str::to_owned));
            (head.players.iter().map(|player| player.name.clone()).collect::<Vec<_>>(), head.people)
        };
        let old = head(&[]);
        assert_eq!(
            put(&old, ["Ann", "Robert"]),
            (vec!["Ann".to_owned(), "Bob".to_owned()], vec![]),
            "nothing is put right"
        );
        assert_eq!(put(&old, ["Cy", "Robert"]), (vec!["Cy".to_owned(), "Bob".to_owned()], vec![]));
        assert_eq!(put(&old, ["Ann", "Dee"]), (vec!["Ann".to_owned(), "Dee".to_owned()], vec![]));
        // Another Bob than the one who is Robert now.
        let mut more = known.clone();
        more.add(["Bob".to_owned(), "Ann".to_owned()]);
        assert_eq!(more.all().len(), 4);
        let other = more.put_right(&old, &["Ann", "Robert"].map(str::to_owned), &["Ann", "Bob"].map(str::to_owned));
        assert_eq!(other.people, ["Ann", "Bob 2"]);
        assert_eq!(more.names_now(&other.players, &other.people), ["Ann", "Bob"]);
        // Robert's id is still Bob.
        let (names, ids) = put(&old, ["Robert", "Cy"]);
        assert_eq!((names, ids), (vec!["Robert".to_owned(), "Cy".to_owned()], vec!["Bob".to_owned(), "Cy".to_owned()]));
    }
}
