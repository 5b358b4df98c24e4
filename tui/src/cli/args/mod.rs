//! The command line as clap reads it: one file per family of commands.
//!
//! Rule of this room: words and shapes only. What is parsed here is plain data; nothing reads a file, the
//! environment or the network. The options every command takes are in `global` and may stand anywhere.

#![allow(
    clippy::doc_markdown,
    reason = "the doc comments of this room are the help that a terminal shows"
)]

mod api;
mod command;
mod deals;
mod doctor;
mod expected;
mod french;
mod global;
mod keys;
mod local;
mod notifications;
mod outbox;
mod routes;
mod sandbox;
mod settings;
mod shows;
mod tasks;
mod tree;
mod views;
mod watch;

pub use api::ApiArgs;
pub use command::Command;
pub use deals::{CreateArgs, DealsCommand, DeleteArgs, ListArgs, NotesArgs, Sort, UpdateArgs, ViewsArgs};
pub use doctor::DoctorArgs;
pub use expected::Expected;
pub use global::{ColorChoice, Format, Global, LangChoice};
pub use keys::{CompletionsArgs, LoginArgs, LogoutArgs, TokenArgs};
pub use local::{ExportArgs, Exportable, HistoryArgs, JournalArgs, Since};
pub use notifications::{NotificationsCommand, NotificationsListArgs, ReadArgs};
pub use outbox::{OutboxCommand, OutboxIds};
pub use routes::RoutesArgs;
pub use sandbox::{SandboxArgs, SandboxProfile};
pub use settings::{ImportArgs, MergeArgs, RestoreArgs, SettingsCommand};
pub use shows::{AlertsCommand, DashboardsCommand, FieldsCommand};
pub use tasks::{TaskUpdateArgs, TasksCommand};
pub(crate) use tree::globals;
pub use tree::{Invocation, command, parse};
pub use views::{ViewUpdateArgs, ViewsCommand};
pub use watch::{WatchArgs, WatchCommand};
