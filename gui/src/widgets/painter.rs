//! Painting of texts, icons and boxes into given areas, without automatic layout.

use std::sync::Arc;

use egui::epaint::RectShape;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align, Color32, CornerRadius, Galley, Painter, Pos2, Rect, Shadow, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use super::text_layout::{append, sections, unbroken};
use crate::theme::{Face, Icon, Look};

/// A painter with the current theme.
#[derive(Clone)]
pub struct Pen<'a> {
    /// The painter.
    pub painter: Painter,
    /// The current theme.
    pub look: &'a Look,
}

impl<'a> Pen<'a> {
    /// Creates a pen for a painter.
    #[must_use]
    pub fn new(painter: &Painter, look: &'a Look) -> Self {
        Self {
            painter: painter.clone(),
            look,
        }
    }

    /// Returns a faded copy.
    #[must_use]
    pub fn faded(&self, opacity: f32) -> Self {
        let mut pen = self.clone();
        pen.painter.multiply_opacity(opacity);
        pen
    }

    /// Returns a copy clipped to an area.
    #[must_use]
    pub fn within(&self, rect: Rect) -> Self {
        Self {
            painter: self
                .painter
                .with_clip_rect(self.painter.clip_rect().intersect(rect)),
            look: self.look,
        }
    }

    /// Lays out one line, truncated at `width`.
    #[must_use]
    pub fn line(&self, text: &str, face: Face, color: Color32, width: f32) -> Arc<Galley> {
        let mut job = sections(&[(text, face, color)]);
        job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
        job.break_on_newline = false;
        self.painter.layout_job(job)
    }

    /// Returns the width of a line.
    #[must_use]
    pub fn width(&self, text: &str, face: Face) -> f32 {
        self.line(text, face, Color32::PLACEHOLDER, f32::INFINITY)
            .size()
            .x
    }

    /// Paints one line into an area, centred vertically. Returns the area of the text.
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

    /// Paints a right-aligned number in a table unless it would be clipped. A partial number would be misleading.
    /// Returns its area.
    pub fn figure(&self, rect: Rect, text: &str, face: Face, color: Color32) -> Option<Rect> {
        let seen = self.painter.clip_rect().x_range();
        let whole = |x: f32| seen.min - 0.5 <= x && x <= seen.max + 0.5;
        let left = rect.left().max(rect.right() - self.width(text, face));
        (whole(left) && whole(rect.right())).then(|| self.text(rect, Align::Max, text, face, color))
    }

    /// Paints several pieces on one line, left-aligned. Returns the right edge.
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

    /// Paints one line with the filter's matches in the accent colour, left-aligned. Returns the right edge.
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

    /// Paints several lines with the filter's matches, wrapped between words and centred vertically.
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

    /// Splits a text into pieces, with the filter's matches in the accent colour.
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

    /// Lays out text wrapped at a width, with at most `rows` lines.
    #[must_use]
    pub fn wrapped(&self, text: &str, face: Face, color: Color32, width: f32, rows: usize) -> Arc<Galley> {
        self.wrapped_pieces(&[(text, face, color)], width, rows)
    }

    /// Lays out wrapped text from pieces, each with its face and colour.
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

    /// Lays out wrapped text, with each line centred on the paint position.
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
        // Balance the line lengths, so that no line has a single word.
        let even = (1..=8_u8)
            .rev()
            .map(|part| within(width * (0.6 + 0.05 * f32::from(part - 1))))
            .take_while(|galley| galley.rows.len() == lines)
            .last();
        even.unwrap_or(widest)
    }

    /// Paints wrapped text from its upper left corner. Returns its area.
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

    /// Paints an icon of a given size around a point.
    pub fn icon_of(&self, center: Pos2, icon: Icon, side: f32, color: Color32) {
        // Align it to whole pixels, or its lines would blur.
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

    /// Paints the background of a clickable item: a border on a surface, with a ring when focused.
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

    /// Fills a rounded box and draws its border inside.
    pub fn boxed(&self, rect: Rect, radius: u8, fill: Color32, edge: Stroke) {
        self.painter.add(RectShape::new(
            rect,
            CornerRadius::same(radius),
            fill,
            edge,
            StrokeKind::Inside,
        ));
    }

    /// Paints the background of a list line: selected with focus, selected without focus, or hovered.
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

    /// Paints the shadow of a rounded box.
    pub fn cast(&self, rect: Rect, radius: u8, shadow: Shadow) {
        if shadow != Shadow::NONE {
            self.painter
                .add(shadow.as_shape(rect, CornerRadius::same(radius)));
        }
    }

    /// Paints the background of an overlay: shadow, box and border.
    pub fn raised(&self, rect: Rect, radius: u8, edge: Color32) {
        self.cast(rect, radius, self.look.cast.float);
        self.boxed(rect, radius, self.look.ink.raised, self.look.hairline(edge));
    }

    /// Draws the focus ring around a box, one point outside it.
    pub fn ring(&self, rect: Rect, radius: u8) {
        self.ring_of(rect, radius, self.look.ring());
    }

    /// Draws the ring of a focused list line, inside the line. Its neighbours are close.
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

    /// Draws the ring of the application's focus, quieter if the keyboard focus is elsewhere.
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

    /// Draws a horizontal hairline.
    pub fn rule(&self, x: impl Into<egui::Rangef>, y: f32, color: Color32) {
        self.painter.hline(x, y, self.look.hairline(color));
    }

    /// Draws a vertical hairline.
    pub fn pole(&self, x: f32, y: impl Into<egui::Rangef>, color: Color32) {
        self.painter.vline(x, y, self.look.hairline(color));
    }
}
