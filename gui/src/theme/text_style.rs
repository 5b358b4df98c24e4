//! Typography: the text styles of the token file as faces, and their fonts, with tabular digits.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily, FontId};
use encours_core::theme::{TextToken, tokens};

/// The weight of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FontWeight {
    /// 400.
    Regular,
    /// 500.
    Medium,
    /// 600.
    SemiBold,
    /// The monospace family, 400.
    Mono,
}

impl FontWeight {
    fn family_name(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Medium => "medium",
            Self::SemiBold => "semibold",
            Self::Mono => "mono",
        }
    }
}

/// Size, line height and weight of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// Font size in points.
    pub size: f32,
    /// Line height in points.
    pub line_height: f32,
    /// Weight.
    pub weight: FontWeight,
}

macro_rules! faces {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        impl TextStyle {
            $($(#[$doc])* #[must_use] pub fn $name() -> Self { Self::from_token(tokens().text.$name) })+
        }
    };
}

faces! {
    /// Totals of the portfolio.
    display,
    /// Name of a deal in its panel.
    name,
    /// Title of a screen or a notification.
    title,
    /// Input of the palette.
    query,
    /// Title of a pane or section.
    heading,
    /// Running text.
    body,
    /// Name of a card or row, and buttons.
    strong,
    /// Header and count of a column.
    column,
    /// Second and third lines of a card, chips and status line.
    small,
    /// Headers of tables, labels of sections and key caps.
    label,
}

impl TextStyle {
    fn from_token(style: TextToken) -> Self {
        let weight = match style.weight {
            600.. => FontWeight::SemiBold,
            500..600 => FontWeight::Medium,
            _ => FontWeight::Regular,
        };
        Self { size: style.size, line_height: style.line, weight }
    }

    /// Returns the monospace face of ids and request ids.
    #[must_use]
    pub fn code() -> Self {
        Self::from_token(tokens().text.code).with_weight(FontWeight::Mono)
    }

    /// Returns the face with another weight.
    #[must_use]
    pub fn with_weight(self, weight: FontWeight) -> Self {
        Self { weight, ..self }
    }

    /// Returns the egui font.
    #[must_use]
    pub fn font_id(self) -> FontId {
        FontId::new(self.size, FontFamily::Name(self.weight.family_name().into()))
    }
}

/// Returns the embedded font file of a weight.
#[must_use]
pub fn font_file(weight: FontWeight) -> &'static [u8] {
    match weight {
        FontWeight::Regular => include_bytes!("../../../assets/fonts/InterTabular-Regular.ttf"),
        FontWeight::Medium => include_bytes!("../../../assets/fonts/InterTabular-Medium.ttf"),
        FontWeight::SemiBold => include_bytes!("../../../assets/fonts/InterTabular-SemiBold.ttf"),
        FontWeight::Mono => include_bytes!("../../../assets/fonts/Hack-Regular.ttf"),
    }
}

/// Returns the embedded fonts, so that text widths do not depend on the machine. Characters that they lack come from fonts of
/// the system, which eframe finds on demand.
#[must_use]
pub fn font_definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    for (weight, bytes) in [FontWeight::Regular, FontWeight::Medium, FontWeight::SemiBold, FontWeight::Mono]
        .map(|weight| (weight, font_file(weight)))
    {
        let name = weight.family_name().to_owned();
        fonts.font_data.insert(name.clone(), Arc::new(FontData::from_static(bytes)));
        fonts.families.insert(
            FontFamily::Name(name.clone().into()),
            vec![name, FontWeight::Mono.family_name().to_owned()],
        );
    }
    let regular = FontWeight::Regular.family_name().to_owned();
    let mono = FontWeight::Mono.family_name().to_owned();
    fonts.families.insert(FontFamily::Proportional, vec![regular.clone(), mono.clone()]);
    fonts.families.insert(FontFamily::Monospace, vec![mono, regular]);
    fonts
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::epaint::text::{FallbackRequest, FontInsert, FontProvider, MissingGlyphPolicy};

    #[test]
    fn weights_follow_the_tokens() {
        assert_eq!(TextStyle::body().weight, FontWeight::Regular);
        assert_eq!(TextStyle::strong().weight, FontWeight::Medium);
        assert_eq!(TextStyle::title().weight, FontWeight::SemiBold);
        assert_eq!(TextStyle::code().weight, FontWeight::Mono);
    }

    #[test]
    fn every_font_weight_has_a_font_family() {
        let fonts = font_definitions();
        for weight in [FontWeight::Regular, FontWeight::Medium, FontWeight::SemiBold, FontWeight::Mono] {
            assert!(fonts.families.contains_key(&FontFamily::Name(weight.family_name().into())));
        }
    }

    /// Lays out a text where a character without a glyph is a panic.
    fn lay_out(text: &str, provider: impl FontProvider + 'static) {
        let ctx = egui::Context::default();
        ctx.set_fonts(font_definitions());
        ctx.set_font_providers(vec![Arc::new(provider)]);
        ctx.set_missing_glyph_policy(MissingGlyphPolicy::Panic);
        for style in [TextStyle::body(), TextStyle::title(), TextStyle::code()] {
            let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                let galley = ui.fonts_mut(|fonts| {
                    fonts.layout_no_wrap(text.to_owned(), style.font_id(), egui::Color32::BLACK)
                });
                assert!(galley.size().x > 0.0);
            });
            output.textures_delta.clear();
        }
    }

    /// Fonts of a system, found as eframe finds them.
    #[expect(clippy::unnecessary_wraps, reason = "a function of this type provides fonts")]
    fn system_fonts(request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let is_chinese = request.cluster.starts_with(|letter| letter >= '\u{2e80}');
        let file: &[u8] = if is_chinese {
            include_bytes!("../../tests/fonts/droid-chinese.ttf")
        } else {
            include_bytes!("../../tests/fonts/dejavu-hebrew-arabic.ttf")
        };
        Some(FontInsert::new(
            if is_chinese { "chinese" } else { "other" },
            FontData::from_static(file),
            Vec::new(),
        ))
    }

    #[test]
    fn names_of_other_scripts_use_fonts_of_the_system() {
        for name in ["巴黎办公楼", "שלום", "سلام", "Tour 巴黎"] {
            lay_out(name, system_fonts);
            assert!(std::panic::catch_unwind(|| lay_out(name, |_: &FallbackRequest<'_>| None)).is_err());
        }
        lay_out("Îlot Sainte-Croix, Metz", |_: &FallbackRequest<'_>| None);
    }
}
