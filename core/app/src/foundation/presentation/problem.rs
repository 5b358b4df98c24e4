//! Failures as text: what happened, which data is safe, what to do. Text of the server stays as received, in quotes.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::contract::problem::Problem;
use crate::error::{Error, ErrorKind, MessageRef, Reason};
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::context::Screen;
use crate::model::pending_write::WriteProblem;
use crate::model::snapshot::ConnectionState;
use crate::text::{Lang, MessageArg, Messages, SafeText};

/// Message key for a delegated user route without a user.
const NO_USER: &str = "usage-no-user";
/// Message key for a request that was not made because the user is working offline.
const WITHHELD: &str = "cli-net-withheld";

/// A rejection or failure as text.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemView {
    /// The failure, in one line.
    pub title: String,
    /// Data that is safe; empty if the question does not arise.
    pub safe_data: String,
    /// Next step for the user.
    pub next_step: String,
    /// HTTP status, if there was a response: `403 Forbidden`.
    pub http_status: Option<String>,
    /// Detail from the server or, without one, the client's own diagnostic.
    pub detail: Option<SafeText>,
    /// The request id to give to the partner's support.
    pub request_id: Option<SafeText>,
    /// Further members of the server's problem body: scope, route, reason code.
    pub members: Vec<(&'static str, SafeText)>,
}

/// A fact about a failure, for support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemDetail {
    /// Label of the fact.
    pub label: String,
    /// Name in the contract; empty if it has none.
    pub name: &'static str,
    /// The value, as received.
    pub value: String,
    /// True if the value must be read letter by letter.
    pub verbatim: bool,
}

impl ProblemView {
    /// Returns the known facts apart from the sentences.
    #[must_use]
    pub fn details(&self, messages: &'static Messages) -> Vec<ProblemDetail> {
        let detail_line = |key: &str, name, value, verbatim| ProblemDetail {
            label: messages.get(key).into_owned(),
            name,
            value,
            verbatim,
        };
        let quoted = |text: &SafeText| messages.with("quoted", &[("text", text.as_str().into())]);
        let status = self.http_status.clone().map(|text| detail_line("error-response", "", text, false));
        let detail = self.detail.as_ref().map(|text| detail_line("error-detail", "", quoted(text), false));
        let request = self.request_id.as_ref();
        let request = request.map(|id| detail_line("error-request", "", id.to_string(), true));
        let members = self.members.iter().map(|(name, value)| {
            let key = match *name {
                "scope" => "error-scope",
                "route_id" => "error-route",
                _ => "error-reason",
            };
            detail_line(key, *name, value.to_string(), true)
        });
        status.into_iter().chain(detail).chain(request).chain(members).collect()
    }

    /// Returns the part of it that a screen shows. Only the explorer and the activity show the HTTP status, scope,
    /// route and reason.
    #[must_use]
    pub fn for_screen(&self, screen: Screen) -> Self {
        let mut shown = self.clone();
        if !matches!(screen, Screen::Explorer | Screen::Activity) {
            shown.http_status = None;
            shown.members = Vec::new();
        }
        shown
    }

    /// Returns all of it as text, for support.
    #[must_use]
    pub fn for_support(&self, messages: &'static Messages) -> String {
        let mut text = format!("{}\n", self.title);
        for fact in self.details(messages) {
            let name = if fact.name.is_empty() { String::new() } else { format!(" ({})", fact.name) };
            let _ = writeln!(text, "{}{name}: {}", fact.label, fact.value);
        }
        text
    }
}

fn safe_data_key(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Auth => "error-auth-kept",
        ErrorKind::RateLimited => "error-rate-limited-kept",
        ErrorKind::Unreachable => "error-unreachable-kept",
        ErrorKind::NotFound => "error-not-found-kept",
        _ => "error-protocol-kept",
    }
}

fn error_key(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Auth => "auth",
        ErrorKind::Forbidden => "forbidden",
        ErrorKind::NotFound => "not-found",
        ErrorKind::Conflict => "conflict",
        ErrorKind::Invalid => "invalid",
        ErrorKind::RateLimited => "rate-limited",
        ErrorKind::Unreachable => "unreachable",
        ErrorKind::Protocol => "protocol",
        ErrorKind::Usage
        | ErrorKind::Queued
        | ErrorKind::Unexpected
        | ErrorKind::Storage
        | ErrorKind::Interrupted => "unexpected",
    }
}

/// Returns one line that says why a write was rejected.
pub fn rejection_summary(lang: Lang, problem: &WriteProblem) -> String {
    let messages = Messages::new(lang);
    if problem.recovered {
        return messages.get("error-remains-what").into_owned();
    }
    if let (ErrorKind::Forbidden, Some(scope)) = (problem.kind, &problem.scope) {
        let scope = SafeText::line_within(scope, 40);
        return messages.with("error-forbidden-scope-what", &[("scope", MessageArg::from(scope.as_str()))]);
    }
    messages.get(&format!("error-{}-what", error_key(problem.kind))).into_owned()
}

/// Returns why a write was rejected. It uses the server's words if the kind says too little.
pub fn rejection_reason(lang: Lang, problem: &WriteProblem) -> String {
    if problem.kind != ErrorKind::Invalid || problem.detail.is_empty() {
        return rejection_summary(lang, problem);
    }
    let detail = SafeText::line_within(&problem.detail, 80);
    Messages::new(lang).with("quoted", &[("text", MessageArg::from(detail.as_str()))])
}

/// Describes a rejected write.
pub fn write_problem(lang: Lang, problem: &WriteProblem) -> ProblemView {
    let messages = Messages::new(lang);
    let detail = if problem.detail.is_empty() { &problem.title } else { &problem.detail };
    let key = if problem.recovered { "remains" } else { error_key(problem.kind) };
    ProblemView {
        title: rejection_summary(lang, problem),
        safe_data: messages.get(&format!("error-{key}-kept")).into_owned(),
        next_step: messages.get(&format!("error-{key}-do")).into_owned(),
        http_status: problem
            .status
            .map(|status| format!("{status} {}", SafeText::line_within(&problem.title, 60))),
        detail: (!detail.is_empty()).then(|| SafeText::line_within(detail, 300)),
        request_id: problem.request_id.as_deref().map(|id| SafeText::line_within(id, 80)),
        members: problem
            .named_details()
            .map(|(name, value)| (name, SafeText::line_within(value, 80)))
            .collect(),
    }
}

/// Describes a request that was not made, which is not a failure of the server. It says what is missing and where to
/// provide it. `has_data` is true if data was loaded before.
fn request_not_made(messages: &'static Messages, error: &Error, has_data: bool) -> ProblemView {
    let (no_user, withheld) = (has_message_key(error, NO_USER), has_message_key(error, WITHHELD));
    let key = match error.kind() {
        ErrorKind::Auth => "no-secret",
        _ if no_user => "no-user",
        _ if withheld => "withheld",
        _ => "not-asked",
    };
    let text_for = |suffix: &str| messages.get(&format!("error-{key}-{suffix}")).into_owned();
    ProblemView {
        title: text_for("what"),
        safe_data: if has_data && (withheld || error.kind() == ErrorKind::Auth) {
            text_for("kept-read")
        } else {
            text_for("kept")
        },
        next_step: text_for("do"),
        http_status: None,
        detail: (!no_user && !withheld).then(|| SafeText::line_within(&diagnostic(messages, error), 300)),
        request_id: None,
        members: Vec::new(),
    }
}

/// Returns whether the error has this message key.
fn has_message_key(error: &Error, key: &str) -> bool {
    error.message_ref().is_some_and(|message| message.key == key)
}

/// Returns whether signing failed because no secret was found or could be opened. With a response from the server,
/// there would be a status.
fn lacks_secret(error: &Error) -> bool {
    error.kind() == ErrorKind::Auth && error.status().is_none() && error.problem().is_none()
}

/// Returns the client's own diagnostic: in the screen's language if translated, else as written.
fn diagnostic(messages: &'static Messages, error: &Error) -> String {
    match error.message_ref() {
        Some(message) => message_text(messages, message),
        None => error.message().to_owned(),
    }
}

/// Returns a sentence that says why something failed.
///
/// A translated message comes first. Next come the server's words, followed by its codes. Otherwise the original text
/// appears in quotes.
pub fn reason_text(lang: Lang, reason: &Reason) -> String {
    let messages = Messages::new(lang);
    match (&reason.message, &reason.rejection) {
        (Some(message), _) => message_text(messages, message),
        (None, Some(response)) => {
            let detail = SafeText::line_within(&response.detail, 300);
            let request = SafeText::line_within(&response.request_id, 80);
            let args = [
                ("text", MessageArg::from(&detail)),
                ("status", MessageArg::from(response.status.to_string())),
                ("request", MessageArg::from(&request)),
            ];
            messages.with("error-answered", &args)
        }
        (None, None) => messages
            .with("quoted", &[("text", MessageArg::from(&SafeText::line_within(&reason.diagnostic, 300)))]),
    }
}

/// Formats a diagnostic in the language of the screen.
fn message_text(messages: &'static Messages, message: &MessageRef) -> String {
    let args: Vec<(&str, MessageArg<'_>)> = message
        .arguments
        .iter()
        .map(|(name, text)| (*name, MessageArg::from(SafeText::line_within(text, 200).to_string())))
        .collect();
    messages.with(message.key, &args)
}

/// Describes a failed load next to data loaded earlier. Returns `None` if the screen already reports the same outage.
pub(crate) fn stale_data_problem(cx: &AppCx, error: &Error) -> Option<ProblemView> {
    let is_reported = match &cx.snapshot().connection {
        ConnectionState::Starting | ConnectionState::Online | ConnectionState::Slow { .. } => false,
        ConnectionState::OfflineMode => has_message_key(error, WITHHELD),
        ConnectionState::RateLimited { .. } => error.kind() == ErrorKind::RateLimited,
        ConnectionState::Offline { error: outage, .. }
        | ConnectionState::SignInNeeded { error: outage }
        | ConnectionState::Failing { error: outage, .. } => {
            outage.kind() == error.kind() && outage.status() == error.status()
        }
    };
    (!is_reported).then(|| load_problem_with_advice(cx, error, true))
}

/// Returns the further members of a problem body.
fn problem_members(problem: &Problem) -> Vec<(&'static str, SafeText)> {
    let members = [
        ("scope", problem.scope()),
        ("route_id", problem.route_id()),
        ("reason_code", problem.reason_code()),
    ];
    let to_member =
        |(name, value): (_, Option<Cow<'_, str>>)| Some((name, SafeText::line_within(&value?, 80)));
    members.into_iter().filter_map(to_member).collect()
}

/// Returns [`load_problem`] with advice that fits the front end. The window offers to sign in if the key was entered on
/// this device; otherwise it names the source of the secret.
pub fn load_problem_with_advice(cx: &AppCx, error: &Error, has_data: bool) -> ProblemView {
    let view = load_problem(cx.lang(), error, has_data);
    if error.kind() != ErrorKind::Auth || !cx.options().split_view {
        return view;
    }
    let key = match (cx.can_sign_in(), error.lacks_keyring()) {
        // Without a keyring, there is nothing to unlock.
        (true, true) => "error-sign-in-here-no-keyring-do",
        (true, false) => "error-sign-in-here-do",
        (false, _) => "error-secret-elsewhere-do",
    };
    ProblemView { next_step: Messages::new(cx.lang()).get(key).into_owned(), ..view }
}

/// Describes a failed load. `has_data` is true if data was loaded before, which is then still available.
pub fn load_problem(lang: Lang, error: &Error, has_data: bool) -> ProblemView {
    let messages = Messages::new(lang);
    if error.kind() == ErrorKind::Usage || lacks_secret(error) || has_message_key(error, WITHHELD) {
        return request_not_made(messages, error, has_data);
    }
    let key = if error.is_intercepted() { "intercepted" } else { error_key(error.kind()) };
    let problem = error.problem();
    let scope = problem.and_then(Problem::scope).filter(|_| error.kind() == ErrorKind::Forbidden);
    let title = match scope {
        Some(scope) => {
            let scope = SafeText::line_within(&scope, 40);
            messages.with("error-forbidden-scope-what", &[("scope", MessageArg::from(scope.as_str()))])
        }
        None => messages.get(&format!("error-{key}-what")).into_owned(),
    };
    let detail = problem.and_then(Problem::detail).map(Cow::into_owned).filter(|text| !text.is_empty());
    ProblemView {
        title,
        safe_data: match (key, has_data) {
            // The title already says that the permission is missing.
            ("forbidden", false) => String::new(),
            (_, false) => messages.get("error-nothing-read-kept").into_owned(),
            ("forbidden", true) => messages.get("error-forbidden-kept-read").into_owned(),
            (_, true) => messages.get(safe_data_key(error.kind())).into_owned(),
        },
        next_step: match key {
            "rate-limited" => messages.get("error-rate-limited-do-read").into_owned(),
            "forbidden" => messages.get("error-forbidden-do-read").into_owned(),
            _ => messages.get(&format!("error-{key}-do")).into_owned(),
        },
        http_status: error.status().map(|status| {
            let title = problem.and_then(Problem::title).unwrap_or_default();
            format!("{status} {}", SafeText::line_within(&title, 60)).trim_end().to_owned()
        }),
        // Use the diagnostic alone: status and request id have separate lines.
        detail: detail
            .or_else(|| Some(diagnostic(messages, error)))
            .filter(|text| !text.is_empty())
            .map(|text| SafeText::line_within(&text, 300)),
        request_id: error.request_id().map(|id| SafeText::line_within(id.as_ref(), 80)),
        members: problem.map(problem_members).unwrap_or_default(),
    }
}

/// Returns why a load failed, as part of a sentence. The server's words appear in quotation marks, so that the user
/// does not take them for the client's. The client's own diagnostic has none.
pub(crate) fn failure_detail(lang: Lang, error: &Error, view: &ProblemView) -> Option<String> {
    let detail = view.detail.as_ref()?.trim_end_matches('.');
    let theirs = error.problem().and_then(Problem::detail).is_some_and(|text| !text.is_empty());
    Some(if theirs {
        Messages::new(lang).with("quoted", &[("text", MessageArg::from(detail))])
    } else {
        detail.to_owned()
    })
}

/// Describes a failed load of data that belongs to a delegated user. A 403 or 404 can concern the user or the route, so
/// the text names both. The server's words tell which it is.
pub fn user_load_problem(lang: Lang, error: &Error, has_data: bool, user: Option<&str>) -> ProblemView {
    let view = load_problem(lang, error, has_data);
    let key = match (user, error.status()) {
        (Some(_), Some(404)) => "user-not-found",
        (Some(_), Some(403)) => "user-forbidden",
        _ => return view,
    };
    let messages = Messages::new(lang);
    let user = SafeText::line_within(user.unwrap_or_default(), 60);
    ProblemView {
        title: messages.with(&format!("error-{key}-what"), &[("user", MessageArg::from(&user))]),
        next_step: messages.get(&format!("error-{key}-do")).into_owned(),
        ..view
    }
}

#[cfg(test)]
#[path = "problem_tests.rs"]
mod tests;
