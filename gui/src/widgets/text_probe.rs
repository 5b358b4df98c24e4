//! Test helper that records the texts painted by a widget, with their areas.

use egui::{Context, RawInput, Rect, Shape};
use encours_core::theme::Theme;

use super::Pen;
use crate::theme::Look;

/// A painted text.
#[derive(Debug)]
pub(super) struct Written {
    /// The text, possibly truncated.
    pub(super) text: String,
    /// True if it is not truncated.
    pub(super) whole: bool,
    /// The area of its glyphs.
    pub(super) place: Rect,
}

/// Returns the texts that `paint` paints in the light theme.
pub(super) fn written(mut paint: impl FnMut(&Pen<'_>)) -> Vec<Written> {
    let look = Look::new(Theme::Light);
    let ctx = Context::default();
    look.install(&ctx);
    let mut output = ctx.run_ui(RawInput::default(), |ui| paint(&Pen::new(ui.painter(), &look)));
    output.textures_delta.clear();
    let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) => Some(Written {
            text: text.galley.text().to_owned(),
            whole: !text.galley.elided,
            place: text.visual_bounding_rect(),
        }),
        _ => None,
    });
    texts.collect()
}

/// Returns the area of an untruncated text.
#[track_caller]
pub(super) fn place(texts: &[Written], words: &str) -> Rect {
    let found = texts
        .iter()
        .find(|written| written.whole && written.text == words);
    found.unwrap_or_else(|| panic!("{words}: {texts:?}")).place
}
