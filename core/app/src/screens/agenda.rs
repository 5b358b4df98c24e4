//! Agenda screen: what is dated, by day.

pub mod agenda;
#[cfg(test)]
mod agenda_tests;
pub mod view;
