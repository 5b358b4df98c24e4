//! How the board looks, as it is kept.

use crate::app::foundation::cx::overlay_types::Lanes;
use std::collections::BTreeSet;
use serde::Deserialize;
use serde::Serialize;
use crate::app::foundation::dataset::column::Column;

/// How high a card is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Density {
    /// Three lines.
    #[default]
    Comfortable,
    /// Two lines.
    Compact,
}

impl Density {
    /// Every choice.
    pub const ALL: [Self; 2] = [Self::Comfortable, Self::Compact];

    /// The key of its name in the locales.
    #[must_use]
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Comfortable => "density-comfortable",
            Self::Compact => "density-compact",
        }
    }
}

/// How many numbers a card shows at most.
pub const MOST_NUMBERS: usize = 3;

/// What a card can leave out. Its name and its number always stand.
pub const CARD_PARTS: [Column; 3] = [Column::Class, Column::Age, Column::Owner];

/// How the board looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardLook {
    /// How high the cards are.
    pub density: Density,
    /// What the lanes are made of.
    pub lanes: Lanes,
    /// What the cards leave out, by name of the field.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub without: BTreeSet<String>,
    /// The number that the cards show, if a person has chosen one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The numbers that they show besides it, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// What the cards are sorted by, if a person has chosen it: a key as in the views (`ltv:desc`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<String>,
    /// What the heads of the columns show, if a person has chosen it (`ltv:median`, `weighted`, `none`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// Whether the strip of figures over the deals is hidden.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_metrics: bool,
}

impl BoardLook {
    /// Whether cards show a part.
    pub fn shows(&self, part: Column) -> bool {
        !self.without.contains(part.name())
    }
}
