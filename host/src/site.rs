//! The app's files, with the headers and caching that `docs/hosting.md` asks for.
//!
//! Why not `ServeDir` of tower-http (0.6.11): it has no ETag, so a version put back with older dates answers 304; it sends
//! packed files without looking whether they belong to the plain one, and redirects `//name` to another host. With these
//! promises kept around it, it would save 70 lines and bring five crates.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap, HeaderName,
    HeaderValue, IF_NONE_MATCH, LOCATION, VARY,
};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use percent_encoding::percent_decode_str;
use takujo_host_rules::HEADERS;

use crate::log::lock;

const TEXT: &str = "text/plain; charset=utf-8";

/// The media type of a file by its ending.
fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "png" => "image/png",
        "svg" => "image/svg+xml; charset=utf-8",
        "txt" => TEXT,
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json; charset=utf-8",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// Whether the file is named by its contents, `name-0123456789abcdef.ext`: it never changes.
fn hashed(path: &Path) -> bool {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    name.rsplit_once('-').is_some_and(|(_, hash)| {
        hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    })
}

/// The ways a file may be packed, the smallest first: the name in headers, and the ending of the file beside it.
const CODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// A file with its packed forms, which `scripts/build` puts beside it. Kept until it changes.
struct File {
    plain: Bytes,
    /// In the order of [`CODINGS`].
    packed: [Option<Bytes>; CODINGS.len()],
    changed: SystemTime,
    kind: &'static str,
    cache: &'static str,
    etag: HeaderValue,
}

fn load(path: &Path, changed: SystemTime) -> std::io::Result<File> {
    let plain = std::fs::read(path)?;
    let packed = CODINGS.map(|(coding, ending)| {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".");
        beside.push(ending);
        let packed = std::fs::read(beside).ok()?;
        // One that was left behind when the file changed is no form of it.
        unpacks_to(coding, &packed, &plain).then(|| packed.into())
    });
    let since = changed.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis();
    let etag = HeaderValue::try_from(format!("\"{:x}-{since:x}\"", plain.len())).map_err(std::io::Error::other)?;
    let cache = if hashed(path) { "public, max-age=31536000, immutable" } else { "no-cache" };
    Ok(File { plain: plain.into(), packed, changed, kind: kind(path), cache, etag })
}

fn unpacks_to(coding: &str, packed: &[u8], plain: &[u8]) -> bool {
    let mut unpacked = Vec::new();
    // One byte more than it may have, so that none grows without end.
    let most = plain.len() as u64 + 1;
    let read = match coding {
        "br" => brotli_decompressor::Decompressor::new(packed, 4096).take(most).read_to_end(&mut unpacked),
        _ => flate2::read::GzDecoder::new(packed).take(most).read_to_end(&mut unpacked),
    };
    read.is_ok() && unpacked == plain
}

enum Found {
    File(Arc<File>),
    /// A folder, asked for without the slash.
    Folder,
    Nothing,
}

/// A folder of files.
pub(crate) struct Site {
    root: PathBuf,
    cache: Mutex<HashMap<PathBuf, Arc<File>>>,
}

impl Site {
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), cache: Mutex::default() }
    }

    /// What lies at a decoded path. Only names go down; nothing goes up, or starts again at the root.
    async fn find(&self, path: &str) -> std::io::Result<Found> {
        let names = path.trim_start_matches('/');
        if names.split('/').any(|name| matches!(name, "." | "..") || name.contains(['\\', ':'])) {
            return Ok(Found::Nothing);
        }
        let mut full = self.root.join(names);
        let Ok(mut about) = tokio::fs::metadata(&full).await else { return Ok(Found::Nothing) };
        if about.is_dir() {
            if !path.ends_with('/') {
                return Ok(Found::Folder);
            }
            full.push("index.html");
            match tokio::fs::metadata(&full).await {
                Ok(index) if index.is_file() => about = index,
                _ => return Ok(Found::Nothing),
            }
        }
        let changed = about.modified()?;
        let cached = lock(&self.cache).get(&full).cloned();
        if let Some(file) = cached.filter(|file| file.changed == changed && file.plain.len() as u64 == about.len()) {
            return Ok(Found::File(file));
        }
        let path = full.clone();
        let file = tokio::task::spawn_blocking(move || load(&path, changed)).await.map_err(std::io::Error::other)??;
        let file = Arc::new(file);
        lock(&self.cache).insert(full, Arc::clone(&file));
        Ok(Found::File(file))
    }

    /// The answer to a request for a path.
    pub async fn answer(&self, method: &Method, path: &str, headers: &HeaderMap) -> Response {
        if method != Method::GET && method != Method::HEAD {
            let mut response = text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD.\n");
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        let decoded = percent_decode_str(path).decode_utf8().ok().filter(|path| !path.contains('\0'));
        let Some(decoded) = decoded else { return text(StatusCode::BAD_REQUEST, "That is not a path.\n") };
        let mut status = StatusCode::OK;
        let mut found = self.find(&decoded).await;
        if matches!(found, Ok(Found::Nothing)) {
            status = StatusCode::NOT_FOUND;
            found = self.find("/404.html").await;
        }
        match found {
            Ok(Found::File(file)) => {
                let mut response = answer_with(&file, status, headers);
                if method == Method::HEAD {
                    *response.body_mut() = Body::empty();
                }
                response
            }
            // One slash in front: two would name another host.
            Ok(Found::Folder) => match HeaderValue::try_from(format!("/{}/", path.trim_start_matches('/'))) {
                Ok(to) => {
                    let mut response = text(StatusCode::PERMANENT_REDIRECT, "");
                    response.headers_mut().insert(LOCATION, to);
                    response
                }
                Err(_) => text(StatusCode::BAD_REQUEST, "That is not a path.\n"),
            },
            Ok(Found::Nothing) => text(StatusCode::NOT_FOUND, "Not found.\n"),
            Err(error) => {
                tracing::error!(%error, "a file cannot be read");
                text(StatusCode::INTERNAL_SERVER_ERROR, "The file cannot be read.\n")
            }
        }
    }
}

fn answer_with(file: &File, status: StatusCode, headers: &HeaderMap) -> Response {
    // A browser that keeps a missing file for a year cannot start the app once the file is there.
    let cache = if status == StatusCode::OK { file.cache } else { "no-cache" };
    let mut response = Response::new(Body::empty());
    let out = response.headers_mut();
    out.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
    out.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    out.insert(ETAG, file.etag.clone());
    out.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
    if status == StatusCode::OK && headers.get(IF_NONE_MATCH) == Some(&file.etag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    let asked = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = |coding: &str| {
        asked.split(',').any(|named| {
            let mut parts = named.split(';').map(str::trim);
            let zero = |weight: &str| weight.trim_start_matches("q=").trim_matches(['0', '.']).is_empty();
            parts.next() == Some(coding) && !parts.next().is_some_and(zero)
        })
    };
    let packed = CODINGS
        .iter()
        .zip(&file.packed)
        .find_map(|((coding, _), bytes)| bytes.as_ref().filter(|_| takes(coding)).map(|bytes| (*coding, bytes)));
    let body = match packed {
        Some((coding, packed)) => {
            out.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
            packed
        }
        None => &file.plain,
    };
    out.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    *response.body_mut() = Body::from(body.clone());
    *response.status_mut() = status;
    response
}

/// A short answer in plain text.
pub(crate) fn text(status: StatusCode, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(TEXT));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Adds the [`HEADERS`] that every answer has.
pub(crate) async fn with_headers(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_with_a_hash_are_kept_for_ever() {
        for (name, is) in [
            ("takujo-0123456789abcdef.wasm", true),
            ("a-b-fedcba9876543210.js", true),
            ("x-0123456789abcde.js", false),
            ("x-0123456789abcdefg.js", false),
            ("x-0123456789abcdeg.js", false),
            ("sw.js", false),
        ] {
            assert_eq!(hashed(Path::new(name)), is, "{name}");
        }
    }
}
