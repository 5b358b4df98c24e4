//! The names that almost every command uses.

pub(super) use encours_core::client::Call;
pub(super) use encours_core::contract::{Fields, OperationId, Record};
pub(super) use encours_core::error::{Error, ErrorKind};
pub(super) use encours_core::model::resources::resource_kind::ResourceKind;
pub(super) use encours_core::store::{EntryState, OutboxEntry, RecordKind, Store};
pub(super) use encours_core::text::{Lang, MessageArg, Messages, SafeText, date};
pub(super) use jiff::Timestamp;

pub(super) use super::args::OutputFormat;
pub(super) use super::context::CommandContext;
pub(super) use super::failure::{CommandFailure, CommandResult};
pub(super) use super::output::{OutputKind, OutputStyle};
pub(super) use super::session::Session;
pub(super) use super::{error_message, follow, limit, prompt};
