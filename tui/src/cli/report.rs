//! What goes wrong, on standard error: one JSON object for scripts, sentences for people.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};

use encours_core::config::Environment;
use encours_core::contract::record::compact;
use encours_core::contract::{Fields, problem::Problem};
use encours_core::error::{Error, ErrorKind, Fault, whole_seconds};
use encours_core::view::text::{Arg, Clean, Lang, Words};

use super::args::{Format, Global};
use super::context;

/// Where errors and remarks go and how they look.
#[derive(Debug, Clone, Copy)]
pub struct Report {
    machine: bool,
    lang: Lang,
    color: bool,
}

impl Report {
    /// Errors in the manner of a format.
    pub(super) fn new(format: Format, lang: Lang, color: bool) -> Self {
        Self {
            machine: matches!(format, Format::Json | Format::Ndjson),
            lang,
            color,
        }
    }

    /// For when not even the format is known.
    pub(super) fn plain() -> Self {
        Self {
            machine: !io::stdout().is_terminal(),
            lang: Lang::En,
            color: false,
        }
    }

    /// Tells an error; the exit status it stands for.
    pub fn error(self, error: &Error) -> u8 {
        if secretless(error) {
            return self.error_as("secret", error);
        }
        if let Some(id) = error.outbox_id().filter(|_| error.outcome_unknown()) {
            let again = self
                .told()
                .with("cli-in-doubt", &[("id", id.to_string().as_str().into())]);
            let said = error.message();
            let separator = if said.is_empty() { "" } else { "; " };
            let told = error.clone().with_message(format!("{said}{separator}{again}"));
            if error.kind() != ErrorKind::Queued {
                return self.error_as("in-doubt", &told);
            }
        }
        let refusal = error
            .delegation()
            .map(|refusal| format!("delegated-{}", refusal.name()));
        let text = match (self.machine, refusal) {
            (true, None) => json(error),
            (true, Some(name)) => {
                let what = Words::new(Lang::En)
                    .get(&format!("cli-error-{name}-what"))
                    .into_owned();
                json(&error.clone().with_message(what.trim_end_matches('.')))
            }
            (false, None) => self.sentences(&name(error), error),
            (false, Some(name)) => self.sentences(&name, error),
        };
        say(&text);
        error.kind().exit_status()
    }

    /// Tells an error with the sentences of `name`, which say more than those of its kind; scripts get them in the
    /// message.
    pub fn error_as(self, name: &str, error: &Error) -> u8 {
        let text = if self.machine {
            json(&explained(name, error))
        } else {
            self.sentences(name, error)
        };
        say(&text);
        error.kind().exit_status()
    }

    /// Tells something that is no error. Scripts are not told: the exit status and the result say it all.
    pub fn remark(self, text: &str) {
        if !self.machine {
            say(text);
        }
    }

    /// Tells something that whoever reads the result must know although the command has done what it could: one JSON
    /// object for scripts, a sentence for people.
    pub fn warning(self, kind: &str, key: &str, args: &[(&str, Arg<'_>)]) {
        if !self.machine {
            return say(&self.words().with(key, args));
        }
        let mut fields = Fields::new();
        fields
            .set_text("kind", kind)
            .set_text("message", &Words::new(Lang::En).with(key, args));
        say(&format!("{{\"warning\":{}}}", fields.to_body()));
    }

    /// Words in the language of the report.
    pub fn words(self) -> &'static Words {
        Words::new(self.lang)
    }

    /// Words for a message: in the language of the report for people, in English for scripts.
    pub fn told(self) -> &'static Words {
        if self.machine {
            Words::new(Lang::En)
        } else {
            self.words()
        }
    }

    /// What happened, what was kept, what to do.
    fn sentences(self, name: &str, error: &Error) -> String {
        let words = self.words();
        let of_kind = error.kind().name().replace('_', "-");
        let said = |part: &str| {
            let own = format!("cli-error-{name}-{part}");
            let key = if words.has(&own) {
                own
            } else {
                format!("cli-error-{of_kind}-{part}")
            };
            words.get(&key).into_owned()
        };
        // A write that is kept has not failed.
        let failed = error.kind() != ErrorKind::Queued;
        let label = words.get(if failed { "cli-error" } else { "cli-notice" });
        let label = if self.color && failed {
            format!("\x1b[1;31m{label}\x1b[0m")
        } else {
            label.into_owned()
        };
        let mut lines = vec![format!("{label} {}", said("what"))];
        lines.extend(detail(error).map(|detail| Clean::line(&detail).to_string()));
        lines.extend([said("kept"), said("do")]);
        if let Some(scope) = error.problem().and_then(Problem::scope) {
            lines.push(words.with("cli-error-scope", &[("scope", (&Clean::line(&scope)).into())]));
        }
        if let Some(wait) = error.retry_after() {
            lines.push(words.with("cli-error-retry-after", &[("s", whole_seconds(wait).into())]));
        }
        if let Some(id) = error.request_id() {
            lines.push(words.with("cli-error-request", &[("id", (&Clean::line(id.as_str())).into())]));
        }
        lines.join("\n  ")
    }
}

/// The sentences of an error: those of its kind, or of how an answer failed to come.
fn name(error: &Error) -> String {
    match (error.kind(), error.fault()) {
        (ErrorKind::Unreachable, Some(Fault::Timeout)) => "timeout".to_owned(),
        (ErrorKind::Unreachable, Some(Fault::Reset)) => "broken-off".to_owned(),
        (kind, _) => kind.name().replace('_', "-"),
    }
}

/// Whether there was no secret to sign in with: the service, had it been asked, would have given a status.
fn secretless(error: &Error) -> bool {
    error.kind() == ErrorKind::Auth && error.status().is_none() && error.problem().is_none()
}

/// The error with the sentences of `name` in its message, in the language of messages to scripts.
fn explained(name: &str, error: &Error) -> Error {
    let words = Words::new(Lang::En);
    let said = |part: &str| words.get(&format!("cli-error-{name}-{part}")).into_owned();
    let message = format!(
        "{} {} ({}) {}",
        said("what"),
        said("kept"),
        error.message(),
        said("do")
    );
    error.clone().with_message(message)
}

/// What is known beyond the kind: the service's own words, else ours.
fn detail(error: &Error) -> Option<String> {
    let theirs = error.problem().and_then(|problem| {
        let (title, detail) = (problem.title(), problem.detail());
        match (title, detail) {
            (Some(title), Some(detail)) => Some(format!("{title}: {detail}")),
            (Some(one), None) | (None, Some(one)) => Some(one.into_owned()),
            (None, None) => None,
        }
    });
    let status = error.status().map(|status| format!("HTTP {status}"));
    let ours = Some(error.message().to_owned()).filter(|message| !message.is_empty());
    let excerpt = error.excerpt().map(str::to_owned).filter(|_| theirs.is_none());
    let record = error.record().map(str::to_owned);
    let parts: Vec<String> = [record, status, theirs, ours, excerpt]
        .into_iter()
        .flatten()
        .collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// The error object of the command line's contract, on one line.
fn json(error: &Error) -> String {
    let mut fields = Fields::new();
    fields.set_text("kind", error.kind().name());
    fields.set_text("message", &error.to_string());
    match error.status() {
        Some(status) => fields.set_integer("status", status.into()),
        None => fields.set_null("status"),
    };
    match error.problem() {
        Some(problem) => {
            let body = compact(&Fields::from_record(problem.record()).to_body());
            // A body that was parsed once parses again.
            if fields.set_json("problem", &body).is_err() {
                fields.set_null("problem");
            }
        }
        None => {
            fields.set_null("problem");
        }
    }
    match error.request_id() {
        Some(id) => fields.set_text("request_id", id.as_str()),
        None => fields.set_null("request_id"),
    };
    match error.retry_after() {
        Some(wait) => fields.set_integer(
            "retry_after",
            i64::try_from(whole_seconds(wait)).unwrap_or(i64::MAX),
        ),
        None => fields.set_null("retry_after"),
    };
    // What a script needs to go on: which of several it was, and the write that is kept.
    if let Some(id) = error.record() {
        fields.set_text("id", id);
    }
    if let Some(id) = error.outbox_id() {
        fields.set_integer("outbox_id", id);
    }
    if let Some(key) = error.idempotency_key() {
        fields.set_text("idempotency_key", key.as_str());
        fields.set_boolean("outcome_unknown", error.outcome_unknown());
    }
    format!("{{\"error\":{}}}", fields.to_body())
}

fn say(text: &str) {
    // Where standard error is closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Tells why a line could not be read; help and version are results, not errors.
pub(super) fn of_clap(error: &clap::Error, line: &[OsString], env: &Environment) -> u8 {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    let wanted = matches!(error.kind(), DisplayHelp | DisplayVersion);
    if wanted || error.kind() == DisplayHelpOnMissingArgumentOrSubcommand || !machine_wanted(line, env) {
        let printed = error.print();
        return match printed {
            // clap's own status is 2 for every error of use, as ours is.
            _ if !wanted => ErrorKind::Usage.exit_status(),
            Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe => ErrorKind::Unexpected.exit_status(),
            _ => 0,
        };
    }
    let text = error.render().to_string();
    let message = text.strip_prefix("error: ").unwrap_or(&text);
    let hint = |line: &&str| line.starts_with("For more information");
    let message: Vec<&str> = message
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !hint(line))
        .collect();
    say(&json(&Error::usage(message.join("; "))));
    ErrorKind::Usage.exit_status()
}

/// Whether a line that could not be read asked for JSON, as far as that can be told.
fn machine_wanted(line: &[OsString], env: &Environment) -> bool {
    let words: Vec<&str> = line.iter().filter_map(|word| word.to_str()).collect();
    let after = words
        .iter()
        .position(|word| *word == "--format")
        .and_then(|at| words.get(at + 1).copied());
    let joined = words.iter().find_map(|word| word.strip_prefix("--format="));
    let format = match after.or(joined) {
        Some(name) => <Format as clap::ValueEnum>::from_str(name, true).ok(),
        None => context::format(&Global::default(), env, io::stdout().is_terminal()).ok(),
    };
    matches!(format, Some(Format::Json | Format::Ndjson))
}

#[cfg(test)]
mod tests {
    use encours_core::contract::RequestId;

    use super::*;

    fn forbidden() -> Error {
        let problem = Problem::parse(
            b"{\"title\":\"Forbidden\",\"status\":403,\"detail\":\"no \\u001b[31mscope\",\"scope\":\"deals:write\",\"x\":1.10}",
            true,
        );
        Error::of_status(403, problem).with_request_id(RequestId::new("r-1").unwrap())
    }

    #[test]
    fn scripts_get_one_object() {
        let text = json(&forbidden());
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["error"]["kind"], "forbidden");
        assert_eq!(value["error"]["status"], 403);
        assert_eq!(value["error"]["problem"]["scope"], "deals:write");
        assert_eq!(value["error"]["request_id"], "r-1");
        assert!(value["error"]["retry_after"].is_null());
        assert!(text.contains("\"x\":1.10") && !text.contains('\n'));
    }

    #[test]
    fn people_get_sentences_without_control_characters() {
        for lang in Lang::ALL {
            let report = Report {
                machine: false,
                lang,
                color: false,
            };
            let text = report.sentences("forbidden", &forbidden());
            assert!(text.contains("deals:write") && text.contains("r-1"), "{text}");
            assert!(!text.contains('\u{1b}'), "{text}");
        }
    }

    #[test]
    fn a_delegated_route_says_which_right_is_missing() {
        let refused = |status, detail: &str| {
            let body = format!("{{\"title\":\"T\",\n \"detail\":\"{detail}\"}}");
            Error::of_status(status, Problem::parse(body.as_bytes(), true))
                .with_operation(encours_core::contract::OperationId::AlertPreferencesList)
        };
        let mut texts = std::collections::BTreeSet::new();
        for (status, detail) in [
            (400, "delegated user header missing"),
            (403, "user not approved"),
            (403, "user not in the allowlist"),
            (403, "capability absent"),
            (403, "user is read_only"),
            (403, "no"),
            (404, "user not found"),
        ] {
            let error = refused(status, detail);
            let name = format!("delegated-{}", error.delegation().unwrap().name());
            for lang in Lang::ALL {
                let words = Words::new(lang);
                assert!(
                    words.has(&format!("cli-error-{name}-what"))
                        && words.has(&format!("cli-error-{name}-do"))
                );
                let report = Report {
                    machine: false,
                    lang,
                    color: false,
                };
                texts.insert(report.sentences(&name, &error));
            }
            assert!(!json(&error).contains('\n'));
        }
        assert_eq!(texts.len(), 14, "each says something of its own");
    }

    #[test]
    fn a_missing_secret_names_the_ways_to_give_one() {
        let missing = Error::auth("the system keyring has no secret for this key");
        assert!(secretless(&missing) && !secretless(&Error::of_status(401, None)));
        let mut texts = vec![json(&explained("secret", &missing))];
        texts.extend(Lang::ALL.map(|lang| {
            let report = Report {
                machine: false,
                lang,
                color: false,
            };
            report.sentences("secret", &missing)
        }));
        for text in texts {
            for way in ["ENCOURS_SECRET", "credential_command", "encours login", "keyring"] {
                assert!(text.contains(way), "{way}: {text}");
            }
        }
    }

    #[test]
    fn a_write_that_is_kept_is_no_error() {
        let report = Report {
            machine: false,
            lang: Lang::En,
            color: true,
        };
        let text = report.sentences("queued", &Error::queued("offline"));
        assert!(text.starts_with("Note: ") && !text.contains("Error"), "{text}");
        let text = report.sentences("conflict", &Error::new(ErrorKind::Conflict, "x"));
        assert!(text.contains("Error:"), "{text}");
    }

    #[test]
    fn every_kind_has_its_sentences() {
        use ErrorKind as K;
        for lang in Lang::ALL {
            let words = Words::new(lang);
            for kind in [
                K::Unexpected,
                K::Usage,
                K::Auth,
                K::Forbidden,
                K::NotFound,
                K::Conflict,
                K::Invalid,
                K::Queued,
                K::RateLimited,
                K::Unreachable,
                K::Protocol,
                K::Interrupted,
            ] {
                let name = kind.name().replace('_', "-");
                for part in ["what", "kept", "do"] {
                    let key = format!("cli-error-{name}-{part}");
                    assert!(words.has(&key), "{key}");
                }
            }
        }
    }

    #[test]
    fn the_format_of_an_unreadable_line_is_found() {
        let line = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let env = Environment::default();
        assert!(machine_wanted(&line(&["encours", "--format", "json", "x"]), &env));
        assert!(machine_wanted(&line(&["encours", "x", "--format=ndjson"]), &env));
        assert!(!machine_wanted(&line(&["encours", "x", "--format=table"]), &env));
        assert!(!machine_wanted(&line(&["encours", "x", "--format=xml"]), &env));
    }
}
