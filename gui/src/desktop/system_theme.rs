//! The desktop's theme and motion settings, at the start and after each change.
//!
//! The windowing library does not report either on Linux. The theme is the portal's `color-scheme`. Reduced motion is
//! its `reduced-motion` if that key exists, and `enable-animations` on desktops that use it.

use zbus::blocking::Proxy;
use zbus::zvariant::{OwnedValue, Value};

use super::DesktopEvent;

const PORTAL: &str = "org.freedesktop.portal.Desktop";
const APPEARANCE: &str = "org.freedesktop.appearance";
const INTERFACE: &str = "org.gnome.desktop.interface";

/// Namespace and key of each setting to read.
const SETTING_KEYS: [(&str, &str); 3] =
    [(APPEARANCE, "color-scheme"), (INTERFACE, "enable-animations"), (APPEARANCE, "reduced-motion")];

/// Reports theme and motion now and after each change, while the bus is connected.
pub(super) fn follow_settings(tell: impl Fn(DesktopEvent)) -> zbus::Result<()> {
    let connection = super::dbus::connect_to(PORTAL)?;
    let settings = Proxy::new(
        &connection,
        PORTAL,
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
    )?;
    let changes = settings.receive_signal("SettingChanged")?;
    for (space, key) in SETTING_KEYS {
        match settings.call::<_, _, OwnedValue>("Read", &(space, key)) {
            Ok(value) => event_from_setting(space, key, &value).into_iter().for_each(&tell),
            // A desktop may lack this key; the other keys may still change.
            Err(error) => tracing::info!(%error, space, key, "failed to read a desktop setting"),
        }
    }
    for change in changes {
        let (space, key, value): (String, String, OwnedValue) = change.body().deserialize()?;
        event_from_setting(&space, &key, &value).into_iter().for_each(&tell);
    }
    Ok(())
}

/// Interprets the value of a key; `None` for unknown keys. Some portals wrap the value twice.
fn event_from_setting(space: &str, key: &str, value: &Value<'_>) -> Option<DesktopEvent> {
    match (space, key, value) {
        (_, _, Value::Value(inner)) => event_from_setting(space, key, inner),
        (APPEARANCE, "color-scheme", Value::U32(n)) => {
            Some(DesktopEvent::SystemTheme(theme_from_color_scheme(*n)))
        }
        (APPEARANCE, "reduced-motion", Value::U32(n)) => Some(DesktopEvent::ReducedMotion(*n == 1)),
        (INTERFACE, "enable-animations", Value::Bool(on)) => Some(DesktopEvent::ReducedMotion(!on)),
        _ => None,
    }
}

/// Maps `color-scheme`: 1 is dark, 2 is light, any other value means no preference.
fn theme_from_color_scheme(n: u32) -> Option<egui::Theme> {
    match n {
        1 => Some(egui::Theme::Dark),
        2 => Some(egui::Theme::Light),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_means_the_same_however_it_is_wrapped() {
        let scheme = |value: &Value<'_>| event_from_setting(APPEARANCE, "color-scheme", value);
        let wrapped = |n: u32| Value::Value(Box::new(Value::Value(Box::new(Value::U32(n)))));
        assert_eq!(scheme(&wrapped(1)), Some(DesktopEvent::SystemTheme(Some(egui::Theme::Dark))));
        assert_eq!(scheme(&Value::U32(2)), Some(DesktopEvent::SystemTheme(Some(egui::Theme::Light))));
        assert_eq!(scheme(&wrapped(0)), Some(DesktopEvent::SystemTheme(None)));
        assert_eq!(scheme(&Value::from("dark")), None);
    }

    #[test]
    fn reduced_motion_is_read_from_both_system_settings() {
        let still = |on| event_from_setting(INTERFACE, "enable-animations", &Value::Bool(on));
        assert_eq!(
            (still(false), still(true)),
            (Some(DesktopEvent::ReducedMotion(true)), Some(DesktopEvent::ReducedMotion(false)))
        );
        let reduced = |n| event_from_setting(APPEARANCE, "reduced-motion", &Value::U32(n));
        assert_eq!(
            (reduced(1), reduced(0)),
            (Some(DesktopEvent::ReducedMotion(true)), Some(DesktopEvent::ReducedMotion(false)))
        );
        assert_eq!(event_from_setting(INTERFACE, "clock-format", &Value::from("24h")), None);
    }
}
