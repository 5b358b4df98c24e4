//! `encours doctor`: checks everything a command needs, up to the service, and gives advice.
//!
//! Checks continue after a failure if that makes sense; the exit status is that of the first failure. Without
//! `--repair` nothing stays changed: every request is a read, and the keyring test deletes its own entry.

mod configuration;
mod findings;

use findings::{CheckStatus, Findings};
use std::time::{Duration, Instant};

use super::super::args::DoctorArgs;
use super::super::report::{self, detail, message};
use crate::cli::prelude::*;
use encours_core::app::records::activity::view::storage_notices;
use encours_core::client::auth::keyring::{check_keyring, timeout_error};
use encours_core::client::{Client, SecretSource};
use encours_core::contract::problem::Problem;
use encours_core::error::DiskError;
use encours_core::store::{self, ExaminedFile, waiting_siblings};
use tokio::time::timeout;

/// Clock skew above which `doctor` warns; the client corrects any skew.
const SKEW_WARNING_MS: i64 = 2_000;

/// Number of file bytes to check by default, because checking more takes a while.
const MAX_CHECKED_BYTES: u64 = 256 << 20;

/// Maximum time for the keyring to answer, long enough for the user to unlock it.
const KEYRING_TIMEOUT: Duration = Duration::from_secs(10);

/// Read operations to test for the key's rights, with one record each.
const READ_CHECKS: [OperationId; 9] = [
    OperationId::EntityGet,
    OperationId::PortfolioSummary,
    OperationId::DealsList,
    OperationId::NotificationsList,
    OperationId::TasksList,
    OperationId::FieldDefinitionsList,
    OperationId::OperationsList,
    OperationId::SpvsList,
    OperationId::OperateursList,
];

/// Runs all checks.
pub(super) async fn run(context: &mut CommandContext, args: &DoctorArgs) -> CommandResult {
    let table = context.out.style().format == OutputFormat::Table;
    let lang = if table { context.out.style().lang } else { Lang::En };
    let mut findings =
        Findings { messages: Messages::new(lang), is_table: table, records: Vec::new(), first_error: None };
    if let Some(mut session) = configuration::check_configuration(context, &mut findings)? {
        let responses = check_secret(&session, &mut findings).await?;
        if responses {
            report_keyring(&session, &mut findings).await?;
        }
        check_store(&session, &mut findings)?;
        report_encryption(&session, &mut findings)?;
        check_files(&mut session, args, &mut findings)?;
        let paused = check_rate_limit(context, &session, args.lift_pause, &mut findings)?;
        // Requests need the secret, and a silent keyring would cause a second wait.
        if !context.global.offline && !paused && responses {
            if check_service(&session, &mut findings).await? {
                check_rights(session.client(), &mut findings).await?;
            }
            check_clock(session.client(), &mut findings)?;
        }
    }
    let mut list = context.out.list(OutputKind::Check);
    list.push_page(findings.records)?;
    list.finish()?;
    findings.first_error.map_or(Ok(()), |kind| Err(CommandFailure::Reported(kind)))
}

/// Checks the secret. Returns whether the keyring that should contain it answers.
async fn check_secret(session: &Session, findings: &mut Findings) -> CommandResult<bool> {
    const CHECK: &str = "cli-doctor-secret";
    match &session.connection().secret {
        SecretSource::Fixed(_) if session.is_demo() => findings.good(CHECK, "demo"),
        SecretSource::Fixed(_) => findings.good(CHECK, "ENCOURS_SECRET"),
        SecretSource::Command(_) => findings.good(CHECK, "credential_command"),
        SecretSource::File(file) => {
            let location = file.path().display().to_string();
            match file.load().await {
                Ok(Some(_)) => findings.good(CHECK, &location),
                Ok(None) => findings.add_missing_secret(CHECK, location),
                Err(error) => findings.add_failure(CHECK, &error),
            }
        }
        SecretSource::Keyring(entry) => match timeout(limit::share(KEYRING_TIMEOUT), entry.load()).await {
            Ok(Ok(Some(_))) => findings.good(CHECK, &format!("keyring: {}", entry.account)),
            Ok(Ok(None)) => findings.add_missing_secret(CHECK, format!("keyring: {}", entry.account)),
            Ok(Err(error)) => findings.add_failure(CHECK, &error),
            Err(_) => {
                findings.add_failure_with(CHECK, &timeout_error(), "cli-doctor-keyring-silent-do")?;
                return Ok(false);
            }
        },
    }?;
    Ok(true)
}

/// Checks whether this device has a working keyring, in which `login` could store a secret.
async fn report_keyring(session: &Session, findings: &mut Findings) -> CommandResult {
    const CHECK: &str = "cli-doctor-keyring";
    if session.is_demo() {
        return Ok(());
    }
    match timeout(limit::share(KEYRING_TIMEOUT), check_keyring())
        .await
        .unwrap_or_else(|_| Err(timeout_error()))
    {
        Ok(()) => findings.good(CHECK, &findings.messages.get("cli-doctor-keyring-works")),
        Err(error) => findings.warn(CHECK, &message(&error, findings.messages), "cli-doctor-keyring-do"),
    }
}

/// Reports whether the data is encrypted, by which cipher, and where its key is. Fails if the key cannot be read.
fn report_encryption(session: &Session, findings: &mut Findings) -> CommandResult {
    const CHECK: &str = "cli-doctor-encryption";
    let version = store::cipher_version();
    let place = session.connection().data_key.as_ref();
    if let Some(place) = place.filter(|_| store::is_encrypted(session.store_dir())) {
        return match session.connection().unlock_data() {
            Ok(()) => findings.good(CHECK, &format!("{} · {}", version.unwrap_or_default(), place.name())),
            Err(error) => findings.add_failure(CHECK, &error),
        };
    }
    let key = version.map_or("cli-doctor-encryption-none", |_| "cli-doctor-encryption-off");
    findings.good(CHECK, &findings.messages.get(key))
}

fn check_store(session: &Session, findings: &mut Findings) -> CommandResult {
    const CHECK: &str = "cli-doctor-store";
    let mut hindered = false;
    if let Ok(store) = session.store() {
        for damaged_file in store.damaged()? {
            let text = storage_notices::damaged_text(findings.messages, &damaged_file);
            findings.warn(CHECK, &text, "cli-doctor-damaged-do")?;
        }
        if let Some(failure) = store.storage_failure() {
            findings.add_failure(CHECK, &Error::from(failure))?;
            hindered = true;
        }
    }
    if let Some(profiles) = session.store_dir().parent() {
        for other in waiting_siblings(profiles, session.store_dir()) {
            let text = storage_notices::sibling_text(findings.messages, &other);
            findings.add(CHECK, CheckStatus::Warning, &text, None)?;
        }
    }
    let rows = session.store().and_then(|store| Ok(store.outbox().entries()?));
    match rows {
        // A store that cannot be written has its finding above, so an empty outbox adds no "good".
        Ok(rows) if hindered && rows.is_empty() => Ok(()),
        Ok(rows) => {
            let blocked = rows.iter().filter(|row| row.state.is_blocked()).count();
            let counts =
                [("waiting", MessageArg::from(rows.len() - blocked)), ("blocked", MessageArg::from(blocked))];
            let waiting = findings.messages.with("cli-doctor-outbox", &counts);
            let detail = format!("{} · {waiting}", session.store_dir().display());
            let (verdict, advice) = if rows.is_empty() {
                (CheckStatus::Good, None)
            } else {
                (CheckStatus::Warning, Some("cli-doctor-outbox-do"))
            };
            findings.add(CHECK, verdict, &detail, advice)
        }
        Err(error)
            if error.kind() == ErrorKind::Usage
                && error.disk_error() == Some(DiskError::Other)
                && !report::is_newer(&error) =>
        {
            findings.add_failure_with(CHECK, &error, "cli-doctor-store-do")
        }
        Err(error) => findings.add_failure(CHECK, &error),
    }
}

/// Verifies the checksum of each row in the store's files. Repairs damage if the user asks for it.
fn check_files(session: &mut Session, args: &DoctorArgs, findings: &mut Findings) -> CommandResult {
    const CHECK: &str = "cli-doctor-files";
    let examine = |session: &Session| {
        let store = session.store()?;
        Ok(store.examine(if args.deep || args.repair { u64::MAX } else { MAX_CHECKED_BYTES })?)
    };
    let examined: Result<Vec<ExaminedFile>, Error> = examine(session);
    let mut examined = match examined {
        Ok(examined) => examined,
        Err(error) => return findings.add_failure(CHECK, &error),
    };
    if args.repair && examined.iter().any(|file| file.damage.is_some()) {
        let damaged = session.repair().map(|store| store.damaged_at_open().to_vec());
        match damaged {
            Ok(damaged) => {
                for damaged_file in damaged {
                    let text = storage_notices::damaged_text(findings.messages, &damaged_file);
                    findings.warn(CHECK, &text, "cli-doctor-repaired-do")?;
                }
            }
            Err(error) => findings.add_failure(CHECK, &error)?,
        }
        examined = match examine(session) {
            Ok(examined) => examined,
            Err(error) => return findings.add_failure(CHECK, &error),
        };
    }
    for file in &examined {
        let name = file.part.file_name();
        let args = [("file", MessageArg::from(name)), ("n", MessageArg::from(file.damaged_writes))];
        if let Some(damage) = &file.damage {
            let text = format!("{name}: {damage}");
            findings.fail(CHECK, ErrorKind::Storage, &text, "cli-doctor-files-do")?;
        } else if file.damaged_writes > 0 {
            let text = findings.messages.with("cli-doctor-files-writes", &args);
            findings.fail(CHECK, ErrorKind::Storage, &text, "cli-doctor-files-writes-do")?;
        } else if file.skipped {
            let text = findings.messages.with("cli-doctor-files-skipped", &args);
            findings.warn(CHECK, &text, "cli-doctor-files-skipped-do")?;
        }
    }
    if examined.iter().all(ExaminedFile::is_intact) {
        let text = findings.messages.get("cli-doctor-files-good");
        findings.good(CHECK, &text)?;
    }
    Ok(())
}

/// Reports an active rate limit for this key and its end; lifts it if the user asks for that.
///
/// During a rate limit no request is sent, because the wait would look like the service's response time.
fn check_rate_limit(
    context: &CommandContext,
    session: &Session,
    lift: bool,
    findings: &mut Findings,
) -> CommandResult<bool> {
    const CHECK: &str = "cli-doctor-pause";
    let client = session.client();
    let Some(until) = client.rate_limited_until().and_then(|until| Timestamp::try_from(until).ok()) else {
        return Ok(false);
    };
    if lift {
        client.lift_rate_limit();
        // Open windows store the pause with the profile, and get a signal when it is removed.
        if let Ok(store) = session.store() {
            store.outbox().set_rate_limit(None)?;
        }
        let text = findings.messages.get("cli-doctor-pause-lifted");
        findings.good(CHECK, &text)?;
        return Ok(false);
    }
    let until = if findings.is_table {
        let out_style = context.out.style();
        date::date_time(out_style.lang, date::local(until, &out_style.zone))
    } else {
        until.to_string()
    };
    let text = findings.messages.with("cli-doctor-pause-until", &[("date", until.into())]);
    findings.warn(CHECK, &text, "cli-doctor-pause-do")?;
    if !context.global.offline {
        let text = findings.messages.get("cli-doctor-not-asked");
        let verdict = CheckStatus::Failed(ErrorKind::RateLimited);
        findings.add("cli-doctor-sign-in", verdict, &text, None)?;
    }
    Ok(true)
}

/// Signs in. Returns whether that succeeded.
async fn check_service(session: &Session, findings: &mut Findings) -> CommandResult<bool> {
    let started_at = Instant::now();
    let client = session.client();
    match client.token().await {
        Ok(token) => {
            let slug = token.entity_slug().unwrap_or_default();
            let environment = token.environment().unwrap_or_default();
            let detail = format!("{slug} · {environment} · {} ms", started_at.elapsed().as_millis());
            findings.good("cli-doctor-sign-in", &detail)?;
            Ok(true)
        }
        Err(error) => {
            findings.add_failure("cli-doctor-sign-in", &error)?;
            Ok(false)
        }
    }
}

/// Reports the clock skew from the last response; error responses contain the server's time too.
fn check_clock(client: &Client, findings: &mut Findings) -> CommandResult {
    match client.clock_skew_ms() {
        Some(skew) if skew.abs() > SKEW_WARNING_MS => {
            let seconds = format!("{:+} s", skew / 1_000);
            findings.warn("cli-doctor-clock", &seconds, "cli-doctor-clock-do")?;
        }
        Some(_) => findings.good("cli-doctor-clock", "±2 s")?,
        None => {}
    }
    Ok(())
}

/// Tests which reads the key may do. A rejection is not a failure, because keys may have limited rights.
async fn check_rights(client: &Client, findings: &mut Findings) -> CommandResult {
    for operation in READ_CHECKS {
        let spec = operation.spec();
        let call = Call::new(operation);
        let call = if spec.page.is_some() { call.query("limit", "1") } else { call };
        let operation_text = format!("{} {}", spec.method, spec.path);
        let (verdict, detail, advice) = match client.call(call).await {
            Ok(_) => (CheckStatus::Good, operation_text, None),
            Err(error) => match error.kind() {
                ErrorKind::Forbidden => {
                    let problem = error.problem();
                    let scope = problem.and_then(Problem::scope).or(spec.scope.map(Into::into));
                    let detail = format!("{operation_text} · {}", scope.unwrap_or_default());
                    (CheckStatus::Warning, detail, Some("cli-error-forbidden-do"))
                }
                ErrorKind::NotFound => (CheckStatus::Warning, operation_text, Some("cli-doctor-absent")),
                // The service rejects the key itself, which says nothing about its rights.
                ErrorKind::Auth => {
                    let text = detail(&error, findings.messages).filter(|_| findings.is_table);
                    let text = format!("{operation_text} · {}", text.unwrap_or_else(|| error.to_string()));
                    return findings.fail("cli-doctor-sign-in", ErrorKind::Auth, &text, "cli-error-auth-do");
                }
                // A rate limit ends the checks.
                ErrorKind::RateLimited => return findings.add_failure("cli-doctor-rights", &error),
                _ => {
                    findings.add_failure("cli-doctor-rights", &error)?;
                    continue;
                }
            },
        };
        findings.add("cli-doctor-rights", verdict, &detail, advice)?;
    }
    Ok(())
}
