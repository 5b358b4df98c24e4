//! Every spec gap by name, parsed from and formatted as text.
//!
//! The command line, the docs and the tests share this list. A point that is missing here could only be set from code.

use std::net::IpAddr;

use crate::{Config, IncludeSecret, KpiOutOfRange, PageBounds, ParseError, spec_gaps};

/// One spec gap: its name, the form of its value, and its conversion to and from text.
#[derive(Debug)]
pub struct Setting {
    pub(crate) name: &'static str,
    pub(crate) form: &'static str,
    pub(crate) show: fn(&Config) -> String,
    pub(crate) take: fn(&mut Config, &str) -> Option<()>,
}

impl Setting {
    /// Returns every spec gap, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        spec_gaps::SETTINGS.iter().chain(SETTINGS)
    }

    /// Returns the gap's name, which is that of its field.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the form of its value: `true|false`, `NUMBER`, `TEXT`, `WORD,…` or `DEFAULT/MAX`.
    pub fn form(&self) -> &'static str {
        self.form
    }

    /// Returns its value in a configuration.
    pub fn value(&self, config: &Config) -> String {
        (self.show)(config)
    }
}

impl Config {
    /// Sets one spec gap, written `NAME=VALUE`.
    ///
    /// # Errors
    /// When no spec gap has that name, or the value does not have its form; the configuration is then unchanged.
    ///
    /// ```
    /// let mut config = encours_sandbox::Config::default();
    /// config.set("deals_page=25/100")?;
    /// assert_eq!(config.spec_gaps.deals_page.max, 100);
    /// # Ok::<(), encours_sandbox::ParseError>(())
    /// ```
    pub fn set(&mut self, text: &str) -> Result<(), ParseError> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| ParseError(format!("`{text}` is not written NAME=VALUE")))?;
        let Some(setting) = Setting::all().find(|setting| setting.name == name) else {
            let names: Vec<&str> = Setting::all().map(Setting::name).collect();
            return Err(ParseError(format!("`{name}` is not a spec gap. Use {}", names.join(", "))));
        };
        (setting.take)(self, value).ok_or_else(|| {
            ParseError(format!("the spec gap `{name}` is written `{name}={}`, not `{text}`", setting.form))
        })
    }
}

/// The spec gaps that are fields of the configuration itself.
static SETTINGS: &[Setting] = &[
    Setting {
        name: "allowed_routes",
        form: "WORD,…",
        show: |config| config.allowed_routes.as_ref().map_or("all".to_owned(), Show::text),
        take: |config, text| {
            config.allowed_routes = Some(words(text)?);
            Some(())
        },
    },
    Setting {
        name: "allowed_ips",
        form: "WORD,…",
        show: |config| {
            let list = |ips: &Vec<IpAddr>| ips.iter().map(ToString::to_string).collect::<Vec<_>>();
            config.allowed_ips.as_ref().map_or("all".to_owned(), |ips| list(ips).text())
        },
        take: |config, text| {
            let ips: Option<Vec<IpAddr>> = words(text)?.iter().map(|word| parsed(word)).collect();
            config.allowed_ips = Some(ips?);
            Some(())
        },
    },
];

/// Formatting of a setting's value.
pub(crate) trait Show {
    fn text(&self) -> String;
}

impl Show for PageBounds {
    fn text(&self) -> String {
        format!("{}/{}", self.default, self.max)
    }
}

impl Show for Vec<String> {
    fn text(&self) -> String {
        if self.is_empty() {
            return "none".to_owned();
        }
        self.join(",")
    }
}

macro_rules! shows_itself {
    ($($kind:ty),*) => {$(
        impl Show for $kind {
            fn text(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

shows_itself!(bool, u32, u64, usize, String, KpiOutOfRange, IncludeSecret);

pub(crate) fn parsed<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// Parses a number other than zero, with which the service still works.
pub(crate) fn above_zero<T: std::str::FromStr + Default + PartialEq>(text: &str) -> Option<T> {
    parsed(text).filter(|number| *number != T::default())
}

pub(crate) fn bounds(text: &str) -> Option<PageBounds> {
    let (default, max) = text.split_once('/')?;
    Some(PageBounds::new(parsed(default)?, parsed(max)?))
}

/// Parses a list of words; the word `none` means the empty list.
pub(crate) fn words(text: &str) -> Option<Vec<String>> {
    let words: Vec<String> = text.split(',').map(|word| word.trim().to_owned()).collect();
    match words.as_slice() {
        [one] if one == "none" => Some(Vec::new()),
        words if words.iter().any(String::is_empty) => None,
        _ => Some(words),
    }
}

pub(crate) fn text(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_parses_its_shown_value() {
        let defaults = Config::default();
        for setting in Setting::all() {
            let mut config = Config::default();
            let text = setting.value(&defaults);
            if text != "all" {
                config.set(&format!("{}={text}", setting.name())).unwrap();
            }
            assert_eq!(setting.value(&config), text, "{}", setting.name());
            assert_eq!(config.spec_gaps, defaults.spec_gaps, "{}", setting.name());
        }
    }

    #[test]
    fn every_field_has_its_setting() {
        let fields = format!("{:#?}", crate::SpecGaps::default());
        let fields: Vec<&str> = fields
            .lines()
            .filter_map(|line| line.strip_prefix("    ")?.split_once(':'))
            .map(|(name, _)| name)
            .filter(|name| !name.starts_with(' '))
            .collect();
        let names: Vec<&str> = Setting::all().map(Setting::name).take(fields.len()).collect();
        let sorted = |mut list: Vec<&'static str>| {
            list.sort_unstable();
            list
        };
        let mut fields = fields;
        fields.sort_unstable();
        assert_eq!(sorted(names), fields);
    }

    #[test]
    fn invalid_spec_gap_settings_are_reported() {
        let mut config = Config::default();
        let error = |config: &mut Config, text: &str| config.set(text).unwrap_err().to_string();
        assert!(error(&mut config, "clamp_limit").contains("NAME=VALUE"));
        assert!(error(&mut config, "clamp=true").contains("clamp_limit"));
        assert!(error(&mut config, "clamp_limit=yes").contains("true|false"));
        assert!(error(&mut config, "deals_page=50").contains("DEFAULT/MAX"));
        assert!(error(&mut config, "allowed_ips=here").contains("WORD,…"));
        assert!(error(&mut config, "view_fields=a,,b").contains("WORD,…"));
        config.set("allowed_ips=127.0.0.1, ::1").unwrap();
        assert_eq!(config.allowed_ips.unwrap().len(), 2);
    }
}
