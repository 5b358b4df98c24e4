//! What a widget writes, for its tests: each text as it came out, and where it stands.

use egui::{Context, RawInput, Rect, Shape};
use encours_core::theme::Theme;

use super::Pen;
use crate::theme::Look;

/// A text as it was written.
#[derive(Debug)]
pub(super) struct Written {
    /// Its words, of which the last may be cut.
    pub(super) text: String,
    /// Whether it was written without a cut.
    pub(super) whole: bool,
    /// What its letters cover.
    pub(super) place: Rect,
}

/// The texts that `paint` writes, in the light theme.
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

/// Where a text stands that is there whole.
#[track_caller]
pub(super) fn place(texts: &[Written], words: &str) -> Rect {
    let found = texts
        .iter()
        .find(|written| written.whole && written.text == words);
    found.unwrap_or_else(|| panic!("{words}: {texts:?}")).place
}
