//! The screens of play: the deal, the turn, who is first, what is paid, the forfeit.

use dioxus::prelude::*;

use super::chart::{self, Sign};
use super::components::{Stop, Wrong};
use super::deck::{Deal, FIELD, Kind, Month, Ribbon, Top, redeal};
use super::draft::{Draft, Entry, Fault, Penalty, Step};
use super::forfeit::Forfeits;
use super::options::{ListEditor, OptionsForm};
use super::payout::{MAX_DECIMALS, MAX_UNIT, PayoutError, UnitError};
use super::points::{self, Settlement, worth};
use super::text::forfeit_words;
use super::turn::{Error, Event, Hanafuda, MoveKind, Options, State};
use super::view_model::{self, Said, Screen, Why};
use crate::device;
use crate::domain::game::Game;
use crate::domain::ledger::Op;
use crate::domain::seats::{Direction, Player, Seat, Seats};
use crate::domain::session::Session;
use crate::i18n::{Lang, number, signed, t};
use crate::play::{Play, Playing, Problem};
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{Ending, FlatLink, Tab, Table, Tabs};
use crate::ui::{Glyph, Icon, Key, Named, Pressed, RingSeat, SeatRing, Sheet, key_of};

impl Play for Hanafuda {
    fn name(l: Lang) -> &'static str {
        t::hanafuda_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::hanafuda_tagline(l)
    }

    fn place(state: &State, _: usize, l: Lang) -> String {
        t::hanafuda_round(l, view_model::round(state))
    }

    fn describe(event: &Event, seats: &Seats, _: &Options, l: Lang) -> String {
        let name = |seat: &Seat| seats.name(*seat);
        match event {
            Event::Move { kind, top: Top::Other } => t::hanafuda_move(l, kind.id()),
            Event::Move { kind, top } => {
                t::hanafuda_did_move_top(l, t::hanafuda_move(l, kind.id()), t::hanafuda_top(l, top.id()))
            }
            Event::Hand { seat, cards } => t::hanafuda_did_hand(l, name(seat), t::hanafuda_cards(l, *cards)),
            Event::ToPlay { seat } => t::hanafuda_did_turn(l, name(seat)),
            Event::Payout { winner, .. } => t::hanafuda_did_payout(l, name(winner)),
            Event::Forfeit { seat, .. } => t::hanafuda_did_forfeit(l, name(seat)),
            Event::NextRound { .. } => t::hanafuda_did_round(l).to_owned(),
            Event::List { .. } => t::hanafuda_did_list(l).to_owned(),
            Event::End => t::hanafuda_did_end(l).to_owned(),
        }
    }

    fn explain(error: &Error, seats: &Seats, _: &Options, l: Lang) -> Problem {
        let name = |seat: &Seat| seats.name(*seat);
        let state = |what: &str| t::hanafuda_error_state(l, what);
        let (text, rule) = match error {
            Error::Players(players) => {
                (t::hanafuda_error_players(l, *Hanafuda::SEATS.start(), *Hanafuda::SEATS.end(), *players), "need")
            }
            Error::Unit(UnitError::UntidyName | UnitError::LongName { .. }) => {
                (t::hanafuda_error_unit(l, MAX_UNIT), "point-value")
            }
            Error::Unit(UnitError::PerPoint(_) | UnitError::Decimals(_)) => {
                (t::hanafuda_error_worth(l, MAX_DECIMALS), "point-value")
            }
            Error::Forfeit(error) => (forfeit_words(error, l), "forfeit"),
            Error::NoSeat(_) | Error::Payout(PayoutError::NoSeat(_)) => (state("no_seat"), ""),
            Error::Over => (state("over"), "rounds"),
            Error::NotTracked => (state("not_tracked"), ""),
            Error::NobodyFirst => (state("nobody_first"), "first"),
            Error::AlreadyFirst(seat) => (t::hanafuda_error_already_first(l, name(seat)), "first"),
            Error::RoundOver => (state("round_over"), "dealer"),
            Error::RoundNotOver => (state("round_not_over"), "first"),
            Error::NoPayouts => (state("no_payouts"), "forfeit"),
            Error::NoForfeits => (state("no_forfeits"), "forfeit"),
            Error::AlreadyPaid => (state("already_paid"), "payout"),
            Error::AlreadyDone => (state("already_done"), "forfeit"),
            Error::NotFirst { given, first } => (t::hanafuda_error_not_first(l, name(first), name(given)), "first"),
            Error::HandTooSmall { seat, has, needs } => (t::hanafuda_error_hand(l, name(seat), *has, *needs), "turn"),
            Error::NoEffect(kind) => (t::hanafuda_error_no_effect(l, t::hanafuda_move(l, kind.id())), "effects"),
            Error::NoCardToDraw => (state("no_card"), "deck-empty"),
            Error::TooManyCards { total, most } => (t::hanafuda_error_cards(l, *total, FIELD, *most), "deal"),
            Error::Payout(PayoutError::TooManyCards { counted, most }) => {
                (t::hanafuda_error_cards(l, *counted, FIELD, *most), "deal")
            }
            Error::Payout(PayoutError::Hands { given, players }) => {
                (t::hanafuda_error_hands(l, *given, *players), "payout")
            }
            Error::Payout(PayoutError::WinnerHolds { seat, cards }) => {
                (t::hanafuda_error_winner_holds(l, name(seat), t::hanafuda_cards(l, *cards)), "first")
            }
            Error::Payout(PayoutError::NoExempt) => (state("no_exempt"), "exempt"),
            Error::Payout(PayoutError::ExemptOfTwo) => (state("exempt_of_two"), "exempt"),
            Error::Payout(PayoutError::ExemptWinner) => (state("exempt_winner"), "exempt"),
            Error::Payout(PayoutError::EmptyHand(seat)) => (t::hanafuda_error_empty_hand(l, name(seat)), "first"),
            Error::Payout(PayoutError::TooManyBrights { counted, most }) => {
                (t::hanafuda_error_brights(l, *counted, *most), "deck-chart")
            }
            Error::Miscount { seat, counted, tracked } => {
                (t::hanafuda_error_miscount(l, name(seat), *counted, *tracked), "payout")
            }
            Error::ForfeitOfWinner(seat) => (t::hanafuda_error_heap_winner(l, name(seat)), "forfeit"),
            Error::ForfeitOfExempt(seat) => (t::hanafuda_error_heap_exempt(l, name(seat)), "forfeit"),
            Error::TooMuch => (state("too_much"), ""),
        };
        Problem { text, rule }
    }

    fn options_form(options: Signal<Options>, _: usize) -> Element {
        rsx! {
            OptionsForm { options }
        }
    }

    fn turn(session: &Session<Hanafuda>, l: Lang) -> Option<Playing<Event>> {
        let state = session.ledger.state();
        let seat = state.to_play()?;
        // Every turn is one of seven moves: which, takes a look at the table's own screen.
        let notes = state.hands.iter().map(|cards| (t::hanafuda_cards(l, *cards), false)).collect();
        Some(Playing { seat, direction: state.direction(), stack: 0, notes, next: None })
    }

    fn undo_draft(draft: &str, seats: &Seats, _: &Options, l: Lang) -> Option<(String, String)> {
        let draft: Draft = serde_json::from_str(draft).ok()?;
        let name = |seat: Seat| seats.name(seat);
        let (words, before) = match draft {
            Draft::Field(mut months) => {
                let month = months.pop()?;
                (t::hanafuda_undo_field(l, t::hanafuda_month(l, month.id())), Draft::Field(months))
            }
            Draft::Turn { kind: Some(kind), dealt } => {
                (t::hanafuda_move(l, kind.id()), Draft::Turn { kind: None, dealt })
            }
            Draft::Turn { kind: None, dealt: true } => (t::hanafuda_undo_dealt(l).to_owned(), Draft::Field(Vec::new())),
            Draft::Turn { kind: None, dealt: false } => return None,
            Draft::Payout(mut entry) => {
                let words = match entry.to_undo()? {
                    Step::Count(seat) => t::hanafuda_undo_count(l, name(seat)),
                    Step::Exempt(seat) => t::hanafuda_undo_exempt(l, name(seat)),
                    Step::Winner(seat) => t::hanafuda_undo_first(l, name(seat)),
                };
                entry.undo();
                (words, Draft::Payout(entry))
            }
            Draft::Forfeit(mut penalty) => {
                if penalty.correcting.is_some() {
                    return None;
                }
                let words = if penalty.text.take().is_some() {
                    t::hanafuda_undo_drawn(l).to_owned()
                } else if let Some(seat) = penalty.seat.take() {
                    t::hanafuda_undo_heap(l, name(seat))
                } else {
                    t::hanafuda_undo_first(l, name(penalty.winner.take()?))
                };
                (words, Draft::Forfeit(penalty))
            }
        };
        Some((words, serde_json::to_string(&before).ok()?))
    }

    fn starter_custom(l: Lang) -> Option<&'static str> {
        Some(t::hanafuda_starter(l))
    }
}

impl Tabs for Hanafuda {
    fn tabs() -> Vec<Tab<Hanafuda>> {
        vec![
            Tab { id: "play", label: t::hanafuda_tab_turn, glyph: Glyph::Turn, view: play },
            Tab { id: "standings", label: t::hanafuda_tab_points, glyph: Glyph::Chart, view: points::view },
            Tab { id: "cards", label: t::hanafuda_tab_cards, glyph: Glyph::Grid, view: chart::view },
        ]
    }
}

fn fault_words(fault: &Fault, payers: &[Seat], seats: &Seats, options: &Options, l: Lang) -> Problem {
    let name = |cell: &usize| payers.get(cell / 2).map_or("", |seat| seats.name(*seat));
    let (text, rule) = match fault {
        Fault::Winner => (t::hanafuda_error_state(l, "winner"), "first"),
        Fault::Exempt => (t::hanafuda_error_state(l, "no_exempt"), "exempt"),
        Fault::Empty(cell) => (t::hanafuda_error_empty(l, name(cell), cell_words(*cell, l)), ""),
        Fault::Range(_, most) => (t::hanafuda_error_range(l, *most), "deck-chart"),
        Fault::Brights { cell, brights, cards } => {
            (t::hanafuda_error_brights_hand(l, name(cell), *brights, *cards), "payout")
        }
        Fault::Rule(error, _) => return Hanafuda::explain(error, seats, options, l),
    };
    Problem { text, rule }
}

fn cell_words(cell: usize, l: Lang) -> &'static str {
    if cell.is_multiple_of(2) { t::hanafuda_brights(l) } else { t::hanafuda_all(l) }
}

/// One of these players, as buttons.
#[component]
fn Choose(
    legend: String,
    among: Vec<(Seat, Player)>,
    chosen: Option<Seat>,
    #[props(default)] rule: &'static str,
    onchoose: EventHandler<Seat>,
) -> Element {
    rsx! {
        fieldset { class: "chips",
            legend {
                "{legend} "
                RuleLink { game: Hanafuda::ID, section: rule }
            }
            for (seat, player) in among {
                button {
                    key: "{seat.0}",
                    class: "chip",
                    "aria-pressed": chosen == Some(seat),
                    onclick: move |_| onchoose.call(seat),
                    Named { players: vec![player] }
                }
            }
        }
    }
}

/// The players of these seats.
fn among(seats: &Seats, of: impl IntoIterator<Item = Seat>) -> Vec<(Seat, Player)> {
    of.into_iter().filter_map(|seat| Some((seat, seats.players().get(seat.index())?.clone()))).collect()
}

/// Everybody but `seat`.
fn others(seats: &Seats, seat: Option<Seat>) -> Vec<(Seat, Player)> {
    among(seats, Seat::all(seats.len()).filter(|other| Some(*other) != seat))
}

/// The state that an entry falls in: the one now, or the one before the entry that is corrected.
fn base(session: &Session<Hanafuda>, correcting: Option<usize>) -> &State {
    let ledger = &session.ledger;
    correcting.and_then(|at| ledger.states().get(at)).unwrap_or_else(|| ledger.state())
}

/// Appends an event if the rules allow it now, or says beside the finger why not.
fn attempt(table: Table<Hanafuda>, event: Event) -> Option<Problem> {
    let refused = {
        let session = table.session();
        Hanafuda::apply(session.ledger.state(), &event)
            .err()
            .map(|error| Hanafuda::explain(&error, &session.seats, &session.options, table.app().lang()))
    };
    if refused.is_none() {
        table.append(event);
    }
    refused
}

/// Makes an entry an event: a new one, or in the place of the one it corrects.
fn enter(table: Table<Hanafuda>, event: Event, correcting: Option<usize>) {
    let op = match correcting {
        Some(entry) => Op::Correct { entry, event },
        None => Op::Append { event },
    };
    if table.push(op).is_ok() {
        table.set_draft(None::<&Draft>);
    }
}

fn play(table: Table<Hanafuda>) -> Element {
    rsx! {
        PlayView { table }
    }
}

#[component]
fn PlayView(mut table: Table<Hanafuda>) -> Element {
    // A correction asked for in the payouts begins with the entry as it is.
    use_effect(move || {
        let Some(at) = *table.correcting.read() else { return };
        let draft = {
            let session = table.session();
            session.ledger.entries().get(at).and_then(|event| {
                let before = base(&session, Some(at));
                let payout = Entry::of(at, event, before).map(Draft::Payout);
                payout.or_else(|| Penalty::of(at, event).map(Draft::Forfeit))
            })
        };
        if draft.is_some() {
            table.set_draft(draft.as_ref());
        }
        table.correcting.set(None);
    });
    let session = table.session();
    let state = session.ledger.state();
    match view_model::screen(state, table.draft::<Draft>().as_ref()) {
        Screen::Deal => rsx! {
            DealView { table }
        },
        Screen::Turn => rsx! {
            TurnView { table }
        },
        Screen::Payout(entry) => rsx! {
            PayoutView { table, entry }
        },
        Screen::Forfeit(penalty) => rsx! {
            PenaltyView { table, penalty }
        },
        Screen::Between => rsx! {
            BetweenView { table }
        },
        Screen::Over => rsx! {
            h2 { class: "ask", {t::hanafuda_over(lang())} }
            Ending { table }
            Settlement { table }
            Results { table }
        },
    }
}

/// Who deals what, and whether the field is dealt again.
#[component]
fn DealView(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let dealer = session.seats.name(state.dealer).to_owned();
    rsx! {
        h2 { class: "ask", {t::hanafuda_deal_title(l, state.round, &dealer)} }
        section { class: "card deal",
            DealFigures { players: session.seats.len() }
        }
        button {
            class: "button main",
            onclick: move |_| table.set_draft(Some(&Draft::Turn { kind: None, dealt: true })),
            {t::hanafuda_dealt(l, &dealer)}
        }
        section { class: "card",
            h2 { {t::hanafuda_field_check(l)} }
            FieldCheck { table }
        }
    }
}

/// How many cards lie where after the deal.
#[component]
fn DealFigures(players: usize) -> Element {
    let l = lang();
    let Some(deal) = Deal::of(players) else { return rsx! {} };
    rsx! {
        ul { class: "figures",
            for (cards, what) in [
                (deal.hand, t::hanafuda_deal_hand(l)),
                (deal.field, t::hanafuda_deal_field(l)),
                (deal.draw_pile, t::hanafuda_deal_pile(l)),
            ] {
                li { key: "{what}",
                    strong { {number(cards)} }
                    span { class: "soft", "{what}" }
                }
            }
        }
        RuleLink { game: Hanafuda::ID, section: "deal" }
    }
}

/// The months on the field, tapped one by one: three of one mean a new deal.
#[component]
fn FieldCheck(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let field = match table.draft::<Draft>() {
        Some(Draft::Field(months)) => months,
        _ => Vec::new(),
    };
    let change = move |months: Vec<Month>| table.set_draft(Some(&Draft::Field(months)));
    let full = field.len() >= usize::from(FIELD);
    let again = redeal(&field);
    let slots: Vec<Option<Month>> = (0..usize::from(FIELD)).map(|at| field.get(at).copied()).collect();
    let without = use_callback({
        let field = field.clone();
        move |at: usize| {
            let mut field = field.clone();
            if at < field.len() {
                field.remove(at);
            }
            change(field);
        }
    });
    let with = use_callback({
        let field = field.clone();
        move |month: Month| change([&field[..], &[month]].concat())
    });
    rsx! {
        p { class: "soft",
            {t::hanafuda_field_hint(l)}
            " "
            RuleLink { game: Hanafuda::ID, section: "redeal" }
        }
        ul { class: "slots",
            for (at, slot) in slots.into_iter().enumerate() {
                li { key: "{at}",
                    button {
                        class: "slot",
                        disabled: slot.is_none(),
                        "aria-label": match slot {
                            Some(month) => t::hanafuda_field_card(l, at + 1, t::hanafuda_month(l, month.id())),
                            None => t::hanafuda_field_empty(l, at + 1),
                        },
                        onclick: move |_| without.call(at),
                        if let Some(month) = slot {
                            {t::hanafuda_month(l, month.id())}
                        }
                    }
                }
            }
        }
        p { class: "verdict", role: "status", "data-again": again.is_some(),
            if let Some(month) = again {
                {
                    t::hanafuda_field_again(
                        l,
                        t::hanafuda_month(l, month.id()),
                        field.iter().filter(|other| **other == month).count(),
                    )
                }
            } else if full {
                {t::hanafuda_field_fine(l)}
            }
        }
        if again.is_some() {
            button { class: "button", onclick: move |_| change(Vec::new()), {t::hanafuda_field_clear(l)} }
        }
        ul { class: "months",
            for month in Month::ALL {
                li { key: "{month.id()}",
                    button { class: "chip", disabled: full, onclick: move |_| with.call(month),
                        {t::hanafuda_month_number(l, month.number(), t::hanafuda_month(l, month.id()))}
                    }
                }
            }
        }
    }
}

fn said_words(said: Said, seats: &Seats, l: Lang) -> String {
    use super::deck::Effect::{DrawAndLoseTurn, DrawThenPlay, LoseTurn};
    let name = |seat: Seat| seats.name(seat);
    match said {
        Said::Starts(next) => t::hanafuda_said_starts(l, name(next)),
        Said::Plays(next) => t::hanafuda_said_plays(l, name(next)),
        Said::Hit(hit, next) => match hit.effect {
            DrawAndLoseTurn => t::hanafuda_said_draw_and_lose(l, name(hit.seat), name(next)),
            DrawThenPlay => t::hanafuda_said_draw_then_play(l, name(hit.seat)),
            LoseTurn => t::hanafuda_said_lose(l, name(hit.seat), name(next)),
        },
        Said::Back(hit, next) => match hit.effect {
            LoseTurn => t::hanafuda_said_lose_back(l, name(hit.seat), name(next)),
            DrawAndLoseTurn | DrawThenPlay => t::hanafuda_said_draw_and_lose_back(l, name(hit.seat), name(next)),
        },
    }
}

/// What a move changes in the hand, as it is written on its button.
fn change(kind: MoveKind) -> String {
    signed(i32::from(kind.takes()) - i32::from(kind.plays()))
}

/// The sign of a card on top of the discards.
fn top_kind(top: Top) -> Kind {
    match top {
        Top::Bright => Kind::Bright,
        Top::Poetry => Kind::Ribbon(Ribbon::Poetry),
        Top::Purple => Kind::Ribbon(Ribbon::Purple),
        Top::Other => Kind::Chaff,
    }
}

/// Whose turn it is, what the top of the discards did, and the seven moves.
#[component]
fn TurnView(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let mut wrong = use_signal(|| None::<Problem>);
    let session = table.session();
    let state = session.ledger.state();
    let draft = table.draft::<Draft>();
    let (kind, dealt) = match draft {
        Some(Draft::Turn { kind, dealt }) => (kind, dealt),
        _ => (None, false),
    };
    let sentence = view_model::said(state).map(|said| said_words(said, &session.seats, l));
    let last_top = view_model::top(state);
    let clockwise = state.direction() == Direction::Clockwise;
    let way = if clockwise { t::hanafuda_clockwise(l) } else { t::hanafuda_counter_clockwise(l) };
    let ring = among(&session.seats, Seat::all(session.seats.len()))
        .into_iter()
        .map(|(seat, player)| {
            let cards = state.hands.get(seat.index()).copied().unwrap_or(0);
            RingSeat { player, note: t::hanafuda_cards(l, cards), warn: false, current: state.to_play() == Some(seat) }
        })
        .collect::<Vec<_>>();
    let allowed = MoveKind::ALL.map(|kind| (kind, state.allows(kind)));
    let played = use_callback(move |(kind, top): (MoveKind, Top)| {
        wrong.set(attempt(table, Event::Move { kind, top }));
        table.set_draft(None::<&Draft>);
    });
    let last_cards = kind.is_none();
    let choose = use_callback(move |kind: MoveKind| {
        // The top of the discards is asked for only where it acts: not after the last card.
        let ends = {
            let session = table.session();
            let after = Hanafuda::apply(session.ledger.state(), &Event::Move { kind, top: Top::Other });
            after.map_or(true, |after| after.to_play().is_none())
        };
        if ends || !kind.has_effect() {
            played.call((kind, Top::Other));
        } else {
            wrong.set(None);
            table.set_draft(Some(&Draft::Turn { kind: Some(kind), dealt }));
        }
    });
    rsx! {
        h2 { class: "ask next", "aria-live": "polite", {sentence} }
        SeatRing {
            seats: ring,
            direction: state.direction(),
            label: t::hanafuda_seats(l, way),
            current_label: t::hanafuda_current(l),
            if let Some(top) = last_top {
                Sign { kind: top_kind(top) }
                span { class: "soft", {t::hanafuda_top(l, top.id())} }
            }
        }
        fieldset { class: "moves",
            legend { class: "hidden", {t::hanafuda_moves(l)} }
            for (of, allowed) in allowed {
                button {
                    key: "{of.id()}",
                    class: "move",
                    "data-effect": of.has_effect(),
                    "data-dim": !allowed,
                    "aria-pressed": of.has_effect().then_some(kind == Some(of)),
                    onclick: move |_| choose.call(of),
                    span { {t::hanafuda_move(l, of.id())} }
                    strong { {change(of)} }
                }
            }
        }
        Wrong { problem: wrong() }
        fieldset { class: "tops",
            legend { class: "soft",
                if last_cards {
                    {t::hanafuda_tops_wait(l)}
                } else {
                    {t::hanafuda_tops(l)}
                }
            }
            for top in Top::ALL {
                button {
                    key: "{top.id()}",
                    class: "move",
                    disabled: kind.is_none(),
                    onclick: move |_| {
                        if let Some(kind) = kind {
                            played.call((kind, top));
                        }
                    },
                    Sign { kind: top_kind(top) }
                    span { {t::hanafuda_top(l, top.id())} }
                }
            }
        }
        div { class: "row wrap",
            PutRight { table }
            FlatLink { id: table.head.read().id.clone() }
        }
        details { class: "card",
            summary { {t::hanafuda_how(l)} }
            dl { class: "how",
                for of in MoveKind::ALL {
                    dt { key: "{of.id()}", {t::hanafuda_move(l, of.id())} }
                    dd { class: "soft", {t::hanafuda_move_how(l, of.id())} }
                }
            }
            RuleLink { game: Hanafuda::ID, section: "turn" }
        }
    }
}

/// Hands and turn put right where the table and the app differ.
#[component]
fn PutRight(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let mut open = use_signal(|| false);
    let mut wrong = use_signal(|| None::<Problem>);
    let session = table.session();
    let state = session.ledger.state();
    let turn = state.to_play();
    let people = others(&session.seats, None);
    let hands = state.hands.clone();
    rsx! {
        button {
            class: "button",
            onclick: move |_| {
                wrong.set(None);
                open.set(true);
            },
            Icon { glyph: Glyph::Pencil }
            {t::hanafuda_right(l)}
        }
        if open() {
            Sheet {
                title: t::hanafuda_right_title(l),
                close_label: t::close(l),
                onclose: move |()| open.set(false),
                Wrong { problem: wrong() }
                h3 { {t::hanafuda_right_hands(l)} }
                ul { class: "people",
                    for ((seat, player), cards) in people.clone().into_iter().zip(hands) {
                        li { key: "{seat.0}",
                            Named { players: vec![player.clone()] }
                            span { class: "row",
                                for (to, sign, label) in [
                                    (cards.checked_sub(1), "\u{2212}", t::hanafuda_fewer(l, &player.name)),
                                    (cards.checked_add(1), "+", t::hanafuda_more(l, &player.name)),
                                ] {
                                    if sign == "+" {
                                        strong { class: "total", {number(cards)} }
                                    }
                                    button {
                                        class: "round step",
                                        "aria-label": label,
                                        disabled: to.is_none(),
                                        onclick: move |_| {
                                            if let Some(cards) = to {
                                                wrong.set(attempt(table, Event::Hand { seat, cards }));
                                            }
                                        },
                                        "{sign}"
                                    }
                                }
                            }
                        }
                    }
                }
                if turn.is_some() {
                    Choose {
                        legend: t::hanafuda_right_turn(l),
                        among: people,
                        chosen: turn,
                        onchoose: move |seat| wrong.set(attempt(table, Event::ToPlay { seat })),
                    }
                }
            }
        }
    }
}

/// Who was first, who touched first, and what is left in the other hands.
#[component]
fn PayoutView(table: Table<Hanafuda>, entry: Entry) -> Element {
    let l = lang();
    let session = table.session();
    let before = base(&session, entry.correcting).clone();
    let seats = session.seats.clone();
    let two = seats.len() == 2;
    let tracks = before.tracks_turns();
    let winner = entry.winner(&before);
    let name = winner.map_or("", |seat| seats.name(seat));
    let known = matches!(before.phase, super::turn::Phase::First { winner: Some(_) });
    let correcting = entry.correcting.is_some();
    let faults: Vec<(Option<usize>, Option<usize>, bool, Problem)> = entry
        .faults(&before)
        .iter()
        .map(|fault| {
            let words = fault_words(fault, entry.payers(), &seats, &session.options, l);
            (fault.cell(), fault.row(), fault.is_miscount(), words)
        })
        .collect();
    let keep = move |entry: Entry| table.set_draft(Some(&Draft::Payout(entry)));
    let change = use_callback({
        let (entry, before) = (entry.clone(), before.clone());
        move |(winner, exempt): (Option<Seat>, Option<Seat>)| {
            let mut entry = entry.clone();
            if let Some(seat) = winner {
                entry = entry.with_winner(seat, &before);
            }
            if let Some(seat) = exempt {
                entry = entry.with_exempt(seat, &before);
            }
            keep(entry);
        }
    });
    let go = use_callback({
        let entry = entry.clone();
        move |cell: usize| {
            let mut entry = entry.clone();
            entry.grid.go(cell);
            keep(entry);
        }
    });
    let press = use_callback({
        let (entry, before) = (entry.clone(), before.clone());
        move |key: Key| {
            let mut entry = entry.clone();
            let done = entry.press(key, &before) == Pressed::Done;
            match entry.event(&before) {
                Some(event) if done => enter(table, event, entry.correcting),
                _ => keep(entry),
            }
        }
    });
    let recount = use_callback({
        let entry = entry.clone();
        move |()| keep(entry.clone().recounted())
    });
    let at = entry.grid.at();
    let full = entry.grid.is_full();
    let cells = entry.grid.len();
    let typed = move |event: KeyboardEvent| {
        use dioxus::prelude::Key as Board;
        match event.key() {
            Board::ArrowRight if at + 1 < cells => go.call(at + 1),
            Board::ArrowLeft if at > 0 => go.call(at - 1),
            Board::ArrowDown if at + 2 < cells => go.call(at + 2),
            Board::ArrowUp if at > 1 => go.call(at - 2),
            key => match key_of(&key) {
                Some(key) => press.call(key),
                None => return,
            },
        }
        event.prevent_default();
    };
    let wrong = |row: Option<usize>| faults.iter().filter(move |(_, of, ..)| *of == row).cloned().collect::<Vec<_>>();
    let rows: Vec<_> = among(&seats, entry.payers().iter().copied()).into_iter().enumerate().collect();
    rsx! {
        h2 { class: "ask",
            if correcting {
                {t::hanafuda_correct_payout(l)}
            } else if known {
                {t::hanafuda_first(l, name)}
            } else {
                {t::hanafuda_who_first(l, view_model::round(&before))}
            }
        }
        if two && known && !correcting {
            p {
                {t::hanafuda_first_two(l, seats.name(entry.payers().first().copied().unwrap_or(Seat(0))))}
                " "
                RuleLink { game: Hanafuda::ID, section: "exempt" }
            }
        }
        if !known {
            Choose {
                legend: t::hanafuda_who_first_legend(l),
                among: others(&seats, None),
                chosen: winner,
                onchoose: move |seat| change.call((Some(seat), None)),
            }
        }
        if !two && winner.is_some() {
            Choose {
                legend: t::hanafuda_who_touched(l, name),
                rule: "exempt",
                among: others(&seats, winner),
                chosen: entry.exempt(),
                onchoose: move |seat| change.call((None, Some(seat))),
            }
        }
        if !rows.is_empty() {
            div { class: "entry", onkeydown: typed,
                table { class: "cells",
                    thead {
                        tr {
                            for what in [
                                t::hanafuda_player(l),
                                t::hanafuda_brights(l),
                                t::hanafuda_all(l),
                                t::hanafuda_points(l),
                            ] {
                                th { key: "{what}", scope: "col", "{what}" }
                            }
                        }
                    }
                    tbody {
                        for (row, (seat, player)) in rows {
                            tr { key: "{seat.0}",
                                th { scope: "row",
                                    Named { players: vec![player.clone()] }
                                }
                                for cell in [row * 2, row * 2 + 1] {
                                    td { key: "{cell}",
                                        button {
                                            class: "cell",
                                            "aria-pressed": cell == at,
                                            "data-wrong": faults.iter().any(|(wrong, ..)| *wrong == Some(cell)),
                                            "aria-describedby": "fault-{row}",
                                            "aria-label": t::hanafuda_cell(
                                                l,
                                                &player.name,
                                                cell_words(cell, l),
                                                entry.grid.cell(cell).text(),
                                            ),
                                            onclick: move |_| go.call(cell),
                                            {entry.grid.cell(cell).text()}
                                        }
                                    }
                                }
                                td { class: "points",
                                    if let Some(left) = entry.left(row) {
                                        {number(-left.points())}
                                    }
                                }
                            }
                            tr { class: "faults",
                                td { colspan: "4", id: "fault-{row}",
                                    for (_, _, miscount, problem) in wrong(Some(row)) {
                                        Wrong { problem: Some(problem) }
                                        if miscount && tracks {
                                            button {
                                                class: "button",
                                                onclick: move |_| recount.call(()),
                                                {t::hanafuda_recount(l)}
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                for (.., problem) in wrong(None) {
                    Wrong { problem: Some(problem) }
                }
                Keys {
                    next: match (full, correcting) {
                        (false, _) => t::pad_next(l),
                        (true, false) => t::hanafuda_save_payout(l),
                        (true, true) => t::save(l),
                    },
                    done: full,
                    onkey: move |key| press.call(key),
                }
                p { class: "row between",
                    span { {t::hanafuda_gets(l, name)} }
                    strong { class: "total", {signed(entry.pot())} }
                }
                p { class: "soft",
                    {t::hanafuda_formula(l)}
                    " "
                    RuleLink { game: Hanafuda::ID, section: "payout" }
                }
            }
        }
        Below { table, correcting }
    }
}

/// The digits in two rows, so that the hands above them stay in sight on a small phone.
#[component]
fn Keys(next: String, done: bool, onkey: EventHandler<Key>) -> Element {
    let l = lang();
    let digits = |digits: std::ops::Range<u8>| {
        rsx! {
            for digit in digits {
                button { key: "{digit}", class: "key", onclick: move |_| onkey.call(Key::Digit(digit)), {number(digit)} }
            }
        }
    };
    rsx! {
        div { class: "pad keys", role: "group",
            {digits(0..5)}
            button { class: "key", "aria-label": t::pad_erase(l), onclick: move |_| onkey.call(Key::Erase),
                Icon { glyph: Glyph::Erase }
            }
            {digits(5..10)}
            button {
                class: if done { "key main" } else { "key" },
                "data-next": true,
                onclick: move |_| onkey.call(Key::Next),
                "{next}"
            }
        }
    }
}

/// What stands under an entry: leave a correction, put hands right, or what a table that does not follow turns needs.
#[component]
fn Below(table: Table<Hanafuda>, correcting: bool) -> Element {
    let l = lang();
    let session = table.session();
    let tracks = session.ledger.state().tracks_turns();
    if correcting {
        return rsx! {
            button { class: "button", onclick: move |_| table.set_draft(None::<&Draft>), {t::hanafuda_cancel_correction(l)} }
        };
    }
    rsx! {
        Results { table }
        if tracks {
            div { class: "row wrap",
                PutRight { table }
            }
        } else {
            details { class: "card",
                summary { {t::hanafuda_field_check(l)} }
                DealFigures { players: session.seats.len() }
                FieldCheck { table }
            }
            Stop { table }
        }
    }
}

/// Whose hand lies on top of the heap, and what is to be done.
#[component]
fn PenaltyView(table: Table<Hanafuda>, penalty: Penalty) -> Element {
    let l = lang();
    let session = table.session();
    let before = base(&session, penalty.correcting).clone();
    let seats = session.seats.clone();
    let list: Forfeits = view_model::list(session.ledger.entries(), &session.options).clone();
    let length = list.texts().len();
    let winner = penalty.winner(&before);
    let known = matches!(before.phase, super::turn::Phase::First { winner: Some(_) });
    let candidates = among(&seats, penalty.candidates(&before));
    let seat = penalty.seat(&before);
    let correcting = penalty.correcting;
    let event = penalty.event(&before);
    let keep = use_callback({
        let penalty = penalty.clone();
        move |(winner, seat, text): (Option<Seat>, Option<Seat>, Option<String>)| {
            let penalty = Penalty {
                winner: winner.or(penalty.winner),
                seat: seat.or(penalty.seat),
                text: text.or_else(|| penalty.text.clone()),
                ..penalty
            };
            table.set_draft(Some(&Draft::Forfeit(penalty)));
        }
    });
    rsx! {
        h2 { class: "ask",
            match (correcting, winner) {
                (Some(_), _) => t::hanafuda_correct_forfeit(l).to_owned(),
                (None, Some(seat)) if known && before.payout.is_none() => t::hanafuda_first(l, seats.name(seat)),
                (None, _) if known => t::hanafuda_penalty_title(l).to_owned(),
                (None, _) => t::hanafuda_who_first(l, view_model::round(&before)),
            }
        }
        if !known {
            Choose {
                legend: t::hanafuda_who_first_legend(l),
                among: others(&seats, None),
                chosen: winner,
                onchoose: move |seat| keep.call((Some(seat), None, None)),
            }
        }
        if let [(_, only)] = &candidates[..] {
            p {
                {t::hanafuda_heap_only(l, &only.name)}
                " "
                RuleLink { game: Hanafuda::ID, section: "forfeit" }
            }
        } else if !candidates.is_empty() {
            Choose {
                legend: t::hanafuda_heap(l),
                rule: "forfeit",
                among: candidates,
                chosen: seat,
                onchoose: move |seat| keep.call((None, Some(seat), None)),
            }
        }
        if let Some(seat) = seat {
            section { class: "card",
                Named { players: seats.players().get(seat.index()).cloned().into_iter().collect::<Vec<_>>() }
                div { class: "fate", role: "status",
                    if let Some(text) = &penalty.text {
                        p { key: "{text}", "{text}" }
                    }
                }
                p { class: "soft", {t::hanafuda_draw_from(l, length)} }
                div { class: "row wrap",
                    button {
                        class: if penalty.text.is_none() { "button main" } else { "button" },
                        disabled: length == 0,
                        onclick: {
                            let list = list.clone();
                            move |_| {
                                let drawn = list.draw(&mut device::chance()).map(str::to_owned);
                                keep.call((None, None, drawn));
                            }
                        },
                        Icon { glyph: Glyph::Dice }
                        if penalty.text.is_some() {
                            {t::hanafuda_draw_again(l)}
                        } else {
                            {t::hanafuda_draw(l)}
                        }
                    }
                    button {
                        class: if penalty.text.is_some() { "button main" } else { "button" },
                        onclick: move |_| {
                            if let Some(event) = event.clone() {
                                enter(table, event, correcting);
                            }
                        },
                        if correcting.is_some() {
                            {t::hanafuda_save_correction(l)}
                        } else if penalty.text.is_some() {
                            {t::hanafuda_done(l)}
                        } else {
                            {t::hanafuda_done_own(l)}
                        }
                    }
                }
            }
        }
        if correcting.is_none() {
            details { class: "card",
                summary { {t::hanafuda_list(l, length)} }
                ListEditor {
                    list,
                    onchange: move |forfeits| {
                        table.append(Event::List { forfeits });
                    },
                }
            }
        }
        Below { table, correcting: correcting.is_some() }
    }
}

/// The round is over: what it paid, and who deals the next one.
#[component]
fn BetweenView(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let next = state.next_dealer();
    let dealers = others(&session.seats, Some(next));
    rsx! {
        h2 { class: "ask", {t::hanafuda_over_title(l, state.round)} }
        button {
            class: "button main",
            onclick: move |_| {
                table.append(Event::NextRound { dealer: None });
            },
            {t::hanafuda_next(l, session.seats.name(next), state.round + 1)}
        }
        Results { table }
        Stop { table }
        Choose {
            legend: t::hanafuda_other_dealer(l),
            rule: "dealer",
            among: dealers,
            chosen: None,
            onchoose: move |seat| {
                table.append(Event::NextRound { dealer: Some(seat) });
            },
        }
    }
}

/// What the last round paid and why, and its forfeit; nothing where there was none.
#[component]
fn Results(table: Table<Hanafuda>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let entries = || session.ledger.entries().iter().rev();
    let paid = entries().find(|event| matches!(event, Event::Payout { .. })).filter(|_| state.payout.is_some());
    let rows = paid.map(view_model::reasons).unwrap_or_default();
    let done = entries().find_map(|event| match event {
        Event::Forfeit { seat, text, .. } if state.forfeit.is_some() => Some((*seat, text.clone())),
        _ => None,
    });
    let unit = &session.options.unit;
    let sum: i32 = rows.iter().map(|(_, _, points)| points).sum();
    let played = !rows.is_empty();
    if !played && done.is_none() {
        return rsx! {};
    }
    rsx! {
        section { class: "card result",
            if played {
                h2 {
                    {t::hanafuda_result(l)}
                    " "
                    RuleLink { game: Hanafuda::ID, section: "payout" }
                }
                ul { class: "reasons",
                    for (seat, why, points) in rows {
                        li { key: "{seat.0}",
                            Named { players: session.seats.players().get(seat.index()).cloned().into_iter().collect::<Vec<_>>() }
                            span { class: "soft why",
                                match why {
                                    Why::Won => t::hanafuda_why_won(l).to_owned(),
                                    Why::Exempt => t::hanafuda_why_exempt(l).to_owned(),
                                    Why::Pays(left) => t::hanafuda_why_pays(l, left.brights, left.others),
                                }
                            }
                            span { class: "both",
                                strong { class: "total", {signed(points)} }
                                span { class: "soft", {worth(unit, points, l)} }
                            }
                        }
                    }
                    li { class: "sums",
                        span { class: "soft", {t::hanafuda_sum(l)} }
                        span { class: "both",
                            strong { class: "total", {number(sum)} }
                            span { class: "soft", {worth(unit, sum, l)} }
                        }
                    }
                }
            }
            if let Some((seat, text)) = done {
                p {
                    match text {
                        Some(text) => t::hanafuda_did_penalty_text(l, session.seats.name(seat), text),
                        None => t::hanafuda_did_penalty(l, session.seats.name(seat)),
                    }
                }
            }
        }
    }
}
