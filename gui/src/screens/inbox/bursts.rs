//! What repeats: a line for each kind with its count, and a bar for each hour or day, the latest at the right. A click
//! leaves only that kind in the list.

use egui::accesskit::Role as Part;
use egui::{Align, Id, Rect, Role, Sense, Ui, pos2, vec2};
use encours_core::app::{Action, ActionId, KINDS, Layer};
use encours_core::view::bursts::{BurstLine, BurstsView};

use super::super::{Places, lists};
use crate::pass::Pass;
use crate::theme::Face;
use crate::widgets::{Pen, Tip, tell_choice};

/// How many kinds are shown.
const SHOWN: usize = 7;
/// The height of a line.
const LINE: f32 = 30.0;
/// The height of the highest bar.
const BAR: f32 = 18.0;
/// The share of the width that the bars take at most.
const CHART: f32 = 0.42;

/// The height that it takes.
pub(super) fn height(view: &BurstsView) -> f32 {
    lists::HEAD + view.lines.len().clamp(1, SHOWN) as f32 * LINE + 10.0
}

/// Draws it.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect, view: &BurstsView) {
    let body = lists::pane(ui, pass, rect, &view.title, &view.note, view.focused);
    let ui = super::super::part(ui, body, "kinds", Part::List, &view.title);
    if view.lines.is_empty() {
        lists::blank(&ui, pass, body.shrink2(vec2(14.0, 10.0)), &view.empty);
        return;
    }
    let fit = ((body.height() - 8.0) / LINE).floor().max(1.0) as usize;
    // The one with the focus is in sight, the most frequent ones are where none has it.
    let at = view.lines.iter().position(|line| line.selected).unwrap_or(0);
    let first = if view.focused {
        (at + 1).saturating_sub(fit)
    } else {
        0
    };
    for (place, (at, line)) in view.lines.iter().enumerate().skip(first).take(fit).enumerate() {
        let corner = body.min + vec2(4.0, 4.0 + place as f32 * LINE);
        let row = Rect::from_min_size(corner, vec2(body.width() - 8.0, LINE));
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
    if here && matches!(pass.app.layer(), Layer::None) {
        places.roving = Some(id);
        if places.by_key {
            response.request_focus();
        }
    }
    let pen = Pen::new(ui.painter(), look);
    pen.ground(rect, here, focused, response.hovered());
    let inner = rect.shrink2(vec2(10.0, 0.0));
    let count = pen.text(inner, Align::Max, &line.count, Face::strong(), ink.text);
    let chart = inner.with_max_x(inner.right() - 34.0_f32.max(count.width() + 8.0));
    let pitch = (chart.width() * CHART / line.heights.len().max(1) as f32).clamp(3.0, 9.0);
    let start = chart.right() - pitch * line.heights.len() as f32;
    let foot = rect.center().y + BAR / 2.0;
    for (place, height) in line.heights.iter().enumerate() {
        let x = start + place as f32 * pitch;
        // Whatever came can be told from nothing.
        let tall = if *height > 0.0 {
            (BAR * height).max(4.0)
        } else {
            1.0
        };
        let color = if *height > 0.0 { ink.bar } else { ink.border_strong };
        let bar = Rect::from_min_max(pos2(x, foot - tall), pos2(x + pitch - 1.0, foot));
        pen.fill(bar, 0, color);
    }
    let room = inner.with_max_x(start - 10.0);
    let cut = pen.width(&line.label, Face::body()) > room.width();
    pen.text(room, Align::Min, &line.label, Face::body(), ink.text);
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
