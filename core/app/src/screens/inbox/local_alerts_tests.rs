//! Tests of local notifications: marked, undone and opened like the others, and never sent.

use super::triage_tests::{app, inbox, row};
use crate::contract::ids::NotificationId;
use crate::foundation::input::commands::ActionId as A;
use crate::model::effect::Effect;
use crate::model::rule::{LocalAlert, RuleEvent};
use crate::model::snapshot::{Inbox, NotificationRow};
use crate::screens::inbox::triage::TRIAGE_KEY;
use crate::screens::inbox::view::inbox::{InboxLine, inbox_lines};
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
    let (mut app, _) = app_with_alert();
    let unread = app.inbox.unread_count(&app.cx);
    assert_eq!(unread, 4, "the local one counts");
    let is_local = |effects: &[Effect]| {
        effects.iter().all(|it| matches!(it, Effect::SaveSetting { name, .. } if name == TRIAGE_KEY))
    };
    let effects = run(&mut app, &[A::MarkRead]);
    assert!(!effects.is_empty() && is_local(&effects), "{effects:?}");
    assert_eq!(app.inbox.unread_count(&app.cx), 3);
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
