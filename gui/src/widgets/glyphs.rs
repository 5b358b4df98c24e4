//! Marks beside a label: band shapes, status icons, class swatches, patterned bars.
//!
//! They are painted as geometry, so that they look the same at every size and in every font.

use std::f32::consts::TAU;

use crate::prelude::*;
use egui::Shape;
use egui::epaint::{CircleShape, PathShape, PathStroke};
use encours_core::theme::{Pattern, RingMark};

impl Painter<'_> {
    /// Paints a mark around a point, in the same form on screens and in pickers.
    pub fn line_icon(&self, at: Pos2, mark: LineIcon) {
        let (colors, bands) = (&self.theme.colors, &self.theme.band_colors);
        let (icon, color) = match mark {
            LineIcon::None => return,
            LineIcon::Severity(band) => return self.band_shape(at, band),
            LineIcon::On => (Icon::Check, colors.accent_text),
            LineIcon::Done => (Icon::Check, bands.ok),
            LineIcon::Off | LineIcon::Skipped => (Icon::Stop, colors.text_tertiary),
            LineIcon::Waiting => (Icon::Pending, colors.text_secondary),
            LineIcon::Failed => (Icon::Close, bands.alert),
            LineIcon::Differs => (Icon::Fork, colors.accent_text),
        };
        self.sized_icon(at, icon, self.theme.tokens.size.icon_small, color);
    }

    /// Paints the shape of a band around a point: circle, diamond, triangle, boxed exclamation mark or ring.
    pub fn band_shape(&self, at: Pos2, band: Band) {
        let color = self.theme.band_color(band);
        if band == Band::Outside {
            let line = Stroke::new(1.5, color);
            let edge = Rect::from_center_size(at, vec2(9.0, 10.0));
            self.inner.rect_stroke(edge, 1.0, Stroke::new(1.0, color), StrokeKind::Inside);
            self.inner.line_segment([at + vec2(0.0, -3.0), at + vec2(0.0, 0.8)], line);
            self.inner.circle_filled(at + vec2(0.0, 2.6), 0.9, color);
            return;
        }
        let shape: Shape = match band {
            Band::Ok => CircleShape::filled(at, 4.0, color).into(),
            Band::Watch => polygon_shape(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)], at, color),
            Band::Alert => polygon_shape(&[(0.0, -4.8), (5.0, 4.2), (-5.0, 4.2)], at, color),
            Band::None | Band::Outside => CircleShape::stroke(at, 3.5, Stroke::new(1.5, color)).into(),
        };
        self.inner.add(shape);
    }

    /// Paints the progress ring of a status around a point.
    pub fn status_ring(&self, at: Pos2, code: &str, color: Color32) {
        let radius = 5.5;
        let line = Stroke::new(self.theme.tokens.stroke.icon, color);
        match self.theme.tokens.status(code).mark {
            RingMark::Turn(turn) if turn <= 0.0 => self.dotted_ring(at, radius, 12, color),
            RingMark::Turn(turn) => {
                self.inner.circle_stroke(at, radius, line);
                self.sector(at, radius - 2.5, turn, color);
            }
            RingMark::Pause => {
                self.inner.circle_stroke(at, radius, line);
                for x in [-1.75, 1.75] {
                    self.inner.line_segment([at + vec2(x, -2.5), at + vec2(x, 2.5)], line);
                }
            }
            RingMark::Cross => {
                self.inner.circle_stroke(at, radius, line);
                for (a, b) in [((-2.0, -2.0), (2.0, 2.0)), ((-2.0, 2.0), (2.0, -2.0))] {
                    self.inner.line_segment([at + vec2(a.0, a.1), at + vec2(b.0, b.1)], line);
                }
            }
            RingMark::Dashed => {
                self.dotted_ring(at, radius, 6, color);
                self.inner.line_segment([at + vec2(0.0, -3.0), at + vec2(0.0, 1.0)], line);
                self.inner.circle_filled(at + vec2(0.0, 3.0), 0.9, color);
            }
        }
    }

    /// Paints a ring of `parts` arcs with gaps between them.
    fn dotted_ring(&self, at: Pos2, radius: f32, parts: u16, color: Color32) {
        let arc_angle = TAU / f32::from(parts);
        for part in 0..parts {
            let from = arc_angle * f32::from(part) - TAU / 4.0;
            let points = arc_points(at, radius, from, from + arc_angle * 0.45, 3);
            self.inner.add(PathShape::line(points, PathStroke::new(self.theme.tokens.stroke.icon, color)));
        }
    }

    /// Paints a filled sector, clockwise from the top.
    fn sector(&self, at: Pos2, radius: f32, turn: f32, color: Color32) {
        if turn >= 1.0 {
            self.inner.circle_filled(at, radius, color);
            return;
        }
        // A sector of more than half a turn is not convex, so paint it in two parts.
        let start = -TAU / 4.0;
        let end = start + TAU * turn;
        let middle = end.min(start + TAU / 2.0);
        for (from, to) in [(start, middle), (middle, end)] {
            if to > from {
                let mut points = vec![at];
                points.extend(arc_points(at, radius, from, to, 10));
                self.inner.add(PathShape::convex_polygon(points, color, Stroke::NONE));
            }
        }
    }

    /// Paints the swatch of an asset class around a point.
    pub fn class_swatch(&self, at: Pos2, code: &str) {
        let side = self.theme.tokens.size.swatch;
        let scale = self.inner.pixels_per_point();
        let round_to_pixel = |x: f32| (x * scale).round() / scale;
        let rect = rect_at(round_to_pixel(at.x - side / 2.0), round_to_pixel(at.y - side / 2.0), side, side);
        let (fill, edge, pattern) = self.theme.class_style(code);
        let Some(fill) = fill else {
            let rect = rect.shrink(0.5);
            let corners =
                [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
            for side in corners.windows(2) {
                self.inner.extend(Shape::dashed_line(side, Stroke::new(1.0, edge), 2.0, 2.0));
            }
            return;
        };
        let background = self.theme.colors.surface;
        self.fill(rect, 2, fill);
        let (center, inner) = (rect.center(), rect.shrink(1.0));
        match pattern {
            Pattern::Solid | Pattern::Dashed => {}
            Pattern::Stripe => {
                for y in [center.y - 1.75, center.y + 1.75] {
                    self.inner.rect_filled(
                        Rect::from_center_size(pos2(center.x, y), vec2(inner.width(), 1.25)),
                        0.0,
                        background,
                    );
                }
            }
            Pattern::Split => {
                let half = vec![inner.right_top(), inner.right_bottom(), inner.left_bottom()];
                let tint = background.gamma_multiply(0.72);
                self.inner.add(PathShape::convex_polygon(half, tint, Stroke::NONE));
            }
            Pattern::Dot => {
                self.inner.circle_filled(center, 2.0, background);
            }
        }
        self.inner.rect_stroke(rect, 2.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    }

    /// Paints a breakdown bar, neutral or with fill and pattern of a class.
    pub fn breakdown_bar(&self, rect: Rect, class: Option<&str>) {
        let Some((Some(fill), edge, pattern)) = class.map(|code| self.theme.class_style(code)) else {
            self.fill(rect, 2, self.theme.colors.bar);
            return;
        };
        self.fill(rect, 2, fill);
        let inner = rect.shrink(1.0);
        let painter = self.clipped(inner);
        let background = self.theme.colors.surface;
        match pattern {
            Pattern::Solid | Pattern::Dashed => {}
            Pattern::Stripe => {
                for y in [inner.top() + 2.0, inner.top() + 5.5] {
                    painter.inner.hline(inner.x_range(), y, Stroke::new(1.0, background));
                }
            }
            Pattern::Split => {
                let mut x = inner.left() - inner.height();
                while x < inner.right() {
                    let from = pos2(x, inner.bottom());
                    let to = pos2(x + inner.height(), inner.top());
                    painter.inner.line_segment([from, to], Stroke::new(1.25, background));
                    x += 6.0;
                }
            }
            Pattern::Dot => {
                let mut x = inner.left() + 3.0;
                while x < inner.right() {
                    painter.inner.circle_filled(pos2(x, inner.center().y), 1.5, background);
                    x += 8.0;
                }
            }
        }
        self.inner.rect_stroke(rect, 2.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    }

    /// Paints a dashed outline with open corners: a drop slot.
    pub fn drop_slot(&self, rect: Rect, color: Color32) {
        let rect = rect.shrink(1.0);
        let [dash, gap] = self.theme.tokens.stroke.dash;
        let stroke = Stroke::new(1.5, color);
        let inset = 4.0;
        let sides = [
            [rect.left_top() + vec2(inset, 0.0), rect.right_top() - vec2(inset, 0.0)],
            [rect.left_bottom() + vec2(inset, 0.0), rect.right_bottom() - vec2(inset, 0.0)],
            [rect.left_top() + vec2(0.0, inset), rect.left_bottom() - vec2(0.0, inset)],
            [rect.right_top() + vec2(0.0, inset), rect.right_bottom() - vec2(0.0, inset)],
        ];
        for side in sides {
            self.inner.extend(Shape::dashed_line(&side, stroke, dash, gap));
        }
    }
}

fn arc_points(at: Pos2, radius: f32, from: f32, to: f32, steps: u16) -> Vec<Pos2> {
    (0..=steps)
        .map(|step| {
            let angle = from + (to - from) * f32::from(step) / f32::from(steps);
            at + vec2(angle.cos(), angle.sin()) * radius
        })
        .collect()
}

fn polygon_shape(corners: &[(f32, f32)], at: Pos2, color: Color32) -> Shape {
    let points = corners.iter().map(|(x, y)| at + vec2(*x, *y)).collect();
    PathShape::convex_polygon(points, color, Stroke::NONE).into()
}
