//! Command-line arguments for clap, one file for each group of commands.
//!
//! This module only parses: the result is plain data, and nothing here reads a file, the environment or the network.
//! The options of every command are in `global`; they may come anywhere.

#![allow(clippy::doc_markdown, reason = "the doc comments of this module are the help that a terminal shows")]

mod api;
mod auth;
mod command;
mod command_tree;
mod deals;
mod doctor;
mod global;
mod help_l10n;
mod local_data;
mod notifications;
mod outbox;
mod records;
mod routes;
mod sandbox;
mod settings;
mod tasks;
mod value_parser;
mod views;
mod watch;

pub use api::ApiArgs;
pub use auth::{CompletionsArgs, LoginArgs, LogoutArgs, TokenArgs};
pub use command::CliCommand;
pub(crate) use command_tree::global_args;
pub use command_tree::{Invocation, command, parse};
pub use deals::{CreateArgs, DealsCommand, DeleteArgs, ListArgs, NotesArgs, Sort, UpdateArgs, ViewsArgs};
pub use doctor::DoctorArgs;
pub use global::{CliLang, ColorChoice, Global, OutputFormat};
pub use local_data::{ExportArgs, Exportable, HistoryArgs, JournalArgs, Since};
pub use notifications::{NotificationsCommand, NotificationsListArgs, ReadArgs};
pub use outbox::{OutboxCommand, OutboxIds};
pub use records::{AlertsCommand, DashboardsCommand, FieldsCommand};
pub use routes::RoutesArgs;
pub use sandbox::{SandboxArgs, SandboxProfile};
pub use settings::{ImportArgs, MergeArgs, RestoreArgs, SettingsCommand};
pub use tasks::{TaskUpdateArgs, TasksCommand};
pub use value_parser::ExpectedKey;
pub use views::{ViewUpdateArgs, ViewsCommand};
pub use watch::{WatchArgs, WatchCommand};
