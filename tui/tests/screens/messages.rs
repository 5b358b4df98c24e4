//! Messages cover nothing that is needed, and typed letters go to the visible input.

use std::sync::Arc;
use std::time::Duration;

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::contract::patch::Fields;
use encours_core::error::ErrorKind;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteProblem, WriteState};
use encours_core::model::snapshot::{Event, EventKind, Snapshot};
use encours_core::text::{Lang, plain_spaces};
use encours_tui::terminal::Frontend;

use crate::support::{app, frontend, now, picture, plain, press, snapshot};

fn screen_rows(size: (u16, u16), keys: &str) -> Vec<String> {
    screen_rows_in(Lang::Fr, size, keys)
}

fn screen_rows_in(lang: Lang, size: (u16, u16), keys: &str) -> Vec<String> {
    let mut frontend = frontend(lang, snapshot(), size);
    press(&mut frontend, keys);
    rows(&mut frontend)
}

#[test]
fn freshness_stays_visible_beside_a_message() {
    for keys in ["4x", "4G", "5", "6", "7", "8", "3"] {
        for size in [(80, 24), (40, 12)] {
            // The message about the move stays on every screen.
            let rows = screen_rows(size, &format!("1L{keys}"));
            let status = &rows[usize::from(size.1) - 2];
            assert!(status.contains("✓ à jour"), "{keys} {size:?}\n{}", rows.join("\n"));
            assert!(
                rows.iter().any(|row| row.contains("u annuler")),
                "{keys} {size:?}: the way back is in sight\n{}",
                rows.join("\n")
            );
        }
    }
}

#[test]
fn scheduled_write_message_leaves_the_essential_keys() {
    for lang in Lang::ALL {
        for keys in ["Lv", "LLv", "LLLv", "LLLLv", "LLLLLv", "LLL4", "LLLL6", "LLLL7", "L8"] {
            // If the toast does not fit beside the freshness, it continues in the row of keys.
            let mut frontend = frontend(lang, snapshot(), (70, 24));
            press(&mut frontend, keys);
            let rows = rows(&mut frontend);
            let (full, footer) = (rows.join("\n"), &rows[23]);
            let message = |text: &str| rows.iter().filter(|row| row.contains(text)).count();
            let (undo, help) = match lang {
                Lang::Fr => ("u annuler", "? aide"),
                Lang::En => ("u undo", "? help"),
            };
            assert!(message(undo) > 0, "{keys}\n{full}");
            assert!(footer.trim_end().ends_with(help), "{keys}\n{full}");
            // The keys are the same as without a message.
            let unsaid = screen_rows_in(lang, (70, 24), keys.trim_start_matches('L'));
            let keys_of =
                |row: &str| -> Vec<String> { row.split("  ").map(|key| key.trim().to_owned()).collect() };
            let own = keys_of(&unsaid[23]);
            let output = keys_of(footer).iter().filter(|key| !key.is_empty() && own.contains(key)).count();
            assert!(output >= 3, "{keys}\n{full}");
        }
    }
}

#[test]
fn undo_is_offered_once_there_is_something_to_undo() {
    for keys in ["1", "1<enter>", "4", "5", "8"] {
        let rows = screen_rows_in(Lang::En, (120, 40), keys);
        assert!(!rows[39].contains("u undo"), "{keys}: {}", rows[39]);
    }
    let moved = screen_rows_in(Lang::En, (120, 40), "1L8").join("\n");
    assert!(moved.contains("u undo"), "{moved}");
}

#[test]
fn pending_write_toast_survives_a_screen_change() {
    let mut frontend = frontend(Lang::Fr, snapshot(), (80, 24));
    press(&mut frontend, "L<ctrl-r>");
    assert_eq!(frontend.app().cx.toasts().len(), 2);
    press(&mut frontend, "6");
    let left = frontend.app().cx.toasts();
    assert!(matches!(left, [one] if one.content.is_variant_of("moved-from")), "{left:?}");
}

#[test]
fn message_disappears_after_its_time() {
    let mut frontend = frontend(Lang::Fr, snapshot(), (80, 24));
    press(&mut frontend, "4x");
    let message = |frontend: &mut encours_tui::terminal::Frontend| picture(frontend).contains("annuler");
    assert!(message(&mut frontend));
    let hold = frontend.app().cx.options().undo_delay;
    frontend.tick(now().checked_add(hold).unwrap());
    assert!(!message(&mut frontend), "the hold is over");
    assert!(picture(&mut frontend).contains("à jour"));
}

#[test]
fn typed_user_id_triggers_no_list_keys() {
    for typed in ["kim", "j.doe", "g"] {
        let rows = screen_rows((80, 24), &format!(":Changer d’utilisateur<enter>G{typed}")).join("\n");
        assert!(rows.contains("Identifiant de l’utilisateur") && rows.contains(typed), "{typed}\n{rows}");
        assert!(
            rows.contains("Entrée changer d’utilisateur") && !rows.contains("enregistrer"),
            "the verb that the key does: {rows}"
        );
    }
}

#[test]
fn scheduled_write_of_another_process_has_the_pending_symbol() {
    let status_fields = |value: &str| {
        let mut fields = Fields::new();
        fields.set_text("status", value);
        fields
    };
    let mut app = app(Lang::Fr, snapshot());
    app.dispatch(Action::Run(ActionId::MoveNext), now());
    // Another program has a scheduled change of another deal; undo would revert this program's own.
    let write = PendingWrite {
        id: WriteId(7),
        kind: WriteKind::Update,
        record: "6f1c08d2-4b7e-4a55-9d10-000000000001".to_owned(),
        label: "Terrain des Ormes, Nantes".to_owned(),
        fields: status_fields("screening"),
        base: status_fields("sourcing"),
        state: WriteState::Scheduled { until: now() + Duration::from_secs(8) },
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
        attempts: 0,
        created_at: now(),
        key: "key-7".to_owned(),
    };
    app.on_snapshot(Arc::new(Snapshot {
        revision: app.cx.snapshot().revision + 1,
        writes: Arc::new(vec![write].into()),
        ..snapshot()
    }));
    let mut frontend = Frontend::new(app, plain(), (80, 24));
    let text = plain_spaces(&picture(&mut frontend)).into_owned();
    let message = text.lines().find(|row| row.contains("Nantes Sourcing → Présélection"));
    let message = message.unwrap_or_else(|| panic!("{text}"));
    assert!(message.trim_start().starts_with('↑'), "{text}");
}

/// Returns a rejection whose message is longer than a row.
fn rejection() -> Event {
    let problem = WriteProblem {
        recovered: false,
        kind: ErrorKind::Invalid,
        status: Some(422),
        title: "Unprocessable".to_owned(),
        detail: "the status closing takes an owner, a class and a ratio, all of them provided".to_owned(),
        scope: None,
        route_id: None,
        reason_code: None,
        request_id: None,
    };
    Event {
        seq: 1,
        kind: EventKind::Rejected {
            kind: WriteKind::Update,
            record: "6f1c08d2-4b7e-4a55-9d10-000000000001".to_owned(),
            label: "Clinique des Alpilles, Salon-de-Provence".to_owned(),
            problem,
        },
    }
}

/// Returns a screen without a message and with one longer than a row.
fn before_and_after(lang: Lang, size: (u16, u16), keys: &str) -> [Vec<String>; 2] {
    let mut frontend = frontend(lang, snapshot(), size);
    press(&mut frontend, keys);
    let before = rows(&mut frontend);
    frontend.on_snapshot(
        Arc::new(Snapshot {
            revision: snapshot().revision + 1,
            events: Arc::new(vec![rejection()]),
            ..snapshot()
        }),
        now(),
    );
    [before, rows(&mut frontend)]
}

fn rows(frontend: &mut Frontend) -> Vec<String> {
    let picture = plain_spaces(&picture(frontend)).into_owned();
    picture.lines().map(str::to_owned).collect()
}

/// Joins the rows into one text without spaces.
fn joined_rows(rows: &[String]) -> String {
    rows.iter().flat_map(|row| row.split_whitespace()).collect()
}

#[test]
fn long_toast_is_complete_and_covers_no_content() {
    for lang in Lang::ALL {
        for keys in ["1", "1v", "3", "4", "5", "6", "7", "8"] {
            // On a large screen there is an empty row for it; on a small one only the board has one, under its last
            // card.
            for (size, max) in [((80, 24), 2), ((90, 20), 2), ((120, 40), 1)] {
                let [before, after] = before_and_after(lang, size, keys);
                let full = after.join("\n");
                let status = usize::from(size.1) - 2;
                assert_ne!(before, after, "{keys} {size:?}");
                assert_eq!(before[status + 1], after[status + 1], "the keys: {keys} {size:?}\n{full}");
                assert!(after[status].contains('✓'), "the freshness: {keys} {size:?}\n{full}");
                let body = status - max;
                assert_eq!(before[..body], after[..body], "{keys} {size:?}\n{full}");
                let output =
                    joined_rows(&after[body..=status]).replace("✓àjour", "").replace("✓uptodate", "");
                let of_it = joined_rows(&["an owner, a class and a ratio, all of them provided".to_owned()]);
                assert!(output.contains(&of_it), "{keys} {size:?}\n{full}");
            }
        }
    }
}

#[test]
fn long_toast_is_cut_before_it_covers_the_focus() {
    for (lang, way) in [(Lang::Fr, "… (8 : Activité)"), (Lang::En, "… (8: Activity)")] {
        let focused = |rows: &[String]| rows.iter().position(|row| row.starts_with('▌')).unwrap();
        let output = |keys: &str| {
            let [before, after] = before_and_after(lang, (50, 24), keys);
            let full = after.join("\n");
            assert_eq!(focused(&before), focused(&after), "{full}");
            assert_eq!(before.last(), after.last(), "{full}");
            (focused(&before), full.contains(way), full)
        };
        // At the end of the table the focus is directly above the two footer rows.
        let (row, cut, full) = output("1vG");
        assert_eq!((row, cut), (19, true), "{full}");
        let (row, cut, full) = output("1v");
        assert_eq!((row < 10, cut), (true, false), "{full}");
    }
}

#[test]
fn small_screen_keeps_keys_and_cut_toast_names_activity() {
    for (lang, way) in [(Lang::Fr, "… (8 : Activité)"), (Lang::En, "… (8: Activity)")] {
        for keys in ["1", "4", "5", "6", "7"] {
            let [before, after] = before_and_after(lang, (40, 12), keys);
            let full = after.join("\n");
            assert_eq!(before.last(), after.last(), "{keys}\n{full}");
            assert_eq!(before[..9], after[..9], "{keys}\n{full}");
            assert!(full.contains(way), "{keys}\n{full}");
        }
    }
}

#[test]
fn message_of_another_screen_hides_no_footer_key() {
    for (lang, way) in [(Lang::Fr, "… (8 : Activité)"), (Lang::En, "… (8: Activity)")] {
        for keys in ["1", "3", "5", "6", "7"] {
            let mut other = frontend(lang, snapshot(), (80, 24));
            press(&mut other, keys);
            let before = rows(&mut other);
            let mut frontend = frontend(lang, snapshot(), (80, 24));
            press(&mut frontend, "4");
            frontend.on_snapshot(
                Arc::new(Snapshot {
                    revision: snapshot().revision + 1,
                    events: Arc::new(vec![rejection()]),
                    ..snapshot()
                }),
                now(),
            );
            press(&mut frontend, keys);
            let after = rows(&mut frontend);
            let full = after.join("\n");
            assert_eq!(before.last(), after.last(), "{keys}\n{full}");
            assert!(full.contains(way), "{keys}\n{full}");
        }
    }
}

#[test]
fn help_lists_a_disabled_action_once_with_its_reason() {
    for (lang, found, reason) in [(Lang::Fr, "· undo", "rien à"), (Lang::En, "· undo", "nothing")] {
        let full = screen_rows_in(lang, (80, 24), "?/undo").join("\n");
        assert_eq!(full.matches(found).count(), 1, "{full}");
        assert!(full.contains(reason), "{full}");
    }
}
