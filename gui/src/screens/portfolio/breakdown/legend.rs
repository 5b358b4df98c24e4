//! The legend of a breakdown: a key before each name, and a note on hidden bars below.

use egui::{Align, Id, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::screens::portfolio::legend::{Chart, Draw};
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::app::shell::action::Action;
use encours_core::dataset::breakdown::Breakdown;

use super::super::{Along, legend};
use crate::frame_ctx::Pass;
use crate::theme::Face;
use crate::widgets::{Button, Kind, Pen, Tip as _};

/// Draws the legend keys; `place` returns the row of a bar.
pub(super) fn keys(
    ui: &Ui,
    pass: &mut Pass<'_>,
    figures: &mut Along,
    view: &BreakdownView,
    place: impl Fn(usize) -> Rect,
) {
    let pen = Pen::new(ui.painter(), pass.look);
    let ids: Vec<Id> = (0..view.bars.len())
        .map(|at| ui.scope_id().with(("key", at)))
        .collect();
    let stop = figures.keys(ui.ctx(), ids.clone());
    for ((at, bar), id) in view.bars.iter().enumerate().zip(ids) {
        let row = place(at);
        let center = pos2(row.left() + 5.0, row.center().y);
        let rect = Rect::from_center_size(center, vec2(legend::WIDE, row.height()));
        let key = legend::Key {
            chart: Chart::Breakdown(view.kind),
            series: &bar.key,
            label: &bar.label,
            hidden: bar.hidden,
        };
        let response = key.press(ui, pass, rect, id, at == stop);
        if bar.hidden {
            legend::empty(&pen, center);
        } else {
            let class = (view.kind == Breakdown::Class).then_some(bar.code.as_str());
            legend::of_bar(&pen, center, class);
        }
        legend::edge(&pen, center, &response);
    }
}

/// Draws the note on hidden bars, with a button that shows all.
pub(super) fn left_out(ui: &Ui, pass: &mut Pass<'_>, view: &BreakdownView, line: Rect) {
    let pen = Pen::new(ui.painter(), pass.look);
    let label = pass.word("series-all").into_owned();
    let button = Button::new(&label).kind(Kind::Link);
    let wide = button.width(&pen);
    let place = Rect::from_center_size(
        pos2(line.right() - wide / 2.0, line.center().y),
        vec2(wide, legend::WIDE),
    );
    let said = line.with_max_x(place.left() - 4.0);
    let color = pass.look.ink.text_secondary;
    let said = pen.text(said, Align::Min, &view.left_out, Face::small(), color);
    let response = ui.interact(said, ui.scope_id().with("left-out"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &view.left_out));
    if pass.uncovered() {
        response.tip(&view.left_out);
    }
    if button
        .show(ui, pass.look, ui.scope_id().with("all"), place)
        .clicked()
    {
        pass.act(Action::TurnLegend {
            chart: Chart::Breakdown(view.kind),
            series: String::new(),
            draw: Draw::All,
        });
    }
}
