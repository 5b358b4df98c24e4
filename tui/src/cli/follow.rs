//! Commands that go on until they are interrupted: the engine runs as in the interface, and each of its snapshots may
//! add lines of JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use encours_core::engine::{Engine, Settings};
use encours_core::model::effect::Effect;
use encours_core::model::rule::RuleConfig;
use encours_core::model::shutdown::ShutdownMode;
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use tokio::sync::Notify;
use tokio::time::{Duration, Instant};

use crate::cli::prelude::*;

/// Runs the engine with these rules until `end`, or until `on_snapshot` returns true. `effect` is a first request.
pub(in crate::cli) async fn run(
    context: &mut CommandContext,
    session: &Session,
    (rules, effect, end): (RuleConfig, Option<Effect>, Option<Instant>),
    mut on_snapshot: impl FnMut(&mut CommandContext, &Snapshot) -> CommandResult<bool>,
) -> CommandResult {
    let connection = session.connection();
    let mut settings = Settings::new(session.config().clone(), connection.store_dir.clone());
    settings.retention = connection.retention;
    settings.user_dir = connection.personal_dir();
    settings.rules = rules;
    let published = Arc::new(Notify::new());
    let waker = published.clone();
    let engine = Engine::start(settings, Arc::new(move || waker.notify_one()))?;
    engine.submit(effect.into_iter().collect());
    let result = loop {
        let snapshot = engine.snapshot();
        match on_snapshot(context, &snapshot) {
            Ok(false) if end.is_none_or(|end| Instant::now() < end) => {}
            done => break done.map(drop),
        }
        if let ConnectionState::SignInNeeded { error } = &snapshot.connection {
            break Err(error.clone().into());
        }
        match end {
            Some(end) => _ = tokio::time::timeout_at(end, published.notified()).await,
            None => published.notified().await,
        }
    };
    engine.shut_down(Duration::from_secs(2), ShutdownMode::SendNothing);
    result
}

/// Prints the records of a list, then each one that is new or has changed. The field `key` identifies them.
///
/// `removed` returns the last line about a record that is not in the list any more.
pub(in crate::cli) async fn print_records(
    context: &mut CommandContext,
    session: &Session,
    (kind, key, effect): (OutputKind, &str, Option<Effect>),
    read: impl Fn(&CommandContext) -> CommandResult<Vec<Record>>,
    removed: impl Fn(&Record) -> CommandResult<Option<Record>>,
) -> CommandResult {
    let mut printed: BTreeMap<String, Record> = BTreeMap::new();
    run(context, session, (session.connection().rules.clone(), effect, None), |context, _| {
        let records = read(context)?.into_iter();
        let listed = records.filter_map(|record| Some((record.raw(key)?.get().to_owned(), record)));
        let listed: BTreeMap<String, Record> = listed.collect();
        for (_, record) in printed.iter().filter(|(key, _)| !listed.contains_key(*key)) {
            if let Some(last) = removed(record)? {
                context.out.record(kind, &last)?;
            }
        }
        for (key, record) in &listed {
            if printed.get(key).is_none_or(|known| known.as_str() != record.as_str()) {
                context.out.record(kind, record)?;
            }
        }
        printed = listed;
        Ok(false)
    })
    .await
}
