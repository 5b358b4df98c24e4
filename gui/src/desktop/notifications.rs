//! Desktop notifications, shown only if enabled and while the window is not in front.
//!
//! The module checks that a notification service is available and calls it on a separate thread. Without a service,
//! nothing blocks.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::contract::ids::NotificationId;
use encours_core::model::snapshot::Inbox;
use encours_core::text::{MessageArg, Messages, SafeText};
use zbus::blocking::{Connection, Proxy};
use zbus::zvariant::Value;

use super::{Desktop, DesktopEvent};

const SERVICE: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// Number of new notifications above which a single summary is shown.
const SUMMARY_THRESHOLD: usize = 3;

/// A desktop notification to show.
#[derive(Clone, Debug, PartialEq)]
pub struct DesktopNotification {
    /// The notification it is about; `None` for a summary.
    pub notification_id: Option<NotificationId>,
    /// The title.
    pub title: String,
}

/// Detects new notifications and sends them to the desktop.
#[derive(Debug)]
pub struct DesktopNotifier {
    known_ids: Option<HashSet<NotificationId>>,
    sender: Option<Sender<DesktopNotification>>,
    desktop: Desktop,
}

impl DesktopNotifier {
    /// Creates the state; notifications of the first load do not count as new.
    #[must_use]
    pub fn new(desktop: Desktop) -> Self {
        Self { known_ids: None, sender: None, desktop }
    }

    /// Records the current notifications and shows new ones unless the window is in front.
    pub fn update(&mut self, inbox: &Inbox, in_front: bool, messages: &'static Messages) {
        for notice in self.new_notifications(inbox, in_front, messages) {
            self.show(notice);
        }
    }

    fn new_notifications(
        &mut self,
        inbox: &Inbox,
        in_front: bool,
        messages: &'static Messages,
    ) -> Vec<DesktopNotification> {
        if inbox.fetched_at.is_none() {
            return Vec::new();
        }
        let now = inbox.items.iter().map(|row| row.id.clone()).collect();
        let Some(old_ids) = self.known_ids.replace(now) else {
            return Vec::new();
        };
        if in_front {
            return Vec::new();
        }
        let new: Vec<_> = inbox.items.iter().filter(|row| !row.read && !old_ids.contains(&row.id)).collect();
        if new.len() > SUMMARY_THRESHOLD {
            return vec![DesktopNotification {
                notification_id: None,
                title: messages.with("notices-many", &[("n", MessageArg::from(new.len()))]),
            }];
        }
        new.iter()
            .map(|row| DesktopNotification {
                notification_id: Some(row.id.clone()),
                title: SafeText::line_within(&row.title, 120).to_string(),
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

/// Shows the notifications that arrive until the window closes.
fn show_notifications(notices: &Receiver<DesktopNotification>, desktop: &Desktop) -> zbus::Result<()> {
    let connection = super::dbus::connect_to(SERVICE)?;
    let shown_ids: Arc<Mutex<HashMap<u32, NotificationId>>> = Arc::default();
    handle_clicks(&connection, shown_ids.clone(), desktop.clone());
    let service = Proxy::new(&connection, SERVICE, PATH, SERVICE)?;
    for notice in notices {
        let mut hints: HashMap<&str, Value<'_>> = HashMap::new();
        hints.insert("desktop-entry", "encours-desktop".into());
        let number: u32 = service.call(
            "Notify",
            &(
                "Encours",
                0_u32,
                "encours",
                notice.title.as_str(),
                "",
                ["default", "Encours"].as_slice(),
                hints,
                -1_i32,
            ),
        )?;
        if let Some(id) = notice.notification_id {
            shown_ids.lock().unwrap_or_else(PoisonError::into_inner).insert(number, id);
        }
    }
    Ok(())
}

/// Opens the notification that was clicked on the desktop.
fn handle_clicks(
    connection: &Connection,
    shown_ids: Arc<Mutex<HashMap<u32, NotificationId>>>,
    desktop: Desktop,
) {
    let connection = connection.clone();
    let listening = move || -> zbus::Result<()> {
        let service = Proxy::new(&connection, SERVICE, PATH, SERVICE)?;
        for click in service.receive_signal("ActionInvoked")? {
            let (number, _): (u32, String) = click.body().deserialize()?;
            let id = shown_ids.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
            desktop.send_event(DesktopEvent::Raise);
            desktop.send_event(DesktopEvent::Action(Action::Show(Screen::Notifications)));
            if let Some(id) = id {
                desktop.send_event(DesktopEvent::Action(Action::FocusNotification(id)));
            }
        }
        Ok(())
    };
    let started = std::thread::Builder::new().name("encours-notices-clicked".to_owned()).spawn(move || {
        if let Err(error) = listening() {
            tracing::info!(%error, "failed to receive clicks on notifications");
        }
    });
    if let Err(error) = started {
        tracing::warn!(%error, "failed to start the thread for notification clicks");
    }
}

#[cfg(test)]
mod tests {
    use encours_core::model::snapshot::NotificationRow;
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
            refused: false,
            created_at: None,
            first_seen: at,
        });
        Inbox { items: items.collect(), fetched_at: Some(at), ..Inbox::default() }
    }

    #[test]
    fn only_what_comes_later_is_news_and_only_behind() {
        let messages = Messages::new(Lang::En);
        let mut notices = DesktopNotifier::new(Desktop::inert().0);
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
