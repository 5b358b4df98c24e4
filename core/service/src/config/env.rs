//! The environment as a value, so that tests do not touch the process.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::sync::Arc;

use secrecy::{ExposeSecret as _, SecretString};

/// Environment variable that may contain the secret.
pub const SECRET_VARIABLE: &str = "ENCOURS_SECRET";

/// Environment variables by name.
///
/// Values that are not valid text are omitted, except for the secret and the proxy variables. Clones share each value
/// in memory, and the last drop clears it.
#[derive(Clone, Default)]
pub struct Environment(BTreeMap<String, Arc<SecretString>>);

impl Environment {
    /// Reads the variables of this process and adds `removed`, which were removed from it earlier.
    pub(crate) fn of_process(removed: impl Iterator<Item = (OsString, OsString)>) -> Self {
        std::env::vars_os()
            .chain(removed)
            .filter_map(|(name, value)| {
                let name = name.into_string().ok()?;
                let value = match value.into_string() {
                    Ok(text) => text,
                    // Omitting such a value would bypass the proxy or select another secret. With a replacement
                    // character it is rejected later.
                    Err(value)
                        if name.to_ascii_lowercase().ends_with("_proxy") || name == SECRET_VARIABLE =>
                    {
                        value.to_string_lossy().into_owned()
                    }
                    Err(_) => return None,
                };
                Some((name, value))
            })
            .collect()
    }

    /// Returns the value of a variable without trailing line ends; an empty value counts as unset.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .get(name)
            .map(|value| value.expose_secret().trim_end_matches(['\r', '\n']))
            .filter(|value| !value.is_empty())
    }

    /// Returns a secret value without copying it.
    #[must_use]
    pub fn secret(&self, name: &str) -> Option<Arc<SecretString>> {
        self.get(name).and_then(|_| self.0.get(name).cloned())
    }

    /// Returns whether a variable contains invalid text or only line ends.
    #[must_use]
    pub fn is_unusable(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| {
            let value = value.expose_secret();
            value.contains(char::REPLACEMENT_CHARACTER) || !value.is_empty() && self.get(name).is_none()
        })
    }

    /// Returns a copy with this variable added or replaced.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.0.insert(name.to_owned(), Arc::new(SecretString::from(value)));
        self
    }

    /// Returns whether a switch such as `ENCOURS_DEMO=1` is on: set, and not `0`, `false`, `no` or `off`.
    #[must_use]
    pub fn is_enabled(&self, name: &str) -> bool {
        self.get(name)
            .is_some_and(|value| !["0", "false", "no", "off"].contains(&value.to_ascii_lowercase().as_str()))
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(variables: I) -> Self {
        Self(
            variables
                .into_iter()
                .map(|(name, value)| (name.into(), Arc::new(SecretString::from(value.into()))))
                .collect(),
        )
    }
}

/// Prints names only: values may be secret.
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
    fn empty_variable_counts_as_unset() {
        let env = Environment::from_iter([("ENCOURS_PROFILE", ""), ("ENCOURS_LANG", "fr\r\n")]);
        assert_eq!(env.get("ENCOURS_PROFILE"), None);
        assert_eq!(env.get("ENCOURS_LANG"), Some("fr"));
    }

    #[cfg(unix)]
    #[test]
    fn invalid_secret_variable_is_unusable_not_unset() {
        use std::os::unix::ffi::OsStringExt as _;
        let of = |value: &[u8]| {
            let set = (SECRET_VARIABLE.into(), OsString::from_vec(value.to_vec()));
            Environment::of_process([set].into_iter())
        };
        for value in [&b"s\xff"[..], b"\n", b"\r\n\n"] {
            assert!(of(value).is_unusable(SECRET_VARIABLE), "{value:?}");
        }
        for value in [&b""[..], b"s", b"s\n"] {
            assert!(!of(value).is_unusable(SECRET_VARIABLE), "{value:?}");
        }
    }

    #[test]
    fn boolean_variables_accept_the_usual_off_values() {
        for (value, on) in [("1", true), ("true", true), ("0", false), ("False", false), ("", false)] {
            assert_eq!(
                Environment::from_iter([("ENCOURS_DEMO", value)]).is_enabled("ENCOURS_DEMO"),
                on,
                "{value}"
            );
        }
        assert!(!Environment::default().is_enabled("ENCOURS_DEMO"));
    }

    #[test]
    fn debug_shows_no_value() {
        let shown = format!("{:?}", Environment::from_iter([("ENCOURS_SECRET", "canary-51c2")]));
        assert!(shown.contains("ENCOURS_SECRET") && !shown.contains("canary"), "{shown}");
    }
}
