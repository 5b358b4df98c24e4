//! Selection of deals.

use crate::foundation::cx::overlay::Overlay;
use crate::shell::action::Action;
use std::collections::BTreeSet;

use crate::vocabulary::{is_inactive_status, status_cmp};

use crate::foundation::input::commands::ActionId as A;
use crate::shell::testing::*;

#[test]
fn selection_survives_filter_sync_and_view_switch() {
    let mut app = app();
    run(&mut app, &[A::SelectDeal, A::FocusRight, A::SelectDeal]);
    assert_eq!(selected(&app), "ac");
    app.dispatch(Action::SetFilter("parc".into()), test_now());
    assert_eq!(selected(&app), "ac");
    let summary = app.selection_summary();
    assert_eq!((summary.count, summary.hidden), (2, 1));
    run(&mut app, &[A::ToggleTable]);
    let mut moved = table();
    moved.set_row(deal("c", "Halle", "closing", 0, None), None);
    app.on_snapshot(Arc::new(snapshot(2, moved)));
    assert_eq!(selected(&app), "ac");
    let mut deleted = table();
    deleted.remove("c");
    app.on_snapshot(Arc::new(snapshot(3, deleted)));
    assert_eq!((selected(&app).as_str(), app.selection_summary().count), ("a", 1));
    // A deal that reappears is selected again, for instance after an undone deletion.
    app.on_snapshot(Arc::new(snapshot(4, table())));
    assert_eq!(selected(&app), "ac");
}

#[test]
fn selected_range_follows_focus_until_ended_or_cancelled() {
    let mut app = app();
    run(&mut app, &[A::SelectRange, A::FocusDown]);
    assert_eq!(selected(&app), "cd");
    run(&mut app, &[A::FocusUp]);
    assert_eq!(selected(&app), "c");
    run(&mut app, &[A::FocusDown, A::Back]);
    assert_eq!(selected(&app), "");
    run(&mut app, &[A::SelectRange, A::FocusUp, A::SelectRange, A::FocusRight]);
    assert_eq!(selected(&app), "cd");
    run(&mut app, &[A::Back]);
    assert!(app.pipeline.selection().is_empty());
}

#[test]
fn select_all_respects_the_filter_and_esc_keeps_it() {
    let mut app = app();
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    run(&mut app, &[A::SelectAll]);
    assert_eq!(selected(&app), "ab");
    run(&mut app, &[A::Back]);
    assert!(app.pipeline.selection().is_empty() && app.pipeline.board().is_filtered());
    run(&mut app, &[A::Back]);
    assert!(app.pipeline.board().is_filtered(), "Esc does not clear the filter");
    run(&mut app, &[A::ClearFilter]);
    assert!(!app.pipeline.board().is_filtered());
}

#[test]
fn bulk_move_menu_starts_at_next_or_furthest_status() {
    let begun = |app: &App| match app.cx.overlay() {
        Overlay::Menu(menu) => menu.selected.map(|at| menu.statuses[at].clone()),
        other => panic!("{other:?}"),
    };
    let mut shared = app();
    shared.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    run(&mut shared, &[A::SelectAll, A::MoveTo]);
    let statuses = shared.pipeline.filtered().statuses();
    let here = statuses.iter().position(|status| status == "ic").unwrap();
    assert_eq!(begun(&shared), statuses.get(here + 1).cloned());

    let mut mixed = app();
    run(&mut mixed, &[A::SelectAll, A::MoveTo]);
    let deals = &mixed.cx.snapshot().deals;
    let stand = mixed.selected();
    let stand = stand.iter().filter_map(|ix| Some(deals.statuses().text(deals.status_code(*ix)?)));
    let stand: BTreeSet<&str> = stand.collect();
    assert!(stand.len() > 1, "{stand:?}");
    let furthest = stand
        .into_iter()
        .filter(|status| !is_inactive_status(status))
        .max_by(|one, other| status_cmp(one, other));
    assert!(furthest.is_some() && begun(&mixed).as_deref() == furthest);
    let effects = run(&mut mixed, &[A::Open]);
    assert_eq!(sent_updates(&effects), [], "the plan is shown first");
}
