//! Light or dark, as the desktop says (portal `org.freedesktop.appearance`, `color-scheme`): at the start and whenever it
//! changes. The windowing library does not say it on Linux.

use zbus::blocking::Proxy;
use zbus::zvariant::{OwnedValue, Value};

const PORTAL: &str = "org.freedesktop.portal.Desktop";
const SPACE: &str = "org.freedesktop.appearance";
const KEY: &str = "color-scheme";

/// Tells the looks now and at each change, for as long as the bus lives.
pub(super) fn follow(tell: impl Fn(Option<egui::Theme>)) -> zbus::Result<()> {
    let connection = super::bus::with(PORTAL)?;
    let settings = Proxy::new(
        &connection,
        PORTAL,
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
    )?;
    let changes = settings.receive_signal("SettingChanged")?;
    let value: OwnedValue = settings.call("Read", &(SPACE, KEY))?;
    tell(looks(&value));
    for change in changes {
        let (space, key, value): (String, String, OwnedValue) = change.body().deserialize()?;
        if space == SPACE && key == KEY {
            tell(looks(&value));
        }
    }
    Ok(())
}

/// 1 is dark, 2 is light, anything else is no preference; some portals wrap the number twice.
fn looks(value: &Value<'_>) -> Option<egui::Theme> {
    match value {
        Value::Value(inner) => looks(inner),
        Value::U32(1) => Some(egui::Theme::Dark),
        Value::U32(2) => Some(egui::Theme::Light),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_means_looks_however_it_is_wrapped() {
        let wrapped = |n: u32| Value::Value(Box::new(Value::Value(Box::new(Value::U32(n)))));
        assert_eq!(looks(&wrapped(1)), Some(egui::Theme::Dark));
        assert_eq!(looks(&Value::U32(2)), Some(egui::Theme::Light));
        assert_eq!(looks(&wrapped(0)), None);
        assert_eq!(looks(&Value::from("dark")), None);
    }
}
