//! The user's key bindings in `config.toml`. They apply to an action everywhere or, as `place.action`, in one place.

use std::collections::BTreeMap;

use crate::foundation::input::keymap_error::KeymapError;

use super::commands::ActionId;
use super::context::Context;

/// The user's key bindings, with their names in `config.toml`.
pub(crate) struct CustomKeys<'a> {
    pub(super) everywhere: BTreeMap<ActionId, &'a [String]>,
    pub(crate) by_context: BTreeMap<(Context, ActionId), (&'a str, &'a [String])>,
}

impl<'a> CustomKeys<'a> {
    pub(crate) fn parse(bindings: &'a BTreeMap<String, Vec<String>>) -> Result<Self, KeymapError> {
        let (mut everywhere, mut by_context) = (BTreeMap::new(), BTreeMap::new());
        for (name, keys) in bindings {
            let action_id = |action: &str| {
                ActionId::from_name(action).ok_or_else(|| KeymapError::UnknownAction(name.clone()))
            };
            let Some((place, action)) = name.split_once('.') else {
                everywhere.insert(action_id(name)?, keys.as_slice());
                continue;
            };
            let contexts =
                Context::from_place(place).ok_or_else(|| KeymapError::UnknownPlace(name.clone()))?;
            let id = action_id(action)?;
            let is_valid = |context: &&Context| {
                let allowed = id.spec().contexts;
                allowed.contains(context) || (context.is_screen() && allowed.contains(&Context::Screens))
            };
            let mut valid = contexts.iter().filter(is_valid).peekable();
            if valid.peek().is_none() {
                let (action, place) = (action.to_owned(), place.to_owned());
                return Err(KeymapError::WrongPlace { action, place });
            }
            by_context.extend(valid.map(|context| ((*context, id), (name.as_str(), keys.as_slice()))));
        }
        Ok(Self { everywhere, by_context })
    }

    /// Returns whether the user has bound the keys of `action` in `context`.
    pub(crate) fn binds(&self, context: Context, action: ActionId) -> bool {
        self.everywhere.contains_key(&action) || self.by_context.contains_key(&(context, action))
    }

    /// Returns the name of an action as `config.toml` has it for this context.
    pub(crate) fn config_name(&self, context: Context, action: ActionId) -> String {
        self.by_context.get(&(context, action)).map_or(action.spec().name, |(name, _)| name).to_owned()
    }
}
