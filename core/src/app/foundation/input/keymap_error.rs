//! Why bindings of the person's own can't be taken, and which of them are at odds: whoever wrote them is told all of it in
//! their own names.

use super::key::{Key, KeyError};

/// Why a binding can't be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeymapError {
    /// The text names no key.
    #[error("{action}: {source}")]
    Key {
        /// The action whose binding it is.
        action: String,
        /// What is wrong with the key.
        source: KeyError,
    },
    /// No action has this name.
    #[error("no action is called `{0}`")]
    Action(String),
    /// What stands before the point names no place.
    #[error("`{0}` names no place")]
    Place(String),
    /// The action means nothing in that place.
    #[error("`{action}` does nothing in `{place}`")]
    NotThere {
        /// The action.
        action: String,
        /// The place.
        place: String,
    },
    /// The key is taken.
    #[error("`{key}` is bound to both `{first}` and `{second}`")]
    Clash {
        /// The key.
        key: Key,
        /// The action bound first, under its name in `config.toml`.
        first: String,
        /// The action that wants it too.
        second: String,
    },
}

impl KeymapError {
    /// The actions whose bindings are at odds.
    pub fn actions(&self) -> Vec<String> {
        match self {
            Self::Key { action, .. } | Self::Action(action) => vec![action.clone()],
            Self::Place(name) => vec![name.clone()],
            Self::NotThere { action, place } => vec![format!("{place}.{action}")],
            Self::Clash { first, second, .. } => vec![first.clone(), second.clone()],
        }
    }
}
