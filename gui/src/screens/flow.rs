//! The flow: the sections as tabs; below, the chart of one, the extent of the observations and the lines.

use encours_core::app::screens::flow::view::{FlowView, flow_view};

use super::lists::record_table;
use super::{lists, screen_header};
use crate::prelude::*;
use crate::report::flow::draw_on_screen;

const MARGIN: f32 = 16.0;
const PAD: f32 = 13.0;
/// Height of the tabs, with the gap below.
const TABS_HEIGHT: f32 = 40.0;
/// Minimum height of the lines, and maximum height of the chart above them.
const MIN_TABLE_HEIGHT: f32 = 150.0;
const MAX_CHART_HEIGHT: f32 = 320.0;
/// Minimum height for a legible chart.
const MIN_CHART_HEIGHT: f32 = 110.0;

/// Draws the flow.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let view = flow_view(frame.app);
    let actions = [
        (ActionId::FlowPeriod, Icon::Clock),
        (ActionId::FlowGrouping, Icon::Bars),
        (ActionId::Export, Icon::Export),
    ];
    let rect = screen_header::show(ui, frame, (&view.selection, false), &actions).shrink(MARGIN);
    draw_tabs(ui, frame, rect.top_part(TABS_HEIGHT - 10.0), &view);
    let title = view.sections.get(view.section).cloned().unwrap_or_default();
    let body = lists::draw_pane(ui, frame, rect.below(TABS_HEIGHT), &title, &view.selection, true);
    let inner = body.narrowed(PAD);
    let painter = frame.painter(ui);
    let color = frame.theme.colors.text_secondary;
    let texts = [&view.empty, &view.coverage].into_iter().chain(&view.notes);
    let notes = texts.filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join(" ");
    let galley = painter.layout_wrapped(&notes, TextStyle::small(), color, inner.width(), usize::MAX);
    let note_height = galley.size().y + 16.0;
    let mut y = body.top();
    let available = (body.height() - note_height - MIN_TABLE_HEIGHT).min(MAX_CHART_HEIGHT);
    if let Some(chart) = view.chart.as_ref().filter(|_| available >= MIN_CHART_HEIGHT) {
        let chart_rect = inner.row(y + 10.0, available - 10.0);
        draw_on_screen(frame.app, painter.clipped(chart_rect), chart, chart_rect);
        ui.describe(chart_rect, "chart", Role::Image, &format!("{title} – {notes}"));
        y += available;
    }
    let note_rect = inner.row(y + 8.0, note_height - 16.0);
    painter.inner.galley(note_rect.min, galley, color);
    ui.describe(note_rect, "notes", Role::Label, &notes);
    let rows: Vec<usize> = (0..view.table.rows.len()).collect();
    if rows.is_empty() {
        return;
    }
    let grid = record_table::RecordGrid {
        table: &view.table,
        rows: &rows,
        selected_row: Some(view.line),
        first_column: frame.app.flow.column,
        pane: view.section,
        focused: true,
    };
    record_table::show(ui, frame, body.with_min_y(y + note_height), &title, &grid);
}

/// Draws a button for each section.
fn draw_tabs(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &FlowView) {
    let painter = frame.painter(ui);
    let mut x = rect.left();
    for (at, name) in view.sections.iter().enumerate() {
        let style = if at == view.section { ButtonStyle::Default } else { ButtonStyle::Ghost };
        let button = Button::new(name.as_str()).with_style(style).with_action(Action::FocusPane(at));
        let button_rect = rect.with_min_x(x).with_max_x(x + button.width(&painter));
        frame.press(ui, ("section", at), button_rect, &button);
        x = button_rect.right() + 4.0;
    }
}
