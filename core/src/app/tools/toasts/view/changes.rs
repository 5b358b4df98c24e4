//! Changes that a person made, in words: of one deal from what to what, of many what becomes of each.

use crate::app::foundation::cx::bulk_row::BulkVerb;
use crate::app::foundation::presentation::frame::in_a_sentence;
use crate::app::shell::app::App;
use crate::contract::patch::Fields;
use crate::engine::{PendingWrite, WriteKind};
use crate::text::{Arg, Clean, Words};
use crate::vocabulary;

use crate::app::tools::toasts::view::said::Leaves;
use crate::app::tools::toasts::view::said::Said;

/// An owner as a toast names them; nobody has a word of their own.
fn named(words: &'static Words, owner: &str) -> String {
    match owner {
        "" => words.get("owner-none").into_owned(),
        owner => Clean::line_of(owner, 40).to_string(),
    }
}

/// A deal that was given to somebody, or to nobody.
pub(super) fn given<'a>(app: &App, label: &'a str, (from, to): (&str, &str)) -> Said<'a> {
    let words = Words::new(app.cx.lang());
    let args = [
        ("from", Arg::from(named(words, from))),
        ("to", Arg::from(named(words, to))),
    ];
    Said::about(label, words.with("toast-given", &args))
}

/// A deal that was moved, and perhaps given along with that.
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
    // One change, told whole: undo takes both back.
    args.push(("owner", Arg::from(named(words, owner))));
    Said::about(label, words.with("toast-moved-owner", &args))
}

/// A change of a deal that waits, as the one that asked for it tells it: from what to what; `None` where it is not known.
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

/// A change of many deals: where to, as the move of one is told.
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
        // Each goes to another place.
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

/// A change of many deals that ended, and not all of them went through: how many did, and of the others the first with why.
pub(super) fn bulk_failed(app: &App, done: usize, failed: usize) -> String {
    let words = Words::new(app.cx.lang());
    let counts = [("done", Arg::from(done)), ("failed", Arg::from(failed))];
    // What met a conflict was not refused.
    let conflicts = app
        .bulk_change
        .bulk()
        .is_some_and(|bulk| bulk.counts().conflicts > 0);
    let Some((name, why)) = crate::app::changes::bulk::view::first_failed(app) else {
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
