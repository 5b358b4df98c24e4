//! The window's own fonts, as sources of widths and outlines.

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

use crate::prelude::*;
use crate::theme::font_file;

/// Returns the font of a weight. The files are embedded, and a test reads each.
pub(super) fn font(weight: FontWeight) -> Option<FontRef<'static>> {
    FontRef::new(font_file(weight)).ok()
}

/// Returns the glyphs of a text with their advances, in points at the face's size.
pub(super) fn glyphs(text: &str, style: TextStyle) -> Vec<(GlyphId, char, f32)> {
    let Some(font) = font(style.weight) else {
        return Vec::new();
    };
    let (map, metrics) = (font.charmap(), font.glyph_metrics(Size::new(style.size), LocationRef::default()));
    text.chars()
        .map(|c| {
            let glyph = map.map(c).unwrap_or_default();
            (glyph, c, metrics.advance_width(glyph).unwrap_or_default())
        })
        .collect()
}

/// Returns the width of a text in points.
pub(crate) fn text_width(text: &str, style: TextStyle) -> f32 {
    glyphs(text, style).iter().map(|(_, _, advance)| advance).sum()
}
