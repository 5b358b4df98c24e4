//! Sizes of cards and columns, normal and in presentation mode.

use encours_core::app::deals::pipeline::board_layout::Density;
use encours_core::vocabulary::kpi_short;

use super::MARGIN;
use crate::prelude::*;
use crate::widgets::card::{self, CardLayout};
use crate::widgets::column_header;

/// Returns the height of a card.
pub(crate) fn card_height(frame: &FrameCtx<'_>) -> f32 {
    match frame.app.pipeline.board_layout().density {
        Density::Comfortable => {
            let numbers = frame.app.pipeline.card_numbers();
            let names = numbers.iter().skip(1).map(|key| kpi_short(frame.app.cx.lang(), key.name()));
            let names: Vec<_> = names.collect();
            let lines = card::extra_line_count(names.iter().map(AsRef::as_ref));
            card::standard_height(frame.theme.tokens, frame.app.cx.is_presenting(), lines)
        }
        Density::Compact => frame.theme.tokens.size.card_compact,
    }
}

/// Returns the parts that the cards show.
pub(crate) fn card_layout(frame: &FrameCtx<'_>) -> CardLayout {
    CardLayout::from_board(frame.app.pipeline.board_layout())
        .with_two_line_names(frame.app.cx.is_presenting())
}

/// Returns the height of a column header, which is smaller in presentation mode.
pub(crate) fn header_height(frame: &FrameCtx<'_>) -> f32 {
    if frame.app.cx.is_presenting() {
        column_header::COMPACT_HEIGHT
    } else {
        frame.theme.tokens.size.column_header
    }
}

/// Returns the space above the column headers.
pub(crate) fn header_top(frame: &FrameCtx<'_>) -> f32 {
    if frame.app.cx.is_presenting() { 6.0 } else { 12.0 }
}

/// Returns the distance between the tops of consecutive cards.
pub(crate) fn card_pitch(frame: &FrameCtx<'_>) -> f32 {
    card_height(frame) + frame.theme.tokens.size.card_gap
}

/// Minimum column width in presentation mode, at which owner, number and metric fit.
const MIN_COLUMN_WIDTH: f32 = 240.0;
/// The same with swimlanes, which need more columns side by side; longer names take two lines.
const MIN_SWIMLANE_COLUMN: f32 = 176.0;
/// Number of columns to show at once in presentation mode without swimlanes. With swimlanes, the number is unlimited.
const PREFERRED_COLUMNS: f32 = 4.6;

/// Returns the minimum width of a column in presentation mode.
fn min_column_width(app: &App) -> f32 {
    if app.pipeline.board().swimlanes().is_empty() { MIN_COLUMN_WIDTH } else { MIN_SWIMLANE_COLUMN }
}

/// Returns the width that presentation mode needs for its columns, including collapsed ones.
#[must_use]
pub fn presentation_width(app: &App, theme: &Theme) -> f32 {
    let size = &theme.tokens.size;
    let (mut open, mut is_collapsed) = (0.0_f32, 0.0);
    for at in 0..app.pipeline.filtered().columns.len() {
        *(if app.pipeline.is_strip(at, &app.cx) { &mut is_collapsed } else { &mut open }) += 1.0;
    }
    let at_once = if app.pipeline.board().swimlanes().is_empty() { PREFERRED_COLUMNS } else { f32::INFINITY };
    open.clamp(1.0, at_once) * (min_column_width(app) + size.column_gap)
        + is_collapsed * (size.column_collapsed + size.column_gap)
        + 2.0 * MARGIN
}

/// Returns the width of a column. In presentation mode all columns are shown if they stay legible, else as many full
/// columns as fit. A partial column is illegible from a distance.
pub(super) fn column_width(frame: &FrameCtx<'_>, headers: &[ColumnHeader], available: f32) -> f32 {
    let size = &frame.theme.tokens.size;
    if !frame.app.cx.is_presenting() {
        return size.column;
    }
    let collapsed_count = headers.iter().filter(|header| header.collapsed).count();
    let open = headers.len().saturating_sub(collapsed_count).max(1) as f32;
    let all = available - 2.0 * MARGIN - collapsed_count as f32 * (size.column_collapsed + size.column_gap);
    let width = all / open - size.column_gap;
    let read = min_column_width(frame.app);
    if width >= read {
        return width.min(size.column * 1.5);
    }
    // The last column needs no gap after it.
    let available = available - 2.0 * MARGIN + size.column_gap;
    let column_count = (available / (read + size.column_gap)).floor().max(1.0);
    (available / column_count - size.column_gap).floor()
}
