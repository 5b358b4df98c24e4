//! The looks that this front end has, by their names in either language: habits outlive a switch.

use crate::app::deals::pipeline::layout::Lanes;
use crate::app::foundation::search::names::{Called, Kind};
use crate::app::foundation::search::ranking::{A_WORD, Typed, is_as_typed};
use crate::app::shell::app::{ActionId, App, Context, Reason, ThemeChoice};
use crate::query::fold;
use crate::text::{Lang, Words};
use crate::theme::Accent;

use super::palette::Answers;
use super::typed_commands::Command;

impl App {
    /// The looks to choose from.
    pub fn looks(&self) -> &'static [ThemeChoice] {
        if self.cx.options.beside {
            &ThemeChoice::WINDOW
        } else {
            &ThemeChoice::ALL
        }
    }

    /// The looks after those in force.
    pub(in crate::app) fn theme_after(&self) -> ThemeChoice {
        let looks = self.looks();
        let here = looks.iter().position(|theme| *theme == self.cx.options.theme);
        let after = here.map_or(0, |at| (at + 1) % looks.len());
        looks.get(after).copied().unwrap_or_default()
    }

    /// The looks whose name holds what was typed, folded.
    pub(super) fn looks_named(&self, wanted: &str) -> Vec<(Command, Result<(), Reason>)> {
        let named = |theme: &&ThemeChoice| names(theme.label_key()).any(|name| name.contains(wanted));
        let looks = self.looks().iter().filter(named);
        looks.map(|theme| (Command::Theme(*theme), Ok(()))).collect()
    }

    /// What of the looks a line of the palette finds without any verb, and how well: a theme by its name, the lanes of a
    /// board that is shown, the signs that a terminal is written in, the pointer.
    pub(super) fn looks_found(&self, typed: &Typed<'_>, answers: Answers) -> Vec<(u8, Command)> {
        if typed.needle.is_empty() {
            return Vec::new();
        }
        let found = |key: &'static str| {
            let called = Called::by_key(key, Kind::Look);
            let ranks = Lang::ALL
                .into_iter()
                .filter_map(|lang| answers.rank(lang, &called, typed));
            // What a verb names comes first.
            ranks
                .filter(|rank| is_as_typed(*rank))
                .min()
                .map(|rank| rank.max(A_WORD))
        };
        let themes = self
            .looks()
            .iter()
            .map(|theme| (theme.label_key(), Command::Theme(*theme)));
        let mut looks: Vec<(&'static str, Command)> = themes.collect();
        if self.lanes_are_chosen() {
            looks.extend(
                Lanes::ALL
                    .into_iter()
                    .map(|lanes| (lanes.label_key(), Command::Lanes(lanes))),
            );
        }
        if !self.cx.options.beside {
            let (ascii, mouse) = (!self.cx.options.ascii, !self.cx.options.mouse);
            let (on, off) = ("command-ascii-on", "command-ascii-off");
            looks.push((if ascii { on } else { off }, Command::Ascii(ascii)));
            let (on, off) = ("command-mouse-on", "command-mouse-off");
            looks.push((if mouse { on } else { off }, Command::Mouse(mouse)));
        }
        let found = looks
            .into_iter()
            .filter_map(|(key, command)| Some((found(key)?, command)));
        found.collect()
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
