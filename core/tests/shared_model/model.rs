//! The states of the table, and what can happen in each.

use std::collections::HashMap;
use std::sync::Mutex;

use stateright::{Model, Property};
use takujo_core::live::letter::{Post, Writers};
use takujo_core::live::link::Reach;
use takujo_wire::Right;

use crate::phone::{Person, Phone};
use crate::properties::properties;
use crate::table::{Decree, Entry, Host, Kept, Print, harm};

/// How often each thing may still happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chances {
    /// Somebody who means harm appends.
    pub harm: u8,
    /// A connection ends.
    pub breaks: u8,
    /// A message comes twice, or an entry is skipped.
    pub noise: u8,
    /// A phone is killed.
    pub kills: u8,
    /// The host comes back with its log, or the beginning of it.
    pub losses: u8,
    /// The table is locked, or unlocked.
    pub locks: u8,
    /// Whoever hosts decides something.
    pub decrees: u8,
}

/// Nothing goes wrong.
pub const NONE: Chances = Chances { harm: 0, breaks: 0, noise: 0, kills: 0, losses: 0, locks: 0, decrees: 0 };

/// What a test tries.
pub struct Bounds {
    pub people: &'static [Person],
    pub chances: Chances,
    /// Who may write at the table.
    pub writers: Writers,
    /// What whoever hosts decides.
    pub decrees: &'static [Decree],
    /// How many letters of [`harm`] somebody who means it knows.
    pub letters: usize,
    /// Whether they also append the bytes of entries that the host has lost.
    pub replays: bool,
    /// Whether an answer may be older than what the phone has heard from the log since.
    pub lags: bool,
    /// Whether what was sent before the host lost entries may arrive after it.
    pub outlives: bool,
    /// Whether phones count their calls.
    pub counts: bool,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            people: &[],
            chances: NONE,
            writers: Writers::All,
            decrees: &[],
            letters: 0,
            replays: false,
            lags: true,
            outlives: false,
            counts: false,
        }
    }
}

/// What a phone and the host become by an action.
type Steps = HashMap<(Print, Print, Action), (Kept<Phone>, Kept<Host>)>;

/// The model within its bounds.
pub struct Table {
    pub bounds: Bounds,
    /// What somebody who means harm appends.
    harm: Vec<Option<Post>>,
    /// Those seen so far: most states differ only in the other phones.
    known: Mutex<Steps>,
}

/// The phones with what is on the way, the host, and what may still happen.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct State {
    pub phones: Vec<Kept<Phone>>,
    pub host: Kept<Host>,
    pub left: Chances,
}

impl State {
    /// Whether nothing is on the way and everyone has heard everything. A late letter may be lost as well.
    pub fn rests(&self) -> bool {
        self.phones.iter().all(|phone| phone.rests(&self.host))
    }
}

/// What happens next. The first number is that of the phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Its person makes a record.
    Tap(usize),
    Decree(usize, Decree),
    Connect(usize),
    /// The host takes what the phone has sent, and answers.
    Take(usize),
    /// The phone hears the answer.
    Hear(usize),
    /// The phone hears the next entry.
    Read(usize),
    /// The app deals with what was prevented.
    Decide(usize),
    /// The game is loaded on a phone that did not have it.
    Load(usize),
    /// The connection ends.
    Break(usize),
    Kill(usize),
    /// The host takes what the phone has sent, and it is on the way once more.
    TakeTwice(usize),
    /// The phone hears the last entry once more.
    ReadTwice(usize),
    /// The phone hears the entry after the next.
    Skip(usize),
    /// This one of the letters that were sent on earlier connections arrives.
    Land(usize, usize),
    /// Somebody who means harm appends this one of [`harm`].
    Harm(usize),
    /// They append what was lost at this place.
    Replay,
    /// The table is locked, or unlocked.
    Lock,
    /// The host comes back with this many entries.
    Lose(u32),
}

impl Action {
    /// The phone that it happens to.
    fn phone(self) -> Option<usize> {
        use Action::*;
        match self {
            Tap(at)
            | Decree(at, _)
            | Connect(at)
            | Take(at)
            | Hear(at)
            | Read(at)
            | Decide(at)
            | Load(at)
            | Break(at)
            | Kill(at)
            | TakeTwice(at)
            | ReadTwice(at)
            | Skip(at)
            | Land(at, _) => Some(at),
            Harm(_) | Replay | Lock | Lose(_) => None,
        }
    }
}

impl Chances {
    fn spend(&mut self, action: Action) {
        let chance = match action {
            Action::Harm(_) | Action::Replay => &mut self.harm,
            Action::Break(_) => &mut self.breaks,
            Action::TakeTwice(_) | Action::ReadTwice(_) | Action::Skip(_) => &mut self.noise,
            Action::Kill(_) => &mut self.kills,
            Action::Lose(_) => &mut self.losses,
            Action::Lock => &mut self.locks,
            Action::Decree(..) => &mut self.decrees,
            _ => return,
        };
        *chance -= 1;
    }
}

impl Table {
    pub fn new(bounds: Bounds) -> Table {
        let harm = harm(bounds.writers);
        Table { bounds, harm, known: Mutex::default() }
    }

    /// What a phone, the host and the network do by themselves: nobody has to want it, and it takes no fault.
    pub fn sure(&self, state: &State, at: usize, actions: &mut Vec<Action>) {
        let phone = &state.phones[at];
        if phone.is_out() {
            return;
        }
        let mut may = |happens: bool, action: Action| actions.extend(happens.then_some(action));
        may(phone.link.stage() == Reach::Away, Action::Connect(at));
        may(!phone.up.is_empty(), Action::Take(at));
        may(!phone.answers.is_empty(), Action::Hear(at));
        may(
            phone.following.is_some_and(|next| next < state.host.length() && self.may_hear(phone, next)),
            Action::Read(at),
        );
        may(!phone.prevented.is_empty(), Action::Decide(at));
        may(phone.may_load(), Action::Load(at));
    }

    /// What its person does, and what goes wrong.
    fn unsure(&self, state: &State, at: usize, actions: &mut Vec<Action>) {
        let (phone, left) = (&state.phones[at], &state.left);
        if phone.is_out() {
            return;
        }
        let mut may = |happens: bool, action: Action| actions.extend(happens.then_some(action));
        may(phone.prevented.is_empty() && phone.next_tap().is_some_and(|tap| phone.fits(tap)), Action::Tap(at));
        let decides = left.decrees > 0 && phone.person.right == Right::Host && phone.link.next_charter().is_some();
        self.bounds.decrees.iter().for_each(|decree| may(decides, Action::Decree(at, *decree)));
        may(left.breaks > 0 && phone.link.stage() != Reach::Away, Action::Break(at));
        may(left.kills > 0, Action::Kill(at));
        if left.noise > 0 {
            may(!phone.up.is_empty(), Action::TakeTwice(at));
            if let Some(next) = phone.following.filter(|next| self.may_hear(phone, *next)) {
                may(next > 0, Action::ReadTwice(at));
                may(next + 1 < state.host.length(), Action::Skip(at));
            }
        }
    }

    /// Whether a phone may hear this entry before the answer that it waits for: it was there when the host gave it.
    fn may_hear(&self, phone: &Phone, entry: u32) -> bool {
        self.bounds.lags || phone.answers.first().is_none_or(|(length, _)| entry < *length)
    }

    /// What an action does to a phone and the host.
    fn act(&self, phone: &mut Phone, host: &mut Host, action: Action) {
        let next = phone.following.unwrap_or_default();
        match action {
            Action::Tap(_) => phone.tap(),
            Action::Decree(_, decree) => phone.decree(decree),
            Action::Connect(_) => phone.connect(host),
            Action::Take(_) => phone.take(host),
            Action::TakeTwice(_) => {
                phone.late.extend(phone.up.first().cloned());
                phone.late.sort();
                phone.take(host);
            }
            Action::Hear(_) => phone.hear(),
            Action::Read(_) => phone.read(host, next, next + 1),
            Action::ReadTwice(_) => phone.read(host, next - 1, next),
            Action::Skip(_) => phone.read(host, next + 1, next + 2),
            Action::Decide(_) => phone.decide(),
            Action::Load(_) => phone.load(),
            Action::Break(_) => phone.cut(),
            Action::Kill(_) => phone.restart(),
            Action::Land(_, late) => {
                let append = phone.late.remove(late);
                phone.land(host, append);
            }
            Action::Harm(which) => host.add_letter(self.harm[which].clone(), false),
            Action::Replay => host.add(host.lost[host.log.len()].clone()),
            Action::Lock => host.add(Entry::Rights { locked: !host.is_locked() }),
            Action::Lose(length) => {
                host.lose(length, self.bounds.replays);
                phone.cut();
                phone.late.retain(|_| self.bounds.outlives);
            }
        }
    }

    /// A late letter for a place that is taken changes nothing, unless that place can become free again.
    fn drop_late(&self, state: &mut State) {
        if self.bounds.outlives && state.left.losses > 0 {
            return;
        }
        let length = state.host.length();
        for phone in &mut state.phones {
            if phone.late.iter().any(|late| late.place < length) {
                let mut without = Phone::clone(phone);
                without.late.retain(|late| late.place >= length);
                *phone = Kept::new(without);
            }
        }
    }
}

impl Model for Table {
    type State = State;
    type Action = Action;

    /// Those who had the table have joined and read the beginning of the log.
    fn init_states(&self) -> Vec<State> {
        let host = Host::new(self.bounds.writers);
        let begun = |(number, person): (u8, &Person)| {
            let mut phone = Phone::new(number, *person, self.bounds.writers, self.bounds.counts);
            if person.had_it {
                phone.connect(&host);
                (0..host.length()).for_each(|place| phone.read(&host, place, place + 1));
            }
            Kept::new(phone)
        };
        let phones = (0..).zip(self.bounds.people).map(begun).collect();
        vec![State { phones, host: Kept::new(host), left: self.bounds.chances }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        for at in 0..state.phones.len() {
            let (phone, length) = (&state.phones[at], state.host.length());
            let lands = (0..phone.late.len()).filter(|late| phone.late[*late].place == length);
            actions.extend(lands.map(|late| Action::Land(at, late)));
            self.sure(state, at, actions);
            self.unsure(state, at, actions);
        }
        if state.left.harm > 0 && state.host.refuses(Right::Write).is_none() {
            actions.extend((0..self.bounds.letters).map(Action::Harm));
            actions.extend((state.host.lost.len() > state.host.log.len()).then_some(Action::Replay));
        }
        actions.extend((state.left.locks > 0).then_some(Action::Lock));
        if state.left.losses > 0 {
            actions.extend((1..=state.host.length()).map(Action::Lose));
        }
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        let mut next = state.clone();
        next.left.spend(action);
        let mut known = self.known.lock().unwrap();
        // What no phone does happens to the host alone, or to it and each of them.
        for at in action.phone().map_or(0..state.phones.len(), |at| at..at + 1) {
            let (phone, host) = (&state.phones[at], &state.host);
            let step = known.entry((phone.print, host.print, action)).or_insert_with(|| {
                let (mut phone, mut host) = (Phone::clone(phone), Host::clone(host));
                self.act(&mut phone, &mut host, action);
                let is_same = host.length() == state.host.length() && !matches!(action, Action::Lose(_));
                (Kept::new(phone), if is_same { state.host.clone() } else { Kept::new(host) })
            });
            (next.phones[at], next.host) = step.clone();
        }
        self.drop_late(&mut next);
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Table>> {
        properties(&self.bounds)
    }
}
