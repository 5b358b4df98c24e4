//! Messages appear in the right place, and uncut if there is room.

use encours_core::app::shell::action::Action;
use encours_core::text::{Lang, plain_spaces};
use encours_tui::terminal::Frontend;

use crate::support::{self, frontend, now, picture, plain, press};

/// Returns the screen after a file of that name was written.
fn written(name: &str, size: (u16, u16)) -> String {
    let mut app = support::app(Lang::En, support::snapshot());
    let written = Action::Exported { path: format!("/home/me/{name}"), rows: 240 };
    app.dispatch(written, now());
    let mut frontend = Frontend::new(app, plain(), size);
    plain_spaces(&picture(&mut frontend)).into_owned()
}

#[test]
fn toast_cuts_a_file_name_only_if_too_wide() {
    let name = "encours-deals-2026-11-24.xlsx";
    for size in [(80, 24), (120, 36)] {
        let text = written(name, size);
        assert!(text.contains(&format!("{name} saved to /home/me, 240 rows")), "{text}");
    }
    let long = format!("{}.xlsx", "deals-of-the-committee-".repeat(6));
    let text = written(&long, (80, 24));
    let row = text.lines().find(|row| row.contains("saved to")).expect(&text);
    assert!(row.contains('…') && row.contains("/home/me, 240 rows"), "{text}");
    let output = row.split('…').next().unwrap().trim_start_matches([' ', '✓']);
    assert!(output.chars().count() > 28, "the row has room for more: {text}");
}

#[test]
fn toast_of_an_overlay_is_shown_below_it() {
    for size in [(80, 24), (120, 36), (40, 12)] {
        let mut frontend = frontend(Lang::En, support::snapshot(), size);
        press(&mut frontend, "?e");
        let text = picture(&mut frontend);
        let rows: Vec<&str> = text.lines().collect();
        // In forty columns it takes two rows, one of them part of the frame.
        let under = if size.0 < 80 { 2 } else { 1 };
        let (help, toast_rows) = rows.split_at(rows.len() - under);
        assert!(toast_rows[0].contains("Change a key:"), "{size:?}\n{text}");
        assert!(help.iter().any(|row| row.contains("Esc close")), "{text}");
    }
}

#[test]
fn undo_toast_stays_with_the_screen_below_an_overlay() {
    let mut frontend = frontend(Lang::En, support::snapshot(), (120, 36));
    press(&mut frontend, "L:");
    let text = picture(&mut frontend);
    let last = text.lines().last().unwrap();
    assert!(text.contains("sends in"), "{text}");
    assert!(!last.contains("sends in"), "{text}");
}

#[test]
fn key_editing_is_hidden_without_a_config_file() {
    let mut frontend = frontend(Lang::En, support::snapshot(), (120, 36));
    press(&mut frontend, "?");
    let text = picture(&mut frontend);
    assert!(!text.contains("config.toml") && !text.contains("e change a key"), "{text}");
}
