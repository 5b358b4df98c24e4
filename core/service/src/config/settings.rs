//! Appearance, language and other settings from the configuration file.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::SignedDuration;
use serde::{Deserialize, Deserializer};

use super::Environment;

/// Settings of `config.toml` outside the profiles.
///
/// Values are texts. The module that uses a value validates it: [`crate::text::Lang`] the languages, the application's
/// key map the keys.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// `fr` or `en`.
    pub lang: Option<String>,
    /// Name of a theme.
    pub theme: Option<String>,
    /// A named accent of the window, or `#rrggbb`.
    pub accent: Option<String>,
    /// The user's names as an owner of deals, matched by `responsable:moi`.
    pub me: Vec<String>,
    /// The entity's currency (ISO 4217), which the service does not send; without it, amounts show no currency.
    pub currency: Option<String>,
    /// True if new notifications show on the desktop while the window is in the background.
    pub notify: bool,
    /// True if U+0020 replaces U+202F and U+00A0, for terminals that draw these as boxes.
    pub plain_spaces: bool,
    /// Retention of history and journal in days; 0 is forever. Default: two years.
    pub history_days: Option<u32>,
    /// Time without input after which terminal and window hide their content. Default: never.
    #[serde(deserialize_with = "deserialize_delay")]
    pub lock_after: Option<Duration>,
    /// True if the full-screen terminal handles the mouse. If false, the terminal's own selection works.
    pub mouse: Option<bool>,
    /// True if the full-screen terminal prints lines in sequence, for a screen reader.
    pub linear: bool,
    /// True if terminal output is ASCII, regardless of the locale.
    pub ascii: bool,
    /// True if nothing moves by itself: a time replaces a countdown, and nothing slides.
    pub reduced_motion: bool,
    /// Custom key bindings: an action's name and the keys that replace its default ones.
    ///
    /// A table named after an area binds keys of that area only. Its entries are read as `area.action`.
    #[serde(deserialize_with = "deserialize_bindings")]
    pub keys: BTreeMap<String, Vec<String>>,
}

/// Value of one name under `keys`.
enum KeyBinding {
    Keys(Vec<String>),
    Area(BTreeMap<String, Vec<String>>),
}

impl<'de> Deserialize<'de> for KeyBinding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyBindingVisitor;
        impl<'de> serde::de::Visitor<'de> for KeyBindingVisitor {
            type Value = KeyBinding;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of keys, or a table of actions with theirs")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, seq: A) -> Result<KeyBinding, A::Error> {
                Vec::deserialize(serde::de::value::SeqAccessDeserializer::new(seq)).map(KeyBinding::Keys)
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<KeyBinding, A::Error> {
                BTreeMap::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(KeyBinding::Area)
            }
        }
        deserializer.deserialize_any(KeyBindingVisitor)
    }
}

/// Reads the bindings; those of an area get names of the form `area.action`.
fn deserialize_bindings<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    let read = BTreeMap::<String, KeyBinding>::deserialize(deserializer)?;
    let mut flat = BTreeMap::new();
    for (name, binding) in read {
        match binding {
            KeyBinding::Keys(keys) => {
                flat.insert(name, keys);
            }
            KeyBinding::Area(actions) => {
                flat.extend(actions.into_iter().map(|(action, keys)| (format!("{name}.{action}"), keys)));
            }
        }
    }
    Ok(flat)
}

/// Reads a time such as `10m`.
fn deserialize_delay<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let delay = text.parse::<SignedDuration>().ok().and_then(|delay| Duration::try_from(delay).ok());
    match delay.filter(|delay| !delay.is_zero()) {
        Some(delay) => Ok(Some(delay)),
        None => Err(serde::de::Error::custom("expected a time such as 10m or 1h 30m")),
    }
}

/// Default retention of the history, in days.
const DEFAULT_HISTORY_DAYS: u32 = 2 * 365;

impl Settings {
    /// Returns whether motion is disabled, by the setting or by `ENCOURS_REDUCED_MOTION` for one run.
    pub fn has_reduced_motion(&self, env: &Environment) -> bool {
        self.reduced_motion || env.is_enabled("ENCOURS_REDUCED_MOTION")
    }

    /// Returns the retention of the history; `None` is forever.
    pub fn retention(&self) -> Option<Duration> {
        let days = self.history_days.unwrap_or(DEFAULT_HISTORY_DAYS);
        (days > 0).then(|| Duration::from_hours(24 * u64::from(days)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_an_actions_or_a_places() {
        let text = "[keys]\nquit = [\"ctrl-x\", \"f10\"]\n\"deal.copy\" = [\"Y\"]\n[keys.tasks]\nedit-task = [\"f2\"]\n";
        let settings: Settings = toml::from_str(text).unwrap();
        let names: Vec<&str> = settings.keys.keys().map(String::as_str).collect();
        assert_eq!(names, ["deal.copy", "quit", "tasks.edit-task"]);
        assert_eq!(settings.keys["quit"], ["ctrl-x", "f10"]);
        let error = toml::from_str::<Settings>("[keys]\nquit = 3\n").unwrap_err();
        assert!(error.message().contains("a list of keys"), "{error}");
    }

    #[test]
    fn reduced_motion_is_enabled_by_config_or_environment() {
        let still = |text: &str, env: &[(&str, &str)]| {
            let settings: Settings = toml::from_str(text).unwrap();
            settings.has_reduced_motion(&env.iter().copied().collect())
        };
        assert!(!still("", &[]));
        assert!(still("reduced_motion = true", &[("ENCOURS_REDUCED_MOTION", "0")]));
        assert!(still("", &[("ENCOURS_REDUCED_MOTION", "1")]));
        assert!(!still("", &[("ENCOURS_REDUCED_MOTION", "off")]));
    }

    #[test]
    fn lock_delay_is_a_positive_time() {
        let delay = |text: &str| toml::from_str::<Settings>(text).map(|settings| settings.lock_after);
        assert_eq!(delay("").unwrap(), None);
        assert_eq!(delay("lock_after = \"10m\"").unwrap(), Some(Duration::from_mins(10)));
        assert_eq!(delay("lock_after = \"1h 30m\"").unwrap(), Some(Duration::from_mins(90)));
        for invalid in ["\"0s\"", "\"-5m\"", "\"soon\"", "\"\"", "10"] {
            assert!(delay(&format!("lock_after = {invalid}")).is_err(), "{invalid}");
        }
    }

    #[test]
    fn history_retention_defaults_to_two_years() {
        let retention = |text: &str| toml::from_str::<Settings>(text).unwrap().retention();
        let days = |days: u64| Some(Duration::from_hours(24 * days));
        assert_eq!(retention(""), days(730));
        assert_eq!(retention("history_days = 30"), days(30));
        assert_eq!(retention("history_days = 0"), None);
        assert!(toml::from_str::<Settings>("history_days = -1").is_err());
    }
}
