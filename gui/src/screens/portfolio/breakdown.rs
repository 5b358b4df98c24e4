//! A breakdown: a bar for each code, and a check of the counts against the total.

mod rows;

use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::dataset::breakdown::Breakdown;

use crate::prelude::*;
use rows::{columns, draw_bar_row, draw_sum_row};

use super::legend::{draw_hidden_note, draw_keys};
use super::{GAP, Spacing, breakdowns_per_row, draw_pane};

/// Draws the breakdowns, as many per row as fit. Returns their bottom edge and the free area beside the last one. If
/// that area would be lower than `fills`, the last breakdown takes it.
pub(super) fn draw_all(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    views: &[BreakdownView],
    (column, mut y): (Rect, f32),
    (spacing, fills): (Spacing, Option<f32>),
) -> (f32, Option<Rect>) {
    let column_count = breakdowns_per_row(column.width());
    let width = (column.width() - GAP * (column_count - 1) as f32) / column_count as f32;
    let painter = frame.painter(ui);
    let shape = BreakdownShape::new(&painter, frame, views, width, spacing);
    let mut entity_rect = None;
    for (row, group) in views.chunks(column_count).enumerate() {
        let alone = group.len() < column_count;
        let min = fills.filter(|_| alone).unwrap_or(0.0);
        let height = shape.height(frame, group, column_count).max(min);
        let row_rect = column.row(y, height);
        for (at, view) in group.iter().enumerate() {
            let x = column.left() + at as f32 * (width + GAP);
            let rect = if alone && fills.is_none() {
                row_rect
            } else {
                row_rect.with_min_x(x).with_max_x(x + width)
            };
            frame.state.metric_focus.scroll_to_pane(ui, frame.app, row * column_count + at, rect);
            show(ui, frame, view, rect, shape);
            entity_rect = (alone && fills.is_some()).then(|| row_rect.with_min_x(rect.right() + GAP));
        }
        y += height + spacing.gap;
    }
    (y, entity_rect)
}

/// Returns the height of all breakdowns with this spacing, without gaps.
pub(super) fn total_height(
    frame: &FrameCtx<'_>,
    painter: &Painter<'_>,
    views: &[BreakdownView],
    width: f32,
    spacing: Spacing,
) -> f32 {
    let column_count = breakdowns_per_row(width);
    let item_width = (width - GAP * (column_count - 1) as f32) / column_count as f32;
    let shape = BreakdownShape::new(painter, frame, views, item_width, spacing);
    views.chunks(column_count).map(|group| shape.height(frame, group, column_count)).sum()
}

/// Row height of all three breakdowns; `codes_below` is true if codes go below their names.
#[derive(Clone, Copy)]
struct BreakdownShape {
    row_height: f32,
    codes_below: bool,
    spacing: Spacing,
}

impl BreakdownShape {
    fn new(
        painter: &Painter<'_>,
        frame: &FrameCtx<'_>,
        views: &[BreakdownView],
        width: f32,
        spacing: Spacing,
    ) -> Self {
        let inner = rect_at(0.0, 0.0, width - 32.0, 0.0);
        let cut = |view: &BreakdownView| {
            let columns = columns(painter, view, inner, false);
            let available = columns.bar_end - columns.bar - 24.0;
            view.bars.iter().any(|bar| painter.text_width(&bar.code, TextStyle::code()) > available)
        };
        let codes_below = frame.app.portfolio.trend().is_table && views.iter().any(cut);
        let row_height = frame.theme.tokens.size.bar_row + if codes_below { 14.0 } else { 0.0 };
        Self { row_height, codes_below, spacing }
    }

    /// Returns the height of a row of breakdowns.
    fn height(self, frame: &FrameCtx<'_>, group: &[BreakdownView], column_count: usize) -> f32 {
        let max = group.iter().map(|view| view.bars.len()).max().unwrap_or(0) as f32;
        // The table has an additional row for the sum.
        let extra = if frame.app.portfolio.trend().is_table { 1.0 } else { 0.0 };
        let rows = (max + extra) * self.row_height;
        if column_count == 1 {
            108.0 + rows
        } else {
            (self.spacing.row_space_above + rows + self.spacing.row_space_below)
                .max(self.spacing.min_breakdown_height)
        }
    }
}

fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &BreakdownView, rect: Rect, shape: BreakdownShape) {
    let name = joined(&[&view.title, &view.check.text, &view.hidden_names]);
    let visible = rect.intersect(ui.clip_rect());
    let mut child = ui.named_part(rect, view.title.as_str(), (Role::Table, &name), visible);
    let ui = &mut child;
    let (painter, colors) = frame.painter_and_colors(ui);
    draw_pane(&painter, rect);
    let inner = rect.narrowed(16.0);
    let header = inner.row(rect.top() + shape.spacing.row_space_above - 32.0, 20.0);
    let check = painter.right(
        header,
        &view.check.text,
        TextStyle::small(),
        if view.check.agrees { colors.text_secondary } else { colors.text },
    );
    if view.check.agrees {
        painter.sized_icon(
            pos2(check.left() - 13.0, header.center().y),
            Icon::Check,
            14.0,
            frame.theme.band_colors.ok,
        );
    } else {
        painter.band_shape(pos2(check.left() - 12.0, header.center().y), Band::Watch);
    }
    painter.left(header.with_max_x(check.left() - 24.0), &view.title, TextStyle::heading(), colors.text);
    if view.bars.is_empty() {
        let row = inner.row(rect.top() + 48.0, 18.0);
        painter.left(row, &frame.message("breakdown-empty"), TextStyle::small(), colors.text_tertiary);
    }
    let charted = !frame.app.portfolio.trend().is_table;
    let columns = columns(&painter, view, inner, charted);
    let height = shape.row_height;
    let row_rect =
        |at: usize| inner.row(rect.top() + shape.spacing.row_space_above + at as f32 * height, height);
    if charted {
        draw_keys(ui, frame, view, row_rect);
    }
    let ids: Vec<Id> = (0..view.bars.len()).map(|at| ui.scope_id().with(("bar", at))).collect();
    let stop = frame.state.metric_focus.rows.add_group(ui.ctx(), ids.clone());
    for ((at, bar), id) in view.bars.iter().enumerate().zip(ids) {
        let first_row = row_rect(at);
        // The legend key before the bar is a separate button.
        let row = first_row.with_min_x(if charted { columns.label - 3.0 } else { first_row.left() });
        let response = ui.item_area(row, id, at == stop);
        let hidden = charted && bar.hidden;
        response.widget_info(|| {
            let mut bar_text = format!("{} – {} – {}", bar.label, bar.count, bar.share);
            if hidden {
                bar_text = format!("{bar_text} – {}", frame.messages.get("series-hidden"));
            }
            WidgetInfo::labeled(Role::Row, true, bar_text)
        });
        let around = if charted { row.with_max_x(row.right() + 6.0) } else { row.expand2(vec2(6.0, 0.0)) };
        painter.hover_fill(around, frame.theme.tokens.radius.chip, &response);
        painter.ring(around.shrink(2.0), frame.theme.tokens.radius.chip, &response);
        draw_bar_row(&painter, frame, view, bar, first_row, (&columns, shape.codes_below));
        if response.clicked() {
            frame.request(Action::DrillInto { breakdown: view.kind, code: bar.key.clone() });
        }
        let numbers = format!("{} ({})\n{} · {}", bar.label, bar.code, bar.count, bar.share);
        frame.tip(response, format!("{numbers}\n{}", frame.message("drill-operations")));
    }
    if !charted && !view.bars.is_empty() {
        let row = row_rect(view.bars.len()).top_part(frame.theme.tokens.size.bar_row);
        draw_sum_row(&painter, frame, view, row, &columns);
    }
    draw_notes(ui, frame, view, inner, shape.spacing);
}

/// Draws up to two lines of notes below the bars. A note on hidden bars replaces the constant one; a note on a mismatch
/// stays.
fn draw_notes(ui: &Ui, frame: &mut FrameCtx<'_>, view: &BreakdownView, inner: Rect, spacing: Spacing) {
    let painter = frame.painter(ui);
    let out = !view.hidden_names.is_empty() && !frame.app.portfolio.trend().is_table;
    // Use the short note if the long one would be truncated; the note on classes is short anyway.
    let long = painter.text_width(&view.note, TextStyle::small()) > inner.width();
    let note = match view.kind {
        _ if out => "",
        Breakdown::Status | Breakdown::Type if long => &view.footer_short,
        _ => &view.note,
    };
    let closer = (Spacing::NORMAL.row_space_below - spacing.row_space_below) / 2.0;
    let line = |up: f32| rect_at(inner.left(), inner.bottom() - up + closer, inner.width(), 18.0);
    let (above, lowest) = if view.concentration.is_empty() || (note.is_empty() && !out) {
        (line(30.0), line(30.0))
    } else {
        (line(46.0), line(28.0))
    };
    if out {
        draw_hidden_note(ui, frame, view, above);
    }
    let lacks = Some(&view.note).filter(|note| out && view.kind == Breakdown::Class && !note.is_empty());
    let both = lacks.map(|note| format!("{note} · {}", view.concentration));
    let both = both.filter(|both| painter.text_width(both, TextStyle::small()) <= inner.width());
    let last = both.as_ref().or(lacks).unwrap_or(&view.concentration);
    for (rect, text) in [(above, note), (lowest, last.as_str())] {
        if text.is_empty() {
            continue;
        }
        let note_rect = painter.left(rect, text, TextStyle::small(), frame.theme.colors.text_tertiary);
        let response = ui.hover_area(note_rect, text, Role::Label, text);
        let concentrated = !view.concentration.is_empty() && text.ends_with(&view.concentration);
        if concentrated {
            frame.tip(response, frame.message("concentration-why"));
        }
    }
}
