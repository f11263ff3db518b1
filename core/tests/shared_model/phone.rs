//! A phone: the [`Follower`] under test, what the app does with it, its disk, and what is on the way.

use takujo_core::live::letter::{Post, SignedCharter, TableLetter, Writers};
use takujo_core::live::link::{Errand, Follower, Over, Reach, SharedBefore};
use takujo_wire::{Right, Tell};

use crate::table::{Decree, Host, House, SETUP, allowed, by, by_link, hear, name, next_charter, records_in};

/// What its person does, and what its link allows.
#[derive(Clone, Copy, Debug)]
pub struct Person {
    pub right: Right,
    /// The records that they make, in this order.
    pub taps: &'static [&'static str],
    /// Whether they have the table from before. If not, it comes by the link, and its game is loaded once it is known.
    pub had_it: bool,
}

/// A letter on its way to the host, sealed for a place in the log.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Append {
    pub place: u32,
    pub text: String,
    /// Whether it gives back what the host had lost.
    pub back: bool,
}

#[derive(Clone, Debug)]
pub struct Phone {
    pub number: u8,
    pub person: Person,
    /// Who may write at the table.
    writers: Writers,
    pub link: Follower<House>,
    /// Whether the game is loaded, and the table on its disk.
    pub loaded: bool,
    /// The records on its disk.
    pub disk: Vec<String>,
    /// The latest charter there.
    charter: Option<SignedCharter>,
    /// Whether something on the disk would have had to change.
    pub torn: bool,
    /// Whether it has given back something that does not continue the log to what it has.
    pub astray: bool,
    /// How many records its person has made.
    pub made: usize,
    /// The records that were reported to be in the log.
    pub saved: Vec<String>,
    /// Those that were prevented, before it was seen whether they can be made again.
    pub prevented: Vec<String>,
    /// What it has sent on this connection and the host has not looked at.
    pub up: Vec<Append>,
    /// The same of earlier connections: it may still arrive, or never.
    pub late: Vec<Append>,
    /// What the host has answered and the phone has not heard, each with the length that the log had.
    pub answers: Vec<(u32, Tell)>,
    /// The entry that comes next on this connection.
    pub following: Option<u32>,
    /// How often it has joined or sent something, where that is counted.
    pub calls: Option<u8>,
}

impl Phone {
    pub fn new(number: u8, person: Person, writers: Writers, counts: bool) -> Phone {
        let mut phone = Phone {
            number,
            person,
            writers,
            link: Follower::new(person.right, by_link(number)),
            loaded: person.had_it,
            disk: Vec::new(),
            charter: None,
            torn: false,
            astray: false,
            made: 0,
            saved: Vec::new(),
            prevented: Vec::new(),
            up: Vec::new(),
            late: Vec::new(),
            answers: Vec::new(),
            following: None,
            calls: counts.then_some(0),
        };
        phone.start();
        phone
    }

    /// The program begins, with what is on the disk.
    fn start(&mut self) {
        let known = by_link(self.number);
        if !self.loaded {
            self.link = Follower::new(self.person.right, known);
            return;
        }
        let (head, judge) = (Some(SETUP.to_owned()), Some(Box::new(House::default())));
        let (records, charter) = (self.disk.clone(), self.charter.clone());
        self.link = Follower::new(self.person.right, SharedBefore { head, records, charter, judge, ..known });
        self.link.set_writers(self.writers);
    }

    pub fn is_out(&self) -> bool {
        matches!(self.link.stage(), Reach::Over(_))
    }

    /// Whether its table is no longer shared, because the log is another one.
    pub fn was_sent_away(&self) -> bool {
        self.link.stage() == Reach::Over(Over::Other)
    }

    /// Whether it has heard and said everything, as far as that is up to the phone and its connection.
    pub fn rests(&self, host: &Host) -> bool {
        let heard = self.following == Some(host.length());
        self.is_out()
            || (heard
                && self.link.stage() == Reach::Here
                && self.up.is_empty()
                && self.answers.is_empty()
                && self.prevented.is_empty()
                && self.loaded)
    }

    /// Whether its records count, as far as it knows.
    pub fn plays(&self) -> bool {
        self.person.right == Right::Host || (self.link.is_admitted() && self.writers == Writers::All)
    }

    /// Whether this could be added to what the phone has and what waits on it.
    pub fn fits(&self, record: &str) -> bool {
        self.loaded
            && self.plays()
            && allowed(self.link.records().iter().chain(self.link.waiting().collect::<Vec<_>>()), record)
    }

    /// Whether the game can be loaded now.
    pub fn may_load(&self) -> bool {
        !self.loaded && self.link.head().is_some()
    }

    /// The game is loaded.
    pub fn load(&mut self) {
        self.link.set_judge(Box::new(House::default()));
        self.loaded = true;
        self.run(Vec::new());
    }

    /// Its person makes the next record.
    pub fn tap(&mut self) {
        let record = self.person.taps[self.made];
        self.made += 1;
        self.send(record.to_owned());
    }

    pub fn next_tap(&self) -> Option<&'static str> {
        self.person.taps.get(self.made).copied()
    }

    /// The app's answer to a prevented record: it is in the log, or can be made again on top of it, or is shown.
    pub fn decide(&mut self) {
        for record in std::mem::take(&mut self.prevented) {
            if self.link.records().contains(&record) {
                self.saved.push(record);
            } else {
                self.send_if_it_fits(record);
            }
        }
    }

    /// Makes a record again, or shows that it was prevented.
    fn send_if_it_fits(&mut self, record: String) {
        if self.fits(&record) {
            self.send(record);
        }
    }

    fn send(&mut self, record: String) {
        let number = self.person.taps.iter().position(|tap| *tap == record).unwrap() as u64;
        let letter = TableLetter::Log { phone: name(self.number), records: vec![record] };
        let errands = self.link.send(Some(number), letter);
        self.run(errands);
    }

    /// Whoever hosts decides something.
    pub fn decree(&mut self, decree: Decree) {
        let next = self.link.next_charter().map(|last| next_charter(last, decree));
        let errands = self.link.send(None, next.unwrap());
        self.run(errands);
    }

    /// There is a connection, the host is asked for the entries from some place on, and answers.
    pub fn connect(&mut self, host: &Host) {
        let errands = self.link.connected();
        self.run(errands);
        let (right, locked) = (self.person.right, host.is_locked());
        let errands = hear(&mut self.link, &Tell::Joined { right, locked, length: host.length() }, None);
        self.run(errands);
    }

    /// The host takes what the phone has sent, and answers.
    pub fn take(&mut self, host: &mut Host) {
        let append = self.up.remove(0);
        let answer = self.land(host, append);
        self.answers.push((host.length(), answer));
    }

    /// A letter arrives, and the host compares and appends.
    pub fn land(&mut self, host: &mut Host, append: Append) -> Tell {
        if let Some(refusal) = host.refuses(self.person.right) {
            return Tell::Refused(refusal);
        }
        if append.place != host.length() {
            return Tell::Conflict { length: host.length() };
        }
        let by = by(self.person.right, self.number);
        host.add_letter(Some(Post { text: append.text, by }), append.back);
        self.astray |= append.back && !self.link.records().starts_with(&host.sum.records);
        Tell::Appended { length: host.length() }
    }

    /// Hears the next answer.
    pub fn hear(&mut self) {
        let (_, tell) = self.answers.remove(0);
        let errands = hear(&mut self.link, &tell, None);
        self.run(errands);
    }

    /// Hears the entry at this place, after which `next` comes.
    pub fn read(&mut self, host: &Host, place: u32, next: u32) {
        self.following = Some(next);
        let (tell, post) = host.log[place as usize].tell(place, self.person.right);
        let errands = hear(&mut self.link, &tell, post);
        self.run(errands);
    }

    /// The connection has ended.
    pub fn cut(&mut self) {
        self.link.cut();
        self.answers.clear();
        self.following = None;
        self.late.append(&mut self.up);
        self.late.sort();
    }

    /// The program ends and is started again, with what is on the disk.
    pub fn restart(&mut self) {
        self.cut();
        let waiting: Vec<String> = self.link.waiting().cloned().collect();
        self.start();
        // Taken by the rules, but on no disk and not shown as saved.
        self.prevented.clear();
        for record in waiting {
            self.send_if_it_fits(record);
        }
    }

    fn run(&mut self, errands: Vec<Errand>) {
        for errand in errands {
            if let (Some(calls), Errand::Join(_) | Errand::Append(..)) = (&mut self.calls, &errand) {
                *calls += 1;
            }
            match errand {
                Errand::Join(from) => self.following = Some(from),
                Errand::Append(place, text) => {
                    let records = records_in(&text);
                    let known = |record| self.link.records().contains(record);
                    let back = !records.is_empty() && records.iter().all(known);
                    self.up.push(Append { place, text, back });
                }
                Errand::Done(number, done) => {
                    let record = self.person.taps[number as usize].to_owned();
                    if done { self.saved.push(record) } else { self.prevented.push(record) }
                }
                Errand::News => {}
                Errand::Reconnect => self.cut(),
            }
        }
        if self.is_out() {
            self.cut();
        }
        if !self.loaded {
            return;
        }
        let records = self.link.records();
        self.torn |= !records.starts_with(&self.disk);
        self.disk = records.to_vec();
        self.charter = self.link.charter().cloned();
    }
}
