//! Localised messages from the Fluent files.
//!
//! Each catalog is built once and cached, so a message without arguments needs no allocation. A missing key returns the
//! key itself; a test detects it before release.

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use super::{Lang, MessageArg, number};

/// Text of the French locale file.
pub const FR: &str = include_str!("../../../../assets/locales/fr.ftl");
/// Text of the English locale file.
pub const EN: &str = include_str!("../../../../assets/locales/en.ftl");
/// French help of the command line. The English help is in the argument definitions.
pub const HELP_FR: &str = include_str!("../../../../assets/locales/help-fr.ftl");

/// Capitalises the first letter of a text that is used as a sentence.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let head = letters.next().map(char::to_uppercase);
    head.into_iter().flatten().chain(letters).collect()
}

/// Message catalog of one language.
pub struct Messages {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

impl Messages {
    /// Returns the catalog of a language. Only the first call builds it.
    #[must_use]
    pub fn new(lang: Lang) -> &'static Self {
        static FRENCH: OnceLock<Messages> = OnceLock::new();
        static ENGLISH: OnceLock<Messages> = OnceLock::new();
        match lang {
            Lang::Fr => FRENCH.get_or_init(|| Self::build(lang, FR)),
            Lang::En => ENGLISH.get_or_init(|| Self::build(lang, EN)),
        }
    }

    /// Returns the French help texts of the command line, separate because few runs need them.
    #[must_use]
    pub fn help_fr() -> &'static Self {
        static HELP: OnceLock<Messages> = OnceLock::new();
        HELP.get_or_init(|| Self::build(Lang::Fr, HELP_FR))
    }

    /// Returns one attribute of a message, such as the help of a command's argument.
    #[must_use]
    pub fn attribute(&'static self, key: &str, attribute: &str) -> Option<Cow<'static, str>> {
        let pattern = self.bundle.get_message(key)?.get_attribute(attribute)?.value();
        Some(self.bundle.format_pattern(pattern, None, &mut Vec::new()))
    }

    /// Returns the language of the catalog.
    #[must_use]
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    /// Returns a message without arguments; the key itself if it is unknown.
    #[must_use]
    pub fn get<'k>(&'static self, key: &'k str) -> Cow<'k, str> {
        self.message(key, None).unwrap_or(Cow::Borrowed(key))
    }

    /// Returns a message with arguments; the key itself if it is unknown.
    #[must_use]
    pub fn with(&'static self, key: &str, args: &[(&str, MessageArg<'_>)]) -> String {
        let mut values = FluentArgs::with_capacity(args.len());
        for (name, arg) in args {
            values.set(*name, fluent_value(arg));
        }
        self.message(key, Some(&values)).map_or_else(|| key.to_owned(), Cow::into_owned)
    }

    /// Returns whether the catalog has the message.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.bundle.get_message(key).is_some_and(|message| message.value().is_some())
    }

    fn message(&'static self, key: &str, args: Option<&FluentArgs<'_>>) -> Option<Cow<'static, str>> {
        let pattern = self.bundle.get_message(key)?.value()?;
        // A missing argument shows as `{$name}`; the error list adds nothing.
        let mut errors = Vec::new();
        Some(match self.bundle.format_pattern(pattern, args, &mut errors) {
            Cow::Borrowed(text) => Cow::Borrowed(text),
            Cow::Owned(text) => Cow::Owned(text),
        })
    }

    fn build(lang: Lang, source: &str) -> Self {
        let locale = lang.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Isolating marks are for mixed writing directions; terminals show them as stray cells.
        bundle.set_use_isolating(false);
        match lang {
            Lang::Fr => bundle.set_formatter(Some(|value, _| group_digits(Lang::Fr, value))),
            Lang::En => bundle.set_formatter(Some(|value, _| group_digits(Lang::En, value))),
        }
        // A file with a syntax error still yields its valid messages; a test rejects such a file.
        let resource = match FluentResource::try_new(source.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        bundle.add_resource_overriding(resource);
        Self { lang, bundle }
    }
}

impl std::fmt::Debug for Messages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Words").field("lang", &self.lang).finish_non_exhaustive()
    }
}

fn fluent_value<'a>(arg: &'a MessageArg<'_>) -> FluentValue<'a> {
    match arg {
        MessageArg::Number(count) => FluentValue::from(*count as f64),
        MessageArg::Text(text) => FluentValue::String(Cow::Borrowed(text.as_ref())),
    }
}

fn group_digits(lang: Lang, value: &FluentValue<'_>) -> Option<String> {
    match value {
        FluentValue::Number(count) if count.value >= 0.0 => Some(number::integer(lang, count.value as u64)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_found_in_both_languages() {
        assert_eq!(Messages::new(Lang::Fr).get("screen-portfolio"), "Portefeuille");
        assert_eq!(Messages::new(Lang::En).get("screen-portfolio"), "Portfolio");
    }

    #[test]
    fn a_missing_key_shows_itself() {
        let messages = Messages::new(Lang::Fr);
        assert!(!messages.has("no-such-message"));
        let missing = "no-such-message";
        assert_eq!(messages.get(missing), missing);
        assert_eq!(messages.with(missing, &[("n", 1_u64.into())]), missing);
    }

    #[test]
    fn counts_are_grouped_and_agree() {
        let (fr, en) = (Messages::new(Lang::Fr), Messages::new(Lang::En));
        let args =
            |total: u64, shown: u64| [("total", MessageArg::from(total)), ("shown", MessageArg::from(shown))];
        assert_eq!(fr.with("head-deals", &args(8420, 312)), "8\u{202f}420 deals · 312 affichés");
        assert_eq!(en.with("head-deals", &args(8420, 312)), "8,420 deals · 312 shown");
        assert_eq!(fr.with("head-deals", &args(1, 0)), "1 deal · 0 affiché");
        assert_eq!(en.with("head-deals", &args(1, 0)), "1 deal · 0 shown");
        let args = |n: u64, shown: u64| [("n", MessageArg::from(n)), ("shown", MessageArg::from(shown))];
        let records = |n, shown| fr.with("explorer-records-shown", &args(n, shown));
        assert_eq!(records(3, 1), "3 enregistrements · 1 affiché");
        assert_eq!(records(3, 2), "3 enregistrements · 2 affichés");
        assert_eq!(records(1, 0), "1 enregistrement · 0 affiché");
    }

    #[test]
    fn no_isolating_mark_enters_a_message() {
        let text = Messages::new(Lang::Fr).with("status-as-of", &[("at", "09:41".into())]);
        assert_eq!(text, "données de 09:41");
    }

    #[test]
    fn messages_can_be_used_from_many_threads() {
        std::thread::scope(|scope| {
            for n in 0..8_u64 {
                scope.spawn(move || {
                    let lang = if n % 2 == 0 { Lang::Fr } else { Lang::En };
                    let messages = Messages::new(lang);
                    assert!(messages.with("waiting-count", &[("n", n.into())]).contains(&n.to_string()));
                });
            }
        });
    }
}
