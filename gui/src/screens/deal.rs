//! The body of the deal panel.
//!
//! It shows name, pending writes, fields, KPIs and their consistency, notes, history and requests.

mod fields;
mod history;
mod kpi_checks;
pub mod panel;
mod sections;

use egui::{Align, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::presentation::write_mark::WriteMark;
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, card, problem};

const PAD: f32 = 20.0;
const FIELD_HEIGHT: f32 = 29.0;

/// Returns the widget id of the name. It gets egui's focus when a deal is opened, so that screen readers announce it.
#[must_use]
pub fn name_id() -> egui::Id {
    egui::Id::unique("deal-name")
}

/// Draws the body from the top of the scroll area. `ringed` is true if the focus on the name is to be visible.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    view: &DealView,
    (unfolded, ringed): (&mut bool, bool),
) {
    let width = ui.max_rect().width();
    let origin = ui.max_rect().min;
    let column = Rect::from_min_size(
        origin + vec2(PAD - 1.0, 0.0),
        vec2(width - 2.0 * PAD + 1.0, f32::INFINITY),
    );
    let mut y = origin.y + 14.0;
    y = draw_title(ui, pass, view, column, y, ringed);
    for write in &view.writes {
        y = draw_pending_write(ui, pass, write, column, y) + 8.0;
    }
    if let Some(failure) = &view.problem {
        let pen = Painter::new(ui.painter(), pass.theme);
        y += problem::paint(
            &pen,
            pos2(column.left(), y + 4.0),
            column.width(),
            pass.messages,
            &failure.for_screen(pass.app.cx.screen()),
        ) + 16.0;
    }
    for line in &view.fields {
        fields::show(
            ui,
            pass,
            line,
            Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), FIELD_HEIGHT)),
        );
        y += FIELD_HEIGHT;
        if !line.staleness_reason.is_empty() {
            y = fields::draw_age_reason(ui, pass, line, column, y) + 6.0;
        }
    }
    y = sections::draw_kpis(ui, pass, view, column, y + 18.0);
    y = kpi_checks::show(ui, pass, view, column, y);
    y = sections::draw_notes(ui, pass, view, column, y + 20.0);
    y = history::show(ui, pass, view, column, y + 20.0);
    y = sections::draw_requests(ui, pass, &view.requests, column, y + 20.0, unfolded);
    ui.set_min_size(vec2(width, y + 24.0 - origin.y));
}

fn draw_title(ui: &Ui, pass: &FrameCtx<'_>, view: &DealView, column: Rect, y: f32, ringed: bool) -> f32 {
    let pen = Painter::new(ui.painter(), pass.theme);
    let rect = pen.block(
        pos2(column.left(), y),
        column.width(),
        &view.name,
        TextStyle::name(),
        pass.theme.colors.text,
    );
    let response = ui.interact(rect, name_id(), Sense::FOCUSABLE);
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, view.name.as_str()));
    if ringed && response.has_focus() {
        pen.fill(
            rect.with_min_y(rect.bottom()).with_max_y(rect.bottom() + 2.0),
            1,
            pass.theme.colors.focus_ring,
        );
    }
    rect.bottom() + 10.0
}

/// Gives a painted area an accessible name.
fn add_label(ui: &Ui, rect: Rect, salt: impl egui::AsIdSalt, role: Role, text: &str) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(salt), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(role, true, text));
    response
}

/// Draws a pending write: its change, its state, and an undo button if possible.
fn draw_pending_write(ui: &mut Ui, pass: &mut FrameCtx<'_>, write: &WriteView, column: Rect, y: f32) -> f32 {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let parked = matches!(write.mark, WriteMark::Refused | WriteMark::Conflict);
    // Undo reverts the newest change. If that belongs to another deal, the button opens the outbox instead.
    let deal = pass.app.pipeline.opened_deal();
    let undo = write.is_scheduled && deal.is_some_and(|deal| pass.app.cx.undo_concerns_only(deal.as_str()));
    let label = pass
        .message(if undo { "button-undo" } else { "button-see" })
        .into_owned();
    let cap = if undo {
        pass.key_cap(ActionId::Undo)
    } else {
        String::new()
    };
    let button = Button::new(&label)
        .with_key_cap(&cap)
        .with_style(ButtonStyle::Link);
    let taken = if write.is_scheduled || parked {
        button.width(&pen) + 24.0
    } else {
        8.0
    };
    let strong = TextStyle::small().with_weight(FontWeight::SemiBold);
    let whole = pen.text_width(&write.text, strong) + 8.0 + pen.text_width(&write.state, TextStyle::small());
    // If one line is too short, use two: truncated changes or reasons would be useless.
    let two = whole > column.width() - 32.0 - taken;
    let high = if two { 50.0 } else { 32.0 };
    let rect = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), high));
    let (ground, ink_mark) = if parked {
        (look.band_colors.alert_soft, look.band_colors.alert)
    } else {
        (ink.accent_soft, ink.accent_text)
    };
    let edge = if look.has_borders() {
        look.hairline(ink_mark)
    } else {
        egui::Stroke::NONE
    };
    pen.bordered_box(rect, look.tokens.radius.button, ground, edge);
    pen.sized_icon(
        pos2(rect.left() + 17.0, rect.center().y),
        card::write_icon(write.mark),
        14.0,
        ink_mark,
    );
    // The panel replaces the toast of this change; hovering pauses the countdown as it does for the toast.
    let toast = pass
        .app
        .bulk_change
        .undo_toast(&pass.app.activity, &pass.app.cx)
        .filter(|_| undo && pass.is_uncovered());
    if toast.is_some() && ui.clip_rect().contains_rect(rect) {
        pass.hidden_toast = toast;
    }
    if ui.rect_contains_pointer(rect) {
        pass.hovered_toast = toast.or(pass.hovered_toast);
    }
    let salt = ("write", write.id.0);
    add_label(
        ui,
        rect.with_max_x(rect.left() + 28.0),
        salt,
        Role::Label,
        &format!("{} – {}", write.text, write.state),
    );
    let mut right = rect.right() - 8.0;
    if write.is_scheduled || parked {
        let wide = button.width(&pen) + 8.0;
        let place = Rect::from_min_size(pos2(right - wide, rect.center().y - 13.0), vec2(wide, 26.0));
        let response = button.show(ui, look, ui.scope_id().with((salt, "do")), place);
        if response.has_focus() {
            pass.hovered_toast = toast.or(pass.hovered_toast);
        }
        if response.clicked() {
            if undo {
                pass.request_command(ActionId::Undo);
            } else {
                pass.request(Action::FocusWrite(write.id));
                pass.request(Action::Show(Screen::Activity));
            }
        }
        right = place.left() - 8.0;
    }
    let row = rect.with_min_x(rect.left() + 32.0).with_max_x(right);
    let (first, second) = if two {
        let line = |top: f32| Rect::from_x_y_ranges(row.x_range(), top..=top + 18.0);
        (line(rect.top() + 7.0), line(rect.top() + 25.0))
    } else {
        (row, row)
    };
    let text = pen.text(first, Align::Min, &write.text, strong, ink.text);
    let state = if two {
        second
    } else {
        second.with_min_x(text.right() + 8.0)
    };
    pen.text(
        state,
        Align::Min,
        &write.state,
        TextStyle::small(),
        ink.text_secondary,
    );
    rect.bottom()
}

/// Draws the header of a section. Returns the top of its content.
fn draw_section_header(ui: &Ui, pass: &FrameCtx<'_>, column: Rect, y: f32, words: [&str; 3]) -> f32 {
    let ink = &pass.theme.colors;
    let [title, beside, right] = words;
    let pen = Painter::new(ui.painter(), pass.theme);
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 20.0));
    let end = pen
        .text(row, Align::Max, right, TextStyle::small(), ink.text_tertiary)
        .left();
    let text = pen.text(
        row.with_max_x(end - 8.0),
        Align::Min,
        title,
        TextStyle::body().with_weight(FontWeight::SemiBold),
        ink.text,
    );
    add_label(ui, text, ("section", title.to_owned()), Role::Heading, title);
    pen.text(
        row.with_min_x(text.right() + 8.0).with_max_x(end - 8.0),
        Align::Min,
        beside,
        TextStyle::small(),
        ink.text_tertiary,
    );
    row.bottom() + 8.0
}
