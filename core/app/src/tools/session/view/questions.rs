//! Prompts before an irreversible action. They cover deleting a deal, deletions scheduled in the last run, and quitting
//! with scheduled writes. Each states the consequences, names what it affects in full, and lists its answers.

use crate::foundation::presentation::picker_view::{LineIcon, PickerLine, PickerView, picker_line};
use crate::foundation::presentation::send_countdown::deletion_undo_text;
use crate::model::pending_write::PendingWrite;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

fn answer_line(label: &str) -> PickerLine {
    picker_line(LineIcon::None, label, "")
}

/// Builds the prompt before a deal is deleted.
pub(crate) fn delete_prompt(app: &App) -> Option<PickerView> {
    let messages = Messages::new(app.cx.lang());
    let label = app.deletion.armed_deletion(&app.cx)?;
    let name =
        if label.is_empty() { SafeText::line(&messages.get("deal-unnamed")) } else { SafeText::line(label) };
    Some(PickerView::complete(
        messages.get("delete-title").into_owned(),
        vec![name.to_string(), deletion_undo_text(&app.cx)],
        vec![answer_line(&messages.get("delete-go")), answer_line(&messages.get("delete-keep"))],
    ))
}

/// Returns the first names of `n` writes, and the number of further ones. Formats only the shown names, because there
/// may be many thousands.
fn names_of_writes<'a>(writes: impl Iterator<Item = &'a PendingWrite>, n: usize) -> Option<String> {
    const NAMED: usize = 3;
    let mut names: Vec<String> = writes
        .map(|write| SafeText::line_within(&write.label, 60).to_string())
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
pub(crate) fn pending_deletions_prompt(app: &App) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let n = app.cx.scheduled_deletions().count();
    let count = [("n", MessageArg::from(n))];
    let mut lines: Vec<String> = names_of_writes(app.cx.scheduled_deletions(), n).into_iter().collect();
    let delay_args = [("s", MessageArg::from(app.cx.options().delete_undo_delay.as_secs()))];
    lines.push(messages.with("kept-deletions-what", &delay_args));
    PickerView::complete(
        messages.with("kept-deletions-title", &count),
        lines,
        vec![
            answer_line(&messages.get("delete-go")),
            answer_line(&messages.with("kept-deletions-keep", &count)),
        ],
    )
}

/// Builds the prompt before quitting.
pub(crate) fn quit_prompt(app: &App) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let (scheduled, waiting) = (app.cx.scheduled_count(), app.cx.unscheduled_writes().count());
    let conflicts = app.cx.conflict_count();
    let (title, text_key) = match (scheduled, waiting, app.cx.can_send_now()) {
        (0, 0, _) => ("leave-title-conflicts", "leave-what-conflicts"),
        (0, ..) => ("leave-title-waiting", "leave-what-waiting"),
        (_, 0, true) => ("leave-title", "leave-what"),
        (_, 0, false) => ("leave-title", "leave-what-unsent"),
        (_, _, true) => ("leave-title-both", "leave-what-both"),
        (_, _, false) => ("leave-title-both", "leave-what-both-unsent"),
    };
    let writes = app.cx.scheduled_writes().chain(app.cx.unscheduled_writes());
    let mut lines: Vec<String> = if (scheduled, waiting) == (0, 0) {
        names_of_writes(app.cx.conflicts(), conflicts).into_iter().collect()
    } else {
        names_of_writes(writes, scheduled + waiting).into_iter().collect()
    };
    let planned = app.session.planned_count(&app.bulk_change, &app.cx);
    let alone = app.session.is_plan_only_reason(&app.bulk_change, &app.cx);
    let (title, text_key) = if alone { ("leave-title-plan", "leave-what-plan") } else { (title, text_key) };
    let text_key = if app.cx.options().demo { "leave-demo" } else { text_key };
    let count = [("n", MessageArg::from(conflicts))];
    if conflicts > 0 && (scheduled, waiting) != (0, 0) {
        lines.push(messages.with("leave-conflicts", &count));
    }
    if planned > 0 && !alone {
        lines.push(messages.with("leave-plan", &[("n", MessageArg::from(planned))]));
    }
    lines.push(messages.get(text_key).into_owned());
    let n = match (scheduled, waiting) {
        _ if alone => planned,
        (0, 0) => conflicts,
        (0, waiting) => waiting,
        (scheduled, _) => scheduled,
    };
    PickerView::complete(
        messages.with(title, &[("n", MessageArg::from(n)), ("waiting", MessageArg::from(waiting))]),
        lines,
        app.session
            .quit_answers(&app.bulk_change, &app.cx)
            .iter()
            .map(|answer| answer_line(&messages.get(answer.label_key())))
            .collect(),
    )
}
