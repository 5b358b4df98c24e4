//! Rules and subscriptions in the terminal: a local notification, a subscription by key, and their list.

use std::sync::Arc;

use encours_core::contract::ids::NotificationId;
use encours_core::model::rule::{LocalAlert, RuleEvent};
use encours_core::model::snapshot::{Inbox, NotificationRow};
use encours_core::text::Lang;

use crate::support::service::LiveFrontend;
use crate::support::{frontend, now, picture, press};

#[test]
fn local_notification_is_shown_as_local_with_its_deal() {
    let mut snapshot = crate::support::snapshot();
    let row = snapshot.deals.by_age().next().unwrap();
    let alert = LocalAlert {
        seq: 1,
        at: now(),
        rule: "High LTV".into(),
        is_subscription: false,
        event: RuleEvent::Enters,
        deal: row.id.to_owned(),
        name: row.name.to_owned(),
        count: 1,
        deals: Vec::new(),
        severity: "warning".into(),
        notify: true,
    };
    let name = row.name.to_owned();
    let mut inbox = Inbox::clone(&snapshot.inbox);
    let local = NotificationRow {
        id: NotificationId::new(alert.id()).unwrap(),
        title: alert.plain_title(),
        read: true,
        created_at: Some(alert.at),
        local: Some(Arc::new(alert)),
        ..inbox.items[0].clone()
    };
    inbox.items.insert(0, local);
    snapshot.inbox = Arc::new(inbox);
    for (lang, text) in [(Lang::En, "local · warning"), (Lang::Fr, "local · avertissement")] {
        let mut frontend = frontend(lang, snapshot.clone(), (160, 40));
        press(&mut frontend, "4");
        let screen = picture(&mut frontend);
        assert!(screen.contains(text) && screen.contains(&name), "{screen}");
    }
}

#[test]
fn filter_is_subscribed_by_key_and_listed() {
    let mut service = LiveFrontend::new(Lang::En, (120, 40));
    service.press("/status:ic<enter>!");
    let screen = service.picture();
    assert!(screen.contains("status:ic subscribed"), "{screen}");
    service.press(":rules and<enter>");
    let screen = service.picture();
    assert!(
        screen.contains("Rules and subscriptions") && screen.contains("subscription · status:ic"),
        "{screen}"
    );
}
