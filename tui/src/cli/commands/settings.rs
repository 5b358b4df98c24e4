//! `encours settings …`: exports, imports and restores the user's settings on this device. Sends no request.

pub(super) mod config;

use std::collections::BTreeMap;

use encours_core::app::tools::transfer::{
    ImportedSetting, MergeOutcome, merge, settings_from_text, settings_to_text,
};
use encours_core::files;
use encours_core::store::{SettingsBackup, is_personal};

use super::super::args::{MergeArgs, RestoreArgs, SettingsCommand};
use crate::cli::prelude::*;

/// Maximum size of an imported text, in bytes.
const MAX_IMPORT_LEN: u64 = 64 * 1024 * 1024;

/// `settings …`
pub(super) async fn run(
    context: &mut CommandContext,
    session: &Session,
    command: SettingsCommand,
) -> CommandResult {
    match command {
        SettingsCommand::Export => {
            let text = settings_to_text(&stored_settings(session)?);
            Ok(context.out.text(text.as_bytes())?)
        }
        SettingsCommand::Import(args) => {
            let text = read_file(&args.file).await?;
            let imported = settings_from_text(&text).map_err(|error| unusable_file(&args.file, &error))?;
            let imported = imported.into_iter().filter(|(name, _)| is_personal(name)).collect();
            import(context, session, &imported, args.how)
        }
        SettingsCommand::Copies => copies(context, session),
        SettingsCommand::Restore(args) => restore(context, session, &args),
    }
}

/// Returns the user's stored settings.
fn stored_settings(session: &Session) -> Result<BTreeMap<String, String>, Error> {
    let stored = session.store()?.all_settings()?.into_iter();
    Ok(stored.filter(|(name, _)| is_personal(name)).collect())
}

fn unusable_file(file: &str, reason: &dyn std::fmt::Display) -> Error {
    error_message::usage("usage-settings", &[("file", file), ("why", &reason.to_string())])
}

async fn read_file(file: &str) -> Result<String, Error> {
    if file == "-" {
        return prompt::read_stdin("the settings", MAX_IMPORT_LEN).await;
    }
    let text = files::read_argument_file(file.as_ref(), MAX_IMPORT_LEN).and_then(files::into_text);
    text.map_err(|error| unusable_file(file, &error))
}

fn copies(context: &mut CommandContext, session: &Session) -> CommandResult {
    let store = session.store()?;
    let record = |copy: SettingsBackup| {
        Fields::new()
            .set("copy", &copy.label)
            .set("settings", &store.settings_in_copy(&copy).len())
            .set("file", &copy.path.to_string_lossy())
            .to_record()
    };
    let records = store.settings_backups().into_iter().map(record).collect::<Result<Vec<_>, _>>()?;
    context.print_list(OutputKind::SettingsBackup, records)
}

fn restore(context: &mut CommandContext, session: &Session, args: &RestoreArgs) -> CommandResult {
    let store = session.store()?;
    let (copies, here) = (store.settings_backups(), stored_settings(session)?);
    let lacks = |imported: &BTreeMap<String, String>| {
        merge(&here, imported, false).iter().any(|item| item.outcome.changes())
    };
    let mut candidates = copies.iter().map(|copy| (copy, store.settings_in_copy(copy)));
    let source = match &args.copy {
        Some(label) => candidates.find(|(copy, _)| copy.label == *label),
        None => candidates.find(|(_, imported)| lacks(imported)),
    };
    if let Some((_, imported)) = source {
        import(context, session, &imported, args.how)?;
        if !args.how.dry_run {
            store.acknowledge_restored()?;
        }
        return Ok(());
    }
    let known: Vec<&str> = copies.iter().map(|copy| copy.label.as_str()).collect();
    match &args.copy {
        Some(label) => {
            let args = [("copy", label.as_str()), ("known", &*known.join(", "))];
            Err(error_message::usage("usage-no-copy", &args).into())
        }
        None => import(context, session, &BTreeMap::new(), args.how),
    }
}

/// Imports settings, prints the result of each, and the totals.
fn import(
    context: &mut CommandContext,
    session: &Session,
    imported: &BTreeMap<String, String>,
    merge_args: MergeArgs,
) -> CommandResult {
    let store = session.store()?;
    let merged = merge(&stored_settings(session)?, imported, merge_args.replace);
    let changed: Vec<(String, Option<String>)> = merged
        .iter()
        .filter(|item| item.outcome.changes())
        .map(|item| (item.name.clone(), Some(item.value.clone())))
        .collect();
    if !merge_args.dry_run && !changed.is_empty() {
        let now = Timestamp::now();
        if merged.iter().any(|item| item.outcome == MergeOutcome::Replaced) {
            store.copy_settings_separately(now);
        }
        store.set_settings(&changed, now)?;
        store.share_watched(&ResourceKind::owned_by_key(), now)?;
    }
    show(context, &merged)?;
    print_totals(context, &merged, merge_args);
    Ok(())
}

fn show(context: &mut CommandContext, merged: &[ImportedSetting]) -> CommandResult {
    let table = context.out.style().format == OutputFormat::Table;
    let messages = context.report.messages();
    let mut list = context.out.list(OutputKind::Setting);
    for item in merged.iter().filter(|item| !table || item.outcome != MergeOutcome::Same) {
        let result = match (table, item.outcome) {
            (false, fate) => fate.name().into(),
            (true, MergeOutcome::Same) => messages.get("cli-taken-same"),
            (true, MergeOutcome::Added) => messages.get("cli-taken-added"),
            (true, MergeOutcome::Merged) => messages.get("cli-taken-joined"),
            (true, MergeOutcome::Differs) => messages.get("cli-taken-differs"),
            (true, MergeOutcome::Replaced) => messages.get("cli-taken-replaced"),
            (true, MergeOutcome::Unreadable) => messages.get("cli-taken-unreadable"),
        };
        list.push_page([Fields::new().set("name", &item.name).set("result", &result).to_record()?])?;
    }
    list.finish()?;
    Ok(())
}

fn print_totals(context: &CommandContext, merged: &[ImportedSetting], merge_args: MergeArgs) {
    let count = |fate: MergeOutcome| merged.iter().filter(|item| item.outcome == fate).count();
    let (report, messages) = (context.report, context.report.messages());
    let changed = merged.iter().filter(|item| item.outcome.changes()).count();
    let key = if merge_args.dry_run { "cli-settings-would" } else { "cli-settings-taken" };
    report.remark(&messages.with(key, &[("n", changed.into())]));
    for (fate, kind, key) in [
        (MergeOutcome::Differs, "differs", "cli-settings-differ"),
        (MergeOutcome::Unreadable, "unreadable", "cli-settings-unreadable"),
    ] {
        if count(fate) > 0 {
            report.warning(kind, key, &[("n", count(fate).into())]);
        }
    }
}
