//! What a phone makes of what the host says: which letters count, which of its own are in the log, and what the host has
//! lost.

use takujo_wire::{Refusal, Right, Tell};

use super::{Errand, Follower, Judge, Leave, Over, Queued, RESTORED, Reach};
use crate::live::letter::{By, MOST_GUESTS, Post, SignedCharter, TableLetter, Writers, fitting};

impl<J: Judge + ?Sized> Follower<J> {
    /// The host said something. The letter in an entry is given with it, `None` if it could not be read.
    pub fn heard(&mut self, tell: &Tell, letter: Option<Post>) -> Vec<Errand> {
        let mut effects = Vec::new();
        match *tell {
            Tell::Joined { right, locked, length } => {
                (self.joined, self.right, self.locked, self.known) = (true, right, locked, length);
                self.unavailable = 0;
                if length < self.seen {
                    self.read_again(&mut effects);
                }
            }
            Tell::Entry { position, ref record } => self.entry(position, record, letter, &mut effects),
            Tell::Changed { position, right, locked } => {
                if self.is_next(position, None, &mut effects) {
                    (self.right, self.locked) = (right, locked);
                }
            }
            Tell::Appended { length } | Tell::Conflict { length } => {
                (self.asked, self.no_room) = (false, false);
                self.known = self.known.max(length);
            }
            Tell::Closed => self.over = Some(Over::Closed),
            Tell::Refused(refusal) => self.refused(refusal, &mut effects),
            Tell::Created | Tell::Pong(_) => {}
        }
        if self.stage() == Reach::Here {
            self.caught_up();
        }
        self.go(&mut effects);
        effects
    }

    fn refused(&mut self, refusal: Refusal, effects: &mut Vec<Errand>) {
        self.asked = false;
        match refusal {
            Refusal::NotThere => self.over = Some(Over::Gone),
            Refusal::TableFull(_) | Refusal::TableTooLarge(_) | Refusal::RecordTooLong(_) => {
                self.over = Some(Over::Full);
            }
            // The host will say when that changes.
            Refusal::NotAllowed => self.right = Right::Watch,
            Refusal::Locked => self.locked = true,
            Refusal::NoRoom if !self.joined => self.over = Some(Over::NoRoom),
            _ => {
                self.no_room = refusal == Refusal::NoRoom;
                let unavailable = u8::from(refusal == Refusal::Unavailable && !self.joined);
                self.unavailable = self.unavailable.saturating_add(unavailable);
                effects.push(Errand::Reconnect);
            }
        }
    }

    /// The host's log is not the one that was read, as it has lost its end: reads it from the beginning.
    pub(super) fn read_again(&mut self, effects: &mut Vec<Errand>) {
        if self.records.len() >= self.base.len() && self.over != Some(Over::Other) {
            (self.base, self.base_makers) = (std::mem::take(&mut self.records), std::mem::take(&mut self.makers));
        }
        (self.joined, self.seen, self.known, self.last) = (false, 0, 0, None);
        self.begun = false;
        self.charter_before = self.charter().cloned();
        self.charter = None;
        self.before = self.head.take().or(self.before.take());
        self.unjudged.clear();
        self.records.clear();
        self.makers.clear();
        self.guests_before = std::mem::take(&mut self.guests);
        self.hosts.clear();
        self.rows.clear();
        self.queue.retain(|waiting| !waiting.is_restored());
        effects.push(Errand::Reconnect);
    }

    /// Receives the entry at `position`, which is a letter's `record` or, if that is `None`, a change of rights.
    /// Returns whether it is a new one. Reconnects if an entry before it is missing, and reads everything again if it
    /// is not the one that was here before.
    fn is_next(&mut self, position: u32, record: Option<&[u8]>, effects: &mut Vec<Errand>) -> bool {
        if position > self.next {
            effects.push(Errand::Reconnect);
        }
        if position != self.next {
            return false;
        }
        self.next += 1;
        let known = self.last.as_ref().filter(|(place, _)| *place == position).map(|(_, last)| last.as_slice());
        if position < self.seen {
            if record != known {
                self.read_again(effects);
            }
            return false;
        }
        self.seen = self.next;
        self.known = self.known.max(self.seen);
        self.sent = self.sent.filter(|sent| *sent >= self.seen);
        if let Some(record) = record {
            self.last = Some((position, record.to_vec()));
        }
        true
    }

    /// Receives a letter's entry.
    fn entry(&mut self, position: u32, record: &[u8], letter: Option<Post>, effects: &mut Vec<Errand>) {
        let sent = self.sent == Some(position);
        if !self.is_next(position, Some(record), effects) {
            return;
        }
        // No phone can read it, so for all of them it says nothing.
        let Some(Post { text, by }) = letter else { return };
        let own = sent && self.queue.front().is_some_and(|waiting| waiting.letter.write() == text);
        let number = if own { self.queue.pop_front().and_then(|waiting| waiting.number) } else { None };
        let before = self.records.len();
        let letter = TableLetter::read(&text);
        let plays = matches!(letter, Some(TableLetter::Log { .. })) && self.may_play(&by);
        let counts = letter.is_some_and(|letter| self.judged(letter, &by));
        effects.extend(number.map(|number| Errand::Done(number, counts)));
        if own {
            // It was made by the rules that judge it, so the log is not what this phone takes it for.
            if plays && !counts {
                self.over = Some(Over::Other);
            }
            return;
        }
        if self.records.len() > before {
            self.overtaken(effects);
        }
        if counts {
            effects.push(Errand::News);
        }
    }

    /// Takes in a letter. Returns whether it counts, or may count once there is a judge.
    fn judged(&mut self, letter: TableLetter, by: &By) -> bool {
        if let By::Phone(phone) = by {
            self.hosts.retain(|host| host != phone);
        }
        match letter {
            TableLetter::Charter(charter) => self.decreed(charter),
            // Where everything is signed, that is in the charter.
            TableLetter::Head(_) | TableLetter::Writers(_) if self.authority.is_some() => false,
            TableLetter::Head(head) => self.set_up(head),
            TableLetter::Writers(writers) => {
                self.writers.get_or_insert(writers);
                true
            }
            TableLetter::Log { phone, records } => {
                let maker = match by {
                    By::Phone(signed) if phone.is_empty() => format!("{RESTORED}{signed}"),
                    _ => phone.clone(),
                };
                self.may_play(by) && by.may_say(&phone) && self.played(maker, records, Leave::of(by, phone.is_empty()))
            }
            TableLetter::Guest(guest) if by.is(&guest.phone) => {
                match self.guests.iter().position(|other| other.phone == guest.phone) {
                    Some(known) => self.guests[known] = guest,
                    None if self.guests.len() < MOST_GUESTS => self.guests.push(guest),
                    None => return false,
                }
                true
            }
            TableLetter::Row(row) if self.admits(by) && by.is(&row.phone) => {
                self.rows.push(row);
                true
            }
            TableLetter::Hosts(phone) if *by == By::Host => {
                self.hosts.retain(|host| *host != phone);
                self.hosts.push(phone);
                true
            }
            TableLetter::Guest(_) | TableLetter::Row(_) | TableLetter::Hosts(_) => false,
        }
    }

    /// Takes in what whoever hosts the table has decided. Its setup counts by itself, if the rules allow it.
    fn decreed(&mut self, signed: SignedCharter) -> bool {
        let Some((table, public)) = &self.authority else { return false };
        let known = self.charter.as_ref().map_or(0, |known| known.charter.number);
        if signed.charter.number <= known || !signed.is_by(table, public) {
            return false;
        }
        let head = signed.charter.head.clone();
        self.writers.get_or_insert(signed.charter.writers);
        self.charter = Some(signed);
        if self.head.as_ref() != Some(&head) {
            self.set_up(head);
        }
        true
    }

    /// Takes in a setup.
    pub(super) fn set_up(&mut self, head: String) -> bool {
        match &mut self.judge {
            None if self.head.is_none() => self.head = Some(head),
            None => self.unjudged.push((TableLetter::Head(head), Leave::HOST)),
            Some(judge) if !self.begun => match judge.begin(&head, self.before.as_deref()) {
                Ok(()) => (self.begun, self.head) = (true, Some(head)),
                // Somebody was faster than those who give back the setup that the host has lost.
                Err(_) if self.before.is_some() => return false,
                Err(over) => self.over = Some(over),
            },
            Some(judge) if judge.may_follow(&head) => self.head = Some(head),
            Some(_) => return false,
        }
        true
    }

    /// Takes in records.
    pub(super) fn played(&mut self, phone: String, records: Vec<String>, leave: Leave) -> bool {
        let Some(judge) = &mut self.judge else {
            self.unjudged.push((TableLetter::Log { phone, records }, leave));
            return true;
        };
        if !self.begun || !judge.take(&records, leave) {
            return false;
        }
        let from = self.records.len();
        let known = self.base.get(from..).unwrap_or_default();
        if known.iter().zip(&records).any(|(known, record)| known != record) {
            self.over = Some(Over::Other);
            return false;
        }
        self.records.extend(records);
        if self.makers.last().is_none_or(|(_, last)| *last != phone) {
            self.makers.push((from, phone));
        }
        true
    }

    /// Somebody else played on: the records that wait were made for a position that no longer exists. As long as the
    /// log only grows to what this phone had before, that is not so.
    fn overtaken(&mut self, effects: &mut Vec<Errand>) {
        let news = self.records.len() > self.base.len();
        self.queue.retain(|waiting| {
            let stays = match (&waiting.letter, waiting.number) {
                (TableLetter::Log { .. }, Some(_)) => !news,
                (TableLetter::Log { .. }, None) => false,
                _ => true,
            };
            if let Some(number) = waiting.number.filter(|_| !stays) {
                effects.push(Errand::Done(number, false));
            }
            stays
        });
    }

    /// Everything was read: if the host has lost the setup or records that this phone still has, begins to give them
    /// back.
    fn caught_up(&mut self) {
        let known = self.charter.as_ref().map_or(0, |known| known.charter.number);
        let setup = match (&self.authority, &self.charter_before, &self.before) {
            (Some(_), Some(before), _) if before.charter.number > known => Some(TableLetter::Charter(before.clone())),
            (None, _, Some(before)) if self.head.is_none() => Some(TableLetter::Head(before.clone())),
            _ => None,
        };
        if let Some(letter) = setup {
            if self.queue.front().is_none_or(|first| first.letter != letter) {
                self.queue.push_front(Queued { number: None, letter });
            }
        } else if self.records.len() >= self.base.len() {
            self.base.clear();
            self.base_makers.clear();
            self.bring_guests();
        } else if self.plays() && !self.queue.iter().any(|waiting| waiting.is_restored()) {
            let (from, mut missing) = (self.records.len(), &self.base[self.records.len()..]);
            let mut phone = String::new();
            // Whoever hosts the table can say who made what.
            if self.authority.is_some() && self.right == Right::Host {
                let next = self.base_makers.partition_point(|(first, _)| *first <= from);
                let end = self.base_makers.get(next).map_or(self.base.len(), |(first, _)| *first);
                missing = &self.base[from..end.min(self.base.len())];
                let maker = next.checked_sub(1).map(|at| self.base_makers[at].1.as_str());
                phone = maker.filter(|maker| !maker.starts_with(RESTORED)).unwrap_or_default().to_owned();
            }
            let records = missing[..fitting(missing)].to_vec();
            let letter = TableLetter::Log { phone, records };
            self.queue.push_front(Queued { number: None, letter });
        }
    }

    /// Whether records that this phone writes count. Where they do not, whoever hosts the table gives back what was lost.
    fn plays(&self) -> bool {
        let all = self.authority.is_none() || self.writers() == Writers::All;
        self.right == Right::Host || (self.is_admitted() && all)
    }

    /// Says who came to the table that whoever hosts it has made this one of.
    fn bring_guests(&mut self) {
        let (guests, hosts) = (std::mem::take(&mut self.guests_before), self.right == Right::Host);
        for guest in guests.into_iter().filter(|_| hosts && self.authority.is_some()) {
            if self.guests.iter().all(|other| other.phone != guest.phone) {
                self.queue.push_back(Queued { number: None, letter: TableLetter::Guest(guest) });
            }
        }
    }

    /// Sends the first letter of the queue, if it may be sent and none is on its way.
    pub(super) fn go(&mut self, effects: &mut Vec<Errand>) {
        let may = self.right == Right::Host || (self.right == Right::Write && !self.locked);
        if self.stage() != Reach::Here || self.asked || !may {
            return;
        }
        // Before the setup nothing counts, and a host that has lost its setup is given that first.
        let plays = self.is_admitted() && (self.begun || self.judge.is_none());
        let says = |letter: &TableLetter| !matches!(letter, TableLetter::Log { .. } | TableLetter::Row(_));
        // Whose entries do not count can still say who they are, before what waits.
        if !plays
            && let Some(at) = self.queue.iter().position(|waiting| says(&waiting.letter))
            && let Some(waiting) = self.queue.remove(at)
        {
            self.queue.push_front(waiting);
        }
        if let Some(waiting) = self.queue.front().filter(|waiting| plays || says(&waiting.letter)) {
            effects.push(Errand::Append(self.seen, waiting.letter.write()));
            self.sent = Some(self.seen);
            self.asked = true;
        }
    }
}
