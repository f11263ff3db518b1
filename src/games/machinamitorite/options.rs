//! The form for the options: what ends the match, the city left out, and where the passport goes.

use dioxus::prelude::*;
use takujo_core::games::machinamitorite::game::{Format, Options};
use takujo_core::games::machinamitorite::partition::City;
use takujo_core::games::machinamitorite::trick::Variant;
use takujo_core::games::machinamitorite::words::city_name;
use takujo_core::i18n::t;

use crate::state::lang;
use crate::ui::{NumberField, choice};

/// The options of a new table.
#[component]
pub fn OptionsForm(mut options: Signal<Options>, players: usize) -> Element {
    let l = lang();
    let now = options();
    // Each kind stands here with its usual number.
    let kind = |goal: Format| match goal {
        Format::Games(_) => Format::Games(1),
        Format::Points(_) => Format::Points(50),
        Format::Wins(_) => Format::Wins(3),
    };
    let kinds = [
        (Format::Games(1), t::machi_goal_games(l)),
        (Format::Points(50), t::machi_goal_points(l)),
        (Format::Wins(3), t::machi_goal_wins(l)),
    ];
    let label = match now.goal {
        Format::Games(_) => t::machi_goal_games_label(l),
        Format::Points(_) => t::machi_goal_points_label(l),
        Format::Wins(_) => t::machi_goal_wins_label(l),
    };
    let cities = City::ALL.map(|city| (city, city_name(city, l)));
    let variants = [(Variant::Basic, t::machi_variant_basic(l)), (Variant::Advanced, t::machi_variant_advanced(l))];
    let bounds = now.goal.bounds();
    rsx! {
        {choice(t::machi_goal(l), "goal", &kinds, kind(now.goal), move |goal| options.write().goal = goal)}
        // Keyed by its label, so that another kind starts with its own number in the field.
        for label in [label] {
            NumberField {
                key: "{label}",
                l,
                label,
                name: "goal_number",
                value: i64::from(options.peek().goal.goal()),
                least: i64::from(*bounds.start()),
                most: i64::from(*bounds.end()),
                // 0 is out of bounds, so no table can be opened with it.
                oninput: move |number: Option<i64>| {
                    let goal = number.map_or(0, |number| u16::try_from(number).unwrap_or(u16::MAX));
                    let with = options.peek().goal.with(goal);
                    options.write().goal = with;
                },
            }
        }
        if players == 3 {
            {choice(t::machi_left_out(l), "left_out", &cities, now.left_out, move |city| options.write().left_out = city)}
        }
        {choice(t::machi_variant(l), "variant", &variants, now.variant, move |variant| options.write().variant = variant)}
        p { class: "soft ruling", {t::machi_variant_ruling(l)} }
    }
}
