//! `App` methods for the palette.

mod run;

use crate::changes::followups::actions::parse_followup;
use crate::dataset::column::DealColumn;
use crate::dataset::sheets::Sheet;
use crate::foundation::cx::overlay::{Overlay, PaletteGroup, PaletteItem, PaletteState};
use crate::foundation::cx::overlay_types::{PaletteCommand, Swimlanes};
use crate::foundation::input::commands::{ACTIONS, ActionId};
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::step::cycle;
use crate::foundation::search::names::{SearchTerms, TermKind};
use crate::foundation::search::ranking::{
    PARTIAL, SearchInput, WORD_START, comparable_rank, is_exact, is_word, matches_as_many,
};
use crate::model::effect::Effect;
use crate::shell::app::App;
use crate::text::{Lang, Messages, fold};
use crate::tools::palette::appearance_commands::accents_named;
use crate::tools::palette::palette::{MatchKind, deal_limit};
use crate::tools::palette::typed_commands::{
    MAX_OFFERS, OfferedCommand, frequency_commands, group_commands, pivot_command, without_small_words,
};

impl App {
    /// Returns the appearance commands that match without a verb, with their ranks. These are themes by name, swimlanes
    /// of a shown board, terminal glyph sets and the pointer.
    pub(crate) fn matching_appearance(
        &self,
        typed: &SearchInput<'_>,
        match_kind: MatchKind,
    ) -> Vec<(u8, PaletteCommand)> {
        if typed.needle.is_empty() {
            return Vec::new();
        }
        let rank_of = |key: &'static str| {
            let terms = SearchTerms::from_key(key, TermKind::Theme);
            let ranks = Lang::ALL.into_iter().filter_map(|lang| match_kind.rank(lang, &terms, typed));
            // Commands named by a verb come first.
            ranks.filter(|rank| is_exact(*rank)).min().map(|rank| rank.max(WORD_START))
        };
        let themes =
            self.cx.available_themes().iter().map(|theme| (theme.label_key(), PaletteCommand::Theme(*theme)));
        let mut appearance: Vec<(&'static str, PaletteCommand)> = themes.collect();
        if self.has_swimlane_choice() {
            appearance.extend(
                Swimlanes::ALL
                    .into_iter()
                    .map(|swimlanes| (swimlanes.label_key(), PaletteCommand::Swimlanes(swimlanes))),
            );
        }
        if !self.cx.options.split_view {
            let (ascii, mouse) = (!self.cx.options.ascii, !self.cx.options.mouse);
            let (on, off) = ("command-ascii-on", "command-ascii-off");
            appearance.push((if ascii { on } else { off }, PaletteCommand::Ascii(ascii)));
            let (on, off) = ("command-mouse-on", "command-mouse-off");
            appearance.push((if mouse { on } else { off }, PaletteCommand::Mouse(mouse)));
        }
        let matches = appearance.into_iter().filter_map(|(key, command)| Some((rank_of(key)?, command)));
        matches.collect()
    }

    /// Returns whether a board with selectable swimlanes is shown.
    pub(crate) fn has_swimlane_choice(&self) -> bool {
        let board =
            self.table.context(&self.cx) == Context::Board && self.enabled(ActionId::CycleSwimlanes).is_ok();
        board || self.table.acts_on_split_view(ActionId::CycleSwimlanes, &self.cx)
    }

    /// Parses a palette line as commands: a verb, then the start of its argument.
    pub(crate) fn parse_commands(&self, line: &str) -> Vec<OfferedCommand> {
        let line = line.trim_start();
        // Also accepts the form that the palette displays: `Theme: dark`, `Thème : sombre`.
        let is_separator = |letter: char| letter == ':' || letter.is_whitespace();
        let (verb, argument) = line.split_once(is_separator).unwrap_or((line, ""));
        let argument = argument.trim_start().trim_start_matches(':');
        let (verb, search) = (fold(verb), fold(argument.trim()));
        if verb.is_empty() {
            return Vec::new();
        }
        // Words of both languages always work, so a language switch does not break habits.
        let is = |key: &str| {
            Lang::ALL.into_iter().any(|lang| Messages::new(lang).get(key).split(' ').any(|term| term == verb))
        };
        let deals = matches!(self.cx.screen, Screen::Pipeline | Screen::Deal);
        let take = |find: &dyn Fn(&str) -> Vec<OfferedCommand>| {
            let commands = find(&search);
            // A preposition between verb and argument is skipped: `move to committee`.
            if commands.is_empty() { find(without_small_words(&search)) } else { commands }
        };
        if is("command-move") && self.cx.screen == Screen::Tasks {
            return take(&|search| self.task_moves(search));
        }
        if is("command-move") && deals {
            return take(&|search| self.pipeline.move_commands(search, &self.cx));
        }
        if is("command-owner") && deals && !search.is_empty() {
            return self.pipeline.owner_commands(argument.trim(), &search, &self.cx);
        }
        if is("command-followup") && deals && !search.is_empty() {
            return vec![self.followup_command(argument.trim())];
        }
        if is("command-label") && deals && !search.is_empty() {
            let typed = PaletteCommand::Label(argument.trim().to_owned());
            return vec![(typed, self.pipeline.has_target(&self.cx))];
        }
        if is("command-me") && !search.is_empty() {
            return self.cx.own_name_commands(argument);
        }
        if is("command-as-of") {
            return self.cx.past_commands(&search, false);
        }
        if is("command-compare") {
            return self.cx.past_commands(&search, true);
        }
        if is("command-theme") {
            return take(&|search| self.cx.themes_named(search));
        }
        if is("command-accent") && self.cx.options.split_view {
            return take(&accents_named);
        }
        if is("command-view") {
            return take(&|search| {
                let names = self.views.list.iter().map(|view| view.name.clone());
                let views = names.filter(|name| fold(name).contains(search)).take(MAX_OFFERS);
                views.map(|name| (PaletteCommand::View(name), Ok(()))).collect()
            });
        }
        if is("command-sort") && self.cx.screen == Screen::Pipeline {
            let lang = self.cx.options.lang;
            let label = |column: &DealColumn| fold(&column.label(lang, false));
            return take(&|search| {
                let is_match = |c: &DealColumn| c.name().starts_with(search) || label(c).contains(search);
                let columns = DealColumn::all().filter(is_match).take(MAX_OFFERS);
                columns.map(|column| (PaletteCommand::Sort(column), Ok(()))).collect()
            });
        }
        if is("command-group") && self.cx.screen == Screen::Pipeline {
            return take(&group_commands);
        }
        if is("command-frequency") && self.cx.screen == Screen::Pipeline {
            return take(&frequency_commands);
        }
        if is("command-describe") && self.cx.screen == Screen::Pipeline {
            return vec![(PaletteCommand::Sheet(Sheet::Describe), Ok(()))];
        }
        if is("command-pivot") && self.cx.screen == Screen::Pipeline {
            return vec![pivot_command(&search)];
        }
        Vec::new()
    }

    pub(crate) fn task_moves(&self, search: &str) -> Vec<OfferedCommand> {
        let allowed = self.tasks.focused_task().map(|_| ()).ok_or(DisabledReason::NoTask);
        let statuts = self.cx.known_statuts().into_iter().filter(|statut| {
            let label =
                fold(&crate::foundation::presentation::task_status::task_status_label(&self.cx, statut));
            !statut.is_empty() && (fold(statut).contains(search) || label.contains(search))
        });
        statuts.take(MAX_OFFERS).map(|statut| (PaletteCommand::MoveTask(statut), allowed)).collect()
    }

    pub(crate) fn begin_palette(&mut self) -> Vec<Effect> {
        let total = self.palette_items(Vec::new(), "", None).len() + self.cx.snapshot.deals.len();
        self.cx.overlay = Overlay::Palette(PaletteState { total, ..PaletteState::default() });
        self.search_palette();
        Vec::new()
    }

    /// Narrows the search to the next section with results; after the last, to all sections.
    pub(crate) fn narrow_palette(&mut self, forward: bool) {
        let Overlay::Palette(palette) = &mut self.cx.overlay else {
            return;
        };
        let before = palette.scope.take();
        self.search_palette();
        let Overlay::Palette(palette) = &mut self.cx.overlay else {
            return;
        };
        // Sections in display order.
        let mut choices: Vec<Option<PaletteGroup>> = vec![None];
        choices.extend(palette.items.iter().map(|item| Some(item.group())));
        choices.dedup();
        let current = choices.iter().position(|choice| *choice == before).unwrap_or(0);
        palette.scope = choices.get(cycle(current, forward, choices.len())).copied().flatten();
        self.search_palette();
    }

    /// Fills the palette with the results of its query.
    pub(crate) fn search_palette(&mut self) {
        let Overlay::Palette(palette) = &self.cx.overlay else {
            return;
        };
        let (query, only, total) = (palette.query.clone(), palette.scope, palette.total);
        let needle = fold(query.trim());
        // Availability is checked against the screen below, not against the palette.
        let overlay = std::mem::take(&mut self.cx.overlay);
        let commands = self.parse_commands(&query).into_iter();
        let present = self.cx.in_present();
        let commands = commands.map(|(command, allowed)| match command {
            PaletteCommand::EnterDates(typed) if typed[0].is_empty() => {
                PaletteItem::Action(ActionId::ShowAsOf, allowed)
            }
            command if command.writes() => PaletteItem::Command(command, present.and(allowed)),
            command => PaletteItem::Command(command, allowed),
        });
        let mut items = self.palette_items(commands.collect(), &needle, only);
        let deal = |item: &PaletteItem| item.group() == PaletteGroup::Deals;
        let deals = items.iter().filter(|item| deal(item)).count();
        let more_deals = deals > deal_limit(only);
        if more_deals && let Some(last) = items.iter().rposition(deal) {
            items.remove(last);
        }
        if needle.is_empty() && only.is_none_or(|only| only == PaletteGroup::Deals) {
            items.splice(0..0, self.recent_items());
        }
        if let Overlay::Palette(_) = overlay {
            self.cx.overlay = Overlay::Palette(PaletteState {
                query,
                items,
                selected: 0,
                scope: only,
                total,
                more_deals,
                confirming_owner: false,
            });
        }
    }

    /// Returns the results in the requested sections: actions, deals, records, views and screens, each by rank. The section with
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
        let typed = SearchInput::new(needle);
        let is_in_scope = |(_, item): &(u8, PaletteItem)| only.is_none_or(|only| item.group() == only);
        let nothing = |groups: &[Vec<(u8, PaletteItem)>; 5]| {
            groups.iter().flatten().all(|ranked_item| !is_in_scope(ranked_item))
        };
        // A command whose dates must be corrected comes after whatever has the typed name.
        let rank = |item: &PaletteItem| match item {
            PaletteItem::Command(PaletteCommand::EnterDates(_), _) => PARTIAL,
            PaletteItem::Command(PaletteCommand::Followup(typed), _)
                if parse_followup(typed, self.cx.today()).is_err() =>
            {
                PARTIAL
            }
            _ => 0,
        };
        let mut actions: Vec<_> = commands.into_iter().map(|item| (rank(&item), item)).collect();
        let matched = self.palette_matches(&typed, MatchKind::Full);
        let as_typed = matched.clone().map(|items| items.into_iter().filter(|(rank, _)| is_exact(*rank)));
        let [exact, views, screens] = as_typed.map(Iterator::collect::<Vec<_>>);
        for ranked_item in exact {
            // Skip what a verb has already listed.
            if !actions.iter().any(|(_, item)| *item == ranked_item.1) {
                actions.push(ranked_item);
            }
        }
        // Load one deal more than is shown, to know whether there are more.
        let max = deal_limit(only) + 1;
        let records = self.cx.palette_records(needle, only);
        let deals = self.pipeline.palette_deals(needle, (max, false), &mut self.cx);
        let mut groups = [actions, deals, records, views, screens];
        if nothing(&groups)
            && let Some(phrase) = typed.without_small_words()
        {
            groups[1] = self.pipeline.palette_deals(phrase, (max, false), &mut self.cx);
            groups[2] = self.cx.palette_records(phrase, only);
        }
        if nothing(&groups) {
            let mut matched = matched;
            if !matched.iter().flatten().any(is_in_scope) {
                matched = self.palette_matches(&typed, MatchKind::Partial);
                let ranks = matched.iter().flatten().map(|(rank, _)| *rank);
                let best = ranks.min().unwrap_or(PARTIAL);
                for group in &mut matched {
                    group.retain(|(rank, _)| matches_as_many(*rank, best));
                }
            }
            let [actions, views, screens] = matched;
            let deals = self.pipeline.palette_deals(needle, (max, true), &mut self.cx);
            groups = [actions, deals, Vec::new(), views, screens];
        }
        // With an empty query the table's order applies; commands from a verb always keep theirs.
        let sort_rank = |rank: u8, item: &PaletteItem| {
            let rejected = !needle.is_empty() && matches!(item, PaletteItem::Action(_, Err(_)));
            (comparable_rank(rank), rejected, rank)
        };
        for group in &mut groups {
            group.retain(is_in_scope);
            group.sort_by_key(|(rank, item)| sort_rank(*rank, item));
        }
        groups.sort_by_key(|group| match group.first() {
            Some((rank, PaletteItem::Deal { .. } | PaletteItem::Record(..))) if is_exact(*rank) => {
                // A record ranks above a disabled action only if its match starts a word.
                ((comparable_rank(*rank), *rank > WORD_START, (*rank).max(WORD_START)), true)
            }
            Some((_, PaletteItem::Deal { .. } | PaletteItem::Record(..))) | None => {
                ((u8::MAX, true, u8::MAX), true)
            }
            Some((rank, item)) => (sort_rank(*rank, item), false),
        });
        let mut items: Vec<_> = groups.into_iter().flatten().map(|(_, item)| item).collect();
        // A setting of this name comes right after the first command with it.
        if let Some(at) =
            items.iter().position(|item| self.cx.is_setting_named(item, needle)).filter(|at| *at > 1)
        {
            let setting = items.remove(at);
            items.insert(1, setting);
        }
        items
    }

    /// Returns the named items that match: actions and themes, views, and screens with their sections.
    pub(crate) fn palette_matches(
        &self,
        typed: &SearchInput<'_>,
        match_kind: MatchKind,
    ) -> [Vec<(u8, PaletteItem)>; 3] {
        let lang = self.cx.options.lang;
        let appearance = self.matching_appearance(typed, match_kind).into_iter();
        let appearance = appearance.map(|(rank, command)| (rank, PaletteItem::Command(command, Ok(()))));
        // A specific theme is more useful than the action that cycles through all.
        let actions = appearance.chain(self.palette_actions(typed, match_kind));
        let actions = actions.chain(self.cx.matching_settings(typed, match_kind));
        let views = self.views.list.iter().map(|view| &view.name);
        let views = views.filter_map(|name| {
            let rank = match_kind.rank(lang, &SearchTerms::from_name(name, TermKind::View), typed)?;
            Some((rank, PaletteItem::View(name.clone())))
        });
        let screens = Screen::ALL.iter().copied().filter_map(|screen| {
            let terms = SearchTerms::from_key(screen.label_key(), TermKind::Screen);
            Some((match_kind.rank(lang, &terms, typed)?, PaletteItem::Screen(screen)))
        });
        let screens = screens.chain(self.cx.palette_parts(typed, match_kind));
        [actions.collect(), views.collect(), screens.collect()]
    }

    /// Returns the matching actions, in table order.
    pub(crate) fn palette_actions(
        &self,
        typed: &SearchInput<'_>,
        match_kind: MatchKind,
    ) -> Vec<(u8, PaletteItem)> {
        let context = self.table.context(&self.cx);
        let matches = ACTIONS.iter().filter_map(|spec| {
            let is_available = spec.contexts.iter().any(|c| *c == context || *c == Context::Screens);
            // Actions of other screens are listed, with their screen, once a whole word matches.
            let is_on_other_screen =
                !is_available && is_word(typed.needle) && spec.contexts.iter().any(|c| c.is_screen());
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
            if moves || !(is_available || is_on_other_screen) {
                return None;
            }
            let terms = SearchTerms::from_key(spec.label_key, TermKind::Action);
            let rank = match_kind.rank(self.cx.options.lang, &terms, typed)?;
            // The terminal never offers actions of the window's appearance.
            let allowed = self.enabled(spec.id);
            if allowed == Err(DisabledReason::WindowOnly) {
                return None;
            }
            let (rank, allowed) = if is_available {
                (rank, allowed)
            } else {
                (match_kind.other_screen_rank(rank), Err(DisabledReason::NotHere))
            };
            Some((rank, PaletteItem::Action(spec.id, allowed)))
        });
        matches.collect()
    }
}
