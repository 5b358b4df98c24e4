//! Light or dark, and whether anything may move, as the desktop says: at the start and whenever it changes. The windowing
//! library says neither on Linux. The looks are the portal's `color-scheme`; less motion is its `reduced-motion` where it
//! has that key, and `enable-animations` of the desktops that say it there.

use zbus::blocking::Proxy;
use zbus::zvariant::{OwnedValue, Value};

use super::Answer;

const PORTAL: &str = "org.freedesktop.portal.Desktop";
const APPEARANCE: &str = "org.freedesktop.appearance";
const INTERFACE: &str = "org.gnome.desktop.interface";

/// What is asked for: the space and the key of each.
const ASKED: [(&str, &str); 3] = [
    (APPEARANCE, "color-scheme"),
    (INTERFACE, "enable-animations"),
    (APPEARANCE, "reduced-motion"),
];

/// Tells looks and motion now and at each change, for as long as the bus lives.
pub(super) fn follow(tell: impl Fn(Answer)) -> zbus::Result<()> {
    let connection = super::dbus::with(PORTAL)?;
    let settings = Proxy::new(
        &connection,
        PORTAL,
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
    )?;
    let changes = settings.receive_signal("SettingChanged")?;
    for (space, key) in ASKED {
        match settings.call::<_, _, OwnedValue>("Read", &(space, key)) {
            Ok(value) => answer(space, key, &value).into_iter().for_each(&tell),
            // A desktop without that key says nothing by it; the others may still change.
            Err(error) => tracing::info!(%error, space, key, "the system does not say"),
        }
    }
    for change in changes {
        let (space, key, value): (String, String, OwnedValue) = change.body().deserialize()?;
        answer(&space, &key, &value).into_iter().for_each(&tell);
    }
    Ok(())
}

/// What a value of a key means; `None` for keys that mean nothing here. Some portals wrap the value twice.
fn answer(space: &str, key: &str, value: &Value<'_>) -> Option<Answer> {
    match (space, key, value) {
        (_, _, Value::Value(inner)) => answer(space, key, inner),
        (APPEARANCE, "color-scheme", Value::U32(n)) => Some(Answer::Looks(looks(*n))),
        (APPEARANCE, "reduced-motion", Value::U32(n)) => Some(Answer::Still(*n == 1)),
        (INTERFACE, "enable-animations", Value::Bool(on)) => Some(Answer::Still(!on)),
        _ => None,
    }
}

/// 1 is dark, 2 is light, anything else is no preference.
fn looks(n: u32) -> Option<egui::Theme> {
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
        let scheme = |value: &Value<'_>| answer(APPEARANCE, "color-scheme", value);
        let wrapped = |n: u32| Value::Value(Box::new(Value::Value(Box::new(Value::U32(n)))));
        assert_eq!(scheme(&wrapped(1)), Some(Answer::Looks(Some(egui::Theme::Dark))));
        assert_eq!(
            scheme(&Value::U32(2)),
            Some(Answer::Looks(Some(egui::Theme::Light)))
        );
        assert_eq!(scheme(&wrapped(0)), Some(Answer::Looks(None)));
        assert_eq!(scheme(&Value::from("dark")), None);
    }

    #[test]
    fn less_motion_is_said_in_two_ways() {
        let still = |on| answer(INTERFACE, "enable-animations", &Value::Bool(on));
        assert_eq!(
            (still(false), still(true)),
            (Some(Answer::Still(true)), Some(Answer::Still(false)))
        );
        let reduced = |n| answer(APPEARANCE, "reduced-motion", &Value::U32(n));
        assert_eq!(
            (reduced(1), reduced(0)),
            (Some(Answer::Still(true)), Some(Answer::Still(false)))
        );
        assert_eq!(answer(INTERFACE, "clock-format", &Value::from("24h")), None);
    }
}
