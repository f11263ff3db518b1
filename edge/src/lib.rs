//! A home for shared tables that needs no server of one's own: a Cloudflare Worker, and a Durable Object for each table.
//! `docs/live.md` is the protocol, `host/rules` decides, and here is only what runs it.
//!
//! Where to start: `fetch` below answers whatever comes to the site's address; `table.rs` has a table and its phones;
//! `log.rs` keeps its entries; `address.rs` counts what comes from one address. The site's files are sent by the
//! platform, which asks this program only for what is none of them.
#![cfg(target_arch = "wasm32")]

mod address;
mod log;
mod table;

use std::time::Duration;

use takujo_host_rules::{HEADERS, Limits, Tables, own_page};
use worker::{Context, Date, Env, Request, Response, Result, event};

/// Answers a request that is for none of the site's files, or for a table.
///
/// # Errors
/// If the platform fails.
#[event(fetch)]
pub async fn main(request: Request, env: Env, _: Context) -> Result<Response> {
    let path = request.path();
    let Some(rest) = path.strip_prefix("/live").filter(|rest| rest.is_empty() || rest.starts_with('/')) else {
        return missing(&env).await;
    };
    // One object for each table: the addresses of older apps do not say which.
    let digits = rest.strip_prefix('/').unwrap_or_default();
    let Some(Tables::One(_)) = Tables::at(digits) else {
        return answer(404, Response::ok("Each table has an address of its own.\n")?);
    };
    let header = |name| request.headers().get(name);
    if !header("upgrade")?.is_some_and(|to| to.eq_ignore_ascii_case("websocket")) {
        return answer(426, Response::ok("This is for WebSocket connections.\n")?);
    }
    if !own_page(header("origin")?.as_deref(), header("host")?.as_deref()) {
        return answer(403, Response::ok("This is for pages of this host.\n")?);
    }
    env.durable_object("TABLES")?.get_by_name(digits)?.fetch_with_request(request).await
}

/// The page for what is not there. Not left to the platform, which would have it kept for as long as what was asked for.
async fn missing(env: &Env) -> Result<Response> {
    let mut page = env.assets("ASSETS")?.fetch("https://site/404", None).await?;
    match page.status_code() {
        200 => answer(404, Response::from_html(page.text().await?)?),
        _ => answer(404, Response::ok("Not found.\n")?),
    }
}

/// An answer with the headers that every answer has.
fn answer(status: u16, response: Response) -> Result<Response> {
    for (name, value) in HEADERS.into_iter().chain([("cache-control", "no-cache")]) {
        response.headers().set(name, value)?;
    }
    Ok(response.with_status(status))
}

/// The time since 1970.
fn now() -> Duration {
    Duration::from_millis(Date::now().as_millis())
}

/// The limits of every host, except for those that the setting `LIMITS` has: `guesses=4 patience=300`, times in
/// milliseconds. Tests set it.
fn limits(env: &Env) -> Limits {
    let mut limits = Limits::default();
    let set = env.var("LIMITS").map(|set| set.to_string()).unwrap_or_default();
    for (name, number) in set.split_whitespace().filter_map(|word| word.split_once('=')) {
        let number = number.parse().unwrap_or(0_u32);
        let time = Duration::from_millis(number.into());
        match name {
            "entries" => limits.entries = number,
            "bytes" => limits.bytes = number,
            "tables" => limits.tables = number,
            "guesses" => limits.guesses = number,
            "connections" => limits.connections = number,
            "of_an_address" => limits.of_an_address = number,
            "messages" => limits.messages = number,
            "patience" => limits.patience = time,
            "keep" => limits.keep = time,
            _ => {}
        }
    }
    limits
}
