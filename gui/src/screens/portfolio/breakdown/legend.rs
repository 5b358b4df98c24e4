//! The legend of a breakdown: a key before each name, and a note on hidden bars below.

use egui::{Align, Id, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::screens::portfolio::legend::{Chart, LegendAction};
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::app::shell::action::Action;
use encours_core::dataset::breakdown::Breakdown;

use super::super::{RovingFocus, legend};
use crate::frame_ctx::FrameCtx;
use crate::theme::TextStyle;
use crate::widgets::{Button, ButtonStyle, Painter, TooltipExt as _};

/// Draws the legend keys; `row_rect` returns the row of a bar.
pub(super) fn draw_keys(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    metric_focus: &mut RovingFocus,
    view: &BreakdownView,
    row_rect: impl Fn(usize) -> Rect,
) {
    let painter = Painter::new(ui.painter(), frame.theme);
    let ids: Vec<Id> = (0..view.bars.len()).map(|at| ui.scope_id().with(("key", at))).collect();
    let stop = metric_focus.add_keys(ui.ctx(), ids.clone());
    for ((at, bar), id) in view.bars.iter().enumerate().zip(ids) {
        let row = row_rect(at);
        let center = pos2(row.left() + 5.0, row.center().y);
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
    let painter = Painter::new(ui.painter(), frame.theme);
    let label = frame.message("series-all").into_owned();
    let button = Button::new(&label).with_style(ButtonStyle::Link);
    let width = button.width(&painter);
    let button_rect = Rect::from_center_size(
        pos2(line.right() - width / 2.0, line.center().y),
        vec2(width, legend::CLICK_WIDTH),
    );
    let note_rect = line.with_max_x(button_rect.left() - 4.0);
    let color = frame.theme.colors.text_secondary;
    let note_rect = painter.text(note_rect, Align::Min, &view.hidden_names, TextStyle::small(), color);
    let response = ui.interact(note_rect, ui.scope_id().with("left-out"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &view.hidden_names));
    if frame.is_uncovered() {
        response.tooltip(&view.hidden_names);
    }
    if button.show(ui, frame.theme, ui.scope_id().with("all"), button_rect).clicked() {
        frame.request(Action::ChangeLegend {
            chart: Chart::Breakdown(view.kind),
            series: String::new(),
            action: LegendAction::All,
        });
    }
}
