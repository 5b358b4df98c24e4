//! Typography: the text styles of the token file as faces, and their fonts, with tabular digits.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily, FontId};
use encours_core::theme::{TextStyle, tokens};

/// The weight of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// 400.
    Regular,
    /// 500.
    Medium,
    /// 600.
    SemiBold,
    /// The monospace family, 400.
    Mono,
}

impl Weight {
    fn family(self) -> &'static str {
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
pub struct Face {
    /// Font size in points.
    pub size: f32,
    /// Line height in points.
    pub line: f32,
    /// Weight.
    pub weight: Weight,
}

macro_rules! faces {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        impl Face {
            $($(#[$doc])* #[must_use] pub fn $name() -> Self { Self::of(tokens().text.$name) })+
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

impl Face {
    fn of(style: TextStyle) -> Self {
        let weight = match style.weight {
            600.. => Weight::SemiBold,
            500..600 => Weight::Medium,
            _ => Weight::Regular,
        };
        Self {
            size: style.size,
            line: style.line,
            weight,
        }
    }

    /// Returns the monospace face of ids and request ids.
    #[must_use]
    pub fn code() -> Self {
        Self::of(tokens().text.code).weighing(Weight::Mono)
    }

    /// Returns the face with another weight.
    #[must_use]
    pub fn weighing(self, weight: Weight) -> Self {
        Self { weight, ..self }
    }

    /// Returns the egui font.
    #[must_use]
    pub fn font(self) -> FontId {
        FontId::new(self.size, FontFamily::Name(self.weight.family().into()))
    }
}

/// Returns the embedded font file of a weight.
#[must_use]
pub fn file(weight: Weight) -> &'static [u8] {
    match weight {
        Weight::Regular => include_bytes!("../../../assets/fonts/InterTabular-Regular.ttf"),
        Weight::Medium => include_bytes!("../../../assets/fonts/InterTabular-Medium.ttf"),
        Weight::SemiBold => include_bytes!("../../../assets/fonts/InterTabular-SemiBold.ttf"),
        Weight::Mono => include_bytes!("../../../assets/fonts/Hack-Regular.ttf"),
    }
}

/// Returns the embedded fonts only, so that text widths do not depend on the machine.
#[must_use]
pub fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    for (weight, bytes) in
        [Weight::Regular, Weight::Medium, Weight::SemiBold, Weight::Mono].map(|weight| (weight, file(weight)))
    {
        let name = weight.family().to_owned();
        fonts
            .font_data
            .insert(name.clone(), Arc::new(FontData::from_static(bytes)));
        fonts.families.insert(
            FontFamily::Name(name.clone().into()),
            vec![name, Weight::Mono.family().to_owned()],
        );
    }
    let regular = Weight::Regular.family().to_owned();
    let mono = Weight::Mono.family().to_owned();
    fonts
        .families
        .insert(FontFamily::Proportional, vec![regular.clone(), mono.clone()]);
    fonts.families.insert(FontFamily::Monospace, vec![mono, regular]);
    fonts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_follow_the_tokens() {
        assert_eq!(Face::body().weight, Weight::Regular);
        assert_eq!(Face::strong().weight, Weight::Medium);
        assert_eq!(Face::title().weight, Weight::SemiBold);
        assert_eq!(Face::code().weight, Weight::Mono);
    }

    #[test]
    fn every_family_asked_for_is_there() {
        let fonts = fonts();
        for weight in [Weight::Regular, Weight::Medium, Weight::SemiBold, Weight::Mono] {
            assert!(
                fonts
                    .families
                    .contains_key(&FontFamily::Name(weight.family().into()))
            );
        }
    }
}
