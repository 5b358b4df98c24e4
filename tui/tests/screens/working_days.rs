//! Every screen of the terminal names the unit of an age that counts working days.

use std::sync::Arc;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::query::WorkingDays;
use encours_core::text::{Lang, plain_spaces};
use encours_tui::terminal::Frontend;

use crate::support::{now, picture, plain, press, snapshot, zone};

/// Shows the screen behind some keys; the oldest deals have their status since Tuesday 3 November 2026.
fn screen(lang: Lang, size: (u16, u16), keys: &str) -> String {
    let mut options = Options::new(lang, Keymap::defaults(FrontEnd::Terminal).unwrap(), zone());
    options.working_days = Some(Arc::new(WorkingDays::new(zone())));
    let mut app = App::new(options, now());
    app.on_snapshot(Arc::new(snapshot()));
    let mut frontend = Frontend::new(app, plain(), size);
    press(&mut frontend, keys);
    plain_spaces(&picture(&mut frontend)).into_owned()
}

#[test]
fn working_days_are_named_and_complete_on_every_screen() {
    for (lang, size, keys, expected) in [
        (Lang::En, (120, 40), "", "≥ 12 wd"),
        (Lang::Fr, (120, 40), "", "≥ 12 j.o."),
        (Lang::En, (120, 40), "v", "≥ 12 wd"),
        // In a narrow table, the name makes room for the unit.
        (Lang::Fr, (80, 24), "v", "≥ 12 j.o."),
        (Lang::En, (120, 40), "<enter>", "12 working days"),
        (Lang::Fr, (120, 40), "<enter>", "12 jours ouvrés"),
        (Lang::En, (120, 40), "?/working", "working days in the status; weeks"),
    ] {
        let text = screen(lang, size, keys);
        assert!(text.contains(expected), "{expected}\n{text}");
        let calendar_age = if lang == Lang::En { "17 d" } else { "17 j" };
        assert!(!text.contains(calendar_age), "{text}");
    }
    let narrow = screen(Lang::Fr, (80, 24), "v");
    assert!(narrow.contains("LTV"), "{narrow}");
}
