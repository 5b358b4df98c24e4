//! The palette: every action of the table, the deals by name, the views, the screens and their parts, through one line
//! of text.

use crate::app::foundation::input::step::turn;
use crate::app::foundation::search::names::{Called, Kind};
use crate::app::foundation::search::ranking::{
    A_WORD, PARTLY, RANKS, Typed, comparable, holds_as_many, is_as_typed, is_word, partly, rank_called,
};
use crate::app::shell::app::{
    ACTIONS, Action, ActionId, App, Context, Layer, Palette, PaletteGroup, PaletteItem, Reason, Screen,
    ToastKind,
};
use crate::contract::ids::DealId;
use crate::engine::{DealRow, Effect};
use crate::query::fold;
use crate::text::Lang;

use super::targets::PARTS;
use super::typed_commands::Command;

/// How many deals the palette offers at most beside other things, and where it offers deals alone.
const DEALS: usize = 8;
const DEALS_ALONE: usize = 200;
/// What belongs to another place comes after all that can be done here; of what holds some of the words only, after what
/// holds as many of them.
const ELSEWHERE: u8 = RANKS;
const PARTLY_ELSEWHERE: u8 = 3;

/// Which answers are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Answers {
    /// Those that hold every word.
    Whole,
    /// Those that hold some of the words.
    Partly,
}

impl Answers {
    /// How well what is called so answers.
    pub(in crate::app) fn rank(self, lang: Lang, called: &Called, typed: &Typed<'_>) -> Option<u8> {
        match self {
            Self::Whole => rank_called(lang, called, typed),
            Self::Partly => partly(lang, called, typed),
        }
    }

    fn elsewhere(self, rank: u8) -> u8 {
        rank + if self == Self::Whole {
            ELSEWHERE
        } else {
            PARTLY_ELSEWHERE
        }
    }
}

fn most_deals(only: Option<PaletteGroup>) -> usize {
    if only == Some(PaletteGroup::Deals) {
        DEALS_ALONE
    } else {
        DEALS
    }
}

impl App {
    pub(in crate::app) fn begin_palette(&mut self) -> Vec<Effect> {
        let total = self.palette_items(Vec::new(), "", None).len() + self.cx.snapshot.deals.len();
        self.cx.layer = Layer::Palette(Palette {
            total,
            ..Palette::default()
        });
        self.search_palette();
        Vec::new()
    }

    /// Narrows the search to the next section that holds something of what is looked for; after the last one, to none.
    pub(in crate::app) fn narrow_palette(&mut self, forward: bool) {
        let Layer::Palette(palette) = &mut self.cx.layer else {
            return;
        };
        let before = palette.only.take();
        self.search_palette();
        let Layer::Palette(palette) = &mut self.cx.layer else {
            return;
        };
        // As they stand one under the other.
        let mut choices: Vec<Option<PaletteGroup>> = vec![None];
        choices.extend(palette.items.iter().map(|item| Some(item.group())));
        choices.dedup();
        let here = choices.iter().position(|choice| *choice == before).unwrap_or(0);
        palette.only = choices.get(turn(here, forward, choices.len())).copied().flatten();
        self.search_palette();
    }

    /// Fills the palette with what its query finds.
    pub(in crate::app) fn search_palette(&mut self) {
        let Layer::Palette(palette) = &self.cx.layer else {
            return;
        };
        let (query, only, total) = (palette.query.clone(), palette.only, palette.total);
        let needle = fold(query.trim());
        // What an action may do is asked of the screen below, not of the palette over it.
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

    /// What answers in the sections wanted, group by group: actions, deals, views, screens, each by how well it answers. The
    /// group that holds the best answer comes first, so that Enter runs it: a word's beginning before a word's middle. Among
    /// many deals some begin with any few letters: an action, a view or a screen of which a word does comes before them.
    /// What cannot be run now comes after what can and answers about as well.
    /// Where nothing holds every word as it was typed, the letters may be spread over a name, or what holds the most of the
    /// words answers; deals by their letters come last of all.
    fn palette_items(
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
            // What a verb has named already is not named again.
            if !actions.iter().any(|(_, item)| *item == found.1) {
                actions.push(found);
            }
        }
        // One more than is shown, so that it can be said that there are more.
        let most = most_deals(only) + 1;
        let mut groups = [actions, self.palette_deals(needle, most), views, screens];
        if nothing(&groups)
            && let Some(told) = typed.without_small_words()
        {
            groups[1] = self.palette_deals(told, most);
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
            groups = [actions, self.palette_deals_spread(needle, most), views, screens];
        }
        // Before anything is typed the table's own order holds; what a verb names keeps its own in any case.
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
                // Only a deal of which a word begins so answers better than an action that cannot be run.
                ((comparable(*rank), *rank > A_WORD, (*rank).max(A_WORD)), true)
            }
            Some((_, PaletteItem::Deal { .. })) | None => ((u8::MAX, true, u8::MAX), true),
            Some((rank, item)) => (place(*rank, item), false),
        });
        let items = groups.into_iter().flatten();
        items.map(|(_, item)| item).collect()
    }

    /// What has a name of its own and answers: actions and looks, views, screens and their parts.
    fn palette_named(&self, typed: &Typed<'_>, answers: Answers) -> [Vec<(u8, PaletteItem)>; 3] {
        let lang = self.cx.options.lang;
        let looks = self.looks_found(typed, answers).into_iter();
        let looks = looks.map(|(rank, command)| (rank, PaletteItem::Command(command, Ok(()))));
        // A look says more than the action that turns all of them.
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
        let screens = screens.chain(self.palette_parts(typed, answers));
        [actions.collect(), views.collect(), screens.collect()]
    }

    /// The parts of screens that answer, once a word can be made out: two letters begin too many of them.
    fn palette_parts(&self, typed: &Typed<'_>, answers: Answers) -> impl Iterator<Item = (u8, PaletteItem)> {
        let (lang, screen) = (self.cx.options.lang, self.cx.screen);
        let offered = PARTS.iter().filter(move |part| {
            is_word(typed.needle) && (part.action().is_none() || part.screen() != screen)
        });
        offered.filter_map(move |part| {
            let called = Called::by_key(part.label_key, Kind::Place);
            Some((answers.rank(lang, &called, typed)?, PaletteItem::Part(part)))
        })
    }

    /// The actions that answer, in the order of their table.
    fn palette_actions(&self, typed: &Typed<'_>, answers: Answers) -> Vec<(u8, PaletteItem)> {
        let context = self.context();
        let found = ACTIONS.iter().filter_map(|spec| {
            let here = spec
                .contexts
                .iter()
                .any(|c| *c == context || *c == Context::Screens);
            // What belongs to another place is told once a word of it can be made out, and where it is.
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
                // Without cells it is what editing is anyhow.
                || (spec.id == ActionId::EditInPlace && !self.shows_table());
            if moves || !(here || elsewhere) {
                return None;
            }
            let called = Called::by_key(spec.label_key, Kind::Action);
            let rank = answers.rank(self.cx.options.lang, &called, typed)?;
            // What only the window's looks have is no action of a terminal, today or ever.
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

    /// The deals that hold what is typed, the oldest in their status first; none before something is typed.
    fn palette_deals(&mut self, needle: &str, most: usize) -> Vec<(u8, PaletteItem)> {
        let found =
            self.pipeline
                .named
                .holding(&self.cx.snapshot.deals, self.pipeline.whole.lens(), needle, most);
        found.into_iter().filter_map(as_deal).collect()
    }

    /// The deals over whose names the letters are spread, where none holds what is typed.
    fn palette_deals_spread(&mut self, needle: &str, most: usize) -> Vec<(u8, PaletteItem)> {
        let found =
            self.pipeline
                .named
                .best(&self.cx.snapshot.deals, self.pipeline.whole.lens(), needle, most);
        found.into_iter().filter_map(as_deal).collect()
    }

    pub(in crate::app) fn run_palette(&mut self) -> Vec<Effect> {
        let Layer::Palette(mut palette) = std::mem::take(&mut self.cx.layer) else {
            return Vec::new();
        };
        match palette.items.get(palette.selected).cloned() {
            Some(PaletteItem::Command(Command::Me(name), _))
                if self.is_to_be_asked_again(&name, &palette) =>
            {
                palette.asked_again = !name.is_empty();
                self.cx.layer = Layer::Palette(palette);
                Vec::new()
            }
            Some(PaletteItem::Action(id, _)) => self.pointed(Action::Run(id)),
            Some(PaletteItem::Deal { id, .. }) => self.pointed(Action::OpenDeal(id)),
            Some(PaletteItem::Screen(screen)) => self.pointed(Action::Show(screen)),
            Some(PaletteItem::Part(part)) => self.open_part(part),
            Some(PaletteItem::Command(command, Ok(()))) => self.run_command(command),
            Some(PaletteItem::Command(_, Err(reason))) => {
                let reason = reason.key();
                self.say(
                    ToastKind::Disabled { id: None, reason },
                    crate::app::foundation::cx::toast::SHORT,
                );
                Vec::new()
            }
            Some(PaletteItem::View(name)) => self.pointed(Action::OpenView(name)),
            // Nothing answers, and that stands there: closed, the next letter would be a key of the screen below.
            None => {
                self.cx.layer = Layer::Palette(palette);
                Vec::new()
            }
        }
    }
}

impl App {
    /// Whether a name is not taken at the first Enter: none was typed, or nobody has it.
    fn is_to_be_asked_again(&self, name: &str, palette: &Palette) -> bool {
        name.is_empty() || (!palette.asked_again && self.stranger(name).is_some())
    }
}

fn as_deal((rank, row): (u8, DealRow<'_>)) -> Option<(u8, PaletteItem)> {
    let deal = PaletteItem::Deal {
        id: DealId::new(row.id).ok()?,
        name: row.name.to_owned(),
        status: row.status.to_owned(),
    };
    Some((rank, deal))
}

#[cfg(test)]
mod tests {
    use crate::app::foundation::search::names::{Called, Kind};
    use crate::app::foundation::search::ranking::{Typed, comparable, rank_called};
    use crate::app::shell::app::{
        Action, ActionId, App, FrontEnd, Keymap, Layer, Options, PaletteItem, Screen,
    };
    use crate::text::Lang;

    #[test]
    fn a_word_that_begins_so_comes_first_whatever_it_leads_to() {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut options = Options::new(Lang::Fr, keymap, jiff::tz::TimeZone::UTC);
        options.exports = vec![crate::app::shell::app::ExportForm::Csv];
        let now = jiff::Timestamp::UNIX_EPOCH;
        let mut app = App::new(options, now);
        app.apply(Action::Run(ActionId::Palette), now);
        app.apply(Action::SetText("port".into()), now);
        let Layer::Palette(palette) = app.layer() else {
            panic!("the palette is open")
        };
        assert_eq!(palette.items[0], PaletteItem::Screen(Screen::Portfolio));
        let export = |item: &PaletteItem| matches!(item, PaletteItem::Action(ActionId::Export, _));
        assert!(palette.items.iter().skip(1).any(export), "{:?}", palette.items);
    }

    #[test]
    fn letters_spread_over_a_name_find_it_after_what_holds_them() {
        let now = jiff::Timestamp::UNIX_EPOCH;
        let found = |text: &str| {
            let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
            let mut options = Options::new(Lang::Fr, keymap, jiff::tz::TimeZone::UTC);
            options.exports = vec![crate::app::shell::app::ExportForm::Csv];
            let mut app = App::new(options, now);
            app.apply(Action::Run(ActionId::Palette), now);
            app.apply(Action::SetText(text.into()), now);
            match app.layer() {
                Layer::Palette(palette) => palette.items.clone(),
                _ => panic!("the palette is open"),
            }
        };
        let is = |wanted: ActionId| move |item: &PaletteItem| matches!(item, PaletteItem::Action(id, _) if *id == wanted);
        assert!(
            found("thm").iter().any(is(ActionId::SwitchTheme)),
            "{:?}",
            found("thm")
        );
        assert!(
            found("exprt").first().is_some_and(is(ActionId::Export)),
            "{:?}",
            found("exprt")
        );
        assert!(
            found("pf").contains(&PaletteItem::Screen(Screen::Portfolio)),
            "{:?}",
            found("pf")
        );
        assert!(found("qzx").is_empty(), "{:?}", found("qzx"));
    }

    #[test]
    fn what_cannot_be_run_comes_after_what_can_and_answers_about_as_well() {
        let now = jiff::Timestamp::UNIX_EPOCH;
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, jiff::tz::TimeZone::UTC), now);
        app.apply(Action::Run(ActionId::Palette), now);
        let mut mixed = 0;
        for text in ["co", "de", "re", "se", "un"] {
            app.apply(Action::SetText(text.into()), now);
            let Layer::Palette(palette) = app.layer() else {
                panic!("the palette is open")
            };
            let typed = Typed::new(text);
            let answers = palette.items.iter().filter_map(|item| match item {
                PaletteItem::Action(id, may) => {
                    let called = Called::by_key(id.spec().label_key, Kind::Action);
                    let rank = rank_called(Lang::En, &called, &typed)?;
                    Some((comparable(rank), may.is_err()))
                }
                _ => None,
            });
            let answers: Vec<(u8, bool)> = answers.collect();
            assert!(answers.is_sorted(), "{text}: {answers:?}");
            mixed += usize::from(answers.contains(&(0, true)) && answers.contains(&(0, false)));
        }
        assert!(mixed > 0, "some of each were found");
    }
}
