//! The idle lock: the content is hidden, and only a passed check shows it again.

use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{Event, MouseEvent, MouseEventKind};
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::client::auth::secret_file::{PassphraseSource, SecretFile};
use encours_core::config::UserCheck;
use encours_core::error::Reason;
use encours_core::model::snapshot::{Coverage, Snapshot};
use encours_core::model::table::{ColumnStoreBuilder, RowData};
use encours_core::text::Lang;
use encours_tui::terminal::Frontend;
use secrecy::ExposeSecret as _;

use crate::support::{now, picture, plain, press, zone};

const NAME: &str = "Le Parc, Lyon";

/// Returns a screen with one deal that locks after ten minutes.
fn frontend() -> Frontend {
    let mut builder = ColumnStoreBuilder::default();
    builder.push(&RowData {
        id: "6f1c08d2-4b7e-4a55-9d10-000000000001".to_owned(),
        name: NAME.to_owned(),
        status: "ic".to_owned(),
        ..RowData::default()
    });
    let mut options = Options::new(Lang::En, Keymap::defaults(FrontEnd::Terminal).unwrap(), zone());
    options.lock_after = Some(Duration::from_mins(10));
    let mut app = App::new(options, now());
    let snapshot = Snapshot {
        revision: 1,
        deals: builder.finish().into(),
        coverage: Coverage { fetched: 1, total: Some(1), complete_at: Some(now()), ..Coverage::default() },
        settings: Some(Arc::default()),
        ..Snapshot::default()
    };
    app.on_snapshot(Arc::new(snapshot));
    Frontend::new(app, plain(), (80, 24))
}

fn locked() -> Frontend {
    let mut frontend = frontend();
    frontend.tick(now());
    assert!(picture(&mut frontend).contains(NAME));
    frontend.tick(now() + Duration::from_secs(599));
    assert!(picture(&mut frontend).contains(NAME));
    assert!(frontend.app().next_tick().is_some_and(|after| after <= Duration::from_secs(1)));
    assert!(frontend.tick(now() + Duration::from_mins(10)));
    frontend
}

#[test]
fn locked_terminal_hides_its_content_until_the_check_passes() {
    let mut frontend = locked();
    let file = SecretFile::new("/none".into(), "k", PassphraseSource::Missing);
    frontend.set_user_check(&UserCheck::Passphrase(file));
    let shown = picture(&mut frontend);
    assert!(shown.contains("Encours is locked") && shown.contains("Passphrase"), "{shown}");
    assert!(!shown.contains("Parc"), "{shown}");
    // Neither keys nor the mouse reach the board.
    let screen = frontend.app().cx.screen();
    press(&mut frontend, "3?q");
    let wheel = MouseEvent {
        kind: MouseEventKind::ScrollDown,
        column: 10,
        row: 10,
        modifiers: crossterm::event::KeyModifiers::NONE,
    };
    frontend.event(Event::Mouse(wheel), now());
    assert_eq!(frontend.app().cx.screen(), screen);
    assert!(!frontend.app().session.is_quitting());
    let shown = picture(&mut frontend);
    assert!(shown.contains("***") && !shown.contains("3?q"), "{shown}");
    press(&mut frontend, "<backspace>x<enter>");
    assert_eq!(frontend.take_passphrase().unwrap().expose_secret(), "3?x");
    assert!(picture(&mut frontend).contains("Checking"));
    press(&mut frontend, "<enter>");
    assert!(frontend.take_passphrase().is_none(), "one check at a time");
    frontend.on_user_checked(Err(Reason::from("incorrect passphrase".to_owned())), now());
    let shown = picture(&mut frontend);
    assert!(shown.contains("incorrect passphrase") && !shown.contains("Parc"), "{shown}");
    frontend.on_user_checked(Ok(()), now());
    assert!(picture(&mut frontend).contains(NAME));
}

#[test]
fn lock_without_a_passphrase_opens_by_enter_and_can_quit() {
    let mut frontend = locked();
    let shown = picture(&mut frontend);
    assert!(shown.contains("Press Enter") && !shown.contains("Passphrase"), "{shown}");
    press(&mut frontend, "abc<enter>");
    assert_eq!(frontend.take_passphrase().unwrap().expose_secret(), "");
    press(&mut frontend, "<ctrl-c>");
    assert!(frontend.app().session.is_quitting());
}

#[test]
fn linear_output_of_a_locked_terminal_names_nothing() {
    let mut frontend = locked().with_line_output(true);
    let lines = String::from_utf8(frontend.frame().unwrap()).unwrap();
    assert!(lines.contains("Encours is locked") && !lines.contains("Parc"), "{lines}");
}

#[test]
fn first_key_after_a_suspend_meets_the_lock() {
    let mut frontend = frontend();
    frontend.tick(now());
    let later = now() + Duration::from_hours(8);
    let key = crossterm::event::KeyEvent::from(crossterm::event::KeyCode::Char('x'));
    frontend.event(Event::Key(key), later);
    assert!(!picture(&mut frontend).contains("Parc"));
}
