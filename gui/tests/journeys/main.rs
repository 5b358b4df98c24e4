//! User journeys in the window, by mouse and by keyboard, on the real engine.
//!
//! A journey presses what a screen reader would find. All journeys form one test binary, because linking each binary
//! needs a quarter of a gigabyte.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod announcements;
mod bulk_changes;
mod by_mouse;
mod cells;
mod column_metrics;
mod completion;
mod delegated_users;
mod dragging;
mod entry;
mod exports;
mod focus_ring;
mod followups;
mod groups;
mod idle_lock;
mod journal;
mod keys;
mod labels;
mod legends;
mod lists;
mod metric_strip;
mod panel;
mod portfolio;
mod presentation_mode;
mod rejected_write;
mod rules;
mod screen_reader_day;
mod scroll_into_view;
mod session;
mod settings;
mod sheets;
mod sign_out;
mod signing_in;
mod small_windows;
#[path = "../support/mod.rs"]
mod support;
mod swimlanes;
mod table;
mod text_undo;
mod triage;
