//! The keys of a legend: each stands at its series, and a press draws the series or leaves it out. What is left out has an
//! empty key and a word for it: no colour says it alone.

use egui::{Id, Pos2, Rect, Response, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use encours_core::app::screens::portfolio::legend::{Chart, Draw};
use encours_core::app::shell::action::Action;
use encours_core::text::Arg;

use super::Along;
use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::widgets::{Pen, Tip as _};

/// How wide a key is that can be pressed; as high as the row it stands in, which is no lower.
pub(super) const WIDE: f32 = 24.0;
/// The box that a key fills.
const SIDE: f32 = 10.0;

/// One series, as its key stands for it.
pub(super) struct Key<'a> {
    pub(super) chart: Chart,
    pub(super) series: &'a str,
    pub(super) label: &'a str,
    pub(super) hidden: bool,
}

impl Key<'_> {
    /// Whatever of the series is pressed: a press draws it or leaves it out, a second one right after it, or one with Alt,
    /// leaves out all others.
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

/// The edge that says that a key can be pressed, where the pointer or the focus is on it.
pub(super) fn edge(pen: &Pen<'_>, at: Pos2, response: &Response) {
    let around = Rect::from_center_size(at, vec2(SIDE + 8.0, SIDE + 8.0));
    if response.has_focus() {
        pen.ring(around, 4);
    } else if response.hovered() {
        let line = Stroke::new(1.0, pen.look.ink.control);
        pen.painter.rect_stroke(around, 4.0, line, StrokeKind::Inside);
    }
}

/// The key of a series that is left out.
pub(super) fn empty(pen: &Pen<'_>, at: Pos2) {
    let rect = Rect::from_center_size(at, vec2(SIDE, SIDE));
    let line = Stroke::new(1.0, pen.look.ink.control);
    pen.painter.rect_stroke(rect, 2.0, line, StrokeKind::Inside);
}

/// The key of a bar, which is as its bar is: with the mark of its class, or neutral.
pub(super) fn of_bar(pen: &Pen<'_>, at: Pos2, class: Option<&str>) {
    match class {
        Some(code) => pen.swatch(at, code),
        None => pen.fill(Rect::from_center_size(at, vec2(SIDE, SIDE)), 2, pen.look.ink.bar),
    }
}
