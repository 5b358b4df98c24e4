//! Painting by arithmetic: a text, an icon or a box into a rectangle. Nothing here lays itself out, so that a row
//! stands where its number says.

use std::sync::Arc;

use egui::epaint::RectShape;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align, Color32, CornerRadius, Galley, Painter, Pos2, Rect, Shadow, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use super::text_layout::{append, sections, unbroken};
use crate::theme::{Face, Icon, Look};

/// A painter that knows the looks.
#[derive(Clone)]
pub struct Pen<'a> {
    /// Where it paints.
    pub painter: Painter,
    /// The looks in force.
    pub look: &'a Look,
}

impl<'a> Pen<'a> {
    /// A pen that paints where `painter` does.
    #[must_use]
    pub fn new(painter: &Painter, look: &'a Look) -> Self {
        Self {
            painter: painter.clone(),
            look,
        }
    }

    /// The same pen, faded.
    #[must_use]
    pub fn faded(&self, opacity: f32) -> Self {
        let mut pen = self.clone();
        pen.painter.multiply_opacity(opacity);
        pen
    }

    /// The same pen, cut to a rectangle.
    #[must_use]
    pub fn within(&self, rect: Rect) -> Self {
        Self {
            painter: self
                .painter
                .with_clip_rect(self.painter.clip_rect().intersect(rect)),
            look: self.look,
        }
    }

    /// Lays out one line, elided where it is wider than `width`.
    #[must_use]
    pub fn line(&self, text: &str, face: Face, color: Color32, width: f32) -> Arc<Galley> {
        let mut job = sections(&[(text, face, color)]);
        job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
        job.break_on_newline = false;
        self.painter.layout_job(job)
    }

    /// How wide a line is.
    #[must_use]
    pub fn width(&self, text: &str, face: Face) -> f32 {
        self.line(text, face, Color32::PLACEHOLDER, f32::INFINITY)
            .size()
            .x
    }

    /// Paints one line into a rectangle, centred on its height. Returns where it stands.
    pub fn text(&self, rect: Rect, align: Align, text: &str, face: Face, color: Color32) -> Rect {
        if text.is_empty() || rect.width() <= 0.0 {
            let x = if align == Align::Max {
                rect.right()
            } else {
                rect.left()
            };
            return Rect::from_min_size(pos2(x, rect.center().y), Vec2::ZERO);
        }
        let galley = self.line(text, face, color, rect.width());
        let size = galley.size();
        let x = match align {
            Align::Min => rect.left(),
            Align::Center => rect.center().x - size.x / 2.0,
            Align::Max => rect.right() - size.x,
        };
        let at = pos2(x, rect.center().y - size.y / 2.0);
        self.painter.galley(at, galley, color);
        Rect::from_min_size(at, size)
    }

    /// Paints a figure at the right of its place in a table, unless a part of it is out of sight: what is left of a figure is
    /// another figure. Where it stands.
    pub fn figure(&self, rect: Rect, text: &str, face: Face, color: Color32) -> Option<Rect> {
        let seen = self.painter.clip_rect().x_range();
        let whole = |x: f32| seen.min - 0.5 <= x && x <= seen.max + 0.5;
        let left = rect.left().max(rect.right() - self.width(text, face));
        (whole(left) && whole(rect.right())).then(|| self.text(rect, Align::Max, text, face, color))
    }

    /// Paints several pieces on one line from the left. Returns where the last one ends.
    pub fn run(&self, rect: Rect, pieces: &[(&str, Face, Color32)]) -> f32 {
        let mut job = sections(pieces);
        job.break_on_newline = false;
        job.wrap = TextWrapping::truncate_at_width(rect.width().max(0.0));
        let galley = self.painter.layout_job(job);
        let size = galley.size();
        self.painter.galley(
            pos2(rect.left(), rect.center().y - size.y / 2.0),
            galley,
            Color32::PLACEHOLDER,
        );
        rect.left() + size.x
    }

    /// Paints one line from the left with the letters that a filter found in the accent. Returns where it ends.
    pub fn found(
        &self,
        rect: Rect,
        text: &str,
        found: &[std::ops::Range<usize>],
        face: Face,
        color: Color32,
    ) -> f32 {
        if found.is_empty() {
            return self.text(rect, Align::Min, text, face, color).right();
        }
        self.run(rect, &self.pieces(text, found, face, color))
    }

    /// The same over several lines, broken between words and centred on the height of the rectangle.
    pub fn found_in(
        &self,
        rect: Rect,
        text: &str,
        found: &[std::ops::Range<usize>],
        face: Face,
        color: Color32,
        rows: usize,
    ) {
        let mut job = sections(&self.pieces(text, found, face, color));
        job.wrap = TextWrapping {
            max_width: rect.width().max(0.0),
            max_rows: rows,
            ..TextWrapping::default()
        };
        let galley = self.painter.layout_job(job);
        let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
        self.painter.galley(at, galley, Color32::PLACEHOLDER);
    }

    /// A text in pieces: those that a filter found in the accent.
    fn pieces<'t>(
        &self,
        text: &'t str,
        found: &[std::ops::Range<usize>],
        face: Face,
        color: Color32,
    ) -> Vec<(&'t str, Face, Color32)> {
        let mark = self.look.ink.accent_text;
        let mut pieces = Vec::with_capacity(2 * found.len() + 1);
        let mut end = 0;
        for range in found {
            let before = text.get(end..range.start).unwrap_or_default();
            let inside = text.get(range.clone()).unwrap_or_default();
            pieces.extend([(before, face, color), (inside, face, mark)]);
            end = range.end;
        }
        pieces.push((text.get(end..).unwrap_or_default(), face, color));
        pieces.retain(|(piece, ..)| !piece.is_empty());
        pieces
    }

    /// Lays out text that wraps at a width, with at most `rows` lines.
    #[must_use]
    pub fn wrapped(&self, text: &str, face: Face, color: Color32, width: f32, rows: usize) -> Arc<Galley> {
        self.wrapped_pieces(&[(text, face, color)], width, rows)
    }

    /// The same of text in pieces, each in its own face and colour.
    #[must_use]
    pub fn wrapped_pieces(&self, pieces: &[(&str, Face, Color32)], width: f32, rows: usize) -> Arc<Galley> {
        let mut job = LayoutJob::default();
        for (text, face, color) in pieces {
            append(&mut job, text, *face, *color);
        }
        job.wrap = TextWrapping {
            max_width: width,
            max_rows: rows,
            ..TextWrapping::default()
        };
        self.painter.layout_job(job)
    }

    /// Lays out text that wraps at a width, each of its lines centred on the point it is painted at.
    #[must_use]
    pub fn centred(&self, text: &str, face: Face, color: Color32, width: f32) -> Arc<Galley> {
        let within = |width: f32| {
            let mut job = unbroken(text, face, color);
            job.wrap.max_width = width;
            job.halign = Align::Center;
            self.painter.layout_job(job)
        };
        let widest = within(width);
        let lines = widest.rows.len();
        if lines < 2 {
            return widest;
        }
        // Lines of one length: none ends in a word by itself.
        let even = (1..=8_u8)
            .rev()
            .map(|part| within(width * (0.6 + 0.05 * f32::from(part - 1))))
            .take_while(|galley| galley.rows.len() == lines)
            .last();
        even.unwrap_or(widest)
    }

    /// Paints a text that wraps, from its upper left corner. Returns where it stands.
    pub fn block(&self, at: Pos2, width: f32, text: &str, face: Face, color: Color32) -> Rect {
        let galley = self.wrapped(text, face, color, width, usize::MAX);
        let rect = Rect::from_min_size(at, galley.size());
        self.painter.galley(at, galley, color);
        rect
    }

    /// Paints an icon around a point.
    pub fn icon(&self, center: Pos2, icon: Icon, color: Color32) {
        self.icon_of(center, icon, self.look.tokens.size.icon, color);
    }

    /// Paints an icon of a size around a point.
    pub fn icon_of(&self, center: Pos2, icon: Icon, side: f32, color: Color32) {
        // On whole pixels, or its lines blur.
        let corner = center - vec2(side / 2.0, side / 2.0);
        let scale = self.painter.pixels_per_point();
        let whole = |x: f32| (x * scale).round() / scale;
        let rect = Rect::from_min_size(pos2(whole(corner.x), whole(corner.y)), vec2(side, side));
        icon.paint(&self.painter, rect, color);
    }

    /// Fills a rounded box.
    pub fn fill(&self, rect: Rect, radius: u8, color: Color32) {
        self.painter.rect_filled(rect, CornerRadius::same(radius), color);
    }

    /// The ground of what can be pressed: an edge on a surface, a ring where the keyboard is.
    pub fn control(&self, rect: Rect, response: &egui::Response) {
        let (look, radius) = (self.look, self.look.tokens.radius.button);
        let fill = if response.hovered() {
            look.ink.hover
        } else {
            look.ink.surface
        };
        self.boxed(rect, radius, fill, look.hairline(look.ink.border_strong));
        if response.has_focus() {
            self.ring(rect, radius);
        }
    }

    /// Fills a rounded box and draws its edge inside.
    pub fn boxed(&self, rect: Rect, radius: u8, fill: Color32, edge: Stroke) {
        self.painter.add(RectShape::new(
            rect,
            CornerRadius::same(radius),
            fill,
            edge,
            StrokeKind::Inside,
        ));
    }

    /// The ground of a line of a list: chosen where the keys go, chosen elsewhere, under the pointer.
    pub fn ground(&self, rect: Rect, chosen: bool, focused: bool, hovered: bool) {
        let (look, ink) = (self.look, &self.look.ink);
        let radius = look.tokens.radius.button;
        match (chosen, focused, hovered) {
            (true, true, _) => {
                let edge = if look.edges() {
                    look.hairline(ink.accent_line)
                } else {
                    Stroke::NONE
                };
                self.boxed(rect, radius, ink.accent_soft, edge);
            }
            (true, false, _) => self.fill(rect, radius, ink.pressed),
            (false, _, true) => self.fill(rect, radius, ink.hover),
            (false, _, false) => {}
        }
    }

    /// Casts a shadow of a rounded box.
    pub fn cast(&self, rect: Rect, radius: u8, shadow: Shadow) {
        if shadow != Shadow::NONE {
            self.painter
                .add(shadow.as_shape(rect, CornerRadius::same(radius)));
        }
    }

    /// The ground of what lies over a screen: its shadow, its box, its edge.
    pub fn raised(&self, rect: Rect, radius: u8, edge: Color32) {
        self.cast(rect, radius, self.look.cast.float);
        self.boxed(rect, radius, self.look.ink.raised, self.look.hairline(edge));
    }

    /// Draws the focus ring around a box, a gap of one point away.
    pub fn ring(&self, rect: Rect, radius: u8) {
        self.ring_of(rect, radius, self.look.ring());
    }

    /// Draws the ring of a line of a list if it has the focus: within the line, which has others close to it.
    pub fn ring_within(&self, line: Rect, response: &egui::Response) {
        if response.has_focus() {
            let stroke = self.look.ring();
            self.ring_of(
                line.shrink(1.0 + stroke.width),
                self.look.tokens.radius.chip,
                stroke,
            );
        }
    }

    /// Draws the ring of what has the focus of the application; quiet where the keyboard's is on something else.
    pub fn mark(&self, rect: Rect, radius: u8, quiet: bool) {
        let stroke = if quiet {
            self.look.quiet_ring()
        } else {
            self.look.ring()
        };
        self.ring_of(rect, radius, stroke);
    }

    fn ring_of(&self, rect: Rect, radius: u8, stroke: Stroke) {
        let outer = rect.expand(1.0 + stroke.width);
        let radius = radius.saturating_add(3);
        self.painter
            .rect_stroke(outer, CornerRadius::same(radius), stroke, StrokeKind::Inside);
    }

    /// A horizontal hairline.
    pub fn rule(&self, x: impl Into<egui::Rangef>, y: f32, color: Color32) {
        self.painter.hline(x, y, self.look.hairline(color));
    }

    /// A vertical hairline.
    pub fn pole(&self, x: f32, y: impl Into<egui::Rangef>, color: Color32) {
        self.painter.vline(x, y, self.look.hairline(color));
    }
}
