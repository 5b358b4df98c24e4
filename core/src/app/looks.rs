//! The looks that this front end has, by their names in either language: habits outlive a switch.

use crate::query::fold;
use crate::view::text::{Lang, Words};
use crate::view::tokens::Accent;

use super::board_look::Lanes;
use super::commands::Command;
use super::{ActionId, App, Context, Reason, ThemeChoice};

impl App {
    /// The looks to choose from.
    pub fn looks(&self) -> &'static [ThemeChoice] {
        if self.options.beside {
            &ThemeChoice::WINDOW
        } else {
            &ThemeChoice::ALL
        }
    }

    /// The looks after those in force.
    pub(super) fn theme_after(&self) -> ThemeChoice {
        let looks = self.looks();
        let here = looks.iter().position(|theme| *theme == self.options.theme);
        let after = here.map_or(0, |at| (at + 1) % looks.len());
        looks.get(after).copied().unwrap_or_default()
    }

    /// The looks whose name holds what was typed, folded.
    pub(super) fn looks_named(&self, wanted: &str) -> Vec<(Command, Result<(), Reason>)> {
        let named = |theme: &&ThemeChoice| names(theme.label_key()).any(|name| name.contains(wanted));
        let looks = self.looks().iter().filter(named);
        looks.map(|theme| (Command::Theme(*theme), Ok(()))).collect()
    }

    /// What of the looks a line of the palette finds without any verb: a theme by its name, the lanes of a board that is
    /// shown, the signs that a terminal is written in, the pointer.
    pub(super) fn looks_found(&self, needle: &str) -> Vec<Command> {
        if needle.is_empty() {
            return Vec::new();
        }
        let words_begin = |name: &str| {
            name.match_indices(needle).any(|(at, _)| {
                name.get(..at)
                    .is_some_and(|before| !before.ends_with(char::is_alphanumeric))
            })
        };
        let found = |key: &str| names(key).any(|name| words_begin(&name));
        let themes = self.looks().iter().filter(|theme| found(theme.label_key()));
        let mut commands: Vec<Command> = themes.map(|theme| Command::Theme(*theme)).collect();
        if self.lanes_are_chosen() {
            let lanes = Lanes::ALL.into_iter().filter(|lanes| found(lanes.label_key()));
            commands.extend(lanes.map(Command::Lanes));
        }
        let turned = !self.options.ascii;
        let key = if turned {
            "command-ascii-on"
        } else {
            "command-ascii-off"
        };
        if !self.options.beside && found(key) {
            commands.push(Command::Ascii(turned));
        }
        let turned = !self.options.mouse;
        let key = if turned {
            "command-mouse-on"
        } else {
            "command-mouse-off"
        };
        let also = Lang::ALL
            .into_iter()
            .filter_map(|lang| Words::new(lang).part(key, "also"));
        if !self.options.beside && (found(key) || also.map(|also| fold(&also)).any(|also| words_begin(&also)))
        {
            commands.push(Command::Mouse(turned));
        }
        commands
    }
}

impl App {
    /// Whether a board is shown whose lanes are chosen.
    fn lanes_are_chosen(&self) -> bool {
        let board = self.context() == Context::Board && self.enabled(ActionId::TurnLanes).is_ok();
        board || self.acts_beside(ActionId::TurnLanes)
    }
}

fn names(key: &str) -> impl Iterator<Item = String> + use<'_> {
    Lang::ALL
        .into_iter()
        .map(move |lang| fold(&Words::new(lang).get(key)))
}

/// The accents whose name holds what was typed, folded, and the colour that it is.
pub(super) fn accents_named(wanted: &str) -> Vec<(Command, Result<(), Reason>)> {
    let named = |accent: &Accent| {
        let key = accent.label_key();
        key.is_some_and(|key| names(key).any(|name| name.contains(wanted)))
    };
    let own = wanted
        .parse()
        .ok()
        .filter(|accent| matches!(accent, Accent::Own(_)));
    let found = Accent::named().filter(named).chain(own);
    found.map(|accent| (Command::Accent(accent), Ok(()))).collect()
}
