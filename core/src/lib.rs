//! The rules and the tables of Takujo 卓上, without a screen.
//!
//! # Where to start
//! The layers, the lowest first: a module only uses those before it in this list.
//! - [`domain`]: what a table is. A session is its setup and its log, and everything shown is folded from the log.
//! - [`rule`]: the sections of the rules, by name. [`i18n`]: texts in two languages. [`storage`]: what a disk must do. [`entry`]: numbers being typed.
//! - [`live`]: a table that many phones share, as letters in a log.
//! - [`keep`]: what a person has, on all their devices, by such a log.
//! - [`play`]: what a game tells of itself besides its rules.
//! - [`table`]: everything an open table decides. A tap becomes a log record, the record goes to the disk, and the view
//!   follows.
//! - [`games`]: a folder and a line for each game. The rules are pure functions over typed values.
//!
//! Pure: no Dioxus, no browser, no clock and no chance. Time and chance come in as values, so a saved session replays
//! exactly.
//!
//! # Score a round of Nerts
//! ```
//! use takujo_core::domain::ledger::{Ledger, Op, Refused};
//! use takujo_core::domain::game::Game;
//! use takujo_core::domain::seats::{Player, Seat, Seats};
//! use takujo_core::games::nerts::options::{Count, Options};
//! use takujo_core::games::nerts::game::{Error, Event, Nerts};
//!
//! let players = ["Aiko", "Ken"].iter().zip(0..).map(|(name, mark)| Player { name: (*name).to_owned(), mark });
//! let seats = Seats::new(players.collect(), Seat(0), Nerts::SEATS).unwrap();
//! let mut ledger = Ledger::<Nerts>::new(Nerts::start(&seats, &Options::default()).unwrap());
//!
//! // 23 cards on the foundations and an empty pile; 9 on the foundations and 4 left.
//! let count = |foundations, left| Count { foundations, left, kings: 0 };
//! let counts = vec![count(23, 0), count(9, 4)];
//! ledger.push(Op::Append { event: Event::Round { counts, caller: Some(0) } }).unwrap();
//! assert_eq!(Nerts::standing(ledger.state()).totals, [23, 1]);
//!
//! // What breaks a rule is refused by name, and changes nothing.
//! let counts = vec![count(0, 14), count(9, 0)];
//! let refused = ledger.push(Op::Append { event: Event::Round { counts, caller: None } });
//! assert_eq!(refused, Err(Refused::Rule(Error::Pile { row: 0, left: 14, pile: 13 })));
//! ledger.push(Op::Undo).unwrap();
//! assert_eq!(Nerts::standing(ledger.state()).totals, [0, 0]);
//! ```
//!
//! # Group a hand of Machinamitorite
//! ```
//! use takujo_core::games::machinamitorite::partition::{Counts, best_partition};
//!
//! // By city and house: one of each house of the first city, three of one house of the second.
//! let hand = Counts::new([[1, 1, 1], [3, 0, 0], [0; 3], [0; 3]]).unwrap();
//! let best = best_partition(&hand);
//! assert_eq!(best.sets.iter().map(|set| set.points()).collect::<Vec<_>>(), [5, 3]);
//! assert_eq!(best.points(), 8);
//! ```
//!
//! # Replay a save
//! ```
//! use takujo_core::domain::session::{File, read_file};
//! use takujo_core::games::report_file;
//!
//! let Ok(File::Session(table)) = read_file(include_str!("../../tests/saves/nerts-1.json")) else { panic!() };
//! let report = report_file(&table).unwrap();
//! assert_eq!(report.players, ["Aiko", "Ken", "美咲", "Tom"]);
//! assert_eq!(report.rounds.len(), 3);
//! ```

pub mod domain;
pub mod entry;
pub mod games;
pub mod i18n;
pub mod keep;
pub mod live;
pub mod play;
pub mod rule;
pub mod storage;
pub mod table;
