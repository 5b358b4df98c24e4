//! Layout of the board: card height, card contents and swimlanes.
//!
//! It is saved with the session and with each view.

use crate::deals::pipeline::board_layout::{BoardLayout, CARD_PARTS, Density, MAX_CARD_NUMBERS};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::overlay_types::Swimlanes;

use crate::contract::models::kpi::KpiKey;

use crate::dataset::column::DealColumn;

impl Swimlanes {
    /// All choices, in cycling order.
    pub const ALL: [Self; 3] = [Self::None, Self::Owner, Self::Class];

    /// Returns the next choice.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::None => Self::Owner,
            Self::Owner => Self::Class,
            Self::Class => Self::None,
        }
    }

    /// Returns the locale key of its name.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::None => "swimlanes-none",
            Self::Owner => "swimlanes-owner",
            Self::Class => "swimlanes-class",
        }
    }
}

impl Pipeline {
    /// Returns the layout of the board.
    pub fn board_layout(&self) -> &BoardLayout {
        &self.board.layout
    }

    /// Shows or hides a part of the cards.
    pub(crate) fn toggle_card_part(&mut self, part: DealColumn) {
        let without = &mut self.board.layout.without;
        if CARD_PARTS.contains(&part) && !without.remove(part.name()) {
            without.insert(part.name().to_owned());
        }
    }

    /// Returns the numbers on the cards; the first is used where only one fits.
    pub fn card_numbers(&self) -> Vec<KpiKey> {
        let also = self.board.layout.also.iter().filter_map(|name| KpiKey::from_name(name));
        let mut keys = vec![self.board.field];
        for key in also {
            if !keys.contains(&key) && keys.len() < MAX_CARD_NUMBERS {
                keys.push(key);
            }
        }
        keys
    }

    /// Returns whether cards show the maximum number of numbers.
    pub fn is_card_full(&self) -> bool {
        self.card_numbers().len() >= MAX_CARD_NUMBERS
    }

    /// Adds a number to the cards if there is room, or removes it; at least one remains.
    pub(crate) fn toggle_number(&mut self, key: KpiKey) {
        let mut keys = self.card_numbers();
        match keys.iter().position(|shown_key| *shown_key == key) {
            Some(_) if keys.len() == 1 => return,
            Some(at) => {
                keys.remove(at);
            }
            None if keys.len() >= MAX_CARD_NUMBERS => return,
            None => keys.push(key),
        }
        let mut names = keys.iter().map(|key| key.name().to_owned());
        self.board.layout.number = names.next();
        self.board.layout.also = names.collect();
        self.board.field = keys.first().copied().unwrap_or(key);
    }

    pub(crate) fn toggle_density(&mut self) {
        self.board.layout.density = match self.board.layout.density {
            Density::Comfortable => Density::Compact,
            Density::Compact => Density::Comfortable,
        };
    }
}
