//! The keys of a legend, which show or hide their series.
//!
//! A hidden series has an empty key and a text, so that its state does not depend on colour alone.

use egui::{Id, Pos2, Rect, Response, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use encours_core::app::screens::portfolio::legend::{Chart, Draw};
use encours_core::app::shell::action::Action;
use encours_core::text::Arg;

use super::Along;
use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::widgets::{Pen, Tip as _};

/// Width of a key's click target; its height is that of the row.
pub(super) const WIDE: f32 = 24.0;
/// Side of the square key.
const SIDE: f32 = 10.0;

/// A series with its legend key.
pub(super) struct Key<'a> {
    pub(super) chart: Chart,
    pub(super) series: &'a str,
    pub(super) label: &'a str,
    pub(super) hidden: bool,
}

impl Key<'_> {
    /// Makes an area of the series clickable: a click shows or hides it. A double click, or a click with Alt, hides all
    /// others.
    pub(super) fn press(&self, ui: &Ui, pass: &mut Pass<'_>, rect: Rect, id: Id, stops: bool) -> Response {
        let response = Along::interact(ui, rect, id, stops);
        let name = pass.words.with("series-key", &[("name", Arg::from(self.label))]);
        response.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, true, !self.hidden, &name));
        if response.clicked() {
            let alone = response.double_clicked() || input_queue::held_at_click(ui.ctx()).alt;
            pass.act(Action::TurnLegend {
                chart: self.chart,
                series: self.series.to_owned(),
                draw: if alone { Draw::Only } else { Draw::Other },
            });
        }
        if pass.uncovered() {
            let way = if self.hidden { "series-show" } else { "series-hide" };
            return response.tip(format!("{}\n{}", self.label, pass.word(way)));
        }
        response
    }
}

/// Draws the border of a key that is hovered or focused.
pub(super) fn edge(pen: &Pen<'_>, at: Pos2, response: &Response) {
    let around = Rect::from_center_size(at, vec2(SIDE + 8.0, SIDE + 8.0));
    if response.has_focus() {
        pen.ring(around, 4);
    } else if response.hovered() {
        let line = Stroke::new(1.0, pen.look.ink.control);
        pen.painter.rect_stroke(around, 4.0, line, StrokeKind::Inside);
    }
}

/// Draws the key of a hidden series.
pub(super) fn empty(pen: &Pen<'_>, at: Pos2) {
    let rect = Rect::from_center_size(at, vec2(SIDE, SIDE));
    let line = Stroke::new(1.0, pen.look.ink.control);
    pen.painter.rect_stroke(rect, 2.0, line, StrokeKind::Inside);
}

/// Draws the key of a bar: in the pattern of its class, or plain.
pub(super) fn of_bar(pen: &Pen<'_>, at: Pos2, class: Option<&str>) {
    match class {
        Some(code) => pen.swatch(at, code),
        None => pen.fill(Rect::from_center_size(at, vec2(SIDE, SIDE)), 2, pen.look.ink.bar),
    }
}
