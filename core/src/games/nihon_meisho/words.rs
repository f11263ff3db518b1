//! Cards, plays, rules and reasons in words.

use super::advice::{Next, Reminder};
use super::game::{
    Call, Cleared, Event, LEAST_CLOCK, LEAST_HAND, MOST_CLOCK, MOST_CORRECTED, MOST_DECK, MOST_HAND, Options,
    RuleError, State,
};
use super::pile::{
    AREA_SET, Area, CATEGORY_SET, Card, Category, Fit, Growth, LabelFault, Labels, MAX_LABEL, Misfit, SetOf,
};
use super::view_model::{Act, Asked, growths};
use crate::domain::seats::{Seat, Seats};
use crate::i18n::{Lang, list, t};
use crate::play::Problem;
use crate::rule::{Rule, nihon_meisho as rules};
use crate::table::coming_words::seating_problem;

/// The name of a category at this table.
pub fn category(labels: &Labels, category: Category, l: Lang) -> String {
    let own = match category {
        Category::HotSprings => t::meisho_hot_springs(l),
        Category::LakesRivers => t::meisho_lakes_rivers(l),
        Category::ParksForests => t::meisho_parks_forests(l),
        Category::CastlesStructures => t::meisho_castles_structures(l),
    };
    let label = labels.category(category);
    if label.is_empty() { own } else { label }.to_owned()
}

/// The name of an area at this table.
pub fn area(labels: &Labels, area: Area, l: Lang) -> String {
    let label = labels.area(area);
    match area {
        _ if !label.is_empty() => label.to_owned(),
        Area::Hokkaido => t::meisho_hokkaido(l).to_owned(),
        Area::Kinki => t::meisho_kinki(l).to_owned(),
        Area::Area3 | Area::Area4 | Area::Area5 | Area::Area6 => t::meisho_area(l, area as usize + 1),
    }
}

/// The name of a kind of set at this table.
pub fn set(labels: &Labels, of: SetOf, l: Lang) -> String {
    match of {
        SetOf::Category(of) => category(labels, of, l),
        SetOf::Area(of) => area(labels, of, l),
    }
}

fn sets(labels: &Labels, why: Fit, l: Lang) -> String {
    let names: Vec<String> = why.sets().map(|of| set(labels, of, l)).collect();
    list(l, &names)
}

/// A card as people say it.
pub fn card(labels: &Labels, card: Card, l: Lang) -> String {
    t::meisho_card(l, category(labels, card.category, l), area(labels, card.area, l))
}

fn grows(labels: &Labels, growth: Growth, l: Lang) -> String {
    let name = set(labels, growth.of, l);
    if growth.completes() {
        t::meisho_completes(l, name)
    } else {
        t::meisho_grows(l, name, growth.to, growth.of.size())
    }
}

/// Why a play is allowed.
pub fn why(labels: &Labels, why: Fit, l: Lang) -> String {
    let words: Vec<String> = growths(why).map(|growth| grows(labels, growth, l)).collect();
    list(l, &words)
}

/// The note beside a name: number of cards, or how the call stands; and whether that is a warning.
pub fn hand(state: &State, seat: Seat, l: Lang) -> (String, bool) {
    match state.call(seat) {
        Call::Due => (t::meisho_note_due(l).to_owned(), true),
        Call::Missed => (t::meisho_note_missed(l).to_owned(), true),
        Call::Said => (t::meisho_note_said(l).to_owned(), false),
        Call::NotYet => (t::meisho_cards(l, state.cards(seat)), false),
    }
}

/// What must happen next, and the section of the rules about it. The words follow the name of whoever does it.
pub fn next(state: &State, asked: Option<Asked>, labels: &Labels, l: Lang) -> (String, Rule) {
    match asked {
        Some(Asked::One) => return (t::meisho_pick_one(l).to_owned(), rules::MATCH),
        Some(Asked::First) => return (t::meisho_pick_first(l).to_owned(), rules::TWO_CARDS),
        Some(Asked::Second(first)) => return (t::meisho_pick_second(l, card(labels, first, l)), rules::TWO_CARDS),
        Some(Asked::TurnedUp) | None => {}
    }
    match state.what_next() {
        Next::Won { .. } => (String::new(), rules::WIN),
        Next::TurnUp { cleared, .. } => match cleared {
            Cleared::Start => (t::meisho_next_first(l).to_owned(), rules::TURNED_UP_SPECIAL),
            Cleared::Set(why) => (t::meisho_next_set(l, sets(labels, why, l)), rules::SET_COMPLETE),
            Cleared::Reverse => (t::meisho_next_reverse(l).to_owned(), rules::REVERSE),
            Cleared::Taken => (t::meisho_next_taken(l).to_owned(), rules::TAKE),
        },
        Next::Penalty { stack: 0, .. } => (t::meisho_next_penalty(l).to_owned(), rules::MISSED_CALL),
        Next::Penalty { cards, stack, .. } => (t::meisho_next_penalty_stack(l, cards, stack), rules::MISSED_CALL),
        Next::Stack { stack, may_answer: true, .. } => {
            (t::meisho_next_stack(l, stack.saturating_add(2), stack), rules::PLUS_TWO)
        }
        Next::Stack { stack, may_answer: false, .. } => (t::meisho_next_stack_take(l, stack), rules::LAST_CARD),
        Next::Play { cards: 1, .. } if state.legal().play1.is_err() => {
            (t::meisho_next_call_first(l).to_owned(), rules::TWO_PLAYERS)
        }
        Next::Play { cards: 1, .. } => (t::meisho_next_last(l).to_owned(), rules::LAST_CARD),
        Next::Play { cards: 2, .. } => (t::meisho_next_two_left(l).to_owned(), rules::LAST_CARD),
        Next::Play { .. } => {
            if state.legal().play2.is_ok() {
                (t::meisho_next_play_two(l).to_owned(), rules::TURN)
            } else {
                (t::meisho_next_play(l).to_owned(), rules::TURN)
            }
        }
    }
}

/// Full mode: the sets that the next play can complete, and how many cards that takes.
pub fn openings(state: &State, labels: &Labels, l: Lang) -> Vec<String> {
    let Next::Play { openings, .. } = state.what_next() else { return Vec::new() };
    let Some(runs) = state.runs() else { return Vec::new() };
    let run = |of: SetOf| match of {
        SetOf::Category(_) => runs.category(),
        SetOf::Area(_) => runs.area(),
    };
    let one = openings.one.iter().map(|of| t::meisho_opening_one(l, set(labels, *of, l), run(*of)));
    let two = openings.two.iter().map(|of| t::meisho_opening_two(l, set(labels, *of, l), run(*of)));
    one.chain(two).collect()
}

/// The reminder to shuffle, if one is due.
pub fn shuffle(state: &State, l: Lang) -> Option<String> {
    state.reminders().into_iter().find_map(|reminder| match reminder {
        Reminder::Shuffle { left, .. } => Some(t::meisho_shuffle(l, left)),
        Reminder::CallDue(_) | Reminder::CallMissed(_) => None,
    })
}

/// What a button is called now.
pub fn act(act: Act, state: &State, caller: Option<(Seat, Call)>, seats: &Seats, l: Lang) -> String {
    let plain = match act {
        Act::Pass => t::meisho_do_pass(l),
        Act::Play1 => t::meisho_do_play1(l),
        Act::Play2 => t::meisho_do_play2(l),
        Act::PlusTwo => t::meisho_do_plus_two(l),
        Act::Reverse => t::meisho_do_reverse(l),
        Act::Take => {
            let cards = if state.legal().penalty_take.is_ok() { state.penalty() } else { state.stack() };
            return if cards > 0 { t::meisho_do_take_cards(l, cards) } else { t::meisho_do_take(l).to_owned() };
        }
        Act::Call => {
            return match caller {
                Some((seat, Call::Due)) => t::meisho_do_call_now(l, seats.name(seat)),
                Some((seat, _)) => t::meisho_do_call_late(l, seats.name(seat)),
                None => t::meisho_do_call(l).to_owned(),
            };
        }
    };
    plain.to_owned()
}

/// An event in a few words.
pub fn did(event: &Event, seats: &Seats, labels: &Labels, l: Lang) -> String {
    let plain = match event {
        Event::Turned(turned) => return t::meisho_did_turned(l, card(labels, *turned, l)),
        Event::Play1(Some(played)) => return t::meisho_did_play1_card(l, card(labels, *played, l)),
        Event::Play2(Some([first, second])) => {
            return t::meisho_did_play2_cards(l, card(labels, *first, l), card(labels, *second, l));
        }
        Event::Call { seat } => return t::meisho_did_call(l, seats.name(*seat)),
        Event::SaidInTime { seat } => return t::meisho_did_said(l, seats.name(*seat)),
        Event::Hand { seat, cards } => return t::meisho_did_hand(l, seats.name(*seat), *cards),
        Event::TurnedPlusTwo => t::meisho_did_turned_plus_two(l),
        Event::Play1(None) => t::meisho_did_play1(l),
        Event::Play2(None) => t::meisho_did_play2(l),
        Event::PlusTwo => t::meisho_did_plus_two(l),
        Event::Take => t::meisho_did_take(l),
        Event::Pass => t::meisho_did_pass(l),
        Event::Reverse => t::meisho_did_reverse(l),
        Event::PenaltyTake => t::meisho_did_penalty(l),
        Event::Reshuffled => t::meisho_did_reshuffled(l),
        Event::People(_) => t::people_title(l),
    };
    plain.to_owned()
}

/// Whether only the player whose turn it is can have done this.
pub fn by_player(event: &Event) -> bool {
    matches!(
        event,
        Event::Play1(_)
            | Event::Play2(_)
            | Event::PlusTwo
            | Event::Take
            | Event::Pass
            | Event::Reverse
            | Event::PenaltyTake
    )
}

/// A label fault in words.
pub fn label_fault(labels: &Labels, of: SetOf, fault: LabelFault, l: Lang) -> String {
    let label = set(labels, of, l);
    match fault {
        LabelFault::Untidy => t::meisho_error_label_untidy(l, label),
        LabelFault::Long => t::meisho_error_label_long(l, label, MAX_LABEL),
        LabelFault::Twice => t::meisho_error_label_twice(l, label),
    }
}

/// A broken rule in words.
pub fn explain(error: &RuleError, seats: &Seats, options: &Options, l: Lang) -> Problem {
    let labels = &options.labels;
    let (text, rule) = match error {
        RuleError::Players { players } => (t::meisho_error_players(l, *players), Some(rules::NEED)),
        RuleError::StartingHand { cards } => {
            (t::meisho_error_hand(l, LEAST_HAND, MOST_HAND, *cards), Some(rules::SET_UP))
        }
        RuleError::Clock { .. } => (t::meisho_error_clock(l, LEAST_CLOCK, MOST_CLOCK), None),
        RuleError::Deck { cards, least } => {
            (t::meisho_error_deck(l, *cards, *least, MOST_DECK), Some(rules::DECK_EMPTY))
        }
        RuleError::Label { of, fault } => (label_fault(labels, *of, *fault, l), Some(rules::LABELS)),
        RuleError::NoSeat(_) => (t::meisho_error_no_seat(l).to_owned(), None),
        RuleError::GameOver { winner } => (t::meisho_error_over(l, seats.name(*winner)), Some(rules::WIN)),
        RuleError::TurnUpFirst => (t::meisho_error_turn_up(l).to_owned(), Some(rules::SET_COMPLETE)),
        RuleError::NothingToTurnUp => (t::meisho_error_not_turned(l).to_owned(), Some(rules::SET_COMPLETE)),
        RuleError::TurnedAgain => (t::meisho_error_turned_again(l).to_owned(), Some(rules::TURNED_UP_SPECIAL)),
        RuleError::CardNeeded => (t::meisho_error_card_needed(l).to_owned(), None),
        RuleError::CardsNotKept => (t::meisho_error_cards_not_kept(l).to_owned(), Some(rules::HAND_SIZES)),
        RuleError::PenaltyDue { cards } => (t::meisho_error_penalty(l, *cards), Some(rules::MISSED_CALL)),
        RuleError::CallFirst { cards } => (t::meisho_error_call_first(l, *cards), Some(rules::TWO_PLAYERS)),
        RuleError::NoPenalty => (t::meisho_error_no_penalty(l).to_owned(), Some(rules::MISSED_CALL)),
        RuleError::StackPending { stack } => (t::meisho_error_stack(l, *stack), Some(rules::PLUS_TWO)),
        RuleError::ReverseOnPlusTwo { stack } => {
            (t::meisho_error_reverse_on(l, *stack), Some(rules::REVERSE_ON_PLUS_TWO))
        }
        RuleError::NothingToTake => (t::meisho_error_nothing_to_take(l).to_owned(), Some(rules::TAKE)),
        RuleError::LastCardAlone { cards } => (t::meisho_error_alone(l, *cards), Some(rules::LAST_CARD)),
        RuleError::LastCardReverse => (t::meisho_error_last_reverse(l).to_owned(), Some(rules::LAST_CARD)),
        RuleError::LastCardPlusTwo => (t::meisho_error_last_plus_two(l).to_owned(), Some(rules::LAST_CARD)),
        RuleError::Misfit(Misfit::NoMatch { top }) => (
            t::meisho_error_no_match(l, category(labels, top.category, l), area(labels, top.area, l)),
            Some(rules::MATCH),
        ),
        RuleError::Misfit(Misfit::NoSet { category, area }) => {
            (t::meisho_error_no_set(l, *category, CATEGORY_SET, *area, AREA_SET), Some(rules::WHY_NOT_TWO))
        }
        RuleError::Misfit(Misfit::FirstCompletes { why, other_way }) => {
            let set = sets(labels, *why, l);
            let text =
                if *other_way { t::meisho_error_other_way(l, set) } else { t::meisho_error_first_completes(l, set) };
            (text, Some(rules::WHY_NOT_TWO))
        }
        RuleError::NoPair { category, area } => {
            (t::meisho_error_no_pair(l, *category, CATEGORY_SET, *area, AREA_SET), Some(rules::WHY_NOT_TWO))
        }
        RuleError::NotOneCard { seat, cards } => {
            (t::meisho_error_not_one(l, seats.name(*seat), *cards), Some(rules::CALL))
        }
        RuleError::AlreadyCalled { seat } => (t::meisho_error_called(l, seats.name(*seat)), Some(rules::CALL)),
        RuleError::CallTooLate { seat } => (t::meisho_error_too_late(l, seats.name(*seat)), Some(rules::MISSED_CALL)),
        RuleError::NotMissed { seat } => (t::meisho_error_not_missed(l, seats.name(*seat)), Some(rules::MISSED_CALL)),
        RuleError::HandTooBig { cards } => {
            (t::meisho_error_hand_big(l, MOST_CORRECTED, *cards), Some(rules::HAND_SIZES))
        }
        RuleError::People(error) => (seating_problem(l, error), Some(rules::LEAVING)),
        RuleError::HandUnchanged { cards, .. } => (t::meisho_error_unchanged(l, *cards), Some(rules::HAND_SIZES)),
    };
    Problem { text, rule }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::game::Game;
    use crate::domain::seating::SeatingError;
    use crate::domain::seats::{Player, Seat};
    use crate::games::nihon_meisho::game::{Mode, NihonMeisho};
    use crate::games::nihon_meisho::pile::Runs;

    const KINKI: Card = Card { category: Category::CastlesStructures, area: Area::Kinki };
    const HOKKAIDO: Card = Card { category: Category::CastlesStructures, area: Area::Hokkaido };

    fn seats() -> Seats {
        let players = ["Aiko", "Ken"].into_iter().zip(0..).map(|(name, mark)| Player { name: name.to_owned(), mark });
        Seats::new(players.collect(), Seat(0), 2..=10).unwrap()
    }

    fn full(events: &[Event]) -> State {
        let start = NihonMeisho::start(&seats(), &Options { mode: Mode::Full, ..Options::default() }).unwrap();
        events.iter().fold(start, |state, event| NihonMeisho::apply(&state, event).unwrap())
    }

    #[test]
    fn every_refusal_has_words_in_both_languages() {
        let seat = Seat(1);
        let why = Runs::new(KINKI).one(HOKKAIDO).unwrap().why;
        let errors = [
            RuleError::Players { players: 11 },
            RuleError::StartingHand { cards: 1 },
            RuleError::Clock { seconds: 1 },
            RuleError::Deck { cards: 9, least: 13 },
            RuleError::Label { of: SetOf::Area(Area::Area3), fault: LabelFault::Twice },
            RuleError::Label { of: SetOf::Area(Area::Area3), fault: LabelFault::Long },
            RuleError::Label { of: SetOf::Category(Category::HotSprings), fault: LabelFault::Untidy },
            RuleError::NoSeat(seat),
            RuleError::GameOver { winner: seat },
            RuleError::TurnUpFirst,
            RuleError::NothingToTurnUp,
            RuleError::TurnedAgain,
            RuleError::CardNeeded,
            RuleError::CardsNotKept,
            RuleError::PenaltyDue { cards: 3 },
            RuleError::CallFirst { cards: 1 },
            RuleError::NoPenalty,
            RuleError::StackPending { stack: 4 },
            RuleError::ReverseOnPlusTwo { stack: 4 },
            RuleError::NothingToTake,
            RuleError::LastCardAlone { cards: 2 },
            RuleError::LastCardReverse,
            RuleError::LastCardPlusTwo,
            RuleError::Misfit(Misfit::NoMatch { top: KINKI }),
            RuleError::Misfit(Misfit::NoSet { category: 2, area: 1 }),
            RuleError::Misfit(Misfit::FirstCompletes { why, other_way: true }),
            RuleError::Misfit(Misfit::FirstCompletes { why, other_way: false }),
            RuleError::NoPair { category: 1, area: 2 },
            RuleError::NotOneCard { seat, cards: 6 },
            RuleError::AlreadyCalled { seat },
            RuleError::CallTooLate { seat },
            RuleError::NotMissed { seat },
            RuleError::HandTooBig { cards: 201 },
            RuleError::HandUnchanged { cards: 6 },
            RuleError::People(SeatingError::OnlyLeave),
        ];
        for error in errors {
            let [en, ja] = Lang::ALL.map(|l| explain(&error, &seats(), &Options::default(), l));
            assert_ne!(en.text, ja.text, "{error:?}");
            assert_eq!(en.rule, ja.rule);
        }
    }

    #[test]
    fn a_set_within_reach_is_described_with_its_run() {
        let labels = Labels::default();
        let state = full(&[Event::Turned(KINKI)]);
        assert_eq!(openings(&state, &labels, Lang::En), ["Kinki: 1 so far, two more complete the set."]);
        let state = full(&[Event::Turned(KINKI), Event::Play1(Some(KINKI))]);
        assert_eq!(
            openings(&state, &labels, Lang::En),
            [
                "Kinki: 2 so far, one more completes the set.",
                "Castles & Structures: 2 so far, two more complete the set."
            ]
        );
    }

    #[test]
    fn the_tables_own_names_are_used() {
        let mut labels = Labels::default();
        assert_eq!(area(&labels, Area::Area3, Lang::Ja), "地方3");
        labels.areas[2] = "Kanto".to_owned();
        assert_eq!(card(&labels, Card { area: Area::Area3, ..KINKI }, Lang::En), "Castles & Structures of Kanto");
        labels.areas[3] = "Kanto".to_owned();
        let (of, fault) = labels.check().unwrap_err();
        assert_eq!(label_fault(&labels, of, fault, Lang::En), "“Kanto” appears twice. Each needs its own name.");
    }

    #[test]
    fn areas_are_named_before_the_first_card() {
        use crate::games::nihon_meisho::view_model::may_name_areas;
        let mut labels = Labels::default();
        let played = [Event::Turned(KINKI), Event::Reverse];
        assert!(may_name_areas(&full(&[]), &labels));
        assert!(!may_name_areas(&full(&played[..1]), &labels));
        assert!(!may_name_areas(&full(&played), &labels), "a later pile");
        labels.areas = ["", "", "Kanto", "Chubu", "Shikoku", "Kyushu"].map(str::to_owned);
        assert!(!may_name_areas(&full(&[]), &labels), "all have names");
    }

    #[test]
    fn what_to_do_follows_the_pile() {
        let labels = Labels::default();
        let says = |events: &[Event]| next(&full(events), None, &labels, Lang::En);
        assert_eq!(says(&[]).1, rules::TURNED_UP_SPECIAL);
        let set = says(&[Event::Turned(KINKI), Event::Play2(Some([KINKI, KINKI]))]);
        assert_eq!(set.0, "Kinki complete! Put the pile aside, turn up a new card and tap it here.");
        let stack = says(&[Event::Turned(KINKI), Event::PlusTwo]);
        assert_eq!(stack, ("play a +2 to make it 4, or take 2 and end your turn.".to_owned(), rules::PLUS_TWO));
    }
}
