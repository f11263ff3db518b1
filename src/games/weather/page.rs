//! The screens of the weather game.

use dioxus::prelude::*;

use super::cards::{AppCards, CountCell, Sky, TableCards, WishSky, WishTitle, complete, kept_cards, save_cards};
use super::draft::{CardCounts, Draft, LastKey};
use super::game::{Error, Event, Options, State, Weather};
use super::score::{CardKind, EmptyProduct, Scored, score, tricks};
use super::text::{self, GAME, kind_name, wish_list, wish_name, wish_section};
use super::view_model::{
    Line, Place, Stage, WishEntry, announced, correction, count_at, count_of, lines, order, played, stage,
    wish_entries, wish_entry, wish_of, with_wish,
};
use super::wish::{Pool, ROUNDS, Wish, eligible};
use crate::domain::ledger::Ledger;
use crate::domain::seats::{Player, Seat, Seats};
use crate::i18n::{Lang, list, number, signed, t};
use crate::play::{Play, Problem};
use crate::rules::RuleLink;
use crate::state::{app, lang};
use crate::table::{EndingCard, LeaveCorrection, Tab, Table, Tabs, standings};
use crate::ui::{Ask, Glyph, Icon, Mark, Named, NumberPad, Pad, PadKey, Pressed, key_of};

impl Play for Weather {
    fn name(l: Lang) -> &'static str {
        t::weather_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::weather_tagline(l)
    }

    fn place(state: &State, _: usize, l: Lang) -> String {
        t::weather_place(l, state.current() + 1, ROUNDS)
    }

    fn describe(event: &Event, seats: &Seats, _: &Options, l: Lang) -> String {
        text::describe(event, seats, l)
    }

    fn explain(error: &Error, seats: &Seats, _: &Options, l: Lang) -> Problem {
        text::explain(error, seats, l)
    }

    fn options_form(options: Signal<Options>, _: usize) -> Element {
        rsx! {
            OptionsForm { options }
        }
    }

    fn undo_draft(draft: &str, seats: &Seats, _: &Options, l: Lang) -> Option<(String, String)> {
        text::undo_draft(draft, seats, l)
    }

    fn draft_after(draft: &str, before: &Ledger<Weather>, after: &Ledger<Weather>) -> Option<String> {
        (before.state().current() == after.state().current()).then(|| draft.to_owned())
    }

    fn may_correct(event: &Event) -> bool {
        !matches!(event, Event::Printed { .. })
    }

    const KEPT: Option<&'static str> = Some(super::cards::KEY);

    fn merge_kept(mine: Option<serde_json::Value>, theirs: serde_json::Value) -> Option<serde_json::Value> {
        super::cards::merge(mine, theirs)
    }

    fn starter_custom(l: Lang) -> Option<&'static str> {
        Some(t::weather_starter(l))
    }
}

impl Tabs for Weather {
    fn tabs() -> Vec<Tab<Weather>> {
        vec![
            Tab { id: "play", label: t::weather_tab_play, glyph: Glyph::Sun, view: play },
            Tab { id: "standings", label: t::tab_standings, glyph: Glyph::Chart, view: standings },
            Tab { id: "cards", label: t::weather_tab_cards, glyph: Glyph::Hands, view: cards },
        ]
    }
}

fn play(table: Table<Weather>) -> Element {
    rsx! {
        Wishes { table }
    }
}

fn cards(table: Table<Weather>) -> Element {
    rsx! {
        CardsTab { table }
    }
}

#[component]
fn CardsTab(table: Table<Weather>) -> Element {
    let l = lang();
    let mut saved = use_signal(|| None::<Option<Problem>>);
    rsx! {
        h2 { class: "ask", {t::weather_cards_title(l)} }
        TableCards {
            table,
            saved: saved() == Some(None),
            problem: saved().flatten(),
            onsave: move |cards| saved.set(Some(save_cards(table, cards))),
        }
    }
}

fn names(seats: &Seats, of: impl IntoIterator<Item = Seat>, l: Lang) -> String {
    list(l, &of.into_iter().map(|seat| seats.name(seat).to_owned()).collect::<Vec<_>>())
}

fn player(seats: &Seats, seat: Seat) -> Vec<Player> {
    seats.players().get(seat.index()).cloned().into_iter().collect()
}

#[component]
fn Wishes(table: Table<Weather>) -> Element {
    let l = lang();
    // Who was tapped to go next, and the round whose result is looked at.
    let mut chosen = use_signal(|| None::<Seat>);
    let mut shown = use_signal(|| None::<usize>);
    let mut problem = use_signal(|| None::<Problem>);

    // A new table begins with the cards copied in before, as its first event. Undone, they stay away.
    use_effect(move || {
        let cards = kept_cards(table.app());
        if table.session().ledger.length() == 0 && complete(&cards) {
            table.append(Event::Printed { cards });
        }
    });
    let session = table.session();
    let ledger = &session.ledger;
    let state = ledger.state();
    let seats = &session.seats;
    let players = seats.len();
    let draft = table.draft::<Draft>().unwrap_or_default();
    let correcting = table.correcting();
    let now = draft.now.clone().filter(|counts| counts.players() == players);
    let old = correcting.and_then(|entry| {
        let (round, cards) = count_at(ledger, entry)?;
        Some((entry, round, now.clone().unwrap_or_else(|| CardCounts::of(cards))))
    });
    let now = now.unwrap_or_else(|| CardCounts::new(players));
    let stage = stage(state, chosen());
    let round = state.current();
    let done = played(state);
    let leader = state.leader(round).map(|seat| seats.name(seat).to_owned()).unwrap_or_default();

    let mut correct = move |entry: usize, event: Event| {
        let ops = correction(&table.session().ledger, entry, &event);
        match ops {
            Ok(ops) => {
                problem.set(None);
                table.commit_all(ops, None::<&Draft>);
            }
            Err(refused) => problem.set(Some(table.explain(&refused))),
        }
    };
    let save = move |event: Event| {
        let at = table.session().ledger.state().current();
        let rest = Draft { now: None, ..table.draft().unwrap_or_default() }.some();
        if table.commit_but(event, rest.as_ref()) {
            shown.set(Some(at));
        }
    };
    let note = |counts: &CardCounts, round: usize| -> Vec<(Option<Wish>, String)> {
        let of = |seat: Seat| {
            let wish = wish_of(state, round, seat);
            let scored = counts.taken(seat.index()).and_then(|taken| {
                let tricks = t::weather_tricks(l, tricks(&taken, players).ok()?);
                let empty = state.options().empty_product;
                let points = score(wish?, &taken, players, state.printed(), empty).ok().map(|scored| scored.points);
                Some(points.map_or(tricks.clone(), |points| format!("{tricks} · {}", signed(points))))
            });
            (wish, scored.unwrap_or_default())
        };
        Seat::all(players).map(of).collect()
    };
    let corrected = correcting.and_then(|entry| {
        let event = ledger.entries().get(entry)?;
        Some((entry, wish_entry(entry, event)?, ledger.states().get(entry)?))
    });

    if let Some((entry, was, before)) = corrected {
        let event = ledger.entries()[entry].clone();
        let offers = offers(before, was.seat, was.announced, Some(was.wish), None, l);
        return rsx! {
            Ask { text: t::weather_ask_correct(l, seats.name(was.seat)) }
            LeaveCorrection { table }
            p { class: "soft lead", {t::weather_correct_round_wish(l, before.current() + 1)} }
            WishGrid {
                offers,
                onpick: move |wish| {
                    if wish == was.wish {
                        table.leave_correction();
                    } else {
                        correct(entry, with_wish(&event, wish));
                    }
                },
            }
            Refusal { problem: problem() }
        };
    }
    if let Some((entry, round, counts)) = old {
        let notes = note(&counts, round);
        return rsx! {
            Ask { text: t::weather_ask_count_again(l, round + 1) }
            LeaveCorrection { table }
            CountGrid {
                seats: seats.players().to_vec(),
                players,
                counts,
                notes,
                done: t::weather_save_correction(l),
                onchange: move |counts| {
                    let draft = table.draft::<Draft>().unwrap_or_default();
                    table.set_draft(Some(&Draft { now: Some(counts), last: LastKey::Now, ..draft }));
                },
                ondone: move |event| correct(entry, event),
                Refusal { problem: problem() }
            }
            section { class: "card",
                h2 { {t::weather_old_wishes(l)} }
                ul { class: "chips",
                    for was in wish_entries(ledger, round) {
                        li { key: "{was.entry}",
                            WishChip { seats: seats.clone(), was, onpick: move |entry| table.correct(entry) }
                        }
                    }
                }
            }
        };
    }
    // The result stays until the next wishes are asked for, or something goes on.
    let fresh = shown().filter(|at| {
        at + 1 == done && at + 1 == round && wish_entries(ledger, round).is_empty() && stage.seat().is_some()
    });
    let places = order(ledger, &stage);
    let following: Vec<Seat> =
        places.iter().filter(|place| place.wish.is_none() && !place.now).map(|p| p.seat).collect();
    rsx! {
        if let Some(at) = fresh {
            Ask { hidden: true, text: t::weather_result(l, at + 1) }
            RoundCard { table, round: at, first: true }
            section { class: "card",
                p {
                    strong { "{leader} " }
                    {t::weather_leads_next(l, round + 1)}
                    " "
                    RuleLink { game: GAME, section: "leader" }
                }
                if !state.options().hidden {
                    p { class: "soft",
                        {t::weather_picks_next(l, names(seats, places.iter().map(|place| place.seat), l))}
                    }
                }
                button { class: "button main", onclick: move |_| shown.set(None), {t::weather_to_next(l, round + 1)} }
            }
        } else {
            match stage.clone() {
                Stage::Pick(seat) | Stage::Announce(seat) | Stage::Reveal(seat) => {
                    let name = seats.name(seat);
                    let picks = matches!(stage, Stage::Pick(_));
                    let announces = matches!(stage, Stage::Announce(_));
                    let (ask, why, section) = if picks {
                        let why = match round {
                            0 => t::weather_pick_any(l),
                            _ if state.options().chosen_first => t::weather_pick_shown(l),
                            _ => t::weather_pick_order(l),
                        };
                        (t::weather_ask_pick(l, name), why.to_owned(), "picking-order")
                    } else if announces {
                        (t::weather_ask_announce(l, name), t::weather_announce_order(l).to_owned(), "hidden-variant")
                    } else {
                        (t::weather_ask_reveal(l, name), t::weather_reveal_text(l, &leader), "hidden-variant")
                    };
                    let said = if picks || announces { None } else { announced(state, round, seat) };
                    rsx! {
                        Ask { text: ask }
                        p { class: "soft lead",
                            "{why} "
                            // Always a sentence, so that the wishes below stay where they are.
                            if picks || announces {
                                match following.first() {
                                    Some(next) => t::weather_next_up(l, seats.name(*next)),
                                    None => t::weather_next_round(l).to_owned(),
                                }
                                " "
                            }
                            RuleLink { game: GAME, section }
                        }
                        WishGrid {
                            offers: offers(state, seat, announces, None, said, l),
                            onpick: move |wish| {
                                let out_of_turn = false;
                                table.append(if picks {
                                    Event::Pick { seat, wish, out_of_turn }
                                } else if announces {
                                    Event::Announce { seat, wish, out_of_turn }
                                } else {
                                    Event::Reveal { seat, wish }
                                });
                                chosen.set(None);
                            },
                        }
                        OrderStrip {
                            seats: seats.clone(),
                            places,
                            onchoose: move |seat| chosen.set(Some(seat)),
                            onchange: move |entry| table.correct(entry),
                        }
                        SoFar { table }
                    }
                }
                Stage::Count => rsx! {
                    Ask { text: t::weather_ask_count(l, round + 1) }
                    p { class: "soft",
                        "{t::weather_count_text(l, &leader)} "
                        RuleLink { game: GAME, section: "tricks-check" }
                    }
                    CountGrid {
                        seats: seats.players().to_vec(),
                        players,
                        notes: note(&now, round),
                        counts: now,
                        done: t::weather_save_round(l),
                        onchange: move |counts| {
                            let draft = table.draft::<Draft>().unwrap_or_default();
                            table.set_draft(Some(&Draft { now: Some(counts), last: LastKey::Now, ..draft }));
                        },
                        ondone: save,
                    }
                    OrderStrip {
                        seats: seats.clone(),
                        places,
                        onchoose: move |seat| chosen.set(Some(seat)),
                        onchange: move |entry| table.correct(entry),
                    }
                    SoFar { table }
                },
                Stage::Copy(wishes) => rsx! {
                    Ask { text: t::weather_cards_needed(l, wish_list(&wishes, l)) }
                    TableCards { table, problem: problem(), onsave: move |cards| problem.set(save_cards(table, cards)) }
                },
                Stage::Over => rsx! {
                    Ask { hidden: true, text: t::weather_name(l) }
                    EndingCard { table }
                    SoFar { table }
                },
            }
        }
        for at in (0..done).rev().filter(|at| fresh != Some(*at)) {
            RoundCard { key: "{at}", table, round: at, first: at + 1 == done }
        }
    }
}

#[component]
fn Refusal(problem: Option<Problem>) -> Element {
    rsx! {
        if let Some(problem) = problem {
            p { class: "error", role: "alert",
                "{problem.text} "
                RuleLink { game: GAME, section: problem.rule }
            }
        }
    }
}

/// A wish as it is offered.
#[derive(Debug, Clone, PartialEq)]
struct Offer {
    wish: Wish,
    /// A word on it, if there is one.
    note: String,
    /// Why it is not to be had.
    why_not: Option<Problem>,
    /// Whether it is the one there is now.
    chosen: bool,
}

/// All eight wishes for a player: what may be picked or revealed, or, where it is only `said`, all of them.
fn offers(state: &State, seat: Seat, said: bool, chosen: Option<Wish>, announced: Option<Wish>, l: Lang) -> Vec<Offer> {
    let history = state.history(seat);
    let offer = |wish: Wish| {
        let why_not = if said { None } else { eligible(state.options().limits(), &history, wish).err() };
        let earned = wish.base_of().filter(|base| !said && why_not.is_none() && history.last() == Some(base));
        let note = if announced == Some(wish) {
            t::weather_as_called(l).to_owned()
        } else if let Some(base) = earned {
            t::weather_after_base(l, wish_name(base, l))
        } else if !said && state.printed().lacks(wish) {
            t::weather_not_copied(l).to_owned()
        } else {
            String::new()
        };
        let why_not = why_not.map(|reason| text::ineligible(reason, l));
        Offer { wish, note, why_not, chosen: chosen == Some(wish) }
    };
    Wish::ALL.into_iter().map(offer).collect()
}

#[component]
fn WishGrid(offers: Vec<Offer>, onpick: EventHandler<Wish>) -> Element {
    // One link for all the reasons: they name the same rule.
    let rule = offers.iter().find_map(|offer| offer.why_not.as_ref()).map_or("", |problem| problem.rule);
    rsx! {
        ul { class: "wishes",
            for Offer { wish, note, why_not, chosen } in offers {
                li { key: "{wish.id()}",
                    button {
                        class: "wish",
                        disabled: why_not.is_some(),
                        "aria-pressed": if chosen { "true" },
                        "data-upper": wish.is_upper(),
                        onclick: move |_| onpick.call(wish),
                        WishTitle { wish }
                        span { class: "note",
                            match &why_not {
                                Some(problem) => problem.text.clone(),
                                None => note,
                            }
                        }
                    }
                }
            }
        }
        if !rule.is_empty() {
            p { class: "soft",
                "{t::weather_upper(lang())} "
                RuleLink { game: GAME, section: rule }
            }
        }
    }
}

#[component]
fn WishChip(seats: Seats, was: WishEntry, onpick: EventHandler<usize>) -> Element {
    let l = lang();
    let WishEntry { entry, seat, wish, announced } = was;
    let words = if announced {
        text::describe(&Event::Announce { seat, wish, out_of_turn: false }, &seats, l)
    } else {
        t::weather_did_picked(l, seats.name(seat), wish_name(wish, l))
    };
    rsx! {
        button {
            class: "chip",
            "aria-label": t::weather_change_wish(l, seats.name(seat), wish_name(wish, l)),
            onclick: move |_| onpick.call(entry),
            if let Some(player) = seats.players().get(seat.index()) {
                Mark { mark: player.mark }
            }
            "{words}"
            Icon { glyph: Glyph::Pencil }
        }
    }
}

#[component]
fn OrderStrip(
    seats: Seats,
    places: Vec<Place>,
    onchoose: EventHandler<Seat>,
    onchange: EventHandler<usize>,
) -> Element {
    let l = lang();
    rsx! {
        section { class: "order",
            h2 { class: "soft", {t::weather_order(l)} }
            ol { class: "chips",
                for place in places {
                    li { key: "{place.seat.0}",
                        if let (Some(entry), Some(wish)) = (place.entry, place.wish) {
                            WishChip {
                                seats: seats.clone(),
                                was: WishEntry { entry, seat: place.seat, wish, announced: false },
                                onpick: onchange,
                            }
                        } else if place.free {
                            button {
                                class: "chip",
                                "aria-pressed": place.now,
                                onclick: move |_| onchoose.call(place.seat),
                                Named { players: player(&seats, place.seat) }
                            }
                        } else {
                            span { class: "chip still", "aria-current": if place.now { "step" },
                                Named { players: player(&seats, place.seat) }
                                span { class: "soft", {number(place.total)} }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The cards of a round, five counts a player, and the pad. `seats` is empty for one person alone.
#[component]
fn CountGrid(
    seats: Vec<Player>,
    players: usize,
    counts: CardCounts,
    notes: Vec<(Option<Wish>, String)>,
    done: String,
    onchange: EventHandler<CardCounts>,
    ondone: EventHandler<Event>,
    children: Element,
) -> Element {
    let l = lang();
    let kinds = CardKind::ALL.len();
    let faults = counts.faults(players);
    let name = |player: usize| seats.get(player).map_or(t::weather_calc_you(l), |player| &player.name).to_owned();
    let said: Vec<(Option<usize>, Problem)> =
        faults.iter().map(|fault| (fault.player(), text::fault(*fault, name, l))).collect();
    let at = counts.grid.at();
    let cells = counts.grid.len();
    let press = {
        let counts = counts.clone();
        move |key: PadKey| {
            let mut counts = counts.clone();
            let pressed = counts.press(key);
            let event = counts.event(players).filter(|_| pressed == Pressed::Done);
            if pressed == Pressed::Done
                && let Some(cell) =
                    counts.faults(players).first().and_then(|fault| (0..cells).find(|cell| fault.is_at(*cell)))
            {
                counts.go(cell);
            }
            onchange.call(counts);
            if let Some(event) = event {
                ondone.call(event);
            }
        }
    };
    let go = {
        let counts = counts.clone();
        move |cell: usize| {
            let mut counts = counts.clone();
            counts.go(cell);
            onchange.call(counts);
        }
    };
    let typed = {
        let (press, go) = (press.clone(), go.clone());
        move |event: KeyboardEvent| {
            match crate::device::key(&event) {
                Key::ArrowRight if at + 1 < cells => go(at + 1),
                Key::ArrowLeft if at > 0 => go(at - 1),
                Key::ArrowDown if at + kinds < cells => go(at + kinds),
                Key::ArrowUp if at >= kinds => go(at - kinds),
                key => match key_of(&key) {
                    Some(key) => press(key),
                    None => return,
                },
            }
            event.prevent_default();
        }
    };
    let cell_label = |player: usize, kind: CardKind, cell: usize| {
        let (kind, text) = (kind_name(kind, l), counts.text(cell));
        if seats.is_empty() {
            t::weather_cell_alone(l, kind, text)
        } else {
            t::weather_cell(l, name(player), kind, text)
        }
    };
    rsx! {
        div { class: "entry", onkeydown: typed,
            table { class: "cells counts",
                thead {
                    tr {
                        for kind in CardKind::ALL {
                            th { key: "{kind.id()}", scope: "col",
                                Sky { kind }
                                span { {kind_name(kind, l)} }
                            }
                        }
                    }
                }
                for player in 0..counts.players() {
                    tbody { key: "{player}",
                        if let Some(who) = seats.get(player) {
                            tr {
                                th { scope: "rowgroup", colspan: "5",
                                    div { class: "row between",
                                        Named { players: vec![who.clone()] }
                                        if let Some((wish, note)) = notes.get(player) {
                                            span { class: "soft",
                                                if let Some(wish) = wish {
                                                    {wish_name(*wish, l)}
                                                }
                                                if !note.is_empty() {
                                                    " · {note}"
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        tr {
                            for (kind, cell) in CardKind::ALL.into_iter().zip(player * kinds..) {
                                td { key: "{cell}",
                                    CountCell {
                                        label: cell_label(player, kind, cell),
                                        text: counts.text(cell),
                                        at: cell == at,
                                        wrong: faults.iter().any(|fault| fault.is_at(cell)),
                                        faults: "fault-{player}",
                                        onpick: {
                                            let go = go.clone();
                                            move |()| go(cell)
                                        },
                                    }
                                }
                            }
                        }
                        tr { class: "faults",
                            td { colspan: "5", id: "fault-{player}",
                                // One is enough at a time: the first is where the finger was sent.
                                for (_, problem) in said.iter().filter(|(of, _)| *of == Some(player)).take(1) {
                                    Refusal { problem: Some(problem.clone()) }
                                }
                            }
                        }
                    }
                }
            }
            for (_, problem) in said.iter().filter(|(of, _)| of.is_none()) {
                Refusal { problem: Some(problem.clone()) }
            }
            {children}
            NumberPad {
                l,
                pad: Pad::Tens,
                forward: counts.grid.forward(done, true),
                onkey: press,
            }
        }
    }
}

#[component]
fn Steps(wish: Wish, scored: Scored) -> Element {
    let l = lang();
    rsx! {
        ul { class: "steps",
            for (at, step) in text::steps(&scored, l).into_iter().enumerate() {
                li { key: "{at}", "{step}" }
            }
            li { class: "link",
                RuleLink { game: GAME, section: wish_section(wish) }
            }
        }
    }
}

/// A round that was played: who wished what, and what came of it, step by step. All but the `first` are folded.
#[component]
fn RoundCard(mut table: Table<Weather>, round: usize, first: bool) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    let entry = count_of(&session.ledger, round);
    let hidden = state.options().hidden;
    rsx! {
        details { class: "card result", open: first,
            summary {
                if first {
                    h2 { {t::weather_result(l, round + 1)} }
                } else {
                    {t::weather_result(l, round + 1)}
                }
            }
            div { role: if first { "status" },
            ul { class: "reasons",
                for Line { seat, wish, bluff, taken: _, tricks, scored } in lines(state, round) {
                    li { key: "{seat.0}",
                        Named { players: player(&session.seats, seat) }
                        span { class: "soft", "{wish_name(wish, l)} · {t::weather_tricks(l, tricks)}" }
                        strong { class: "total",
                            match &scored {
                                Ok(scored) => signed(scored.points),
                                Err(_) => "?".to_owned(),
                            }
                        }
                        match scored {
                            Ok(scored) => rsx! {
                                Steps { wish, scored }
                            },
                            Err(_) => rsx! {
                                p { class: "soft", {t::weather_waits(l)} }
                            },
                        }
                        if hidden {
                            p { class: "soft bluff",
                                if let Some(said) = bluff {
                                    strong { {t::weather_called(l, wish_name(said, l))} }
                                    " · "
                                }
                                {t::weather_bluffs(l, state.bluffs(seat, round + 1))}
                            }
                        }
                    }
                }
            }
            }
            if let Some(entry) = entry {
                button { class: "button", onclick: move |_| table.correct(entry),
                    Icon { glyph: Glyph::Pencil }
                    {t::weather_fix_round(l, round + 1)}
                }
            }
        }
    }
}

/// Wishes and points so far, round by round.
#[component]
fn SoFar(table: Table<Weather>) -> Element {
    let l = lang();
    let session = table.session();
    let state = session.ledger.state();
    if played(state) == 0 {
        return rsx! {};
    }
    let totals = state.totals_after(ROUNDS);
    rsx! {
        section { class: "card",
            h2 { class: "hidden", {t::weather_so_far(l)} }
            div { class: "scroll", tabindex: "0", role: "region", "aria-label": t::weather_so_far(l),
                table { class: "rounds so-far",
                    thead {
                        tr {
                            th { scope: "col",
                                span { class: "hidden", {t::nerts_player(l)} }
                            }
                            for round in 1..=ROUNDS {
                                th { key: "{round}", scope: "col", "{round}" }
                            }
                            th { scope: "col", {t::standings_total(l)} }
                        }
                    }
                    tbody {
                        for seat in Seat::all(session.seats.len()) {
                            tr { key: "{seat.0}",
                                th { scope: "row",
                                    Named { players: player(&session.seats, seat) }
                                }
                                for round in 0..ROUNDS {
                                    td { key: "{round}",
                                        if let Some(wish) = wish_of(state, round, seat) {
                                            WishSky { wish }
                                            span { class: "hidden", "{wish_name(wish, l)} " }
                                            if let Some(points) = state.points(round, seat) {
                                                {number(points)}
                                            }
                                        }
                                    }
                                }
                                td {
                                    strong { {number(totals.get(seat.index()).copied().unwrap_or(0))} }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[component]
fn Choices<T: Copy + PartialEq + 'static>(
    legend: String,
    name: String,
    choices: Vec<(T, &'static str)>,
    now: T,
    onchoose: EventHandler<T>,
) -> Element {
    rsx! {
        fieldset { class: "choice",
            legend { "{legend}" }
            for (value, words) in choices {
                label { key: "{words}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "{name}",
                        checked: now == value,
                        onchange: move |_| onchoose.call(value),
                    }
                    "{words}"
                }
            }
        }
    }
}

fn products(l: Lang) -> Vec<(EmptyProduct, &'static str)> {
    vec![(EmptyProduct::Zero, t::weather_product_zero(l)), (EmptyProduct::One, t::weather_product_one(l))]
}

#[component]
fn OptionsForm(mut options: Signal<Options>) -> Element {
    let l = lang();
    let now = options();
    rsx! {
        Choices {
            legend: t::weather_pool(l),
            name: "pool",
            choices: vec![
                (Pool::Printed, t::weather_pool_printed(l)),
                (Pool::FiveBase, t::weather_pool_five(l)),
                (Pool::EightFree, t::weather_pool_eight(l)),
            ],
            now: now.pool,
            onchoose: move |pool| options.write().pool = pool,
        }
        if now.pool == Pool::EightFree {
            label { class: "pick",
                input {
                    r#type: "checkbox",
                    name: "eight_limited",
                    checked: now.eight_limited,
                    onchange: move |event| options.write().eight_limited = event.checked(),
                }
                {t::weather_eight_limited(l)}
            }
            p { class: "soft ruling", {t::weather_eight_ruling(l)} }
        }
        label { class: "pick",
            input {
                r#type: "checkbox",
                name: "hidden",
                checked: now.hidden,
                onchange: move |event| options.write().hidden = event.checked(),
            }
            {t::weather_hidden(l)}
        }
        p { class: "soft", {t::weather_hidden_text(l)} }
        if !now.hidden {
            label { class: "pick",
                input {
                    r#type: "checkbox",
                    name: "chosen_first",
                    checked: now.chosen_first,
                    onchange: move |event| options.write().chosen_first = event.checked(),
                }
                {t::weather_chosen_first(l)}
            }
            p { class: "soft ruling", {t::weather_chosen_ruling(l)} }
        }
        if now.pool != Pool::FiveBase {
            Choices {
                legend: t::weather_product(l),
                name: "empty_product",
                choices: products(l),
                now: now.empty_product,
                onchoose: move |product| options.write().empty_product = product,
            }
            p { class: "soft ruling", {t::weather_product_ruling(l)} }
        }
    }
}

/// A score without a table.
pub fn calculate() -> Element {
    rsx! {
        Calculation {}
    }
}

#[component]
fn Calculation() -> Element {
    let l = lang();
    let mut wish = use_signal(|| Wish::ClearSky);
    let mut players = use_signal(|| 4_usize);
    let mut product = use_signal(EmptyProduct::default);
    let mut counts = use_signal(|| CardCounts::new(1));
    let printed = kept_cards(app());
    let lacks = printed.lacks(wish());
    let now = counts();
    let scored = now.taken(0).and_then(|taken| score(wish(), &taken, players(), &printed, product()).ok());
    rsx! {
        section { class: "card",
            fieldset { class: "chips",
                legend { {t::weather_calc_wish(l)} }
                for other in Wish::ALL {
                    button {
                        key: "{other.id()}",
                        class: "chip",
                        "aria-pressed": wish() == other,
                        onclick: move |_| wish.set(other),
                        {wish_name(other, l)}
                    }
                }
            }
            fieldset { class: "chips",
                legend { {t::weather_calc_players(l)} }
                for count in <Weather as crate::domain::game::Game>::SEATS {
                    button {
                        key: "{count}",
                        class: "chip",
                        "aria-pressed": players() == count,
                        onclick: move |_| players.set(count),
                        "{count}"
                    }
                }
            }
        }
        if lacks {
            section { class: "card",
                h2 { {t::weather_cards_needed(l, wish_name(wish(), l))} }
                AppCards {}
            }
        } else {
            section { class: "card sum-up",
                output { class: "big-total", "aria-live": "polite",
                    match &scored {
                        Some(scored) => number(scored.points),
                        None => "–".to_owned(),
                    }
                }
                if let Some(scored) = scored {
                    Steps { wish: wish(), scored }
                } else {
                    p { class: "soft", {t::weather_formula(l)} }
                }
            }
            CountGrid {
                seats: Vec::new(),
                players: players(),
                counts: now,
                notes: Vec::new(),
                done: t::clear(l),
                onchange: move |next| counts.set(next),
                ondone: move |_| counts.set(CardCounts::new(1)),
            }
            if wish() == Wish::Downpour {
                section { class: "card",
                    Choices {
                        legend: t::weather_product(l),
                        name: "product",
                        choices: products(l),
                        now: product(),
                        onchoose: move |choice| product.set(choice),
                    }
                }
            }
            details { class: "card",
                summary { {t::weather_cards_title(l)} }
                AppCards {}
            }
        }
    }
}
