//! `App` methods that involve several features, one module per feature.

mod activity;
mod agenda;
mod board;
mod bulk;
mod clipboard;
mod deals;
mod entry;
mod explorer;
mod export;
mod flow;
mod followups;
mod forms;
mod help;
mod inbox;
mod lists;
mod palette;
mod pipeline;
mod portfolio;
mod server_views;
mod session;
mod table;
mod undo;
mod user_switch;
mod views;
mod visits;
