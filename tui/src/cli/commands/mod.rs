//! The commands, one file per group.

mod api;
mod auth;
mod cache_read;
mod cache_write;
mod deals;
mod describe;
mod doctor;
mod export;
mod history;
mod history_records;
mod journal;
pub(super) mod onboarding;
mod outbox;
mod paginate;
mod records;
mod sandbox;
mod secret_store;
mod settings;
mod sort;
mod sync;
mod tui;
mod write;

pub use describe::settings::{SETTING_SECTIONS, Setting, SettingKind};
use encours_core::app::records::activity::view::storage_notices::damaged;
use encours_core::error::{Error, ErrorKind};
use encours_core::model::resources::resource_kind::Family;
use encours_core::model::storage_health::{Part, SetAside};
use encours_core::text::date;
use jiff::Timestamp;

use super::args::{Command, DealsCommand, NotificationsCommand, OutboxCommand, SettingsCommand};
use super::context::Context;
use super::report::{Report, explained, message};
use super::session::Session;
use super::{Failure, error_message};

/// Runs one command.
pub(super) async fn run(context: &mut Context, command: Command) -> Result<(), Failure> {
    // Commands that need no API key come first.
    match command {
        Command::Sandbox(args) => return sandbox::run(context, args).await,
        Command::Completions(args) => return describe::completions(context, &args),
        Command::Man => return describe::manual(context),
        Command::Doctor(args) => return doctor::run(context, &args).await,
        Command::Profiles => return auth::profiles(context).await,
        Command::Login(args) => return auth::login(context, &args).await,
        Command::Logout(args) => return auth::logout(context, &args).await,
        _ => {}
    }
    let mut session = Session::open(context)?;
    let began = Timestamp::now();
    let shows_settings = matches!(
        command,
        Command::Settings(SettingsCommand::Export) | Command::Deals(DealsCommand::Views(_))
    );
    let mut done = Box::pin(with_key(context, &session, command.clone())).await;
    if let Err(Failure::Error(error) | Failure::Named(_, error)) = &done
        && context.out.is_untouched()
        && session.begin_anew(began, error)
    {
        // All reads can be repeated, and the damage has not been reported yet.
        done = Box::pin(with_key(context, &session, command)).await;
    }
    done = done.map_err(|failure| failure.once_printed(!context.out.is_untouched()));
    auth::clock(context, session.client());
    let failed = match &done {
        Err(Failure::Error(error) | Failure::Named(_, error)) => Some(error),
        _ => None,
    };
    session.keep_identity();
    session.keep_rights(failed);
    session.met_damage(failed);
    session.log_requests();
    if let Some(why) = session.unkept() {
        let why = message(why, context.report.told());
        context
            .report
            .warning("not_kept", "cli-not-kept", &[("why", why.into())]);
    }
    let told = matches!(&done, Err(Failure::Error(error)) if error.local().is_some());
    if let Some(why) = session
        .only_reads()
        .filter(|_| session.unkept().is_none() && !told)
    {
        let why = message(&why, context.report.told());
        context
            .report
            .warning("only_read", "cli-only-read", &[("why", why.into())]);
    }
    tell_damaged(context, &session, shows_settings);
    done
}

/// Warns once about files found damaged when the store was opened, and about recovered data.
///
/// `doctor` repeats the warning while the damaged file exists. With `shows_settings`, so does this command for
/// the settings.
fn tell_damaged(context: &Context, session: &Session, shows_settings: bool) {
    let mut all = session.damaged_now().to_vec();
    if shows_settings {
        let kept = session.store().map(|store| store.damaged().unwrap_or_default());
        let kept = kept.unwrap_or_default().into_iter();
        let new = |one: &SetAside| one.part == Part::Settings && !one.gone && !all.contains(one);
        let kept: Vec<SetAside> = kept.filter(new).collect();
        all.extend(kept);
    }
    for found in &all {
        let said = damaged(context.report.told(), found);
        let args = [("text", said.as_str().into())];
        let kind = if found.newer { "newer_version" } else { "damaged" };
        context.report.warning(kind, "kept-damaged-said", &args);
        if found.part == Part::Cache && context.global.offline {
            context
                .report
                .remark(&context.report.words().get("kept-damaged-unread"));
        }
    }
}

async fn with_key(context: &mut Context, session: &Session, command: Command) -> Result<(), Failure> {
    match command {
        Command::Token(args) => auth::token(context, session, &args).await,
        Command::Entity => records::singletons::entity(context, session).await,
        Command::Portfolio => records::singletons::portfolio(context, session).await,
        Command::Deals(command) => match command {
            DealsCommand::List(args) => deals::list(context, session, &args).await,
            DealsCommand::Show(args) => deals::show(context, session, &args.id).await,
            DealsCommand::Create(args) => deals::create(context, session, &args).await,
            DealsCommand::Update(args) => deals::update(context, session, &args).await,
            DealsCommand::Delete(args) => deals::delete(context, session, &args.ids).await,
            DealsCommand::Notes(args) => deals::notes(context, session, &args).await,
            DealsCommand::Views(args) => deals::views(context, session, &args),
        },
        Command::Notifications(command) => match command {
            NotificationsCommand::List(args) => {
                records::notifications::list(context, session, args.unread).await
            }
            NotificationsCommand::Show(args) => {
                records::notifications::show(context, session, &args.id).await
            }
            NotificationsCommand::Read(args) => {
                records::notifications::read(context, session, &args.ids).await
            }
            NotificationsCommand::Watching(command) => {
                records::watch::run(context, session, Family::Notifications, command)
            }
        },
        Command::Tasks(command) => records::tasks::run(context, session, command).await,
        Command::Views(command) => records::views::run(context, session, command).await,
        Command::Dashboards(command) => records::show_record::dashboards(context, session, command).await,
        Command::AlertPreferences => records::show_record::alert_preferences(context, session).await,
        Command::Fields(command) => records::show_record::fields(context, session, command).await,
        Command::Alerts(command) => records::show_record::alerts(context, session, command).await,
        Command::Routes(args) => records::routes::run(context, session, &args).await,
        Command::Api(args) => api::run(context, session, &args).await,
        Command::Sync => sync::run(context, session).await,
        Command::History(args) => history::run(context, session, &args),
        Command::Export(args) => export::run(context, session, &args).await,
        Command::Outbox(command) => match command {
            OutboxCommand::List => outbox::list(context, session),
            OutboxCommand::Retry(args) => outbox::retry(context, session, &args.ids).await,
            OutboxCommand::Discard(args) => outbox::discard(context, session, &args.ids),
            OutboxCommand::Journal(args) => journal::run(context, session, &args),
        },
        Command::Settings(command) => settings::run(context, session, command).await,
        // Handled above, without a key.
        Command::Sandbox(_)
        | Command::Completions(_)
        | Command::Man
        | Command::Doctor(_)
        | Command::Profiles
        | Command::Login(_)
        | Command::Logout(_) => Ok(()),
    }
}

/// Continues past failures and remembers the first, for commands with several ids.
///
/// Terminal users see each error at once; scripts get all of them at the end.
#[derive(Default)]
struct Several {
    first: Option<ErrorKind>,
    /// Errors to print at the end for scripts.
    untold: Vec<Error>,
}

impl Several {
    /// Records a failure and continues. A failure that is not about one id ends the command.
    fn note(&mut self, context: &Context, outcome: Result<(), Failure>) -> Result<(), Failure> {
        let report = context.report;
        let error = match outcome {
            Ok(()) => return Ok(()),
            Err(Failure::Error(error)) if report.is_for_people() => {
                report.error(&error);
                error
            }
            Err(Failure::Named(name, error)) if report.is_for_people() => {
                report.error_as(name, &error);
                error
            }
            Err(Failure::Error(error)) => {
                self.untold.push(report.for_scripts(&error));
                error
            }
            Err(Failure::Named(name, error)) => {
                self.untold.push(explained(name, &error));
                error
            }
            Err(Failure::Several(errors)) => {
                self.first
                    .get_or_insert(errors.first().map_or(ErrorKind::Unexpected, Error::kind));
                self.untold.extend(errors);
                return Ok(());
            }
            Err(Failure::Reported(kind)) => {
                self.first.get_or_insert(kind);
                return Ok(());
            }
            Err(other @ Failure::Output(_)) => {
                // If the output fails, the earlier errors are still reported.
                if !self.untold.is_empty() {
                    Report::several(&self.untold);
                }
                return Err(other);
            }
        };
        self.first.get_or_insert(error.kind());
        Ok(())
    }

    /// Does the same with the record's id in the error.
    fn about(&mut self, context: &Context, id: &str, outcome: Result<(), Failure>) -> Result<(), Failure> {
        let outcome = outcome.map_err(|failure| match failure {
            Failure::Error(error) => Failure::Error(error.with_record(id)),
            other => other,
        });
        self.note(context, outcome)
    }

    fn end(self) -> Result<(), Failure> {
        match self.first {
            None => Ok(()),
            Some(_) if !self.untold.is_empty() => Err(Failure::Several(self.untold)),
            Some(kind) => Err(Failure::Reported(kind)),
        }
    }
}

/// Warns about the date of data from the local store, in every format.
///
/// Old data must not pass for new.
fn tell_age(context: &Context, at: Timestamp) {
    let look = context.out.look();
    let date = date::date_time(look.lang, date::local(at, &look.zone));
    context
        .report
        .warning(AGE, "cli-kept-at", &[("date", date.into())]);
}

/// Warning kind for the age of cached data.
const AGE: &str = "age";

/// Returns the error for uncached data while the service may not be asked.
fn not_here(what: &str) -> Error {
    error_message::of(ErrorKind::Unreachable, "usage-not-here", &[("what", what)])
}

/// Returns the error for a deal that may be in the cache lost since `at`.
///
/// It includes advice to reload it.
fn lost_here(context: &Context, what: &str, at: Timestamp) -> Error {
    let args = [("what", what), ("date", &*moment(context, at))];
    error_message::of(ErrorKind::Unreachable, "usage-lost-here", &args)
}

/// Returns the error for a deal that was missing from the full sync at `at`.
fn no_such_deal(context: &Context, what: &str, at: Timestamp) -> Error {
    let args = [("what", what), ("date", &*moment(context, at))];
    error_message::of(ErrorKind::NotFound, "usage-no-such-deal", &args)
}

/// Formats a timestamp for use inside a sentence.
fn moment(context: &Context, at: Timestamp) -> String {
    let at = date::local(at, &context.out.look().zone);
    format!("{} {}", date::date_short(at.date()), date::time_short(at.time()))
}

/// Requires a delegated user, because the service would answer 400 without one.
fn acting(session: &Session) -> Result<(), Error> {
    if session.config().delegated_user.is_some() {
        return Ok(());
    }
    Err(error_message::usage("usage-no-user", &[]))
}
