//! `encours tasks …`

use encours_core::client::auth::random_id;
use encours_core::contract::{Fields, OperationId};
use encours_core::model::resources::resource_kind::Family;

use crate::cli::Failure;
use crate::cli::args::{TaskUpdateArgs, TasksCommand};
use crate::cli::commands::write::{self, Write};
use crate::cli::context::Context;
use crate::cli::output::Kind;
use crate::cli::session::Session;

use super::watch;

/// `tasks …`
pub(in crate::cli::commands) async fn run(
    context: &mut Context,
    session: &Session,
    command: TasksCommand,
) -> Result<(), Failure> {
    match command {
        TasksCommand::Update(args) => update(context, session, &args).await,
        TasksCommand::Watching(command) => watch::run(context, session, Family::Tasks, command),
    }
}

/// `PUT /tasks/{task_id}`
async fn update(context: &mut Context, session: &Session, args: &TaskUpdateArgs) -> Result<(), Failure> {
    let mut fields = Fields::new();
    fields.set_text("statut", &args.statut);
    let write = Write {
        operation: OperationId::TasksUpdate,
        record: args.id.to_string(),
        label: args.id.to_string(),
        body: fields.to_body(),
        key: random_id::idempotency_key(),
        kind: Kind::Task,
    };
    write::run(context, session, write).await
}
