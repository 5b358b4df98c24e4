//! The body of the deal panel.
//!
//! It shows name, pending writes, fields, KPIs and their consistency, notes, history and requests.

mod fields;
mod history;
mod kpi_checks;
pub mod panel;
mod sections;

use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::records::activity::view::writes::WriteView;

use crate::prelude::*;
use crate::widgets::{card, problem};

const PAD: f32 = 20.0;
const FIELD_HEIGHT: f32 = 29.0;

/// Returns the widget id of the name. It gets egui's focus when a deal is opened, so that screen readers announce it.
#[must_use]
pub fn name_id() -> egui::Id {
    egui::Id::unique("deal-name")
}

/// Draws the body from the top of the scroll area.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &DealView) {
    let width = ui.max_rect().width();
    let origin = ui.max_rect().min;
    let column =
        Rect::from_min_size(origin + vec2(PAD - 1.0, 0.0), vec2(width - 2.0 * PAD + 1.0, f32::INFINITY));
    let mut y = origin.y + 14.0;
    y = draw_title(ui, frame, view, column, y);
    for write in &view.writes {
        y = draw_pending_write(ui, frame, write, column, y) + 8.0;
    }
    if let Some(failure) = &view.problem {
        let painter = frame.painter(ui);
        let (corner, failure) = (pos2(column.left(), y + 4.0), failure.for_screen(frame.app.cx.screen()));
        y += problem::paint(&painter, corner, column.width(), frame.messages, &failure) + 16.0;
    }
    for line in &view.fields {
        fields::show(ui, frame, line, column.row(y, FIELD_HEIGHT));
        y += FIELD_HEIGHT;
        if !line.slowness_reason.is_empty() {
            y = fields::draw_age_reason(ui, frame, line, column, y) + 6.0;
        }
    }
    y = sections::draw_kpis(ui, frame, view, column, y + 18.0);
    y = kpi_checks::show(ui, frame, view, column, y);
    y = sections::draw_notes(ui, frame, view, column, y + 20.0);
    y = history::show(ui, frame, view, column, y + 20.0);
    y = sections::draw_requests(ui, frame, &view.requests, column, y + 20.0);
    ui.set_min_size(vec2(width, y + 24.0 - origin.y));
}

fn draw_title(ui: &Ui, frame: &FrameCtx<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let (painter, colors) = frame.painter_and_colors(ui);
    let corner = pos2(column.left(), y);
    let rect = painter.block(corner, column.width(), &view.name, TextStyle::name(), colors.text);
    let response = ui.named_area(rect, name_id(), Sense::FOCUSABLE, (Role::Heading, view.name.as_str()));
    // The ring is visible if a key opened the deal.
    if frame.state.panel.by_key && response.has_focus() {
        let line = rect.with_min_y(rect.bottom()).with_max_y(rect.bottom() + 2.0);
        painter.fill(line, 1, colors.focus_ring);
    }
    rect.bottom() + 10.0
}

/// Draws a pending write: its change, its state, and an undo button if possible.
fn draw_pending_write(ui: &mut Ui, frame: &mut FrameCtx<'_>, write: &WriteView, column: Rect, y: f32) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let is_blocked = matches!(write.mark, WriteMark::Rejected | WriteMark::Conflict);
    // Undo reverts the newest change. If that belongs to another deal, the button opens the outbox instead.
    let deal = frame.app.pipeline.opened_deal();
    let undo = write.is_scheduled && deal.is_some_and(|deal| frame.app.cx.undo_concerns_only(deal.as_str()));
    let label = frame.message(if undo { "button-undo" } else { "button-see" }).into_owned();
    let key_cap = if undo { frame.key_cap(ActionId::Undo) } else { String::new() };
    let button = Button::new(&label).with_key_cap(&key_cap).with_style(ButtonStyle::Link);
    let button_width = if write.is_scheduled || is_blocked { button.width(&painter) + 24.0 } else { 8.0 };
    let strong = TextStyle::small().with_weight(FontWeight::SemiBold);
    let full_width =
        painter.text_width(&write.text, strong) + 8.0 + painter.text_width(&write.state, TextStyle::small());
    // If one line is too short, use two: truncated changes or reasons would be useless.
    let two = full_width > column.width() - 32.0 - button_width;
    let row_height = if two { 50.0 } else { 32.0 };
    let rect = column.row(y, row_height);
    let (background, ink_mark) = if is_blocked {
        (theme.band_colors.alert_soft, theme.band_colors.alert)
    } else {
        (colors.accent_soft, colors.accent_text)
    };
    let edge = if theme.has_borders() { theme.hairline(ink_mark) } else { Stroke::NONE };
    painter.bordered_box(rect, theme.tokens.radius.button, background, edge);
    painter.sized_icon(rect.near_left(17.0), card::write_icon(write.mark), 14.0, ink_mark);
    // The panel replaces the toast of this change; hovering pauses the countdown as it does for the toast.
    let toast = frame.app.activity.undo_toast(&frame.app.cx).filter(|_| undo && frame.is_uncovered());
    if toast.is_some() && ui.clip_rect().contains_rect(rect) {
        frame.hidden_toast = toast;
    }
    if ui.rect_contains_pointer(rect) {
        frame.hovered_toast = toast.or(frame.hovered_toast);
    }
    let salt = ("write", write.id.0);
    ui.hover_area(
        rect.with_max_x(rect.left() + 28.0),
        salt,
        Role::Label,
        &format!("{} – {}", write.text, write.state),
    );
    let mut right = rect.right() - 8.0;
    if write.is_scheduled || is_blocked {
        let width = button.width(&painter) + 8.0;
        let button_rect = rect_at(right - width, rect.center().y - 13.0, width, 26.0);
        let response = button.show(ui, theme, ui.scope_id().with((salt, "do")), button_rect);
        if response.has_focus() {
            frame.hovered_toast = toast.or(frame.hovered_toast);
        }
        if response.clicked() {
            if undo {
                frame.request_command(ActionId::Undo);
            } else {
                frame.request(Action::FocusWrite(write.id));
                frame.request(Action::Show(Screen::Activity));
            }
        }
        right = button_rect.left() - 8.0;
    }
    let row = rect.after(32.0).with_max_x(right);
    let (first, second) = if two {
        let line = |top: f32| Rect::from_x_y_ranges(row.x_range(), top..=top + 18.0);
        (line(rect.top() + 7.0), line(rect.top() + 25.0))
    } else {
        (row, row)
    };
    let text = painter.left(first, &write.text, strong, colors.text);
    let state = if two { second } else { second.with_min_x(text.right() + 8.0) };
    painter.left(state, &write.state, TextStyle::small(), colors.text_secondary);
    rect.bottom()
}

/// Draws the header of a section. Returns the top of its content.
fn draw_section_header(ui: &Ui, frame: &FrameCtx<'_>, column: Rect, y: f32, texts: [&str; 3]) -> f32 {
    let [title, note, right] = texts;
    let (painter, colors) = frame.painter_and_colors(ui);
    let row = column.row(y, 20.0);
    let end = painter.right(row, right, TextStyle::small(), colors.text_tertiary).left();
    let text = painter.left(
        row.with_max_x(end - 8.0),
        title,
        TextStyle::body().with_weight(FontWeight::SemiBold),
        colors.text,
    );
    ui.hover_area(text, ("section", title.to_owned()), Role::Heading, title);
    painter.left(
        row.with_min_x(text.right() + 8.0).with_max_x(end - 8.0),
        note,
        TextStyle::small(),
        colors.text_tertiary,
    );
    row.bottom() + 8.0
}
