//! Toast texts of the user's changes: old and new value, or the result of a bulk change.

use crate::contract::patch::Fields;
use crate::foundation::cx::bulk_row::BulkVerb;
use crate::foundation::presentation::frame::in_a_sentence;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};
use crate::tools::toasts::view::said::{Leaves, Said};
use crate::vocabulary;

/// Returns the owner's name for a toast; no owner has a text of its own.
fn named(words: &'static Words, owner: &str) -> String {
    match owner {
        "" => words.get("owner-none").into_owned(),
        owner => Clean::line_of(owner, 40).to_string(),
    }
}

/// Builds the toast of an owner change.
pub(super) fn given<'a>(app: &App, label: &'a str, (from, to): (&str, &str)) -> Said<'a> {
    let words = Words::new(app.cx.lang());
    let args = [
        ("from", Arg::from(named(words, from))),
        ("to", Arg::from(named(words, to))),
    ];
    Said::about(label, words.with("toast-given", &args))
}

/// Builds the toast of a move, with the new owner if it changed too.
pub(super) fn moved<'a>(
    app: &App,
    label: &'a str,
    (from, to): (&str, &str),
    owner: Option<&str>,
) -> Said<'a> {
    let words = Words::new(app.cx.lang());
    let from = vocabulary::deal_status_short(app.cx.lang(), from);
    let to = vocabulary::deal_status(app.cx.lang(), to);
    let mut args = vec![("from", Arg::from(from)), ("to", Arg::from(to))];
    let Some(owner) = owner else {
        return Said::about(label, words.with("toast-moved-from", &args));
    };
    // Both values form one change, and undo reverts both.
    args.push(("owner", Arg::from(named(words, owner))));
    Said::about(label, words.with("toast-moved-owner", &args))
}

/// Builds the toast of a pending update, with old and new value; `None` if they are unknown.
pub(super) fn changed<'a>(app: &App, label: &'a str, write: &PendingWrite) -> Option<Said<'a>> {
    if write.kind != WriteKind::Update {
        return None;
    }
    let of = |fields: &Fields, name: &str| {
        let text = fields.touches(name).then(|| fields.text(name))?;
        Some(text.unwrap_or_default().into_owned())
    };
    let both = |name| of(&write.base, name).zip(of(&write.fields, name));
    match (both("status"), of(&write.fields, "responsable")) {
        (Some((from, to)), owner) => Some(moved(app, label, (&from, &to), owner.as_deref())),
        (None, Some(_)) => {
            let (from, to) = both("responsable")?;
            Some(given(app, label, (&from, &to)))
        }
        (None, None) => None,
    }
}

/// Builds the toast of a bulk change, with its target as for a single move.
pub(super) fn bulk<'a>(app: &App, count: usize, verb: &BulkVerb) -> Said<'a> {
    let words = Words::new(app.cx.lang());
    let told = |key: &str, to: Option<String>| {
        let to = Arg::from(to.unwrap_or_default());
        Said::text(words.with(key, &[("n", Arg::from(count)), ("to", to)]))
    };
    let status = |code: &str| vocabulary::deal_status(app.cx.lang(), code).into_owned();
    let owner = |name: &str| named(words, name);
    match verb {
        BulkVerb::Delete => told("toast-bulk-deletes", None).leaving(Leaves::Deletion),
        // Each deal has a different target.
        BulkVerb::Beside { .. } => told("toast-bulk-begun", None).held(),
        BulkVerb::Status(code) => told("toast-bulk-to", Some(status(code))).held(),
        BulkVerb::Owner(name) => told("toast-bulk-to", Some(owner(name))).held(),
        BulkVerb::Lane {
            status: code,
            owner: name,
        } => told(
            "toast-bulk-to",
            Some(format!("{}, {}", status(code), owner(name))),
        )
        .held(),
    }
}

/// Returns the text of a partly failed bulk change: number done, and the first failure with its reason.
pub(super) fn bulk_failed(app: &App, done: usize, failed: usize) -> String {
    let words = Words::new(app.cx.lang());
    let counts = [("done", Arg::from(done)), ("failed", Arg::from(failed))];
    // A conflict is not a refusal.
    let conflicts = app
        .bulk_change
        .bulk()
        .is_some_and(|bulk| bulk.counts().conflicts > 0);
    let Some((name, why)) = crate::changes::bulk::view::first_failed(app) else {
        return words.with("toast-bulk-failed", &counts);
    };
    let name = Clean::line_of(&name, 40);
    let why = Clean::line_of(&in_a_sentence(why.trim_end_matches('.')), 80);
    let first = [("name", Arg::from(&name)), ("why", Arg::from(&why))];
    let args: Vec<_> = counts.into_iter().chain(first).collect();
    words.with(
        if conflicts {
            "toast-bulk-open-first"
        } else {
            "toast-bulk-failed-first"
        },
        &args,
    )
}
