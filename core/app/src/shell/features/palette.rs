//! `App` methods for the palette.

use crate::dataset::column::Column;
use crate::foundation::cx::overlay::{Layer, Palette, PaletteGroup, PaletteItem};
use crate::foundation::cx::overlay_types::{Command, Lanes};
use crate::foundation::input::commands::{ACTIONS, ActionId};
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::Reason;
use crate::foundation::input::step::turn;
use crate::foundation::search::names::{Called, Kind};
use crate::foundation::search::ranking::{
    A_WORD, PARTLY, Typed, comparable, holds_as_many, is_as_typed, is_word,
};
use crate::model::effect::Effect;
use crate::shell::app::App;
use crate::text::{Lang, Words, fold};
use crate::tools::palette::appearance_commands::accents_named;
use crate::tools::palette::palette::{Answers, most_deals};
use crate::tools::palette::typed_commands::{MOST, Offered, bare};

impl App {
    /// Returns the appearance commands that match without a verb, with their ranks. These are themes by name, swimlanes
    /// of a shown board, terminal glyph sets and the pointer.
    pub(crate) fn looks_found(&self, typed: &Typed<'_>, answers: Answers) -> Vec<(u8, Command)> {
        if typed.needle.is_empty() {
            return Vec::new();
        }
        let found = |key: &'static str| {
            let called = Called::by_key(key, Kind::Look);
            let ranks = Lang::ALL
                .into_iter()
                .filter_map(|lang| answers.rank(lang, &called, typed));
            // Commands named by a verb come first.
            ranks
                .filter(|rank| is_as_typed(*rank))
                .min()
                .map(|rank| rank.max(A_WORD))
        };
        let themes = self
            .cx
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

    /// Returns whether a board with selectable swimlanes is shown.
    pub(crate) fn lanes_are_chosen(&self) -> bool {
        let board =
            self.table.context(&self.cx) == Context::Board && self.enabled(ActionId::TurnLanes).is_ok();
        board || self.table.acts_beside(ActionId::TurnLanes, &self.cx)
    }

    /// Parses a palette line as commands: a verb, then the start of its argument.
    pub(crate) fn commands(&self, line: &str) -> Vec<Offered> {
        let line = line.trim_start();
        // Also accepts the form that the palette displays: `Theme: dark`, `Thème : sombre`.
        let ends = |letter: char| letter == ':' || letter.is_whitespace();
        let (verb, argument) = line.split_once(ends).unwrap_or((line, ""));
        let argument = argument.trim_start().trim_start_matches(':');
        let (verb, wanted) = (fold(verb), fold(argument.trim()));
        if verb.is_empty() {
            return Vec::new();
        }
        // Words of both languages always work, so a language switch does not break habits.
        let is = |key: &str| {
            crate::text::Lang::ALL
                .into_iter()
                .any(|lang| Words::new(lang).get(key).split(' ').any(|word| word == verb))
        };
        let deals = matches!(self.cx.screen, Screen::Pipeline | Screen::Deal);
        let take = |find: &dyn Fn(&str) -> Vec<Offered>| {
            let found = find(&wanted);
            // A preposition between verb and argument is skipped: `move to committee`.
            if found.is_empty() {
                find(bare(&wanted))
            } else {
                found
            }
        };
        if is("command-move") && self.cx.screen == Screen::Tasks {
            return take(&|wanted| self.task_moves(wanted));
        }
        if is("command-move") && deals {
            return take(&|wanted| self.pipeline.moves(wanted, &self.cx));
        }
        if is("command-owner") && deals && !wanted.is_empty() {
            return self.pipeline.owners(argument.trim(), &wanted, &self.cx);
        }
        if is("command-me") && !wanted.is_empty() {
            return self.cx.names_of_me(argument);
        }
        if is("command-theme") {
            return take(&|wanted| self.cx.looks_named(wanted));
        }
        if is("command-accent") && self.cx.options.beside {
            return take(&accents_named);
        }
        if is("command-view") {
            return take(&|wanted| {
                let names = self.views.list.iter().map(|view| view.name.clone());
                let found = names.filter(|name| fold(name).contains(wanted)).take(MOST);
                found.map(|name| (Command::View(name), Ok(()))).collect()
            });
        }
        if is("command-sort") && self.cx.screen == Screen::Pipeline {
            let lang = self.cx.options.lang;
            let label = |column: &Column| fold(&column.label(lang, false));
            return take(&|wanted| {
                let named = |c: &Column| c.name().starts_with(wanted) || label(c).contains(wanted);
                let found = Column::all().filter(named).take(MOST);
                found.map(|column| (Command::Sort(column), Ok(()))).collect()
            });
        }
        Vec::new()
    }

    pub(crate) fn task_moves(&self, wanted: &str) -> Vec<Offered> {
        let may = self.tasks.focused_task().map(|_| ()).ok_or(Reason::NoTask);
        let statuts = self.cx.statuts().into_iter().filter(|statut| {
            let label = fold(&crate::foundation::presentation::task_status::statut(
                &self.cx, statut,
            ));
            !statut.is_empty() && (fold(statut).contains(wanted) || label.contains(wanted))
        });
        statuts
            .take(MOST)
            .map(|statut| (Command::MoveTask(statut), may))
            .collect()
    }

    pub(crate) fn begin_palette(&mut self) -> Vec<Effect> {
        let total = self.palette_items(Vec::new(), "", None).len() + self.cx.snapshot.deals.len();
        self.cx.layer = Layer::Palette(Palette {
            total,
            ..Palette::default()
        });
        self.search_palette();
        Vec::new()
    }

    /// Narrows the search to the next section with results; after the last, to all sections.
    pub(crate) fn narrow_palette(&mut self, forward: bool) {
        let Layer::Palette(palette) = &mut self.cx.layer else {
            return;
        };
        let before = palette.only.take();
        self.search_palette();
        let Layer::Palette(palette) = &mut self.cx.layer else {
            return;
        };
        // Sections in display order.
        let mut choices: Vec<Option<PaletteGroup>> = vec![None];
        choices.extend(palette.items.iter().map(|item| Some(item.group())));
        choices.dedup();
        let here = choices.iter().position(|choice| *choice == before).unwrap_or(0);
        palette.only = choices.get(turn(here, forward, choices.len())).copied().flatten();
        self.search_palette();
    }

    /// Fills the palette with the results of its query.
    pub(crate) fn search_palette(&mut self) {
        let Layer::Palette(palette) = &self.cx.layer else {
            return;
        };
        let (query, only, total) = (palette.query.clone(), palette.only, palette.total);
        let needle = fold(query.trim());
        // Availability is checked against the screen below, not against the palette.
        let layer = std::mem::take(&mut self.cx.layer);
        let commands = self.commands(&query).into_iter();
        let commands = commands.map(|(command, may)| PaletteItem::Command(command, may));
        let mut items = self.palette_items(commands.collect(), &needle, only);
        let deal = |item: &PaletteItem| item.group() == PaletteGroup::Deals;
        let deals = items.iter().filter(|item| deal(item)).count();
        let more_deals = deals > most_deals(only);
        if more_deals && let Some(last) = items.iter().rposition(deal) {
            items.remove(last);
        }
        if let Layer::Palette(_) = layer {
            self.cx.layer = Layer::Palette(Palette {
                query,
                items,
                selected: 0,
                only,
                total,
                more_deals,
                asked_again: false,
            });
        }
    }

    /// Returns the results in the requested sections: actions, deals, views and screens, each by rank. The section with
    /// the best result comes first, so that Enter runs it. A match at the start of a word ranks before one inside a
    /// word.
    ///
    /// Almost any few letters match the start of some deal among many. An action, view or screen with a matching word
    /// therefore comes before deals. A disabled item comes after enabled ones of similar rank.
    ///
    /// If no result contains every word as typed, looser matches are used: letters spread over a name, or the most
    /// matching words. Deals that match by spread letters come last.
    pub(crate) fn palette_items(
        &mut self,
        commands: Vec<PaletteItem>,
        needle: &str,
        only: Option<PaletteGroup>,
    ) -> Vec<PaletteItem> {
        let typed = Typed::new(needle);
        let wanted = |(_, item): &(u8, PaletteItem)| only.is_none_or(|only| item.group() == only);
        let nothing =
            |groups: &[Vec<(u8, PaletteItem)>; 4]| groups.iter().flatten().all(|found| !wanted(found));
        let mut actions: Vec<(u8, PaletteItem)> = commands.into_iter().map(|item| (0, item)).collect();
        let named = self.palette_named(&typed, Answers::Whole);
        let as_typed = named
            .clone()
            .map(|found| found.into_iter().filter(|(rank, _)| is_as_typed(*rank)));
        let [found, views, screens] = as_typed.map(Iterator::collect::<Vec<_>>);
        for found in found {
            // Skip what a verb has already listed.
            if !actions.iter().any(|(_, item)| *item == found.1) {
                actions.push(found);
            }
        }
        // Load one deal more than is shown, to know whether there are more.
        let most = most_deals(only) + 1;
        let mut groups = [
            actions,
            self.pipeline.palette_deals(needle, most, &mut self.cx),
            views,
            screens,
        ];
        if nothing(&groups)
            && let Some(told) = typed.without_small_words()
        {
            groups[1] = self.pipeline.palette_deals(told, most, &mut self.cx);
        }
        if nothing(&groups) {
            let mut named = named;
            if !named.iter().flatten().any(wanted) {
                named = self.palette_named(&typed, Answers::Partly);
                let ranks = named.iter().flatten().map(|(rank, _)| *rank);
                let best = ranks.min().unwrap_or(PARTLY);
                for group in &mut named {
                    group.retain(|(rank, _)| holds_as_many(*rank, best));
                }
            }
            let [actions, views, screens] = named;
            groups = [
                actions,
                self.pipeline.palette_deals_spread(needle, most, &mut self.cx),
                views,
                screens,
            ];
        }
        // With an empty query the table's order applies; commands from a verb always keep theirs.
        let place = |rank: u8, item: &PaletteItem| {
            let refused = !needle.is_empty() && matches!(item, PaletteItem::Action(_, Err(_)));
            (comparable(rank), refused, rank)
        };
        for group in &mut groups {
            group.retain(wanted);
            group.sort_by_key(|(rank, item)| place(*rank, item));
        }
        groups.sort_by_key(|group| match group.first() {
            Some((rank, PaletteItem::Deal { .. })) if is_as_typed(*rank) => {
                // A deal ranks above a disabled action only if its match starts a word.
                ((comparable(*rank), *rank > A_WORD, (*rank).max(A_WORD)), true)
            }
            Some((_, PaletteItem::Deal { .. })) | None => ((u8::MAX, true, u8::MAX), true),
            Some((rank, item)) => (place(*rank, item), false),
        });
        let items = groups.into_iter().flatten();
        items.map(|(_, item)| item).collect()
    }

    /// Returns the named items that match: actions and themes, views, and screens with their sections.
    pub(crate) fn palette_named(&self, typed: &Typed<'_>, answers: Answers) -> [Vec<(u8, PaletteItem)>; 3] {
        let lang = self.cx.options.lang;
        let looks = self.looks_found(typed, answers).into_iter();
        let looks = looks.map(|(rank, command)| (rank, PaletteItem::Command(command, Ok(()))));
        // A specific theme is more useful than the action that cycles through all.
        let actions = looks.chain(self.palette_actions(typed, answers));
        let views = self.views.list.iter().map(|view| &view.name);
        let views = views.filter_map(|name| {
            let rank = answers.rank(lang, &Called::by_name(name, Kind::View), typed)?;
            Some((rank, PaletteItem::View(name.clone())))
        });
        let screens = Screen::ALL.into_iter().filter_map(|screen| {
            let called = Called::by_key(screen.label_key(), Kind::Place);
            Some((answers.rank(lang, &called, typed)?, PaletteItem::Screen(screen)))
        });
        let screens = screens.chain(self.cx.palette_parts(typed, answers));
        [actions.collect(), views.collect(), screens.collect()]
    }

    /// Returns the matching actions, in table order.
    pub(crate) fn palette_actions(&self, typed: &Typed<'_>, answers: Answers) -> Vec<(u8, PaletteItem)> {
        let context = self.table.context(&self.cx);
        let found = ACTIONS.iter().filter_map(|spec| {
            let here = spec
                .contexts
                .iter()
                .any(|c| *c == context || *c == Context::Screens);
            // Actions of other screens are listed, with their screen, once a whole word matches.
            let elsewhere = !here && is_word(typed.needle) && spec.contexts.iter().any(|c| c.is_screen());
            let moves = matches!(
                spec.id,
                ActionId::Palette
                    | ActionId::Open
                    | ActionId::Back
                    | ActionId::NextPane
                    | ActionId::PreviousPane
            ) || spec.name.starts_with("focus-")
                || spec.name.starts_with("page-")
                || spec.name.starts_with("screen-")
                // Without table cells it does the same as the edit action.
                || (spec.id == ActionId::EditInPlace && !self.table.shows_table());
            if moves || !(here || elsewhere) {
                return None;
            }
            let called = Called::by_key(spec.label_key, Kind::Action);
            let rank = answers.rank(self.cx.options.lang, &called, typed)?;
            // The terminal never offers actions of the window's appearance.
            let may = self.enabled(spec.id);
            if may == Err(Reason::WindowOnly) {
                return None;
            }
            let (rank, may) = if here {
                (rank, may)
            } else {
                (answers.elsewhere(rank), Err(Reason::NotHere))
            };
            Some((rank, PaletteItem::Action(spec.id, may)))
        });
        found.collect()
    }
}
