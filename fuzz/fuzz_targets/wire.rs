//! A message of the live protocol, whatever its bytes, is read or refused and never causes a panic. What was read has
//! the same bytes when written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use takujo_wire::{Ask, Tell};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(ask) = Ask::decode(bytes) {
        assert_eq!(ask.encode(), bytes);
    }
    if let Ok(tell) = Tell::decode(bytes) {
        assert_eq!(tell.encode(), bytes);
    }
});
