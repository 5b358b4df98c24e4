//! The title of a swimlane with its totals.
//!
//! A folded column runs through all swimlanes, so the title goes beside it.

use egui::{Align, Rangef, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::head::{ColumnHeader, swimlane_name};
use encours_core::app::foundation::cx::overlay_types::Swimlanes;
use encours_core::text::number;

use super::super::MARGIN;
use super::{RING_SPACE, SwimlaneBand};
use crate::frame_ctx::FrameCtx;
use crate::screens::UiState;
use crate::theme::{Icon, TextStyle};
use crate::widgets::Painter;

/// Gap before the number of deals and before their metric.
const TEXT_GAP: f32 = 14.0;
/// Gap before the number of slow deals, which contains a clock icon.
const CLOCK_GAP: f32 = 32.0;

/// Returns the horizontal ranges free for titles, outside folded columns and their gaps. The columns begin at `origin`,
/// which includes the scroll position.
pub(super) fn free_ranges(
    pass: &FrameCtx<'_>,
    places: &UiState,
    heads: &[ColumnHeader],
    body: Rect,
    origin: f32,
) -> Vec<Rangef> {
    let gap = pass.theme.tokens.size.lane_gap;
    let mut x = origin + MARGIN;
    let widths = places.board.column_pitches(pass, heads);
    let strips = heads.iter().zip(widths).filter_map(|(head, step)| {
        let strip = Rangef::new(x - gap, x + step);
        x += step;
        head.folded.then_some(strip)
    });
    ranges_outside(body.x_range().shrink(MARGIN), strips)
}

/// Returns the parts of a range outside the strips.
fn ranges_outside(room: Rangef, strips: impl Iterator<Item = Rangef>) -> Vec<Rangef> {
    let mut left = room.min;
    let mut clear = Vec::new();
    for strip in strips.filter(|strip| strip.max > room.min && strip.min < room.max) {
        clear.push(Rangef::new(left, strip.min));
        left = left.max(strip.max);
    }
    clear.push(Rangef::new(left, room.max));
    clear.retain(|range| range.span() > 0.0);
    clear
}

/// Places texts one after another into the free ranges.
struct TitleLine<'a> {
    free_ranges: &'a [Rangef],
    end: f32,
}

impl TitleLine<'_> {
    /// Returns the position of a text of a width; `None` if it does not fit. The position is `apart` from the previous
    /// text, or the start of a later range.
    fn next_x(&mut self, apart: f32, wide: f32) -> Option<f32> {
        let here = self
            .free_ranges
            .iter()
            .position(|range| range.contains(self.end))?;
        let at = self
            .free_ranges
            .iter()
            .enumerate()
            .skip(here)
            .find_map(|(n, range)| {
                let from = if n == here { self.end + apart } else { range.min };
                (from + wide <= range.max).then_some(from)
            })?;
        self.end = at + wide;
        Some(at)
    }
}

/// Draws the title of a swimlane into the free ranges of its row.
pub(super) fn show(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    band: &SwimlaneBand<'_>,
    (rect, clear): (Rect, &[Rangef]),
) {
    let ink = &pass.theme.colors;
    let label = swimlane_name(pass.app, &band.swimlane.code);
    let head = encours_core::app::deals::board::view::lane_head::swimlane_header(pass.app, band.swimlane);
    let row = rect.shrink2(vec2(MARGIN, 0.0));
    let response = ui.interact(
        row,
        ui.scope_id().with(("lane", &band.swimlane.code)),
        Sense::click(),
    );
    let spoken: Vec<&str> = [&label, &head.count, &head.metric, &head.slow]
        .into_iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    let spoken = spoken.join(" – ");
    response.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, true, &spoken));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_expanded(!band.folded));
    let pen = Painter::new(ui.painter(), pass.theme);
    // Leave space for the focus ring of a card directly below.
    pen.fill(rect.with_max_y(rect.bottom() - RING_SPACE), 0, ink.canvas);
    if response.hovered() || response.has_focus() {
        pen.fill(
            row.shrink2(vec2(0.0, 4.0)),
            pass.theme.tokens.radius.button,
            ink.hover,
        );
    }
    // A collapsed swimlane has no cells, so it is a drop target as a whole.
    let carried = places.board.moved_card().filter(|drag| {
        band.folded
            && drag
                .target_column
                .is_some_and(|over| drag.drops_into(over, Some(&band.swimlane.code)))
    });
    if carried.is_some() {
        let place = row.shrink2(vec2(0.0, RING_SPACE));
        pen.bordered_box(
            place,
            pass.theme.tokens.radius.button,
            ink.accent_soft,
            Stroke::new(pass.theme.tokens.stroke.ring, ink.accent),
        );
    }
    if response.has_focus() {
        pen.focus_ring(
            row.shrink2(vec2(0.0, RING_SPACE)),
            pass.theme.tokens.radius.button,
        );
    }
    if response.clicked() && !places.board.collapsed_swimlanes.remove(&band.swimlane.code) {
        places
            .board
            .collapsed_swimlanes
            .insert(band.swimlane.code.clone());
    }
    let by_class = pass.app.pipeline.board_layout().lanes == Swimlanes::Class;
    let icons = if by_class { 40.0 } else { 24.0 };
    let wide = icons + pen.text_width(&label, TextStyle::column());
    // Use the first range that holds the full name, else the widest.
    let first = clear.iter().position(|range| range.span() >= wide);
    let widest = || (0..clear.len()).max_by(|a, b| clear[*a].span().total_cmp(&clear[*b].span()));
    let Some(clear) = first.or_else(widest).and_then(|at| clear.get(at..)) else {
        return;
    };
    let Some(stretch) = clear.first() else { return };
    let x = stretch.min;
    let icon = if band.folded { Icon::Right } else { Icon::Down };
    pen.sized_icon(pos2(x + 10.0, row.center().y), icon, 12.0, ink.text_secondary);
    if by_class {
        pen.class_swatch(pos2(x + 29.0, row.center().y), &band.swimlane.code);
    }
    let place = Rect::from_x_y_ranges(x + icons..=stretch.max, row.y_range());
    let end = pen
        .text(place, Align::Min, &label, TextStyle::column(), ink.text)
        .right();
    let mut line = TitleLine {
        free_ranges: clear,
        end,
    };
    let becoming = count_after_drop(pass, places, band);
    for part in [becoming.as_ref().unwrap_or(&head.count), &head.metric]
        .into_iter()
        .filter(|part| !part.is_empty())
    {
        let wide = pen.text_width(part, TextStyle::small());
        if let Some(at) = line.next_x(TEXT_GAP, wide) {
            pen.text(
                row.with_min_x(at),
                Align::Min,
                part,
                TextStyle::small(),
                ink.text_tertiary,
            );
        }
    }
    if head.slow.is_empty() {
        return;
    }
    let wide = pen.text_width(&head.slow, TextStyle::small()) + CLOCK_GAP - TEXT_GAP;
    if let Some(at) = line.next_x(TEXT_GAP, wide) {
        let clock = pos2(at + 8.0, row.center().y);
        pen.sized_icon(clock, Icon::Clock, 12.0, pass.theme.band_colors.watch);
        let rest = row.with_min_x(at + CLOCK_GAP - TEXT_GAP);
        pen.text(
            rest,
            Align::Min,
            &head.slow,
            TextStyle::small(),
            ink.text_secondary,
        );
    }
}

/// Returns current and future number of deals if a drop would add some.
fn count_after_drop(pass: &FrameCtx<'_>, places: &UiState, band: &SwimlaneBand<'_>) -> Option<String> {
    let gained = places.board.moved_card()?.gained_deals(&band.swimlane.code)?;
    let now = band.swimlane.deal_count;
    let count = |n: usize| number::integer(pass.app.cx.lang(), n as u64);
    Some(format!("{} → {}", count(now), count(now + gained)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_ranges(of: &[(f32, f32)]) -> Vec<Rangef> {
        of.iter().map(|(min, max)| Rangef::new(*min, *max)).collect()
    }

    #[test]
    fn strips_leave_what_is_beside_and_between_them() {
        let room = Rangef::new(10.0, 500.0);
        let of = |strips: &[(f32, f32)]| ranges_outside(room, to_ranges(strips).into_iter());
        assert_eq!(of(&[]), [room]);
        assert_eq!(of(&[(10.0, 40.0)]), to_ranges(&[(40.0, 500.0)]));
        // Strips cut off at the left, in the middle, at the right edge, and outside.
        assert_eq!(
            of(&[(-10.0, 20.0), (200.0, 230.0), (480.0, 510.0), (520.0, 550.0)]),
            to_ranges(&[(20.0, 200.0), (230.0, 480.0)])
        );
        assert!(of(&[(0.0, 600.0)]).is_empty());
    }

    #[test]
    fn what_does_not_fit_before_a_strip_stands_behind_it() {
        let clear = to_ranges(&[(40.0, 200.0), (230.0, 500.0)]);
        let mut line = TitleLine {
            free_ranges: &clear,
            end: 120.0,
        };
        assert_eq!(line.next_x(14.0, 50.0), Some(134.0));
        assert_eq!(line.next_x(14.0, 60.0), Some(230.0));
        assert_eq!(line.next_x(14.0, 300.0), None, "wider than every range");
        assert_eq!(line.next_x(14.0, 90.0), Some(304.0));
    }
}
