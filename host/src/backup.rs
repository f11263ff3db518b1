//! Copies of a file of tables: made while a host serves it, checked, put back.
//!
//! One process has the file open. A host therefore gives its tables to whoever connects to a Unix socket beside the
//! file, which only its own user can open: those of one moment, whatever is appended meanwhile.

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use takujo_host_rules::{Entry, What};
use takujo_wire::Table;

use crate::log::Failed;
use crate::log::file::{Bounds, File, Log};

/// The file of tables in a host's folder.
#[must_use]
pub fn file_in(data: &Path) -> PathBuf {
    data.join("tables.redb")
}

/// What was copied or looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many tables.
    pub tables: u64,
    /// How many entries they have together.
    pub entries: u64,
    /// What is wrong with them, a line each.
    pub faults: Vec<String>,
}

/// Begins each table of what a host gives; the end is another byte.
const TABLE: u8 = 1;
const END: u8 = 0;
/// So many bytes of entries are written in one go.
const PIECE: usize = 8 << 20;
/// What a host gives is nothing from elsewhere, but nothing is longer than a record and what the host adds to it either.
const LONGEST: u32 = 64 << 10;

/// One table: its name, the time of its last entry, and all entries.
type Whole = (Table, u64, Vec<Vec<u8>>);

fn next_table(from: &mut impl Read) -> std::io::Result<Option<Whole>> {
    fn bytes<const N: usize>(from: &mut impl Read) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        from.read_exact(&mut bytes)?;
        Ok(bytes)
    }
    match bytes(from)? {
        [END] => return Ok(None),
        [TABLE] => {}
        _ => return Err(std::io::ErrorKind::InvalidData.into()),
    }
    let (table, at) = (bytes(from)?, u64::from_be_bytes(bytes(from)?));
    let mut entries = Vec::new();
    for _ in 0..u32::from_be_bytes(bytes(from)?) {
        let length = u32::from_be_bytes(bytes(from)?);
        if length > LONGEST {
            return Err(std::io::ErrorKind::InvalidData.into());
        }
        let mut entry = vec![0; length as usize];
        from.read_exact(&mut entry)?;
        entries.push(entry);
    }
    Ok(Some((table, at, entries)))
}

/// The entries of a log, in order and without a gap.
fn whole(log: &mut Log<'_>) -> Result<Vec<Vec<u8>>, Failed> {
    let mut entries = Vec::new();
    for entry in &mut *log.entries {
        let (position, entry) = entry?;
        if position as usize != entries.len() {
            return Err(Failed(format!("entry {} is missing", entries.len())));
        }
        entries.push(entry);
    }
    if entries.len() == log.length as usize {
        Ok(entries)
    } else {
        Err(Failed(format!("{} of {} entries are there", entries.len(), log.length)))
    }
}

/// Gives all tables of the store to `out`. A damaged table is an error: it is no copy without it.
///
/// # Errors
/// What the disk says, or the other side.
pub fn give(store: &File, out: &mut dyn Write) -> Result<(), Failed> {
    store.snapshot(&mut |table, at, log| {
        let entries = whole(log).map_err(|Failed(why)| Failed(format!("{}: {why}", name(&table))))?;
        let mut bytes = vec![TABLE];
        bytes.extend(table);
        bytes.extend(at.to_be_bytes());
        bytes.extend((entries.len() as u32).to_be_bytes());
        for entry in entries {
            bytes.extend((entry.len() as u32).to_be_bytes());
            bytes.extend(entry);
        }
        out.write_all(&bytes).map_err(Failed::of)
    })?;
    out.write_all(&[END]).and_then(|()| out.flush()).map_err(Failed::of)
}

fn name(table: &Table) -> String {
    table.iter().fold("table ".to_owned(), |text, byte| format!("{text}{byte:02x}"))
}

/// What is wrong with a table as the host reads it.
fn fault(entries: &[Vec<u8>]) -> Option<String> {
    let mut bytes = 0_u32;
    let (mut rights_at, mut closed) = (0, false);
    for (position, stored) in (0_u32..).zip(entries) {
        let Some(entry) = Entry::decode(stored) else { return Some(format!("entry {position} cannot be read")) };
        if closed {
            return Some(format!("entry {position} comes after its end"));
        }
        match &entry.what {
            What::Rights(_) => rights_at = position,
            What::Record(record) => bytes = bytes.saturating_add(record.len() as u32),
            What::Closed => closed = true,
        }
        if position == 0 && !matches!(entry.what, What::Rights(_)) {
            return Some("it begins without rights".to_owned());
        }
        if entry.rights_at != rights_at {
            return Some(format!("entry {position} names other rights than those that hold"));
        }
        if entry.bytes != bytes {
            return Some(format!("entry {position} counts {} bytes, not {bytes}", entry.bytes));
        }
    }
    None
}

/// Takes a table: name, time of its last entry, and all entries, or why they are not all there.
type Take<'a> = dyn FnMut(Table, u64, Result<Vec<Vec<u8>>, Failed>) -> Result<(), Failed> + 'a;

/// Calls `take` with each table of a host's folder, whether a host serves it or not.
fn each(data: &Path, take: &mut Take<'_>) -> Result<(), Failed> {
    #[cfg(unix)]
    if let Ok(host) = std::os::unix::net::UnixStream::connect(control(data)) {
        let mut from = BufReader::new(host);
        let cut = |error: std::io::Error| Failed(format!("the host ended before it had given all: {error}"));
        while let Some((table, at, entries)) = next_table(&mut from).map_err(cut)? {
            take(table, at, Ok(entries))?;
        }
        return Ok(());
    }
    each_of(&file_in(data), take)
}

/// The same for a file that no host serves.
fn each_of(path: &Path, take: &mut Take<'_>) -> Result<(), Failed> {
    let store = existing(path)?;
    let given = store.snapshot(&mut |table, at, log| take(table, at, whole(log)));
    store.end()?;
    given
}

/// Opens a file of tables that must be there.
fn existing(path: &Path) -> Result<File, Failed> {
    let failed = |why: &dyn std::fmt::Display| Failed(format!("{}: {why}", path.display()));
    path.metadata().map_err(|error| failed(&error))?;
    File::open(path, Bounds::default()).map_err(|Failed(why)| failed(&why))
}

fn look(report: &mut Report, table: &Table, entries: &Result<Vec<Vec<u8>>, Failed>) {
    report.tables += 1;
    let fault = match entries {
        Ok(entries) => {
            report.entries += entries.len() as u64;
            fault(entries)
        }
        Err(Failed(why)) => Some(why.clone()),
    };
    report.faults.extend(fault.map(|fault| format!("{}: {fault}", name(table))));
}

/// Reads all tables of a host's folder, or of a copy, and says what is wrong with them. Changes nothing that counts: a file
/// of an older version becomes one of this.
///
/// # Errors
/// If it cannot be read at all.
pub fn check(data: &Path, copy: Option<&Path>) -> Result<Report, Failed> {
    let mut report = Report::default();
    let mut take = |table, _, entries| {
        look(&mut report, &table, &entries);
        Ok(())
    };
    match copy {
        Some(copy) => each_of(copy, &mut take)?,
        None => each(data, &mut take)?,
    }
    Ok(report)
}

/// Copies all tables of a host's folder, as they are at one moment, into a new file.
///
/// # Errors
/// If there is such a file already, if a table is damaged, or what the disk says. Then there is no copy.
pub fn backup(data: &Path, to: &Path) -> Result<Report, Failed> {
    let failed = |why: &dyn std::fmt::Display| Failed(format!("{}: {why}", to.display()));
    if to.exists() {
        return Err(failed(&"is there already, and nothing is written over it"));
    }
    let new = beside(to, "new");
    // Of a copy that was not finished.
    let _ = std::fs::remove_file(&new);
    let copied = copy_to(data, &new).and_then(|report| {
        std::fs::rename(&new, to).and_then(|()| synced_folder(to)).map_err(|error| failed(&error))?;
        Ok(report)
    });
    if copied.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    copied
}

fn copy_to(data: &Path, new: &Path) -> Result<Report, Failed> {
    let store = File::open(new, Bounds { free: 0, bytes: u64::MAX })?;
    let mut report = Report::default();
    let (mut piece, mut bytes) = (Vec::new(), 0);
    let copied = each(data, &mut |table, at, entries| {
        look(&mut report, &table, &entries);
        let entries = entries.map_err(|Failed(why)| Failed(format!("{}: {why}", name(&table))))?;
        bytes += entries.iter().map(Vec::len).sum::<usize>();
        piece.push((table, at, entries));
        if bytes >= PIECE {
            bytes = 0;
            store.put(&std::mem::take(&mut piece))?;
        }
        Ok(())
    })
    .and_then(|()| store.put(&piece));
    store.end()?;
    copied.map(|()| report)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// The names in the folder of `path` are on disk.
fn synced_folder(path: &Path) -> std::io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Gives a file to the owner of the folder: whoever puts a copy back is often not the user as whom the host runs.
#[cfg(unix)]
fn owned_alike(file: &Path, folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let owner = folder.metadata()?;
    std::os::unix::fs::chown(file, Some(owner.uid()), Some(owner.gid()))
}

#[cfg(not(unix))]
fn owned_alike(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Puts a copy in the place of the tables of a host's folder, which are kept beside it under another name.
///
/// # Errors
/// If something is wrong with the copy, if a host serves the folder, or what the disk says. Then nothing was changed.
pub fn restore(data: &Path, from: &Path) -> Result<Report, Failed> {
    let report = check(data, Some(from))?;
    if let Some(fault) = report.faults.first() {
        return Err(Failed(format!("{}: {fault}", from.display())));
    }
    let file = file_in(data);
    let failed = |error: std::io::Error| Failed(format!("{}: {error}", file.display()));
    std::fs::create_dir_all(data).map_err(failed)?;
    if file.exists() {
        let now = std::fs::OpenOptions::new().read(true).write(true).open(&file).map_err(failed)?;
        if now.try_lock().is_err() {
            return Err(Failed(format!("{}: a host serves these tables; stop it first", file.display())));
        }
    }
    let new = beside(&file, "new");
    std::fs::copy(from, &new)
        .and_then(|_| owned_alike(&new, data))
        .and_then(|()| std::fs::File::open(&new)?.sync_all())
        .map_err(failed)?;
    if file.exists() {
        let free = (1..).map(|number| beside(&file, &format!("before-restore-{number}"))).find(|name| !name.exists());
        // There is always another number.
        let Some(aside) = free else { return Err(Failed("no name is free".to_owned())) };
        std::fs::rename(&file, aside).map_err(failed)?;
    }
    std::fs::rename(&new, &file).and_then(|()| synced_folder(&file)).map_err(failed)?;
    Ok(report)
}

/// Where a host can be asked for its tables.
#[cfg(unix)]
fn control(data: &Path) -> PathBuf {
    data.join("control.sock")
}

/// Gives the tables to whoever connects, as long as the process runs.
///
/// # Errors
/// If the socket cannot be made.
#[cfg(unix)]
pub fn serve(data: &Path, store: File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let path = control(data);
    // Of a host that was killed: whoever has the file open is the only one.
    let _ = std::fs::remove_file(&path);
    let listener = std::os::unix::net::UnixListener::bind(&path)?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
    std::thread::Builder::new().name("backup".to_owned()).spawn(move || {
        for asking in listener.incoming() {
            let Ok(stream) = asking else { continue };
            let _ = stream.set_write_timeout(Some(std::time::Duration::from_secs(60)));
            let mut out = std::io::BufWriter::new(stream);
            match give(&store, &mut out) {
                Ok(()) => tracing::info!("the tables were copied"),
                Err(Failed(error)) => tracing::error!(error, "the tables were not copied"),
            }
        }
    })?;
    Ok(())
}

/// A host elsewhere has to be stopped for a copy.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn serve(_: &Path, _: File) -> std::io::Result<()> {
    Ok(())
}
