//! The title of a swimlane with its totals.
//!
//! A collapsed column runs through all swimlanes, so the title goes beside it.

use crate::prelude::*;
use egui::Rangef;
use encours_core::app::deals::board::view::header::swimlane_name;
use encours_core::app::foundation::cx::overlay_types::Swimlanes;

use super::super::MARGIN;
use super::{RING_SPACE, SwimlaneBand};

/// Gap before the number of deals and before their metric.
const TEXT_GAP: f32 = 14.0;
/// Gap before the number of slow deals, which contains a clock icon.
const CLOCK_GAP: f32 = 32.0;

/// Returns the horizontal ranges free for titles, outside collapsed columns and their gaps. The columns begin at
/// `origin`, which includes the scroll position.
pub(super) fn free_ranges(
    frame: &FrameCtx<'_>,
    headers: &[ColumnHeader],
    body: Rect,
    origin: f32,
) -> Vec<Rangef> {
    let gap = frame.theme.tokens.size.column_gap;
    let mut x = origin + MARGIN;
    let widths = frame.state.board.column_pitches(frame, headers);
    let strips = headers.iter().zip(widths).filter_map(|(header, pitch)| {
        let strip = Rangef::new(x - gap, x + pitch);
        x += pitch;
        header.collapsed.then_some(strip)
    });
    ranges_outside(body.x_range().shrink(MARGIN), strips)
}

/// Returns the parts of a range outside the strips.
fn ranges_outside(bounds: Rangef, strips: impl Iterator<Item = Rangef>) -> Vec<Rangef> {
    let mut start = bounds.min;
    let mut free = Vec::new();
    for strip in strips.filter(|strip| strip.max > bounds.min && strip.min < bounds.max) {
        free.push(Rangef::new(start, strip.min));
        start = start.max(strip.max);
    }
    free.push(Rangef::new(start, bounds.max));
    free.retain(|range| range.span() > 0.0);
    free
}

/// Places texts one after another into the free ranges.
struct TitleLine<'a> {
    free_ranges: &'a [Rangef],
    end: f32,
}

impl TitleLine<'_> {
    /// Returns the position of a text of a width; `None` if it does not fit. The position is `gap` from the previous
    /// text, or the start of a later range.
    fn next_x(&mut self, gap: f32, width: f32) -> Option<f32> {
        let start = self.free_ranges.iter().position(|range| range.contains(self.end))?;
        let at = self.free_ranges.iter().enumerate().skip(start).find_map(|(n, range)| {
            let from = if n == start { self.end + gap } else { range.min };
            (from + width <= range.max).then_some(from)
        })?;
        self.end = at + width;
        Some(at)
    }
}

/// Draws the title of a swimlane into the free ranges of its row.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, band: &SwimlaneBand<'_>, rect: Rect, free: &[Rangef]) {
    let colors = &frame.theme.colors;
    let label = swimlane_name(frame.app, &band.swimlane.code);
    let header = encours_core::app::deals::board::view::header::swimlane_header(frame.app, band.swimlane);
    let row = rect.narrowed(MARGIN);
    let response = ui.interact(row, ui.scope_id().with(("lane", &band.swimlane.code)), Sense::click());
    let a11y_text = joined(&[&label, &header.count, &header.metric, &header.slow]);
    response.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, true, &a11y_text));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_expanded(!band.collapsed));
    let painter = frame.painter(ui);
    // Leave space for the focus ring of a card directly below.
    painter.fill(rect.with_max_y(rect.bottom() - RING_SPACE), 0, colors.canvas);
    if response.hovered() || response.has_focus() {
        painter.fill(row.shrink2(vec2(0.0, 4.0)), frame.theme.tokens.radius.button, colors.hover);
    }
    // A collapsed swimlane has no cells, so it is a drop target as a whole.
    let moved_card = frame.state.board.moved_card().filter(|drag| {
        band.collapsed
            && drag
                .target_column
                .is_some_and(|is_target| drag.drops_into(is_target, Some(&band.swimlane.code)))
    });
    if moved_card.is_some() {
        let row_rect = row.shrink2(vec2(0.0, RING_SPACE));
        painter.bordered_box(
            row_rect,
            frame.theme.tokens.radius.button,
            colors.accent_soft,
            Stroke::new(frame.theme.tokens.stroke.ring, colors.accent),
        );
    }
    painter.ring(row.shrink2(vec2(0.0, RING_SPACE)), frame.theme.tokens.radius.button, &response);
    if response.clicked() && !frame.state.board.collapsed_swimlanes.remove(&band.swimlane.code) {
        frame.state.board.collapsed_swimlanes.insert(band.swimlane.code.clone());
    }
    let by_class = frame.app.pipeline.board_layout().swimlanes == Swimlanes::Class;
    let icons = if by_class { 40.0 } else { 24.0 };
    let width = icons + painter.text_width(&label, TextStyle::column());
    // Use the first range that holds the full name, else the widest.
    let first = free.iter().position(|range| range.span() >= width);
    let widest = || (0..free.len()).max_by(|a, b| free[*a].span().total_cmp(&free[*b].span()));
    let Some(free) = first.or_else(widest).and_then(|at| free.get(at..)) else {
        return;
    };
    let Some(stretch) = free.first() else { return };
    let x = stretch.min;
    let icon = if band.collapsed { Icon::Right } else { Icon::Down };
    painter.sized_icon(pos2(x + 10.0, row.center().y), icon, 12.0, colors.text_secondary);
    if by_class {
        painter.class_swatch(pos2(x + 29.0, row.center().y), &band.swimlane.code);
    }
    let row_rect = Rect::from_x_y_ranges(x + icons..=stretch.max, row.y_range());
    let end = painter.left(row_rect, &label, TextStyle::column(), colors.text).right();
    let mut line = TitleLine { free_ranges: free, end };
    let future_count = count_after_drop(frame, band);
    for part in [future_count.as_ref().unwrap_or(&header.count), &header.metric]
        .into_iter()
        .filter(|part| !part.is_empty())
    {
        let width = painter.text_width(part, TextStyle::small());
        if let Some(at) = line.next_x(TEXT_GAP, width) {
            painter.left(row.with_min_x(at), part, TextStyle::small(), colors.text_tertiary);
        }
    }
    if header.slow.is_empty() {
        return;
    }
    let width = painter.text_width(&header.slow, TextStyle::small()) + CLOCK_GAP - TEXT_GAP;
    if let Some(at) = line.next_x(TEXT_GAP, width) {
        let clock = pos2(at + 8.0, row.center().y);
        painter.sized_icon(clock, Icon::Clock, 12.0, frame.theme.band_colors.watch);
        let remaining = row.with_min_x(at + CLOCK_GAP - TEXT_GAP);
        painter.left(remaining, &header.slow, TextStyle::small(), colors.text_secondary);
    }
}

/// Returns current and future number of deals if a drop would add some.
fn count_after_drop(frame: &FrameCtx<'_>, band: &SwimlaneBand<'_>) -> Option<String> {
    let gained = frame.state.board.moved_card()?.gained_deals(&band.swimlane.code)?;
    let now = band.swimlane.deal_count;
    let count = |n: usize| number::integer(frame.app.cx.lang(), n as u64);
    Some(format!("{} → {}", count(now), count(now + gained)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_ranges(edges: &[(f32, f32)]) -> Vec<Rangef> {
        edges.iter().map(|(min, max)| Rangef::new(*min, *max)).collect()
    }

    #[test]
    fn free_ranges_exclude_the_strips_of_collapsed_columns() {
        let range = Rangef::new(10.0, 500.0);
        let free_in = |strips: &[(f32, f32)]| ranges_outside(range, to_ranges(strips).into_iter());
        assert_eq!(free_in(&[]), [range]);
        assert_eq!(free_in(&[(10.0, 40.0)]), to_ranges(&[(40.0, 500.0)]));
        // Strips cut off at the left, in the middle, at the right edge, and outside.
        assert_eq!(
            free_in(&[(-10.0, 20.0), (200.0, 230.0), (480.0, 510.0), (520.0, 550.0)]),
            to_ranges(&[(20.0, 200.0), (230.0, 480.0)])
        );
        assert!(free_in(&[(0.0, 600.0)]).is_empty());
    }

    #[test]
    fn swimlane_title_part_moves_behind_an_occupied_range() {
        let free = to_ranges(&[(40.0, 200.0), (230.0, 500.0)]);
        let mut line = TitleLine { free_ranges: &free, end: 120.0 };
        assert_eq!(line.next_x(14.0, 50.0), Some(134.0));
        assert_eq!(line.next_x(14.0, 60.0), Some(230.0));
        assert_eq!(line.next_x(14.0, 300.0), None, "wider than every range");
        assert_eq!(line.next_x(14.0, 90.0), Some(304.0));
    }
}
