//! Repeated notifications: each kind with its count and a bar per hour or day, latest at the right.
//!
//! A click filters the list by that kind.

use egui::accesskit::Role as Part;
use egui::{Align, Id, Rect, Role, Sense, Ui, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::screens::inbox::panes::KINDS;
use encours_core::app::screens::inbox::view::frequency::{FrequencyLine, FrequencyView};
use encours_core::app::shell::action::Action;

use super::super::{UiState, lists};
use crate::frame_ctx::FrameCtx;
use crate::theme::TextStyle;
use crate::widgets::{Painter, TooltipExt, set_a11y_choice};

/// Maximum number of kinds.
const MAX_KINDS: usize = 7;
/// Height of a line.
pub(super) const LINE_HEIGHT: f32 = 30.0;
/// Height of the highest bar.
const MAX_BAR_HEIGHT: f32 = 18.0;
/// Width of a count, including the gap to the bars.
const COUNT_WIDTH: f32 = 26.0;
/// Maximum share of the width for the bars.
const MAX_CHART_SHARE: f32 = 0.42;

/// Additional height of a line with two rows.
const SECOND_ROW_HEIGHT: f32 = 14.0;

/// Returns the height of the pane for a number of rows per line.
pub(super) fn height(view: &FrequencyView, rows: usize) -> f32 {
    lists::TITLE_HEIGHT + view.lines.len().clamp(1, MAX_KINDS) as f32 * line_height(rows) + 10.0
}

fn line_height(rows: usize) -> f32 {
    if rows > 1 {
        LINE_HEIGHT + SECOND_ROW_HEIGHT
    } else {
        LINE_HEIGHT
    }
}

/// Returns whether one row would truncate a name in a pane of this width.
pub(super) fn needs_two_rows(pen: &Painter<'_>, view: &FrequencyView, wide: f32) -> bool {
    let line = Rect::from_min_size(pos2(0.0, 0.0), vec2(wide - 10.0, LINE_HEIGHT));
    let mut shown = view.lines.iter().take(MAX_KINDS);
    shown.any(|line_of| {
        let place = BurstLayout::new(pen, line, line_of);
        pen.text_width(&line_of.label, TextStyle::body()) > place.name_rect.width()
    })
}

/// Layout of a line.
struct BurstLayout {
    /// Area of the name.
    name_rect: Rect,
    /// Left edge of the bars, and distance between them.
    bars_x: f32,
    bar_pitch: f32,
}

impl BurstLayout {
    fn new(pen: &Painter<'_>, rect: Rect, line: &FrequencyLine) -> Self {
        let inner = rect.shrink2(vec2(10.0, 0.0));
        let count = pen.text_width(&line.count, TextStyle::strong()) + 8.0;
        let chart = inner.with_max_x(inner.right() - COUNT_WIDTH.max(count));
        let bar_pitch = (chart.width() * MAX_CHART_SHARE / line.heights.len().max(1) as f32).clamp(3.0, 9.0);
        let bars_x = chart.right() - bar_pitch * line.heights.len() as f32;
        Self {
            name_rect: inner.with_max_x(bars_x - 10.0),
            bars_x,
            bar_pitch,
        }
    }
}

/// Draws the pane.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    rect: Rect,
    view: &FrequencyView,
    rows: usize,
) {
    let high = line_height(rows);
    let body = lists::draw_pane(ui, pass, rect, &view.title, &view.note, view.focused);
    let ui = super::super::labelled_part(ui, body, "kinds", Part::List, &view.title);
    if view.lines.is_empty() {
        lists::draw_empty_state(&ui, pass, body.shrink2(vec2(14.0, 10.0)), &view.empty);
        return;
    }
    let fit = ((body.height() - 8.0) / high).floor().max(1.0) as usize;
    // Keep the focused kind visible; without focus, start with the most frequent ones.
    let at = view.lines.iter().position(|line| line.selected).unwrap_or(0);
    let first = if view.focused {
        (at + 1).saturating_sub(fit)
    } else {
        0
    };
    for (place, (at, line)) in view.lines.iter().enumerate().skip(first).take(fit).enumerate() {
        let corner = body.min + vec2(4.0, 4.0 + place as f32 * high);
        let row = Rect::from_min_size(corner, vec2(body.width() - 8.0, high));
        draw_line(&ui, pass, places, row, at, line, view.focused);
    }
}

fn draw_line(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    rect: Rect,
    at: usize,
    line: &FrequencyLine,
    focused: bool,
) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let id = Id::unique(("kind", at));
    let here = line.selected && focused;
    let sense = if here {
        Sense::CLICK | Sense::FOCUSABLE
    } else {
        Sense::CLICK
    };
    let response = ui.interact(rect, id, sense);
    set_a11y_choice(&response, Role::ListItem, true, here, &line.a11y_text);
    if here && matches!(pass.app.cx.layer(), Layer::None) {
        places.roving_focus = Some(id);
        if places.by_key {
            response.request_focus();
        }
    }
    let pen = Painter::new(ui.painter(), look);
    pen.row_background(rect, here, focused, response.hovered());
    let BurstLayout {
        name_rect: name,
        bars_x: start,
        bar_pitch: pitch,
    } = BurstLayout::new(&pen, rect, line);
    let inner = rect.shrink2(vec2(10.0, 0.0));
    pen.text(inner, Align::Max, &line.count, TextStyle::strong(), ink.text);
    let foot = rect.center().y + MAX_BAR_HEIGHT / 2.0;
    for (place, height) in line.heights.iter().enumerate() {
        let x = start + place as f32 * pitch;
        // A nonzero count always gets a visible bar.
        let tall = if *height > 0.0 {
            (MAX_BAR_HEIGHT * height).max(4.0)
        } else {
            1.0
        };
        let color = if *height > 0.0 { ink.bar } else { ink.border_strong };
        let bar = Rect::from_min_max(pos2(x, foot - tall), pos2(x + pitch - 1.0, foot));
        pen.fill(bar, 0, color);
    }
    let rows = if rect.height() > LINE_HEIGHT { 2 } else { 1 };
    let words = pen.layout_wrapped(&line.label, TextStyle::body(), ink.text, name.width(), rows);
    let cut = words.elided;
    if rows > 1 {
        let top = name.center().y - words.size().y / 2.0;
        pen.inner.galley(pos2(name.left(), top), words, ink.text);
    } else {
        pen.text(name, Align::Min, &line.label, TextStyle::body(), ink.text);
    }
    let response = if cut && pass.is_uncovered() {
        response.tooltip(&line.a11y_text)
    } else {
        response
    };
    if response.clicked() {
        pass.request(Action::FocusLine {
            pane: KINDS,
            line: at,
        });
        pass.request_command(ActionId::Open);
    }
}
