//! A canvas that draws a page as pixels.

use crate::prelude::*;
use skrifa::MetadataProvider as _;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::canvas::Canvas;
use super::fonts;

/// Pixels per point, for a sharp image on a projector.
const SCALE: f32 = 2.0;

/// An image being drawn.
pub(super) struct PngTarget(Pixmap);

impl PngTarget {
    pub(super) fn new(size: Vec2, background: Color32) -> Option<Self> {
        let mut pixels = Pixmap::new((size.x * SCALE) as u32, (size.y * SCALE) as u32)?;
        pixels.fill(to_color(background));
        Some(Self(pixels))
    }

    pub(super) fn finish(self) -> Result<Vec<u8>, String> {
        self.0.encode_png().map_err(|error| error.to_string())
    }

    fn fill_path(&mut self, path: &Path, fill: Color32) {
        let transform = Transform::from_scale(SCALE, SCALE);
        self.0.fill_path(path, &to_paint(fill), FillRule::Winding, transform, None);
    }
}

fn to_color(source: Color32) -> tiny_skia::Color {
    let [r, g, b, a] = source.to_srgba_unmultiplied();
    tiny_skia::Color::from_rgba8(r, g, b, a)
}

fn to_paint(source: Color32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(to_color(source));
    paint.anti_alias = true;
    paint
}

/// Builds a path through points.
fn path_through(points: &[Pos2]) -> PathBuilder {
    let mut builder = PathBuilder::new();
    for (at, point) in points.iter().enumerate() {
        if at == 0 {
            builder.move_to(point.x, point.y);
        } else {
            builder.line_to(point.x, point.y);
        }
    }
    builder
}

impl Canvas for PngTarget {
    fn fill(&mut self, rect: Rect, color: Color32) {
        let inner = tiny_skia::Rect::from_ltrb(rect.left(), rect.top(), rect.right(), rect.bottom());
        if let Some(rect) = inner {
            self.fill_path(&PathBuilder::from_rect(rect), color);
        }
    }

    fn polygon(&mut self, corners: &[Pos2], color: Color32) {
        let mut builder = path_through(corners);
        builder.close();
        if let Some(path) = builder.finish() {
            self.fill_path(&path, color);
        }
    }

    fn line(&mut self, points: &[Pos2], width: f32, color: Color32) {
        let builder = path_through(points);
        if let Some(path) = builder.finish() {
            let stroke = Stroke { width, ..Stroke::default() };
            let transform = Transform::from_scale(SCALE, SCALE);
            self.0.stroke_path(&path, &to_paint(color), &stroke, transform, None);
        }
    }

    fn text_at(&mut self, at: Pos2, text: &str, face: TextStyle, color: Color32) {
        let Some(font) = fonts::font(face.weight) else {
            return;
        };
        let outlines = font.outline_glyphs();
        let mut x = at.x;
        for (glyph, _, advance) in fonts::glyphs(text, face) {
            let mut outline = GlyphOutline { builder: PathBuilder::new(), position: Pos2::new(x, at.y) };
            let settings = DrawSettings::unhinted(Size::new(face.size), LocationRef::default());
            let drawn = outlines.get(glyph).is_some_and(|shape| shape.draw(settings, &mut outline).is_ok());
            if drawn && let Some(path) = outline.builder.finish() {
                self.fill_path(&path, color);
            }
            x += advance;
        }
    }
}

/// A glyph outline at a position; the y axis of the font grows upwards.
struct GlyphOutline {
    builder: PathBuilder,
    position: Pos2,
}

impl OutlinePen for GlyphOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.builder.move_to(self.position.x + x, self.position.y - y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.builder.line_to(self.position.x + x, self.position.y - y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let Pos2 { x: left_x, y: base } = self.position;
        self.builder.quad_to(left_x + cx, base - cy, left_x + x, base - y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let Pos2 { x: left_x, y: base } = self.position;
        self.builder.cubic_to(left_x + ax, base - ay, left_x + bx, base - by, left_x + x, base - y);
    }
    fn close(&mut self) {
        self.builder.close();
    }
}
