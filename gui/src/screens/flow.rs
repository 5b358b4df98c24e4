//! The flow: the sections as tabs; below, the chart of one, the extent of the observations and the rows.

use encours_core::app::screens::flow::view::flow_view;

use super::lists::record_table;
use super::{lists, screen_header};
use crate::prelude::*;
use crate::report::flow::draw_on_screen;

const MARGIN: f32 = 16.0;
const PAD: f32 = 13.0;
/// Height of the tabs, with the gap below.
const TABS_HEIGHT: f32 = 40.0;
/// Minimum height of the rows, and maximum height of the chart above them.
const MIN_TABLE_HEIGHT: f32 = 150.0;
const MAX_CHART_HEIGHT: f32 = 320.0;

/// Draws the flow.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let view = flow_view(frame.app);
    let (content, title) = (view.content, view.title());
    let actions = [
        (ActionId::FlowPeriod, Icon::Clock),
        (ActionId::FlowGrouping, Icon::Bars),
        (ActionId::Export, Icon::Export),
    ];
    let rect = screen_header::show(ui, frame, (&view.selection, false), &actions).shrink(MARGIN);
    let tabs = view.sections.iter().enumerate().map(|(at, name)| {
        let style = if at == view.section { ButtonStyle::Default } else { ButtonStyle::Ghost };
        let button = Button::new(name.as_str()).with_style(style).with_action(Action::FocusPane(at));
        (("section", at), button)
    });
    let painter = frame.painter(ui);
    ButtonRow::starting_at(ui, &painter, (rect.min + vec2(0.0, 15.0), 4.0), tabs).show(ui, frame);
    let body = lists::draw_pane(ui, frame, rect.below(TABS_HEIGHT), title, &view.selection, true);
    let inner = body.narrowed(PAD);
    let color = frame.theme.colors.text_secondary;
    let texts = [&content.empty, &content.coverage].into_iter().chain(&content.notes).chain([&content.hint]);
    let notes = texts.filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join(" ");
    let galley = painter.layout_wrapped(&notes, TextStyle::small(), color, inner.width(), usize::MAX);
    let note_height = galley.size().y + 16.0;
    let mut y = body.top();
    let available = (body.height() - note_height - MIN_TABLE_HEIGHT).min(MAX_CHART_HEIGHT);
    let chart_rect = inner.row(y + 10.0, (available - 10.0).max(0.0));
    if let Some(chart) = &content.chart
        && draw_on_screen(frame.app, painter.clipped(chart_rect), chart, chart_rect)
    {
        ui.describe(chart_rect, "chart", Role::Image, &format!("{title} – {notes}"));
        y += available;
    }
    let note_rect = inner.row(y + 8.0, note_height - 16.0);
    painter.inner.galley(note_rect.min, galley, color);
    ui.describe(note_rect, "notes", Role::Label, &notes);
    let rows: Vec<usize> = (0..content.table.rows.len()).collect();
    if rows.is_empty() {
        return;
    }
    let grid = record_table::RecordGrid {
        table: &content.table,
        rows: &rows,
        selected_row: Some(view.row),
        first_column: frame.app.flow.column,
        focused_column: None,
        pane: view.section,
        focused: true,
    };
    record_table::show(ui, frame, body.with_min_y(y + note_height), title, &grid);
}
