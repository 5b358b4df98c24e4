//! Forms of the tab row, from the widest to the narrowest.

use std::borrow::Cow;

use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::view::tabs::Tab;

use crate::widgets::text_width;

/// Form of the tab row.
#[derive(Clone, Copy)]
pub struct TabRowForm {
    /// True if the product's name comes first.
    pub has_brand: bool,
    /// Gap between two tabs.
    pub gap: u16,
    /// Form of the tab names.
    pub names: TabNames,
    /// True if tabs show their counts.
    pub has_badges: bool,
    /// True if counts have no reserved space and the right gap is small.
    pub is_tight: bool,
}

/// Selection and length of the tab names.
#[derive(Clone, Copy)]
pub enum TabNames {
    /// All names in full.
    Full,
    /// All short names, cut to this width except the current one.
    Even(u16),
    /// All short names, cut to this width unless that would save only one column.
    Alike(u16),
    /// All short names, cut to this width.
    Tight(u16),
    /// All short names: those in the bit set `whole` in full, the others cut to `most`.
    ///
    /// `shown` is true if the current one is in full too.
    Some { in_full: u16, max: u16, is_current_full: bool },
    /// This number of short names, and the current one.
    Short(u8),
    /// Only the current name, cut to this width.
    One(u16),
    /// No names; the number of the current tab is highlighted.
    None,
}

/// Gap after the product's name.
pub const BRAND_GAP: u16 = 3;

/// Number of tabs.
pub const TABS: u8 = 10;

/// Widths to which all names are cut before any is left out.
const EVEN: [u16; 4] = [7, 6, 5, 4];

/// Widths to which the current name is cut before other tabs lose their counts.
const LETTERS: [u16; 2] = [3, 2];

/// Returns all forms from the widest to the narrowest.
///
/// First all names get shorter, then names are left out from the right; counts stay as long as possible. A form
/// must fit with any current tab, so that tabs do not move between screens. Priorities, highest first: demo
/// badge and delegated user, name of the current screen, counts of other tabs.
pub fn forms() -> impl Iterator<Item = TabRowForm> {
    let long = |brand, gap| TabRowForm {
        has_brand: brand,
        gap,
        names: TabNames::Full,
        has_badges: true,
        is_tight: false,
    };
    let short = |names| TabRowForm { has_brand: false, gap: 1, names, has_badges: true, is_tight: false };
    [long(true, 2), long(false, 2), long(true, 1), long(false, 1)]
        .into_iter()
        .chain([short(TabNames::Short(TABS))])
        .chain(EVEN.map(|max| short(TabNames::Even(max))))
        .chain(EVEN.map(|max| short(TabNames::Alike(max))))
        .chain(EVEN.last().map(|max| short(TabNames::Tight(*max))))
        .chain((0..TABS).rev().map(move |named| short(TabNames::Short(named))))
        .chain(
            EVEN.into_iter()
                .chain(LETTERS)
                .map(move |max| TabRowForm { is_tight: true, ..short(TabNames::One(max)) }),
        )
        .chain([NARROWEST_FORM])
        .chain(EVEN.map(|max| TabRowForm { names: TabNames::One(max), ..NARROWEST_FORM }))
        .chain([true, false].map(|badges| TabRowForm {
            names: TabNames::None,
            has_badges: badges,
            ..NARROWEST_FORM
        }))
}

/// Form to use if no form fits.
pub const NARROWEST_FORM: TabRowForm =
    TabRowForm { has_brand: false, gap: 1, names: TabNames::Short(0), has_badges: false, is_tight: false };

/// A tab as text: number, name, count.
pub struct TabText {
    pub number: String,
    pub label: String,
    pub badge: String,
    /// Width reserved for the count, so that tabs do not move when it appears.
    reserved: u16,
}

/// Width of a blank and a digit.
const BADGE_WIDTH: u16 = 2;

impl TabRowForm {
    pub fn tab_text(self, tab: &Tab) -> TabText {
        self.tab_text_as(tab, tab.current)
    }

    /// Formats a tab as the current one or as another one.
    fn tab_text_as(self, tab: &Tab, current: bool) -> TabText {
        let spaced = |text: &str| {
            if text.is_empty() { String::new() } else { format!(" {text}") }
        };
        let badge = if self.has_badges && tab.badge > 0 { tab.badge.to_string() } else { String::new() };
        let label = spaced(&match self.names {
            TabNames::Full => Cow::Borrowed(tab.label.as_str()),
            TabNames::Even(max) if !current => shorten_name(&tab.short, max),
            TabNames::Alike(max) => shorten_name(&tab.short, max),
            TabNames::Tight(max) => abbreviate(&tab.short, max),
            TabNames::Some { in_full, max, is_current_full: shown }
                if !(current && shown) && in_full >> (tab.number - 1) & 1 == 0 =>
            {
                abbreviate(&tab.short, max)
            }
            TabNames::One(max) if current => abbreviate(&tab.short, max),
            TabNames::Short(named) if !current && tab.number > named => Cow::Borrowed(""),
            TabNames::Even(_) | TabNames::Some { .. } | TabNames::Short(_) => {
                Cow::Borrowed(tab.short.as_str())
            }
            TabNames::One(_) | TabNames::None => Cow::Borrowed(""),
        });
        // Directly after its own number or before the next one, a count would look like a tab number.
        let badge = match (label.is_empty() || self.gap < 2, badge.is_empty()) {
            (true, false) => format!("·{badge}"),
            _ => spaced(&badge),
        };
        let counts = matches!(tab.screen, Screen::Notifications | Screen::Activity);
        TabText {
            reserved: if self.has_badges && counts && !self.is_tight { BADGE_WIDTH } else { 0 },
            number: (tab.number % 10).to_string(),
            label,
            badge,
        }
    }

    /// Returns the form with as many full names in `max_width` as fit, shortest excess first.
    pub fn with_full_names(self, brand: &str, tabs: &[Tab], max_width: u16) -> Self {
        let (max, shown, eases) = match self.names {
            TabNames::Even(max) => (max, true, true),
            TabNames::Alike(max) => (max, false, true),
            TabNames::Tight(max) => (max, false, false),
            _ => return self,
        };
        let form_with = |full_set| Self {
            names: TabNames::Some { in_full: full_set, max, is_current_full: shown },
            ..self
        };
        let bit = |tab: &Tab| 1_u16 << (tab.number - 1);
        let missing = |tab: &Tab| text_width(&tab.short).saturating_sub(max);
        let eased = tabs.iter().filter(|tab| eases && missing(tab) == 1);
        let mut full_set = eased.map(bit).fold(0, |all, own| all | own);
        let mut cut: Vec<&Tab> = tabs.iter().filter(|tab| missing(tab) > 0).collect();
        cut.sort_by_key(|tab| missing(tab));
        for tab in cut {
            if form_with(full_set | bit(tab)).width(brand, tabs) <= max_width {
                full_set |= bit(tab);
            }
        }
        form_with(full_set)
    }

    /// Returns the gap before the text at the right.
    pub fn right_gap(self) -> u16 {
        if self.is_tight { 1 } else { 2 }
    }

    /// Returns the maximum width for any current tab.
    pub fn width(self, brand: &str, tabs: &[Tab]) -> u16 {
        let lead = if self.has_brand { text_width(brand) + BRAND_GAP } else { 0 };
        let gaps = self.gap * (tabs.len() as u16).saturating_sub(1);
        let other_width = |tab: &Tab| self.tab_text_as(tab, false).reserved_width();
        let more = |tab: &Tab| self.tab_text_as(tab, true).reserved_width().saturating_sub(other_width(tab));
        // If no tab has a name, the current one gets its name if it fits.
        let all = !matches!(self.names, TabNames::Short(0) | TabNames::One(_) | TabNames::None);
        let named = tabs.iter().filter(|tab| all || tab.current);
        let widest = named.map(more).max().unwrap_or(0);
        lead + gaps + tabs.iter().map(other_width).sum::<u16>() + widest
    }
}

/// Shortens a name to about `max` columns; a name that is one column longer stays whole.
fn shorten_name(name: &str, max: u16) -> Cow<'_, str> {
    abbreviate(name, max + u16::from(text_width(name) == max + 1))
}

/// Abbreviates a name to at most `max` columns, with a final point.
fn abbreviate(name: &str, max: u16) -> Cow<'_, str> {
    if text_width(name) <= max {
        return Cow::Borrowed(name);
    }
    let mut cut = String::new();
    for letter in name.chars() {
        if text_width(&cut) + text_width(letter.encode_utf8(&mut [0; 4])) >= max {
            break;
        }
        cut.push(letter);
    }
    Cow::Owned(format!("{}.", cut.trim_end_matches('.')))
}

impl TabText {
    pub fn width(&self) -> u16 {
        text_width(&self.number) + text_width(&self.label) + text_width(&self.badge)
    }

    /// Returns the reserved width, independent of the count.
    pub fn reserved_width(&self) -> u16 {
        text_width(&self.number) + text_width(&self.label) + text_width(&self.badge).max(self.reserved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_tab_name_ends_with_a_period() {
        assert_eq!(abbreviate("Portfolio", 5), "Port.");
        assert_eq!(abbreviate("Notif.", 6), "Notif.");
        assert_eq!(abbreviate("Notif.", 5), "Noti.");
        assert_eq!(abbreviate("Tâches", 4), "Tâc.");
        assert_eq!(abbreviate("Deal", 4), "Deal");
        assert_eq!((shorten_name("Views", 4), shorten_name("Tâches", 4)), ("Views".into(), "Tâc.".into()));
    }

    #[test]
    fn tab_badge_is_separated_from_the_screen_number() {
        let tab = Tab {
            screen: Screen::Notifications,
            number: 4,
            label: "Notifications".to_owned(),
            short: "Notif.".to_owned(),
            current: false,
            badge: 37,
        };
        let text = |names| {
            let written = TabRowForm { names, has_badges: true, ..NARROWEST_FORM }.tab_text(&tab);
            format!("{}{}{}", written.number, written.label, written.badge)
        };
        assert_eq!(text(TabNames::None), "4·37");
        assert_eq!(text(TabNames::Short(3)), "4·37");
        assert_eq!(text(TabNames::Short(4)), "4 Notif.·37");
        let width = |names| TabRowForm { names, has_badges: true, ..NARROWEST_FORM }.tab_text(&tab).width();
        assert_eq!(width(TabNames::None), 4);
        let apart = TabRowForm { names: TabNames::Short(4), has_badges: true, gap: 2, ..NARROWEST_FORM };
        assert_eq!(apart.tab_text(&tab).badge, " 37", "a gap of two columns needs no dot");
    }

    #[test]
    fn current_tab_is_named_at_forty_six_columns_with_user() {
        let tabs = |shown: u8| {
            let names = [
                "Pipeline", "Deal", "Portef.", "Notif.", "Tâches", "Vues", "Expl.", "Activ.", "Flux",
                "Agenda",
            ];
            let tab = |(at, short): (usize, &&str)| Tab {
                screen: Screen::Pipeline,
                number: at as u8 + 1,
                label: (*short).to_owned(),
                short: (*short).to_owned(),
                current: at as u8 + 1 == shown,
                badge: if at == 3 { 37 } else { 0 },
            };
            names.iter().enumerate().map(tab).collect::<Vec<Tab>>()
        };
        let taken = |form: &TabRowForm| text_width("u-martin") + text_width("Démo") + 2 * form.right_gap();
        for shown in 1..=TABS {
            let tabs = tabs(shown);
            let form = forms().find(|form| form.width("Encours", &tabs) + taken(form) <= 44).unwrap();
            let written = form.tab_text(&tabs[usize::from(shown) - 1]);
            assert!(!written.label.is_empty(), "screen {shown}");
            assert!(form.has_badges, "counts are missing: screen {shown}");
        }
    }

    #[test]
    fn tabs_show_badges_at_forty_six_columns_with_pending_write() {
        let tab = |screen: Screen| Tab {
            screen,
            number: screen.number(),
            label: "Pipeline".to_owned(),
            short: "Pipeline".to_owned(),
            current: screen == Screen::Pipeline,
            badge: match screen {
                Screen::Notifications => 37,
                Screen::Activity => 1,
                _ => 0,
            },
        };
        let tabs = Screen::ALL.map(tab);
        let taken = |form: &TabRowForm| text_width("u-martin") + text_width("Demo") + 2 * form.right_gap();
        let form = forms().find(|form| form.width("Encours", &tabs) + taken(form) <= 44).unwrap();
        assert!(form.has_badges);
        assert!(!form.tab_text(&tabs[0]).label.is_empty(), "the name is missing");
    }

    #[test]
    fn tab_names_are_cut_only_if_too_wide() {
        let names = [
            "Pipeline",
            "Deal",
            "Portfolio",
            "Notif.",
            "Tasks",
            "Views",
            "Expl.",
            "Activity",
            "Flow",
            "Agenda",
        ];
        let tab = |(at, short): (usize, &&str)| Tab {
            screen: Screen::Pipeline,
            number: at as u8 + 1,
            label: (*short).to_owned(),
            short: (*short).to_owned(),
            current: at == 0,
            badge: 0,
        };
        let tabs: Vec<Tab> = names.iter().enumerate().map(tab).collect();
        let tight = TabRowForm { names: TabNames::Tight(4), has_badges: true, ..NARROWEST_FORM };
        let text = |max_width| {
            let form = tight.with_full_names("Encours", &tabs, max_width);
            assert!(form.width("Encours", &tabs) <= max_width);
            let labels = tabs.iter().map(|tab| form.tab_text(tab).label.trim().to_owned());
            labels.collect::<Vec<String>>().join(" ")
        };
        let min = tight.width("Encours", &tabs);
        assert_eq!(text(min), "Pip. Deal Por. Not. Tas. Vie. Exp. Act. Flow Age.");
        assert_eq!(text(min + 2), "Pip. Deal Por. Not. Tasks Views Exp. Act. Flow Age.");
        // The next one lacks two columns.
        assert_eq!(text(min + 4), "Pip. Deal Por. Not. Tasks Views Expl. Act. Flow Age.");
        assert_eq!(text(min + 5), "Pip. Deal Por. Notif. Tasks Views Expl. Act. Flow Age.");
    }

    #[test]
    fn all_tab_names_shrink_before_any_is_hidden() {
        let names: Vec<TabNames> = forms().map(|form| form.names).collect();
        let first = |wanted: fn(&TabNames) -> bool| names.iter().position(wanted);
        let even = names.iter().rposition(|names| matches!(names, TabNames::Even(_)));
        assert!(even < first(|names| matches!(names, TabNames::Short(named) if *named < TABS)));
        assert!(
            first(|names| matches!(names, TabNames::Short(TABS)))
                < first(|names| matches!(names, TabNames::Even(_)))
        );
    }
}
