//! A file to import, whatever its bytes, is read or refused and never causes a panic. What was read makes a report, and
//! reads the same after being written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use takujo_core::domain::session::{File, read_file, read_head};
use takujo_core::games::report_file;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = read_head(text);
    let Ok(file) = read_file(text) else { return };
    let sessions = match file {
        File::Session(session) => vec![session],
        File::Bundle { sessions, .. } => sessions.into_iter().flatten().collect(),
    };
    for session in sessions {
        if let Ok(report) = report_file(&session) {
            report.ranking();
            let again = serde_json::to_string(&session).expect("a save is JSON");
            let Ok(File::Session(read)) = read_file(&again) else { panic!("cannot read back: {again}") };
            assert_eq!(report_file(&read), Ok(report), "reading back gives another table");
        }
    }
});
