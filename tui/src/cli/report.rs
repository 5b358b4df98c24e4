//! Errors on standard error: a JSON object for scripts, sentences for users.

mod object;

use std::io::{self, IsTerminal as _, Write as _};

use encours_core::contract::operation::RetrySafety;
use encours_core::contract::{Fields, problem::Problem};
use encours_core::error::{DiskError, Error, ErrorKind, NetworkError, whole_seconds};
use encours_core::text::{Lang, MessageArg, Messages, SafeText};

use super::args::OutputFormat;
use super::{terminal_filter, wrap};
use object::json;

/// ANSI sequences for an error label and its end.
const RED: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";

/// Maximum excerpt of a response without a problem body, such as a web page.
const EXCERPT: usize = 120;

/// Output for errors and remarks.
#[derive(Debug, Clone, Copy)]
pub struct Report {
    is_for_scripts: bool,
    lang: Lang,
    color: bool,
}

impl Report {
    /// Creates a report that matches the output format.
    pub(super) fn new(format: OutputFormat, lang: Lang, color: bool) -> Self {
        Self { is_for_scripts: matches!(format, OutputFormat::Json | OutputFormat::Ndjson), lang, color }
    }

    /// Creates a report for when the format is unknown.
    pub(super) fn plain() -> Self {
        Self { is_for_scripts: !io::stdout().is_terminal(), lang: Lang::En, color: false }
    }

    /// True if the reader is a terminal user, not a script.
    pub(super) fn is_for_users(self) -> bool {
        !self.is_for_scripts
    }

    /// Prints a usage error for terminal users with advice below it. Returns the exit status.
    pub(super) fn usage_lines(self, problem: &str, below: impl IntoIterator<Item = String>) -> u8 {
        let messages = self.messages();
        let first = format!("{} {problem}", self.label(ErrorKind::Usage));
        let consequence = messages.get("cli-error-usage-kept").into_owned();
        let lines: Vec<String> = [first, consequence].into_iter().chain(below).collect();
        print_text(&lines.join("\n  "));
        ErrorKind::Usage.exit_status()
    }

    /// Prints an error. Returns its exit status.
    pub fn error(self, error: &Error) -> u8 {
        self.error_as(None, error)
    }

    /// Prints an error, with the texts of `name` instead of those of its kind. Returns its exit status.
    ///
    /// Scripts get these texts in the message.
    pub fn error_as(self, name: Option<&str>, error: &Error) -> u8 {
        if self.is_for_scripts {
            print_json(&json(&[self.for_scripts(name, error)]));
        } else if let Some(name) = name {
            print_text(&self.sentences(name, error));
        } else {
            let (name, error) = self.split_name(error);
            print_text(&self.sentences(&name, &error));
        }
        error.kind().exit_status()
    }

    /// Prints several errors as one object for scripts. Returns the exit status of the first.
    pub(super) fn error_list(errors: &[Error]) -> u8 {
        print_json(&json(errors));
        errors.first().map_or(0, |first| first.kind().exit_status())
    }

    /// Returns an error with the message for scripts, with the texts of `name` if there is one.
    pub(super) fn for_scripts(self, name: Option<&str>, error: &Error) -> Error {
        if let Some(name) = name {
            return with_explanation(name, error);
        }
        let (name, text) = self.split_name(error);
        if matches!(name.as_str(), "secret" | "in-doubt") {
            return with_explanation(&name, &text);
        }
        if error.delegation().is_none() {
            return text;
        }
        let key = format!("cli-error-{name}-what");
        let sentence = Messages::new(Lang::En).get(&key);
        text.with_message(sentence.trim_end_matches('.'))
    }

    /// Returns the name of an error's texts, and the error with the remaining message.
    fn split_name(self, error: &Error) -> (String, Error) {
        if lacks_secret(error) {
            return ("secret".to_owned(), error.clone());
        }
        let in_doubt = error.outcome_unknown() && error.kind() != ErrorKind::Queued;
        if let Some(id) = error.outbox_id().filter(|_| in_doubt) {
            let id = id.to_string();
            let again = self.error_messages().with("cli-in-doubt", &[("id", id.as_str().into())]);
            let message_text = join_sentences(&message(error, self.error_messages()), &again);
            return ("in-doubt".to_owned(), error.clone().with_message(message_text));
        }
        let name = match error.delegation() {
            Some(rejection) => format!("delegated-{}", rejection.name()),
            None => name(error),
        };
        (name, error.clone())
    }

    /// Prints a remark for terminal users. Scripts rely on the exit status and the result.
    pub fn remark(self, text: &str) {
        if !self.is_for_scripts {
            print_text(text);
        }
    }

    /// Prints a warning that concerns the result: one JSON object for scripts, a sentence for users.
    pub fn warning(self, kind: &str, key: &str, args: &[(&str, MessageArg<'_>)]) {
        self.warning_with(kind, (key, args), |fields| fields);
    }

    /// Prints a warning whose object has more members.
    pub fn warning_with(
        self,
        kind: &str,
        (key, args): (&str, &[(&str, MessageArg<'_>)]),
        add: impl FnOnce(&mut Fields) -> &mut Fields,
    ) {
        if !self.is_for_scripts {
            return print_text(&self.messages().with(key, args));
        }
        let mut fields = Fields::new();
        fields.set_text("kind", kind).set_text("message", &Messages::new(Lang::En).with(key, args));
        add(&mut fields);
        print_json(&format!("{{\"warning\":{}}}", fields.to_body()));
    }

    /// Returns the messages in the report's language.
    pub fn messages(self) -> &'static Messages {
        Messages::new(self.lang)
    }

    /// Returns the messages for error texts: in the report's language for users, in English for scripts.
    pub fn error_messages(self) -> &'static Messages {
        if self.is_for_scripts { Messages::new(Lang::En) } else { self.messages() }
    }

    /// Returns the sentences of an error: cause, consequence, advice.
    fn sentences(self, name: &str, error: &Error) -> String {
        let messages = self.messages();
        let of_kind = error.kind().name().replace('_', "-");
        let sentence = |part: &str| {
            let specific_key = format!("cli-error-{name}-{part}");
            let error_group = if error.disk_error().is_some() { "local" } else { &of_kind };
            let key = if messages.has(&specific_key) {
                specific_key
            } else {
                format!("cli-error-{error_group}-{part}")
            };
            messages.get(&key).into_owned()
        };
        let mut lines = vec![format!("{} {}", self.label(error.kind()), sentence("what"))];
        lines.extend(detail(error, messages).map(|detail| SafeText::line(&detail).to_string()));
        lines.extend([sentence("kept"), sentence("do")]);
        if let Some(scope) = error.problem().and_then(Problem::scope) {
            lines.push(messages.with("cli-error-scope", &[("scope", (&SafeText::line(&scope)).into())]));
        }
        if let Some(wait) = error.retry_after() {
            lines.push(messages.with("cli-error-retry-after", &[("s", whole_seconds(wait).into())]));
        }
        if let Some(id) = error.request_id() {
            lines.push(messages.with("cli-error-request", &[("id", (&SafeText::line(id.as_str())).into())]));
        }
        lines.join("\n  ")
    }

    /// Returns the label of an error. A write in the outbox is a notice instead.
    fn label(self, kind: ErrorKind) -> String {
        let failed = kind != ErrorKind::Queued;
        let label = self.messages().get(if failed { "cli-error" } else { "cli-notice" });
        if self.color && failed { format!("{RED}{label}{PLAIN}") } else { label.into_owned() }
    }
}

/// Returns the name of an error's texts: by local cause, kind of failed response, or error kind.
pub(super) fn name(error: &Error) -> String {
    if error.disk_error().is_some() && error.kind() == ErrorKind::Queued {
        return "local-queued".to_owned();
    }
    match error.disk_error() {
        Some(DiskError::DiskFull) => return "local-full".to_owned(),
        Some(DiskError::FileTooLarge) => return "local-limited".to_owned(),
        Some(DiskError::NotWritable) => return "local-closed".to_owned(),
        Some(DiskError::Damaged) => return "local-damaged".to_owned(),
        Some(DiskError::Unreadable) => return "local-unread".to_owned(),
        Some(DiskError::Other) if is_newer(error) => return "local-newer".to_owned(),
        Some(DiskError::Other) => return "local-other".to_owned(),
        None => {}
    }
    if error.is_intercepted() {
        // A write in the outbox is not lost with the response.
        let queued = error.kind() == ErrorKind::Queued;
        return if queued { "intercepted-queued" } else { "intercepted" }.to_owned();
    }
    if let Some(local_name) = error.message_ref().and_then(|message_ref| local_error_name(message_ref.key)) {
        return if local_name == "overtaken" && was_sent_before(error) {
            "overtaken-sent"
        } else {
            local_name
        }
        .to_owned();
    }
    match (error.kind(), error.fault()) {
        (ErrorKind::Unreachable, Some(NetworkError::Tls)) => "insecure".to_owned(),
        (ErrorKind::Unreachable, Some(NetworkError::Timeout)) => "timeout".to_owned(),
        (ErrorKind::Unreachable, Some(NetworkError::Reset | NetworkError::Cut)) => "broken-off".to_owned(),
        (ErrorKind::Unexpected, None)
            if error.status().is_some_and(|status| (400..500).contains(&status)) =>
        {
            "refused".to_owned()
        }
        (ErrorKind::Unexpected, None) if is_failed_read(error) => "failing".to_owned(),
        (kind, _) => kind.name().replace('_', "-"),
    }
}

/// True if a local file is from a newer version of the program, and undamaged.
pub(super) fn is_newer(error: &Error) -> bool {
    error.message_ref().is_some_and(|message_ref| message_ref.key == "store-newer")
}

/// True if the service answered a read with a server error.
///
/// Cached data can be used then.
fn is_failed_read(error: &Error) -> bool {
    let reads = error.operation().is_some_and(|operation| operation.spec().safety == RetrySafety::Read);
    reads && error.status().is_some_and(|status| status >= 500)
}

/// Argument name that marks a write which was sent before.
pub(super) const SENT_BEFORE: &str = "sent";

/// True if the error is about a write that was sent before.
fn was_sent_before(error: &Error) -> bool {
    let message_ref = error.message_ref();
    message_ref.is_some_and(|message_ref| message_ref.arguments.iter().any(|(name, _)| *name == SENT_BEFORE))
}

/// Returns the text name of errors found locally, without a request.
fn local_error_name(message_key: &str) -> Option<&'static str> {
    match message_key {
        "cli-output-lost" => Some("output"),
        "usage-no-write" => Some("no-write"),
        "usage-not-here" | "usage-never-read" | "usage-never-read-own" => Some("not-here"),
        "usage-lost-here" | "usage-list-lost" | "usage-list-lost-own" => Some("lost-here"),
        "usage-no-such-deal" => Some("no-such-deal"),
        "usage-deletion-waits" | "usage-deletion-in-doubt" => Some("to-be-deleted"),
        "usage-history-unknown" | "usage-journal-unknown" | "usage-pack-unknown" | "usage-not-watched" => {
            Some("not-held")
        }
        "usage-write-conflict" | "usage-write-gone" => Some("overtaken"),
        "usage-write-leaving" => Some("leaving"),
        "usage-key-taken" | "usage-key-used" => Some("key-taken"),
        _ => None,
    }
}

/// True if the secret for signing in was missing: an error from the service would have a status.
fn lacks_secret(error: &Error) -> bool {
    error.kind() == ErrorKind::Auth && error.status().is_none() && error.problem().is_none()
}

/// Returns the error with the texts of `name` in its English message.
fn with_explanation(name: &str, error: &Error) -> Error {
    let messages = Messages::new(Lang::En);
    let sentence = |part: &str| messages.get(&format!("cli-error-{name}-{part}")).into_owned();
    let message =
        format!("{} {} ({}) {}", sentence("what"), sentence("kept"), error.message(), sentence("do"));
    error.clone().with_message(message)
}

/// Joins two sentences; the first may be empty.
pub(super) fn join_sentences(first: &str, second: &str) -> String {
    match first.trim_end_matches('.') {
        "" => second.to_owned(),
        first => format!("{first}. {second}"),
    }
}

/// Returns the error's message in the given language, if it has a localised one.
pub(super) fn message(error: &Error, messages: &'static Messages) -> String {
    let Some(message_ref) = error.message_ref() else {
        return error.message().to_owned();
    };
    let clean: Vec<(&str, SafeText)> =
        message_ref.arguments.iter().map(|(name, text)| (*name, SafeText::line(text))).collect();
    let arguments: Vec<(&str, MessageArg<'_>)> =
        clean.iter().map(|(name, text)| (*name, text.into())).collect();
    messages.with(message_ref.key, &arguments)
}

/// Returns the details of an error: the service's text, else ours.
pub(super) fn detail(error: &Error, messages: &'static Messages) -> Option<String> {
    let theirs = error.problem().and_then(|problem| {
        let (title, detail) = (problem.title(), problem.detail());
        match (title, detail) {
            (Some(title), Some(detail)) => Some(format!("{title}: {detail}")),
            (Some(only), None) | (None, Some(only)) => Some(only.into_owned()),
            (None, None) => None,
        }
    });
    let status = error.status().map(|status| format!("HTTP {status}"));
    let ours = Some(message(error, messages)).filter(|message| !message.is_empty());
    // The source of a web page does not help users.
    let page = |text: &str| text.trim_start().starts_with('<');
    let excerpt = error.excerpt().filter(|text| theirs.is_none() && !page(text));
    let excerpt = excerpt
        .map(|excerpt| SafeText::line_within(excerpt, EXCERPT).to_string())
        .filter(|excerpt| !excerpt.is_empty());
    let record = error.record().map(str::to_owned);
    // With several writes, each error names its outbox number.
    let write = record.as_ref().and(error.outbox_id()).map(|id| {
        let id = id.to_string();
        messages.with("cli-error-write", &[("id", id.as_str().into())])
    });
    let parts: Vec<String> = [write, record, status, theirs, ours, excerpt].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// Prints text for users, wrapped to their terminal.
fn print_text(text: &str) {
    // The colour sequence of our label must not be filtered.
    let (label, rest) = match text.split_once(PLAIN) {
        Some((label, rest)) if text.starts_with(RED) => (format!("{label}{PLAIN}"), rest),
        _ => (String::new(), text),
    };
    let text = label + &terminal_filter::for_users(&io::stderr(), rest);
    print(&wrap::wrap(&text, wrap::terminal_width(&io::stderr())));
}

/// Prints JSON, with escapes if standard error is a terminal.
fn print_json(text: &str) {
    print(&terminal_filter::for_scripts(&io::stderr(), text));
}

fn print(text: &str) {
    // A closed standard error leaves no other output.
    let _ = writeln!(io::stderr(), "{text}");
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
