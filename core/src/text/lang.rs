//! The two languages of the product.

/// A language of the product. French is the first: it is what most of the service's own text is in.
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

    /// The language of a locale tag such as `fr_FR.UTF-8`, `en-GB` or `fr`. `C`, `POSIX`, an empty tag and any
    /// other language read as English: a person who asked for neither is likelier to read it.
    #[must_use]
    pub fn from_tag(tag: &str) -> Self {
        Self::parse(tag.split(['_', '-', '.', '@']).next().unwrap_or(tag)).unwrap_or(Self::En)
    }

    /// The language that the environment asks messages in: `LC_ALL`, `LC_MESSAGES`, `LANG`, the first that is set.
    #[must_use]
    pub fn from_locale<'a>(var: impl Fn(&str) -> Option<&'a str>) -> Self {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(var);
        Self::from_tag(set.unwrap_or_default())
    }

    /// The language written exactly as `fr` or `en`, whatever the case; nothing else.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|lang| lang.code().eq_ignore_ascii_case(code.trim()))
    }

    /// The ISO 639-1 code: `fr` or `en`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Fr => "fr",
            Self::En => "en",
        }
    }

    /// The other language: what the language switch goes to.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Fr => Self::En,
            Self::En => Self::Fr,
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
        for tag in [
            "en_GB.UTF-8",
            "en-US",
            "C",
            "POSIX",
            "",
            "de_DE",
            "C.UTF-8",
            "frr_DE",
        ] {
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
