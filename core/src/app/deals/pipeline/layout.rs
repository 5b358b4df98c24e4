//! How the board looks: how high its cards are, what they show, and whether they stand in lanes. Kept where one left off
//! and with each view.

use crate::app::deals::pipeline::board_look::{Density, MOST_NUMBERS, CARD_PARTS, BoardLook};
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::overlay_types::Lanes;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::contract::models::kpi::KpiKey;

use crate::app::foundation::dataset::column::Column;

impl Lanes {
    /// Every choice, in the order in which they follow each other.
    pub const ALL: [Self; 3] = [Self::None, Self::Owner, Self::Class];

    /// The one after it.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::None => Self::Owner,
            Self::Owner => Self::Class,
            Self::Class => Self::None,
        }
    }

    /// The key of its name in the locales.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::None => "lanes-none",
            Self::Owner => "lanes-owner",
            Self::Class => "lanes-class",
        }
    }
}

impl Pipeline {
    /// How the board looks.
    pub fn board_look(&self) -> &BoardLook {
        &self.board.look
    }

    /// Shows a part of the cards, or leaves it out.
    pub(in crate::app) fn toggle_card_part(&mut self, part: Column) {
        let without = &mut self.board.look.without;
        if CARD_PARTS.contains(&part) && !without.remove(part.name()) {
            without.insert(part.name().to_owned());
        }
    }

    /// The numbers that the cards show, the first of which stands where there is room for one.
    pub fn card_numbers(&self) -> Vec<KpiKey> {
        let also = self
            .board
            .look
            .also
            .iter()
            .filter_map(|name| KpiKey::from_name(name));
        let mut shown = vec![self.board.field];
        for key in also {
            if !shown.contains(&key) && shown.len() < MOST_NUMBERS {
                shown.push(key);
            }
        }
        shown
    }

    /// Whether cards show as many numbers as they can: another one has no room before one is left out.
    pub fn card_is_full(&self) -> bool {
        self.card_numbers().len() >= MOST_NUMBERS
    }

    /// Shows a number on the cards too where there is room for it, or leaves it out; one always stands.
    pub(in crate::app) fn toggle_number(&mut self, key: KpiKey) {
        let mut shown = self.card_numbers();
        match shown.iter().position(|own| *own == key) {
            Some(_) if shown.len() == 1 => return,
            Some(at) => {
                shown.remove(at);
            }
            None if shown.len() >= MOST_NUMBERS => return,
            None => shown.push(key),
        }
        let mut names = shown.iter().map(|key| key.name().to_owned());
        self.board.look.number = names.next();
        self.board.look.also = names.collect();
        self.board.field = shown.first().copied().unwrap_or(key);
    }

    pub(in crate::app) fn toggle_density(&mut self) {
        self.board.look.density = match self.board.look.density {
            Density::Comfortable => Density::Compact,
            Density::Compact => Density::Comfortable,
        };
    }
}
