//! The palette: every action of the table, the deals by name, the screens, through one line of text.

use crate::contract::ids::DealId;
use crate::engine::Effect;
use crate::query::fold;
use crate::view::text::Words;

use super::step::turn;
use super::{
    ACTIONS, Action, ActionId, App, Context, Layer, Palette, PaletteGroup, PaletteItem, Reason, Screen,
    ToastKind,
};

/// How many deals the palette offers at most beside other things, and where it offers deals alone.
const DEALS: usize = 8;
const DEALS_ALONE: usize = 200;

impl App {
    pub(super) fn begin_palette(&mut self) -> Vec<Effect> {
        let total = self.palette_items("", None).len() + self.snapshot.deals.len();
        self.layer = Layer::Palette(Palette {
            total,
            ..Palette::default()
        });
        self.search_palette();
        Vec::new()
    }

    /// Narrows the search to the next section that holds something of what is looked for; after the last one, to none.
    pub(super) fn narrow_palette(&mut self, forward: bool) {
        let Layer::Palette(palette) = &mut self.layer else {
            return;
        };
        let before = palette.only.take();
        self.search_palette();
        let Layer::Palette(palette) = &mut self.layer else {
            return;
        };
        let holds = |group: &PaletteGroup| palette.items.iter().any(|item| item.group() == *group);
        let mut choices = vec![None];
        choices.extend(PaletteGroup::ALL.into_iter().filter(holds).map(Some));
        let here = choices.iter().position(|choice| *choice == before).unwrap_or(0);
        palette.only = choices.get(turn(here, forward, choices.len())).copied().flatten();
        self.search_palette();
    }

    /// Fills the palette with what its query finds.
    pub(super) fn search_palette(&mut self) {
        let Layer::Palette(palette) = &self.layer else {
            return;
        };
        let (query, only, total) = (palette.query.clone(), palette.only, palette.total);
        let needle = fold(query.trim());
        // What an action may do is asked of the screen below, not of the palette over it.
        let layer = std::mem::take(&mut self.layer);
        let commands = self.commands(&query);
        let mut items: Vec<PaletteItem> = commands
            .into_iter()
            .map(|(command, may)| PaletteItem::Command(command, may))
            .collect();
        for found in self.palette_items(&needle, only) {
            // What a verb has named already is not named again.
            if !items.contains(&found) {
                items.push(found);
            }
        }
        items.retain(|item| only.is_none_or(|only| item.group() == only));
        if let Layer::Palette(_) = layer {
            self.layer = Layer::Palette(Palette {
                query,
                items,
                selected: 0,
                only,
                total,
            });
        }
    }

    fn palette_items(&self, needle: &str, only: Option<PaletteGroup>) -> Vec<PaletteItem> {
        let words = Words::new(self.options.lang);
        let context = self.context();
        let mut found: Vec<(u8, usize, PaletteItem)> = Vec::new();
        for (order, spec) in ACTIONS.iter().enumerate() {
            let here = spec
                .contexts
                .iter()
                .any(|c| *c == context || *c == Context::Screens);
            let moves = matches!(
                spec.id,
                ActionId::Palette
                    | ActionId::Open
                    | ActionId::Back
                    | ActionId::NextPane
                    | ActionId::PreviousPane
            ) || spec.name.starts_with("focus-")
                || spec.name.starts_with("page-")
                || spec.name.starts_with("screen-");
            // What only the window's looks have is no action of a terminal, today or ever.
            let may = self.enabled(spec.id);
            if moves || !here || may == Err(Reason::WindowOnly) {
                continue;
            }
            if let Some(rank) = rank(&fold(&words.get(spec.label_key)), needle) {
                found.push((rank, order, PaletteItem::Action(spec.id, may)));
            }
        }
        found.sort_by_key(|(rank, order, _)| (*rank, *order));
        let mut items: Vec<PaletteItem> = found.into_iter().map(|(_, _, item)| item).collect();
        let looks = self.looks_found(needle).into_iter();
        items.extend(looks.map(|command| PaletteItem::Command(command, Ok(()))));
        let most = if only == Some(PaletteGroup::Deals) {
            DEALS_ALONE
        } else {
            DEALS
        };
        if !needle.is_empty() {
            let deals = self
                .snapshot
                .deals
                .by_age()
                .filter(|row| rank(row.folded, needle).is_some());
            items.extend(deals.take(most).filter_map(|row| {
                Some(PaletteItem::Deal {
                    id: DealId::new(row.id).ok()?,
                    name: row.name.to_owned(),
                    status: row.status.to_owned(),
                })
            }));
        }
        let names = self.views.list.iter().map(|view| &view.name);
        items.extend(
            names
                .filter(|name| rank(&fold(name), needle).is_some())
                .map(|name| PaletteItem::View(name.clone())),
        );
        items.extend(
            Screen::ALL
                .into_iter()
                .filter(|screen| {
                    let also = match screen {
                        Screen::Activity => words.get("screen-activity-also"),
                        _ => std::borrow::Cow::default(),
                    };
                    [words.get(screen.label_key()), also]
                        .iter()
                        .any(|name| rank(&fold(name), needle).is_some())
                })
                .map(PaletteItem::Screen),
        );
        items
    }

    pub(super) fn run_palette(&mut self) -> Vec<Effect> {
        let Layer::Palette(palette) = std::mem::take(&mut self.layer) else {
            return Vec::new();
        };
        match palette.items.get(palette.selected).cloned() {
            Some(PaletteItem::Action(id, _)) => self.pointed(Action::Run(id)),
            Some(PaletteItem::Deal { id, .. }) => self.pointed(Action::OpenDeal(id)),
            Some(PaletteItem::Screen(screen)) => self.pointed(Action::Show(screen)),
            Some(PaletteItem::Command(command, Ok(()))) => self.run_command(command),
            Some(PaletteItem::Command(_, Err(reason))) => {
                let reason = reason.key();
                self.say(ToastKind::Disabled { id: None, reason }, super::toast::SHORT);
                Vec::new()
            }
            Some(PaletteItem::View(name)) => self.pointed(Action::OpenView(name)),
            None => Vec::new(),
        }
    }
}

/// How well `text` answers `needle`: 0 begins with it, 1 a word of it does, 2 it holds every word, none otherwise.
/// Both are folded.
fn rank(text: &str, needle: &str) -> Option<u8> {
    if text.starts_with(needle) {
        return Some(0);
    }
    if text.split_whitespace().any(|word| word.starts_with(needle)) {
        return Some(1);
    }
    needle
        .split_whitespace()
        .all(|word| text.contains(word))
        .then_some(2)
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn a_beginning_beats_a_word_beats_a_part() {
        assert_eq!(rank("deplacer vers", "dep"), Some(0));
        assert_eq!(rank("deplacer vers", "ver"), Some(1));
        assert_eq!(rank("deplacer vers", "place"), Some(2));
        assert_eq!(rank("deplacer vers", "xyz"), None);
    }
}
