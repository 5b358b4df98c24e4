//! Text of a deal's panel: fields, ratios, checks, stress tests.

pub mod deal;
pub mod kpis;
pub mod notes;
pub mod status_menu;
