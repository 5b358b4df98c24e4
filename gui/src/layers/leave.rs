//! The question before a window closes while writes wait. They are kept whatever the answer is; what is asked is whether
//! they may leave later.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::view::text::{Arg, Clean};

use crate::pass::Pass;
use crate::theme::Face;
use crate::widgets::{Button, Kind, Pen};

/// How far the question is.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeavePlace {
    /// It is being asked.
    pub asking: bool,
    /// The answer was to close.
    pub sure: bool,
    focused: bool,
}

/// Draws the question.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, place: &mut LeavePlace) {
    let waiting: Vec<_> = pass
        .app
        .snapshot()
        .writes
        .iter()
        .filter(|write| !write.parked())
        .collect();
    let title = pass.words.with("leave-title", &[("n", Arg::from(waiting.len()))]);
    let names: Vec<String> = waiting
        .iter()
        .take(3)
        .map(|write| Clean::line_of(&write.label, 60).to_string())
        .filter(|name| !name.is_empty())
        .collect();
    let note = pass
        .word(if pass.app.options().demo {
            "leave-demo"
        } else {
            "leave-kept"
        })
        .into_owned();
    let rect = super::place(ui, pass, 440.0, 126.0 + names.len() as f32 * 22.0);
    super::over(ui, pass, &title, rect, |ui, pass| {
        let pen = Pen::new(ui.painter(), pass.look);
        let ink = &pass.look.ink;
        let row = |y: f32, height: f32| {
            Rect::from_min_size(
                pos2(rect.left() + 20.0, rect.top() + y),
                vec2(rect.width() - 40.0, height),
            )
        };
        pen.text(row(16.0, 24.0), Align::Min, &title, Face::heading(), ink.text);
        for (at, name) in names.iter().enumerate() {
            let line = row(46.0 + at as f32 * 22.0, 20.0);
            pen.text(line, Align::Min, name, Face::strong(), ink.text);
        }
        let under = row(48.0 + names.len() as f32 * 22.0, 20.0);
        pen.text(under, Align::Min, &note, Face::small(), ink.text_secondary);
        let response = ui.interact(under, ui.scope_id().with("note"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Alert, true, format!("{title} – {note}")));
        let (close, stay) = (
            pass.word("leave-close").into_owned(),
            pass.word("leave-stay").into_owned(),
        );
        let mut x = rect.right() - 20.0;
        for (n, button) in [Button::new(&stay).kind(Kind::Primary), Button::new(&close)]
            .into_iter()
            .enumerate()
        {
            let wide = button.width(&pen);
            let at = Rect::from_min_size(pos2(x - wide, rect.bottom() - 44.0), vec2(wide, 28.0));
            let response = button.show(ui, pass.look, ui.scope_id().with(("answer", n)), at);
            if n == 0 && !place.focused {
                response.request_focus();
                place.focused = true;
            }
            if response.clicked() {
                place.asking = false;
                place.sure = n == 1;
            }
            x = at.left() - 8.0;
        }
    });
    if !place.asking {
        place.focused = false;
    }
}
