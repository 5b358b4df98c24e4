//! Every setting of `config.toml`: name, form, default, effect, and its value with the origin.
//!
//! The settings screen, `encours config`, the manual and the reference all read this one table.

use crate::text::{MessageArg, Messages};

use SettingKind::{
    Choice, Color, Count, Currency, Flag, Keys, Limits, Percentages, Reason, Text, Texts, Tolerance,
};

/// Form of the value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// One of the words in [`SettingDoc::form`].
    Choice,
    /// One of the words in [`SettingDoc::form`], or a colour as `#rrggbb`.
    Color,
    /// A text.
    Text,
    /// An ISO 4217 code: three capital letters.
    Currency,
    /// A list of texts.
    Texts,
    /// `true` or `false`.
    Flag,
    /// A whole number of days, at least 0.
    Count,
    /// Keys by action, and tables of these by screen.
    Keys,
    /// Percentages by status code.
    Percentages,
    /// `true`, or a list of texts.
    Reason,
    /// Two thresholds: the last "ok" value, then the last "watch" value.
    Limits,
    /// Tolerances by metric.
    Tolerance,
}

/// One setting of `config.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingDoc {
    /// Name in the file; `setting-<name>` and `setting-name-<name>` are the message keys of its explanation and title.
    pub name: &'static str,
    /// Allowed values or an example, as the manual shows it.
    pub form: &'static str,
    /// The form of its value.
    pub kind: SettingKind,
    /// Effective default in English; empty if there is none.
    pub default: &'static str,
    /// Environment variable that overrides it.
    pub variable: Option<&'static str>,
}

impl SettingDoc {
    /// Returns the title of the setting on the screens.
    pub fn title(&self, messages: &'static Messages) -> String {
        messages.get(&format!("setting-name-{}", self.name.replace('_', "-"))).into_owned()
    }

    /// Returns a one-sentence explanation.
    pub fn explanation(&self, messages: &'static Messages) -> String {
        let key = format!("setting-{}", self.name.replace('_', "-"));
        messages.get(&key).into_owned()
    }

    /// Returns the allowed values as text.
    #[must_use]
    pub fn range(&self, messages: &'static Messages) -> String {
        let key = match self.kind {
            Choice | Color | Flag => return self.form.to_owned(),
            Text => "setting-form-text",
            Currency => "setting-form-currency",
            Texts => "setting-form-texts",
            Count => "setting-form-count",
            Keys => "setting-form-keys",
            Percentages => "setting-form-percentages",
            Reason => "setting-form-reason",
            Limits => "setting-form-limits",
            Tolerance => "setting-form-tolerance",
        };
        messages.with(key, &[("form", MessageArg::from(self.form))])
    }

    /// Returns whether its value may contain a secret, which no output shows.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        matches!(self.name, "credential_command" | "proxy")
    }

    /// Returns the words that it takes; empty if it takes anything else.
    #[must_use]
    pub fn choices(&self) -> Vec<&'static str> {
        match self.kind {
            Flag => vec!["true", "false"],
            Choice | Color => self.form.split(", ").filter(|word| !word.starts_with('#')).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the setting that a key names, with the full key. `lang` alone means `settings.lang`.
    #[must_use]
    pub fn find(key: &[String]) -> Option<(&'static Self, Vec<String>)> {
        let all =
            SETTING_SECTIONS.iter().flat_map(|(section, docs)| docs.iter().map(move |doc| (section, doc)));
        let mut found = all.map(|(section, doc)| (doc, template(section, doc)));
        let (doc, template) = found.find(|(doc, template)| {
            if let [name] = key {
                return name == doc.name && !template.iter().any(|part| is_placeholder(part));
            }
            let fits = |(part, own): (&&str, &String)| is_placeholder(part) || part == own;
            template.len() == key.len() && template.iter().zip(key).all(fits)
        })?;
        let full =
            if key.len() == 1 { template.into_iter().map(str::to_owned).collect() } else { key.to_vec() };
        Some((doc, full))
    }
}

/// Returns the parts of a setting's key; the name of a profile, status or rule is a placeholder.
#[must_use]
pub fn template(section: &'static str, doc: &SettingDoc) -> Vec<&'static str> {
    let section = section.trim_matches(['[', ']']).split('.').filter(|part| !part.is_empty());
    section.chain([doc.name]).collect()
}

/// Returns whether a part of a key stands for any name.
#[must_use]
pub fn is_placeholder(part: &str) -> bool {
    matches!(part, "NAME" | "STATUS")
}

/// Returns a key as it is written in the file: `rules."High LTV".when`.
#[must_use]
pub fn key_text(key: &[String]) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let part = |part: &String| {
        if !part.is_empty() && part.chars().all(is_bare) { part.clone() } else { format!("{part:?}") }
    };
    key.iter().map(part).collect::<Vec<_>>().join(".")
}

/// Origin of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingOrigin {
    /// The default.
    Default,
    /// The user's `config.toml`.
    File,
    /// Another file that counts below it.
    Shared,
    /// This environment variable, which the file cannot override.
    Variable(&'static str),
}

/// A setting with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingValue {
    /// The setting.
    pub doc: &'static SettingDoc,
    /// Its key; with a placeholder, it stands for a new profile, status or rule.
    pub key: Vec<String>,
    /// Value in use as a user types it; `None` if it is the default, `…` for a secret.
    pub value: Option<String>,
    /// Value in the user's own file.
    pub own: Option<String>,
    /// Origin of the value in use.
    pub origin: SettingOrigin,
}

impl SettingValue {
    /// Returns whether the key still needs a name.
    #[must_use]
    pub fn needs_name(&self) -> bool {
        self.key.iter().any(|part| is_placeholder(part))
    }

    /// Returns whether the screen can change it.
    #[must_use]
    pub fn is_editable(&self) -> bool {
        !self.doc.is_secret() && !matches!(self.origin, SettingOrigin::Variable(_))
    }

    /// Returns whether a change applies at the next start only.
    #[must_use]
    pub fn waits_for_start(&self) -> bool {
        let is_started = matches!(self.doc.name, "history_days" | "linear" | "plain_spaces" | "notify");
        self.key.first().is_some_and(|part| part == "profiles" || part == "default_profile")
            || is_started && self.key.len() == 2
    }
}

/// A change of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingEdit {
    /// Its full key.
    pub key: Vec<String>,
    /// New value as typed; `None` removes it from the file.
    pub value: Option<String>,
    /// Value in the file as the user saw it. If it has changed since, nothing is written.
    pub seen: Option<String>,
    /// True if it undoes or repeats another change.
    pub is_undo: bool,
}

/// Documents a setting: name, form, kind, default and variable; empty if it has none.
const fn setting(
    name: &'static str,
    form: &'static str,
    kind: SettingKind,
    default: &'static str,
    variable: &'static str,
) -> SettingDoc {
    let variable = if variable.is_empty() { None } else { Some(variable) };
    SettingDoc { name, form, kind, default, variable }
}

/// The settings under `[settings]`.
const SETTINGS: &[SettingDoc] = &[
    setting("lang", "fr, en", Choice, "that of the locale", "ENCOURS_LANG"),
    setting("theme", "system, light, dark, high-contrast, mono", Choice, "\"system\"", ""),
    setting("accent", "violet, blue, teal, green, amber, rose, graphite, #rrggbb", Color, "\"violet\"", ""),
    setting("me", "[\"A. Martin\"]", Texts, "", ""),
    setting("currency", "EUR", Currency, "", ""),
    setting("notify", "true, false", Flag, "false", ""),
    setting("plain_spaces", "true, false", Flag, "false", ""),
    setting("history_days", "730", Count, "730", ""),
    setting("lock_after", "10m", Text, "", ""),
    setting("mouse", "true, false", Flag, "true", ""),
    setting("linear", "true, false", Flag, "false", "ENCOURS_LINEAR"),
    setting("ascii", "true, false", Flag, "false", "ENCOURS_ASCII"),
    setting("reduced_motion", "true, false", Flag, "false", "ENCOURS_REDUCED_MOTION"),
    setting("keys", "{ copy = [\"y\"] }", Keys, "", ""),
];

/// The settings under `[profiles.NAME]`.
const PROFILE: &[SettingDoc] = &[
    setting("base_url", "https://…/v1", Text, "", "ENCOURS_BASE_URL"),
    setting("key_id", "key_…", Text, "", "ENCOURS_KEY_ID"),
    setting("as_user", "u-7", Text, "", "ENCOURS_AS_USER"),
    setting("delegated_header", "X-…", Text, "that of the contract", ""),
    setting("credential_command", "vault read …", Text, "", ""),
    setting("extra_roots", "[\"ca.pem\"]", Texts, "", ""),
    setting("proxy", "http://…:3128", Text, "", ""),
];

/// The settings under `[pipeline]`, without the tables of the statuses.
const PIPELINE: &[SettingDoc] = &[
    setting("order", "[\"ic\", \"closing\"]", Texts, "", ""),
    setting("working_days", "true, false", Flag, "false", ""),
    setting("probability", "{ ic = 40 }", Percentages, "", ""),
];

/// The settings under `[pipeline.entry.STATUS]`.
const ENTRY: &[SettingDoc] = &[
    setting("requires", "[\"responsable\", \"comite\"]", Texts, "", ""),
    setting("reason", "true, [\"Prix\", \"Concurrence\"]", Reason, "false", ""),
    setting("reason_required", "true, false", Flag, "false", ""),
];

/// The settings under `[limits]`.
const LIMITS: &[SettingDoc] = &[
    setting("ltv", "[\"60%\", \"75%\"]", Limits, "[\"60%\", \"75%\"]", ""),
    setting("ltc", "[\"75%\", \"85%\"]", Limits, "[\"75%\", \"85%\"]", ""),
    setting("debt_yield", "[\"10%\", \"8%\"]", Limits, "[\"10%\", \"8%\"]", ""),
    setting("dscr", "[1.25, 1]", Limits, "[1.25, 1]", ""),
    setting("icr", "[2, 1.5]", Limits, "[2, 1.5]", ""),
    setting("pct_perte_estimee", "[0, \"10%\"]", Limits, "[0, \"10%\"]", ""),
    setting("risk_score_simple", "[50, 70]", Limits, "", ""),
    setting(
        "tolerance",
        "{ crd_total = 0.01, ltv = \"0.5%\", debt_yield = \"0.1%\", dscr = 0.02 }",
        Tolerance,
        "{ crd_total = 0.01, ltv = \"0.5%\", debt_yield = \"0.1%\", dscr = 0.02 }",
        "",
    ),
];

/// The settings under `[rules.NAME]`.
pub const RULES: &[SettingDoc] = &[
    setting("when", "ltv>70% status:ic", Text, "", ""),
    setting("notify", "true, false", Flag, "true", ""),
    setting("severity", "info, warning, critical", Choice, "\"info\"", ""),
    setting("repeat", "once, each, daily", Choice, "\"each\"", ""),
];

/// The settings before any section.
const TOP: &[SettingDoc] = &[
    setting("default_profile", "acme", Text, "\"default\", if there is one", "ENCOURS_PROFILE"),
    setting("include", "[\"team.toml\"]", Texts, "", ""),
];

/// Every setting by section, in the order of the manual; the first section has no name.
pub const SETTING_SECTIONS: [(&str, &[SettingDoc]); 7] = [
    ("", TOP),
    ("[settings]", SETTINGS),
    ("[profiles.NAME]", PROFILE),
    ("[pipeline]", PIPELINE),
    ("[pipeline.entry.STATUS]", ENTRY),
    ("[limits]", LIMITS),
    ("[rules.NAME]", RULES),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Vec<String> {
        text.split('.').map(str::to_owned).collect()
    }

    #[test]
    fn key_of_a_setting_is_found_with_any_name() {
        let found = |text: &str| SettingDoc::find(&key(text)).map(|(doc, key)| (doc.name, key.join(".")));
        let expected = |name, key: &str| Some((name, key.to_owned()));
        assert_eq!(found("lang"), expected("lang", "settings.lang"));
        assert_eq!(found("notify"), expected("notify", "settings.notify"));
        assert_eq!(found("limits.ltv"), expected("ltv", "limits.ltv"));
        assert_eq!(found("pipeline.entry.lost.reason"), expected("reason", "pipeline.entry.lost.reason"));
        assert_eq!(found("rules.High LTV.when"), expected("when", "rules.High LTV.when"));
        for unknown in ["when", "settings.when", "settings", "rules.a", "lang.settings", ""] {
            assert_eq!(found(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn key_text_quotes_what_is_not_bare() {
        assert_eq!(key_text(&key("rules.High LTV.when")), "rules.\"High LTV\".when");
        assert_eq!(key_text(&key("settings.history_days")), "settings.history_days");
    }
}
