//! `encours settings …`: exports, imports and restores the user's settings on this device. Sends no request.

use std::collections::BTreeMap;

use encours_core::app::tools::transfer::{Fate, Given, merge, settings_from_text, settings_to_text};
use encours_core::contract::{Fields, Record};
use encours_core::error::Error;
use encours_core::files;
use encours_core::model::resources::resource_kind::Family;
use encours_core::store::is_personal;
use jiff::Timestamp;

use super::super::args::{Format, MergeArgs, RestoreArgs, SettingsCommand};
use super::super::context::Context;
use super::super::output::Kind;
use super::super::session::Session;
use super::super::{Failure, error_message, prompt};

/// Maximum size of an imported text, in bytes.
const LONGEST: u64 = 64 * 1024 * 1024;

/// `settings …`
pub(super) async fn run(
    context: &mut Context,
    session: &Session,
    command: SettingsCommand,
) -> Result<(), Failure> {
    match command {
        SettingsCommand::Export => {
            let text = settings_to_text(&here(session)?);
            Ok(context.out.text(text.as_bytes())?)
        }
        SettingsCommand::Import(args) => {
            let text = read(&args.file).await?;
            let given = settings_from_text(&text).map_err(|error| unusable(&args.file, &error))?;
            let given = given.into_iter().filter(|(name, _)| is_personal(name)).collect();
            take(context, session, &given, args.how)
        }
        SettingsCommand::Copies => copies(context, session),
        SettingsCommand::Restore(args) => restore(context, session, &args),
    }
}

/// Returns the user's stored settings.
fn here(session: &Session) -> Result<BTreeMap<String, String>, Error> {
    let kept = session.store()?.kept_settings()?.into_iter();
    Ok(kept.filter(|(name, _)| is_personal(name)).collect())
}

fn unusable(file: &str, why: &dyn std::fmt::Display) -> Error {
    error_message::usage("usage-settings", &[("file", file), ("why", &why.to_string())])
}

async fn read(file: &str) -> Result<String, Error> {
    if file == "-" {
        return prompt::everything("the settings", LONGEST).await;
    }
    let text = files::read_given(file.as_ref(), LONGEST).and_then(files::text);
    text.map_err(|error| unusable(file, &error))
}

fn copies(context: &mut Context, session: &Session) -> Result<(), Failure> {
    let store = session.store()?;
    let mut list = context.out.list(Kind::SettingsCopy);
    for copy in store.settings_copies() {
        let held = store.copied_settings(&copy).len();
        let mut fields = Fields::new();
        fields
            .set_text("copy", &copy.label)
            .set_integer("settings", i64::try_from(held).unwrap_or(i64::MAX))
            .set_text("file", &copy.path.to_string_lossy());
        list.page([Record::parse(fields.to_body())?])?;
    }
    let none = list.count() == 0;
    list.finish()?;
    if none {
        context.report.remark(&context.report.words().get("cli-empty"));
    }
    Ok(())
}

fn restore(context: &mut Context, session: &Session, args: &RestoreArgs) -> Result<(), Failure> {
    let store = session.store()?;
    let (copies, here) = (store.settings_copies(), here(session)?);
    let lacks =
        |given: &BTreeMap<String, String>| merge(&here, given, false).iter().any(|one| one.fate.changes());
    let mut held = copies.iter().map(|copy| (copy, store.copied_settings(copy)));
    let found = match &args.copy {
        Some(label) => held.find(|(copy, _)| copy.label == *label),
        None => held.find(|(_, given)| lacks(given)),
    };
    if let Some((_, given)) = found {
        take(context, session, &given, args.how)?;
        if !args.how.dry_run {
            store.settings_are_back()?;
        }
        return Ok(());
    }
    let known: Vec<&str> = copies.iter().map(|copy| copy.label.as_str()).collect();
    match &args.copy {
        Some(label) => {
            let args = [("copy", label.as_str()), ("known", &*known.join(", "))];
            Err(error_message::usage("usage-no-copy", &args).into())
        }
        None => take(context, session, &BTreeMap::new(), args.how),
    }
}

/// Imports settings, prints the result of each, and the totals.
fn take(
    context: &mut Context,
    session: &Session,
    given: &BTreeMap<String, String>,
    how: MergeArgs,
) -> Result<(), Failure> {
    let store = session.store()?;
    let merged = merge(&here(session)?, given, how.replace);
    let changed: Vec<(String, Option<String>)> = merged
        .iter()
        .filter(|one| one.fate.changes())
        .map(|one| (one.name.clone(), Some(one.value.clone())))
        .collect();
    if !how.dry_run && !changed.is_empty() {
        let now = Timestamp::now();
        if merged.iter().any(|one| one.fate == Fate::Replaced) {
            store.copy_settings_apart(now);
        }
        store.keep_settings(&changed, now)?;
        store.share_watched(&Family::of_the_key(), now)?;
    }
    show(context, &merged)?;
    tell(context, &merged, how);
    Ok(())
}

fn show(context: &mut Context, merged: &[Given]) -> Result<(), Failure> {
    let table = context.out.look().format == Format::Table;
    let words = context.report.words();
    let mut list = context.out.list(Kind::Setting);
    for one in merged.iter().filter(|one| !table || one.fate != Fate::Same) {
        let result = match (table, one.fate) {
            (false, fate) => fate.name().into(),
            (true, Fate::Same) => words.get("cli-taken-same"),
            (true, Fate::Added) => words.get("cli-taken-added"),
            (true, Fate::Joined) => words.get("cli-taken-joined"),
            (true, Fate::Differs) => words.get("cli-taken-differs"),
            (true, Fate::Replaced) => words.get("cli-taken-replaced"),
            (true, Fate::Unreadable) => words.get("cli-taken-unreadable"),
        };
        let mut fields = Fields::new();
        fields.set_text("name", &one.name).set_text("result", &result);
        list.page([Record::parse(fields.to_body())?])?;
    }
    Ok(list.finish()?)
}

fn tell(context: &Context, merged: &[Given], how: MergeArgs) {
    let count = |fate: Fate| merged.iter().filter(|one| one.fate == fate).count();
    let (report, words) = (context.report, context.report.words());
    let changed = merged.iter().filter(|one| one.fate.changes()).count();
    let key = if how.dry_run {
        "cli-settings-would"
    } else {
        "cli-settings-taken"
    };
    report.remark(&words.with(key, &[("n", changed.into())]));
    for (fate, kind, key) in [
        (Fate::Differs, "differs", "cli-settings-differ"),
        (Fate::Unreadable, "unreadable", "cli-settings-unreadable"),
    ] {
        if count(fate) > 0 {
            report.warning(kind, key, &[("n", count(fate).into())]);
        }
    }
}
