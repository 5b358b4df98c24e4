//! Notifications: sleep, stars, those alike, the marking of many and its end.

use super::*;
use crate::contract::ids::NotificationId;
use crate::contract::patch::Fields;
use crate::engine::{Inbox, ListMode, NotificationRow, PendingWrite, WriteId};
use crate::error::{Error, Fault};

fn row(id: &str, title: &str, read: bool) -> NotificationRow {
    NotificationRow {
        id: NotificationId::new(id).unwrap(),
        title: title.to_owned(),
        severity: String::new(),
        read,
        pending: false,
        refused: false,
        created_at: Some(noon()),
        first_seen: noon(),
    }
}

pub(super) fn inbox(revision: u64) -> Snapshot {
    let items = vec![
        row("a", "LTV au-dessus du seuil (76,4 %)", false),
        row("b", "Échéance dans 15 jours", false),
        row("c", "LTV au-dessus du seuil (81 %)", false),
        row("d", "Reporting dû", true),
    ];
    Snapshot {
        inbox: Arc::new(Inbox {
            items,
            mode: ListMode::Probed,
            read_at: Some(noon()),
            error: None,
            loading: false,
        }),
        ..snapshot(revision, table())
    }
}

pub(super) fn app() -> App {
    let mut app = with(inbox(1));
    app.apply(Action::Show(Screen::Notifications), noon());
    app
}

pub(super) fn shown(app: &App) -> Vec<(&str, usize)> {
    app.inbox_rows()
        .into_iter()
        .map(|(row, standing)| (row.id.as_str(), standing.together))
        .collect()
}

pub(super) fn marked(effects: &[Effect]) -> Vec<&str> {
    effects
        .iter()
        .flat_map(|effect| match effect {
            Effect::MarkRead { ids, .. } | Effect::CancelRead(ids) => {
                ids.iter().map(NotificationId::as_str).collect()
            }
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn titles_alike_stand_together_and_are_marked_together() {
    let mut app = app();
    assert_eq!(shown(&app), [("a", 2), ("b", 1)]);
    assert_eq!(marked(&run(&mut app, &[ActionId::MarkRead])), ["a", "c"]);
    run(&mut app, &[ActionId::GroupSimilar]);
    assert_eq!(shown(&app), [("a", 1), ("b", 1), ("c", 1)]);
}

#[test]
fn what_sleeps_is_not_unread_until_it_wakes() {
    let mut app = app();
    let effects = run(
        &mut app,
        &[
            ActionId::FocusDown,
            ActionId::Snooze,
            ActionId::FocusFirst,
            ActionId::Open,
        ],
    );
    let kept = kept(&effects, "triage");
    assert!(kept[0].1.as_deref().unwrap().contains("b = "), "{kept:?}");
    assert_eq!((shown(&app), app.unread()), (vec![("a", 2)], 2));
    // One hour is the first choice.
    let later = noon() + jiff::SignedDuration::from_mins(61);
    assert!(app.next_tick().is_some());
    assert!(app.tick(later));
    assert_eq!((shown(&app), app.unread()), (vec![("a", 2), ("b", 1)], 3));
}

#[test]
fn notes_are_taken_up_from_the_settings_and_kept_there() {
    let mut app = app();
    let text = kept(&run(&mut app, &[ActionId::Star]), "triage")[0]
        .1
        .clone()
        .unwrap();
    let mut again = with(Snapshot {
        settings: Some(settings(&[("triage", &text)])),
        ..inbox(1)
    });
    again.apply(Action::ShowTab(InboxTab::Starred), noon());
    assert_eq!(shown(&again), [("a", 2)]);
    again.apply(Action::Show(Screen::Notifications), noon());
    assert_eq!(
        kept(&run(&mut again, &[ActionId::Star]), "triage"),
        [("triage".to_owned(), None)]
    );
}

#[test]
fn marking_all_touches_only_what_the_filter_shows() {
    let mut app = app();
    run(&mut app, &[ActionId::Filter]);
    app.apply(Action::SetText("ltv".into()), noon());
    run(&mut app, &[ActionId::Open, ActionId::MarkAllRead]);
    assert_eq!(marked(&run(&mut app, &[ActionId::MarkAllRead])), ["a", "c"]);
}

pub(super) fn mark(record: &str, state: WriteState) -> PendingWrite {
    PendingWrite {
        id: WriteId(1),
        kind: WriteKind::MarkRead,
        record: record.to_owned(),
        label: String::new(),
        fields: Fields::new(),
        base: Fields::new(),
        state,
        attempts: 0,
        created_at: noon(),
        key: "k".into(),
        in_doubt: false,
        gone: None,
        meanwhile: None,
    }
}

#[test]
fn a_marking_is_followed_stopped_and_its_end_is_said() {
    let mut app = app();
    run(&mut app, &[ActionId::MarkAllRead, ActionId::MarkAllRead]);
    assert_eq!(app.mark_counts().unwrap().waiting, 3);
    let not_before = noon();
    let third = Snapshot {
        handled: 99,
        writes: Arc::new(
            vec![
                mark("b", WriteState::Sending),
                mark("c", WriteState::Waiting { not_before }),
            ]
            .into(),
        ),
        ..inbox(2)
    };
    app.absorb(Arc::new(third));
    let counts = app.mark_counts().unwrap();
    assert_eq!((counts.total, counts.done, counts.waiting), (3, 1, 2));
    let mut stopped = app.clone();
    // What is on its way can't be called back, and asking for it would only bring a refusal.
    assert_eq!(marked(&run(&mut stopped, &[ActionId::Back])), ["c"]);
    assert_eq!(
        stopped.toasts().last().unwrap().kind,
        ToastKind::Triaged(Triaged::MarksStopped { done: 2, left: 1 })
    );
    assert_eq!(stopped.screen(), Screen::Notifications);
    app.absorb(Arc::new(Snapshot {
        handled: 99,
        ..inbox(3)
    }));
    assert_eq!(app.mark_counts(), None);
    assert_eq!(
        app.toasts().last().unwrap().kind,
        ToastKind::Triaged(Triaged::MarksEnded { done: 3, failed: 0 })
    );
}

#[test]
fn esc_stops_the_marking_that_is_under_way_before_it_gives_up_the_filter() {
    let mut app = app();
    run(
        &mut app,
        &[ActionId::MarkAllRead, ActionId::MarkAllRead, ActionId::Filter],
    );
    app.apply(Action::SetText("ltv".into()), noon());
    run(&mut app, &[ActionId::Open]);
    let mut by_key = app.clone();
    assert_eq!(marked(&run(&mut by_key, &[ActionId::Back])), ["a", "b", "c"]);
    assert_eq!(
        (by_key.mark_counts(), by_key.inbox().filter.as_str()),
        (None, "ltv")
    );
    assert_eq!(run(&mut by_key, &[ActionId::Back]), []);
    assert_eq!(by_key.inbox().filter, "");
    assert_eq!(marked(&app.apply(Action::StopMarks, noon())), ["a", "b", "c"]);
    assert_eq!(app.mark_counts(), None);
    for app in [by_key, app] {
        assert_eq!(app.enabled(ActionId::Undo), Err(Reason::NothingToUndo));
    }
}

#[test]
fn what_waits_to_be_marked_with_others_stays_unread_until_the_service_has_answered() {
    let mut app = app();
    run(
        &mut app,
        &[
            ActionId::GroupSimilar,
            ActionId::MarkAllRead,
            ActionId::MarkAllRead,
        ],
    );
    let under_way = |revision, waiting: &[&str]| {
        let snapshot = inbox(revision);
        let mut list = Inbox::clone(&snapshot.inbox);
        for row in &mut list.items {
            row.read = true;
            row.pending = waiting.contains(&row.id.as_str());
        }
        let not_before = noon();
        let writes = waiting
            .iter()
            .map(|id| mark(id, WriteState::Waiting { not_before }));
        Arc::new(Snapshot {
            handled: 99,
            inbox: Arc::new(list),
            writes: Arc::new(writes.collect()),
            ..snapshot
        })
    };
    let counted = |app: &App, tab| {
        let items = &app.snapshot().inbox.items;
        items.iter().filter(|row| app.in_tab(tab, row)).count()
    };
    app.absorb(under_way(2, &["a", "b", "c"]));
    assert_eq!(shown(&app), [("a", 1), ("b", 1), ("c", 1)]);
    assert_eq!(counted(&app, InboxTab::Read), 1, "none of them is read yet");
    assert_eq!(app.unread(), 0, "and none of them is left to be marked");
    let tabs = crate::view::inbox::inbox(&app).tabs;
    let unread = tabs.iter().find(|tab| tab.tab == InboxTab::Unread);
    assert_eq!(unread.map(|tab| tab.count), Some(0));
    assert_eq!(app.requests_to_mark_all(), 0, "and none is asked for again");
    app.absorb(under_way(3, &["c"]));
    assert_eq!((shown(&app), counted(&app, InboxTab::Read)), (vec![("c", 1)], 3));
    app.absorb(under_way(4, &[]));
    assert_eq!((shown(&app), counted(&app, InboxTab::Read)), (vec![], 4));
}

#[test]
fn a_marking_taken_back_is_no_marking_done() {
    let mut app = app();
    run(&mut app, &[ActionId::MarkAllRead, ActionId::MarkAllRead]);
    let effects = run(&mut app, &[ActionId::Undo]);
    assert_eq!(marked(&effects), ["a", "b", "c"]);
    assert_eq!(app.mark_counts(), None);
    app.absorb(Arc::new(Snapshot {
        handled: 99,
        ..inbox(2)
    }));
    assert_eq!(
        app.toasts().last().unwrap().kind,
        ToastKind::Triaged(Triaged::MarksStopped { done: 0, left: 3 })
    );
}

#[test]
fn titles_alike_stand_together_over_days_and_it_is_said_where_none_do() {
    let yesterday = noon() - jiff::SignedDuration::from_hours(26);
    let mut items = inbox(1).inbox.items.clone();
    items[2].created_at = Some(yesterday);
    let mut app = with(Snapshot {
        inbox: Arc::new(Inbox {
            items,
            mode: ListMode::Probed,
            read_at: Some(noon()),
            error: None,
            loading: false,
        }),
        ..snapshot(1, table())
    });
    app.apply(Action::Show(Screen::Notifications), noon());
    assert_eq!(shown(&app), [("a", 2), ("b", 1)]);
    assert_eq!(marked(&run(&mut app, &[ActionId::MarkRead])), ["a", "c"]);
    run(&mut app, &[ActionId::GroupSimilar, ActionId::GroupSimilar]);
    assert_eq!(
        app.toasts().last().unwrap().kind,
        ToastKind::Triaged(Triaged::Grouped {
            apart: false,
            groups: 1
        })
    );
}

#[test]
fn what_the_service_does_not_know_is_kept_with_its_reason() {
    use crate::discovery::{Family, Knowledge, Origin, Watched};
    use crate::engine::FamilyList;
    use crate::view::inbox::InboxLine;

    let one = |id: &str, status| Watched {
        id: id.to_owned(),
        origin: Origin::Given,
        added_at: noon(),
        checked_at: Some(noon()),
        status: Some(status),
        reason: Some("no such notification".to_owned()),
    };
    let list = FamilyList {
        standing: Knowledge::default().standing(Family::Notifications),
        records: Arc::default(),
        watched: Arc::new(vec![one("a", 404), one("gone", 404)]),
        read_at: Some(noon()),
        error: None,
        loading: false,
    };
    let mut app = with(Snapshot {
        families: Arc::new([(Family::Notifications, list)].into()),
        ..inbox(1)
    });
    app.apply(Action::Show(Screen::Notifications), noon());
    let unknown: Vec<String> = crate::view::inbox::lines(&app)
        .into_iter()
        .filter_map(|line| match line {
            InboxLine::Unknown { id, why, .. } => Some(format!("{id}: {why}")),
            _ => None,
        })
        .collect();
    assert_eq!(unknown.len(), 1, "what is there is no unknown: {unknown:?}");
    assert!(unknown[0].starts_with("gone: ") && unknown[0].contains("no such notification"));
    run(&mut app, &[ActionId::FocusLast]);
    assert_eq!(
        app.inbox().focus.as_ref().map(NotificationId::as_str),
        Some("gone")
    );
    assert!(app.focused_notification().is_none(), "there is nothing to mark");
    assert_eq!(app.enabled(ActionId::MarkRead), Err(Reason::NoNotification));
    run(&mut app, &[ActionId::Copy]);
    assert_eq!(app.take_copy().as_deref(), Some("gone"));
    // Where nothing else is kept and the service cannot be reached, they stand in the list all the same.
    let mut bare = inbox(2);
    bare.families = app.snapshot().families.clone();
    bare.inbox = Arc::new(Inbox {
        error: Some(Error::unreachable(Fault::Connect, "no route")),
        ..Inbox::default()
    });
    app.absorb(Arc::new(bare));
    let view = crate::view::inbox::inbox(&app);
    assert!(view.problem.is_some() && view.problem_in_place().is_none());
    assert_eq!(view.unknown, 2, "nor is what was read before kept");
    let (family, ids) = (Family::Notifications, vec!["gone".to_owned()]);
    let (watch, unwatch) = (
        Effect::Watch {
            family,
            ids: ids.clone(),
        },
        Effect::Unwatch {
            family,
            ids: ids.clone(),
        },
    );
    assert!(run(&mut app, &[ActionId::ForgetId]).contains(&unwatch));
    let told = |app: &App| app.toasts().last().unwrap().kind.clone();
    assert_eq!(
        told(&app),
        ToastKind::Triaged(Triaged::Forgotten { ids: ids.clone() })
    );
    assert!(app.takes_back_kept(&told(&app)), "and it can be brought back");
    assert!(run(&mut app, &[ActionId::Undo]).contains(&watch));
    assert!(matches!(told(&app), ToastKind::Triaged(Triaged::Watching { .. })));
    assert!(!app.takes_back_kept(&told(&app)), "undo is another matter now");
    assert!(run(&mut app, &[ActionId::Redo]).contains(&unwatch));
}

#[test]
fn an_identifier_given_where_the_service_cannot_be_asked_is_listed_and_can_be_taken_back() {
    use crate::discovery::{Family, Knowledge, Origin, Watched};
    use crate::engine::FamilyList;

    let list = |watched: Vec<Watched>| FamilyList {
        standing: Knowledge::default().standing(Family::Notifications),
        records: Arc::default(),
        watched: Arc::new(watched),
        read_at: None,
        error: Some(Error::unreachable(Fault::Connect, "no route")),
        loading: false,
    };
    let reads = |revision, watched| Snapshot {
        families: Arc::new([(Family::Notifications, list(watched))].into()),
        ..inbox(revision)
    };
    let mut app = with(reads(1, Vec::new()));
    app.apply(Action::Show(Screen::Notifications), noon());
    let id = "0f2dfe9a-6c65-405a-b330-598f77a0c0de".to_owned();
    run(&mut app, &[ActionId::AddIds]);
    app.apply(Action::SetText(id.clone()), noon());
    let effects = run(&mut app, &[ActionId::Open]);
    let (family, ids) = (Family::Notifications, vec![id.clone()]);
    assert!(effects.contains(&Effect::Watch {
        family,
        ids: ids.clone()
    }));
    let waiting = Watched {
        id,
        origin: Origin::Given,
        added_at: noon(),
        checked_at: None,
        status: None,
        reason: None,
    };
    app.absorb(Arc::new(reads(2, vec![waiting])));
    let told = crate::view::inbox::lines(&app)
        .into_iter()
        .find_map(|line| match line {
            crate::view::inbox::InboxLine::Unknown { why, .. } => Some(why),
            _ => None,
        });
    assert!(told.unwrap().contains("pas encore lu"));
    assert!(run(&mut app, &[ActionId::Undo]).contains(&Effect::Unwatch { family, ids }));
}

#[test]
fn a_second_mark_before_the_first_is_seen_means_the_next_one_and_skips_none() {
    let mut app = app();
    let focus = |app: &App| app.inbox().focus.as_ref().map(ToString::to_string);
    let effects = run(&mut app, &[ActionId::MarkRead]);
    assert_eq!(marked(&effects), ["a", "c"]);
    assert_eq!(focus(&app).as_deref(), Some("b"), "at once");
    // The engine has answered nothing yet, so that both rows stand there as before.
    let effects = app.apply(Action::Run(ActionId::MarkRead), noon());
    assert_eq!(marked(&effects), ["b"]);
    assert_eq!(
        marked(&app.apply(Action::Run(ActionId::MarkRead), noon())),
        [""; 0],
        "nothing is left to mark"
    );
    assert!(app.toasts().last().unwrap().kind.undoable());
    // Now it has, for the first: the focus stays on what it stood on.
    let mut read = inbox(2);
    let mut items = read.inbox.items.clone();
    for at in [0, 2] {
        items[at].read = true;
    }
    read.inbox = Arc::new(Inbox {
        items,
        ..(*read.inbox).clone()
    });
    read.handled = app.submitted;
    app.absorb(Arc::new(read));
    assert_eq!(focus(&app).as_deref(), Some("b"));
    assert_eq!(
        marked(&run(&mut app, &[ActionId::Undo])),
        ["b"],
        "one mark, one undo"
    );
    assert_eq!(
        marked(&run(&mut app, &[ActionId::MarkRead])),
        ["b"],
        "taken back, it can be marked again"
    );
}

#[test]
fn marks_taken_back_give_the_focus_back_and_are_named() {
    let mut app = app();
    run(&mut app, &[ActionId::FocusDown, ActionId::MarkRead]);
    let mut read = inbox(2);
    let mut items = read.inbox.items.clone();
    items[1].read = true;
    read.inbox = Arc::new(Inbox {
        items,
        ..(*read.inbox).clone()
    });
    app.absorb(Arc::new(read));
    assert_eq!(app.inbox().focus.as_ref().map(NotificationId::as_str), Some("a"));
    run(&mut app, &[ActionId::Undo]);
    let said = ToastKind::Triaged(Triaged::Unmarked {
        count: 1,
        title: "Échéance dans 15 jours".into(),
    });
    assert_eq!(app.toasts().last().unwrap().kind, said);
    app.absorb(Arc::new(inbox(3)));
    assert_eq!(app.inbox().focus.as_ref().map(NotificationId::as_str), Some("b"));
    run(&mut app, &[ActionId::Star]);
    let said = ToastKind::Triaged(Triaged::Starred { count: 1, on: true });
    assert_eq!(app.toasts().last().unwrap().kind, said);
}
