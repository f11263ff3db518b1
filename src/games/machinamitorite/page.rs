//! The screens of Machinamitorite.

use dioxus::prelude::*;

use super::components::{HouseShape, PhotoCard, Worth, city_name, house_letter, photo_name};
use super::deal::{Cities, Miscount};
use super::draft::{Draft, Fault, HandDraft, photos};
use super::game::{Error, Event, Format, Machinamitorite, Options, State};
use super::partition::{City, Counts, House, PHOTOS_PER_HOUSE, Photo, best_points};
use super::trick::{Card, PARK_COPIES, Park, Reason, Suit, TrickError, Variant, Verdict, Winner, judge, next_starter};
use crate::domain::game::{Game, Outcome, leaders};
use crate::domain::ledger::Ledger;
use crate::domain::seats::{Player, Seat, Seats};
use crate::i18n::{Lang, list, number, t};
use crate::play::{Play, Problem, same_round};
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::{EndingCard, LeaveCorrection, Tab, Table, Tabs, standings};
use crate::ui::{Ask, Forward, Glyph, Icon, Mark, Named, NumberPad, Pad, PadKey, Pressed, key_of};

impl Play for Machinamitorite {
    fn name(l: Lang) -> &'static str {
        t::machi_name(l)
    }

    fn tagline(l: Lang) -> &'static str {
        t::machi_tagline(l)
    }

    fn place(_: &State, rounds: usize, l: Lang) -> String {
        t::machi_hand_number(l, rounds + 1)
    }

    fn describe(event: &Event, seats: &Seats, _: &Options, l: Lang) -> String {
        match event {
            Event::Hand { counts } => {
                let points = counts.iter().map(|counts| best_points(counts).to_string()).collect::<Vec<_>>();
                t::machi_did_hand(l, points.join(" · "))
            }
            Event::Trick { cards } => {
                let cards = cards.iter().map(|card| card_name(*card, l)).collect::<Vec<_>>();
                t::machi_did_trick(l, cards.join(" "))
            }
            Event::Passport { seat } => t::machi_did_passport(l, seats.name(*seat)),
        }
    }

    fn explain(error: &Error, seats: &Seats, _: &Options, l: Lang) -> Problem {
        let (text, rule) = match error {
            Error::Goal(goal) => {
                let bounds = goal.bounds();
                (t::machi_error_goal(l, goal.goal(), *bounds.start(), *bounds.end()), "matches")
            }
            Error::Players { given, players } => (t::machi_error_players(l, *given, *players), "count-check"),
            Error::Miscounts(miscounts) => {
                let words: Vec<String> = miscounts.iter().map(|miscount| miscount_text(miscount, seats, l)).collect();
                (words.join(" "), "count-check")
            }
            Error::Trick(error) => (trick_error(error, l), "trick-winner"),
            Error::HandPlayed { tricks } => (t::machi_error_hand_played(l, *tricks), "end-of-hand"),
            Error::SecondPark(seat) => (t::machi_error_second_park(l, seats.name(*seat)), "park-cards"),
            Error::NoSeat(seat) => (t::machi_error_seat(l, seat.index() + 1), "starter-marker"),
        };
        Problem { text, rule }
    }

    fn options_form(options: Signal<Options>, players: usize) -> Element {
        rsx! {
            OptionsForm { options, players }
        }
    }

    fn undo_draft(draft: &str, seats: &Seats, options: &Options, l: Lang) -> Option<(String, String)> {
        let mut draft: Draft = serde_json::from_str(draft).ok()?;
        let words = if let Some((cell, now)) = draft.hand.grid.to_undo() {
            let photos = photos(cities(seats, options));
            let photo = photos.get(cell % photos.len().max(1))?;
            let seat = Seat(u8::try_from(cell / photos.len().max(1)).ok()?);
            draft.hand.grid.undo();
            draft.hand.asked = false;
            t::machi_undo_cell(l, now.text(), seats.name(seat), photo_name(*photo, l))
        } else {
            let card = draft.trick.pop()?;
            t::machi_undo_card(l, card_name(card, l))
        };
        Some((words, serde_json::to_string(&draft).ok()?))
    }

    fn draft_after(draft: &str, before: &Ledger<Self>, after: &Ledger<Self>) -> Option<String> {
        let Draft { trick, .. } = serde_json::from_str(draft).ok()?;
        let same_trick = trick.is_empty() || before.entries().len() == after.entries().len();
        same_round(draft, before, after).filter(|_| same_trick)
    }

    fn target(state: &State) -> Option<i32> {
        match state.goal() {
            Format::Games(_) => None,
            Format::Points(goal) | Format::Wins(goal) => Some(i32::from(goal)),
        }
    }

    fn starter_custom(l: Lang) -> Option<&'static str> {
        Some(t::machi_starter_custom(l))
    }
}

impl Tabs for Machinamitorite {
    fn tabs() -> Vec<Tab<Machinamitorite>> {
        vec![
            Tab { id: "play", label: t::machi_tab_hand, glyph: Glyph::Grid, view: hand },
            Tab { id: "trick", label: t::machi_tab_trick, glyph: Glyph::Trick, view: trick },
            Tab { id: "standings", label: t::tab_standings, glyph: Glyph::Chart, view: standings },
        ]
    }
}

fn cities(seats: &Seats, options: &Options) -> Cities {
    if seats.len() == 3 { Cities::Without(options.left_out) } else { Cities::All }
}

fn suit_name(suit: Suit, l: Lang) -> &'static str {
    match suit {
        Suit::Hat => t::machi_hat(l),
        Suit::Backpack => t::machi_backpack(l),
        Suit::Ticket => t::machi_ticket(l),
        Suit::Wallet => t::machi_wallet(l),
    }
}

fn card_name(card: Card, l: Lang) -> String {
    match card {
        Card::Suit { suit, number } => t::machi_card(l, suit_name(suit, l), number),
        Card::Park(Park::A) => "A".to_owned(),
        Card::Park(Park::Zero) => "0".to_owned(),
    }
}

fn miscount_text(miscount: &Miscount, seats: &Seats, l: Lang) -> String {
    match miscount {
        Miscount::Sum { city, house, counted, of } => {
            t::machi_miscount(l, city_name(*city, l), house_letter(*house), *counted, *of)
        }
        Miscount::NotInUse { player, city, house, counted } => {
            let name = seats.players().get(*player).map_or("", |player| &player.name);
            t::machi_miscount_city(l, name, *counted, city_name(*city, l), house_letter(*house))
        }
        Miscount::Tricks { parks_needed, parks } => t::machi_miscount_tricks(l, *parks_needed, *parks),
        Miscount::Players { players } => t::machi_miscount_players(l, *players),
    }
}

fn trick_error(error: &TrickError, l: Lang) -> String {
    match error {
        TrickError::Players { players } => t::machi_miscount_players(l, *players),
        TrickError::WrongNumberOfCards { cards, players } => t::machi_trick_cards(l, *players, *cards),
        TrickError::NumberOutOfBounds { number, .. } => t::machi_trick_number(l, *number),
        TrickError::TooManyParks { park, copies } => {
            t::machi_trick_parks(l, *copies, card_name(Card::Park(*park), l), PARK_COPIES)
        }
        TrickError::NoSuchSeat { seat, .. } => t::machi_error_seat(l, *seat + 1),
    }
}

fn fault_text(fault: &Fault, seats: &Seats, cities: Cities, l: Lang) -> Problem {
    let photos = photos(cities);
    let cell_name = |cell: usize| {
        let seat = Seat(u8::try_from(cell / photos.len().max(1)).unwrap_or(0));
        let photo = photos.get(cell % photos.len().max(1)).map(|photo| photo_name(*photo, l));
        (seats.name(seat).to_owned(), photo.unwrap_or_default())
    };
    match fault {
        Fault::Empty(cell) => {
            let (name, photo) = cell_name(*cell);
            Problem { text: t::machi_error_empty(l, name, photo), rule: "" }
        }
        Fault::Range(cell) => {
            let (name, photo) = cell_name(*cell);
            Problem { text: t::machi_error_range(l, name, photo, PHOTOS_PER_HOUSE), rule: "count-check" }
        }
        Fault::Miscount(miscount) => Problem { text: miscount_text(miscount, seats, l), rule: "count-check" },
    }
}

fn hand(table: Table<Machinamitorite>) -> Element {
    rsx! {
        HandView { table }
    }
}

fn trick(table: Table<Machinamitorite>) -> Element {
    rsx! {
        TrickView { table }
    }
}

/// What is half entered. A correction begins with the hand as it is.
fn draft_of(table: Table<Machinamitorite>) -> Draft {
    let session = table.session();
    let state = session.ledger.state();
    let (cities, players) = (state.cities, state.players());
    let cells = photos(cities).len() * players;
    let blank = || match table.correcting().and_then(|at| session.ledger.entries().get(at)) {
        Some(Event::Hand { counts }) => HandDraft::of(cities, counts),
        _ => HandDraft::new(cities, players),
    };
    table
        .draft::<Draft>()
        .filter(|draft| draft.hand.grid.len() == cells)
        .unwrap_or_else(|| Draft { hand: blank(), trick: Vec::new() })
}

#[component]
fn HandView(table: Table<Machinamitorite>) -> Element {
    let l = lang();
    let mut more = use_signal(|| false);
    let draft = draft_of(table);
    let session = table.session();
    let state = session.ledger.state();
    let cities = state.cities;
    let played = session.ledger.rounds();
    let correcting = table.correcting();
    let hand_number = correcting.and_then(|at| played.iter().position(|round| round.entry == at)).map(|at| at + 1);
    let outcome = Machinamitorite::standing(state).outcome;
    let over = matches!(outcome, Outcome::Won(_)) && !more() && correcting.is_none() && draft.hand.grid.is_blank();
    let last = played.last().and_then(|round| match session.ledger.entries().get(round.entry) {
        Some(Event::Hand { counts }) => Some(counts.clone()),
        _ => None,
    });
    let seats = session.seats.clone();
    let trick = draft.trick.clone();
    let keep = move |hand: HandDraft| table.set_draft(Some(&Draft { hand, trick: trick.clone() }));
    let trick = draft.trick.clone();
    let done = move |hand: HandDraft| {
        let Some(event) = hand.event(cities) else { return };
        let players = hand.players(cities);
        let left = (!trick.is_empty()).then(|| Draft { hand: HandDraft::new(cities, players), trick: trick.clone() });
        if table.commit_but(event, left.as_ref()) {
            more.set(false);
        }
    };
    rsx! {
        if over {
            EndingCard { table }
        } else {
            Ask {
                quiet: true,
                text: match hand_number {
                    Some(hand) => t::machi_correct_title(l, hand),
                    None => t::machi_ask(l, played.len() + 1),
                },
            }
            LeaveCorrection { table }
            CountEntry { seats: seats.clone(), cities, hand: draft.hand.clone(), onchange: keep, ondone: done }
        }
        if let Some(counts) = last {
            if correcting.is_none() {
                HandResult { seats, counts, number: played.len() }
            }
        }
        if over {
            button { class: "button", onclick: move |_| more.set(true), {t::machi_play_on(l)} }
        }
    }
}

/// Players, the photos of the one who is counted, and the pad.
#[component]
fn CountEntry(
    seats: Seats,
    cities: Cities,
    hand: HandDraft,
    onchange: EventHandler<HandDraft>,
    ondone: EventHandler<HandDraft>,
) -> Element {
    let l = lang();
    let all = photos(cities);
    let cells = all.len();
    let players = hand.players(cities);
    let player = hand.player(cities).min(players.saturating_sub(1));
    let deduced = hand.deduced(cities);
    let faults = hand.faults(cities);
    let ready = hand.event(cities).is_some();
    let wrong: Vec<usize> = faults
        .iter()
        .flat_map(|fault| match fault {
            Fault::Empty(cell) | Fault::Range(cell) => vec![*cell],
            Fault::Miscount(Miscount::Sum { city, house, .. } | Miscount::NotInUse { city, house, .. }) => {
                HandDraft::cells_of(cities, Photo::new(*city, *house), players)
            }
            Fault::Miscount(_) => Vec::new(),
        })
        .collect();
    let counts = hand.all(cities);
    let at = hand.grid.at();
    let press = {
        let hand = hand.clone();
        move |key: PadKey| {
            let mut hand = hand.clone();
            if hand.press(key, cities) == Pressed::Done {
                if let Some(Fault::Empty(cell) | Fault::Range(cell)) = hand.faults(cities).first() {
                    hand.grid.go(*cell);
                }
                onchange.call(hand.clone());
                if hand.event(cities).is_some() {
                    ondone.call(hand);
                }
            } else {
                onchange.call(hand);
            }
        }
    };
    let select = {
        let hand = hand.clone();
        move |cell: usize| {
            let mut hand = hand.clone();
            hand.grid.go(cell);
            onchange.call(hand);
        }
    };
    let typed = {
        let (press, select) = (press.clone(), select.clone());
        move |event: KeyboardEvent| {
            let end = cells * players;
            match crate::device::key(&event) {
                Key::ArrowRight if at + 1 < end => select(at + 1),
                Key::ArrowLeft if at > 0 => select(at - 1),
                Key::ArrowDown if at + 3 < end => select(at + 3),
                Key::ArrowUp if at > 2 => select(at - 3),
                key => match key_of(&key) {
                    Some(key) => press(key),
                    None => return,
                },
            }
            event.prevent_default();
        }
    };
    let text = |cell: usize| {
        let typed = hand.grid.cell(cell).text();
        match deduced {
            Some(counts) if typed.is_empty() && cell / cells + 1 == players => {
                counts.get(all[cell % cells]).to_string()
            }
            _ => typed,
        }
    };
    let deduced_here = deduced.is_some() && player + 1 == players;
    rsx! {
        div { class: "entry", onkeydown: typed,
            div { class: "chips", role: "group", "aria-label": t::machi_players(l),
                for (seat, who) in seats.players().iter().enumerate() {
                    button {
                        key: "{seat}",
                        class: "chip",
                        "aria-pressed": seat == player,
                        onclick: {
                            let (select, hand) = (select.clone(), hand.clone());
                            move |_| {
                                let open = (seat * cells..(seat + 1) * cells).find(|cell| hand.grid.value(*cell).is_none());
                                select(open.unwrap_or(seat * cells));
                            }
                        },
                        Mark { mark: who.mark }
                        "{who.name}"
                        small { class: "soft",
                            if hand.filled(cities, seat) == cells || (deduced.is_some() && seat + 1 == players) {
                                {t::machi_chip_points(l, best_points(&counts[seat]))}
                            } else {
                                {t::machi_chip_open(l, hand.filled(cities, seat), cells)}
                            }
                        }
                    }
                }
            }
            table { class: "photos-table",
                thead {
                    tr {
                        th { scope: "col", span { class: "hidden", {t::machi_city(l)} } }
                        for house in House::ALL {
                            th { key: "{house.id()}", scope: "col",
                                HouseShape { house }
                                {house_letter(house)}
                            }
                        }
                    }
                }
                tbody {
                    for city in City::ALL.into_iter().filter(|city| cities.contains(*city)) {
                        tr { key: "{city.id()}", class: "city-{city.id()}",
                            th { scope: "row",
                                span { class: "swatch" }
                                {city_name(city, l)}
                            }
                            for house in House::ALL {
                                {
                                    let cell = player * cells
                                        + all.iter().position(|photo| *photo == Photo::new(city, house)).unwrap_or(0);
                                    let value = text(cell);
                                    let select = select.clone();
                                    rsx! {
                                        td { key: "{house.id()}",
                                            button {
                                                class: "cell",
                                                "aria-pressed": cell == at,
                                                "data-wrong": wrong.contains(&cell),
                                                "data-derived": deduced_here,
                                                "aria-label": t::machi_cell(l, photo_name(Photo::new(city, house), l), &value),
                                                onclick: move |_| select(cell),
                                                "{value}"
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            if deduced_here {
                p { class: "soft", role: "status",
                    {t::machi_deduced(l, seats.players().get(player).map_or("", |player| player.name.as_str()))}
                    " "
                    RuleLink { game: Machinamitorite::ID, section: "count-check" }
                }
            }
            for (index, fault) in faults.iter().take(4).enumerate() {
                p { key: "{index}", class: "error", role: "alert",
                    {fault_text(fault, &seats, cities, l).text}
                    " "
                    RuleLink { game: Machinamitorite::ID, section: fault_text(fault, &seats, cities, l).rule }
                }
            }
            NumberPad {
                l,
                pad: Pad::Few(PHOTOS_PER_HOUSE),
                forward: if ready { Forward::Done { words: t::machi_save(l).to_owned(), ready } } else { hand.grid.forward(t::machi_save(l), ready) },
                onkey: press,
            }
        }
    }
}

/// A hand that was scored: each player's points open into their sets.
#[component]
fn HandResult(seats: Seats, counts: Vec<Counts>, number: usize) -> Element {
    let l = lang();
    let points: Vec<i32> = counts.iter().map(|counts| i32::from(best_points(counts))).collect();
    let best = leaders(&points);
    let winners: Vec<String> =
        best.iter().filter_map(|side| seats.players().get(*side)).map(|player| player.name.clone()).collect();
    rsx! {
        section { class: "card result",
            h2 { {t::machi_result(l, number)} }
            p {
                if winners.len() > 1 {
                    {t::standing_shared(l, list(l, &winners))}
                } else {
                    {t::standing_won(l, winners.len(), list(l, &winners))}
                }
            }
            for (seat, counts) in counts.iter().enumerate() {
                details { key: "{seat}",
                    summary {
                        span { class: "row between",
                            Named { players: seats.players().get(seat).cloned().into_iter().collect::<Vec<Player>>() }
                            strong { class: "total", {number_of(points[seat])} }
                        }
                    }
                    Worth { counts: *counts }
                }
            }
        }
    }
}

fn number_of(points: i32) -> String {
    number(points)
}

#[component]
fn TrickView(table: Table<Machinamitorite>) -> Element {
    let l = lang();
    let draft = draft_of(table);
    let session = table.session();
    let state = session.ledger.state();
    let seats = session.seats.clone();
    let players = state.players();
    let passport = state.passport;
    let variant = session.options.variant;
    let cards = draft.trick.clone();
    let verdict = judge(&cards, players);
    let names: Vec<String> = state.order().iter().map(|seat| seats.name(*seat).to_owned()).collect();
    let next = verdict
        .as_ref()
        .ok()
        .and_then(|verdict| next_starter(players, passport.index(), verdict, variant).ok())
        .and_then(|seat| seats.players().get(seat).cloned());
    let hand = draft.hand.clone();
    let hand_again = draft.hand.clone();
    let record = move |cards: Vec<Card>| {
        let left = (!hand.grid.is_blank()).then(|| Draft { hand: hand.clone(), trick: Vec::new() });
        table.commit_but(Event::Trick { cards }, left.as_ref());
    };
    let total = state.tricks_in_hand();
    let now = (state.tricks + 1).min(total);
    rsx! {
        h2 { class: "ask", {t::machi_trick_title(l, now, total)} }
        p { class: "soft",
            {t::machi_passport_with(l, seats.name(passport))}
            " "
            RuleLink { game: Machinamitorite::ID, section: "starter-marker" }
        }
        TrickEntry {
            names: names.clone(),
            cards: cards.clone(),
            onchange: move |trick: Vec<Card>| table.set_draft(Some(&Draft { hand: hand_again.clone(), trick })),
        }
        match verdict {
            Ok(verdict) => rsx! {
                VerdictCard { verdict, names: names.clone(), cards: cards.clone() }
                if let Some(next) = next {
                    button { class: "button main", onclick: move |_| record(cards.clone()),
                        Mark { mark: next.mark }
                        {t::machi_trick_record(l, &next.name)}
                    }
                }
            },
            Err(error) if cards.len() == players => rsx! {
                p { class: "error", role: "alert", {trick_error(&error, l)} }
            },
            Err(_) => rsx! {},
        }
        details { class: "card",
            summary { {t::machi_passport_move(l)} }
            div { class: "chips",
                for (seat, player) in Seat::all(players).zip(seats.players().iter().cloned()) {
                    button {
                        key: "{seat.0}",
                        class: "chip",
                        "aria-pressed": seat == passport,
                        onclick: move |_| {
                            if seat != passport {
                                table.append(Event::Passport { seat });
                            }
                        },
                        Mark { mark: player.mark }
                        "{player.name}"
                    }
                }
            }
        }
    }
}

/// Cards in the order played, and the cards to tap.
#[component]
fn TrickEntry(names: Vec<String>, cards: Vec<Card>, onchange: EventHandler<Vec<Card>>) -> Element {
    let l = lang();
    let players = names.len();
    let full = cards.len() >= players;
    let play = {
        let cards = cards.clone();
        move |card: Card| {
            let mut cards = cards.clone();
            if cards.len() < players {
                cards.push(card);
                onchange.call(cards);
            }
        }
    };
    let back = {
        let cards = cards.clone();
        move |_| {
            let mut cards = cards.clone();
            cards.pop();
            onchange.call(cards);
        }
    };
    rsx! {
        ol { class: "trick-cards",
            for (at, name) in names.iter().enumerate() {
                li { key: "{at}", "data-next": at == cards.len(),
                    span { class: "soft", "{name}" }
                    strong { class: "played",
                        match cards.get(at) {
                            Some(card) => rsx! {
                                SuitShape { card: *card }
                                {card_name(*card, l)}
                            },
                            None => rsx! { "–" },
                        }
                    }
                }
            }
        }
        p { role: "status", class: "soft",
            if full {
                {t::machi_trick_full(l)}
            } else {
                {t::machi_trick_whose(l, &names[cards.len()])}
            }
        }
        div { class: "card-keys", role: "group", "aria-label": t::machi_cards(l),
            for suit in Suit::ALL {
                div { key: "{suit.id()}", class: "suit-row",
                    SuitShape { card: Card::Suit { suit, number: 1 } }
                    for number in 1..=5_u8 {
                        button {
                            key: "{number}",
                            class: "key",
                            disabled: full,
                            "aria-label": card_name(Card::Suit { suit, number }, l),
                            onclick: {
                                let play = play.clone();
                                move |_| play(Card::Suit { suit, number })
                            },
                            "{number}"
                        }
                    }
                }
            }
            div { class: "suit-row",
                SuitShape { card: Card::Park(Park::A) }
                for park in [Park::A, Park::Zero] {
                    button {
                        key: "{card_name(Card::Park(park), l)}",
                        class: "key park",
                        disabled: full,
                        "aria-label": t::machi_park(l, card_name(Card::Park(park), l)),
                        onclick: {
                            let play = play.clone();
                            move |_| play(Card::Park(park))
                        },
                        {card_name(Card::Park(park), l)}
                    }
                }
                button { class: "key", "data-repeats": true, disabled: cards.is_empty(), "aria-label": t::machi_card_back(l), onclick: back,
                    Icon { glyph: Glyph::Erase }
                }
            }
        }
    }
}

/// The sign of a suit. Beside its name or in a labelled row: hidden from screen readers.
#[component]
fn SuitShape(card: Card) -> Element {
    let (class, path) = match card {
        Card::Suit { suit: Suit::Hat, .. } => ("hat", "M3 17h18M6 17c0-7 2-10 6-10s6 3 6 10M6 14h12"),
        Card::Suit { suit: Suit::Backpack, .. } => ("backpack", "M6 21V10a6 6 0 0 1 12 0v11zM9 21v-6h6v6M9 7V4h6v3"),
        Card::Suit { suit: Suit::Ticket, .. } => ("ticket", "M3 8h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 8v10"),
        Card::Suit { suit: Suit::Wallet, .. } => ("wallet", "M4 7h15v12H4zM4 7l11-3v3M14 12h5v3h-5z"),
        Card::Park(_) => ("park", "M12 21v-6M12 15c-6 0-7-6-3-7 0-5 6-5 6 0 4 1 3 7-3 7z"),
    };
    rsx! {
        svg { class: "icon suit-{class}", view_box: "0 0 24 24", "aria-hidden": "true",
            path { d: path }
        }
    }
}

/// Who takes the trick and why.
#[component]
fn VerdictCard(verdict: Verdict, names: Vec<String>, cards: Vec<Card>) -> Element {
    let l = lang();
    let section = match verdict.winner {
        Winner::Nobody => "all-park",
        Winner::Play(at) if matches!(cards.get(at), Some(Card::Park(_))) => "ace-and-zero",
        Winner::Play(_) => "trick-winner",
    };
    rsx! {
        section { class: "card trick-verdict", role: "status",
            h2 {
                match verdict.winner {
                    Winner::Play(at) => t::machi_takes(l, names.get(at).map_or("", String::as_str)),
                    Winner::Nobody => t::machi_nobody_takes(l).to_owned(),
                }
            }
            ul {
                for (at, reason) in verdict.reasons.iter().enumerate() {
                    li { key: "{at}", {reason_text(reason, &names, &cards, l)} }
                }
            }
            RuleLink { game: Machinamitorite::ID, section }
        }
    }
}

/// A step of the judge's reasoning, in words.
fn reason_text(reason: &Reason, names: &[String], cards: &[Card], l: Lang) -> String {
    let name = |at: usize| names.get(at).map_or("", String::as_str);
    let card = |at: usize| cards.get(at).map(|card| card_name(*card, l)).unwrap_or_default();
    let all = |which: &[usize]| list(l, &which.iter().map(|at| name(*at).to_owned()).collect::<Vec<_>>());
    match reason {
        Reason::ParkLedSuitSetBy(at) => t::machi_reason_park_led(l, name(*at)),
        Reason::LedSuit { suit, by } => t::machi_reason_led(l, suit_name(*suit, l), name(*by)),
        Reason::OffSuitLoses(which) => t::machi_reason_off_suit(l, all(which)),
        Reason::ZeroIsLowest(which) => t::machi_reason_zero_low(l, all(which)),
        Reason::HighestOfLed { by, .. } => t::machi_reason_highest(l, name(*by), card(*by)),
        Reason::AceBeatsAll { by } => t::machi_reason_ace(l, name(*by)),
        Reason::ZeroBeatsAce { by, aces } => t::machi_reason_zero_ace(l, name(*by), all(aces)),
        Reason::LaterOfEquals { by, over } => t::machi_reason_later(l, name(*by), all(over)),
        Reason::AllPark => t::machi_reason_all_park(l).to_owned(),
    }
}

#[component]
fn OptionsForm(mut options: Signal<Options>, players: usize) -> Element {
    let l = lang();
    let now = options();
    let mut typed = use_signal(|| options.peek().goal.goal().to_string());
    let bounds = now.goal.bounds();
    let wrong = typed().trim().parse::<u16>().ok().is_none_or(|goal| !bounds.contains(&goal));
    let mut choose = move |goal: Format| {
        typed.set(goal.goal().to_string());
        options.write().goal = goal;
    };
    let kinds = [
        (Format::Games(1), t::machi_goal_games(l)),
        (Format::Points(50), t::machi_goal_points(l)),
        (Format::Wins(3), t::machi_goal_wins(l)),
    ];
    let goal_label = match now.goal {
        Format::Games(_) => t::machi_goal_games_label(l),
        Format::Points(_) => t::machi_goal_points_label(l),
        Format::Wins(_) => t::machi_goal_wins_label(l),
    };
    rsx! {
        fieldset { class: "choice",
            legend { {t::machi_goal(l)} }
            for (goal, name) in kinds {
                label { key: "{name}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "goal",
                        checked: std::mem::discriminant(&goal) == std::mem::discriminant(&now.goal),
                        onchange: move |_| choose(goal),
                    }
                    "{name}"
                }
            }
        }
        label { class: "field",
            span { "{goal_label}" }
            input {
                r#type: "text",
                inputmode: "numeric",
                value: "{typed}",
                "aria-invalid": wrong,
                oninput: move |event| {
                    let goal = event.value().trim().parse().unwrap_or(0);
                    typed.set(event.value());
                    let with = options.peek().goal.with(goal);
                    options.write().goal = with;
                },
            }
        }
        p { class: "error", role: "alert",
            if wrong {
                {t::machi_error_goal_typed(l, *bounds.start(), *bounds.end())}
            }
        }
        if players == 3 {
            fieldset { class: "choice",
                legend { {t::machi_left_out(l)} }
                for city in City::ALL {
                    label { key: "{city.id()}", class: "pick",
                        input {
                            r#type: "radio",
                            name: "left-out",
                            checked: now.left_out == city,
                            onchange: move |_| options.write().left_out = city,
                        }
                        PhotoCard { photo: Photo::new(city, House::A) }
                        {city_name(city, l)}
                    }
                }
            }
        }
        fieldset { class: "choice",
            legend { {t::machi_variant(l)} }
            for (variant, name) in [(Variant::Basic, t::machi_variant_basic(l)), (Variant::Advanced, t::machi_variant_advanced(l))] {
                label { key: "{name}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "variant",
                        checked: now.variant == variant,
                        onchange: move |_| options.write().variant = variant,
                    }
                    "{name}"
                }
            }
        }
        p { class: "soft ruling", {t::machi_variant_ruling(l)} }
    }
}

/// The worth of one hand, and a trick, without a table.
pub fn calculate() -> Element {
    rsx! {
        Calculation {}
    }
}

#[component]
fn Calculation() -> Element {
    let l = lang();
    let mut trick = use_signal(|| false);
    rsx! {
        div { class: "chips", role: "group", "aria-label": t::machi_calculate_what(l),
            button { class: "chip", "aria-pressed": !trick(), onclick: move |_| trick.set(false), {t::machi_calculate_hand(l)} }
            button { class: "chip", "aria-pressed": trick(), onclick: move |_| trick.set(true), {t::machi_calculate_trick(l)} }
        }
        if trick() {
            LooseTrick {}
        } else {
            LooseHand {}
        }
    }
}

#[component]
fn LooseHand() -> Element {
    let l = lang();
    let cities = Cities::All;
    let mut hand = use_signal(|| HandDraft::new(cities, 1));
    let counts = hand.read().counts(cities, 0);
    let all = photos(cities);
    let at = hand.read().grid.at();
    let range = hand.read().faults(cities).into_iter().find_map(|fault| match fault {
        Fault::Range(cell) => Some(cell),
        Fault::Empty(_) | Fault::Miscount(_) => None,
    });
    rsx! {
        div {
            class: "entry",
            onkeydown: move |event| {
                if let Some(key) = key_of(&crate::device::key(&event)) {
                    hand.write().press(key, cities);
                    event.prevent_default();
                }
            },
            table { class: "photos-table",
                thead {
                    tr {
                        th { scope: "col", span { class: "hidden", {t::machi_city(l)} } }
                        for house in House::ALL {
                            th { key: "{house.id()}", scope: "col",
                                HouseShape { house }
                                {house_letter(house)}
                            }
                        }
                    }
                }
                tbody {
                    for (row, city) in City::ALL.into_iter().enumerate() {
                        tr { key: "{city.id()}", class: "city-{city.id()}",
                            th { scope: "row",
                                span { class: "swatch" }
                                {city_name(city, l)}
                            }
                            for column in 0..3_usize {
                                td { key: "{column}",
                                    button {
                                        class: "cell",
                                        "aria-pressed": row * 3 + column == at,
                                        "data-wrong": range == Some(row * 3 + column),
                                        "aria-label": t::machi_cell(
                                            l,
                                            photo_name(all[row * 3 + column], l),
                                            hand.read().grid.cell(row * 3 + column).text(),
                                        ),
                                        onclick: move |_| hand.write().grid.go(row * 3 + column),
                                        {hand.read().grid.cell(row * 3 + column).text()}
                                    }
                                }
                            }
                        }
                    }
                }
            }
            if let Some(cell) = range {
                p { class: "error", role: "alert",
                    {t::machi_error_range(l, "", photo_name(all[cell], l), PHOTOS_PER_HOUSE)}
                }
            }
            NumberPad {
                l,
                pad: Pad::Few(PHOTOS_PER_HOUSE),
                forward: Forward::Next,
                onkey: move |key| {
                    hand.write().press(key, cities);
                },
            }
        }
        section { class: "card",
            Worth { key: "{counts:?}", counts }
        }
        button { class: "button", onclick: move |_| hand.set(HandDraft::new(cities, 1)),
            Icon { glyph: Glyph::Erase }
            {t::clear(l)}
        }
    }
}

#[component]
fn LooseTrick() -> Element {
    let l = lang();
    let mut players = use_signal(|| 4_usize);
    let mut cards = use_signal(Vec::<Card>::new);
    let names: Vec<String> = (1..=players()).map(|at| t::machi_nth_card(l, at)).collect();
    let verdict = judge(&cards.read(), players());
    rsx! {
        fieldset { class: "choice inline",
            legend { {t::machi_how_many(l)} }
            for count in Machinamitorite::SEATS {
                label { key: "{count}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "count",
                        checked: players() == count,
                        onchange: move |_| {
                            players.set(count);
                            cards.write().truncate(count);
                        },
                    }
                    "{count}"
                }
            }
        }
        TrickEntry { names: names.clone(), cards: cards(), onchange: move |trick| cards.set(trick) }
        match verdict {
            Ok(verdict) => rsx! {
                VerdictCard { verdict, names, cards: cards() }
            },
            Err(error) if cards.read().len() == players() => rsx! {
                p { class: "error", role: "alert", {trick_error(&error, l)} }
            },
            Err(_) => rsx! {},
        }
        button { class: "button", onclick: move |_| cards.set(Vec::new()),
            Icon { glyph: Glyph::Erase }
            {t::clear(l)}
        }
    }
}
