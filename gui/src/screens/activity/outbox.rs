//! Outbox entries, pending or blocked: their change, their state and their actions.
//!
//! The actions are in the entry's row, in its menu and, for a rejected write, below its reason.

use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::model::pending_write::WriteKind;

use super::{conflict, draw_subject};
use crate::prelude::*;
use crate::widgets::{card, problem};

/// Height of a palette entry.
const ROW_HEIGHT: f32 = 52.0;
/// Height of the buttons below a reason.
const BUTTONS_HEIGHT: f32 = 48.0;
/// Left edge of the text, after the state icon.
const TEXT_X: f32 = 48.0;

/// Draws the entries below `y` in `column`. Returns their bottom edge.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &ActivityView, column: Rect, y: f32) -> f32 {
    let (painter, colors) = frame.painter_and_colors(ui);
    let mut bottom = y;
    for (at, write) in view.writes.iter().enumerate() {
        let focused = view.focused == Some(at);
        if at > 0 {
            painter.horizontal_line(column.x_range(), bottom + 0.5, colors.border);
        }
        bottom = draw_entry(ui, frame, write, focused, column.row(bottom, ROW_HEIGHT));
    }
    bottom
}

fn draw_entry(ui: &mut Ui, frame: &mut FrameCtx<'_>, write: &WriteView, focused: bool, rect: Rect) -> f32 {
    let id = Id::unique(("write", write.id.0));
    let response = ui.item_area(rect, id, focused);
    let a11y_text = format!("{} – {} – {}", write.subject, write.text, write.state);
    set_a11y_choice(&response, Role::ListItem, true, focused, &a11y_text);
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    frame.follow_focus(&response, focused);
    let is_followed = focused && matches!(frame.app.cx.overlay(), Overlay::None);
    if is_followed && frame.state.activity.focused_write.replace(write.id.0) != Some(write.id.0) {
        response.scroll_to_me(None);
    }
    painter.hover_fill(rect.shrink(1.0), 0, &response);
    if focused {
        painter.inner.rect_stroke(rect.shrink(2.0), 4.0, theme.focus_ring(), StrokeKind::Inside);
    }
    let is_blocked = matches!(write.mark, WriteMark::Rejected | WriteMark::Conflict);
    let color = card::write_color(&painter, write.mark);
    painter.icon(rect.near_left(24.0), card::write_icon(write.mark), color);
    let right = if focused {
        let text_width = painter.text_width(&write.subject, TextStyle::body())
            + painter.text_width(&write.text, TextStyle::body())
            + 10.0;
        let state = painter.text_width(&write.time, TextStyle::small())
            + painter.text_width(&write.state, TextStyle::small())
            + 8.0;
        // Below a reason, the same buttons have labels.
        let content = if write.problem.is_some() { f32::INFINITY } else { text_width.max(state) + 68.0 };
        draw_buttons(ui, frame, rect, write_buttons(frame, write), ("row", content)) - 8.0
    } else {
        rect.right() - 16.0
    };
    let row = |y: f32| rect_at(rect.left() + TEXT_X, rect.top() + y, right - rect.left() - 56.0, 18.0);
    draw_subject(&painter, row(8.0), &write.subject, &write.text);
    let state = if is_blocked { color } else { colors.text_tertiary };
    let (small, time) = (TextStyle::small(), format!("{}  ", write.time));
    painter.text_runs(row(27.0), &[(&time, small, colors.text_tertiary), (&write.state, small, state)]);
    // The menu applies to this write, so focus it first.
    if response.clicked() || response.secondary_clicked() {
        frame.request(Action::FocusWrite(write.id));
    }
    input_queue::context_menu(&response).show(|ui| context_menu::write_menu(ui, frame, write));
    match (&write.problem, &write.conflict, focused) {
        (_, Some(sides), true) => conflict::show(ui, frame, rect, sides),
        (Some(failure), _, true) => {
            let at = pos2(rect.left() + TEXT_X, rect.bottom() + 4.0);
            let width = rect.width() - 72.0;
            let problem_height = problem::paint(&painter, at, width, frame.messages, failure);
            let text_width = Rect::from_min_size(at, vec2(width, problem_height));
            let failure_text = failure.for_support(frame.messages);
            let _response = ui.named_area(
                text_width,
                id.with("reason"),
                Sense::hover(),
                (Role::Label, failure_text.trim_end()),
            );
            let row = rect_at(rect.left(), at.y + problem_height + 4.0, rect.width() - 4.0, BUTTONS_HEIGHT);
            draw_buttons(ui, frame, row, write_buttons(frame, write), ("foot", TEXT_X));
            row.bottom()
        }
        _ => rect.bottom(),
    }
}

/// Returns the buttons of the focused write.
fn write_buttons(frame: &FrameCtx<'_>, write: &WriteView) -> Vec<(ActionId, Button<'static>)> {
    let rejected = write.problem.is_some();
    // A rejected creation can be opened again with its input, to correct it.
    let mends = rejected
        && frame.app.activity.focused_write(&frame.app.cx).is_some_and(|it| it.kind == WriteKind::Create);
    // A conflict is decided below its fields; discarding the write means accepting the server's value.
    let sends = write.conflict.is_none();
    let all = [
        rejected.then_some((ActionId::Copy, Icon::Copy, ButtonStyle::Ghost, Some("error-copy"))),
        mends.then_some((ActionId::Open, Icon::Edit, ButtonStyle::Default, Some("button-edit"))),
        sends.then_some((ActionId::RetryWrite, Icon::Refresh, ButtonStyle::Default, None)),
        sends.then_some((ActionId::DiscardWrite, Icon::Trash, ButtonStyle::Ghost, None)),
    ];
    let to_button = |(id, icon, style, label): (ActionId, Icon, ButtonStyle, Option<&str>)| {
        let button = frame.button(id).with_icon(icon).with_style(style);
        (
            id,
            match label {
                Some(key) => button.with_label(frame.message(key).into_owned()),
                None => button,
            },
        )
    };
    all.into_iter().flatten().map(to_button).collect()
}

/// Draws the buttons of a write in a row. They have labels if these fit beside content of a width. Returns their left
/// edge.
fn draw_buttons(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    row: Rect,
    buttons: Vec<(ActionId, Button<'_>)>,
    (salt, content_width): (&'static str, f32),
) -> f32 {
    let painter = frame.painter(ui);
    let width: f32 = buttons.iter().map(|(_, button)| button.width(&painter) + 8.0).sum();
    let level = if content_width + width > row.width() { 2 } else { 0 };
    let end = row.near_right(12.0);
    let buttons = buttons.into_iter().map(|(id, button)| ((salt, id), button.reduced(level)));
    let buttons = ButtonRow::ending_at(ui, &painter, (end, 8.0), buttons);
    buttons.show(ui, frame);
    buttons.left_edge(end.x)
}
