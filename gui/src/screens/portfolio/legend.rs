//! The keys of a legend, which show or hide their series.
//!
//! A hidden series has an empty key and a text, so that its state does not depend on colour alone.

use crate::prelude::*;
use encours_core::app::screens::portfolio::portfolio::{Chart, LegendAction};
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::dataset::breakdown::Breakdown;

/// Width of a key's click target; its height is that of the row.
const CLICK_WIDTH: f32 = 24.0;
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
        let response = ui.item_area(rect, id, stops);
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
        let toggle_key = if self.is_hidden { "series-show" } else { "series-hide" };
        frame.tip(response, format!("{}\n{}", self.label, frame.message(toggle_key)))
    }
}

/// Returns the button that shows all series of a chart.
pub(super) fn show_all_button(frame: &FrameCtx<'_>, chart: Chart) -> Button<'static> {
    let action = Action::ChangeLegend { chart, series: String::new(), action: LegendAction::All };
    Button::new(frame.message("series-all")).with_style(ButtonStyle::Link).with_action(action)
}

/// Draws the key of a hidden series.
pub(super) fn draw_hidden_key(painter: &Painter<'_>, at: Pos2) {
    let rect = Rect::from_center_size(at, vec2(KEY_SIZE, KEY_SIZE));
    let line = Stroke::new(1.0, painter.theme.colors.control);
    painter.inner.rect_stroke(rect, 2.0, line, StrokeKind::Inside);
}

/// Draws the legend keys; `row_rect` returns the row of a bar.
pub(super) fn draw_keys(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    view: &BreakdownView,
    row_rect: impl Fn(usize) -> Rect,
) {
    let painter = frame.painter(ui);
    let ids: Vec<Id> = (0..view.bars.len()).map(|at| ui.scope_id().with(("key", at))).collect();
    let stop = frame.state.metric_focus.keys.add_group(ui.ctx(), ids.clone());
    for ((at, bar), id) in view.bars.iter().enumerate().zip(ids) {
        let row = row_rect(at);
        let center = row.near_left(5.0);
        let rect = Rect::from_center_size(center, vec2(CLICK_WIDTH, row.height()));
        let key = LegendKey {
            chart: Chart::Breakdown(view.kind),
            series: &bar.key,
            label: &bar.label,
            is_hidden: bar.hidden,
        };
        let response = key.interact(ui, frame, rect, id, at == stop);
        let key_rect = Rect::from_center_size(center, vec2(KEY_SIZE, KEY_SIZE));
        match (bar.hidden, view.kind) {
            (true, _) => draw_hidden_key(&painter, center),
            (false, Breakdown::Class) => painter.class_swatch(center, &bar.code),
            (false, _) => painter.fill(key_rect, 2, painter.theme.colors.bar),
        }
        if response.has_focus() {
            painter.focus_ring(key_rect.expand(4.0), 4);
        } else if response.hovered() {
            let line = Stroke::new(1.0, painter.theme.colors.control);
            painter.inner.rect_stroke(key_rect.expand(4.0), 4.0, line, StrokeKind::Inside);
        }
    }
}

/// Draws the note on hidden bars, with a button that shows all.
pub(super) fn draw_hidden_note(ui: &Ui, frame: &mut FrameCtx<'_>, view: &BreakdownView, line: Rect) {
    let painter = frame.painter(ui);
    let button = show_all_button(frame, Chart::Breakdown(view.kind));
    let width = button.width(&painter);
    let button_rect = Rect::from_center_size(line.near_right(width / 2.0), vec2(width, CLICK_WIDTH));
    let note_rect = line.with_max_x(button_rect.left() - 4.0);
    let color = frame.theme.colors.text_secondary;
    let note_rect = painter.left(note_rect, &view.hidden_names, TextStyle::small(), color);
    let response = ui.hover_area(note_rect, "left-out", Role::Label, &view.hidden_names);
    frame.tip(response, &view.hidden_names);
    frame.press(ui, "all", button_rect, &button);
}
