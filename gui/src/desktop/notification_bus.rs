//! The notification service of Linux desktops, over D-Bus.

use std::collections::HashMap;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};

use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::contract::ids::NotificationId;
use zbus::blocking::{Connection, Proxy};
use zbus::zvariant::Value;

use super::{Desktop, DesktopEvent, DesktopNotification};

const SERVICE: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";

/// Shows the notifications that arrive until the window closes.
pub(super) fn show_notifications(
    notices: &Receiver<DesktopNotification>,
    desktop: &Desktop,
) -> zbus::Result<()> {
    let connection = super::dbus::connect_to(SERVICE)?;
    let shown_ids: Arc<Mutex<HashMap<u32, NotificationId>>> = Arc::default();
    handle_clicks(&connection, shown_ids.clone(), desktop.clone());
    let service = Proxy::new(&connection, SERVICE, PATH, SERVICE)?;
    for notice in notices {
        let mut hints: HashMap<&str, Value<'_>> = HashMap::new();
        hints.insert("desktop-entry", crate::APP_ID.into());
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
            desktop.send_event(DesktopEvent::Raise(None));
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
