//! The window's own fonts, read for their widths and outlines.

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

use crate::theme::{Face, Weight, file};

/// The font of a weight; the files are part of this program, and a test reads each.
pub(super) fn font(weight: Weight) -> Option<FontRef<'static>> {
    FontRef::new(file(weight)).ok()
}

/// The glyphs of a text with their advances, in points of a face.
pub(super) fn glyphs(text: &str, face: Face) -> Vec<(GlyphId, char, f32)> {
    let Some(font) = font(face.weight) else {
        return Vec::new();
    };
    let (map, metrics) = (
        font.charmap(),
        font.glyph_metrics(Size::new(face.size), LocationRef::default()),
    );
    text.chars()
        .map(|c| {
            let glyph = map.map(c).unwrap_or_default();
            (glyph, c, metrics.advance_width(glyph).unwrap_or_default())
        })
        .collect()
}

/// How wide a text is, in points.
pub(crate) fn width(text: &str, face: Face) -> f32 {
    glyphs(text, face).iter().map(|(_, _, advance)| advance).sum()
}
