//! `encours tasks …`

use encours_core::contract::{Fields, OperationId, TaskId};
use encours_core::model::resources::resource_kind::ResourceKind;

use crate::cli::CommandResult;
use crate::cli::args::TasksCommand;
use crate::cli::commands::{write, write_request};
use crate::cli::context::CommandContext;
use crate::cli::output::OutputKind;
use crate::cli::session::Session;

use super::watch;

/// `tasks …`
pub async fn run(context: &mut CommandContext, session: &Session, command: TasksCommand) -> CommandResult {
    match command {
        TasksCommand::Update { id, statut } => update(context, session, &id, &statut).await,
        TasksCommand::Watching(command) => watch::run(context, session, ResourceKind::Tasks, command),
    }
}

/// `PUT /tasks/{task_id}`
async fn update(context: &mut CommandContext, session: &Session, id: &TaskId, statut: &str) -> CommandResult {
    let body = Fields::new().set_text("statut", statut).to_body();
    let write = write_request(OperationId::TasksUpdate, id.as_str(), body, OutputKind::Task);
    write::run(context, session, write).await
}
