//! A saved table.
