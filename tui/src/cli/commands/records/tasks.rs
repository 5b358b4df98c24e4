//! `encours tasks …`

use encours_core::app::deals::pipeline::pipeline::stored_own_name;
use encours_core::app::screens::tasks::filter::{TaskFilter, TaskSort};
use encours_core::app::screens::tasks::tasks::task_facts;
use encours_core::contract::TaskId;
use encours_core::engine::table_of;
use encours_core::text::fold;
use encours_core::vocabulary::CodeKind;

use crate::cli::args::TasksCommand;
use crate::cli::commands::cache_read::CachedRecords;
use crate::cli::commands::{write, write_request};
use crate::cli::prelude::*;

use super::{resource_lists, watch};

/// `tasks …`
pub async fn run(context: &mut CommandContext, session: &Session, command: TasksCommand) -> CommandResult {
    match command {
        TasksCommand::List { filter, mine, sort } => {
            let sort = TaskSort::from_name(&sort).unwrap_or_default();
            list(context, session, &TaskFilter { text: filter, mine, sort }).await
        }
        TasksCommand::Update { id, statut } => update(context, session, &id, &statut).await,
        TasksCommand::Watching(command) => watch::run(context, session, ResourceKind::Tasks, command),
    }
}

/// `tasks list`
async fn list(context: &mut CommandContext, session: &Session, filter: &TaskFilter) -> CommandResult {
    let settings = session.store()?.all_settings()?;
    let names: Vec<String> = context.user_names.iter().chain(stored_own_name(&settings)).cloned().collect();
    if filter.mine && names.is_empty() {
        return Err(error_message::usage("usage-me-unset", &[("option", "--mine")]).into());
    }
    if let Some(condition) = filter.unknown_conditions().next() {
        return Err(error_message::usage("usage-task-condition", &[("condition", condition)]).into());
    }
    let mut records = Vec::new();
    let take = |page: Vec<Record>| {
        records.extend(page);
        Ok(())
    };
    if !resource_lists::load(session, ResourceKind::Tasks, None, take).await? {
        let status = resource_lists::load_discovery(session).list_status(ResourceKind::Tasks);
        return Err(resource_lists::no_list_error(&status).into());
    }
    let deals = CachedRecords::load(session, RecordKind::Deal, "")?.records;
    let deals = table_of(&deals, None, &context.out.style().zone)?;
    let zone = context.out.style().zone.clone();
    let facts = |record: &Record| task_facts(record, &deals, &zone);
    let mut tasks: Vec<_> = records.into_iter().map(|record| (facts(&record), record)).collect();
    for code in filter.status_codes() {
        let is_known = |known: &str| fold(known) == fold(code);
        let in_contract = CodeKind::TaskStatut.codes().iter().any(|entry| is_known(entry.code));
        if !in_contract && !tasks.iter().any(|(task, _)| is_known(&task.statut)) {
            context.report.warning("code_unknown", "cli-task-status-unknown", &[("value", code.into())]);
        }
    }
    tasks.retain(|(task, _)| filter.matches(task, &names));
    tasks.sort_by_cached_key(|(task, _)| filter.sort_key(task));
    context.print_list(OutputKind::Task, tasks.into_iter().map(|(_, record)| record))
}

/// `PUT /tasks/{task_id}`
async fn update(context: &mut CommandContext, session: &Session, id: &TaskId, statut: &str) -> CommandResult {
    let body = Fields::new().set_text("statut", statut).to_body();
    let write = write_request(OperationId::TasksUpdate, id.as_str(), body, OutputKind::Task);
    write::run(context, session, write).await
}
