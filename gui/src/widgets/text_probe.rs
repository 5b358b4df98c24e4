//! Test helper that records the texts painted by a widget, with their areas.

use egui::{Context, RawInput, Rect, Shape};
use encours_core::theme::WindowTheme;

use super::Painter;
use crate::theme::Theme;

/// A painted text.
#[derive(Debug)]
pub(super) struct PaintedText {
    /// The text, possibly truncated.
    pub(super) text: String,
    /// True if it is not truncated.
    pub(super) is_complete: bool,
    /// The area of its glyphs.
    pub(super) rect: Rect,
}

/// Returns the texts that `paint` paints in the light theme.
pub(super) fn painted_texts(mut paint: impl FnMut(&Painter<'_>)) -> Vec<PaintedText> {
    let theme = Theme::new(WindowTheme::Light);
    let ctx = Context::default();
    theme.install(&ctx);
    let mut output = ctx.run_ui(RawInput::default(), |ui| {
        paint(&Painter::new(ui.painter(), &theme));
    });
    output.textures_delta.clear();
    let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) => Some(PaintedText {
            text: text.galley.text().to_owned(),
            is_complete: !text.galley.elided,
            rect: text.visual_bounding_rect(),
        }),
        _ => None,
    });
    texts.collect()
}

/// Returns the area of an untruncated text.
#[track_caller]
pub(super) fn text_rect(texts: &[PaintedText], text: &str) -> Rect {
    let painted = texts.iter().find(|written| written.is_complete && written.text == text);
    painted.unwrap_or_else(|| panic!("{text}: {texts:?}")).rect
}
