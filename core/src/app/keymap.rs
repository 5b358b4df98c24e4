//! Which key does what, where. Made from the action table's defaults and the person's own bindings; a key means one
//! thing in one context, and a clash is reported, not resolved in silence.

use std::collections::BTreeMap;

use super::action::{ACTIONS, ActionId};
use super::context::Context;
use super::key::{Key, KeyCode, KeyError};

/// Which front end's defaults to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontEnd {
    /// The terminal.
    Terminal,
    /// The window.
    Window,
}

/// The bindings in force.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: BTreeMap<(Context, Key), ActionId>,
}

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
    /// The key is taken.
    #[error("`{key}` is bound to both `{first}` and `{second}`")]
    Clash {
        /// The key.
        key: Key,
        /// The action bound first.
        first: &'static str,
        /// The action that wants it too.
        second: &'static str,
    },
}

impl KeymapError {
    /// The actions whose bindings are at odds.
    pub fn actions(&self) -> Vec<&str> {
        match self {
            Self::Key { action, .. } | Self::Action(action) => vec![action],
            Self::Clash { first, second, .. } => vec![first, second],
        }
    }
}

impl Keymap {
    /// The default bindings of a front end.
    ///
    /// # Errors
    /// A default that names no key or clashes; a test keeps this from happening.
    pub fn defaults(front_end: FrontEnd) -> Result<Self, KeymapError> {
        Self::with(front_end, &BTreeMap::new())
    }

    /// The default bindings, with the person's own: each action named takes exactly the keys given.
    ///
    /// # Errors
    /// An unknown action, a text that names no key, a key bound twice in one context.
    pub fn with(front_end: FrontEnd, own: &BTreeMap<String, Vec<String>>) -> Result<Self, KeymapError> {
        if let Some(unknown) = own.keys().find(|name| ActionId::from_name(name).is_none()) {
            return Err(KeymapError::Action(unknown.clone()));
        }
        let mut keymap = Self {
            bindings: BTreeMap::new(),
        };
        for spec in ACTIONS {
            let defaults = match front_end {
                FrontEnd::Terminal => spec.terminal_keys,
                FrontEnd::Window => spec.window_keys,
            };
            let keys: Vec<&str> = match own.get(spec.name) {
                Some(keys) => keys.iter().map(String::as_str).collect(),
                None => defaults.to_vec(),
            };
            for text in keys {
                let key = text.parse().map_err(|source| KeymapError::Key {
                    action: spec.name.to_owned(),
                    source,
                })?;
                for context in spec.contexts {
                    keymap.bind(*context, key, spec.id)?;
                }
            }
        }
        Ok(keymap)
    }

    fn bind(&mut self, context: Context, key: Key, action: ActionId) -> Result<(), KeymapError> {
        if let Some(first) = self
            .bindings
            .get(&(context, key))
            .filter(|first| **first != action)
        {
            return Err(KeymapError::Clash {
                key,
                first: first.spec().name,
                second: action.spec().name,
            });
        }
        self.bindings.insert((context, key), action);
        Ok(())
    }

    /// What `key` does in `context`. Where text is typed, plain characters do nothing here: they are the text.
    pub fn action(&self, context: Context, key: Key) -> Option<ActionId> {
        let types = matches!(key.code, KeyCode::Char(_)) && !key.ctrl && !key.alt;
        if context.takes_text() && types {
            return None;
        }
        let own = self.bindings.get(&(context, key)).copied();
        let everywhere = self.bindings.get(&(Context::Screens, key)).copied();
        // What lies over a screen has its own keys, but the way out with Ctrl is open everywhere.
        let out = |id: &ActionId| context.is_screen() || (key.ctrl && *id == ActionId::Quit);
        own.or(everywhere.filter(out))
    }

    /// The keys of `action` in `context`, in the order of the table.
    pub fn keys(&self, context: Context, action: ActionId) -> Vec<Key> {
        let mut keys: Vec<Key> = Vec::new();
        let wanted = |c: Context| c == context || (c == Context::Screens && context.is_screen());
        for ((c, key), bound) in &self.bindings {
            if *bound == action && wanted(*c) && !keys.contains(key) {
                keys.push(*key);
            }
        }
        let order = |key: &Key| {
            let text = key.to_string();
            let spec = action.spec();
            let place = |keys: &[&str]| keys.iter().position(|k| *k == text);
            place(spec.terminal_keys)
                .or_else(|| place(spec.window_keys))
                .unwrap_or(usize::MAX)
        };
        keys.sort_by_key(order);
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_both_front_ends_hold_no_clash() {
        for front_end in [FrontEnd::Terminal, FrontEnd::Window] {
            assert_eq!(Keymap::defaults(front_end).err(), None);
        }
    }

    #[test]
    fn a_key_means_what_its_context_says() {
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        assert_eq!(
            keymap.action(Context::Board, Key::char('d')),
            Some(ActionId::DeleteDeal)
        );
        assert_eq!(
            keymap.action(Context::Activity, Key::char('d')),
            Some(ActionId::DiscardWrite)
        );
        assert_eq!(keymap.action(Context::Portfolio, Key::char('d')), None);
        assert_eq!(
            keymap.action(Context::Board, Key::char('u')),
            Some(ActionId::Undo)
        );
        assert_eq!(keymap.action(Context::Palette, Key::char('j')), None);
        assert_eq!(keymap.action(Context::Help, Key::char('q')), None);
        assert_eq!(
            keymap.action(Context::Form, Key::char('c').with_ctrl()),
            Some(ActionId::Quit)
        );
        assert_eq!(
            keymap.action(Context::Palette, Key::plain(KeyCode::Down)),
            Some(ActionId::FocusDown)
        );
    }

    #[test]
    fn own_bindings_replace_the_defaults_and_clashes_are_told() {
        let own = BTreeMap::from([("quit".to_owned(), vec!["ctrl-x".to_owned()])]);
        let keymap = Keymap::with(FrontEnd::Terminal, &own).unwrap();
        assert_eq!(keymap.action(Context::Board, Key::char('q')), None);
        assert_eq!(
            keymap.keys(Context::Board, ActionId::Quit),
            ["ctrl-x".parse().unwrap()]
        );
        let clash = BTreeMap::from([("edit-deal".to_owned(), vec!["d".to_owned()])]);
        assert!(matches!(
            Keymap::with(FrontEnd::Terminal, &clash),
            Err(KeymapError::Clash { .. })
        ));
        let unknown = BTreeMap::from([("fly".to_owned(), vec![])]);
        assert_eq!(
            Keymap::with(FrontEnd::Terminal, &unknown).err(),
            Some(KeymapError::Action("fly".into()))
        );
    }
}
