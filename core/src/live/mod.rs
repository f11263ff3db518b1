//! This phone's side of a table that many phones share, by the protocol in `docs/live.md`. The other side is `host/`;
//! the messages between them are in the crate `takujo_wire`.
//!
//! [`link`] decides and is pure; the app's `room` carries that out with a socket and the storage. What phones tell each
//! other are [`letter`]s, signed ([`sign`]) by the phone that wrote them and sealed ([`seal`]) with a key that only a
//! [`ticket`] carries, which is what an [`envelope`] does. [`rows`] puts what players enter on their own phones into one
//! draft.
//!
//! "The host" is the server here. Whoever hosts a table is the person whose phone has
//! [`Right::Host`](takujo_wire::Right::Host).

pub mod envelope;
pub mod letter;
pub mod link;
pub mod rows;
pub mod seal;
pub mod sign;
pub mod ticket;
