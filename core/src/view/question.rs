//! The questions before something that cannot be taken back: a deal is deleted, the program is left while writes are held.
//! Each says what would happen, names what it is about whole, and lists its answers.

use crate::app::{ActionId, App, Context};
use crate::engine::WriteState;
use crate::view::frame::key_text;
use crate::view::sheet::{Mark, SheetLine, SheetView};
use crate::view::text::{Arg, Clean, Words};

fn line(label: &str) -> SheetLine {
    SheetLine {
        mark: Mark::None,
        label: Clean::line(label),
        note: Clean::line(""),
        selected: false,
        enabled: true,
    }
}

/// The question before a deal is deleted.
pub(super) fn delete(app: &App) -> Option<SheetView> {
    let words = Words::new(app.lang());
    let label = app.armed_deletion()?;
    let name = if label.is_empty() {
        Clean::line(&words.get("deal-unnamed"))
    } else {
        Clean::line(label)
    };
    let key = |context, id| {
        let keys = app.options().keymap.keys(context, id);
        keys.first()
            .map_or_else(String::new, |key| key_text(app, &key.to_string()))
    };
    let args = [
        ("s", Arg::from(app.options().hold_delete.as_secs())),
        ("key", Arg::from(key(Context::Screens, ActionId::Undo))),
    ];
    Some(SheetView::whole(
        words.get("delete-title").into_owned(),
        vec![name.to_string(), words.with("delete-final", &args)],
        vec![line(&words.get("delete-go")), line(&words.get("delete-keep"))],
    ))
}

/// The question before the program is left.
pub(super) fn leave(app: &App) -> SheetView {
    const NAMED: usize = 3;
    let words = Words::new(app.lang());
    let n = app.held();
    let writes = &app.snapshot().writes;
    let held = writes
        .iter()
        .filter(|write| matches!(write.state, WriteState::Held { .. }));
    // As many as are shown: there may be many thousand more.
    let mut names: Vec<String> = held
        .map(|write| Clean::line_of(&write.label, 60).to_string())
        .filter(|name| !name.is_empty())
        .take(NAMED)
        .collect();
    let more = n.saturating_sub(names.len());
    let mut said = Vec::new();
    if !names.is_empty() {
        if more > 0 {
            names.push(format!("+{more}"));
        }
        said.push(names.join(" · "));
    }
    said.push(if app.options().demo {
        words.get("leave-demo").into_owned()
    } else {
        words.get("leave-what").into_owned()
    });
    SheetView::whole(
        words.with("leave-title", &[("n", Arg::from(n))]),
        said,
        app.leave_answers()
            .iter()
            .map(|answer| line(&words.get(answer.label_key())))
            .collect(),
    )
}
