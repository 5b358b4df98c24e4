//! Repeated notifications: each kind with its count and a bar per hour or day, latest at the right.
//!
//! A click filters the list by that kind.

use egui::accesskit::Role as Part;
use egui::{Align, Id, Rect, Role, Sense, Ui, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::screens::inbox::panes::KINDS;
use encours_core::app::screens::inbox::view::frequency::{BurstLine, BurstsView};
use encours_core::app::shell::action::Action;

use super::super::{Places, lists};
use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::{Pen, Tip, tell_choice};

/// Maximum number of kinds.
const SHOWN: usize = 7;
/// Height of a line.
pub(super) const LINE: f32 = 30.0;
/// Height of the highest bar.
const BAR: f32 = 18.0;
/// Width of a count, including the gap to the bars.
const COUNT: f32 = 26.0;
/// Maximum share of the width for the bars.
const CHART: f32 = 0.42;

/// Additional height of a line with two rows.
const SECOND: f32 = 14.0;

/// Returns the height of the pane for a number of rows per line.
pub(super) fn height(view: &BurstsView, rows: usize) -> f32 {
    lists::HEAD + view.lines.len().clamp(1, SHOWN) as f32 * line_height(rows) + 10.0
}

fn line_height(rows: usize) -> f32 {
    if rows > 1 { LINE + SECOND } else { LINE }
}

/// Returns whether one row would truncate a name in a pane of this width.
pub(super) fn crowded(pen: &Pen<'_>, view: &BurstsView, wide: f32) -> bool {
    let line = Rect::from_min_size(pos2(0.0, 0.0), vec2(wide - 10.0, LINE));
    let mut shown = view.lines.iter().take(SHOWN);
    shown.any(|line_of| {
        let place = Place::of(pen, line, line_of);
        pen.width(&line_of.label, Face::body()) > place.name.width()
    })
}

/// Layout of a line.
struct Place {
    /// Area of the name.
    name: Rect,
    /// Left edge of the bars, and distance between them.
    start: f32,
    pitch: f32,
}

impl Place {
    fn of(pen: &Pen<'_>, rect: Rect, line: &BurstLine) -> Self {
        let inner = rect.shrink2(vec2(10.0, 0.0));
        let count = pen.width(&line.count, Face::strong()) + 8.0;
        let chart = inner.with_max_x(inner.right() - COUNT.max(count));
        let pitch = (chart.width() * CHART / line.heights.len().max(1) as f32).clamp(3.0, 9.0);
        let start = chart.right() - pitch * line.heights.len() as f32;
        Self {
            name: inner.with_max_x(start - 10.0),
            start,
            pitch,
        }
    }
}

/// Draws the pane.
pub(super) fn show(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    rect: Rect,
    view: &BurstsView,
    rows: usize,
) {
    let high = line_height(rows);
    let body = lists::pane(ui, pass, rect, &view.title, &view.note, view.focused);
    let ui = super::super::part(ui, body, "kinds", Part::List, &view.title);
    if view.lines.is_empty() {
        lists::blank(&ui, pass, body.shrink2(vec2(14.0, 10.0)), &view.empty);
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
        one(&ui, pass, places, row, at, line, view.focused);
    }
}

fn one(
    ui: &Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    rect: Rect,
    at: usize,
    line: &BurstLine,
    focused: bool,
) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = Id::unique(("kind", at));
    let here = line.selected && focused;
    let sense = if here {
        Sense::CLICK | Sense::FOCUSABLE
    } else {
        Sense::CLICK
    };
    let response = ui.interact(rect, id, sense);
    tell_choice(&response, Role::ListItem, true, here, &line.spoken);
    if here && matches!(pass.app.cx.layer(), Layer::None) {
        places.roving = Some(id);
        if places.by_key {
            response.request_focus();
        }
    }
    let pen = Pen::new(ui.painter(), look);
    pen.ground(rect, here, focused, response.hovered());
    let Place { name, start, pitch } = Place::of(&pen, rect, line);
    let inner = rect.shrink2(vec2(10.0, 0.0));
    pen.text(inner, Align::Max, &line.count, Face::strong(), ink.text);
    let foot = rect.center().y + BAR / 2.0;
    for (place, height) in line.heights.iter().enumerate() {
        let x = start + place as f32 * pitch;
        // A nonzero count always gets a visible bar.
        let tall = if *height > 0.0 {
            (BAR * height).max(4.0)
        } else {
            1.0
        };
        let color = if *height > 0.0 { ink.bar } else { ink.border_strong };
        let bar = Rect::from_min_max(pos2(x, foot - tall), pos2(x + pitch - 1.0, foot));
        pen.fill(bar, 0, color);
    }
    let rows = if rect.height() > LINE { 2 } else { 1 };
    let words = pen.wrapped(&line.label, Face::body(), ink.text, name.width(), rows);
    let cut = words.elided;
    if rows > 1 {
        let top = name.center().y - words.size().y / 2.0;
        pen.painter.galley(pos2(name.left(), top), words, ink.text);
    } else {
        pen.text(name, Align::Min, &line.label, Face::body(), ink.text);
    }
    let response = if cut && pass.uncovered() {
        response.tip(&line.spoken)
    } else {
        response
    };
    if response.clicked() {
        pass.act(Action::FocusLine {
            pane: KINDS,
            line: at,
        });
        pass.run(ActionId::Open);
    }
}
