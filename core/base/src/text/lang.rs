//! The two languages of the product.

/// A language of the product.
///
/// French comes first, because most of the service's own text is French.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lang {
    /// French as written in France.
    #[default]
    Fr,
    /// English as written in Great Britain.
    En,
}

impl Lang {
    /// Both languages, in the order a menu lists them.
    pub const ALL: [Self; 2] = [Self::Fr, Self::En];

    /// Returns the language of a locale tag such as `fr_FR.UTF-8`, `en-GB` or `fr`.
    ///
    /// `C`, `POSIX`, an empty tag and other languages give English, which more users can read.
    #[must_use]
    pub fn from_tag(tag: &str) -> Self {
        Self::parse(tag.split(['_', '-', '.', '@']).next().unwrap_or(tag)).unwrap_or(Self::En)
    }

    /// Returns the environment's message language, from the first variable set.
    ///
    /// The variables are `LC_ALL`, `LC_MESSAGES` and `LANG`.
    #[must_use]
    pub fn from_locale<'a>(var: impl Fn(&str) -> Option<&'a str>) -> Self {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(var);
        Self::from_tag(set.unwrap_or_default())
    }

    /// Parses exactly `fr` or `en`, ignoring case.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(code.trim()))
    }

    /// Returns the ISO 639-1 code: `fr` or `en`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Fr => "fr",
            Self::En => "en",
        }
    }

    /// Returns the other language, for the language switch.
    #[must_use]
    pub fn other(self) -> Self {
        self.choose(Self::En, Self::Fr)
    }

    /// Returns the first value in French, the second in English.
    #[must_use]
    pub fn choose<T>(self, fr: T, en: T) -> T {
        match self {
            Self::Fr => fr,
            Self::En => en,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lang;

    #[test]
    fn tags_of_the_system_are_read() {
        for tag in ["fr_FR.UTF-8", "fr", "FR", "fr-CA", "fr_BE@euro"] {
            assert_eq!(Lang::from_tag(tag), Lang::Fr, "{tag}");
        }
        for tag in ["en_GB.UTF-8", "en-US", "C", "POSIX", "", "de_DE", "C.UTF-8", "frr_DE"] {
            assert_eq!(Lang::from_tag(tag), Lang::En, "{tag}");
        }
    }

    #[test]
    fn only_the_two_codes_parse() {
        assert_eq!(Lang::parse(" Fr "), Some(Lang::Fr));
        assert_eq!(Lang::parse("en"), Some(Lang::En));
        assert_eq!(Lang::parse("fr_FR"), None);
        assert_eq!(Lang::parse(""), None);
    }
}
