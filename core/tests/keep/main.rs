//! What a person has is the same on all their devices: schedules of devices that play, stop, lose answers and stay away,
//! against a home and a model that know nothing of how it is done; what a hostile device can do; and what it costs.

mod copies;
mod costs;
mod desk;
mod home;
mod hostile;
mod schedules;
mod stories;
