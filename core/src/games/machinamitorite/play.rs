//! Machinamitorite at a table: its names and texts, turns and drafts.

use super::deal::Cities;
use super::draft::{Draft, HandDraft, photos};
use super::game::{Error, Event, Format, Machinamitorite, Options, State, cities};
use super::partition::{PHOTOS_PER_HOUSE, Photo, best_partition, best_points};
use super::trick::{PARK_COPIES, Variant};
use super::words::{
    card_name, city_mark, city_name, fault_text, house_letter, miscount_text, park_sign, photo_name, set_name,
    trick_error_text,
};
use crate::domain::game::TargetTotal;
use crate::domain::ledger::Ledger;
use crate::domain::seats::{Seat, Seats};
use crate::domain::session::Session;
use crate::entry::Pad;
use crate::i18n::{Lang, t};
use crate::live::rows::Rows;
use crate::play::{
    Drafted, DraftedRound, MoreWords, Play, Problem, RowEntry, RowKeys, Saying, Starts, Words, is_same_round, rows_of,
};
use crate::rule::machinamitorite as rules;
use crate::table::coming_words::seating_problem;

impl Play for Machinamitorite {
    type Draft = Draft;

    const WORDS: Words<Machinamitorite> = Words {
        name: t::machi_name,
        tagline: t::machi_tagline,
        place,
        describe,
        explain,
        agreed: agreed_words,
        more: MoreWords { made_by, seating: seating_note, tally: tally_name, ..MoreWords::NONE },
    };

    fn undo_draft<'a>(draft: &mut Draft, seats: &'a Seats, options: &'a Options) -> Option<Saying<'a>> {
        if let Some((cell, now)) = draft.hand.grid.to_undo() {
            let photos = photos(cities(seats.len(), options.left_out));
            let photo = *photos.get(cell % photos.len().max(1))?;
            let seat = Seat(u8::try_from(cell / photos.len().max(1)).ok()?);
            let now = now.text();
            draft.hand.grid.undo();
            draft.hand.asked = false;
            Some(Box::new(move |l| t::machi_undo_cell(l, &now, seats.name(seat), photo_name(photo, l))))
        } else {
            let card = if draft.trick.len() > draft.older { draft.trick.pop()? } else { return None };
            Some(Box::new(move |l| t::machi_undo_card(l, card_name(card, l))))
        }
    }

    fn draft_after(draft: Draft, before: &Ledger<Self>, after: &Ledger<Self>) -> Option<Draft> {
        let same_trick = draft.trick.is_empty() || before.entries().len() == after.entries().len();
        (is_same_round(before, after) && same_trick).then_some(draft)
    }

    fn target(state: &State) -> Option<TargetTotal> {
        match state.goal() {
            Format::Games(_) => None,
            Format::Points(goal) | Format::Wins(goal) => Some(TargetTotal::up_to(goal)),
        }
    }

    const ROWS: Option<RowEntry<Machinamitorite>> =
        Some(RowEntry { rows, grid: |draft| Some(&mut draft.hand.grid), blank, old, keys: row_keys, drafted });

    const STARTS: Starts = Starts::OneBy(t::machi_starter_custom);
}

fn tally_name(id: &str, l: Lang) -> Option<&'static str> {
    match id {
        "best" => Some(t::machi_tally_best(l)),
        _ => None,
    }
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
        Event::People(_) => t::people_title(l).to_owned(),
    }
}

fn explain(error: &Error, seats: &Seats, _: &Options, l: Lang) -> Problem {
    let (text, rule) = match error {
        Error::Goal(goal) => {
            let bounds = goal.bounds();
            (t::machi_error_goal(l, goal.goal(), *bounds.start(), *bounds.end()), Some(rules::MATCHES))
        }
        Error::Players { given, players } => (t::machi_error_players(l, *given, *players), Some(rules::COUNT_CHECK)),
        Error::Miscounts(miscounts) => {
            let words: Vec<String> = miscounts.iter().map(|miscount| miscount_text(miscount, &[], seats, l)).collect();
            (words.join(" "), Some(rules::COUNT_CHECK))
        }
        Error::Trick(error) => (trick_error_text(error, l), Some(rules::TRICK_WINNER)),
        Error::HandPlayed { tricks } => (t::machi_error_hand_played(l, *tricks), Some(rules::END_OF_HAND)),
        Error::SecondPark(seat) => (t::machi_error_second_park(l, seats.name(*seat)), Some(rules::PARK_CARDS)),
        Error::TooManyParks { park, played } => {
            (t::machi_error_parks(l, *played, park_sign(*park), PARK_COPIES), Some(rules::PARK_CARDS))
        }
        Error::NoSeat(seat) => (t::machi_error_seat(l, seat.index() + 1), Some(rules::STARTER_MARKER)),
        Error::People(error) => (seating_problem(l, error), None),
    };
    Problem { text, rule }
}

fn agreed_words(options: &Options, players: usize, l: Lang) -> Vec<String> {
    let ends = match options.goal {
        Format::Games(hands) => t::machi_agreed_games(l, hands),
        Format::Points(points) => t::machi_agreed_points(l, points),
        Format::Wins(hands) => t::machi_agreed_wins(l, hands),
    };
    let passport = match options.variant {
        Variant::Basic => t::machi_agreed_basic(l),
        Variant::Advanced => t::machi_agreed_advanced(l),
    };
    let left_out = (players == 3).then(|| t::machi_agreed_without(l, city_name(options.left_out, l)));
    // No number that is out of bounds, as it is while somebody types.
    let ends = options.goal.bounds().contains(&options.goal.goal()).then_some(ends);
    ends.into_iter().chain([passport.to_owned()]).chain(left_out).collect()
}

fn made_by(session: &Session<Machinamitorite>, round: usize, side: usize, l: Lang) -> Option<String> {
    let round = session.ledger.rounds().get(round)?;
    let Event::Hand { counts } = session.ledger.entries().get(round.entry)? else { return None };
    let sets = best_partition(counts.get(side)?).sets;
    sets.into_iter().max_by_key(|set| set.points()).map(|set| set_name(set, l))
}

/// Three players leave a city in the box, so the cities change when three become four or four become three.
fn seating_note(seats: &Seats, options: &Options, l: Lang) -> Option<String> {
    Some(match cities(seats.len(), options.left_out) {
        Cities::Without(city) => t::machi_seats_without(l, city_name(city, l)),
        Cities::All => t::machi_seats_all(l, seats.len()),
    })
}

fn blank(draft: Option<Draft>, session: &Session<Machinamitorite>) -> Draft {
    let state = session.ledger.state();
    let hand = HandDraft::new(state.cities, state.players());
    match draft {
        Some(draft) => Draft { hand, ..draft },
        None => Draft::new(hand),
    }
}

fn old(session: &Session<Machinamitorite>, entry: usize) -> Option<Draft> {
    let cities = session.ledger.states().get(entry)?.cities;
    match session.ledger.entries().get(entry)? {
        Event::Hand { counts } => Some(Draft::new(HandDraft::of(cities, counts))),
        _ => None,
    }
}

fn rows(session: &Session<Machinamitorite>) -> Option<Rows> {
    Some(rows_of(session, photos(session.ledger.state().cities).len()))
}

fn row_keys(session: &Session<Machinamitorite>, l: Lang) -> Option<RowKeys> {
    let photos = photos(session.ledger.state().cities);
    let sign = |photo: &Photo| format!("{} {}", city_mark(photo.city, l), house_letter(photo.house));
    let words = photos.iter().map(|photo| photo_name(*photo, l)).collect();
    let keys = RowKeys::of(words, Pad::Few(PHOTOS_PER_HOUSE), PHOTOS_PER_HOUSE.into());
    Some(RowKeys { signs: photos.iter().map(sign).collect(), ..keys })
}

fn drafted(draft: &Draft, session: &Session<Machinamitorite>, l: Lang) -> DraftedRound<Machinamitorite> {
    let cities = session.ledger.state().cities;
    match (draft.hand.event(cities), draft.hand.faults(cities).first()) {
        (Some(event), _) => {
            DraftedRound::Whole(Drafted { words: t::machi_save(l), event, rest: draft.after_hand(cities) })
        }
        (None, Some(fault)) => DraftedRound::Wrong(fault_text(fault, &draft.hand, &session.seats, cities, l).text),
        (None, None) => DraftedRound::Open,
    }
}
