//! The forms that the tabs are written in, from the widest to the narrowest, and what each leaves of a name.

use std::borrow::Cow;

use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::view::tabs::Tab;

use crate::widgets::columns;

/// How the tabs are written.
#[derive(Clone, Copy)]
pub struct Form {
    /// With the product's name before them.
    pub brand: bool,
    /// The columns between two tabs.
    pub gap: u16,
    /// What is written of a tab beside its number.
    pub names: Names,
    /// Whether each tab says how much waits there.
    pub badges: bool,
    /// Whether every column counts: no place is kept for what does not wait yet, and less air stands at the right.
    pub tight: bool,
}

/// Which tabs are named.
#[derive(Clone, Copy)]
pub enum Names {
    /// All, in full.
    Long,
    /// All in short, none but the one that is shown with more columns than these.
    Even(u16),
    /// All in short, none with more columns than these, but where cutting it would save no more than one.
    Alike(u16),
    /// All in short, none with more columns than these.
    Tight(u16),
    /// All in short: some whole, a bit each by their place, the others with no more columns than these; and whether the one
    /// that is shown is whole too.
    Some { whole: u8, most: u16, shown: bool },
    /// The first ones in short, and always the one that is shown.
    Short(u8),
    /// The one that is shown, with no more columns than these.
    One(u16),
    /// None: the number of the one that is shown stands out.
    None,
}

/// The air after the product's name.
pub const AFTER_BRAND: u16 = 3;

/// The number of tabs.
pub const TABS: u8 = 8;

/// How many columns the names are cut to, all alike, before any of them goes.
const EVEN: [u16; 4] = [7, 6, 5, 4];

/// How many columns the name of the screen that is shown is cut to before what waits elsewhere goes untold.
const LETTERS: [u16; 2] = [3, 2];

/// From the widest to the narrowest: all names get shorter before any goes, then they go from the right, and what waits is
/// told as long as it can be. A form fits where it does whichever screen is shown, so that the tabs stay as they are from
/// one screen to the next. The name of the screen that is shown outranks what waits elsewhere; for whom one acts and
/// whether the data is real outrank even that.
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

/// The form that is taken where nothing fits.
pub const NARROWEST: Form = Form {
    brand: false,
    gap: 1,
    names: Names::Short(0),
    badges: false,
    tight: false,
};

/// A tab as it is written: its number, its name, what waits.
pub struct Written {
    pub number: String,
    pub label: String,
    pub badge: String,
    /// The columns that what waits may come to take: its place is kept, so that no tab moves when something does.
    kept: u16,
}

/// A blank and a figure.
const KEPT: u16 = 2;

impl Form {
    pub fn write(self, tab: &Tab) -> Written {
        self.write_as(tab, tab.current)
    }

    /// A tab as it is written where it is the one that is shown, or is not.
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
        // Right after its number, or one column before that of the next tab, what waits would read as the number of a
        // screen.
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

    /// The same with as many of its names whole as fit into `room`, those first of which the fewest columns are missing:
    /// nothing is cut where there is room for it.
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

    /// The air before what stands at the right.
    pub fn air(self) -> u16 {
        if self.tight { 1 } else { 2 }
    }

    /// How many columns it takes at most, whichever screen is shown.
    pub fn width(self, brand: &str, tabs: &[Tab]) -> u16 {
        let lead = if self.brand {
            columns(brand) + AFTER_BRAND
        } else {
            0
        };
        let gaps = self.gap * (tabs.len() as u16).saturating_sub(1);
        let aside = |tab: &Tab| self.write_as(tab, false).place();
        let more = |tab: &Tab| self.write_as(tab, true).place().saturating_sub(aside(tab));
        // Where none has a name, the one that is shown is named if there is room for it.
        let all = !matches!(self.names, Names::Short(0) | Names::One(_) | Names::None);
        let named = tabs.iter().filter(|tab| all || tab.current);
        let widest = named.map(more).max().unwrap_or(0);
        lead + gaps + tabs.iter().map(aside).sum::<u16>() + widest
    }
}

/// A name in about so many columns: one that a point would make no more than a column shorter stays whole.
fn eased(name: &str, most: u16) -> Cow<'_, str> {
    abbreviated(name, most + u16::from(columns(name) == most + 1))
}

/// A name in at most so many columns, with the point of an abbreviation where it is cut.
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

    /// The columns that are its own, whatever waits.
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
            "two columns set it apart from the next number"
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
            assert!(form.badges, "and what waits is told: screen {shown}");
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
        assert!(!form.write(&tabs[0]).label.is_empty(), "and the screen is named");
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
        // The next one misses two columns.
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
