//! Error texts for invalid key bindings.

use crate::foundation::input::commands::ACTIONS;
use crate::foundation::input::context::Context;
use crate::foundation::input::keymap_error::KeymapError;
use crate::text::{Lang, MessageArg, Messages, SafeText};

/// Formats the error of a user's key bindings, with a suggestion.
pub fn keymap_error_text(lang: Lang, error: &KeymapError) -> String {
    let messages = Messages::new(lang);
    let safe_text = |text: &str| MessageArg::from(SafeText::line_within(text, 60).to_string());
    match error {
        KeymapError::Key { action, source } => {
            let args = [("action", safe_text(action)), ("key", safe_text(&source.0))];
            messages.with("keys-no-key", &args)
        }
        KeymapError::UnknownAction(name) => {
            let suggestions = similar_actions(name);
            let args = [("name", safe_text(name)), ("near", MessageArg::from(suggestions.join(", ")))];
            let key = if suggestions.is_empty() { "keys-no-action" } else { "keys-no-action-near" };
            messages.with(key, &args)
        }
        KeymapError::UnknownPlace(name) => {
            let known = Context::place_names().collect::<Vec<_>>().join(", ");
            let args = [("name", safe_text(name)), ("known", MessageArg::from(known))];
            messages.with("keys-no-place", &args)
        }
        KeymapError::WrongPlace { action, place } => {
            let args = [("action", safe_text(action)), ("place", safe_text(place))];
            messages.with("keys-not-there", &args)
        }
        KeymapError::Clash { key, first, second } => {
            let args = [
                ("key", safe_text(&key.to_string())),
                ("first", safe_text(first)),
                ("second", safe_text(second)),
            ];
            messages.with("keys-clash", &args)
        }
    }
}

/// Returns similar action names: those that share a word, or differ by one or two letters.
fn similar_actions(name: &str) -> Vec<&'static str> {
    /// Maximum number of suggestions.
    const MOST: usize = 5;
    let normalized = name.rsplit('.').next().unwrap_or(name).to_lowercase().replace('_', "-");
    let words: Vec<&str> = normalized.split('-').filter(|word| word.len() > 2).collect();
    let mut candidates: Vec<(usize, &'static str)> = ACTIONS
        .iter()
        .filter_map(|spec| {
            let edits = strsim::levenshtein(&normalized, spec.name);
            let shares = words.iter().any(|word| spec.name.split('-').any(|part| part.starts_with(word)));
            (edits <= 2 || shares).then_some((edits, spec.name))
        })
        .collect();
    candidates.sort_by_key(|(edits, _)| *edits);
    candidates.into_iter().take(MOST).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::foundation::input::keymap::{FrontEnd, Keymap};

    use super::*;

    #[test]
    fn each_binding_error_names_its_cause_in_both_languages() {
        for (name, keys, expected) in [
            ("edit-deal", "d", vec!["`d`", "`edit-deal`", "`delete-deal`"]),
            ("quit", "hyper-x", vec!["`quit`", "`hyper-x`"]),
            ("fly", "f", vec!["`fly`", "encours man"]),
            ("move_nxt", "f", vec!["`move_nxt`", "move-next", "encours man"]),
            ("screen", "f2", vec!["`screen`", "screen-tasks"]),
            ("nowhere.quit", "f2", vec!["`nowhere.quit`", "tasks"]),
            ("tasks.snooze", "f2", vec!["`tasks`", "`snooze`"]),
        ] {
            let custom = BTreeMap::from([(name.to_owned(), vec![keys.to_owned()])]);
            let error = Keymap::with_custom(FrontEnd::Terminal, &custom).unwrap_err();
            let [fr, en] = [Lang::Fr, Lang::En].map(|lang| keymap_error_text(lang, &error));
            assert_ne!(fr, en);
            for part in expected {
                assert!(fr.contains(part) && en.contains(part), "{part}: {fr} / {en}");
            }
        }
    }
}
