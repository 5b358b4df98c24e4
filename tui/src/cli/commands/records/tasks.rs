//! `encours tasks …`

use encours_core::client::auth::random_id;
use encours_core::contract::{Fields, OperationId};
use encours_core::model::resources::resource_kind::ResourceKind;

use crate::cli::CommandFailure;
use crate::cli::args::{TaskUpdateArgs, TasksCommand};
use crate::cli::commands::write::{self, WriteRequest};
use crate::cli::context::CommandContext;
use crate::cli::output::OutputKind;
use crate::cli::session::Session;

use super::watch;

/// `tasks …`
pub(in crate::cli::commands) async fn run(
    context: &mut CommandContext,
    session: &Session,
    command: TasksCommand,
) -> Result<(), CommandFailure> {
    match command {
        TasksCommand::Update(args) => update(context, session, &args).await,
        TasksCommand::Watching(command) => watch::run(context, session, ResourceKind::Tasks, command),
    }
}

/// `PUT /tasks/{task_id}`
async fn update(
    context: &mut CommandContext,
    session: &Session,
    args: &TaskUpdateArgs,
) -> Result<(), CommandFailure> {
    let mut fields = Fields::new();
    fields.set_text("statut", &args.statut);
    let write = WriteRequest {
        operation: OperationId::TasksUpdate,
        record: args.id.to_string(),
        label: args.id.to_string(),
        body: fields.to_body(),
        key: random_id::idempotency_key(),
        kind: OutputKind::Task,
    };
    write::run(context, session, write).await
}
