//! Errors in the user's key bindings. They name the actions as `config.toml` does.

use super::key::{Key, KeyError};

/// An invalid key binding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeymapError {
    /// The text does not name a key.
    #[error("{action}: {source}")]
    Key {
        /// Action of the binding.
        action: String,
        /// Error in the text of the key.
        source: KeyError,
    },
    /// The name does not belong to an action.
    #[error("no action is called `{0}`")]
    UnknownAction(String),
    /// The text before the dot does not name a place.
    #[error("`{0}` names no place")]
    UnknownPlace(String),
    /// The action does nothing in that place.
    #[error("`{action}` does nothing in `{place}`")]
    WrongPlace {
        /// The action.
        action: String,
        /// The place.
        place: String,
    },
    /// The key is bound twice.
    #[error("`{key}` is bound to both `{first}` and `{second}`")]
    Clash {
        /// The key.
        key: Key,
        /// The action bound first, under its name in `config.toml`.
        first: String,
        /// The action bound second, under its name in `config.toml`.
        second: String,
    },
}

impl KeymapError {
    /// Returns the actions whose bindings are invalid or clash.
    pub fn actions(&self) -> Vec<String> {
        match self {
            Self::Key { action, .. } | Self::UnknownAction(action) => vec![action.clone()],
            Self::UnknownPlace(name) => vec![name.clone()],
            Self::WrongPlace { action, place } => vec![format!("{place}.{action}")],
            Self::Clash { first, second, .. } => vec![first.clone(), second.clone()],
        }
    }
}
