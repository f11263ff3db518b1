//! The text of Nihon Meisho as tables, paragraph by paragraph. Source: 000, "Nihon Meisho, Andrewz version".
//!
//! A table is set up as `full` or `quick`, players x cards each, and switches: `same` (a Reverse between two players
//! gives the same one another turn), `silent` (a table from before the call had to come first then), `lies` (a +2
//! turned up counts), `deck60` (the table counted its deck). Then come the events:
//! - a card is its category (`H`ot springs, `L`akes, `P`arks, `C`astles) and its area (1 Hokkaido, 2 Kinki, 3 to 6);
//! - `=L2` was turned up, `=+2` is a +2 turned up that counts, `L2` plays one card, `L2+L3` two, `one` and `two` do so
//!   in quick mode;
//! - `+2`, `take`, `pass`, `rev`, `pen` (penalty), `call1` and `said1` (by seat 1), `hand1:4`, `shuf`.
//!
//! The state is the hands by seat, the current one in brackets, each followed by its call if there is one (`!` due, `c`
//! made, `x` missed); the direction (`>` clockwise); and the pile: the top card with its category and area run, `+4`,
//! `turn` or `?`.

use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::ledger::{Ledger, Op};
use takujo_core::domain::seats::{Direction, Player, Seat, Seats};
use takujo_core::games::nihon_meisho::advice::{Next, Reminder};
use takujo_core::games::nihon_meisho::game::{
    Call, Cleared, Event, Mode, NihonMeisho, Options, Pile, RuleError, State, TwoPlayerReverse,
};
use takujo_core::games::nihon_meisho::pile::{
    Area, Card, Category, Fit, Growth, LabelFault, Labels, Misfit, Openings, SetOf,
};

fn card(text: &str) -> Card {
    let mut letters = text.chars();
    let category = match letters.next() {
        Some('H') => Category::HotSprings,
        Some('L') => Category::LakesRivers,
        Some('P') => Category::ParksForests,
        Some('C') => Category::CastlesStructures,
        other => panic!("no category {other:?} in {text}"),
    };
    let area = letters.next().and_then(|digit| digit.to_digit(10)).expect("an area");
    Card { category, area: Area::ALL[area as usize - 1] }
}

fn event(text: &str) -> Event {
    let seat = |digits: &str| Seat(digits.parse().expect("a seat"));
    match text {
        "one" => Event::Play1(None),
        "two" => Event::Play2(None),
        "+2" => Event::PlusTwo,
        "=+2" => Event::TurnedPlusTwo,
        "take" => Event::Take,
        "pass" => Event::Pass,
        "rev" => Event::Reverse,
        "pen" => Event::PenaltyTake,
        "shuf" => Event::Reshuffled,
        _ => {
            if let Some(turned) = text.strip_prefix('=') {
                Event::Turned(card(turned))
            } else if let Some(who) = text.strip_prefix("call") {
                Event::Call { seat: seat(who) }
            } else if let Some(who) = text.strip_prefix("said") {
                Event::SaidInTime { seat: seat(who) }
            } else if let Some((who, cards)) = text.strip_prefix("hand").and_then(|rest| rest.split_once(':')) {
                Event::Hand { seat: seat(who), cards: cards.parse().expect("cards") }
            } else if let Some((first, second)) = text.split_once('+') {
                Event::Play2(Some([card(first), card(second)]))
            } else {
                Event::Play1(Some(card(text)))
            }
        }
    }
}

fn seats(players: u8) -> Seats {
    let players = (0..players).map(|mark| Player { name: format!("p{mark}"), mark }).collect();
    Seats::new(players, Seat(0), 1..=12).expect("seats")
}

fn start(setup: &str) -> State {
    let mut options = Options::default();
    let mut players = 4;
    for word in setup.split_whitespace() {
        match word {
            "full" => options.mode = Mode::Full,
            "quick" => options.mode = Mode::Quick,
            "same" => options.two_player_reverse = TwoPlayerReverse::SamePlays,
            "silent" => options.call_first = false,
            "lies" => options.turned_plus_two_again = false,
            _ => {
                if let Some(deck) = word.strip_prefix("deck") {
                    options.deck = Some(deck.parse().expect("a deck"));
                } else {
                    let (seated, hand) = word.split_once('x').expect("players x cards");
                    players = seated.parse().expect("players");
                    options.hand = hand.parse().expect("cards");
                }
            }
        }
    }
    NihonMeisho::start(&seats(players), &options).expect("a table")
}

fn letters(card: Card) -> String {
    format!("{}{}", ["H", "L", "P", "C"][card.category as usize], card.area as usize + 1)
}

fn show(state: &State) -> String {
    let mut shown = String::new();
    for seat in Seat::all(state.hands().len()) {
        let call = match state.call(seat) {
            Call::NotYet => "",
            Call::Due => "!",
            Call::Said => "c",
            Call::Missed => "x",
        };
        let hand = format!("{}{call}", state.cards(seat));
        shown += &if seat == state.current() { format!("[{hand}] ") } else { format!("{hand} ") };
    }
    shown += match state.direction() {
        Direction::Clockwise => "> ",
        Direction::CounterClockwise => "< ",
    };
    shown += &match state.pile() {
        Pile::Untracked { .. } => "?".to_owned(),
        Pile::TurnUp(_) => "turn".to_owned(),
        Pile::Runs(runs) => format!("{} {}/{}", letters(runs.top()), runs.category(), runs.area()),
        Pile::PlusTwos { stack } => format!("+{stack}"),
    };
    shown
}

/// The state after `events`, of which the last may be refused.
fn after(setup: &str, events: &str) -> Result<State, RuleError> {
    let mut state = start(setup);
    let events: Vec<&str> = events.split_whitespace().collect();
    for (at, text) in events.iter().enumerate() {
        match NihonMeisho::apply(&state, &event(text)) {
            Ok(next) => state = next,
            Err(error) if at + 1 == events.len() => return Err(error),
            Err(error) => panic!("{setup}: {events:?} stops at {text}: {error:?}"),
        }
    }
    Ok(state)
}

struct Row {
    paragraph: &'static str,
    setup: &'static str,
    events: &'static str,
    then: Result<&'static str, RuleError>,
}

fn row(
    paragraph: &'static str,
    setup: &'static str,
    events: &'static str,
    then: Result<&'static str, RuleError>,
) -> Row {
    Row { paragraph, setup, events, then }
}

fn check(rows: Vec<Row>) {
    for Row { paragraph, setup, events, then } in rows {
        let got = after(setup, events).map(|state| show(&state));
        assert_eq!(got, then.map(str::to_owned), "000 {paragraph}: {setup}: {events}");
    }
}

fn no_match<T>(top: &str) -> Result<T, RuleError> {
    Err(RuleError::Misfit(Misfit::NoMatch { top: card(top) }))
}

fn no_set<T>(category: u8, area: u8) -> Result<T, RuleError> {
    Err(RuleError::Misfit(Misfit::NoSet { category, area }))
}

const TURN_UP: Result<&str, RuleError> = Err(RuleError::TurnUpFirst);

#[test]
fn dealing_and_the_first_card() {
    check(vec![
        row("§4", "quick 4x6", "", Ok("[6] 6 6 6 > ?")),
        row("§4", "quick 10x6", "", Ok("[6] 6 6 6 6 6 6 6 6 6 > ?")),
        row("§5 clockwise", "quick 3x6", "one one one", Ok("[5] 5 5 > ?")),
        row("§6 the first card is turned up", "full 4x6", "", Ok("[6] 6 6 6 > turn")),
        row("§6 before anybody plays", "full 4x6", "L2", TURN_UP),
        row("§6 before anybody passes", "full 4x6", "pass", TURN_UP),
        row("§6", "full 4x6", "=L2", Ok("[6] 6 6 6 > L2 1/1")),
        row("§6 once", "full 4x6", "=L2 =L3", Err(RuleError::NothingToTurnUp)),
        row("quick mode is not told cards", "quick 4x6", "=L2", Err(RuleError::CardsNotKept)),
        row("quick mode is not told cards", "quick 4x6", "L2", Err(RuleError::CardsNotKept)),
        row("quick mode is not told cards", "quick 4x6", "L2+L3", Err(RuleError::CardsNotKept)),
        row("full mode is", "full 4x6", "=L2 one", Err(RuleError::CardNeeded)),
        row("full mode is", "full 4x6", "=L2 two", Err(RuleError::CardNeeded)),
    ]);
}

#[test]
fn the_starter_is_who_the_table_says() {
    let players = (0..3).map(|mark| Player { name: format!("p{mark}"), mark }).collect();
    let seats = Seats::new(players, Seat(2), 2..=10).expect("seats");
    let state = NihonMeisho::start(&seats, &Options::default()).expect("a table");
    assert_eq!((state.current(), state.following()), (Seat(2), Seat(0)));
}

#[test]
fn one_card_matches_category_or_area() {
    check(vec![
        row("§8 category", "full 4x6", "=L2 L3", Ok("5 [6] 6 6 > L3 2/1")),
        row("§8 area", "full 4x6", "=L2 H2", Ok("5 [6] 6 6 > H2 1/2")),
        row("§8 both", "full 4x6", "=L2 L2", Ok("5 [6] 6 6 > L2 2/2")),
        row("§8 neither", "full 4x6", "=L2 H3", no_match("L2")),
        row("§8 the top card counts, not those below", "full 4x6", "=L2 L3 H2", no_match("L3")),
    ]);
}

#[test]
fn passing() {
    check(vec![
        row("§10 one card taken, the pile stays", "full 4x6", "=L2 L3 pass", Ok("5 7 [6] 6 > L3 2/1")),
        row("§11 always allowed", "quick 4x6", "pass pass", Ok("7 7 [6] 6 > ?")),
        row("§10 the card taken waits for the next turn", "full 2x6", "=L2 pass pass L3", Ok("6 [7] > L3 2/1")),
    ]);
}

#[test]
fn the_last_card() {
    let alone = |cards| Err(RuleError::LastCardAlone { cards });
    check(vec![
        row("§12 the call is due", "quick 3x2", "one", Ok("1! [2] 2 > ?")),
        row("§12 said in time", "quick 3x2", "one call0", Ok("1c [2] 2 > ?")),
        row("§12 said, nothing happens", "quick 3x2", "one call0 one call1 one call2", Ok("[1c] 1c 1c > ?")),
        row(
            "§12 not before there is one card",
            "quick 3x2",
            "call0",
            Err(RuleError::NotOneCard { seat: Seat(0), cards: 2 }),
        ),
        row("§12 once", "quick 3x2", "one call0 call0", Err(RuleError::AlreadyCalled { seat: Seat(0) })),
        row("§12 missed with the next player's turn", "quick 3x2", "one pass", Ok("1x 3 [2] > ?")),
        row("§12 too late", "quick 3x2", "one pass call0", Err(RuleError::CallTooLate { seat: Seat(0) })),
        row("§12 the next player's own call", "quick 3x2", "one call0 one call1", Ok("1c 1c [2] > ?")),
        row("§12 the penalty: a card", "quick 3x2", "one pass pass pen", Ok("2 [3] 3 > ?")),
        row("§12 the penalty: no play", "quick 3x2", "one pass pass one", Err(RuleError::PenaltyDue { cards: 1 })),
        row("§12 the penalty: no +2", "quick 3x2", "one pass pass +2", Err(RuleError::PenaltyDue { cards: 1 })),
        row("§12 the penalty: no Reverse", "quick 3x2", "one pass pass rev", Err(RuleError::PenaltyDue { cards: 1 })),
        row("§12 the penalty is no pass", "quick 3x2", "one pass pass pass", Err(RuleError::PenaltyDue { cards: 1 })),
        row("§12 the pile stays", "full 3x2", "=L2 L3 pass pass pen", Ok("2 [3] 3 > L3 2/1")),
        row("§12 the penalty is over with it", "quick 3x2", "one pass pass pen pass pass one", Ok("1! [4] 4 > ?")),
        row("§12 no penalty without a miss", "quick 3x2", "pen", Err(RuleError::NoPenalty)),
        row("§12 no penalty when said", "quick 3x2", "one call0 pass pass pen", Err(RuleError::NoPenalty)),
        row("§12 a turn that comes sooner, by a Reverse", "quick 3x2", "one rev pen", Ok("2 1x [2] < ?")),
        row("§12 said, but nobody told the app", "quick 3x2", "one pass said0 pass one", Ok("0 [3] 3 > ?")),
        row("§12 only for a miss", "quick 3x2", "one said0", Err(RuleError::NotMissed { seat: Seat(0) })),
        row("ruling: stack and penalty, both taken", "quick 3x2", "one pass +2 pen", Ok("4 [3] 1x > ?")),
        row("ruling: and the pile is cleared", "full 3x2", "=L2 L3 pass +2 pen", Ok("4 [3] 1x > turn")),
        row("ruling: no +2 to answer", "quick 3x2", "one pass +2 +2", Err(RuleError::PenaltyDue { cards: 3 })),
        row("ruling: not the stack alone", "quick 3x2", "one pass +2 take", Err(RuleError::PenaltyDue { cards: 3 })),
        row("§12 no Reverse", "quick 3x2", "one call0 pass pass rev", Err(RuleError::LastCardReverse)),
        row("§12 no +2", "quick 3x2", "one call0 pass pass +2", Err(RuleError::LastCardPlusTwo)),
        row("§12 no +2 on a +2", "quick 3x2", "one call0 pass +2 +2", Err(RuleError::LastCardPlusTwo)),
        row("§12 so it takes", "quick 3x2", "one call0 pass +2 take", Ok("3 [3] 1x > ?")),
        row("§12 the last two do not go together", "quick 3x2", "two", alone(2)),
        row("§12 the last does not go as two", "quick 3x2", "one call0 pass pass two", alone(1)),
        row("§12 nor in full mode", "full 3x2", "=L2 H2+C2", alone(2)),
        row("§12 of three, two may go", "quick 3x3", "two", Ok("1! [3] 3 > ?")),
        row("§12 a Reverse leaves one", "quick 3x2", "rev", Ok("1! 2 [2] < ?")),
        row("§12 a +2 leaves one", "quick 3x2", "+2", Ok("1! [2] 2 > +2")),
        row("§12 a pass ends the call", "quick 2x2", "one call0 pass pass", Ok("2 [3] > ?")),
        row("§12 and it is owed again", "quick 2x2", "one call0 pass pass pass one", Ok("1! [4] > ?")),
        row("§9 the last card wins", "quick 3x2", "one call0 pass pass one", Ok("0 [3] 3 > ?")),
        row("§9 with a fitting card", "full 3x2", "=L2 L3 call0 pass pass H4", no_match("L3")),
    ]);
}

#[test]
fn sets() {
    check(vec![
        row("§14 four of a category", "full 4x6", "=L2 L3 L4 L5", Ok("5 5 5 [6] > turn")),
        row("§14 three of an area", "full 4x6", "=L2 H2 C2", Ok("5 5 [6] 6 > turn")),
        row("§20 the next player plays on a new card", "full 4x6", "=L2 H2 C2 =P6", Ok("5 5 [6] 6 > P6 1/1")),
        row("§20 which is turned up first", "full 4x6", "=L2 H2 C2 P6", TURN_UP),
        row("§14 consecutive: another area between", "full 4x6", "=L2 H2 H3 C3", Ok("5 5 5 [6] > C3 1/2")),
        row("§14 a pass does not part a run", "full 4x6", "=L2 H2 pass C2", Ok("5 7 5 [6] > turn")),
        row("§14 three of a category are none", "full 4x6", "=L2 L3 L4", Ok("5 5 [6] 6 > L4 3/1")),
    ]);
}

#[test]
fn two_cards() {
    let first_completes = |category: Option<(&str, u8)>, area: Option<(&str, u8)>, other_way| {
        let growth = |of: SetOf, from: u8| Growth { of, from, to: from + 1 };
        Err(RuleError::Misfit(Misfit::FirstCompletes {
            why: Fit {
                category: category.map(|(text, from)| growth(SetOf::Category(card(text).category), from)),
                area: area.map(|(text, from)| growth(SetOf::Area(card(text).area), from)),
            },
            other_way,
        }))
    };
    check(vec![
        row("§16 two Kinki on one Kinki", "full 4x6", "=L2 H2+C2", Ok("4 [6] 6 6 > turn")),
        row("§16 any two of them", "full 4x6", "=L2 L2+L2", Ok("4 [6] 6 6 > turn")),
        row("§17 two lakes on one lake", "full 4x6", "=L2 L3+L4", no_set(3, 1)),
        row("§19 two lakes on two lakes", "full 4x6", "=L2 L3 L4+L5", Ok("5 4 [6] 6 > turn")),
        row("§15 the second leaves the area", "full 4x6", "=L2 H2+H3", no_set(2, 1)),
        row("§15 the second matches nothing", "full 4x6", "=L2 H2+C3", no_set(1, 1)),
        row("§15 the second leaves the category", "full 4x6", "=L2 L3 L4+H4", no_set(1, 2)),
        row("§8 the first matches nothing", "full 4x6", "=L2 H3+H2", no_match("L2")),
        row("§21 two Kinki on two", "full 4x6", "=L2 H2 C2+P2", first_completes(None, Some(("C2", 2)), false)),
        row("§21 one Kinki on two", "full 4x6", "=L2 H2 C2", Ok("5 5 [6] 6 > turn")),
        row("§21 two lakes on three", "full 4x6", "=L2 L3 L4 L5+L6", first_completes(Some(("L5", 3)), None, false)),
        row("§21 one lake on three", "full 4x6", "=L2 L3 L4 L5", Ok("5 5 5 [6] > turn")),
        row("§19 lakes on two lakes of one area", "full 4x6", "=L2 L2 L3+L4", Ok("5 4 [6] 6 > turn")),
        row(
            "§21 but not starting with that area",
            "full 4x6",
            "=L2 L2 L2+L4",
            first_completes(Some(("L2", 2)), Some(("L2", 2)), true),
        ),
        row("§16 an area, on three of a category", "full 4x6", "=L2 L3 L4 H4+L4", Ok("5 5 4 [6] > turn")),
        row(
            "§21 but not starting with that category",
            "full 4x6",
            "=L2 L3 L4 L4+H4",
            first_completes(Some(("L4", 3)), Some(("L4", 1)), true),
        ),
        row("§18 quick mode takes the table's word", "quick 4x6", "two", Ok("4 [6] 6 6 > ?")),
    ]);
}

#[test]
fn reverse() {
    let on = |stack| Err(RuleError::ReverseOnPlusTwo { stack });
    let call_first = Err(RuleError::CallFirst { cards: 1 });
    check(vec![
        row("§22 any time, on a new pile", "full 4x6", "=L2 L3 rev", Ok("[5] 5 6 6 < turn")),
        row("§22 then the other way round", "full 4x6", "=L2 L3 rev =H1 H2", Ok("4 5 6 [6] < H2 2/1")),
        row("§22 and back", "quick 4x6", "rev rev", Ok("[5] 6 6 5 > ?")),
        row("§22 the new card comes first", "full 4x6", "=L2 rev rev", TURN_UP),
        row("§22 not on a +2", "quick 4x6", "+2 rev", on(2)),
        row("§22 not on a +2", "full 4x6", "=L2 +2 +2 rev", on(4)),
        row("§22 not on a +2, the last card either", "quick 3x2", "one call0 pass +2 rev", on(2)),
        row("ruling: of two, the other plays", "quick 2x6", "rev", Ok("5 [6] < ?")),
        row("switch: of two, the same plays", "quick 2x6 same", "rev", Ok("[5] 6 < ?")),
        row("ruling: not the last card without the call", "quick 2x2 same", "rev one", call_first.clone()),
        row("ruling: nor a card that fits", "full 2x2 same", "=L2 rev =L3 L4", call_first.clone()),
        row("ruling: with the call it wins", "quick 2x2 same", "rev call0 one", Ok("0 [2] < ?")),
        row("ruling: without it the penalty", "quick 2x2 same", "rev pen", Ok("2 [2] < ?")),
        row("ruling: no penalty with the call", "quick 2x2 same", "rev call0 pen", Err(RuleError::NoPenalty)),
        row("ruling: passing plays no card", "quick 2x2 same", "rev pass", Ok("2 [2] < ?")),
        row("ruling: nor does taking", "quick 2x2 same lies", "rev =+2 take", Ok("3 [2] < ?")),
        row("ruling: which is no penalty", "quick 2x2 same lies", "rev =+2 pen", Err(RuleError::NoPenalty)),
        row("ruling: not with two left", "quick 2x3 same", "rev one", Ok("1! [3] < ?")),
        row("ruling: a hand put right is no second play", "quick 2x3", "hand0:1 one", Ok("0 [3] > ?")),
        row("ruling: with the switch neither", "quick 2x6 same", "hand0:1 one", Ok("0 [6] > ?")),
        row("ruling: nor in full mode", "full 2x6 same", "=L2 hand0:1 L3", Ok("0 [6] > L3 2/1")),
        row("ruling: nor long after a Reverse", "quick 2x6 same", "rev one one hand0:1 one", Ok("0 [5] < ?")),
        row("ruling: but put right after a Reverse it is", "quick 2x3 same", "rev hand0:1 one", call_first),
        row("a table from before the ruling", "quick 2x2 same silent", "rev one", Ok("0 [2] < ?")),
        row("switch: of two only", "quick 3x6 same", "rev", Ok("5 6 [6] < ?")),
        row("ruling: a turn that comes at once is in time", "quick 2x3 same", "rev rev call0", Ok("[1c] 3 > ?")),
    ]);
}

/// The app once asked for the penalty without a Reverse too. A log may hold one; it does what a pass does.
#[test]
fn a_penalty_from_before_is_a_pass_and_no_longer_offered() {
    let state = after("quick 2x6 same lies", "pass pass hand0:1").expect("a legal line");
    assert_eq!(state.legal().penalty_take, Err(RuleError::NoPenalty));
    let [passed, taken] = [Event::Pass, Event::PenaltyTake].map(|event| NihonMeisho::apply(&state, &event));
    assert_eq!(passed.as_ref().map(show), Ok("2 [7] > ?".to_owned()));
    assert_eq!(passed, taken);
    check(vec![
        row("not on a +2", "quick 2x6 same", "one +2 hand0:1 pen", Err(RuleError::NoPenalty)),
        row("not once it is said", "quick 2x6 same", "hand0:1 call0 pen", Err(RuleError::NoPenalty)),
        row("not without the switch", "quick 2x6", "hand0:1 pen", Err(RuleError::NoPenalty)),
        row("not at a table from before that", "quick 2x6 same silent", "hand0:1 pen", Err(RuleError::NoPenalty)),
    ]);
}

#[test]
fn plus_two() {
    let pending = |stack| Err(RuleError::StackPending { stack });
    check(vec![
        row("§23 any time", "full 4x6", "=L2 +2", Ok("5 [6] 6 6 > +2")),
        row("§23 two are taken", "full 4x6", "=L2 +2 take", Ok("5 8 [6] 6 > turn")),
        row("§23 the next plays on a new card", "full 4x6", "=L2 +2 take =H1 H2", Ok("5 8 5 [6] > H2 2/1")),
        row("§23 four", "quick 4x6", "+2 +2 take", Ok("5 5 10 [6] > ?")),
        row("§23 six", "quick 4x6", "+2 +2 +2", Ok("5 5 5 [6] > +6")),
        row("§23 round the table", "quick 3x6", "+2 +2 +2 +2", Ok("4 [5] 5 > +8")),
        row("§23 no card on it", "full 4x6", "=L2 +2 L3", pending(2)),
        row("§23 no two cards on it", "full 4x6", "=L2 +2 H2+C2", pending(2)),
        row("§23 no pass", "quick 4x6", "+2 +2 pass", pending(4)),
        row("§23 nothing to take", "quick 4x6", "take", Err(RuleError::NothingToTake)),
        row("§23 taken once", "quick 4x6", "+2 take take", Err(RuleError::NothingToTake)),
        row("§23 a run does not outlast it", "full 3x6", "=L2 L3 L4 +2 take =L5 L6", Ok("7 4 [5] > L6 2/1")),
        row("ruling: turned up, it is turned again", "full 4x6", "=+2", Err(RuleError::TurnedAgain)),
        row("ruling: in quick mode too", "quick 4x6", "=+2", Err(RuleError::TurnedAgain)),
        row("switch: it lies", "full 4x6 lies", "=+2", Ok("[6] 6 6 6 > +2")),
        row("switch: and is answered", "full 4x6 lies", "=+2 +2 take", Ok("5 10 [6] 6 > turn")),
        row("switch: after a set", "full 4x6 lies", "=L2 H2+C2 =+2 take", Ok("4 8 [6] 6 > turn")),
        row("switch: only turned up", "full 4x6 lies", "=L2 =+2", Err(RuleError::NothingToTurnUp)),
        row("switch: after a card, there may have been a set", "quick 4x6 lies", "one =+2", Ok("5 [6] 6 6 > +2")),
        row("switch: after a pass there was none", "quick 4x6 lies", "pass =+2", Err(RuleError::NothingToTurnUp)),
        row(
            "switch: after a penalty there was none",
            "quick 3x2 lies",
            "one pass pass pen =+2",
            Err(RuleError::NothingToTurnUp),
        ),
        row("switch: only one is turned up", "quick 4x6 lies", "=+2 =+2", Err(RuleError::NothingToTurnUp)),
    ]);
}

#[test]
fn a_new_deck() {
    let left = |setup: &str, events: &str| after(setup, events).expect("a legal line").deck_left();
    assert_eq!(left("quick 4x6", "pass shuf"), None, "§24: not counted, not known");
    assert_eq!(left("quick 4x6 deck60", ""), Some(35), "§24: 24 dealt, one turned up");
    assert_eq!(left("full 4x6 deck60", ""), Some(36), "§24: before it is turned up");
    assert_eq!(left("full 4x6 deck60", "=L2 pass +2 take =L3"), Some(31), "§24");
    assert_eq!(left("quick 4x6 deck60", "pass +2 take"), Some(31), "§24");
    assert_eq!(left("quick 4x6 deck60", "rev rev"), Some(33), "§24: a new card each");
    assert_eq!(left("full 4x6 deck60", "=L2 L3 L4 shuf"), Some(60 - 22 - 3), "§24: hands and pile stay out");
    let state = after("quick 2x6 deck15", "pass").expect("a legal line");
    assert_eq!(state.reminders(), [], "§24: one left");
    let state = after("quick 2x6 deck15", "pass +2").expect("a legal line");
    assert_eq!(state.reminders(), [Reminder::Shuffle { left: 1, wanted: 2 }], "§24: two wanted");
    // With nothing put aside either, nobody takes: play goes on, and the hand is put right.
    check(vec![
        row("ruling: nothing left to take", "quick 2x6 deck13", "pass shuf hand0:6 one", Ok("[6] 5 > ?")),
        row("ruling: one left of two", "full 2x6 deck14", "=L2 +2 take =L3 hand1:7 L4", Ok("4 [7] > L4 2/1")),
        row("ruling: the last card", "quick 2x2 deck5", "one call0 pass pass hand0:1 call0 one", Ok("[1c] 2 > ?")),
    ]);
}

#[test]
fn hands_can_be_corrected() {
    check(vec![
        row("a miscount", "quick 3x6", "one hand0:4", Ok("4 [6] 6 > ?")),
        row("§12 one card: the call is due", "quick 3x6", "hand1:1", Ok("[6] 1! 6 > ?")),
        row("§12 not one card after all", "quick 3x2", "one pass hand0:2 pass one", Ok("1! [3] 3 > ?")),
        row("§9 none: that is the win", "quick 3x6", "hand2:0", Ok("[6] 6 0 > ?")),
        row("§9 and the game is over", "quick 3x6", "hand2:0 one", Err(RuleError::GameOver { winner: Seat(2) })),
        row("§9 it was not", "quick 3x6", "hand2:0 hand2:1 one", Ok("5 [6] 1x > ?")),
        row("§9 one winner", "quick 3x6", "hand2:0 hand1:0", Err(RuleError::GameOver { winner: Seat(2) })),
        row("others after the end", "quick 3x6", "hand2:0 hand1:3", Ok("[6] 3 0 > ?")),
        row("bounds", "quick 3x6", "hand0:201", Err(RuleError::HandTooBig { cards: 201 })),
        row("no change", "quick 3x6", "hand0:6", Err(RuleError::HandUnchanged { cards: 6 })),
        row("no such seat", "quick 3x6", "hand3:6", Err(RuleError::NoSeat(Seat(3)))),
        row("no such seat", "quick 3x6", "call3", Err(RuleError::NoSeat(Seat(3)))),
        row("no such seat", "quick 3x6", "said200", Err(RuleError::NoSeat(Seat(200)))),
    ]);
}

#[test]
fn the_winner_ends_the_game() {
    let state = after("full 2x2", "=L2 L3 call0 pass L4").expect("a legal line");
    let standing = NihonMeisho::standing(&state);
    assert_eq!(standing.totals, [0, 3], "§9");
    assert_eq!(standing.outcome, Outcome::Won(vec![0]), "§9");
    assert_eq!(state.what_next(), Next::Won { seat: Seat(0) });
    assert_eq!(state.reminders(), []);
    let over = Err(RuleError::GameOver { winner: Seat(0) });
    for text in ["=L2", "=+2", "L5", "L5+L6", "+2", "take", "pass", "rev", "pen", "call1", "said1", "shuf", "hand1:0"] {
        assert_eq!(NihonMeisho::apply(&state, &event(text)).map(|_| ()), over, "{text}");
    }
    let legal = state.legal();
    for verdict in [legal.play1, legal.play2, legal.plus_two, legal.take, legal.pass, legal.reverse, legal.turned] {
        assert_eq!(verdict, over);
    }
}

#[test]
fn what_the_next_player_must_do() {
    let next = |setup: &str, events: &str| after(setup, events).expect("a legal line").what_next();
    let kinki = SetOf::Area(Area::Kinki);
    let lakes = SetOf::Category(Category::LakesRivers);
    let play = |seat, cards, one: &[SetOf], two: &[SetOf]| Next::Play {
        seat: Seat(seat),
        cards,
        openings: Openings { one: one.to_vec(), two: two.to_vec() },
    };
    assert_eq!(next("full 4x6", ""), Next::TurnUp { seat: Seat(0), cleared: Cleared::Start }, "§6");
    assert_eq!(next("full 4x6", "=L2 rev"), Next::TurnUp { seat: Seat(3), cleared: Cleared::Reverse }, "§22");
    assert_eq!(next("full 4x6", "=L2 +2 take"), Next::TurnUp { seat: Seat(2), cleared: Cleared::Taken }, "§23");
    let set = Fit { category: None, area: Some(Growth { of: kinki, from: 1, to: 3 }) };
    assert_eq!(next("full 4x6", "=L2 H2+C2"), Next::TurnUp { seat: Seat(1), cleared: Cleared::Set(set) }, "§20");
    assert_eq!(next("full 4x6", "=L2"), play(0, 6, &[], &[kinki]), "§16, §17");
    assert_eq!(next("full 4x6", "=H2 L2"), play(1, 6, &[kinki], &[]), "§21");
    assert_eq!(next("full 4x6", "=L3 L2"), play(1, 6, &[], &[lakes, kinki]), "§19");
    assert_eq!(next("full 4x6", "=L3 L4 L2"), play(2, 6, &[lakes], &[kinki]), "§21");
    assert_eq!(next("full 4x6", "=L2 L2"), play(1, 6, &[kinki], &[lakes]), "§19, §21");
    assert_eq!(next("full 4x2", "=L2"), play(0, 2, &[], &[]), "§12: not the last two");
    assert_eq!(next("quick 4x6", "one"), play(1, 6, &[], &[]));
    assert_eq!(next("quick 4x6", "+2"), Next::Stack { seat: Seat(1), stack: 2, may_answer: true }, "§23");
    assert_eq!(
        next("quick 3x2", "one call0 pass +2"),
        Next::Stack { seat: Seat(0), stack: 2, may_answer: false },
        "§12"
    );
    assert_eq!(next("quick 3x2", "one pass pass"), Next::Penalty { seat: Seat(0), cards: 1, stack: 0 }, "§12");
    assert_eq!(next("quick 3x2", "one pass +2"), Next::Penalty { seat: Seat(0), cards: 3, stack: 2 }, "ruling");
    let reminders = |events: &str| after("quick 3x2", events).expect("a legal line").reminders();
    assert_eq!(reminders("one"), [Reminder::CallDue(Seat(0))], "§12");
    assert_eq!(reminders("one call0"), [], "§12");
    assert_eq!(reminders("one one"), [Reminder::CallMissed(Seat(0)), Reminder::CallDue(Seat(1))], "§12");
}

#[test]
fn buttons_say_why_not() {
    let legal = |setup: &str, events: &str| after(setup, events).expect("a legal line").legal();
    let on_stack = legal("quick 4x6", "+2");
    assert_eq!(on_stack.play1, Err(RuleError::StackPending { stack: 2 }));
    assert_eq!(on_stack.reverse, Err(RuleError::ReverseOnPlusTwo { stack: 2 }));
    assert_eq!((on_stack.plus_two, on_stack.take), (Ok(()), Ok(())));
    let open = legal("quick 4x6", "");
    assert_eq!((open.play1, open.play2, open.pass, open.reverse), (Ok(()), Ok(()), Ok(()), Ok(())));
    assert_eq!(open.penalty_take, Err(RuleError::NoPenalty));
    assert_eq!(open.call.len(), 4);
    assert_eq!(legal("full 4x6", "=H2 L2").play2, Err(RuleError::NoPair { category: 1, area: 2 }), "§17, §21");
    assert_eq!(legal("full 4x6", "=L2").play2, Ok(()), "§16");
    assert_eq!(
        legal("quick 3x2", "one").call,
        [
            Ok(()),
            Err(RuleError::NotOneCard { seat: Seat(1), cards: 2 }),
            Err(RuleError::NotOneCard { seat: Seat(2), cards: 2 }),
        ]
    );
    assert_eq!(legal("quick 3x2", "one pass").said_in_time[0], Ok(()));
}

/// What the grid says is what happens when the card is played.
#[test]
fn the_grid_agrees_with_the_plays() {
    let lines =
        ["=L2", "=L2 L3", "=L2 L2", "=L2 H2", "=L2 L3 L4", "=L2 L3 L3", "=L2 +2", "", "=L2 hand0:2", "=L2 hand0:1"];
    for line in lines {
        let state = after("full 4x6", line).expect("a legal line");
        let choices = state.choices();
        assert_eq!(choices.len(), 24);
        for choice in choices {
            let played = NihonMeisho::apply(&state, &Event::Play1(Some(choice.card)));
            match choice.alone {
                Ok(why) => assert_eq!(
                    matches!(played.map(|state| state.pile()), Ok(Pile::TurnUp(Cleared::Set(set))) if set == why),
                    why.completes(),
                    "{line}: {:?}",
                    choice.card
                ),
                Err(error) => assert_eq!(played.map(|_| ()), Err(error), "{line}"),
            }
            let seconds = state.seconds(choice.card);
            assert_eq!(seconds.len(), 24);
            assert_eq!(choice.first.is_ok(), seconds.iter().any(|(_, verdict)| verdict.is_ok()), "{line}");
            for (second, verdict) in seconds {
                let played = NihonMeisho::apply(&state, &Event::Play2(Some([choice.card, second])));
                assert_eq!(played.map(|_| ()), verdict.map(|_| ()), "{line}: {:?} {second:?}", choice.card);
            }
        }
    }
    let quick = after("quick 4x6", "").expect("a table");
    assert!(quick.choices().iter().all(|choice| choice.alone == Err(RuleError::CardsNotKept)));
}

#[test]
fn options_have_bounds() {
    let refused = |players: u8, options: Options| NihonMeisho::start(&seats(players), &options).map(|_| ());
    let with = |change: fn(&mut Options)| {
        let mut options = Options::default();
        change(&mut options);
        refused(4, options)
    };
    assert_eq!(refused(1, Options::default()), Err(RuleError::Players { players: 1 }));
    assert_eq!(refused(11, Options::default()), Err(RuleError::Players { players: 11 }));
    assert_eq!(refused(2, Options::default()), Ok(()));
    assert_eq!(refused(10, Options::default()), Ok(()));
    assert_eq!(with(|options| options.hand = 1), Err(RuleError::StartingHand { cards: 1 }));
    assert_eq!(with(|options| options.hand = 13), Err(RuleError::StartingHand { cards: 13 }));
    assert_eq!(with(|options| options.clock = Some(4)), Err(RuleError::Clock { seconds: 4 }));
    assert_eq!(with(|options| options.clock = Some(601)), Err(RuleError::Clock { seconds: 601 }));
    assert_eq!(with(|options| options.clock = Some(30)), Ok(()));
    assert_eq!(with(|options| options.deck = Some(24)), Err(RuleError::Deck { cards: 24, least: 25 }));
    assert_eq!(with(|options| options.deck = Some(1000)), Err(RuleError::Deck { cards: 1000, least: 25 }));
    assert_eq!(with(|options| options.deck = Some(25)), Ok(()));
    let fault = with(|options| options.labels.areas = std::array::from_fn(|_| "近畿".to_owned()));
    assert_eq!(fault, Err(RuleError::Label { of: SetOf::Area(Area::Kinki), fault: LabelFault::Twice }));
}

/// §4, §22 and §23 by default; the saved form uses ids, never positions.
#[test]
fn saves_are_stable_text() {
    let options = Options::default();
    assert_eq!((options.hand, options.mode, options.turned_plus_two_again), (6, Mode::Quick, true));
    assert_eq!(options.two_player_reverse, TwoPlayerReverse::OtherPlays);
    let partly: Options =
        serde_json::from_str(r#"{"mode":"full","two_player_reverse":"same_plays"}"#).expect("options");
    assert_eq!((partly.mode, partly.hand, partly.labels), (Mode::Full, 6, Labels::default()));
    assert!(options.call_first && !partly.call_first, "a saved table goes on as it began");
    let saved = [
        ("=L2", r#"{"turned":{"category":"lakes_rivers","area":"kinki"}}"#),
        ("=+2", r#""turned_plus_two""#),
        ("one", r#"{"play1":null}"#),
        ("H1", r#"{"play1":{"category":"hot_springs","area":"hokkaido"}}"#),
        ("two", r#"{"play2":null}"#),
        (
            "P3+C6",
            r#"{"play2":[{"category":"parks_forests","area":"area3"},{"category":"castles_structures","area":"area6"}]}"#,
        ),
        ("+2", r#""plus_two""#),
        ("take", r#""take""#),
        ("pass", r#""pass""#),
        ("rev", r#""reverse""#),
        ("pen", r#""penalty_take""#),
        ("call1", r#"{"call":{"seat":1}}"#),
        ("said1", r#"{"said_in_time":{"seat":1}}"#),
        ("hand1:4", r#"{"hand":{"seat":1,"cards":4}}"#),
        ("shuf", r#""reshuffled""#),
    ];
    for (text, json) in saved {
        assert_eq!(serde_json::to_string(&event(text)).expect("json"), json);
        assert_eq!(serde_json::from_str::<Event>(json).expect("an event"), event(text));
    }
}

/// Only a +2 on a +2 passes cards on, and only the winner's turns are counted.
#[test]
fn the_plus_twos_passed_on_and_the_turns_to_win_are_counted() {
    let player = |name: &str, mark| Player { name: name.to_owned(), mark };
    let players = vec![player("Ann", 0), player("Bob", 1), player("Cy", 2)];
    let seats = Seats::new(players, Seat(0), NihonMeisho::SEATS).unwrap();
    let options = Options { mode: Mode::Quick, hand: 3, ..Options::default() };
    let mut ledger = Ledger::<NihonMeisho>::new(NihonMeisho::start(&seats, &options).unwrap());
    for text in ["+2", "+2", "+2", "take", "pass", "one", "call2", "pass", "pass", "one"] {
        ledger.push(Op::Append { event: event(text) }).unwrap();
    }
    let tallies = NihonMeisho::tallies(ledger.entries(), ledger.states(), &seats, &options);
    let of = |id: &str| tallies.iter().find(|tally| tally.id == id).unwrap().of.clone();
    assert_eq!(of("passed"), [(0, 1), (1, 1), (1, 1)]);
    assert_eq!(of("turns"), [(0, 0), (0, 0), (3, 1)]);
}
