//! Forms of the tab row, from the widest to the narrowest.

use std::borrow::Cow;

use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::view::tabs::Tab;

use crate::widgets::columns;

/// Form of the tab row.
#[derive(Clone, Copy)]
pub struct Form {
    /// True if the product's name comes first.
    pub brand: bool,
    /// Gap between two tabs.
    pub gap: u16,
    /// Form of the tab names.
    pub names: Names,
    /// True if tabs show their counts.
    pub badges: bool,
    /// True if counts have no reserved space and the right gap is small.
    pub tight: bool,
}

/// Selection and length of the tab names.
#[derive(Clone, Copy)]
pub enum Names {
    /// All names in full.
    Long,
    /// All short names, cut to this width except the current one.
    Even(u16),
    /// All short names, cut to this width unless that would save only one column.
    Alike(u16),
    /// All short names, cut to this width.
    Tight(u16),
    /// All short names: those in the bit set `whole` in full, the others cut to `most`.
    ///
    /// `shown` is true if the current one is in full too.
    Some { whole: u8, most: u16, shown: bool },
    /// This number of short names, and the current one.
    Short(u8),
    /// Only the current name, cut to this width.
    One(u16),
    /// No names; the number of the current tab is highlighted.
    None,
}

/// Gap after the product's name.
pub const AFTER_BRAND: u16 = 3;

/// Number of tabs.
pub const TABS: u8 = 8;

/// Widths to which all names are cut before any is left out.
const EVEN: [u16; 4] = [7, 6, 5, 4];

/// Widths to which the current name is cut before other tabs lose their counts.
const LETTERS: [u16; 2] = [3, 2];

/// Returns all forms from the widest to the narrowest.
///
/// First all names get shorter, then names are left out from the right; counts stay as long as possible. A form
/// must fit with any current tab, so that tabs do not move between screens. Priorities, highest first: demo
/// badge and delegated user, name of the current screen, counts of other tabs.
pub fn forms() -> impl Iterator<Item = Form> {
    let long = |brand, gap| Form {
        brand,
        gap,
        names: Names::Long,
        badges: true,
        tight: false,
    };
    let short = |names| Form {
        brand: false,
        gap: 1,
        names,
        badges: true,
        tight: false,
    };
    [long(true, 2), long(false, 2), long(true, 1), long(false, 1)]
        .into_iter()
        .chain([short(Names::Short(TABS))])
        .chain(EVEN.map(|most| short(Names::Even(most))))
        .chain(EVEN.map(|most| short(Names::Alike(most))))
        .chain(EVEN.last().map(|most| short(Names::Tight(*most))))
        .chain((0..TABS).rev().map(move |named| short(Names::Short(named))))
        .chain(EVEN.into_iter().chain(LETTERS).map(move |most| Form {
            tight: true,
            ..short(Names::One(most))
        }))
        .chain([NARROWEST])
        .chain(EVEN.map(|most| Form {
            names: Names::One(most),
            ..NARROWEST
        }))
        .chain([true, false].map(|badges| Form {
            names: Names::None,
            badges,
            ..NARROWEST
        }))
}

/// Form to use if no form fits.
pub const NARROWEST: Form = Form {
    brand: false,
    gap: 1,
    names: Names::Short(0),
    badges: false,
    tight: false,
};

/// A tab as text: number, name, count.
pub struct Written {
    pub number: String,
    pub label: String,
    pub badge: String,
    /// Width reserved for the count, so that tabs do not move when it appears.
    kept: u16,
}

/// Width of a blank and a digit.
const KEPT: u16 = 2;

impl Form {
    pub fn write(self, tab: &Tab) -> Written {
        self.write_as(tab, tab.current)
    }

    /// Formats a tab as the current one or as another one.
    fn write_as(self, tab: &Tab, current: bool) -> Written {
        let spaced = |text: &str| {
            if text.is_empty() {
                String::new()
            } else {
                format!(" {text}")
            }
        };
        let badge = if self.badges && tab.badge > 0 {
            tab.badge.to_string()
        } else {
            String::new()
        };
        let label = spaced(&match self.names {
            Names::Long => Cow::Borrowed(tab.label.as_str()),
            Names::Even(most) if !current => eased(&tab.short, most),
            Names::Alike(most) => eased(&tab.short, most),
            Names::Tight(most) => abbreviated(&tab.short, most),
            Names::Some { whole, most, shown }
                if !(current && shown) && whole >> (tab.number - 1) & 1 == 0 =>
            {
                abbreviated(&tab.short, most)
            }
            Names::One(most) if current => abbreviated(&tab.short, most),
            Names::Short(named) if !current && tab.number > named => Cow::Borrowed(""),
            Names::Even(_) | Names::Some { .. } | Names::Short(_) => Cow::Borrowed(tab.short.as_str()),
            Names::One(_) | Names::None => Cow::Borrowed(""),
        });
        // Directly after its own number or before the next one, a count would look like a tab number.
        let badge = match (label.is_empty() || self.gap < 2, badge.is_empty()) {
            (true, false) => format!("·{badge}"),
            _ => spaced(&badge),
        };
        let counts = matches!(tab.screen, Screen::Notifications | Screen::Activity);
        Written {
            kept: if self.badges && counts && !self.tight {
                KEPT
            } else {
                0
            },
            number: tab.number.to_string(),
            label,
            badge,
        }
    }

    /// Returns the form with as many full names in `room` as fit, shortest excess first.
    pub fn with_whole_names(self, brand: &str, tabs: &[Tab], room: u16) -> Self {
        let (most, shown, eases) = match self.names {
            Names::Even(most) => (most, true, true),
            Names::Alike(most) => (most, false, true),
            Names::Tight(most) => (most, false, false),
            _ => return self,
        };
        let written = |whole| Self {
            names: Names::Some { whole, most, shown },
            ..self
        };
        let bit = |tab: &Tab| 1_u8 << (tab.number - 1);
        let missing = |tab: &Tab| columns(&tab.short).saturating_sub(most);
        let eased = tabs.iter().filter(|tab| eases && missing(tab) == 1);
        let mut whole = eased.map(bit).fold(0, |all, own| all | own);
        let mut cut: Vec<&Tab> = tabs.iter().filter(|tab| missing(tab) > 0).collect();
        cut.sort_by_key(|tab| missing(tab));
        for tab in cut {
            if written(whole | bit(tab)).width(brand, tabs) <= room {
                whole |= bit(tab);
            }
        }
        written(whole)
    }

    /// Returns the gap before the text at the right.
    pub fn air(self) -> u16 {
        if self.tight { 1 } else { 2 }
    }

    /// Returns the maximum width for any current tab.
    pub fn width(self, brand: &str, tabs: &[Tab]) -> u16 {
        let lead = if self.brand {
            columns(brand) + AFTER_BRAND
        } else {
            0
        };
        let gaps = self.gap * (tabs.len() as u16).saturating_sub(1);
        let aside = |tab: &Tab| self.write_as(tab, false).place();
        let more = |tab: &Tab| self.write_as(tab, true).place().saturating_sub(aside(tab));
        // If no tab has a name, the current one gets its name if it fits.
        let all = !matches!(self.names, Names::Short(0) | Names::One(_) | Names::None);
        let named = tabs.iter().filter(|tab| all || tab.current);
        let widest = named.map(more).max().unwrap_or(0);
        lead + gaps + tabs.iter().map(aside).sum::<u16>() + widest
    }
}

/// Shortens a name to about `most` columns; a name that is one column longer stays whole.
fn eased(name: &str, most: u16) -> Cow<'_, str> {
    abbreviated(name, most + u16::from(columns(name) == most + 1))
}

/// Abbreviates a name to at most `most` columns, with a final point.
fn abbreviated(name: &str, most: u16) -> Cow<'_, str> {
    if columns(name) <= most {
        return Cow::Borrowed(name);
    }
    let mut cut = String::new();
    for letter in name.chars() {
        if columns(&cut) + columns(letter.encode_utf8(&mut [0; 4])) >= most {
            break;
        }
        cut.push(letter);
    }
    Cow::Owned(format!("{}.", cut.trim_end_matches('.')))
}

impl Written {
    pub fn width(&self) -> u16 {
        columns(&self.number) + columns(&self.label) + columns(&self.badge)
    }

    /// Returns the reserved width, independent of the count.
    pub fn place(&self) -> u16 {
        columns(&self.number) + columns(&self.label) + columns(&self.badge).max(self.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cut_with_the_point_of_an_abbreviation() {
        assert_eq!(abbreviated("Portfolio", 5), "Port.");
        assert_eq!(abbreviated("Notif.", 6), "Notif.");
        assert_eq!(abbreviated("Notif.", 5), "Noti.");
        assert_eq!(abbreviated("Tâches", 4), "Tâc.");
        assert_eq!(abbreviated("Deal", 4), "Deal");
        assert_eq!(
            (eased("Views", 4), eased("Tâches", 4)),
            ("Views".into(), "Tâc.".into())
        );
    }

    #[test]
    fn what_waits_is_told_apart_from_the_numbers_of_the_screens() {
        let tab = Tab {
            screen: Screen::Notifications,
            number: 4,
            label: "Notifications".to_owned(),
            short: "Notif.".to_owned(),
            current: false,
            badge: 37,
        };
        let told = |names| {
            let written = Form {
                names,
                badges: true,
                ..NARROWEST
            }
            .write(&tab);
            format!("{}{}{}", written.number, written.label, written.badge)
        };
        assert_eq!(told(Names::None), "4·37");
        assert_eq!(told(Names::Short(3)), "4·37");
        assert_eq!(told(Names::Short(4)), "4 Notif.·37");
        let width = |names| {
            Form {
                names,
                badges: true,
                ..NARROWEST
            }
            .write(&tab)
            .width()
        };
        assert_eq!(width(Names::None), 4);
        let apart = Form {
            names: Names::Short(4),
            badges: true,
            gap: 2,
            ..NARROWEST
        };
        assert_eq!(
            apart.write(&tab).badge,
            " 37",
            "a gap of two columns needs no dot"
        );
    }

    #[test]
    fn the_screen_that_is_shown_is_named_in_forty_columns_beside_an_identity() {
        let tabs = |shown: u8| {
            let names = [
                "Pipeline", "Deal", "Portef.", "Notif.", "Tâches", "Vues", "Expl.", "Activ.",
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
        let taken = |form: &Form| columns("u-martin") + columns("Démo") + 2 * form.air();
        for shown in 1..=TABS {
            let tabs = tabs(shown);
            let form = forms()
                .find(|form| form.width("Encours", &tabs) + taken(form) <= 38)
                .unwrap();
            let written = form.write(&tabs[usize::from(shown) - 1]);
            assert!(!written.label.is_empty(), "screen {shown}");
            assert!(form.badges, "counts are missing: screen {shown}");
        }
    }

    #[test]
    fn what_waits_is_told_in_forty_columns_when_a_write_waits_too() {
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
        let taken = |form: &Form| columns("u-martin") + columns("Demo") + 2 * form.air();
        let form = forms()
            .find(|form| form.width("Encours", &tabs) + taken(form) <= 38)
            .unwrap();
        assert!(form.badges);
        assert!(!form.write(&tabs[0]).label.is_empty(), "the name is missing");
    }

    #[test]
    fn a_name_is_cut_only_where_there_is_no_room_for_it() {
        let names = [
            "Pipeline",
            "Deal",
            "Portfolio",
            "Notif.",
            "Tasks",
            "Views",
            "Expl.",
            "Activity",
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
        let tight = Form {
            names: Names::Tight(4),
            badges: true,
            ..NARROWEST
        };
        let told = |room| {
            let form = tight.with_whole_names("Encours", &tabs, room);
            assert!(form.width("Encours", &tabs) <= room);
            let labels = tabs.iter().map(|tab| form.write(tab).label.trim().to_owned());
            labels.collect::<Vec<String>>().join(" ")
        };
        let least = tight.width("Encours", &tabs);
        assert_eq!(told(least), "Pip. Deal Por. Not. Tas. Vie. Exp. Act.");
        assert_eq!(told(least + 2), "Pip. Deal Por. Not. Tasks Views Exp. Act.");
        // The next one lacks two columns.
        assert_eq!(told(least + 4), "Pip. Deal Por. Not. Tasks Views Expl. Act.");
        assert_eq!(told(least + 5), "Pip. Deal Por. Notif. Tasks Views Expl. Act.");
    }

    #[test]
    fn every_name_gets_shorter_before_any_goes() {
        let names: Vec<Names> = forms().map(|form| form.names).collect();
        let first = |wanted: fn(&Names) -> bool| names.iter().position(wanted);
        let even = names.iter().rposition(|names| matches!(names, Names::Even(_)));
        assert!(even < first(|names| matches!(names, Names::Short(named) if *named < TABS)));
        assert!(
            first(|names| matches!(names, Names::Short(TABS)))
                < first(|names| matches!(names, Names::Even(_)))
        );
    }
}
