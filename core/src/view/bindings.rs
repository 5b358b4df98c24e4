//! A binding that cannot be taken, in words.

use crate::app::{Context, KeymapError};
use crate::view::text::{Arg, Clean, Lang, Words};

/// What is wrong with a person's own bindings, and what to write instead.
pub fn refused(lang: Lang, error: &KeymapError) -> String {
    let words = Words::new(lang);
    let clean = |text: &str| Arg::from(Clean::line_of(text, 60).to_string());
    match error {
        KeymapError::Key { action, source } => {
            let args = [("action", clean(action)), ("key", clean(&source.0))];
            words.with("keys-no-key", &args)
        }
        KeymapError::Action(name) => words.with("keys-no-action", &[("name", clean(name))]),
        KeymapError::Place(name) => {
            let known = Context::places().collect::<Vec<_>>().join(", ");
            let args = [("name", clean(name)), ("known", Arg::from(known))];
            words.with("keys-no-place", &args)
        }
        KeymapError::NotThere { action, place } => {
            let args = [("action", clean(action)), ("place", clean(place))];
            words.with("keys-not-there", &args)
        }
        KeymapError::Clash { key, first, second } => {
            let args = [
                ("key", clean(&key.to_string())),
                ("first", clean(first)),
                ("second", clean(second)),
            ];
            words.with("keys-clash", &args)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::app::{FrontEnd, Keymap};

    #[test]
    fn each_is_told_in_both_languages_with_what_is_at_odds() {
        for (name, keys, said) in [
            ("edit-deal", "d", vec!["`d`", "`edit-deal`", "`delete-deal`"]),
            ("quit", "hyper-x", vec!["`quit`", "`hyper-x`"]),
            ("fly", "f", vec!["`fly`"]),
            ("nowhere.quit", "f2", vec!["`nowhere.quit`", "tasks"]),
            ("tasks.snooze", "f2", vec!["`tasks`", "`snooze`"]),
        ] {
            let own = BTreeMap::from([(name.to_owned(), vec![keys.to_owned()])]);
            let error = Keymap::with(FrontEnd::Terminal, &own).unwrap_err();
            let [fr, en] = [Lang::Fr, Lang::En].map(|lang| refused(lang, &error));
            assert_ne!(fr, en);
            for part in said {
                assert!(fr.contains(part) && en.contains(part), "{part}: {fr} / {en}");
            }
        }
    }
}
