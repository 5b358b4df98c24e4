//! The environment as a value, so that what depends on it is tested without touching the process.

use std::collections::BTreeMap;
use std::fmt;

/// Environment variables by name. Those that are not text are left out.
#[derive(Clone, Default)]
pub struct Environment(BTreeMap<String, String>);

impl Environment {
    /// The variables of this process.
    #[must_use]
    pub fn of_process() -> Self {
        std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect()
    }

    /// The value of a variable; one that is set to nothing counts as not set.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }

    /// The same with one variable more, or another value of one.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.0.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Whether a switch such as `ENCOURS_DEMO=1` is on: set, and neither `0`, `false`, `no` nor `off`.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name)
            .is_some_and(|value| !["0", "false", "no", "off"].contains(&value.to_ascii_lowercase().as_str()))
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(variables: I) -> Self {
        Self(
            variables
                .into_iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }
}

/// The names alone: values may be secret.
impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Environment")?;
        f.debug_set().entries(self.0.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_variable_is_no_variable() {
        let env = Environment::from_iter([("ENCOURS_PROFILE", ""), ("ENCOURS_LANG", "fr")]);
        assert_eq!(env.get("ENCOURS_PROFILE"), None);
        assert_eq!(env.get("ENCOURS_LANG"), Some("fr"));
    }

    #[test]
    fn switches_understand_the_usual_words_for_no() {
        for (value, on) in [
            ("1", true),
            ("true", true),
            ("0", false),
            ("False", false),
            ("", false),
        ] {
            assert_eq!(
                Environment::from_iter([("ENCOURS_DEMO", value)]).is_on("ENCOURS_DEMO"),
                on,
                "{value}"
            );
        }
        assert!(!Environment::default().is_on("ENCOURS_DEMO"));
    }

    #[test]
    fn debug_shows_no_value() {
        let shown = format!(
            "{:?}",
            Environment::from_iter([("ENCOURS_SECRET", "canary-51c2")])
        );
        assert!(
            shown.contains("ENCOURS_SECRET") && !shown.contains("canary"),
            "{shown}"
        );
    }
}
