//! The layout of the board, as settings store it.

use crate::dataset::column::DealColumn;
use crate::foundation::cx::overlay_types::Swimlanes;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Height of a card.
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
    /// All choices.
    pub const ALL: [Self; 2] = [Self::Comfortable, Self::Compact];

    /// Returns the locale key of its name.
    #[must_use]
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Comfortable => "density-comfortable",
            Self::Compact => "density-compact",
        }
    }
}

/// Maximum number of numbers on a card.
pub const MAX_CARD_NUMBERS: usize = 3;

/// Optional parts of a card. The name and the number are always shown.
pub const CARD_PARTS: [DealColumn; 3] = [DealColumn::Class, DealColumn::Age, DealColumn::Owner];

/// Layout of the board, and grouping of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardLayout {
    /// Height of the cards.
    pub density: Density,
    /// Grouping of the swimlanes.
    #[serde(rename = "lanes")]
    pub swimlanes: Swimlanes,
    /// Hidden parts of the cards, by field name.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub without: BTreeSet<String>,
    /// Number shown on the cards, if the user chose one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// Additional numbers on the cards, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// Sort key of the cards, if the user chose one; same syntax as in views (`ltv:desc`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<String>,
    /// Metric of the column headers, if the user chose one (`ltv:median`, `weighted`, `none`).
    #[serde(rename = "figure", skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// Grouping of the table, if it has one (`status,classe_actif:median`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// True if the strip of metrics above the deals is hidden.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_metrics: bool,
}

impl BoardLayout {
    /// Returns whether cards show a part.
    pub fn shows(&self, part: DealColumn) -> bool {
        !self.without.contains(part.name())
    }
}
