//! The parts of `view`.

pub mod deal;
pub mod kpi_checks;
mod kpis;
pub mod staleness;
pub(crate) mod status_menu;
pub mod what_if;
