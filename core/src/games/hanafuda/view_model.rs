//! What the screens show, as plain values: which step a table is at, and what the last move and payout mean.

use super::deck::{Card, DECK, Deal, Top};
use super::draft::{Draft, PayoutDraft, Penalty};
use super::forfeit::Forfeits;
use super::game::{Applied, Event, Hanafuda, MoveKind, Options, Phase, State};
use super::payout::{Left, payout};
use crate::domain::game::Game;
use crate::domain::seats::Seat;

/// The screen the table is at.
#[derive(Debug, Clone, PartialEq)]
pub enum Screen {
    /// The deal and the check of the field.
    Deal,
    /// A turn.
    Turn,
    /// The payout.
    Payout(PayoutDraft),
    /// A forfeit.
    Forfeit(Penalty),
    /// Between rounds.
    Between,
    /// The table has ended.
    Over,
}

/// The screen for a state and its draft. `old` is the entry being corrected, if any, with the state before it; it comes
/// first.
pub fn screen(state: &State, draft: Draft, old: Option<(&Event, &State)>) -> Screen {
    if let Some((event, before)) = old {
        if let Some(entry) = PayoutDraft::of(event, before) {
            return Screen::Payout(draft.payout.unwrap_or(entry));
        }
        if let Some(penalty) = Penalty::of(event) {
            return Screen::Forfeit(draft.forfeit.unwrap_or(penalty));
        }
    }
    let under_way = draft.turn.is_some();
    let due = || {
        if state.ending().pays() && (state.payout.is_none() || state.phase == Phase::Between) {
            Screen::Payout(draft.payout.unwrap_or_else(|| PayoutDraft::new(state)))
        } else {
            Screen::Forfeit(draft.forfeit.unwrap_or_default())
        }
    };
    match state.phase {
        Phase::Turn if is_dealt(state) && !under_way => Screen::Deal,
        Phase::Turn => Screen::Turn,
        Phase::First { .. } => due(),
        // A table without turn tracking deals nothing: it goes straight to the next payout.
        Phase::Between if !state.tracks_turns() => due(),
        Phase::Between => Screen::Between,
        Phase::Over => Screen::Over,
    }
}

/// Whether nobody has played in this round yet, and nothing of it was corrected.
fn is_dealt(state: &State) -> bool {
    let dealt = Deal::of(state.hands.len()).map(|deal| deal.hand);
    state.last.is_none() && state.to_play() == Some(state.dealer) && state.hands.iter().all(|hand| Some(*hand) == dealt)
}

/// The round being entered: the next one, if a table without turn tracking is between rounds.
pub fn round(state: &State) -> u32 {
    let onward = state.phase == Phase::Between && !state.tracks_turns();
    state.round.saturating_add(u32::from(onward))
}

/// Whether a move leaves a top discard that matters: not if it has no effect, or ends the round.
pub fn asks_top(state: &State, kind: MoveKind) -> bool {
    let after = Hanafuda::apply(state, &Event::Move { kind, top: Top::Other });
    kind.has_effect() && after.is_ok_and(|after| after.to_play().is_some())
}

/// What the next player has to know about the last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnNews {
    /// The dealer plays first.
    Starts(Seat),
    /// This player plays, unaffected.
    Plays(Seat),
    /// The effect hit the first player given, and the second one plays.
    Hit(Applied, Seat),
    /// The effect hit the only other player, so the turn comes back.
    Back(Applied, Seat),
}

/// What the last move means for the next player, while turns are being played.
pub fn turn_news(state: &State) -> Option<TurnNews> {
    let next = state.to_play()?;
    let news = match state.last {
        None if is_dealt(state) => TurnNews::Starts(next),
        Some(last) => match last.effect {
            Some(hit) if hit.effect.loses_turn() && last.by == next => TurnNews::Back(hit, next),
            Some(hit) => TurnNews::Hit(hit, next),
            None => TurnNews::Plays(next),
        },
        None => TurnNews::Plays(next),
    };
    Some(news)
}

/// The top discard, if the last move named it.
pub fn top(state: &State) -> Option<Top> {
    state.last.filter(|last| last.kind.has_effect()).map(|last| last.top)
}

/// Why a round changed a player's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutCause {
    /// Was first and gets paid.
    Won,
    /// Touched first and pays nothing.
    Exempt,
    /// Pays for these cards.
    Pays(Left),
}

/// A payout by seat: the reason and the points. Empty for other events.
pub fn reasons(event: &Event) -> Vec<(Seat, PayoutCause, i32)> {
    let Event::Payout { winner, left, exempt, .. } = event else { return Vec::new() };
    let Ok(paid) = payout(left, *winner, *exempt) else { return Vec::new() };
    let why = |seat: Seat, hand: &Left| {
        if seat == *winner {
            PayoutCause::Won
        } else if Some(seat) == *exempt {
            PayoutCause::Exempt
        } else {
            PayoutCause::Pays(*hand)
        }
    };
    let rows = Seat::all(left.len()).zip(left).zip(paid.changes);
    rows.map(|((seat, hand), change)| (seat, why(seat, hand), change)).collect()
}

/// The current list of forfeits.
pub fn list<'a>(entries: &'a [Event], options: &'a Options) -> &'a Forfeits {
    let changed = entries.iter().rev().find_map(|event| match event {
        Event::List { forfeits } => Some(forfeits),
        _ => None,
    });
    changed.unwrap_or(&options.forfeits)
}

/// The cards with the same effect as `top`, in the order of the year.
pub fn acting(top: Top) -> impl Iterator<Item = &'static Card> {
    DECK.iter().filter(move |card| card.kind.top() == top)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::game::Game;
    use crate::domain::seats::{Player, Seats};
    use crate::games::hanafuda::deck::{CardEffect, Month};
    use crate::games::hanafuda::draft::TurnDraft;
    use crate::games::hanafuda::game::{Hanafuda, MoveKind, RoundEnd};

    fn start(players: u8, options: &Options) -> State {
        let people = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
        Hanafuda::start(&Seats::new(people, Seat(0), Hanafuda::SEATS).unwrap(), options).unwrap()
    }

    fn after(state: &State, events: &[Event]) -> State {
        events.iter().fold(state.clone(), |state, event| Hanafuda::apply(&state, event).unwrap())
    }

    fn played(kind: MoveKind, top: Top) -> Event {
        Event::Move { kind, top }
    }

    #[test]
    fn each_effect_is_reported_for_the_player_it_hits() {
        let start = start(3, &Options::default());
        assert_eq!(turn_news(&start), Some(TurnNews::Starts(Seat(0))));
        let say = |top| turn_news(&after(&start, &[played(MoveKind::HandField, top)]));
        let hit = |effect| Applied { seat: Seat(2), effect };
        assert_eq!(say(Top::Other), Some(TurnNews::Plays(Seat(2))));
        assert_eq!(say(Top::Bright), Some(TurnNews::Hit(hit(CardEffect::DrawAndLoseTurn), Seat(1))));
        assert_eq!(say(Top::Poetry), Some(TurnNews::Hit(hit(CardEffect::DrawThenPlay), Seat(2))));
        assert_eq!(say(Top::Purple), Some(TurnNews::Hit(hit(CardEffect::LoseTurn), Seat(1))));
    }

    #[test]
    fn with_two_players_the_turn_is_reported_to_come_back() {
        let start = start(2, &Options::default());
        let say = |top| turn_news(&after(&start, &[played(MoveKind::HandField, top)]));
        let hit = |effect| Applied { seat: Seat(1), effect };
        assert_eq!(say(Top::Bright), Some(TurnNews::Back(hit(CardEffect::DrawAndLoseTurn), Seat(0))));
        assert_eq!(say(Top::Poetry), Some(TurnNews::Hit(hit(CardEffect::DrawThenPlay), Seat(1))));
    }

    #[test]
    fn the_top_is_known_after_a_move_that_names_it() {
        let start = start(3, &Options::default());
        assert_eq!(top(&start), None);
        assert_eq!(top(&after(&start, &[played(MoveKind::HandField, Top::Purple)])), Some(Top::Purple));
        assert_eq!(top(&after(&start, &[played(MoveKind::FieldField, Top::Other)])), None);
    }

    #[test]
    fn a_round_goes_from_the_deal_to_the_settlement() {
        let options = Options { ending: RoundEnd::Both, ..Options::default() };
        let dealt = start(2, &options);
        let chosen = Draft { turn: Some(TurnDraft { kind: None, dealt: true }), ..Draft::default() };
        let screen = |state: &State| super::screen(state, Draft::default(), None);
        let entering = |state: &State, draft: &Draft| super::screen(state, draft.clone(), None);
        assert_eq!(screen(&dealt), Screen::Deal);
        assert_eq!(entering(&dealt, &Draft { field: vec![Month::Pine], ..Draft::default() }), Screen::Deal);
        assert_eq!(entering(&dealt, &chosen), Screen::Turn);
        let second = after(&dealt, &[played(MoveKind::StruggleMatch, Top::Other)]);
        assert_eq!(screen(&second), Screen::Turn);
        let first = after(&second, &[Event::Hand { seat: Seat(0), cards: 0 }]);
        assert!(matches!(screen(&first), Screen::Payout(_)));
        // The draft of a round that was undone must not reappear.
        assert_eq!(
            entering(&second, &Draft { payout: Some(PayoutDraft::new(&first)), ..Draft::default() }),
            Screen::Turn
        );
        let left = vec![Left::default(), Left { brights: 0, others: 5 }];
        let paid = after(&first, &[Event::Payout { winner: Seat(0), left, exempt: None, recount: false }]);
        assert_eq!(screen(&paid), Screen::Forfeit(Penalty::default()));
        let done = after(&paid, &[Event::Forfeit { winner: Seat(0), seat: Seat(1), text: None }]);
        assert_eq!(screen(&done), Screen::Between);
        assert_eq!(screen(&after(&done, &[Event::NextRound { dealer: None }])), Screen::Deal);
        assert_eq!(screen(&after(&done, &[Event::End])), Screen::Over);
    }

    #[test]
    fn without_turns_the_next_payout_comes_at_once() {
        let options = Options { track_turns: false, ..Options::default() };
        let before = start(2, &options);
        let screen = |state: &State| super::screen(state, Draft::default(), None);
        assert_eq!((screen(&before), round(&before)), (Screen::Payout(PayoutDraft::new(&before)), 1));
        let left = vec![Left::default(), Left { brights: 0, others: 5 }];
        let paid = after(&before, &[Event::Payout { winner: Seat(0), left, exempt: None, recount: false }]);
        assert_eq!((screen(&paid), round(&paid)), (Screen::Payout(PayoutDraft::new(&paid)), 2));
    }

    #[test]
    fn a_correction_takes_precedence() {
        let dealt = start(2, &Options { track_turns: false, ..Options::default() });
        let left = vec![Left::default(), Left { brights: 0, others: 5 }];
        let event = Event::Payout { winner: Seat(0), left, exempt: None, recount: false };
        let paid = after(&dealt, std::slice::from_ref(&event));
        let old = Some((&event, &dealt));
        assert_eq!(screen(&paid, Draft::default(), old), Screen::Payout(PayoutDraft::of(&event, &dealt).unwrap()));
        let typed = Draft { payout: Some(PayoutDraft::new(&dealt)), ..Draft::default() };
        assert_eq!(screen(&paid, typed, old), Screen::Payout(PayoutDraft::new(&dealt)));
    }

    #[test]
    fn reasons_say_who_pays_for_what() {
        let left = vec![Left { brights: 1, others: 2 }, Left::default(), Left::default()];
        let event = Event::Payout { winner: Seat(1), left: left.clone(), exempt: Some(Seat(2)), recount: false };
        assert_eq!(
            reasons(&event),
            [
                (Seat(0), PayoutCause::Pays(left[0]), -7),
                (Seat(1), PayoutCause::Won, 7),
                (Seat(2), PayoutCause::Exempt, 0)
            ]
        );
        assert_eq!(reasons(&Event::End), []);
    }

    #[test]
    fn the_list_is_the_last_one_written() {
        let options = Options { forfeits: Forfeits::default().with("sing").unwrap(), ..Options::default() };
        assert_eq!(list(&[], &options).texts(), ["sing"]);
        let forfeits = Forfeits::default().with("hop").unwrap();
        assert_eq!(list(&[Event::List { forfeits }, Event::End], &options).texts(), ["hop"]);
    }

    #[test]
    fn the_chart_knows_which_cards_act() {
        let months = |top| acting(top).map(|card| card.month.number()).collect::<Vec<_>>();
        assert_eq!(months(Top::Bright), [1, 3, 8, 11, 12]);
        assert_eq!(months(Top::Poetry), [1, 2, 3]);
        assert_eq!(months(Top::Purple), [6, 9, 10]);
    }
}
