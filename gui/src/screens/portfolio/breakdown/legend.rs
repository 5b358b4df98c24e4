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

/// Draws the legend keys; `place` returns the row of a bar.
pub(super) fn draw_keys(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    figures: &mut RovingFocus,
    view: &BreakdownView,
    place: impl Fn(usize) -> Rect,
) {
    let pen = Painter::new(ui.painter(), pass.theme);
    let ids: Vec<Id> = (0..view.bars.len())
        .map(|at| ui.scope_id().with(("key", at)))
        .collect();
    let stop = figures.add_keys(ui.ctx(), ids.clone());
    for ((at, bar), id) in view.bars.iter().enumerate().zip(ids) {
        let row = place(at);
        let center = pos2(row.left() + 5.0, row.center().y);
        let rect = Rect::from_center_size(center, vec2(legend::CLICK_WIDTH, row.height()));
        let key = legend::LegendKey {
            chart: Chart::Breakdown(view.kind),
            series: &bar.key,
            label: &bar.label,
            is_hidden: bar.hidden,
        };
        let response = key.interact(ui, pass, rect, id, at == stop);
        if bar.hidden {
            legend::draw_hidden_key(&pen, center);
        } else {
            let class = (view.kind == Breakdown::Class).then_some(bar.code.as_str());
            legend::draw_bar_key(&pen, center, class);
        }
        legend::draw_border(&pen, center, &response);
    }
}

/// Draws the note on hidden bars, with a button that shows all.
pub(super) fn draw_hidden_note(ui: &Ui, pass: &mut FrameCtx<'_>, view: &BreakdownView, line: Rect) {
    let pen = Painter::new(ui.painter(), pass.theme);
    let label = pass.message("series-all").into_owned();
    let button = Button::new(&label).with_style(ButtonStyle::Link);
    let wide = button.width(&pen);
    let place = Rect::from_center_size(
        pos2(line.right() - wide / 2.0, line.center().y),
        vec2(wide, legend::CLICK_WIDTH),
    );
    let said = line.with_max_x(place.left() - 4.0);
    let color = pass.theme.colors.text_secondary;
    let said = pen.text(said, Align::Min, &view.hidden_names, TextStyle::small(), color);
    let response = ui.interact(said, ui.scope_id().with("left-out"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &view.hidden_names));
    if pass.is_uncovered() {
        response.tooltip(&view.hidden_names);
    }
    if button
        .show(ui, pass.theme, ui.scope_id().with("all"), place)
        .clicked()
    {
        pass.request(Action::ChangeLegend {
            chart: Chart::Breakdown(view.kind),
            series: String::new(),
            draw: LegendAction::All,
        });
    }
}
