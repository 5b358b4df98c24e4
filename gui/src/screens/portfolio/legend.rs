//! The keys of a legend, which show or hide their series.
//!
//! A hidden series has an empty key and a text, so that its state does not depend on colour alone.

use crate::prelude::*;
use encours_core::app::screens::portfolio::portfolio::{Chart, LegendAction};

use super::RovingFocus;

/// Width of a key's click target; its height is that of the row.
pub(super) const CLICK_WIDTH: f32 = 24.0;
/// Side of the square key.
const KEY_SIZE: f32 = 10.0;

/// A series with its legend key.
pub(super) struct LegendKey<'a> {
    pub(super) chart: Chart,
    pub(super) series: &'a str,
    pub(super) label: &'a str,
    pub(super) is_hidden: bool,
}

impl LegendKey<'_> {
    /// Makes an area of the series clickable: a click shows or hides it. A double click, or a click with Alt, hides all
    /// others.
    pub(super) fn interact(
        &self,
        ui: &Ui,
        frame: &mut FrameCtx<'_>,
        rect: Rect,
        id: Id,
        stops: bool,
    ) -> Response {
        let response = RovingFocus::interact(ui, rect, id, stops);
        let name = frame.messages.with("series-key", &[("name", MessageArg::from(self.label))]);
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, !self.is_hidden, &name));
        if response.clicked() {
            let alone = response.double_clicked() || input_queue::click_modifiers(ui.ctx()).alt;
            frame.request(Action::ChangeLegend {
                chart: self.chart,
                series: self.series.to_owned(),
                action: if alone { LegendAction::Only } else { LegendAction::Toggle },
            });
        }
        if frame.is_uncovered() {
            let toggle_key = if self.is_hidden { "series-show" } else { "series-hide" };
            return response.tooltip(format!("{}\n{}", self.label, frame.message(toggle_key)));
        }
        response
    }
}

/// Returns the button that shows all series of a chart.
pub(super) fn show_all_button(frame: &FrameCtx<'_>, chart: Chart) -> Button<'static> {
    let action = Action::ChangeLegend { chart, series: String::new(), action: LegendAction::All };
    Button::new(frame.message("series-all")).with_style(ButtonStyle::Link).with_action(action)
}

/// Draws the border of a key that is hovered or focused.
pub(super) fn draw_border(painter: &Painter<'_>, at: Pos2, response: &Response) {
    let around = Rect::from_center_size(at, vec2(KEY_SIZE + 8.0, KEY_SIZE + 8.0));
    if response.has_focus() {
        painter.focus_ring(around, 4);
    } else if response.hovered() {
        let line = Stroke::new(1.0, painter.theme.colors.control);
        painter.inner.rect_stroke(around, 4.0, line, StrokeKind::Inside);
    }
}

/// Draws the key of a hidden series.
pub(super) fn draw_hidden_key(painter: &Painter<'_>, at: Pos2) {
    let rect = Rect::from_center_size(at, vec2(KEY_SIZE, KEY_SIZE));
    let line = Stroke::new(1.0, painter.theme.colors.control);
    painter.inner.rect_stroke(rect, 2.0, line, StrokeKind::Inside);
}

/// Draws the key of a bar: in the pattern of its class, or plain.
pub(super) fn draw_bar_key(painter: &Painter<'_>, at: Pos2, class: Option<&str>) {
    match class {
        Some(code) => painter.class_swatch(at, code),
        None => {
            painter.fill(Rect::from_center_size(at, vec2(KEY_SIZE, KEY_SIZE)), 2, painter.theme.colors.bar);
        }
    }
}
