//! Prints the standings of an exported table as JSON: the game, the players, the points of every round, the totals and
//! the winners. A file with all tables gives a list. `cargo run -p takujo-core --example replay -- FILE`
//!
//! Exits with 2 and one line on stderr if the file cannot be read, with 1 if the output cannot be written.

use std::io::{Read, Write};
use std::process::ExitCode;

use serde_json::{Value, json};
use takujo_core::domain::session::{File, LoadError, MAX_FILE, SessionFile, read_file};
use takujo_core::games::report_file;

fn main() -> ExitCode {
    let mut names = std::env::args_os().skip(1);
    let (Some(name), None) = (names.next(), names.next()) else {
        eprintln!("usage: replay FILE");
        return ExitCode::from(2);
    };
    match std::fs::File::open(&name).map_err(|error| error.to_string()).and_then(replay) {
        Ok(report) => match writeln!(std::io::stdout(), "{report:#}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(1),
        },
        Err(error) => {
            // Keep it to one line, whatever the file's name or text contains.
            let line = format!("{}: {error}", name.display()).replace(char::is_control, " ");
            eprintln!("{line}");
            ExitCode::from(2)
        }
    }
}

fn replay(file: std::fs::File) -> Result<Value, String> {
    let mut text = String::new();
    let most = u64::try_from(MAX_FILE).unwrap_or(u64::MAX).saturating_add(1);
    file.take(most).read_to_string(&mut text).map_err(|error| error.to_string())?;
    let report = |session: &SessionFile| -> Result<Value, LoadError> {
        let mut value = serde_json::to_value(report_file(session)?).map_err(|_| LoadError::Setup)?;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("id".to_owned(), json!(session.head.id));
            fields.insert("title".to_owned(), json!(session.head.title));
        }
        Ok(value)
    };
    match read_file(&text).map_err(|error| error.to_string())? {
        File::Session(session) => report(&session).map_err(|error| error.to_string()),
        File::Bundle { sessions, .. } => {
            let reports = sessions.into_iter().map(|session| report(&session?));
            reports.collect::<Result<Vec<_>, _>>().map(Value::Array).map_err(|error| error.to_string())
        }
    }
}
