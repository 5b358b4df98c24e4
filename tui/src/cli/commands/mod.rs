//! The commands, one file per group.

mod api;
mod auth;
mod cache_read;
mod cache_write;
mod deals;
mod describe;
mod doctor;
mod export;
mod flow;
mod followups;
mod history;
mod journal;
pub(super) mod onboarding;
mod outbox;
mod records;
mod rules;
mod sandbox;
mod settings;
mod sort;
mod sync;
mod tui;
mod walk_warnings;
mod write;

use encours_core::app::records::activity::view::storage_notices::damaged_text;
use encours_core::client::auth::random_id;
use encours_core::dataset::sheets::Sheet;
use encours_core::model::storage_health::{DbFile, QuarantinedFile};

use super::args::{CliCommand, DealsCommand, NotificationsCommand, OutboxCommand, SettingsCommand};
use super::report::{Report, message};
use crate::cli::prelude::*;
use write::WriteRequest;

/// Runs one command.
pub(super) async fn run(context: &mut CommandContext, command: CliCommand) -> CommandResult {
    // Commands that need no API key come first.
    match command {
        CliCommand::Sandbox(args) => return sandbox::run(context, args).await,
        CliCommand::Completions { shell } => return describe::completions(context, shell),
        CliCommand::Man => return describe::manual(context),
        CliCommand::Schema { name } => return describe::schemas::run(context, name.as_deref()),
        CliCommand::Doctor(args) => return doctor::run(context, &args).await,
        CliCommand::Config(command) => return settings::config::run(context, &command),
        CliCommand::Profiles => return auth::profiles(context).await,
        CliCommand::Login(args) => return auth::login(context, &args).await,
        CliCommand::Logout { purge } => return auth::logout(context, purge).await,
        CliCommand::Purge { leftovers } => return auth::purge::run(context, leftovers).await,
        _ => {}
    }
    let mut session = Session::open(context)?;
    let started_at = Timestamp::now();
    let shows_settings = matches!(
        command,
        CliCommand::Settings(SettingsCommand::Export) | CliCommand::Deals(DealsCommand::Views(_))
    );
    let mut done = Box::pin(run_with_key(context, &session, command.clone())).await;
    if let Err(CommandFailure::Error(error) | CommandFailure::Named(_, error)) = &done
        && context.out.is_untouched()
        && session.reset_store(started_at, error)
    {
        // All reads can be repeated, and the damage has not been reported yet.
        done = Box::pin(run_with_key(context, &session, command)).await;
    }
    done = done.map_err(|failure| failure.after_output(!context.out.is_untouched()));
    auth::warn_clock_skew(context, session.client());
    let failed = match &done {
        Err(CommandFailure::Error(error) | CommandFailure::Named(_, error)) => Some(error),
        _ => None,
    };
    session.store_identity();
    session.store_rights(failed);
    session.mark_damage(failed);
    session.log_requests();
    if let Some(reason) = session.store_error() {
        let reason = message(reason, context.report.error_messages());
        context.report.warning("not_kept", "cli-not-kept", &[("why", reason.into())]);
    }
    let is_local = matches!(&done, Err(CommandFailure::Error(error)) if error.disk_error().is_some());
    if let Some(reason) = session.read_only_error().filter(|_| session.store_error().is_none() && !is_local) {
        let reason = message(&reason, context.report.error_messages());
        context.report.warning("only_read", "cli-only-read", &[("why", reason.into())]);
    }
    warn_damaged(context, &session, shows_settings);
    done
}

/// Warns once about files found damaged when the store was opened, and about recovered data.
///
/// `doctor` repeats the warning while the damaged file exists. With `shows_settings`, so does this command for
/// the settings.
fn warn_damaged(context: &CommandContext, session: &Session, shows_settings: bool) {
    let mut all = session.damaged_files().to_vec();
    if shows_settings {
        let damaged_files = session.store().map(|store| store.damaged().unwrap_or_default());
        let damaged_files = damaged_files.unwrap_or_default().into_iter();
        let new = |file: &QuarantinedFile| {
            file.file == DbFile::Settings && !file.was_missing && !all.contains(file)
        };
        let damaged_files: Vec<QuarantinedFile> = damaged_files.filter(new).collect();
        all.extend(damaged_files);
    }
    for damaged_file in &all {
        let message = damaged_text(context.report.error_messages(), damaged_file);
        let args = [("text", message.as_str().into())];
        let kind = if damaged_file.is_newer_version { "newer_version" } else { "damaged" };
        context.report.warning(kind, "kept-damaged-said", &args);
        if damaged_file.file == DbFile::Cache && context.global.offline {
            context.report.remark(&context.report.messages().get("kept-damaged-unread"));
        }
    }
}

async fn run_with_key(context: &mut CommandContext, session: &Session, command: CliCommand) -> CommandResult {
    match command {
        CliCommand::Token { reveal } => auth::token(context, session, reveal).await,
        CliCommand::Entity => records::singletons::entity(context, session).await,
        CliCommand::Portfolio { as_of: Some(as_of) } => deals::past::portfolio(context, session, &as_of),
        CliCommand::Portfolio { as_of: None } => records::singletons::portfolio(context, session).await,
        CliCommand::Deals(command) => match command {
            DealsCommand::List(args) => deals::list(context, session, &args).await,
            DealsCommand::Frequency { column, deals } => {
                deals::list(context, session, &deals.into_list(Sheet::Frequency(column))).await
            }
            DealsCommand::Describe(deals) => {
                deals::list(context, session, &deals.into_list(Sheet::Describe)).await
            }
            DealsCommand::Pivot { rows, columns, figure, deals } => {
                let sheet = deals::sheets::pivot(rows, columns, figure)?;
                deals::list(context, session, &deals.into_list(sheet)).await
            }
            DealsCommand::Show { id, as_of } => deals::show(context, session, &id, as_of.as_ref()).await,
            DealsCommand::Compare { ids } => deals::compare(context, session, &ids).await,
            DealsCommand::Create(args) => deals::create(context, session, &args).await,
            DealsCommand::Update(args) => deals::update(context, session, &args).await,
            DealsCommand::Delete { ids } => deals::delete(context, session, &ids).await,
            DealsCommand::Import(args) => deals::import(context, session, &args).await,
            DealsCommand::Notes(args) => deals::notes(context, session, &args).await,
            DealsCommand::Views(args) => deals::views(context, session, &args),
        },
        CliCommand::Check(args) => deals::check(context, session, &args).await,
        CliCommand::Find(args) => records::find::run(context, session, &args).await,
        CliCommand::Notifications(command) => match command {
            NotificationsCommand::List { unread, follow: true } => {
                records::notifications::follow(context, session, unread).await
            }
            NotificationsCommand::List { unread, follow: false } => {
                records::notifications::list(context, session, unread).await
            }
            NotificationsCommand::Show { id } => records::notifications::show(context, session, &id).await,
            NotificationsCommand::Read { ids } => {
                records::notifications::mark_read(context, session, &ids).await
            }
            NotificationsCommand::Watching(command) => {
                records::watch::run(context, session, ResourceKind::Notifications, command)
            }
        },
        CliCommand::Tasks(command) => records::tasks::run(context, session, command).await,
        CliCommand::Views(command) => records::views::run(context, session, command).await,
        CliCommand::Dashboards(command) => records::show_record::dashboards(context, session, command).await,
        CliCommand::AlertPreferences => records::show_record::alert_preferences(context, session).await,
        CliCommand::Fields(command) => records::show_record::fields(context, session, command).await,
        CliCommand::Alerts(command) => records::show_record::alerts(context, session, command).await,
        CliCommand::Routes(args) => records::routes::run(context, session, &args).await,
        CliCommand::Api(args) => api::run(context, session, &args).await,
        CliCommand::Sync => sync::run(context, session).await,
        CliCommand::Followups(command) => followups::run(context, session, command),
        CliCommand::Notes(command) => followups::run_notes(context, session, command),
        CliCommand::Stars(command) => deals::stars(context, session, command),
        CliCommand::Labels(command) => deals::labels(context, session, command),
        CliCommand::History(args) => history::run(context, session, &args).await,
        CliCommand::Flow(args) => flow::run(context, session, &args),
        CliCommand::Rules(command) => rules::run(context, session, &command),
        CliCommand::Watch(args) => rules::watch(context, session, &args).await,
        CliCommand::Pack(args) => export::pack::run(context, session, &args),
        CliCommand::Export(args) => export::run(context, session, &args).await,
        CliCommand::Outbox(command) => match command {
            OutboxCommand::List { follow: true } => outbox::follow(context, session).await,
            OutboxCommand::List { follow: false } => outbox::list(context, session),
            OutboxCommand::Retry { ids } => outbox::retry(context, session, &ids).await,
            OutboxCommand::Discard { ids } => outbox::discard(context, session, &ids),
            OutboxCommand::Journal(args) => journal::run(context, session, &args),
        },
        CliCommand::Settings(command) => settings::run(context, session, command).await,
        // Handled above, without a key.
        _ => Ok(()),
    }
}

/// Continues past failures and remembers the first, for commands with several ids.
///
/// Terminal users see each error at once; scripts get all of them at the end.
#[derive(Default)]
struct FailureCollector {
    first_error: Option<ErrorKind>,
    /// Errors to print at the end for scripts.
    unprinted: Vec<Error>,
}

impl FailureCollector {
    /// Records a failure and continues. A failure that is not about one id ends the command.
    fn record(&mut self, context: &CommandContext, outcome: CommandResult) -> CommandResult {
        let (name, error) = match outcome {
            Ok(()) => return Ok(()),
            Err(CommandFailure::Error(error)) => (None, error),
            Err(CommandFailure::Named(name, error)) => (Some(name), error),
            Err(CommandFailure::Several(errors)) => {
                self.first_error.get_or_insert(errors.first().map_or(ErrorKind::Unexpected, Error::kind));
                self.unprinted.extend(errors);
                return Ok(());
            }
            Err(CommandFailure::Reported(kind)) => {
                self.first_error.get_or_insert(kind);
                return Ok(());
            }
            Err(other @ CommandFailure::Output(_)) => {
                // If the output fails, the earlier errors are still reported.
                if !self.unprinted.is_empty() {
                    Report::error_list(&self.unprinted);
                }
                return Err(other);
            }
        };
        self.first_error.get_or_insert(error.kind());
        if context.report.is_for_users() {
            context.report.error_as(name, &error);
        } else {
            self.unprinted.push(context.report.for_scripts(name, &error));
        }
        Ok(())
    }

    /// Does the same with the record's id in the error.
    fn record_for(&mut self, context: &CommandContext, id: &str, outcome: CommandResult) -> CommandResult {
        let outcome = outcome.map_err(|failure| match failure {
            CommandFailure::Error(error) => CommandFailure::Error(error.with_record(id)),
            other => other,
        });
        self.record(context, outcome)
    }

    fn finish(self) -> CommandResult {
        match self.first_error {
            None => Ok(()),
            Some(_) if !self.unprinted.is_empty() => Err(CommandFailure::Several(self.unprinted)),
            Some(kind) => Err(CommandFailure::Reported(kind)),
        }
    }
}

/// Creates a write of a record that has an id.
fn write_request(operation: OperationId, id: &str, body: String, kind: OutputKind) -> WriteRequest {
    let key = random_id::idempotency_key();
    WriteRequest { operation, record: id.to_owned(), label: id.to_owned(), body, key, kind }
}

/// Runs a write for each id, one after the other, and prints the results as one group.
async fn write_each<T: AsRef<str>>(
    context: &mut CommandContext,
    session: &Session,
    ids: &[T],
    write: impl Fn(&T) -> Result<WriteRequest, Error>,
) -> CommandResult {
    if ids.len() > 1 {
        context.out.begin_group();
    }
    let mut several = FailureCollector::default();
    let mut ended = Ok(());
    for id in ids {
        ended = match write(id) {
            Ok(write) => {
                let done = write::run(context, session, write).await;
                several.record_for(context, id.as_ref(), done)
            }
            Err(error) => Err(error.into()),
        };
        if ended.is_err() {
            break;
        }
    }
    context.out.end_group()?;
    ended.and_then(|()| several.finish())
}

/// Warns about the date of data from the local store, in every format.
///
/// Old data must not pass for new.
fn warn_age(context: &CommandContext, at: Timestamp) {
    let out_style = context.out.style();
    // The language of the warning, which is English for scripts.
    let lang = context.report.error_messages().lang();
    let date = date::date_time(lang, date::local(at, &out_style.zone));
    context.report.warning(AGE_WARNING, "cli-kept-at", &[("date", date.into())]);
}

/// Warning kind for the age of cached data.
const AGE_WARNING: &str = "age";

/// Returns the error for uncached data while the service may not be asked.
fn not_cached(subject: &str) -> Error {
    error_message::localized(ErrorKind::Unreachable, "usage-not-here", &[("what", subject)])
}

/// Returns the error for a deal that may be in the cache lost since `at`.
///
/// It includes advice to reload it.
fn lost_cache(context: &CommandContext, subject: &str, at: Timestamp) -> Error {
    let args = [("what", subject), ("date", &*timestamp_text(context, at))];
    error_message::localized(ErrorKind::Unreachable, "usage-lost-here", &args)
}

/// Returns the error for a deal that was missing from the full sync at `at`.
fn no_such_deal(context: &CommandContext, subject: &str, at: Timestamp) -> Error {
    let args = [("what", subject), ("date", &*timestamp_text(context, at))];
    error_message::localized(ErrorKind::NotFound, "usage-no-such-deal", &args)
}

/// Formats a timestamp for use inside a sentence.
fn timestamp_text(context: &CommandContext, at: Timestamp) -> String {
    let at = date::local(at, &context.out.style().zone);
    format!("{} {}", date::date_short(at.date()), date::time_short(at.time()))
}

/// Requires a delegated user, because the service would answer 400 without one.
fn require_user(session: &Session) -> Result<(), Error> {
    if session.config().delegated_user.is_some() {
        return Ok(());
    }
    Err(error_message::usage("usage-no-user", &[]))
}
