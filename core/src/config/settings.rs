//! Looks and language, as the configuration file gives them.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Deserializer};

use super::Environment;

/// What `config.toml` says beside the profiles. Values are words; the room that gives them a meaning checks
/// them: the languages are [`crate::text::Lang`]'s, the keys the application's key map's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// `fr` or `en`.
    pub lang: Option<String>,
    /// Name of a theme.
    pub theme: Option<String>,
    /// A named accent of the window, or `#rrggbb`.
    pub accent: Option<String>,
    /// The names a person goes by as an owner of deals: what `responsable:moi` asks for.
    pub me: Vec<String>,
    /// The entity's currency (ISO 4217), which the service does not name; amounts stay bare without it.
    pub currency: Option<String>,
    /// Tell of new notifications on the desktop, while the window is not in front.
    pub notify: bool,
    /// Write U+0020 where French typography has U+202F or U+00A0, for terminals that draw boxes there.
    pub plain_spaces: bool,
    /// How many days what was observed and written is kept; 0 keeps it for ever. Two years if it is not said.
    pub history_days: Option<u32>,
    /// Whether the full screen listens to the pointer; without it the terminal's own selection works.
    pub mouse: Option<bool>,
    /// Whether the full screen is printed as lines, one after the other, for a screen reader.
    pub linear: bool,
    /// Whether the terminal is written in ASCII, whatever its locale says that it reads.
    pub ascii: bool,
    /// Whether nothing moves by itself: a moment is said instead of a countdown, and nothing slides.
    pub reduced_motion: bool,
    /// Own bindings: an action's name and the keys it takes, instead of its default ones. A table under the name of a
    /// place holds those of that place alone, and is read as `place.action`.
    #[serde(deserialize_with = "bindings")]
    pub keys: BTreeMap<String, Vec<String>>,
}

/// What stands beside one name under `keys`.
enum Bound {
    Keys(Vec<String>),
    Place(BTreeMap<String, Vec<String>>),
}

impl<'de> Deserialize<'de> for Bound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> serde::de::Visitor<'de> for Either {
            type Value = Bound;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of keys, or a table of actions with theirs")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, seq: A) -> Result<Bound, A::Error> {
                Vec::deserialize(serde::de::value::SeqAccessDeserializer::new(seq)).map(Bound::Keys)
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Bound, A::Error> {
                BTreeMap::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(Bound::Place)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// The bindings, those of a place under `place.action`.
fn bindings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    let read = BTreeMap::<String, Bound>::deserialize(deserializer)?;
    let mut flat = BTreeMap::new();
    for (name, bound) in read {
        match bound {
            Bound::Keys(keys) => {
                flat.insert(name, keys);
            }
            Bound::Place(actions) => {
                flat.extend(
                    actions
                        .into_iter()
                        .map(|(action, keys)| (format!("{name}.{action}"), keys)),
                );
            }
        }
    }
    Ok(flat)
}

/// How long the history is kept where nobody says otherwise, in days.
const HISTORY_DAYS: u32 = 2 * 365;

impl Settings {
    /// Whether nothing is to move by itself: as set here, or for once by `ENCOURS_REDUCED_MOTION`.
    pub fn holds_still(&self, env: &Environment) -> bool {
        self.reduced_motion || env.is_on("ENCOURS_REDUCED_MOTION")
    }

    /// How long the history is kept; `None` for ever.
    pub fn retention(&self) -> Option<Duration> {
        let days = self.history_days.unwrap_or(HISTORY_DAYS);
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
    fn less_motion_is_set_or_asked_for_once() {
        let still = |text: &str, env: &[(&str, &str)]| {
            let settings: Settings = toml::from_str(text).unwrap();
            settings.holds_still(&env.iter().copied().collect())
        };
        assert!(!still("", &[]));
        assert!(still("reduced_motion = true", &[("ENCOURS_REDUCED_MOTION", "0")]));
        assert!(still("", &[("ENCOURS_REDUCED_MOTION", "1")]));
        assert!(!still("", &[("ENCOURS_REDUCED_MOTION", "off")]));
    }

    #[test]
    fn history_is_kept_for_two_years_unless_said_otherwise() {
        let kept = |text: &str| toml::from_str::<Settings>(text).unwrap().retention();
        let days = |days: u64| Some(Duration::from_hours(24 * days));
        assert_eq!(kept(""), days(730));
        assert_eq!(kept("history_days = 30"), days(30));
        assert_eq!(kept("history_days = 0"), None);
        assert!(toml::from_str::<Settings>("history_days = -1").is_err());
    }
}
