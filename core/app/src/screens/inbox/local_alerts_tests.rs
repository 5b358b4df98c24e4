//! Tests of local notifications: marked, undone and opened like the others, and never sent.

use super::triage_tests::{app, inbox, row};
use crate::contract::ids::NotificationId;
use crate::foundation::cx::overlay_types::InboxTab;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::rule::{LocalAlert, Repeat, Rule, RuleEvent, Severity};
use crate::model::snapshot::{Inbox, NotificationRow, Snapshot};
use crate::screens::inbox::triage::TRIAGE_KEY;
use crate::screens::inbox::view::inbox::{InboxLine, inbox_lines, inbox_view};
use crate::shell::app::App;
use crate::shell::testing::*;

fn app_with_alert() -> (App, NotificationId) {
    let mut app = app();
    let mut snapshot = inbox(2);
    let deal = snapshot.deals.by_age().next().map(|row| (row.id.to_owned(), row.name.to_owned()));
    let (deal, name) = deal.unwrap();
    let alert = LocalAlert {
        seq: 7,
        at: test_now(),
        rule: "High LTV".into(),
        is_subscription: false,
        event: RuleEvent::Enters,
        deal,
        name,
        count: 1,
        deals: Vec::new(),
        severity: "critical".into(),
        notify: true,
    };
    let mut list = Inbox::clone(&snapshot.inbox);
    let local = NotificationRow {
        severity: alert.severity.clone(),
        local: Some(Arc::new(alert.clone())),
        ..row(&alert.id(), &alert.plain_title(), true)
    };
    list.items.insert(0, local);
    snapshot.inbox = Arc::new(list);
    app.on_snapshot(Arc::new(snapshot));
    let id = NotificationId::new(alert.id()).unwrap();
    app.inbox.move_inbox_focus(Some(id.clone()), &mut app.cx);
    (app, id)
}

#[test]
fn local_notification_is_marked_and_undone_without_a_request() {
    let (mut app, id) = app_with_alert();
    let state = |app: &mut App| {
        app.inbox.show_tab(InboxTab::All, &mut app.cx);
        app.inbox.move_inbox_focus(Some(id.clone()), &mut app.cx);
        inbox_view(app).preview.unwrap().state
    };
    assert_eq!(state(&mut app), "non lue");
    let unread = app.inbox.unread_count(&app.cx);
    assert_eq!(unread, 4, "the local one counts");
    let is_local = |effects: &[Effect]| {
        effects.iter().all(|it| matches!(it, Effect::SaveSetting { name, .. } if name == TRIAGE_KEY))
    };
    let effects = run(&mut app, &[A::MarkRead]);
    assert!(!effects.is_empty() && is_local(&effects), "{effects:?}");
    assert_eq!(app.inbox.unread_count(&app.cx), 3);
    assert_eq!(state(&mut app), "lue");
    let effects = run(&mut app, &[A::Undo]);
    assert!(!effects.is_empty() && is_local(&effects), "{effects:?}");
    assert_eq!(app.inbox.unread_count(&app.cx), 4);
}

#[test]
fn local_notification_says_so_and_opens_its_deal() {
    let (mut app, id) = app_with_alert();
    let lines = inbox_lines(&app);
    let shown = lines.iter().find_map(|line| match line {
        InboxLine::Row(row) if row.id == id => Some(row),
        _ => None,
    });
    let title = shown.unwrap().title.to_string();
    assert!(title.starts_with("local · critique") && title.ends_with("High LTV"), "{title}");
    assert!(!shown.unwrap().read && !shown.unwrap().kept_unread);
    let deal = app.inbox.deal_of_notification(&app.cx).unwrap().id.to_owned();
    run(&mut app, &[A::Open]);
    assert_eq!(app.pipeline.opened_deal().unwrap().as_str(), deal);
}

#[test]
fn opposite_events_never_form_one_group() {
    let (mut app, _) = app_with_alert();
    let mut snapshot = Snapshot::clone(app.cx.snapshot());
    let mut list = Inbox::clone(&snapshot.inbox);
    let alert = list.items[0].local.clone().unwrap();
    let events = [RuleEvent::Enters, RuleEvent::Leaves, RuleEvent::Enters, RuleEvent::Leaves];
    let rules = ["LTV > 65", "LTV > 65", "LTV > 65", "LTV > 75"];
    list.items = (0..)
        .zip(events.into_iter().zip(rules))
        .map(|(seq, (event, rule))| {
            let alert = LocalAlert { seq, event, rule: rule.into(), ..LocalAlert::clone(&alert) };
            NotificationRow {
                local: Some(Arc::new(alert.clone())),
                ..row(&alert.id(), &alert.plain_title(), true)
            }
        })
        .collect();
    snapshot.inbox = Arc::new(list);
    snapshot.revision += 1;
    app.on_snapshot(Arc::new(snapshot));
    let sizes: Vec<usize> = app.inbox.inbox_rows(&app.cx).iter().map(|(_, info)| info.group_size).collect();
    assert_eq!(sizes, [2, 1, 1]);
}

#[test]
fn summary_opens_the_deals_of_its_rule() {
    let (mut app, _) = app_with_alert();
    let mut snapshot = Snapshot::clone(app.cx.snapshot());
    let mut list = Inbox::clone(&snapshot.inbox);
    let alert = LocalAlert::clone(list.items[0].local.as_ref().unwrap());
    let alert = LocalAlert { deal: String::new(), name: String::new(), count: 12, ..alert };
    let id = NotificationId::new(alert.id()).ok();
    list.items[0].local = Some(Arc::new(alert));
    snapshot.inbox = Arc::new(list);
    snapshot.revision += 1;
    app.on_snapshot(Arc::new(snapshot));
    app.inbox.move_inbox_focus(id, &mut app.cx);
    assert!(app.enabled(A::Open).is_err(), "without its rule");
    app.cx.options.rules = vec![Rule {
        name: "High LTV".into(),
        when: "ltv>70%".into(),
        notify: true,
        severity: Severity::Info,
        repeat: Repeat::Each,
        setting: None,
    }];
    run(&mut app, &[A::Open]);
    assert_eq!((app.cx.screen, app.pipeline.board.filter.as_str()), (Screen::Pipeline, "ltv>70%"));
}
