//! Toast texts of the user's changes: old and new value, or the result of a bulk change.

use crate::contract::patch::Fields;
use crate::foundation::cx::bulk_row::BulkOp;
use crate::foundation::presentation::chrome::lower_first;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};
use crate::tools::toasts::view::toast_parts::{SentAtEnd, ToastText};
use crate::vocabulary;

/// Returns the owner's name for a toast; no owner has a text of its own.
fn owner_text(messages: &'static Messages, owner: &str) -> String {
    match owner {
        "" => messages.get("owner-none").into_owned(),
        owner => SafeText::line_within(owner, 40).to_string(),
    }
}

/// Builds the toast of an owner change.
pub(super) fn owner_change<'a>(app: &App, label: &'a str, (from, to): (&str, &str)) -> ToastText<'a> {
    let messages = Messages::new(app.cx.lang());
    let args = [
        ("from", MessageArg::from(owner_text(messages, from))),
        ("to", MessageArg::from(owner_text(messages, to))),
    ];
    ToastText::with_subject(label, messages.with("toast-given", &args))
}

/// Builds the toast of a move, with the new owner if it changed too.
pub(super) fn status_change<'a>(
    app: &App,
    label: &'a str,
    (from, to): (&str, &str),
    owner: Option<&str>,
) -> ToastText<'a> {
    let messages = Messages::new(app.cx.lang());
    let from = vocabulary::deal_status_short(app.cx.lang(), from);
    let to = vocabulary::deal_status(app.cx.lang(), to);
    let mut args = vec![("from", MessageArg::from(from)), ("to", MessageArg::from(to))];
    let Some(owner) = owner else {
        return ToastText::with_subject(label, messages.with("toast-moved-from", &args));
    };
    // Both values form one change, and undo reverts both.
    args.push(("owner", MessageArg::from(owner_text(messages, owner))));
    ToastText::with_subject(label, messages.with("toast-moved-owner", &args))
}

/// Builds the toast of a pending update, with old and new value; `None` if they are unknown.
pub(super) fn pending_change<'a>(app: &App, label: &'a str, write: &PendingWrite) -> Option<ToastText<'a>> {
    if write.kind != WriteKind::Update {
        return None;
    }
    let field_text = |fields: &Fields, name: &str| {
        let text = fields.touches(name).then(|| fields.text(name))?;
        Some(text.unwrap_or_default().into_owned())
    };
    let both = |name| field_text(&write.base, name).zip(field_text(&write.fields, name));
    match (both("status"), field_text(&write.fields, "responsable")) {
        (Some((from, to)), owner) => Some(status_change(app, label, (&from, &to), owner.as_deref())),
        (None, Some(_)) => {
            let (from, to) = both("responsable")?;
            Some(owner_change(app, label, (&from, &to)))
        }
        (None, None) => None,
    }
}

/// Builds the toast of a bulk change, with its target as for a single move.
pub(super) fn bulk_text<'a>(app: &App, count: usize, op: &BulkOp) -> ToastText<'a> {
    let messages = Messages::new(app.cx.lang());
    let text_with = |key: &str, to: Option<String>| {
        let to = MessageArg::from(to.unwrap_or_default());
        ToastText::without_subject(messages.with(key, &[("n", MessageArg::from(count)), ("to", to)]))
    };
    let status = |code: &str| vocabulary::deal_status(app.cx.lang(), code).into_owned();
    let owner = |name: &str| owner_text(messages, name);
    match op {
        BulkOp::Delete => text_with("toast-bulk-deletes", None).sending(SentAtEnd::Deletion),
        // Each deal has a different target.
        BulkOp::Adjacent { .. } => text_with("toast-bulk-begun", None).scheduled(),
        BulkOp::Status(code) => text_with("toast-bulk-to", Some(status(code))).scheduled(),
        BulkOp::Owner(name) => text_with("toast-bulk-to", Some(owner(name))).scheduled(),
        BulkOp::SwimlaneCell { status: code, owner: name } => {
            text_with("toast-bulk-to", Some(format!("{}, {}", status(code), owner(name)))).scheduled()
        }
    }
}

/// Returns the text of a partly failed bulk change: number done, and the first failure with its reason.
pub(super) fn bulk_failure_text(app: &App, done: usize, failed: usize) -> String {
    let messages = Messages::new(app.cx.lang());
    let counts = [("done", MessageArg::from(done)), ("failed", MessageArg::from(failed))];
    // A conflict is not a refusal.
    let conflicts = app.bulk_change.bulk().is_some_and(|bulk| bulk.counts().conflicts > 0);
    let Some((name, reason)) = crate::changes::bulk::view::first_failure(app) else {
        return messages.with("toast-bulk-failed", &counts);
    };
    let name = SafeText::line_within(&name, 40);
    let reason = SafeText::line_within(&lower_first(reason.trim_end_matches('.')), 80);
    let first = [("name", MessageArg::from(&name)), ("why", MessageArg::from(&reason))];
    let args: Vec<_> = counts.into_iter().chain(first).collect();
    messages.with(if conflicts { "toast-bulk-open-first" } else { "toast-bulk-failed-first" }, &args)
}
