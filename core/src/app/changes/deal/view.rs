//! The panel of one deal in words: fields, ratios, checks, what-if.

pub mod kpi_line;
pub mod deal;
pub mod kpi_checks;
mod kpis;
pub mod status_menu;
pub mod what_if;
