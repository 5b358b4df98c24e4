//! Desktop notifications, shown only if enabled and while the window is not in front.
//!
//! The module checks that a notification service is available and calls it on a separate thread. Without a service,
//! nothing blocks.

use std::collections::HashSet;
use std::sync::mpsc::{Sender, channel};

use encours_core::app::changes::followups::actions::due_followups;
use encours_core::app::screens::inbox::view::inbox::alert_title;
use encours_core::app::shell::app::App;
use encours_core::contract::ids::NotificationId;
use encours_core::model::local_deals::Followup;
use encours_core::model::snapshot::{Inbox, NotificationRow};
use encours_core::model::table::DealRow;
use encours_core::text::{MessageArg, Messages, SafeText};
use jiff::civil::Date;

use super::{Desktop, DesktopNotification, show_notifications};

/// Number of new notifications above which a single summary is shown.
const SUMMARY_THRESHOLD: usize = 3;

/// Detects new notifications and sends them to the desktop.
#[derive(Debug)]
pub struct DesktopNotifier {
    known_ids: Option<HashSet<NotificationId>>,
    /// Local notifications; the server's list may be forbidden or not fetched yet.
    known_local: Option<HashSet<NotificationId>>,
    /// Deals with a due follow-up and its day; `None` before the first look.
    known_due: Option<HashSet<(String, Date)>>,
    sender: Option<Sender<DesktopNotification>>,
    desktop: Desktop,
}

impl DesktopNotifier {
    /// Creates the state; notifications of the first load do not count as new.
    #[must_use]
    pub fn new(desktop: Desktop) -> Self {
        Self { known_ids: None, known_local: None, known_due: None, sender: None, desktop }
    }

    /// Records the current notifications and shows new ones unless the window is in front.
    pub fn update(&mut self, inbox: &Inbox, in_front: bool, messages: &'static Messages) {
        for notice in self.new_notifications(inbox, in_front, messages) {
            self.show(notice);
        }
    }

    /// Records the follow-ups that are due and shows new ones unless the window is in front.
    pub fn update_due(&mut self, app: &App, in_front: bool) {
        for notice in self.new_due(app, in_front) {
            self.show(notice);
        }
    }

    fn new_due(&mut self, app: &App, in_front: bool) -> Vec<DesktopNotification> {
        if app.cx.snapshot().settings.is_none() || app.cx.snapshot().deals.is_empty() {
            return Vec::new();
        }
        let key = |(row, followup): &(DealRow<'_>, &Followup)| (row.id.to_owned(), followup.date);
        let due: Vec<_> = due_followups(&app.cx).collect();
        let before = self.known_due.replace(due.iter().map(key).collect());
        let Some(before) = before.filter(|_| !in_front) else { return Vec::new() };
        let new: Vec<_> = due.iter().filter(|item| !before.contains(&key(item))).collect();
        let messages = Messages::new(app.cx.lang());
        if new.len() > SUMMARY_THRESHOLD {
            let title = messages.with("notices-due-many", &[("n", MessageArg::from(new.len()))]);
            return vec![DesktopNotification { notification_id: None, title }];
        }
        let notice = |(row, followup): &&(DealRow<'_>, &Followup)| {
            let args = [("name", MessageArg::from(row.name)), ("text", MessageArg::from(&followup.text))];
            let key = if followup.text.is_empty() { "notices-due" } else { "notices-due-text" };
            let title = SafeText::line_within(&messages.with(key, &args), 120).to_string();
            DesktopNotification { notification_id: None, title }
        };
        new.iter().map(notice).collect()
    }

    fn new_notifications(
        &mut self,
        inbox: &Inbox,
        in_front: bool,
        messages: &'static Messages,
    ) -> Vec<DesktopNotification> {
        let ids = |is_local: bool| {
            let rows = inbox.items.iter().filter(|row| row.local.is_some() == is_local);
            rows.map(|row| row.id.clone()).collect::<HashSet<NotificationId>>()
        };
        let known_local = self.known_local.replace(ids(true)).unwrap_or_else(|| ids(true));
        let fetched = if inbox.fetched_at.is_some() { self.known_ids.replace(ids(false)) } else { None };
        let known = fetched.unwrap_or_else(|| ids(false));
        if in_front {
            return Vec::new();
        }
        let is_shown = |row: &&NotificationRow| row.local.as_ref().map_or(!row.read, |alert| alert.notify);
        let new = inbox.items.iter().filter(|row| !known.contains(&row.id) && !known_local.contains(&row.id));
        let new: Vec<_> = new.filter(is_shown).collect();
        if new.len() > SUMMARY_THRESHOLD {
            return vec![DesktopNotification {
                notification_id: None,
                title: messages.with("notices-many", &[("n", MessageArg::from(new.len()))]),
            }];
        }
        new.iter()
            .map(|row| DesktopNotification {
                notification_id: Some(row.id.clone()),
                title: match &row.local {
                    Some(alert) => SafeText::line_within(&alert_title(messages, alert), 120),
                    None => SafeText::line_within(&row.title, 120),
                }
                .to_string(),
            })
            .collect()
    }

    fn show(&mut self, notice: DesktopNotification) {
        let sender = self.sender.get_or_insert_with(|| {
            let (sender, notices) = channel();
            let desktop = self.desktop.clone();
            let started = std::thread::Builder::new().name("encours-notices".to_owned()).spawn(move || {
                if let Err(error) = show_notifications(&notices, &desktop) {
                    tracing::info!(%error, "failed to show desktop notifications");
                }
            });
            if let Err(error) = started {
                tracing::warn!(%error, "failed to start the notification thread");
            }
            sender
        });
        // If the thread has ended, the notification is still visible in the window.
        let _shown = sender.send(notice);
    }
}

#[cfg(test)]
mod tests {
    use encours_core::text::Lang;

    use super::*;

    fn inbox(unread: &[&str]) -> Inbox {
        let at = jiff::Timestamp::UNIX_EPOCH;
        let items = unread.iter().map(|id| NotificationRow {
            id: NotificationId::new(*id).unwrap(),
            title: format!("title of {id}\u{202e}"),
            severity: String::new(),
            read: false,
            pending: false,
            rejected: false,
            created_at: None,
            first_seen: at,
            local: None,
        });
        Inbox { items: items.collect(), fetched_at: Some(at), ..Inbox::default() }
    }

    #[test]
    fn desktop_shows_only_new_notifications_while_unfocused() {
        let messages = Messages::new(Lang::En);
        let mut notices = DesktopNotifier::new(Desktop::for_tests().0);
        assert!(notices.new_notifications(&Inbox::default(), false, messages).is_empty());
        assert!(notices.new_notifications(&inbox(&["a", "b"]), false, messages).is_empty());
        let new_items = notices.new_notifications(&inbox(&["a", "b", "c"]), false, messages);
        assert_eq!(new_items.len(), 1);
        assert_eq!(new_items[0].notification_id.as_ref().map(NotificationId::as_str), Some("c"));
        assert!(!new_items[0].title.contains('\u{202e}'));
        assert!(notices.new_notifications(&inbox(&["a", "b", "c", "d"]), true, messages).is_empty());
        assert!(notices.new_notifications(&inbox(&["a", "b", "c", "d"]), false, messages).is_empty());
        let summary = notices.new_notifications(&inbox(&["e", "f", "g", "h"]), false, messages);
        assert!(matches!(&summary[..], [one] if one.notification_id.is_none() && one.title.contains('4')));
    }
}
