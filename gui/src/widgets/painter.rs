//! Painting of texts, icons and boxes into given areas, without automatic layout.

use std::sync::Arc;

use crate::prelude::*;
use egui::epaint::RectShape;
use egui::layers::ShapeIdx;
use egui::text::{LayoutJob, TextWrapping};
use egui::{CornerRadius, Galley, Shadow, Shape};

use super::text_layout::{append_run, job_from_runs, unbroken_job};

/// A painter with the current theme.
#[derive(Clone)]
pub struct Painter<'a> {
    /// The painter.
    pub inner: egui::Painter,
    /// The current theme.
    pub theme: &'a Theme,
}

impl<'a> Painter<'a> {
    /// Creates a pen for a painter.
    #[must_use]
    pub fn new(painter: &egui::Painter, theme: &'a Theme) -> Self {
        Self { inner: painter.clone(), theme }
    }

    /// Returns a faded copy.
    #[must_use]
    pub fn with_opacity(&self, opacity: f32) -> Self {
        let mut painter = self.clone();
        painter.inner.multiply_opacity(opacity);
        painter
    }

    /// Returns a copy clipped to an area.
    #[must_use]
    pub fn clipped(&self, rect: Rect) -> Self {
        Self { inner: self.inner.with_clip_rect(self.inner.clip_rect().intersect(rect)), theme: self.theme }
    }

    /// Lays out one line, truncated at `width`.
    #[must_use]
    pub fn layout_line(&self, text: &str, style: TextStyle, color: Color32, width: f32) -> Arc<Galley> {
        let mut job = job_from_runs(&[(text, style, color)]);
        job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
        job.break_on_newline = false;
        self.inner.layout_job(job)
    }

    /// Returns the width of a line.
    #[must_use]
    pub fn text_width(&self, text: &str, style: TextStyle) -> f32 {
        self.layout_line(text, style, Color32::PLACEHOLDER, f32::INFINITY).size().x
    }

    /// Paints one line into an area, centred vertically. Returns the area of the text.
    pub fn text(&self, rect: Rect, align: Align, text: &str, style: TextStyle, color: Color32) -> Rect {
        if text.is_empty() || rect.width() <= 0.0 {
            let x = if align == Align::Max { rect.right() } else { rect.left() };
            return Rect::from_min_size(pos2(x, rect.center().y), Vec2::ZERO);
        }
        let galley = self.layout_line(text, style, color, rect.width());
        let size = galley.size();
        let x = match align {
            Align::Min => rect.left(),
            Align::Center => rect.center().x - size.x / 2.0,
            Align::Max => rect.right() - size.x,
        };
        let at = pos2(x, rect.center().y - size.y / 2.0);
        self.inner.galley(at, galley, color);
        Rect::from_min_size(at, size)
    }

    /// Paints one line at the left of an area. Returns the area of the text.
    pub fn left(&self, rect: Rect, text: &str, style: TextStyle, color: Color32) -> Rect {
        self.text(rect, Align::Min, text, style, color)
    }

    /// Paints one line in the middle of an area. Returns the area of the text.
    pub fn center(&self, rect: Rect, text: &str, style: TextStyle, color: Color32) -> Rect {
        self.text(rect, Align::Center, text, style, color)
    }

    /// Paints one line at the right of an area. Returns the area of the text.
    pub fn right(&self, rect: Rect, text: &str, style: TextStyle, color: Color32) -> Rect {
        self.text(rect, Align::Max, text, style, color)
    }

    /// Paints a right-aligned number in a table unless it would be clipped. A partial number would be misleading.
    /// Returns its area.
    pub fn number(&self, rect: Rect, text: &str, style: TextStyle, color: Color32) -> Option<Rect> {
        let visible_range = self.inner.clip_rect().x_range();
        let is_visible = |x: f32| visible_range.min - 0.5 <= x && x <= visible_range.max + 0.5;
        let left_x = rect.left().max(rect.right() - self.text_width(text, style));
        (is_visible(left_x) && is_visible(rect.right()))
            .then(|| self.text(rect, Align::Max, text, style, color))
    }

    /// Paints several pieces on one line, left-aligned. Returns the right edge.
    pub fn text_runs(&self, rect: Rect, pieces: &[(&str, TextStyle, Color32)]) -> f32 {
        let mut job = job_from_runs(pieces);
        job.break_on_newline = false;
        job.wrap = TextWrapping::truncate_at_width(rect.width().max(0.0));
        let galley = self.inner.layout_job(job);
        let size = galley.size();
        self.inner.galley(pos2(rect.left(), rect.center().y - size.y / 2.0), galley, Color32::PLACEHOLDER);
        rect.left() + size.x
    }

    /// Paints one line with the filter's matches in the accent colour, left-aligned. Returns the right edge.
    pub fn highlighted_line(
        &self,
        rect: Rect,
        text: &str,
        matches: &[std::ops::Range<usize>],
        style: TextStyle,
        color: Color32,
    ) -> f32 {
        if matches.is_empty() {
            return self.text(rect, Align::Min, text, style, color).right();
        }
        let mark = self.theme.colors.accent_text;
        let mut pieces = Vec::with_capacity(2 * matches.len() + 1);
        let mut end = 0;
        for range in matches {
            let plain = text.get(end..range.start).unwrap_or_default();
            let matched = text.get(range.clone()).unwrap_or_default();
            pieces.extend([(plain, style, color), (matched, style, mark)]);
            end = range.end;
        }
        pieces.push((text.get(end..).unwrap_or_default(), style, color));
        pieces.retain(|(piece, ..)| !piece.is_empty());
        self.text_runs(rect, &pieces)
    }

    /// Lays out text wrapped at a width, with at most `rows` lines.
    #[must_use]
    pub fn layout_wrapped(
        &self,
        text: &str,
        style: TextStyle,
        color: Color32,
        width: f32,
        rows: usize,
    ) -> Arc<Galley> {
        self.layout_wrapped_runs(&[(text, style, color)], width, rows)
    }

    /// Lays out wrapped text from pieces, each with its face and colour.
    #[must_use]
    pub fn layout_wrapped_runs(
        &self,
        pieces: &[(&str, TextStyle, Color32)],
        width: f32,
        rows: usize,
    ) -> Arc<Galley> {
        let mut job = LayoutJob::default();
        for (text, style, color) in pieces {
            append_run(&mut job, text, *style, *color);
        }
        job.wrap = TextWrapping { max_width: width, max_rows: rows, ..TextWrapping::default() };
        self.inner.layout_job(job)
    }

    /// Lays out wrapped text, with each line centred on the paint position.
    #[must_use]
    pub fn layout_centered(&self, text: &str, style: TextStyle, color: Color32, width: f32) -> Arc<Galley> {
        let within = |width: f32| {
            let mut job = unbroken_job(text, style, color);
            job.wrap.max_width = width;
            job.halign = Align::Center;
            self.inner.layout_job(job)
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
    pub fn block(&self, at: Pos2, width: f32, text: &str, style: TextStyle, color: Color32) -> Rect {
        let galley = self.layout_wrapped(text, style, color, width, usize::MAX);
        let rect = Rect::from_min_size(at, galley.size());
        self.inner.galley(at, galley, color);
        rect
    }

    /// Paints an icon around a point.
    pub fn icon(&self, center: Pos2, icon: Icon, color: Color32) {
        self.sized_icon(center, icon, self.theme.tokens.size.icon, color);
    }

    /// Paints an icon of a given size around a point.
    pub fn sized_icon(&self, center: Pos2, icon: Icon, side: f32, color: Color32) {
        // Align it to whole pixels, or its lines would blur.
        let corner = center - vec2(side / 2.0, side / 2.0);
        let scale = self.inner.pixels_per_point();
        let round_to_pixel = |x: f32| (x * scale).round() / scale;
        let rect = rect_at(round_to_pixel(corner.x), round_to_pixel(corner.y), side, side);
        icon.paint(&self.inner, rect, color);
    }

    /// Fills a rounded box.
    pub fn fill(&self, rect: Rect, radius: u8, color: Color32) {
        self.inner.rect_filled(rect, CornerRadius::same(radius), color);
    }

    /// Paints a track and the filled share of it.
    pub fn progress(&self, track: Rect, radius: u8, background: Color32, (share, fill): (f32, Color32)) {
        self.fill(track, radius, background);
        let filled = vec2(track.width() * share.clamp(0.0, 1.0), track.height());
        self.fill(Rect::from_min_size(track.min, filled), radius, fill);
    }

    /// Paints the background of a clickable item: a border on a surface, with a ring when focused.
    pub fn control(&self, rect: Rect, response: &Response) {
        let (theme, radius) = (self.theme, self.theme.tokens.radius.button);
        let fill = if response.hovered() { theme.colors.hover } else { theme.colors.surface };
        self.framed_box(rect, radius, fill, theme.colors.border_strong);
        self.ring(rect, radius, response);
    }

    /// Fills a rounded box and draws its border inside.
    pub fn bordered_box(&self, rect: Rect, radius: u8, fill: Color32, edge: Stroke) {
        self.inner.add(RectShape::new(rect, CornerRadius::same(radius), fill, edge, StrokeKind::Inside));
    }

    /// Fills a rounded box and draws a hairline inside its edge.
    pub fn framed_box(&self, rect: Rect, radius: u8, fill: Color32, edge: Color32) {
        self.bordered_box(rect, radius, fill, self.theme.hairline(edge));
    }

    /// Reserves a box below what is painted next; [`Painter::set_box`] paints it once its height is known.
    #[must_use]
    pub fn reserve_box(&self) -> ShapeIdx {
        self.inner.add(Shape::Noop)
    }

    /// Paints a reserved box, like [`Painter::bordered_box`].
    pub fn set_box(&self, index: ShapeIdx, rect: Rect, radius: u8, fill: Color32, edge: Stroke) {
        let radius = CornerRadius::same(radius);
        self.inner.set(index, RectShape::new(rect, radius, fill, edge, StrokeKind::Inside));
    }

    /// Paints the background of a list line: selected with focus, selected without focus, or hovered.
    pub fn row_background(&self, rect: Rect, is_selected: bool, focused: bool, hovered: bool) {
        let (theme, colors) = (self.theme, &self.theme.colors);
        let radius = theme.tokens.radius.button;
        match (is_selected, focused, hovered) {
            (true, true, _) => {
                let edge =
                    if theme.has_borders() { theme.hairline(colors.accent_line) } else { Stroke::NONE };
                self.bordered_box(rect, radius, colors.accent_soft, edge);
            }
            (true, false, _) => self.fill(rect, radius, colors.pressed),
            (false, _, true) => self.fill(rect, radius, colors.hover),
            (false, _, false) => {}
        }
    }

    /// Paints the shadow of a rounded box.
    pub fn shadow(&self, rect: Rect, radius: u8, shadow: Shadow) {
        if shadow != Shadow::NONE {
            self.inner.add(shadow.as_shape(rect, CornerRadius::same(radius)));
        }
    }

    /// Paints the background of an overlay: shadow, box and border.
    pub fn overlay_background(&self, rect: Rect, radius: u8, edge: Color32) {
        self.shadow(rect, radius, self.theme.shadows.float);
        self.framed_box(rect, radius, self.theme.colors.raised, edge);
    }

    /// Draws the focus ring around a box, one point outside it.
    pub fn focus_ring(&self, rect: Rect, radius: u8) {
        self.stroke_ring(rect, radius, self.theme.focus_ring());
    }

    /// Draws the focus ring around a box if the focus is on it.
    pub fn ring(&self, rect: Rect, radius: u8, response: &Response) {
        if response.has_focus() {
            self.focus_ring(rect, radius);
        }
    }

    /// Fills a box under the mouse.
    pub fn hover_fill(&self, rect: Rect, radius: u8, response: &Response) {
        if response.hovered() {
            self.fill(rect, radius, self.theme.colors.hover);
        }
    }

    /// Draws the ring of a focused list line, inside the line. Its neighbours are close.
    pub fn inner_focus_ring(&self, line: Rect, response: &Response) {
        if response.has_focus() {
            let stroke = self.theme.focus_ring();
            self.stroke_ring(line.shrink(1.0 + stroke.width), self.theme.tokens.radius.chip, stroke);
        }
    }

    /// Draws the ring of the application's focus, quieter if the keyboard focus is elsewhere.
    pub fn app_focus_ring(&self, rect: Rect, radius: u8, quiet: bool) {
        let stroke = if quiet { self.theme.quiet_focus_ring() } else { self.theme.focus_ring() };
        self.stroke_ring(rect, radius, stroke);
    }

    fn stroke_ring(&self, rect: Rect, radius: u8, stroke: Stroke) {
        let outer = rect.expand(1.0 + stroke.width);
        let radius = radius.saturating_add(3);
        self.inner.rect_stroke(outer, CornerRadius::same(radius), stroke, StrokeKind::Inside);
    }

    /// Draws a horizontal hairline.
    pub fn horizontal_line(&self, x: impl Into<egui::Rangef>, y: f32, color: Color32) {
        self.inner.hline(x, y, self.theme.hairline(color));
    }

    /// Draws a vertical hairline.
    pub fn vertical_line(&self, x: f32, y: impl Into<egui::Rangef>, color: Color32) {
        self.inner.vline(x, y, self.theme.hairline(color));
    }
}
