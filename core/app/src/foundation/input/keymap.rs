//! Key bindings: the action of each key in each context. They combine the defaults of the action table with the user's
//! bindings. In one context, a key has one action; a clash is reported as an error.

use std::collections::{BTreeMap, BTreeSet};

use super::commands::{ACTIONS, ActionId};
use super::context::Context;
use super::custom_keys::CustomKeys;
use super::key::{Key, KeyCode};
use super::keymap_error::KeymapError;

/// A front end, which determines the default keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontEnd {
    /// The terminal.
    Terminal,
    /// The window.
    Window,
}

/// The key bindings in force.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: BTreeMap<(Context, Key), ActionId>,
    /// Contexts in which an action of all screens has separate keys. These replace its usual ones.
    overridden: BTreeSet<(Context, ActionId)>,
}

/// Ctrl+C, the common key to end a program.
const INTERRUPT: Key = Key { code: KeyCode::Char('c'), ctrl: true, alt: false, shift: false };

impl Keymap {
    /// Returns the default bindings of a front end.
    ///
    /// # Errors
    /// Fails if a default does not name a key or clashes; a test prevents this.
    pub fn defaults(front_end: FrontEnd) -> Result<Self, KeymapError> {
        Self::with_custom(front_end, &BTreeMap::new())
    }

    /// Returns the default bindings with those of the user. Each named action has exactly the given keys: everywhere
    /// or, as `place.action`, in that place alone.
    ///
    /// # Errors
    /// Fails for an unknown action or place, and for an action that does nothing in its place. Fails for a text that
    /// does not name a key. Fails if a key is bound twice in a context, or is also the key of an action on all screens.
    pub fn with_custom(
        front_end: FrontEnd,
        custom: &BTreeMap<String, Vec<String>>,
    ) -> Result<Self, KeymapError> {
        let custom = CustomKeys::parse(custom)?;
        let mut keymap = Self { bindings: BTreeMap::new(), overridden: BTreeSet::new() };
        for spec in ACTIONS {
            let defaults = match front_end {
                FrontEnd::Terminal => spec.terminal_keys,
                FrontEnd::Window => spec.window_keys,
            };
            let everywhere: Vec<&str> = match custom.everywhere.get(&spec.id) {
                Some(keys) => keys.iter().map(String::as_str).collect(),
                None => defaults.to_vec(),
            };
            for context in spec.contexts {
                if let Some((_, keys)) = custom.by_context.get(&(*context, spec.id)) {
                    keymap.bind_all(&custom, *context, spec.id, keys.iter())?;
                    continue;
                }
                keymap.bind_all(&custom, *context, spec.id, everywhere.iter())?;
            }
            let added = custom
                .by_context
                .iter()
                .filter(|((context, action), _)| *action == spec.id && !spec.contexts.contains(context));
            for ((context, action), (_, keys)) in added {
                keymap.overridden.insert((*context, *action));
                keymap.bind_all(&custom, *context, *action, keys.iter())?;
            }
        }
        keymap.check_shadowing(&custom)?;
        // In raw mode, the terminal passes Ctrl+C on to the program. It therefore always quits, unless the user has
        // bound it to another action.
        if front_end == FrontEnd::Terminal {
            keymap.bindings.entry((Context::Screens, INTERRUPT)).or_insert(ActionId::Quit);
        }
        Ok(keymap)
    }

    fn bind_all<'a>(
        &mut self,
        custom: &CustomKeys<'_>,
        context: Context,
        action: ActionId,
        keys: impl Iterator<Item = &'a (impl AsRef<str> + 'a)>,
    ) -> Result<(), KeymapError> {
        for text in keys {
            let key = text
                .as_ref()
                .parse()
                .map_err(|source| KeymapError::Key { action: custom.config_name(context, action), source })?;
            let replaced = self.bindings.insert((context, key), action);
            if let Some(first) = replaced.filter(|first| *first != action) {
                return Err(KeymapError::Clash {
                    key,
                    first: custom.config_name(context, first),
                    second: custom.config_name(context, action),
                });
            }
        }
        Ok(())
    }

    /// Rejects a user binding that hides a key of all screens, or the reverse.
    fn check_shadowing(&self, custom: &CustomKeys<'_>) -> Result<(), KeymapError> {
        for ((context, key), action) in self.bindings.iter().filter(|((c, _), _)| c.is_screen()) {
            let Some(everywhere) = self.bindings.get(&(Context::Screens, *key)) else {
                continue;
            };
            let is_overridden = everywhere == action || self.overridden.contains(&(*context, *everywhere));
            let is_custom = custom.binds(*context, *action) || custom.binds(Context::Screens, *everywhere);
            if is_custom && !is_overridden {
                return Err(KeymapError::Clash {
                    key: *key,
                    first: custom.config_name(Context::Screens, *everywhere),
                    second: custom.config_name(*context, *action),
                });
            }
        }
        Ok(())
    }

    /// Returns the action of `key` in `context`. In text input, plain characters have no action, because they are
    /// typed.
    pub fn action(&self, context: Context, key: Key) -> Option<ActionId> {
        let is_text = matches!(key.code, KeyCode::Char(_)) && !key.ctrl && !key.alt;
        if context.takes_text() && is_text {
            return None;
        }
        let specific = self.bindings.get(&(context, key)).copied();
        let everywhere = self.bindings.get(&(Context::Screens, key)).copied();
        let everywhere = everywhere.filter(|id| {
            let is_interrupt = key == INTERRUPT && *id == ActionId::Quit;
            is_interrupt || !self.overridden.contains(&(context, *id))
        });
        // An overlay has its own keys, but a quit key with Ctrl works everywhere. A quit key without Ctrl closes the
        // overlay.
        specific.or(match everywhere {
            Some(ActionId::Quit) if !context.is_screen() && !key.ctrl => Some(ActionId::Back),
            global => global.filter(|id| context.is_screen() || *id == ActionId::Quit),
        })
    }

    /// Returns the keys of `action` in `context`, in the order of the table.
    pub fn keys(&self, context: Context, action: ActionId) -> Vec<Key> {
        let mut keys: Vec<Key> = Vec::new();
        let is_overridden = self.overridden.contains(&(context, action));
        let applies =
            |c: Context| c == context || (c == Context::Screens && context.is_screen() && !is_overridden);
        for ((c, key), bound) in &self.bindings {
            if *bound == action && applies(*c) && !keys.contains(key) {
                keys.push(*key);
            }
        }
        let order = |key: &Key| {
            let text = key.to_string();
            let spec = action.spec();
            let position = |keys: &[&str]| keys.iter().position(|k| *k == text);
            let position = position(spec.terminal_keys).or_else(|| position(spec.window_keys));
            // The fixed Ctrl+C comes after the chosen keys.
            (*key == INTERRUPT, position.unwrap_or(usize::MAX))
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
    fn key_action_depends_on_its_context() {
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        assert_eq!(keymap.action(Context::Board, Key::char('d')), Some(ActionId::DeleteDeal));
        assert_eq!(keymap.action(Context::Activity, Key::char('d')), Some(ActionId::DiscardWrite));
        assert_eq!(keymap.action(Context::Portfolio, Key::char('d')), None);
        assert_eq!(keymap.action(Context::Board, Key::char('u')), Some(ActionId::Undo));
        assert_eq!(keymap.action(Context::Palette, Key::char('j')), None);
        assert_eq!(keymap.action(Context::Help, Key::char('q')), Some(ActionId::Back));
        assert_eq!(keymap.action(Context::Bulk, Key::char('q')), Some(ActionId::Back));
        assert_eq!(keymap.action(Context::Form, Key::char('q')), None, "the character is typed");
        assert_eq!(keymap.action(Context::Form, Key::char('c').with_ctrl()), Some(ActionId::Quit));
        assert_eq!(keymap.action(Context::Palette, Key::plain(KeyCode::Down)), Some(ActionId::FocusDown));
    }

    #[test]
    fn custom_bindings_replace_defaults_and_report_clashes() {
        let own = BTreeMap::from([("quit".to_owned(), vec!["ctrl-x".to_owned()])]);
        let keymap = Keymap::with_custom(FrontEnd::Terminal, &own).unwrap();
        assert_eq!(keymap.action(Context::Board, Key::char('q')), None);
        assert_eq!(
            keymap.keys(Context::Board, ActionId::Quit),
            ["ctrl-x".parse().unwrap(), INTERRUPT],
            "the user's key comes first; Ctrl+C stays"
        );
        let clash = BTreeMap::from([("edit-deal".to_owned(), vec!["d".to_owned()])]);
        assert!(matches!(Keymap::with_custom(FrontEnd::Terminal, &clash), Err(KeymapError::Clash { .. })));
        let unknown = BTreeMap::from([("fly".to_owned(), vec![])]);
        assert_eq!(
            Keymap::with_custom(FrontEnd::Terminal, &unknown).err(),
            Some(KeymapError::UnknownAction("fly".into()))
        );
    }

    fn keymap_with(pairs: &[(&str, &[&str])]) -> Result<Keymap, KeymapError> {
        let keys = |keys: &[&str]| keys.iter().map(ToString::to_string).collect();
        let own = pairs.iter().map(|(name, of)| ((*name).to_owned(), keys(of)));
        Keymap::with_custom(FrontEnd::Terminal, &own.collect())
    }

    #[test]
    fn context_bindings_leave_other_contexts_unchanged() {
        let keymap = keymap_with(&[("tasks.move-to", &["f2", "M"]), ("tasks.undo", &["ctrl-u"])]).unwrap();
        let at = |context, key: &str| keymap.action(context, key.parse().unwrap());
        assert_eq!(at(Context::Tasks, "f2"), Some(ActionId::MoveTo));
        assert_eq!(at(Context::Tasks, "M"), Some(ActionId::MoveTo));
        assert_eq!(at(Context::Tasks, "m"), None);
        assert_eq!(at(Context::Board, "m"), Some(ActionId::MoveTo));
        // An action of all screens keeps its usual key everywhere else.
        assert_eq!(at(Context::Tasks, "ctrl-u"), Some(ActionId::Undo));
        assert_eq!(at(Context::Tasks, "u"), None);
        assert_eq!(at(Context::Board, "u"), Some(ActionId::Undo));
        assert_eq!(keymap.keys(Context::Tasks, ActionId::Undo).len(), 1);
        // The pipeline is board and table.
        let keymap = keymap_with(&[("pipeline.filter", &["f3"])]).unwrap();
        for context in [Context::Board, Context::Table] {
            assert_eq!(keymap.action(context, "f3".parse().unwrap()), Some(ActionId::Filter));
        }
        assert_eq!(keymap.action(Context::Inbox, Key::char('/')), Some(ActionId::Filter));
    }

    #[test]
    fn ctrl_c_quits_the_terminal_unless_bound_otherwise() {
        let interrupt: Key = "ctrl-c".parse().unwrap();
        assert_eq!(interrupt, INTERRUPT);
        for keys in [
            keymap_with(&[("quit", &[])]),
            keymap_with(&[("quit", &["f10"])]),
            keymap_with(&[("deal.quit", &[])]),
        ] {
            let keys = keys.unwrap();
            for context in [Context::Board, Context::Deal, Context::Filter, Context::Form] {
                assert_eq!(keys.action(context, interrupt), Some(ActionId::Quit), "{context:?}");
            }
        }
        let keys = keymap_with(&[("quit", &[]), ("copy", &["ctrl-c"])]).unwrap();
        assert_eq!(keys.action(Context::Board, interrupt), Some(ActionId::Copy));
        let none: BTreeMap<String, Vec<String>> = [("quit".to_owned(), Vec::new())].into();
        let window = Keymap::with_custom(FrontEnd::Window, &none).unwrap();
        assert_eq!(window.action(Context::Board, interrupt), None);
    }

    #[test]
    fn invalid_context_bindings_are_reported_by_name() {
        let error = keymap_with(&[("tasks.edit-task", &["m"])]).unwrap_err();
        assert_eq!(error.actions(), ["move-to", "tasks.edit-task"]);
        // A binding must not hide a key of all screens, unless that action is rebound by name.
        let error = keymap_with(&[("tasks.edit-task", &["u"])]).unwrap_err();
        assert_eq!(error.actions(), ["undo", "tasks.edit-task"]);
        assert!(keymap_with(&[("tasks.edit-task", &["u"]), ("tasks.undo", &["f9"])]).is_ok());
        let error = keymap_with(&[("tasks.snooze", &["s"])]).unwrap_err();
        assert_eq!(error.actions(), ["tasks.snooze"]);
        assert!(matches!(keymap_with(&[("nowhere.undo", &["f9"])]), Err(KeymapError::UnknownPlace(_))));
        assert!(matches!(keymap_with(&[("tasks.fly", &["f9"])]), Err(KeymapError::UnknownAction(_))));
    }

    #[test]
    fn window_shift_arrows_extend_cells_and_never_move_deals() {
        let left: Key = "shift-left".parse().unwrap();
        let window = Keymap::defaults(FrontEnd::Window).unwrap();
        assert_eq!(window.action(Context::Table, left), Some(ActionId::SelectLeft));
        for context in [Context::Board, Context::Deal, Context::Tasks] {
            assert_eq!(window.action(context, left), None, "{context:?}");
        }
        for context in [Context::Board, Context::Table] {
            assert_eq!(window.action(context, Key::char('H')), Some(ActionId::MovePrevious));
        }
        let terminal = Keymap::defaults(FrontEnd::Terminal).unwrap();
        assert_eq!(terminal.action(Context::Table, left), Some(ActionId::MovePrevious));
    }

    #[test]
    fn every_context_is_in_a_place() {
        let places: Vec<Context> = Context::place_names()
            .flat_map(|name| Context::from_place(name).unwrap().iter().copied())
            .collect();
        for context in ACTIONS.iter().flat_map(|spec| spec.contexts) {
            assert!(*context == Context::Screens || places.contains(context), "{context:?}");
        }
    }
}
