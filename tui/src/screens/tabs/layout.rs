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
    /// Gap between two tabs. 0 joins bare numbers, and leaves one column beside names and counts.
    pub gap: u16,
    /// Form of the tab names.
    pub names: TabNames,
    /// True if tabs show their counts.
    pub has_badges: bool,
    /// True if counts have no reserved space, names follow their number directly, and the right gap is small.
    pub is_tight: bool,
}

/// Selection and length of the tab names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TabNames {
    /// All long names.
    Long,
    /// All short names: those in the bit set in full, the others cut to [`CUT`] columns.
    Short(u16),
    /// The short names of the first tabs, up to this number, and of the current one.
    First(u8),
    /// Only the current short name, cut to this width.
    Current(u16),
    /// No names; the number of the current tab is highlighted.
    None,
}

impl TabNames {
    /// All short names in full.
    pub const ALL_SHORT: Self = Self::Short(u16::MAX);
}

/// Gap after the product's name.
pub const BRAND_GAP: u16 = 3;

/// Number of tabs.
const TABS: u8 = 10;

/// Width to which all names are cut before any is left out.
const CUT: u16 = 4;

/// Widths to which the current name is cut before tabs lose their counts.
const CURRENT: [u16; 5] = [8, 6, 4, 3, 2];

/// Form to use if no form fits.
pub const NARROWEST_FORM: TabRowForm =
    TabRowForm { has_brand: false, gap: 0, names: TabNames::None, has_badges: false, is_tight: true };

/// Returns all forms from the widest to the narrowest.
///
/// First all names get shorter, then names are left out from the right; counts stay as long as possible. A form
/// must fit with any current tab, so that tabs do not move between screens. Priorities, highest first: demo
/// badge and delegated user, name of the current screen, counts of other tabs.
pub fn forms() -> impl Iterator<Item = TabRowForm> {
    let form = |gap, names| TabRowForm { has_brand: false, gap, names, has_badges: true, is_tight: false };
    let tight = move |gap, names| TabRowForm { is_tight: true, ..form(gap, names) };
    let joined = move |max| tight(0, TabNames::Current(max));
    [2, 1]
        .into_iter()
        .flat_map(move |gap| {
            [true, false].map(|has_brand| TabRowForm { has_brand, ..form(gap, TabNames::Long) })
        })
        .chain([form(1, TabNames::ALL_SHORT), form(1, TabNames::Short(0)), tight(1, TabNames::Short(0))])
        .chain((0..TABS).rev().map(move |named| form(1, TabNames::First(named))))
        .chain(CURRENT[..3].iter().map(move |max| tight(1, TabNames::Current(*max))))
        .chain(CURRENT.map(joined))
        .chain(CURRENT.map(move |max| TabRowForm { has_badges: false, ..joined(max) }))
        .chain([true, false].map(|has_badges| TabRowForm { has_badges, ..NARROWEST_FORM }))
}

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
        let spaced = |text: &str, has_blank: bool| {
            if has_blank && !text.is_empty() { format!(" {text}") } else { text.to_owned() }
        };
        let name = match self.names {
            TabNames::Long => Cow::Borrowed(tab.label.as_str()),
            TabNames::Short(in_full) if in_full >> (tab.number - 1) & 1 == 0 => abbreviate(&tab.short, CUT),
            TabNames::First(named) if !current && tab.number > named => Cow::Borrowed(""),
            TabNames::Current(max) if current => abbreviate(&tab.short, max),
            TabNames::Short(_) | TabNames::First(_) => Cow::Borrowed(tab.short.as_str()),
            TabNames::Current(_) | TabNames::None => Cow::Borrowed(""),
        };
        let label = spaced(&name, !self.is_tight);
        let badge = if self.has_badges && tab.badge > 0 { tab.badge.to_string() } else { String::new() };
        // Directly after its own number or before the next one, a count would look like a tab number.
        let badge = match (label.is_empty() || self.gap < 2, badge.is_empty()) {
            (true, false) => format!("·{badge}"),
            _ => spaced(&badge, true),
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
    pub fn with_full_names(mut self, brand: &str, tabs: &[Tab], max_width: u16) -> Self {
        let TabNames::Short(mut in_full) = self.names else { return self };
        let mut cut: Vec<&Tab> = tabs.iter().collect();
        cut.sort_by_key(|tab| text_width(&tab.short));
        for tab in cut {
            let more = in_full | 1 << (tab.number - 1);
            if (Self { names: TabNames::Short(more), ..self }).width(brand, tabs) <= max_width {
                in_full = more;
            }
        }
        self.names = TabNames::Short(in_full);
        self
    }

    /// Returns the gap between two neighbouring tabs.
    pub fn gap_between(self, left: &TabText, right: &TabText) -> u16 {
        let is_bare = |tab: &TabText| tab.label.is_empty() && tab.badge.is_empty();
        self.gap.max(u16::from(!(is_bare(left) && is_bare(right))))
    }

    /// Returns the gap before the text at the right.
    pub fn right_gap(self) -> u16 {
        if self.is_tight { 1 } else { 2 }
    }

    /// Returns the maximum width for any current tab.
    pub fn width(self, brand: &str, tabs: &[Tab]) -> u16 {
        let lead = if self.has_brand { text_width(brand) + BRAND_GAP } else { 0 };
        let marked = tabs.iter().filter(|tab| self.has_badges && tab.badge > 0).count() as u16;
        let between = (tabs.len() as u16).saturating_sub(1);
        let gaps = if self.gap == 0 { (2 * (marked + 1)).min(between) } else { self.gap * between };
        let other_width = |tab: &Tab| self.tab_text_as(tab, false).reserved_width();
        let more = |tab: &Tab| self.tab_text_as(tab, true).reserved_width().saturating_sub(other_width(tab));
        let widest = tabs.iter().map(more).max().unwrap_or(0);
        lead + gaps + tabs.iter().map(other_width).sum::<u16>() + widest
    }
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
        self.width() + self.reserved.saturating_sub(text_width(&self.badge))
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
            let written = TabRowForm { names, has_badges: true, gap: 1, is_tight: false, ..NARROWEST_FORM }
                .tab_text(&tab);
            format!("{}{}{}", written.number, written.label, written.badge)
        };
        assert_eq!(text(TabNames::None), "4·37");
        assert_eq!(text(TabNames::First(3)), "4·37");
        assert_eq!(text(TabNames::First(4)), "4 Notif.·37");
        let width = |names| {
            TabRowForm { names, has_badges: true, gap: 1, is_tight: false, ..NARROWEST_FORM }
                .tab_text(&tab)
                .width()
        };
        assert_eq!(width(TabNames::None), 4);
        let apart = TabRowForm {
            names: TabNames::First(4),
            has_badges: true,
            gap: 2,
            is_tight: false,
            ..NARROWEST_FORM
        };
        assert_eq!(apart.tab_text(&tab).badge, " 37", "a gap of two columns needs no dot");
    }

    #[test]
    fn current_tab_is_named_at_forty_columns_with_user() {
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
            let form = forms().find(|form| form.width("Encours", &tabs) + taken(form) <= 38).unwrap();
            let written = form.tab_text(&tabs[usize::from(shown) - 1]);
            assert!(!written.label.is_empty(), "screen {shown}");
            assert!(form.has_badges, "counts are missing: screen {shown}");
        }
    }

    #[test]
    fn tabs_show_badges_at_forty_columns_with_pending_write() {
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
        let tabs = Screen::ALL.iter().copied().map(tab).collect::<Vec<_>>();
        let taken = |form: &TabRowForm| text_width("u-martin") + text_width("Demo") + 2 * form.right_gap();
        let form = forms().find(|form| form.width("Encours", &tabs) + taken(form) <= 38).unwrap();
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
        let tight = TabRowForm {
            names: TabNames::Short(0),
            has_badges: true,
            gap: 1,
            is_tight: false,
            ..NARROWEST_FORM
        };
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
        let cut = names.iter().rposition(|names| *names == TabNames::Short(0));
        assert!(names.iter().position(|names| *names == TabNames::ALL_SHORT) < cut);
        assert!(cut < names.iter().position(|names| matches!(names, TabNames::First(_))));
    }
}
