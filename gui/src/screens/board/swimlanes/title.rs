//! The title of a swimlane with its totals.
//!
//! A folded column runs through all swimlanes, so the title goes beside it.

use egui::{Align, Rangef, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::head::{ColumnHead, lane_name};
use encours_core::app::foundation::cx::overlay_types::Lanes;
use encours_core::text::number;

use super::super::MARGIN;
use super::{Band, RING};
use crate::frame_ctx::Pass;
use crate::screens::Places;
use crate::theme::{Face, Icon};
use crate::widgets::Pen;

/// Gap before the number of deals and before their metric.
const APART: f32 = 14.0;
/// Gap before the number of slow deals, which contains a clock icon.
const CLOCK: f32 = 32.0;

/// Returns the horizontal ranges free for titles, outside folded columns and their gaps. The columns begin at `origin`,
/// which includes the scroll position.
pub(super) fn clear(
    pass: &Pass<'_>,
    places: &Places,
    heads: &[ColumnHead],
    body: Rect,
    origin: f32,
) -> Vec<Rangef> {
    let gap = pass.look.tokens.size.lane_gap;
    let mut x = origin + MARGIN;
    let widths = places.board.widths(pass, heads);
    let strips = heads.iter().zip(widths).filter_map(|(head, step)| {
        let strip = Rangef::new(x - gap, x + step);
        x += step;
        head.folded.then_some(strip)
    });
    stretches(body.x_range().shrink(MARGIN), strips)
}

/// Returns the parts of a range outside the strips.
fn stretches(room: Rangef, strips: impl Iterator<Item = Rangef>) -> Vec<Rangef> {
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
struct Line<'a> {
    clear: &'a [Rangef],
    end: f32,
}

impl Line<'_> {
    /// Returns the position of a text of a width; `None` if it does not fit. The position is `apart` from the previous
    /// text, or the start of a later range.
    fn place(&mut self, apart: f32, wide: f32) -> Option<f32> {
        let here = self.clear.iter().position(|range| range.contains(self.end))?;
        let at = self.clear.iter().enumerate().skip(here).find_map(|(n, range)| {
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
    pass: &mut Pass<'_>,
    places: &mut Places,
    band: &Band<'_>,
    (rect, clear): (Rect, &[Rangef]),
) {
    let ink = &pass.look.ink;
    let label = lane_name(pass.app, &band.lane.code);
    let head = encours_core::app::deals::board::view::lane_head::lane_head(pass.app, band.lane);
    let row = rect.shrink2(vec2(MARGIN, 0.0));
    let response = ui.interact(row, ui.scope_id().with(("lane", &band.lane.code)), Sense::click());
    let spoken: Vec<&str> = [&label, &head.count, &head.figure, &head.slow]
        .into_iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    let spoken = spoken.join(" – ");
    response.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, true, &spoken));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_expanded(!band.folded));
    let pen = Pen::new(ui.painter(), pass.look);
    // Leave space for the focus ring of a card directly below.
    pen.fill(rect.with_max_y(rect.bottom() - RING), 0, ink.canvas);
    if response.hovered() || response.has_focus() {
        pen.fill(
            row.shrink2(vec2(0.0, 4.0)),
            pass.look.tokens.radius.button,
            ink.hover,
        );
    }
    // A collapsed swimlane has no cells, so it is a drop target as a whole.
    let carried = places.board.carried().filter(|drag| {
        band.folded
            && drag
                .over
                .is_some_and(|over| drag.lands_in(over, Some(&band.lane.code)))
    });
    if carried.is_some() {
        let place = row.shrink2(vec2(0.0, RING));
        pen.boxed(
            place,
            pass.look.tokens.radius.button,
            ink.accent_soft,
            Stroke::new(pass.look.tokens.stroke.ring, ink.accent),
        );
    }
    if response.has_focus() {
        pen.ring(row.shrink2(vec2(0.0, RING)), pass.look.tokens.radius.button);
    }
    if response.clicked() && !places.board.folded_lanes.remove(&band.lane.code) {
        places.board.folded_lanes.insert(band.lane.code.clone());
    }
    let by_class = pass.app.pipeline.board_look().lanes == Lanes::Class;
    let icons = if by_class { 40.0 } else { 24.0 };
    let wide = icons + pen.width(&label, Face::column());
    // Use the first range that holds the full name, else the widest.
    let first = clear.iter().position(|range| range.span() >= wide);
    let widest = || (0..clear.len()).max_by(|a, b| clear[*a].span().total_cmp(&clear[*b].span()));
    let Some(clear) = first.or_else(widest).and_then(|at| clear.get(at..)) else {
        return;
    };
    let Some(stretch) = clear.first() else { return };
    let x = stretch.min;
    let icon = if band.folded { Icon::Right } else { Icon::Down };
    pen.icon_of(pos2(x + 10.0, row.center().y), icon, 12.0, ink.text_secondary);
    if by_class {
        pen.swatch(pos2(x + 29.0, row.center().y), &band.lane.code);
    }
    let place = Rect::from_x_y_ranges(x + icons..=stretch.max, row.y_range());
    let end = pen
        .text(place, Align::Min, &label, Face::column(), ink.text)
        .right();
    let mut line = Line { clear, end };
    let becoming = becoming(pass, places, band);
    for part in [becoming.as_ref().unwrap_or(&head.count), &head.figure]
        .into_iter()
        .filter(|part| !part.is_empty())
    {
        let wide = pen.width(part, Face::small());
        if let Some(at) = line.place(APART, wide) {
            pen.text(
                row.with_min_x(at),
                Align::Min,
                part,
                Face::small(),
                ink.text_tertiary,
            );
        }
    }
    if head.slow.is_empty() {
        return;
    }
    let wide = pen.width(&head.slow, Face::small()) + CLOCK - APART;
    if let Some(at) = line.place(APART, wide) {
        let clock = pos2(at + 8.0, row.center().y);
        pen.icon_of(clock, Icon::Clock, 12.0, pass.look.bands.watch);
        let rest = row.with_min_x(at + CLOCK - APART);
        pen.text(rest, Align::Min, &head.slow, Face::small(), ink.text_secondary);
    }
}

/// Returns current and future number of deals if a drop would add some.
fn becoming(pass: &Pass<'_>, places: &Places, band: &Band<'_>) -> Option<String> {
    let gained = places.board.carried()?.gained_by(&band.lane.code)?;
    let now = band.lane.shown;
    let count = |n: usize| number::integer(pass.app.cx.lang(), n as u64);
    Some(format!("{} → {}", count(now), count(now + gained)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(of: &[(f32, f32)]) -> Vec<Rangef> {
        of.iter().map(|(min, max)| Rangef::new(*min, *max)).collect()
    }

    #[test]
    fn strips_leave_what_is_beside_and_between_them() {
        let room = Rangef::new(10.0, 500.0);
        let of = |strips: &[(f32, f32)]| stretches(room, ranges(strips).into_iter());
        assert_eq!(of(&[]), [room]);
        assert_eq!(of(&[(10.0, 40.0)]), ranges(&[(40.0, 500.0)]));
        // Strips cut off at the left, in the middle, at the right edge, and outside.
        assert_eq!(
            of(&[(-10.0, 20.0), (200.0, 230.0), (480.0, 510.0), (520.0, 550.0)]),
            ranges(&[(20.0, 200.0), (230.0, 480.0)])
        );
        assert!(of(&[(0.0, 600.0)]).is_empty());
    }

    #[test]
    fn what_does_not_fit_before_a_strip_stands_behind_it() {
        let clear = ranges(&[(40.0, 200.0), (230.0, 500.0)]);
        let mut line = Line {
            clear: &clear,
            end: 120.0,
        };
        assert_eq!(line.place(14.0, 50.0), Some(134.0));
        assert_eq!(line.place(14.0, 60.0), Some(230.0));
        assert_eq!(line.place(14.0, 300.0), None, "wider than every range");
        assert_eq!(line.place(14.0, 90.0), Some(304.0));
    }
}
