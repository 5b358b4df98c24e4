//! Command-line arguments for clap, one file for each group of commands.
//!
//! This module only parses: the result is plain data, and nothing here reads a file, the environment or the network.
//! The options of every command are in `global`; they may come anywhere.

#![allow(clippy::doc_markdown, reason = "the doc comments of this module are the help that a terminal shows")]

mod command;
mod command_tree;
mod config;
mod deals;
mod followups;
mod global;
mod help_l10n;
mod local_data;
mod records;
mod rules;
mod sandbox;
mod server;
mod value_parser;
mod views;

pub use command::CliCommand;
pub(crate) use command_tree::global_args;
pub use command_tree::{Invocation, command, parse};
pub use config::ConfigCommand;
pub use deals::{
    CheckArgs, CreateArgs, DealImportArgs, DealsCommand, ListArgs, NotesArgs, Sort, UpdateArgs, ViewsArgs,
};
pub use followups::{FollowupListArgs, FollowupsCommand, LabelsCommand, LocalNotesCommand, StarsCommand};
pub use global::{CliLang, Global, OutputFormat};
pub use local_data::{
    ExportArgs, Exportable, FlowArgs, FlowGroup, FlowTable, HistoryArgs, ImportArgs, JournalArgs, MergeArgs,
    OutboxCommand, PackArgs, RestoreArgs, SettingsCommand, Since,
};
pub use records::{
    AlertsCommand, DashboardsCommand, FieldShowArgs, FieldsCommand, FindArgs, NotificationsCommand,
    TasksCommand, WatchArgs, WatchCommand,
};
pub use rules::{RulesCommand, WatchRulesArgs};
pub use sandbox::{SandboxArgs, SandboxProfile};
pub use server::{ApiArgs, DoctorArgs, LoginArgs, RoutesArgs};
pub use value_parser::ExpectedKey;
pub use views::{ViewUpdateArgs, ViewsCommand};
