//! Takujo.
#![forbid(unsafe_code)]
pub mod app;
pub mod games;
