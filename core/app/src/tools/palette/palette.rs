//! Palette: actions, deals by name, views, screens and their sections, in one search line.

use crate::contract::ids::DealId;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{PaletteGroup, PaletteItem, PaletteState};
use crate::foundation::search::names::{SearchTerms, TermKind};
use crate::foundation::search::ranking::{RANK_COUNT, SearchInput, is_word, partial_rank, rank, rank_terms};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::table::DealRow;
use crate::records::lists::resource_items::name_of;
use crate::text::{Lang, fold};

use super::targets::all_parts;

/// Maximum number of deals among other results, and in the deals section alone.
const MAX_DEALS: usize = 8;
const MAX_DEALS_ALONE: usize = 200;
/// Maximum number of records among other results, and in the records section alone.
const MAX_RECORDS: usize = 5;
/// Lists whose loaded records are found by name.
pub(crate) const SEARCHED_LISTS: [ResourceKind; 8] = [
    ResourceKind::Tasks,
    ResourceKind::Operations,
    ResourceKind::Operateurs,
    ResourceKind::Spvs,
    ResourceKind::Fonds,
    ResourceKind::FieldDefinitions,
    ResourceKind::Taxonomies,
    ResourceKind::Alerts,
];
/// Rank offsets of actions of other screens. Full matches come after everything available here. Partial matches come
/// after those with as many matching words.
const OTHER_SCREEN_OFFSET: u8 = RANK_COUNT;
const PARTIAL_OTHER_OFFSET: u8 = 3;

/// Kind of match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatchKind {
    /// Matches that contain every word.
    Full,
    /// Matches that contain some of the words.
    Partial,
}

impl MatchKind {
    /// Returns the rank of a name.
    pub(crate) fn rank(self, lang: Lang, terms: &SearchTerms, typed: &SearchInput<'_>) -> Option<u8> {
        match self {
            Self::Full => rank_terms(lang, terms, typed),
            Self::Partial => partial_rank(lang, terms, typed),
        }
    }

    pub(crate) fn other_screen_rank(self, rank: u8) -> u8 {
        rank + if self == Self::Full { OTHER_SCREEN_OFFSET } else { PARTIAL_OTHER_OFFSET }
    }
}

pub(crate) fn deal_limit(only: Option<PaletteGroup>) -> usize {
    if only == Some(PaletteGroup::Deals) { MAX_DEALS_ALONE } else { MAX_DEALS }
}

impl AppCx {
    /// Returns the matching sections of screens. They need a whole word, because two letters match too many.
    pub(crate) fn palette_parts(
        &self,
        typed: &SearchInput<'_>,
        match_kind: MatchKind,
    ) -> impl Iterator<Item = (u8, PaletteItem)> {
        let (lang, screen) = (self.options.lang, self.screen);
        let offered = all_parts().filter(move |screen_part| {
            is_word(typed.needle) && (screen_part.action().is_none() || screen_part.screen() != screen)
        });
        offered.filter_map(move |screen_part| {
            let terms = SearchTerms::from_key(screen_part.label_key, TermKind::Screen);
            Some((match_kind.rank(lang, &terms, typed)?, PaletteItem::Part(screen_part)))
        })
    }
}

impl AppCx {
    /// Returns the notifications and records of loaded lists whose name contains every word, best first. They need a
    /// whole word, because two letters match too many.
    pub(crate) fn palette_records(&self, needle: &str, only: Option<PaletteGroup>) -> Vec<(u8, PaletteItem)> {
        if !is_word(needle) {
            return Vec::new();
        }
        let notifications = self.snapshot.inbox.items.iter().filter(|row| row.local.is_none());
        let notifications = notifications
            .map(|row| (ResourceKind::Notifications, row.title.clone(), row.id.as_str().to_owned()));
        let records = SEARCHED_LISTS.into_iter().flat_map(|kind| {
            let list = self.snapshot.resources.get(&kind);
            let records = list.into_iter().flat_map(|list| list.records.iter());
            records.filter_map(move |record| {
                let id = record.text("id")?.into_owned();
                let local = Some(self.local_name(kind, &id)).filter(|name| !name.is_empty());
                let sent = || name_of(|field| Some(record.text(field)?.into_owned()));
                Some((kind, local.map(str::to_owned).or_else(sent)?, id))
            })
        });
        let found = records.chain(notifications).filter_map(|(kind, name, id)| {
            Some((rank(&fold(&name), needle)?, PaletteItem::Record(kind, id, name)))
        });
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.truncate(if only == Some(PaletteGroup::Records) { MAX_DEALS_ALONE } else { MAX_RECORDS });
        found
    }
}

impl Pipeline {
    /// Returns the matching deals, longest in their status first; none for an empty query. With `spread`, names that
    /// contain the letters in order match too.
    pub(crate) fn palette_deals(
        &mut self,
        needle: &str,
        (max, spread): (usize, bool),
        cx: &mut AppCx,
    ) -> Vec<(u8, PaletteItem)> {
        let (table, all) = (&cx.snapshot.deals, self.all_deals.board());
        let found = self.name_search.best(table, all, needle, (max, spread));
        found.into_iter().filter_map(deal_item).collect()
    }
}

impl AppCx {
    /// Returns whether a name needs a second Enter: it is empty, or no deal has it.
    pub(crate) fn needs_confirmation(&self, name: &str, palette: &PaletteState) -> bool {
        name.is_empty() || (!palette.confirming_owner && self.unknown_owner(name).is_some())
    }
}

fn deal_item((rank, row): (u8, DealRow<'_>)) -> Option<(u8, PaletteItem)> {
    let deal = PaletteItem::Deal {
        id: DealId::new(row.id).ok()?,
        name: row.name.to_owned(),
        status: row.status.to_owned(),
    };
    Some((rank, deal))
}

#[cfg(test)]
mod tests {
    use crate::foundation::cx::options::Options;
    use crate::foundation::cx::overlay::{Overlay, PaletteItem};
    use crate::foundation::input::commands::ActionId;
    use crate::foundation::input::context::Screen;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::foundation::search::names::{SearchTerms, TermKind};
    use crate::foundation::search::ranking::{SearchInput, comparable_rank, rank_terms};
    use crate::shell::action::Action;
    use crate::shell::app::App;
    use crate::text::Lang;

    #[test]
    fn palette_ranks_word_starts_first_for_any_target() {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut options = Options::new(Lang::Fr, keymap, jiff::tz::TimeZone::UTC);
        options.export_formats = vec![crate::foundation::cx::overlay_types::ExportFormat::Csv];
        let now = jiff::Timestamp::UNIX_EPOCH;
        let mut app = App::new(options, now);
        app.dispatch(Action::Run(ActionId::Palette), now);
        app.dispatch(Action::SetText("port".into()), now);
        let Overlay::Palette(palette) = app.cx.overlay() else { panic!("failed to find the open palette") };
        assert_eq!(palette.items[0], PaletteItem::Screen(Screen::Portfolio));
        let export = |item: &PaletteItem| matches!(item, PaletteItem::Action(ActionId::Export, _));
        assert!(palette.items.iter().skip(1).any(export), "{:?}", palette.items);
    }

    #[test]
    fn palette_ranks_fuzzy_matches_after_exact_ones() {
        let now = jiff::Timestamp::UNIX_EPOCH;
        let found = |text: &str| {
            let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
            let mut options = Options::new(Lang::Fr, keymap, jiff::tz::TimeZone::UTC);
            options.export_formats = vec![crate::foundation::cx::overlay_types::ExportFormat::Csv];
            let mut app = App::new(options, now);
            app.dispatch(Action::Run(ActionId::Palette), now);
            app.dispatch(Action::SetText(text.into()), now);
            match app.cx.overlay() {
                Overlay::Palette(palette) => palette.items.clone(),
                _ => panic!("failed to find the open palette"),
            }
        };
        let is = |wanted: ActionId| move |item: &PaletteItem| matches!(item, PaletteItem::Action(id, _) if *id == wanted);
        assert!(found("thm").iter().any(is(ActionId::SwitchTheme)), "{:?}", found("thm"));
        assert!(found("exprt").first().is_some_and(is(ActionId::Export)), "{:?}", found("exprt"));
        assert!(found("pf").contains(&PaletteItem::Screen(Screen::Portfolio)), "{:?}", found("pf"));
        assert!(found("qzx").is_empty(), "{:?}", found("qzx"));
    }

    #[test]
    fn palette_ranks_disabled_actions_after_enabled_ones() {
        let now = jiff::Timestamp::UNIX_EPOCH;
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, jiff::tz::TimeZone::UTC), now);
        app.dispatch(Action::Run(ActionId::Palette), now);
        let mut mixed = 0;
        for text in ["co", "de", "re", "se", "un"] {
            app.dispatch(Action::SetText(text.into()), now);
            let Overlay::Palette(palette) = app.cx.overlay() else {
                panic!("failed to find the open palette")
            };
            let typed = SearchInput::new(text);
            let ranked = palette.items.iter().filter_map(|item| match item {
                PaletteItem::Action(id, may) => {
                    let terms = SearchTerms::from_key(id.spec().label_key, TermKind::Action);
                    let rank = rank_terms(Lang::En, &terms, &typed)?;
                    Some((comparable_rank(rank), may.is_err()))
                }
                _ => None,
            });
            let ranked: Vec<(u8, bool)> = ranked.collect();
            assert!(ranked.is_sorted(), "{text}: {ranked:?}");
            mixed += usize::from(ranked.contains(&(0, true)) && ranked.contains(&(0, false)));
        }
        assert!(mixed > 0, "failed to find results of both kinds");
    }
}
