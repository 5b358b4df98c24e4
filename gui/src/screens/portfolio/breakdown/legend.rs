//! The legend of a breakdown: a key before each name, and a note on hidden bars below.

use crate::prelude::*;
use encours_core::app::screens::portfolio::portfolio::Chart;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::dataset::breakdown::Breakdown;

use super::super::legend;

/// Draws the legend keys; `row_rect` returns the row of a bar.
pub(super) fn draw_keys(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    view: &BreakdownView,
    row_rect: impl Fn(usize) -> Rect,
) {
    let painter = frame.painter(ui);
    let ids: Vec<Id> = (0..view.bars.len()).map(|at| ui.scope_id().with(("key", at))).collect();
    let stop = frame.state.metric_focus.add_keys(ui.ctx(), ids.clone());
    for ((at, bar), id) in view.bars.iter().enumerate().zip(ids) {
        let row = row_rect(at);
        let center = row.near_left(5.0);
        let rect = Rect::from_center_size(center, vec2(legend::CLICK_WIDTH, row.height()));
        let key = legend::LegendKey {
            chart: Chart::Breakdown(view.kind),
            series: &bar.key,
            label: &bar.label,
            is_hidden: bar.hidden,
        };
        let response = key.interact(ui, frame, rect, id, at == stop);
        if bar.hidden {
            legend::draw_hidden_key(&painter, center);
        } else {
            let class = (view.kind == Breakdown::Class).then_some(bar.code.as_str());
            legend::draw_bar_key(&painter, center, class);
        }
        legend::draw_border(&painter, center, &response);
    }
}

/// Draws the note on hidden bars, with a button that shows all.
pub(super) fn draw_hidden_note(ui: &Ui, frame: &mut FrameCtx<'_>, view: &BreakdownView, line: Rect) {
    let painter = frame.painter(ui);
    let button = legend::show_all_button(frame, Chart::Breakdown(view.kind));
    let width = button.width(&painter);
    let button_rect = Rect::from_center_size(line.near_right(width / 2.0), vec2(width, legend::CLICK_WIDTH));
    let note_rect = line.with_max_x(button_rect.left() - 4.0);
    let color = frame.theme.colors.text_secondary;
    let note_rect = painter.left(note_rect, &view.hidden_names, TextStyle::small(), color);
    let response = ui.hover_area(note_rect, "left-out", Role::Label, &view.hidden_names);
    if frame.is_uncovered() {
        response.tooltip(&view.hidden_names);
    }
    frame.press(ui, "all", button_rect, &button);
}
