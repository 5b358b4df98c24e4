//! `encours rules …` and `encours watch`: rules, subscriptions, and what they raise.

use std::sync::Arc;

use encours_core::config::ConfigFile;
use encours_core::engine::table_of;
use encours_core::model::rule::{LocalAlert, Rule};
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use serde_json::json;
use tokio::time::{Duration, Instant};

use super::super::args::{RulesCommand, WatchRulesArgs};
use super::super::failure::from_config;
use super::super::report::message;
use super::FailureCollector;
use super::cache_read::CachedRecords;
use super::deals::list::{parse_query, warn_unmatched};
use crate::cli::prelude::*;

/// Loads the configuration, and warns about the rules that are off. Returns the number of these.
fn checked_file(context: &CommandContext) -> Result<(ConfigFile, usize), Error> {
    if context.uses_demo_settings() {
        return Ok((ConfigFile::default(), 0));
    }
    let path = context.options().paths().map_err(|error| from_config(&error))?.config_file();
    let file = ConfigFile::load(&path).map_err(|error| from_config(&error))?;
    let problems = file.rule_problems(context.report.error_messages().lang());
    let count = problems.len();
    for problem in problems {
        context.report.warning("rule_off", "kept-damaged-said", &[("text", problem.into())]);
    }
    Ok((file, count))
}

/// `rules …`
pub(super) fn run(context: &mut CommandContext, session: &Session, command: &RulesCommand) -> CommandResult {
    let (file, problems) = checked_file(context)?;
    let mut rules = file.rule_config().rules;
    if matches!(command, RulesCommand::Check) {
        return check(context, session, &rules, problems);
    }
    let store = session.store()?;
    rules.extend(Rule::subscriptions(&store.all_settings()?));
    for error in warn_rules(context, session, &rules)? {
        let text = message(&error, context.report.error_messages());
        context.report.warning("rule_unmatched", "kept-damaged-said", &[("text", text.into())]);
    }
    let record = |rule: &Rule| {
        // The matches of the last evaluation, by an interface or by `watch`.
        let matches = store.settings().rule_matches(&rule.key())?.map(|deals| deals.len());
        let kind = if rule.setting.is_some() { "subscription" } else { "rule" };
        let fields = json!({
            "name": rule.name, "kind": kind, "when": rule.when, "matches": matches,
            "severity": rule.severity.code(), "repeat": rule.repeat, "notify": rule.notify,
        });
        Record::parse(fields.to_string()).map_err(|error| Error::unexpected(error.to_string()))
    };
    let records = rules.iter().map(record).collect::<Result<Vec<_>, Error>>()?;
    context.print_list(OutputKind::Rule, records)
}

/// Warns about values that no loaded deal has, and returns an error for each rule that can never match.
fn warn_rules(context: &CommandContext, session: &Session, rules: &[Rule]) -> Result<Vec<Error>, Error> {
    let deals = CachedRecords::load(session, RecordKind::Deal, "")?.records;
    let table = table_of(&deals, None, &context.out.style().zone)?;
    let mut errors = Vec::new();
    for rule in rules {
        match parse_query(context, session, &rule.name, &rule.when) {
            Ok(query) => warn_unmatched(context, &rule.name, &query, &table),
            Err(error) => errors.push(error),
        }
    }
    Ok(errors)
}

/// Fails if a rule is off or can never match.
fn check(context: &CommandContext, session: &Session, rules: &[Rule], problems: usize) -> CommandResult {
    let mut failures = FailureCollector::default();
    for error in warn_rules(context, session, rules)? {
        failures.record(context, Err(error.into()))?;
    }
    failures.finish()?;
    if problems > 0 {
        return Err(CommandFailure::Reported(encours_core::error::ErrorKind::Usage));
    }
    let count = [("n", rules.len().into())];
    context.report.remark(&context.report.messages().with("cli-rules-good", &count));
    Ok(())
}

/// `watch`
pub(super) async fn watch(
    context: &mut CommandContext,
    session: &Session,
    args: &WatchRulesArgs,
) -> CommandResult {
    let store = session.store()?;
    let config = checked_file(context)?.0.rule_config();
    check_names(args, &config.rules, &Rule::subscriptions(&store.all_settings()?))?;
    let mut last = store.settings().raised()?.first().map_or(0, |alert| alert.seq);
    let before = store.cache().last_full_sync()?;
    let end = args.duration.map(|wait| Instant::now() + Duration::try_from(wait).unwrap_or_default());

    follow::run(context, session, (config, None, end), |context, snapshot| {
        let alerts = snapshot.inbox.items.iter().filter_map(|row| row.local.as_ref());
        let mut alerts: Vec<&Arc<LocalAlert>> = alerts.filter(|alert| alert.seq > last).collect();
        alerts.sort_by_key(|alert| alert.seq);
        for alert in alerts {
            last = alert.seq;
            if is_wanted(args, alert) {
                context.out.text(format!("{}\n", alert_line(alert)).as_bytes())?;
            }
        }
        match &snapshot.connection {
            ConnectionState::Offline { error, .. } | ConnectionState::Failing { error, .. } if args.once => {
                Err(error.clone().into())
            }
            _ => Ok(args.once && is_synced(snapshot, before)),
        }
    })
    .await
}

/// Fails for a rule or view that cannot be raised.
fn check_names(args: &WatchRulesArgs, rules: &[Rule], subscriptions: &[Rule]) -> Result<(), Error> {
    for (name, known) in [(&args.rule, rules), (&args.view, subscriptions)] {
        let Some(name) = name else { continue };
        if !known.iter().any(|rule| rule.name == *name) {
            let known: Vec<&str> = known.iter().map(|rule| rule.name.as_str()).collect();
            let known = if known.is_empty() { "–".to_owned() } else { known.join(", ") };
            return Err(error_message::usage("usage-watch-name", &[("name", name), ("known", &known)]));
        }
    }
    Ok(())
}

fn is_wanted(args: &WatchRulesArgs, alert: &LocalAlert) -> bool {
    let is_named = |name: &Option<String>, subscription| {
        name.as_ref().is_none_or(|name| *name == alert.rule && alert.is_subscription == subscription)
    };
    is_named(&args.rule, false) && is_named(&args.view, true)
}

/// Returns whether the rules have seen another sync than the one `before`, or all that there is offline.
fn is_synced(snapshot: &Snapshot, before: Option<Timestamp>) -> bool {
    let is_offline = matches!(snapshot.connection, ConnectionState::OfflineMode);
    let synced_at = snapshot.coverage.complete_at;
    synced_at.is_some() && synced_at != before || is_offline && snapshot.settings.is_some()
}

fn alert_line(alert: &LocalAlert) -> serde_json::Value {
    json!({
        "at": alert.at.to_string(),
        "kind": if alert.is_subscription { "subscription" } else { "rule" },
        "rule": alert.rule,
        "event": alert.event,
        "deal": (!alert.deal.is_empty()).then_some(&alert.deal),
        "name": (!alert.deal.is_empty()).then_some(&alert.name),
        "deals": (!alert.deals.is_empty()).then_some(&alert.deals),
        "count": alert.count,
        "severity": alert.severity,
    })
}
