//! Several phones at one shared table, whose connections break, lose and repeat what they carry, in any order. The host
//! is killed, and so are phones; it may come back with an older log. Somebody with a link for writing means harm.

use std::collections::BTreeMap;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use takujo_wire::{Right, Table, Tell};

use super::*;
use crate::live::letter::{By, Charter, Post, SignedCharter, TableLetter, Writers};
use crate::live::link::{Errand as Say, Follower, Over, Reach, SharedBefore};
use crate::live::sign::Signer;
use crate::table::judge::Referee;

const TABLE: Table = [1; 16];

/// What whoever hosts the table signs with.
fn host_key() -> Signer {
    Signer::new(&[1; 32])
}

/// The setup as the first letter of a shared log: in a charter, or alone where nothing is signed.
fn charter(number: u32, admitted: Option<Vec<String>>) -> SignedCharter {
    let head = serde_json::to_string(&head()).unwrap();
    Charter { number, writers: Writers::All, secret: [0; 32], admitted, head }.signed(&TABLE, &host_key())
}

/// A phone, its disk, and what is on the way between it and the host.
struct Phone {
    /// What it is called in letters.
    name: String,
    signed: bool,
    model: Model,
    rules: Sitting<Rounds>,
    link: Follower,
    /// The log on the phone's disk, and the records that wait with the number of those they follow.
    disk: Vec<String>,
    waiting: (usize, Vec<String>),
    /// The inputs that the table is still to get; `None` is the log, as it will be by then.
    answers: VecDeque<Option<Input>>,
    connection: u32,
    up: VecDeque<(u32, Say)>,
    down: VecDeque<(Tell, Option<Post>)>,
    /// How many entries the host has sent on this connection, if it has been asked to.
    followed: Option<usize>,
    /// The records that the rules took here.
    taken: Vec<String>,
    /// Taps that a killed phone had shown as prevented, or as no longer fitting.
    reported: Vec<String>,
}

impl Phone {
    fn new(name: String, disk: Vec<String>, signed: bool, known: Option<SignedCharter>) -> Phone {
        let (rules, drafts) = Sitting::resume(&head(), &disk, None, 0).unwrap();
        let mut phone = Phone {
            name: name.clone(),
            signed,
            model: Model::new(head(), disk.clone(), None, drafts),
            rules,
            link: Follower::new(
                Right::Write,
                SharedBefore {
                    head: Some(serde_json::to_string(&head()).unwrap()),
                    records: disk.clone(),
                    judge: Some(Box::new(Referee::<Rounds>::default())),
                    authority: signed.then(|| (TABLE, host_key().public())),
                    charter: known,
                    phone: name,
                    ..SharedBefore::default()
                },
            ),
            disk,
            waiting: (0, Vec::new()),
            answers: VecDeque::new(),
            connection: 0,
            up: VecDeque::new(),
            down: VecDeque::new(),
            followed: None,
            taken: Vec::new(),
            reported: Vec::new(),
        };
        phone.give(Input::Access(Access::Writes));
        phone
    }

    fn give(&mut self, input: Input) {
        for effect in update(&mut self.model, &mut self.rules, input) {
            match effect {
                Effect::Append(number, append) => {
                    if self.link.continues(append.at, append.before.as_ref()) {
                        let letter = TableLetter::Log { phone: self.name.clone(), records: append.records };
                        let errands = self.link.send(Some(number), letter);
                        self.say(errands);
                    } else {
                        self.answers.push_back(Some(Input::Written(number, Err(StorageError::Conflict))));
                    }
                }
                Effect::Load => self.answers.push_back(None),
                Effect::KeepDraft(number, _) => self.answers.push_back(Some(Input::DraftKept(Some(number), Ok(())))),
                Effect::Wait => self.answers.push_back(Some(Input::Waited)),
                _ => {}
            }
        }
        self.keep();
    }

    fn say(&mut self, errands: Vec<Say>) {
        for say in errands {
            match say {
                Say::Join(_) | Say::Append(..) => self.up.push_back((self.connection, say)),
                Say::Done(number, done) => {
                    let result = if done { Ok(()) } else { Err(StorageError::Conflict) };
                    self.answers.push_back(Some(Input::Written(number, result)));
                }
                Say::News => self.answers.push_back(Some(Input::Heard)),
                Say::Reconnect => self.cut(),
            }
        }
        self.keep();
    }

    /// What a phone has on its disk after each step.
    fn keep(&mut self) {
        let records = self.link.records();
        assert!(records.starts_with(&self.disk), "what is on the disk never changes");
        self.disk = records.to_vec();
        self.waiting = (self.disk.len(), self.link.waiting().cloned().collect());
    }

    fn cut(&mut self) {
        self.link.cut();
        self.down.clear();
        self.followed = None;
        self.connection += 1;
    }

    fn connect(&mut self) {
        if self.link.stage() == Reach::Away {
            let errands = self.link.connected();
            self.say(errands);
        }
    }

    fn hear(&mut self) {
        if let Some((tell, letter)) = self.down.pop_front() {
            let errands = self.link.heard(&tell, letter);
            self.say(errands);
        }
    }

    fn answer(&mut self) {
        match self.answers.pop_front() {
            Some(Some(input)) => self.give(input),
            Some(None) => {
                let log = self.link.records().to_vec();
                let head = serde_json::to_string(&head()).unwrap();
                self.give(Input::Loaded(Ok(Some(Stored { id: "t".to_owned(), head, log }))));
            }
            None => {}
        }
    }

    /// The program ends and is started again.
    fn restart(&mut self) {
        let shown = self.model.dropped.iter().chain(&self.model.unfit).map(|dropped| dropped.record.clone());
        let reported: Vec<String> = shown.chain(std::mem::take(&mut self.reported)).collect();
        let (after, waiting) = self.waiting.clone();
        // Taken by the rules but not yet given to the link: on no disk, and not shown as saved.
        let gone =
            |record: &String| !self.disk.contains(record) && !waiting.contains(record) && !reported.contains(record);
        let mut taken = std::mem::take(&mut self.taken);
        taken.retain(|record| !gone(record));
        let connection = self.connection + 1;
        let up = std::mem::take(&mut self.up);
        let (name, disk, known) = (self.name.clone(), std::mem::take(&mut self.disk), self.link.charter().cloned());
        *self = Phone { connection, up, taken, reported, ..Phone::new(name, disk, self.signed, known) };
        if !waiting.is_empty() {
            self.give(Input::Waiting(after, waiting));
        }
    }
}

/// The host: compare and append.
struct Host {
    log: Vec<Post>,
    /// Whether phones sign what they write.
    signed: bool,
    /// The number of the latest charter.
    charters: u32,
    /// A number for each entry that no other ever had: no letter is sealed twice alike.
    seals: Vec<u32>,
    sealed: u32,
}

impl Host {
    /// A table was opened on it.
    fn new(signed: bool) -> Host {
        let mut host = Host { log: Vec::new(), signed, charters: 0, seals: Vec::new(), sealed: 0 };
        if signed {
            host.decree(None);
        } else {
            host.append(TableLetter::Head(serde_json::to_string(&head()).unwrap()).write(), By::Anyone);
        }
        host
    }

    /// Whoever hosts the table lets in these phones.
    fn decree(&mut self, admitted: Option<Vec<String>>) {
        self.charters += 1;
        let letter = TableLetter::Charter(charter(self.charters, admitted));
        self.append(letter.write(), By::Host);
    }

    fn append(&mut self, text: String, by: By) {
        self.log.push(Post { text, by: if self.signed { by } else { By::Anyone } });
        self.sealed += 1;
        self.seals.push(self.sealed);
    }

    /// The creation is entry 0, which `log` leaves out.
    fn length(&self) -> u32 {
        u32::try_from(self.log.len()).unwrap() + 1
    }

    /// Answers one message of a phone.
    fn answer(&mut self, phone: &mut Phone) {
        let Some((connection, say)) = phone.up.pop_front() else { return };
        // An old connection's message may still be on its way; nobody hears the answer.
        let heard = connection == phone.connection && phone.link.stage() != Reach::Away;
        let tell = match say {
            Say::Join(from) => {
                if heard {
                    phone.followed = Some(from as usize);
                }
                Tell::Joined { right: Right::Write, locked: false, length: self.length() }
            }
            Say::Append(expected, letter) if expected == self.length() => {
                self.append(letter, By::Phone(phone.name.clone()));
                Tell::Appended { length: self.length() }
            }
            Say::Append(..) => Tell::Conflict { length: self.length() },
            Say::Done(..) | Say::News | Say::Reconnect => unreachable!("not for the host"),
        };
        if heard {
            phone.down.push_back((tell, None));
        }
    }

    /// Sends a phone the next entry.
    fn send(&self, phone: &mut Phone) {
        let Some(next) = phone.followed.filter(|next| *next < self.length() as usize) else { return };
        phone.followed = Some(next + 1);
        let position = u32::try_from(next).unwrap();
        phone.down.push_back(match next.checked_sub(1) {
            None => (Tell::Changed { position, right: Right::Write, locked: false }, None),
            Some(at) => {
                let record = self.seals[at].to_be_bytes().to_vec();
                (Tell::Entry { position, record }, Some(self.log[at].clone()))
            }
        });
    }

    /// Comes back with only the first entries.
    fn forget(&mut self, length: usize) {
        self.log.truncate(length);
        self.seals.truncate(length);
    }

    /// The records that count: those that a table with this setup takes, letter by letter, from the setup on.
    fn records(&self) -> Vec<String> {
        let mut table = Sitting::<Rounds>::open(&head(), &[]).unwrap();
        let setup = serde_json::to_string(&head()).unwrap();
        let (mut taken, mut number, mut admitted, mut begun) = (Vec::new(), 0, None, false);
        for Post { text, by } in &self.log {
            match TableLetter::read(text) {
                Some(TableLetter::Head(head)) if !self.signed => begun |= head == setup,
                Some(TableLetter::Charter(signed))
                    if self.signed && signed.charter.number > number && signed.is_by(&TABLE, &host_key().public()) =>
                {
                    (number, admitted, begun) = (signed.charter.number, signed.charter.admitted, true);
                }
                Some(TableLetter::Log { records, phone }) if begun => {
                    let counts = match by {
                        By::Phone(by) => {
                            admitted.as_ref().is_none_or(|phones: &Vec<String>| phones.contains(by))
                                && (phone.is_empty() || *by == phone)
                        }
                        _ => true,
                    };
                    if counts && table.push(&records).is_some() {
                        taken.extend(records);
                    }
                }
                _ => {}
            }
        }
        taken
    }
}

/// Lets each phone in turn hear and say all there is; returns whether anything moved.
fn settle(host: &mut Host, phones: &mut [Phone], seed: u64) -> bool {
    let mut moved = false;
    for phone in phones {
        let away = phone.link.stage() == Reach::Away;
        phone.connect();
        moved |= away && phone.link.stage() != Reach::Away;
        for steps in 0.. {
            assert!(steps < 10_000, "seed {seed}: a phone and the host talk for ever");
            host.answer(phone);
            host.send(phone);
            let quiet = phone.up.is_empty() && phone.down.is_empty() && phone.answers.is_empty();
            phone.hear();
            phone.answer();
            if quiet {
                break;
            }
            moved = true;
        }
    }
    moved
}

/// What somebody with a link for writing may put into the log.
fn hostile(host: &Host, chance: &mut SmallRng, id: &mut u32, second: &mut u32) -> String {
    let mut record = |op| {
        *second += 1;
        record_at(time(*second), op)
    };
    let odd = Some(chance.random_bool(0.5));
    *id += 1;
    let legal = record(Op::Append { event: Numbered { id: *id, odd } });
    let mut phone = "eve";
    let records = match chance.random_range(0..12) {
        0 => vec![String::new()],
        1 => vec!["null".to_owned()],
        2 => vec!["{\"op\":".to_owned()],
        3 => vec![record(Op::Correct { entry: 1_000, event: Numbered { id: *id, odd: None } })],
        4 => vec![record(Op::Note { entry: 0, text: "x".repeat(MAX_NOTE + 1) })],
        // Half of what it says would be allowed.
        5 => vec![legal, "{}".to_owned()],
        6 => {
            let with = [
                Head { players: Vec::new(), ..head() },
                Head { players: vec![Player { name: "Eve".to_owned(), mark: 1 }], ..head() },
                Head { game: "nerts".to_owned(), ..head() },
                Head { takujo: 1_000, ..head() },
            ];
            return TableLetter::Head(serde_json::to_string(&with[chance.random_range(0..4)]).unwrap()).write();
        }
        7 => {
            return ["", "log", "head\nnull", "row\nx\n\n99\n-", "guest\n\n", "what"][chance.random_range(0..6)]
                .to_owned();
        }
        // Only whoever hosts the table can sign, and what they signed once does not count again.
        8 => {
            let forged = Charter { number: 1_000, ..charter(1, Some(vec!["eve".to_owned()])).charter };
            return TableLetter::Charter(forged.signed(&TABLE, &Signer::new(&[9; 32]))).write();
        }
        9 => {
            let old = host.log.iter().find(|post| post.by == By::Host && post.text.starts_with("charter"));
            return old.map_or_else(String::new, |post| post.text.clone());
        }
        // In the name of somebody else.
        10 => {
            phone = if host.signed { "p0" } else { "eve" };
            vec![legal]
        }
        _ => vec![legal],
    };
    TableLetter::Log { phone: phone.to_owned(), records }.write()
}

/// Plays one schedule and checks that no tap is lost or doubled. Returns whether all phones end with the same log.
fn play(seed: u64, forgets: bool) -> bool {
    let mut chance = SmallRng::seed_from_u64(seed);
    let mut host = Host::new(!seed.is_multiple_of(4));
    let names: Vec<String> = (0..chance.random_range(2..=5)).map(|at| format!("p{at}")).collect();
    let mut phones: Vec<Phone> =
        names.iter().map(|name| Phone::new(name.clone(), Vec::new(), host.signed, None)).collect();
    let steps = chance.random_range(20..200);
    let (mut id, mut second) = (0, 0);
    for _ in 0..steps {
        let at = chance.random_range(0..phones.len());
        let phone = &mut phones[at];
        match chance.random_range(0..if forgets { 109 } else { 107 }) {
            0..12 => {
                second += 1;
                id += 1;
                let odd = chance.random_bool(0.3).then(|| chance.random_bool(0.5));
                let tapped = match chance.random_range(0..12) {
                    0 => Op::Undo,
                    1 => Op::Redo,
                    2 => Op::Correct { entry: chance.random_range(0..4), event: Numbered { id, odd: None } },
                    _ => Op::Append { event: Numbered { id, odd } },
                };
                let before = phone.model.log.records().len();
                phone.rules.offer([Record { at: time(second), op: tapped.clone() }]);
                phone.give(Input::Tap(Entered::Stays));
                if phone.model.log.records().len() > before {
                    phone.taken.push(record_at(time(second), tapped));
                }
            }
            12..35 => host.answer(phone),
            35..55 => host.send(phone),
            55..75 => phone.hear(),
            75..88 => phone.answer(),
            88..92 => phone.connect(),
            92..95 => phone.cut(),
            95..96 => phone.restart(),
            // What was sent and not answered is lost.
            96..97 => phones.iter_mut().for_each(|phone| {
                phone.up.clear();
                phone.cut();
            }),
            // A message comes twice.
            97..98 => {
                let twice = phone.up.front().filter(|(_, say)| matches!(say, Say::Append(..))).cloned();
                phone.up.extend(twice);
            }
            98..99 => {
                let twice = phone.down.front().filter(|(tell, _)| matches!(tell, Tell::Entry { .. })).cloned();
                phone.down.extend(twice);
            }
            99..100 => phone.give(Input::TapAgain),
            100..105 => {
                let letter = hostile(&host, &mut chance, &mut id, &mut second);
                host.append(letter, By::Phone("eve".to_owned()));
            }
            // Somebody is shut out, or all are let in.
            105..107 if host.signed => {
                let all = names.iter().map(String::as_str).chain(["eve"]);
                let some: Vec<_> = all.filter(|_| chance.random_bool(0.7)).map(str::to_owned).collect();
                host.decree(chance.random_bool(0.6).then_some(some));
            }
            105..107 => {}
            _ => {
                host.forget(chance.random_range(0..=host.log.len()));
                phones.iter_mut().for_each(|phone| {
                    phone.up.clear();
                    phone.cut();
                });
            }
        }
    }
    if host.signed {
        host.decree(None);
    }
    // The network works again.
    let mut passes = 0;
    while settle(&mut host, &mut phones, seed) {
        passes += 1;
        assert!(passes < 40, "seed {seed}: something moves for ever");
    }
    let log = host.records();
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    log.iter().for_each(|record| *counts.entry(record).or_default() += 1);
    assert!(counts.values().all(|count| *count == 1), "seed {seed}: a tap is in the log twice");
    let mut alike = true;
    for (at, phone) in phones.iter().enumerate() {
        // What the host had lost was not given back before others went on without it: said, and kept on this phone.
        if forgets && phone.link.stage() == Reach::Over(Over::Other) {
            assert!(!log.starts_with(&phone.disk), "seed {seed}, phone {at} was sent away without a reason");
            alike = false;
        } else {
            assert_eq!(phone.link.stage(), Reach::Here, "seed {seed}, phone {at}");
            assert_eq!(phone.model.log.records(), log, "seed {seed}, phone {at} has another log");
            assert_eq!(phone.disk, log, "seed {seed}, phone {at} has another log on its disk");
            assert_eq!(phone.model.saving(), Saving::Saved, "seed {seed}, phone {at}");
        }
        let shown: Vec<&String> = phone
            .model
            .dropped
            .iter()
            .chain(&phone.model.unfit)
            .map(|dropped| &dropped.record)
            .chain(&phone.reported)
            .collect();
        for record in &phone.taken {
            let reported = shown.contains(&record) || phone.waiting.1.contains(record);
            let there = counts.contains_key(record) || phone.disk.contains(record);
            assert!(there || reported, "seed {seed}, phone {at} lost {record}");
        }
    }
    alike
}

fn schedules() -> std::ops::Range<u64> {
    0..std::env::var("TAKUJO_SCHEDULES").ok().and_then(|count| count.parse().ok()).unwrap_or(1_000)
}

#[test]
fn phones_end_alike_and_every_tap_is_in_the_log_once_or_shown() {
    schedules().for_each(|seed| assert!(play(seed, false)));
}

#[test]
fn what_a_host_forgot_is_given_back_or_its_phone_says_that_the_log_is_another() {
    let alike = schedules().filter(|seed| play(*seed, true)).count();
    assert!(alike > schedules().count() / 2, "{alike} ended alike");
}

#[test]
fn taps_wait_until_a_host_that_has_lost_the_setup_has_one_again() {
    let mut host = Host::new(true);
    host.forget(0);
    let mut phone = Phone::new("p0".to_owned(), Vec::new(), true, None);
    for second in [1, 2] {
        // The second only fits after the first.
        let op = Op::Append { event: Numbered { id: second, odd: Some(second == 2) } };
        phone.rules.offer([Record { at: time(second), op }]);
        phone.give(Input::Tap(Entered::Stays));
    }
    let phones = std::slice::from_mut(&mut phone);
    while settle(&mut host, phones, 0) {}
    assert!(host.log.is_empty(), "it would not count");
    host.decree(None);
    while settle(&mut host, phones, 0) {}
    assert_eq!((phone.link.stage(), phone.disk.len(), host.records().len()), (Reach::Here, 2, 2));
}

#[test]
fn a_tap_that_came_late_is_said_where_others_play_too() {
    let mut phone = Phone::new("p0".to_owned(), Vec::new(), true, None);
    let disk = phone.disk.clone();
    phone.give(Input::Late("late".to_owned()));
    let unfit: Vec<_> = phone.model.unfit.iter().map(|dropped| &*dropped.record).collect();
    assert_eq!(unfit, ["late"]);
    assert_eq!((phone.disk.len(), phone.model.dropped.len()), (disk.len(), 0));
    phone.give(Input::Dismiss);
    phone.give(Input::Access(Access::Alone));
    phone.give(Input::Late("late".to_owned()));
    assert!(phone.model.unfit.is_empty());
}

#[test]
fn what_was_begun_after_taps_that_wait_is_there_after_a_restart() {
    let stored = |length| Drafts { length, draft: Some("7".to_owned()), correction: None }.text(length);
    let resumed = |length, waiting| Sitting::<Rounds>::resume(&head(), &[], Some(&stored(length)), waiting).unwrap();
    assert_eq!(resumed(2, 0).1.draft, None, "others have taken the taps back");
    assert_eq!(resumed(2, 1).1.draft, None);
    let (mut rules, drafts) = resumed(2, 2);
    let mut model = Model::new(head(), Vec::new(), Some(stored(2)), drafts);
    let taps = [1, 2].map(|second| record_at(time(second), round(second))).to_vec();
    let effects = update(&mut model, &mut rules, Input::Waiting(0, taps));
    assert_eq!((model.log.records().len(), model.drafts.draft.as_deref()), (2, Some("7")));
    let stores = |effect: &Effect| match effect {
        Effect::KeepDraft(..) => true,
        Effect::Append(_, append) => append.draft.is_some(),
        _ => false,
    };
    assert!(!effects.iter().any(stores), "the stored one is right: {effects:?}");
}

#[test]
fn a_phone_that_may_no_longer_write_makes_no_taps_again() {
    let mut phone = Phone::new("p0".to_owned(), Vec::new(), true, None);
    phone.give(Input::Access(Access::Watches));
    phone.give(Input::Waiting(0, vec![record_at(time(1), round(1))]));
    assert_eq!((phone.model.log.records().len(), phone.model.dropped.len()), (0, 1));
}
