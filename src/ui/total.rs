//! Totals beside what is being entered: large, with who leads and what is missing to the target.

use dioxus::prelude::*;
use takujo_core::domain::game::TargetTotal;
use takujo_core::domain::parts::Parts;
use takujo_core::i18n::{Lang, t};

/// What totals are held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Aim {
    /// The total that ends the game, if one does.
    pub target: Option<TargetTotal>,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// What points are split into.
    pub parts: Parts,
}

impl Aim {
    /// Whether the total of `side` leads; nobody's does while all are equal.
    pub fn leads(self, totals: &[i32], side: usize) -> bool {
        let (most, least) = (totals.iter().max(), totals.iter().min());
        let best = if self.lowest_wins { least } else { most };
        most != least && totals.get(side) == best
    }

    /// What a total lacks, in words; `None` if it lacks nothing.
    pub fn missing(self, total: i32, l: Lang) -> Option<String> {
        let missing = self.target?.missing(total);
        (missing > 0).then(|| t::standings_missing(l, self.parts.arg(missing)))
    }
}

/// A total, large, and marked if it leads.
#[component]
pub fn TotalNow(
    l: Lang,
    total: i32,
    leads: bool,
    /// What it is split into.
    #[props(default)]
    parts: Parts,
) -> Element {
    let text = parts.number(total);
    // Few digits can be as large as the name beside them is high.
    let long = text.chars().count() > 4;
    rsx! {
        strong { class: "total-now", "data-leads": leads, "data-long": long, {text} }
        if leads {
            // Read aloud as two words.
            " "
            span { class: "hidden", {t::total_leads(l)} }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_leads_depends_on_what_wins() {
        let highest = Aim { target: Some(TargetTotal::up_to(100)), ..Aim::default() };
        let lowest = Aim { lowest_wins: true, ..highest };
        let leads =
            |aim: Aim, totals: &[i32]| (0..totals.len()).filter(|side| aim.leads(totals, *side)).collect::<Vec<_>>();
        assert_eq!(leads(highest, &[3, 9, 9]), [1, 2]);
        assert_eq!(leads(lowest, &[3, 9, 9]), [0]);
        assert_eq!(leads(highest, &[0, 0, 0]), [0_usize; 0]);
        assert_eq!(leads(highest, &[]), [0_usize; 0]);
    }

    #[test]
    fn what_is_missing_is_counted_towards_the_target() {
        let up = Aim { target: Some(TargetTotal::up_to(100)), ..Aim::default() };
        let down = Aim { target: Some(TargetTotal { down: true, ..TargetTotal::up_to(0) }), ..Aim::default() };
        assert_eq!(up.missing(43, Lang::En).as_deref(), Some("57 to go"));
        assert_eq!(up.missing(100, Lang::En), None);
        assert_eq!(down.missing(501, Lang::En).as_deref(), Some("501 to go"));
        assert_eq!(down.missing(-3, Lang::En), None);
        assert_eq!(Aim::default().missing(5, Lang::En), None);
    }
}
