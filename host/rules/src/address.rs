//! What an address is for, and which pages may use it.

use takujo_wire::Table;

/// Sent with every answer; docs/hosting.md has the reasons. (HSTS is for whoever does the HTTPS.)
pub const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", "frame-ancestors 'none'"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
];

/// Which tables a connection is for, by the address that it came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// `/live`: all of them. Older phones know only this.
    All,
    /// `/live/07`: those of a partition, whose names begin with this byte. Older phones know no longer one.
    Partition(u8),
    /// `/live/` and the 32 digits of its name: one.
    One(Table),
}

impl Tables {
    /// Those at the address with this after `/live/`; `None` if there is no such address.
    #[must_use]
    pub fn at(digits: &str) -> Option<Self> {
        if !digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return None;
        }
        match digits.len() {
            2 => u8::from_str_radix(digits, 16).ok().map(Self::Partition),
            32 => u128::from_str_radix(digits, 16).ok().map(|name| Self::One(name.to_be_bytes())),
            _ => None,
        }
    }

    /// Whether this table is among them.
    pub(crate) fn have(&self, table: &Table) -> bool {
        match self {
            Self::All => true,
            Self::Partition(first) => *first == table[0],
            Self::One(one) => one == table,
        }
    }
}

/// Whether a page of the very host asks that it asks, or no page at all. Otherwise any page could make its visitors
/// connect, and use up the limits of their addresses. `origin` and `host` are the headers of these names.
#[must_use]
pub fn own_page(origin: Option<&str>, host: Option<&str>) -> bool {
    let Some(origin) = origin else { return true };
    matches!((origin.split_once("://"), host), (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_partition_or_a_table_or_nothing() {
        let name = "07000102030405060708090a0b0c0dff";
        let table = [7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 255];
        assert_eq!(Tables::at("07"), Some(Tables::Partition(7)));
        assert_eq!(Tables::at(name), Some(Tables::One(table)));
        let upper = name.to_uppercase();
        for wrong in ["", "0", "007", "0G", "+7", "07/", "7\u{e9}", &name[1..], &upper, &name.replace("07", "+7")] {
            assert_eq!(Tables::at(wrong), None, "{wrong}");
        }
        for (tables, has) in [(Tables::All, true), (Tables::Partition(7), true), (Tables::One(table), true)] {
            assert_eq!(tables.have(&table), has);
        }
        assert!(!Tables::Partition(8).have(&table) && !Tables::One([7; 16]).have(&table));
    }

    #[test]
    fn pages_of_other_sites_get_no_connection() {
        assert!(own_page(None, Some("cards.example")));
        assert!(own_page(Some("http://cards.example:8080"), Some("cards.example:8080")));
        for origin in ["https://evil.example", "http://cards.example", "null"] {
            assert!(!own_page(Some(origin), Some("cards.example:8080")), "{origin}");
        }
        assert!(!own_page(Some("https://cards.example"), None));
    }
}
