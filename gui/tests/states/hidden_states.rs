//! States of the window that images do not show, such as reduced motion and confirmations.

use std::collections::BTreeSet;

use crate::support::{
    LARGE, SMALL, TestWindow, copied_text, open_window, painted_texts, sample, scenes,
    window_with_actions as window,
};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::error::{Error, NetworkError};
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use encours_core::model::storage_health::{DbFile, QuarantinedFile};
use encours_core::text::Lang;
use encours_core::theme::WindowTheme;
use encours_gui::desktop::{Desktop, DesktopEvent};

#[test]
fn changes_since_the_last_visit_are_painted_in_full() {
    let since = scenes::scene_named("list-since");
    for (lang, end) in [(Lang::En, "elsewhere"), (Lang::Fr, "ailleurs")] {
        let window = since.open(lang, ThemeChoice::Light, [1280.0, 800.0]);
        let texts = painted_texts(&window);
        // Each change was observed between two times of that day.
        let shown_texts = texts.iter().filter(|(text, _)| text.matches("19/11").count() == 2);
        let shown_texts: Vec<_> = shown_texts.collect();
        assert_eq!(shown_texts.len(), 3, "{texts:?}");
        assert!(shown_texts.iter().all(|(_, whole)| *whole), "{shown_texts:?}");
        let author = texts.iter().find(|(text, _)| text == end);
        assert!(author.is_some_and(|(_, whole)| *whole), "{texts:?}");
    }
}

#[test]
fn focused_line_is_never_truncated_in_a_narrow_window() {
    let mut window = scenes::scene_named("list-since").open(Lang::Fr, ThemeChoice::Light, [360.0, 560.0]);
    window.key_press(Key::ArrowDown);
    window.run();
    let texts = painted_texts(&window);
    let focused = texts.iter().find(|(text, _)| text.contains("dernière synchronisation complète"));
    let (text, is_complete) = focused.expect("the line that has the focus is painted");
    assert!(*is_complete && text.ends_with("23:41"), "{text}");
}

#[test]
fn explorer_truncates_nothing_in_a_large_window() {
    for (wide, high) in [(1_920.0, 1_080.0), (2_560.0, 1_440.0)] {
        let window = scenes::scene_named("explorer").open(Lang::En, ThemeChoice::Light, [wide, high]);
        let texts = painted_texts(&window);
        let cut: Vec<_> = texts.iter().filter(|(_, whole)| !whole).collect();
        assert_eq!(cut, Vec::<&(String, bool)>::new(), "{wide}");
        let named = texts.iter().any(|(text, _)| text.ends_with("e301fe86-159e-4acc-bf38-9f756ac30232"));
        assert!(named, "the record is shown: {texts:?}");
    }
}

#[test]
fn quarantine_shows_separately_from_pending_writes() {
    let mut snapshot = sample::snapshot();
    snapshot.storage.quarantined = vec![QuarantinedFile {
        file: DbFile::Cache,
        path: "/d/cache.db.damaged-7".into(),
        was_missing: false,
        is_newer_version: false,
        detected_at: sample::test_now(),
        recovered_rows: None,
        lost_rows: 0,
    }]
    .into();
    let window = window(snapshot, Lang::En, ThemeChoice::Light, LARGE, Vec::new());
    let has_label = |text: &str| window.query_by_label_contains(text).is_some();
    assert!(has_label("Damaged file moved aside (see Activity)"));
    assert!(has_label("1 change pending"), "its own part");
}

#[test]
fn the_systems_wish_for_less_motion_is_heeded() {
    let (desktop, desktop_events) = Desktop::for_tests();
    let mut state = sample::window(sample::snapshot(), Lang::En, ThemeChoice::Light).on_desktop(
        desktop.clone(),
        desktop_events,
        false,
    );
    state.update();
    state.run_action(Action::Run(ActionId::MoveNext));
    let mut window = open_window(state, WindowTheme::Light, SMALL);
    let countdown_text = |window: &TestWindow<'_>| {
        let app = window.state().app();
        let toast = app.cx.toasts().last().expect("the move has a toast");
        encours_core::app::tools::toasts::view::toast_view(app, toast).countdown.unwrap_or_default()
    };
    assert!(countdown_text(&window).starts_with("sends in"), "{}", countdown_text(&window));
    for (still, text) in [(true, "sends at"), (false, "sends in")] {
        desktop.send_event(DesktopEvent::ReducedMotion(still));
        window.run();
        assert!(countdown_text(&window).starts_with(text), "{}", countdown_text(&window));
        assert_eq!(window.ctx.global_style().animation_time > 0.0, !still);
    }
}

#[test]
fn enter_confirms_an_armed_mark_all_read() {
    let show = vec![Action::Show(Screen::Notifications)];
    let mut window = window(sample::snapshot(), Lang::En, ThemeChoice::Light, SMALL, show);
    window.get_by_role_and_label(Role::Button, "Mark 37 as read").click();
    window.run();
    assert!(window.state().app().inbox.armed_until.is_some());
    window.key_press(egui::Key::Enter);
    window.run();
    let app = window.state().app();
    assert!(app.inbox.armed_until.is_none());
    assert_eq!(app.cx.screen(), Screen::Notifications, "no notification was opened");
    assert!(
        app.cx.toasts().last().is_some_and(|toast| {
            toast.content.is_variant_of("marking") && toast.content.number_arg("n") == Some(37)
        }),
        "{:?}",
        app.cx.toasts()
    );
}

/// Returns the name of the focused button.
fn focused_button(window: &TestWindow<'_>) -> Option<String> {
    let mut buttons = window.query_all_by_role(Role::Button);
    let found = buttons.find(|button| button.accesskit_node().is_focused())?;
    found.accesskit_node().label()
}

#[test]
fn dialog_restricts_the_focus_to_its_answers() {
    let move_actions = vec![
        Action::Run(ActionId::MoveNext),
        Action::Run(ActionId::FocusDown),
        Action::Run(ActionId::DeleteDeal),
    ];
    let mut window = window(sample::snapshot(), Lang::En, ThemeChoice::Light, LARGE, move_actions);
    assert!(window.query_by_role_and_label(Role::Button, "Undo").is_some(), "the toast is there");
    let mut reached = BTreeSet::new();
    for modifiers in [Modifiers::NONE, Modifiers::SHIFT] {
        for _ in 0..8 {
            window.key_press_modifiers(modifiers, Key::Tab);
            window.run();
            reached.extend(focused_button(&window));
        }
    }
    assert_eq!(reached.len(), 2, "{reached:?}");
    assert!(!reached.contains("Undo"), "{reached:?}");
    let undo = window.get_by_role_and_label(Role::Button, "Undo").rect().center();
    let layer_below = window.ctx.layer_id_at(undo).expect("something is there");
    assert!(window.ctx.memory(|memory| memory.top_modal_layer() == Some(layer_below)), "{layer_below:?}");
}

#[test]
fn toasts_do_not_overlap_the_deal_panel() {
    let move_actions = vec![Action::Run(ActionId::MoveNext), Action::Run(ActionId::FocusDown)];
    let mut window = window(sample::snapshot(), Lang::En, ThemeChoice::Light, LARGE, move_actions);
    window.state_mut().run_action(Action::Run(ActionId::Open));
    window.run();
    let panel = window.get_by_role_and_label(Role::Complementary, "Deal").rect();
    let undo = window.get_by_role_and_label(Role::Button, "Undo").rect();
    assert!(undo.right() < panel.left(), "{undo:?} {panel:?}");
}

#[test]
fn drag_from_several_columns_shows_only_the_target() {
    let mut window = window(sample::snapshot(), Lang::En, ThemeChoice::Light, LARGE, Vec::new());
    let ids: Vec<_> = {
        let app = window.state().app();
        let (filtered, deals) = (app.pipeline.filtered(), &app.cx.snapshot().deals);
        let first = |column: usize| deals.row(filtered.columns[column].rows[0]).unwrap().id.parse().unwrap();
        [0, 1].map(first).into()
    };
    for id in ids {
        window.state_mut().run_action(Action::ToggleSelected(id));
    }
    window.run();
    let card = window
        .query_all_by_role(Role::ListItem)
        .find(|node| node.accesskit_node().is_selected() == Some(true))
        .expect("a grabbed card")
        .rect()
        .center();
    window.drag_at(card);
    window.run();
    for by in [20.0, 480.0] {
        window.hover_at(card + egui::vec2(by, 40.0));
        window.run();
    }
    let texts = painted_texts(&window);
    let is_painted = |text: &str| texts.iter().any(|(painted_text, _)| painted_text == text);
    assert!(is_painted("2 deals → Due diligence"), "{texts:?}");
}

#[test]
fn table_marks_a_slow_deal_like_a_card() {
    let window = scenes::scene_named("table").open(Lang::En, ThemeChoice::Light, LARGE);
    let cells = window.query_all_by_role(Role::Cell);
    let slow = cells.filter_map(|cell| cell.accesskit_node().label());
    let slow = slow.filter(|label| label.contains("≥") && label.ends_with(", Slow")).count();
    assert!(slow > 0, "none is slow");
}

#[test]
fn offline_banner_moves_nothing_on_the_board() {
    let node_rects = |snapshot| {
        let window =
            window(snapshot, Lang::En, ThemeChoice::Light, LARGE, vec![Action::Show(Screen::Pipeline)]);
        let roles = [Role::ListItem, Role::Heading, Role::Tab, Role::Row];
        let all = roles.map(|role| window.query_all_by_role(role).collect::<Vec<_>>());
        let node_rect = |node: egui_kittest::Node<'_>| {
            let name = node.accesskit_node().label().unwrap_or_default();
            // Only the start of an area: elements that extend to the window's edge may end earlier.
            (name.split(" – ").next().unwrap_or_default().to_owned(), node.rect().min)
        };
        all.into_iter().flatten().map(node_rect).collect::<Vec<_>>()
    };
    let (since, retry_at) = (sample::test_now(), sample::test_now());
    let error = Error::unreachable(NetworkError::Connect, "the service cannot be reached");
    let offline =
        Snapshot { connection: ConnectionState::Offline { since, retry_at, error }, ..sample::snapshot() };
    let (calm, lost) = (node_rects(sample::snapshot()), node_rects(offline));
    let moved_nodes: Vec<_> = lost
        .iter()
        .filter(|(name, at)| {
            let mut same = calm.iter().filter(|(other, _)| other == name).peekable();
            same.peek().is_some() && same.all(|(_, old_rect)| old_rect != at)
        })
        .collect();
    assert!(!lost.is_empty() && moved_nodes.is_empty(), "{moved_nodes:?}");
}

#[test]
fn the_focused_tile_is_copied() {
    let open = [Action::Show(Screen::Views), Action::FocusPane(1), Action::Run(ActionId::Open)];
    let mut window = window(sample::snapshot(), Lang::En, ThemeChoice::Light, LARGE, open.to_vec());
    window.event(egui::Event::Text("y".to_owned()));
    let text = (0..4).find_map(|_| {
        window.step();
        copied_text(&window)
    });
    let is_whole = |text: &String| text.starts_with("Le Parc, Lyon · Performing · 14,100,000");
    assert!(text.as_ref().is_some_and(is_whole), "{text:?}");
}
