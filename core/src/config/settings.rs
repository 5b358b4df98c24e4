//! Looks and language, as the configuration file gives them.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What `config.toml` says beside the profiles. Values are words; the room that gives them a meaning checks
/// them: the languages are [`crate::view::text::Lang`]'s, the keys the application's key map's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// `fr` or `en`.
    pub lang: Option<String>,
    /// Name of a theme.
    pub theme: Option<String>,
    /// Write U+0020 where French typography has U+202F or U+00A0, for terminals that draw boxes there.
    pub plain_spaces: bool,
    /// Own bindings: an action's name and the keys it takes, instead of its default ones.
    pub keys: BTreeMap<String, Vec<String>>,
}
