//! Tests of the inbox focus while notifications appear and disappear.

use crate::contract::ids::NotificationId;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::model::snapshot::{Inbox, NotificationRow, Snapshot};
use crate::screens::inbox::triage_tests::{app, inbox, visible_rows};
use crate::shell::action::Action;
use crate::shell::testing::*;

fn focus(app: &App) -> &str {
    app.inbox.focus.as_ref().map_or("", NotificationId::as_str)
}

/// Returns the inbox with other notifications above the existing ones, newest first.
fn snapshot_with_newer(revision: u64, newer: &[(&str, &str)]) -> Arc<Snapshot> {
    changed_snapshot(revision, |items| {
        let old = items[0].clone();
        let row = |(id, title): &(&str, &str)| NotificationRow {
            id: NotificationId::new(*id).unwrap(),
            title: (*title).to_owned(),
            ..old.clone()
        };
        items.splice(0..0, newer.iter().map(row));
    })
}

fn changed_snapshot(revision: u64, change: impl FnOnce(&mut Vec<NotificationRow>)) -> Arc<Snapshot> {
    let snapshot = inbox(revision);
    let mut list = Inbox::clone(&snapshot.inbox);
    list.fetched_at = Some(test_now() + jiff::SignedDuration::from_mins(revision.cast_signed()));
    change(&mut list.items);
    Arc::new(Snapshot { inbox: Arc::new(list), ..snapshot })
}

#[test]
fn focus_stays_on_a_group_when_its_head_changes() {
    let mut app = app();
    run(&mut app, &[ActionId::FocusDown, ActionId::FocusUp]);
    assert_eq!(focus(&app), "a");
    let newer = [("x", "Sans rapport"), ("z", "LTV au-dessus du seuil (90 %)"), ("y", "Autre chose")];
    app.on_snapshot(snapshot_with_newer(2, &newer));
    assert_eq!(visible_rows(&app), [("x", 1), ("z", 3), ("y", 1), ("b", 1)]);
    assert_eq!(focus(&app), "z", "the same group with a newer head");
    // Its newest member is read elsewhere; the other members remain.
    app.on_snapshot(changed_snapshot(3, |items| items[0].read = true));
    assert_eq!(visible_rows(&app), [("b", 1), ("c", 1)]);
    assert_eq!(focus(&app), "c");
    // All members are gone, so the neighbour gets the focus.
    app.on_snapshot(changed_snapshot(4, |items| {
        items[0].read = true;
        items[2].read = true;
    }));
    assert_eq!(focus(&app), "b");
}

#[test]
fn removed_group_member_passes_focus_to_its_neighbour() {
    let mut app = app();
    run(&mut app, &[ActionId::ExpandGroup, ActionId::FocusDown]);
    assert_eq!(focus(&app), "c");
    app.on_snapshot(changed_snapshot(2, |items| items[2].read = true));
    assert_eq!((visible_rows(&app), focus(&app)), (vec![("a", 1), ("b", 1)], "b"));
}

#[test]
fn regrouping_keeps_the_focus_on_the_group() {
    let mut app = app();
    run(&mut app, &[ActionId::GroupSimilar, ActionId::FocusLast, ActionId::GroupSimilar]);
    assert_eq!((visible_rows(&app), focus(&app)), (vec![("a", 2), ("b", 1)], "a"));
}

#[test]
fn inbox_focuses_the_newest_until_the_user_navigates() {
    let mut app = app_with(inbox(1));
    app.on_snapshot(snapshot_with_newer(2, &[("m", "Neuf")]));
    app.dispatch(Action::Show(Screen::Notifications), test_now());
    assert_eq!(focus(&app), "m");
    app.on_snapshot(snapshot_with_newer(3, &[("n", "Lu à la venue"), ("m", "Neuf")]));
    assert_eq!(focus(&app), "n", "the newest after the refresh");
    // The user has seen the refreshed list, so later notifications do not move the focus.
    app.on_snapshot(snapshot_with_newer(4, &[("o", "Plus neuf"), ("n", "Lu à la venue")]));
    assert_eq!(focus(&app), "n");
    app.dispatch(Action::Show(Screen::Pipeline), test_now());
    app.dispatch(Action::Show(Screen::Notifications), test_now());
    assert_eq!(focus(&app), "o", "the user had not moved the focus");
    run(&mut app, &[ActionId::FocusDown]);
    app.dispatch(Action::Show(Screen::Pipeline), test_now());
    app.on_snapshot(snapshot_with_newer(5, &[("p", "Encore"), ("o", "Plus neuf"), ("n", "Lu à la venue")]));
    app.dispatch(Action::Show(Screen::Notifications), test_now());
    assert_eq!(focus(&app), "n", "the user moved the focus there");
}

#[test]
fn filter_focuses_its_first_match_and_cancel_restores_focus() {
    let mut app = app_with(Arc::unwrap_or_clone(snapshot_with_newer(1, &[("n", "Neuf"), ("o", "Autre")])));
    app.dispatch(Action::Show(Screen::Notifications), test_now());
    run(&mut app, &[ActionId::FocusDown, ActionId::Filter]);
    assert_eq!(focus(&app), "o");
    app.dispatch(Action::SetText("e".into()), test_now());
    assert_eq!(focus(&app), "o", "the row matches the filter");
    app.dispatch(Action::SetText("eu".into()), test_now());
    assert_eq!(visible_rows(&app), [("n", 1), ("a", 2)]);
    assert_eq!(focus(&app), "n");
    run(&mut app, &[ActionId::Back]);
    assert_eq!(focus(&app), "o");
}

#[test]
fn a_filter_finds_an_identifier_by_its_beginning() {
    let id = "813c3918-0d7e-4f53-9f5a-1f4c9c0f7b11";
    let mut app = app_with(Arc::unwrap_or_clone(snapshot_with_newer(1, &[(id, "Neuf")])));
    app.dispatch(Action::Show(Screen::Notifications), test_now());
    run(&mut app, &[ActionId::Filter]);
    for (text, found) in [
        ("813c3918", 1),
        ("813C", 1),
        (id, 1),
        ("neuf 813c", 1),
        // Fewer characters match only numbers in titles, and the middle of an identifier matches nothing.
        ("813", 0),
        ("0d7e", 0),
    ] {
        app.dispatch(Action::SetText(text.into()), test_now());
        assert_eq!(visible_rows(&app).len(), found, "{text}");
    }
}

mod given {
    use super::*;
    use crate::model::discovery::DiscoveryState;
    use crate::model::resources::resource_kind::ResourceKind;
    use crate::model::resources::resource_list::ResourceList;
    use crate::model::snapshot::Snapshot;
    use crate::model::watched::{Origin, Watched};

    /// Returns the inbox after the service answered for these identifiers, some minutes later.
    fn watched_snapshot(revision: u64, responses: &[(&str, u16)]) -> Arc<Snapshot> {
        let at = test_now() + jiff::SignedDuration::from_mins(revision.cast_signed());
        let one = |(id, status): &(&str, u16)| Watched {
            id: (*id).to_owned(),
            origin: Origin::Entered,
            added_at: test_now(),
            checked_at: (*status > 0).then_some(at),
            status: (*status > 0).then_some(*status),
            reason: (*status == 404).then(|| "no such notification".to_owned()),
        };
        let list = ResourceList {
            status: DiscoveryState::default().list_status(ResourceKind::Notifications),
            records: Arc::default(),
            watched: Arc::new(responses.iter().map(one).collect()),
            fetched_at: Some(at),
            error: None,
            loading: false,
        };
        Arc::new(Snapshot {
            resources: Arc::new([(ResourceKind::Notifications, list)].into()),
            ..inbox(revision)
        })
    }

    fn submit_ids(app: &mut App, ids: &str) {
        run(app, &[ActionId::AddIds]);
        type_name(app, ids);
    }

    fn toast_texts(app: &App) -> Vec<String> {
        let toasts = app.cx.toasts().iter();
        toasts
            .map(|toast| {
                let view = crate::tools::toasts::view::toast_view(app, toast);
                format!("{} {}", view.subject, view.text).trim().to_owned()
            })
            .collect()
    }

    const UNKNOWN: &str = "00000000-0000-4000-8000-000000000001";

    #[test]
    fn result_of_a_watched_id_is_reported_and_focused() {
        let mut app = app();
        run(&mut app, &[ActionId::FocusDown]);
        submit_ids(&mut app, UNKNOWN);
        app.on_snapshot(watched_snapshot(2, &[(UNKNOWN, 0)]));
        assert!(toast_texts(&app)[0].contains("suivi"), "{:?}", toast_texts(&app));
        app.on_snapshot(watched_snapshot(3, &[(UNKNOWN, 404)]));
        let text = toast_texts(&app);
        assert_eq!(text.len(), 1, "only one result: {text:?}");
        assert!(
            text[0].starts_with("00000000-0000-4000-8000") && text[0].contains("no such notification"),
            "{text:?}"
        );
        assert_eq!(focus(&app), UNKNOWN);
        // The response is reported once, and a later load does not move the focus.
        run(&mut app, &[ActionId::FocusFirst]);
        app.on_snapshot(watched_snapshot(4, &[(UNKNOWN, 404)]));
        assert_eq!((toast_texts(&app).len(), focus(&app)), (1, "a"));
        // An identifier added again is requested again; the old response does not count.
        submit_ids(&mut app, UNKNOWN);
        app.on_snapshot(watched_snapshot(4, &[(UNKNOWN, 404)]));
        run(&mut app, &[ActionId::FocusDown]);
        app.on_snapshot(watched_snapshot(5, &[(UNKNOWN, 404)]));
        assert_eq!(focus(&app), "b", "the user has moved the focus");
    }

    #[test]
    fn toast_counts_ids_unknown_to_the_server() {
        let mut app = app();
        submit_ids(&mut app, UNKNOWN);
        app.on_snapshot(watched_snapshot(2, &[(UNKNOWN, 200)]));
        assert!(toast_texts(&app)[0].contains("le serveur"), "{:?}", toast_texts(&app));
        let other = UNKNOWN.replace('1', "2");
        submit_ids(&mut app, &format!("{UNKNOWN} {other}"));
        app.on_snapshot(watched_snapshot(3, &[(UNKNOWN, 200)]));
        assert_eq!(toast_texts(&app).len(), 2, "the other is being asked for: {:?}", toast_texts(&app));
        app.on_snapshot(watched_snapshot(4, &[(UNKNOWN, 200), (&other, 404)]));
        let text = toast_texts(&app);
        assert!(text.last().unwrap().contains("1 identifiant sur 2 introuvable"), "{text:?}");
        assert_eq!(focus(&app), other);
    }
}

#[test]
fn mark_all_ends_a_range_that_follows_the_focus() {
    let mut app = crate::screens::inbox::triage_tests::app();
    run(&mut app, &[ActionId::SelectRange, ActionId::FocusDown]);
    assert!(app.inbox.has_range() && app.inbox.selected_count() > 0);
    run(&mut app, &[ActionId::MarkAllRead]);
    assert!(app.inbox.selected_count() > 0, "the action is only armed");
    run(&mut app, &[ActionId::MarkAllRead]);
    assert!(!app.inbox.has_range() && app.inbox.selected_count() == 0);
    run(&mut app, &[ActionId::FocusUp]);
    assert_eq!(app.inbox.selected_count(), 0, "moving the focus does not restore the range");
}
