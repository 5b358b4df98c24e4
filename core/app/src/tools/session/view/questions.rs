//! Prompts before an irreversible action. They cover deleting a deal, deletions scheduled in the last run, and quitting
//! with scheduled writes. Each states the consequences, names what it affects in full, and lists its answers.

use crate::foundation::presentation::hold_countdown::deletion_is_held;
use crate::foundation::presentation::sheet_view::{Mark, SheetLine, SheetView};
use crate::model::pending_write::PendingWrite;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};

fn line(label: &str) -> SheetLine {
    SheetLine {
        mark: Mark::None,
        label: Clean::line(label),
        note: Clean::line(""),
        cells: None,
        selected: false,
        enabled: true,
    }
}

/// Builds the prompt before a deal is deleted.
pub(crate) fn delete(app: &App) -> Option<SheetView> {
    let words = Words::new(app.cx.lang());
    let label = app.deletion.armed_deletion(&app.cx)?;
    let name = if label.is_empty() {
        Clean::line(&words.get("deal-unnamed"))
    } else {
        Clean::line(label)
    };
    Some(SheetView::whole(
        words.get("delete-title").into_owned(),
        vec![name.to_string(), deletion_is_held(&app.cx)],
        vec![line(&words.get("delete-go")), line(&words.get("delete-keep"))],
    ))
}

/// Returns the first names of `n` writes, and the number of further ones. Formats only the shown names, because there
/// may be many thousands.
fn named<'a>(writes: impl Iterator<Item = &'a PendingWrite>, n: usize) -> Option<String> {
    const NAMED: usize = 3;
    let mut names: Vec<String> = writes
        .map(|write| Clean::line_of(&write.label, 60).to_string())
        .filter(|name| !name.is_empty())
        .take(NAMED)
        .collect();
    let more = n.saturating_sub(names.len());
    if names.is_empty() {
        return None;
    }
    if more > 0 {
        names.push(format!("+{more}"));
    }
    Some(names.join(" · "))
}

/// Builds the prompt at startup about deletions scheduled in the last run.
pub(crate) fn kept_deletions(app: &App) -> SheetView {
    let words = Words::new(app.cx.lang());
    let n = app.cx.held_deletions().count();
    let count = [("n", Arg::from(n))];
    let mut said: Vec<String> = named(app.cx.held_deletions(), n).into_iter().collect();
    let hold = [("s", Arg::from(app.cx.options().hold_delete.as_secs()))];
    said.push(words.with("kept-deletions-what", &hold));
    SheetView::whole(
        words.with("kept-deletions-title", &count),
        said,
        vec![
            line(&words.get("delete-go")),
            line(&words.with("kept-deletions-keep", &count)),
        ],
    )
}

/// Builds the prompt before quitting.
pub(crate) fn leave(app: &App) -> SheetView {
    let words = Words::new(app.cx.lang());
    let (held, waiting) = (app.cx.held(), app.cx.left_waiting().count());
    let conflicts = app.cx.conflicts();
    let (title, what) = match (held, waiting, app.cx.could_send()) {
        (0, 0, _) => ("leave-title-conflicts", "leave-what-conflicts"),
        (0, ..) => ("leave-title-waiting", "leave-what-waiting"),
        (_, 0, true) => ("leave-title", "leave-what"),
        (_, 0, false) => ("leave-title", "leave-what-unsent"),
        (_, _, true) => ("leave-title-both", "leave-what-both"),
        (_, _, false) => ("leave-title-both", "leave-what-both-unsent"),
    };
    let writes = app.cx.left_held().chain(app.cx.left_waiting());
    let mut said: Vec<String> = if (held, waiting) == (0, 0) {
        named(app.cx.conflicted(), conflicts).into_iter().collect()
    } else {
        named(writes, held + waiting).into_iter().collect()
    };
    let planned = app.session.left_planned(&app.bulk_change, &app.cx);
    let alone = app.session.leaves_a_plan_alone(&app.bulk_change, &app.cx);
    let (title, what) = if alone {
        ("leave-title-plan", "leave-what-plan")
    } else {
        (title, what)
    };
    let what = if app.cx.options().demo { "leave-demo" } else { what };
    let count = [("n", Arg::from(conflicts))];
    if conflicts > 0 && (held, waiting) != (0, 0) {
        said.push(words.with("leave-conflicts", &count));
    }
    if planned > 0 && !alone {
        said.push(words.with("leave-plan", &[("n", Arg::from(planned))]));
    }
    said.push(words.get(what).into_owned());
    let n = match (held, waiting) {
        _ if alone => planned,
        (0, 0) => conflicts,
        (0, waiting) => waiting,
        (held, _) => held,
    };
    SheetView::whole(
        words.with(title, &[("n", Arg::from(n)), ("waiting", Arg::from(waiting))]),
        said,
        app.session
            .leave_answers(&app.bulk_change, &app.cx)
            .iter()
            .map(|answer| line(&words.get(answer.label_key())))
            .collect(),
    )
}
