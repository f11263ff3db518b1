//! A message of the live protocol, a ticket, a letter or a record, whatever its bytes, is read or refused and never causes a
//! panic. What was read of messages, tickets and charters is the same when written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use takujo_core::live::envelope::Envelope;
use takujo_core::live::letter::{SignedCharter, TableLetter};
use takujo_core::live::ticket::{Authority, Ticket};
use takujo_wire::{Ask, Refusal, Right, Tell};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(ask) = Ask::decode(bytes) {
        assert_eq!(ask.encode(bytes[0]), bytes);
    }
    if let Ok(tell) = Tell::decode(bytes) {
        // A refused version is understood whatever the first byte is.
        let from = usize::from(matches!(tell, Tell::Refused(Refusal::Version(_))));
        assert_eq!(tell.encode(bytes[0])[from..], bytes[from..]);
    }
    let authority = Some(Authority::Checks([4; 32]));
    let ticket = Ticket { right: Right::Watch, table: [1; 16], secret: [2; 32], key: [3; 32], authority };
    let _ = Envelope::new(&ticket, None).open(1, bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = TableLetter::read(text);
    if let Some(ticket) = Ticket::read(text) {
        assert_eq!(Ticket::read(&ticket.write()), Some(ticket));
    }
    if let Some(charter) = SignedCharter::read(text) {
        assert_eq!(SignedCharter::read(&charter.write()), Some(charter));
    }
});
