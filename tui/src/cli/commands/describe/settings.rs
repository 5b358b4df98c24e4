//! All settings of `config.toml`, for the manual: name, value form and effect.

use encours_core::text::Messages;

use SettingKind::{Choice, Color, Count, Flag, Keys, Limits, Percentages, Reason, Text, Texts, Tolerance};

/// Form of the value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// One of the words in [`SettingDoc::form`].
    Choice,
    /// One of the words in [`SettingDoc::form`], or a colour as `#rrggbb`.
    Color,
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// `true` or `false`.
    Flag,
    /// A whole number, at least 0.
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

/// One setting of `config.toml`, for the manual and the reference.
#[derive(Clone, Copy, Debug)]
pub struct SettingDoc {
    /// Name in the file; `setting-<name>` is the message key of its explanation.
    pub name: &'static str,
    /// Allowed values or an example, as the manual shows it.
    pub form: &'static str,
    /// The form of its value.
    pub kind: SettingKind,
    /// Effective default in English; empty if there is none.
    pub default: &'static str,
    /// Environment variable that overrides it.
    pub variable: Option<&'static str>,
    /// Example value, as TOML.
    pub example: &'static str,
}

impl SettingDoc {
    /// Returns a one-sentence explanation.
    pub fn explanation(&self, messages: &'static Messages) -> String {
        let key = format!("setting-{}", self.name.replace('_', "-"));
        messages.get(&key).into_owned()
    }
}

/// Documents a setting: name, form, kind, example, default and variable; empty if it has none.
const fn setting(
    name: &'static str,
    form: &'static str,
    kind: SettingKind,
    example: &'static str,
    default: &'static str,
    variable: &'static str,
) -> SettingDoc {
    let variable = if variable.is_empty() { None } else { Some(variable) };
    SettingDoc { name, form, kind, default, variable, example }
}

/// The settings under `[settings]`.
const SETTINGS: &[SettingDoc] = &[
    setting("lang", "fr, en", Choice, "\"en\"", "that of the locale", "ENCOURS_LANG"),
    setting("theme", "system, light, dark, high-contrast, mono", Choice, "\"dark\"", "\"system\"", ""),
    setting(
        "accent",
        "violet, blue, teal, green, amber, rose, graphite, #rrggbb",
        Color,
        "\"#0b6bcb\"",
        "\"violet\"",
        "",
    ),
    setting("me", "[\"A. Martin\"]", Texts, "[\"A. Martin\", \"Anne Martin\"]", "", ""),
    setting("currency", "EUR", Text, "\"EUR\"", "", ""),
    setting("notify", "true, false", Flag, "true", "false", ""),
    setting("plain_spaces", "true, false", Flag, "true", "false", ""),
    setting("history_days", "730", Count, "365", "730", ""),
    setting("mouse", "true, false", Flag, "false", "true", ""),
    setting("linear", "true, false", Flag, "true", "false", "ENCOURS_LINEAR"),
    setting("ascii", "true, false", Flag, "true", "false", "ENCOURS_ASCII"),
    setting("reduced_motion", "true, false", Flag, "true", "false", "ENCOURS_REDUCED_MOTION"),
    setting(
        "keys",
        "{ copy = [\"y\"] }",
        Keys,
        "{ copy = [\"y\", \"ctrl-y\"], tasks = { move-to = [\"f2\"] } }",
        "",
        "",
    ),
];

/// The settings under `[profiles.NAME]`.
const PROFILE: &[SettingDoc] = &[
    setting("base_url", "https://…/v1", Text, "\"https://api.example.com/v1\"", "", "ENCOURS_BASE_URL"),
    setting("key_id", "key_…", Text, "\"key_4f2a\"", "", "ENCOURS_KEY_ID"),
    setting("as_user", "u-7", Text, "\"u-7\"", "", "ENCOURS_AS_USER"),
    setting("delegated_header", "X-…", Text, "\"X-Acting-User\"", "that of the contract", ""),
    setting("credential_command", "vault read …", Text, "\"vault read -field=token encours/token\"", "", ""),
    setting("extra_roots", "[\"ca.pem\"]", Texts, "[\"ca.pem\"]", "", ""),
    setting("proxy", "http://…:3128", Text, "\"http://proxy.example.com:3128\"", "", ""),
];

/// The settings under `[pipeline]`, without the tables of the statuses.
const PIPELINE: &[SettingDoc] = &[
    setting("order", "[\"ic\", \"closing\"]", Texts, "[\"ic\", \"closing\"]", "", ""),
    setting("working_days", "true, false", Flag, "true", "false", ""),
    setting("probability", "{ ic = 40 }", Percentages, "{ ic = 40, closing = 87.5 }", "", ""),
];

/// The settings under `[pipeline.entry.STATUS]`.
const ENTRY: &[SettingDoc] = &[
    setting("requires", "[\"responsable\", \"comite\"]", Texts, "[\"responsable\", \"comite\"]", "", ""),
    setting(
        "reason",
        "true, [\"Prix\", \"Concurrence\"]",
        Reason,
        "[\"Prix\", \"Concurrence\"]",
        "false",
        "",
    ),
    setting("reason_required", "true, false", Flag, "true", "false", ""),
];

/// The settings under `[limits]`.
const LIMITS: &[SettingDoc] = &[
    setting("ltv", "[\"60%\", \"75%\"]", Limits, "[\"55%\", \"70%\"]", "[\"60%\", \"75%\"]", ""),
    setting("ltc", "[\"75%\", \"85%\"]", Limits, "[\"70%\", \"80%\"]", "[\"75%\", \"85%\"]", ""),
    setting("debt_yield", "[\"10%\", \"8%\"]", Limits, "[\"9%\", \"7%\"]", "[\"10%\", \"8%\"]", ""),
    setting("dscr", "[1.25, 1]", Limits, "[1.3, 1.1]", "[1.25, 1]", ""),
    setting("icr", "[2, 1.5]", Limits, "[2.5, 2]", "[2, 1.5]", ""),
    setting("pct_perte_estimee", "[0, \"10%\"]", Limits, "[0, \"5%\"]", "[0, \"10%\"]", ""),
    setting("risk_score_simple", "[50, 70]", Limits, "[50, 70]", "", ""),
    setting(
        "tolerance",
        "{ crd_total = 0.01, ltv = \"0.5%\", debt_yield = \"0.1%\", dscr = 0.02 }",
        Tolerance,
        "{ ltv = \"1%\", crd_total = 0.05 }",
        "{ crd_total = 0.01, ltv = \"0.5%\", debt_yield = \"0.1%\", dscr = 0.02 }",
        "",
    ),
];

/// The settings under `[rules.NAME]`.
const RULES: &[SettingDoc] = &[
    setting("when", "ltv>70% status:ic", Text, "\"ltv>70% status:ic age>15d\"", "", ""),
    setting("notify", "true, false", Flag, "false", "true", ""),
    setting("severity", "info, warning, critical", Choice, "\"warning\"", "\"info\"", ""),
    setting("repeat", "once, each, daily", Choice, "\"daily\"", "\"each\"", ""),
];

/// The settings before any section.
const TOP: &[SettingDoc] = &[
    setting("include", "[\"team.toml\"]", Texts, "[\"team.toml\"]", "", ""),
    setting("default_profile", "acme", Text, "\"acme\"", "\"default\", if there is one", "ENCOURS_PROFILE"),
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

/// Returns every setting, section by section, as lines.
pub(super) fn lines(messages: &'static Messages) -> String {
    let mut lines = Vec::new();
    for (section, settings) in SETTING_SECTIONS {
        if !section.is_empty() {
            lines.push(format!("\n{section}"));
        }
        lines.extend(settings.iter().map(|setting| {
            let SettingDoc { name, form, .. } = setting;
            format!("{name} = {form}\n    {}", setting.explanation(messages))
        }));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use encours_core::config::{ConfigError, ConfigFile};
    use encours_core::text::Lang;

    use super::*;

    /// Returns the names that a section accepts, from the parser's error for an unknown name.
    fn taken(section: &str) -> Vec<String> {
        let text = format!("{section}\nno_such_name = 1\n");
        let Err(ConfigError::Syntax { reason, .. }) = ConfigFile::parse("c.toml".as_ref(), &text) else {
            panic!("{section} accepts an unknown name")
        };
        let (_, known) = reason.split_once("expected ").unwrap();
        known
            .trim_start_matches("one of ")
            .split([',', ' '])
            .filter_map(|name| name.strip_prefix('`')?.strip_suffix('`'))
            .map(str::to_owned)
            .collect()
    }

    fn named(settings: &[SettingDoc]) -> Vec<String> {
        settings.iter().map(|setting| setting.name.to_owned()).collect()
    }

    #[test]
    fn every_setting_there_is_is_listed_and_no_other() {
        assert_eq!(taken("[settings]"), named(SETTINGS));
        assert_eq!(taken("[profiles.a]"), named(PROFILE));
        assert_eq!(taken("[pipeline.entry.ic]"), named(ENTRY));
        assert_eq!(taken("[limits]"), named(LIMITS));
        let mut pipeline = taken("[pipeline]");
        pipeline.retain(|name| name != "entry");
        assert_eq!(pipeline, named(PIPELINE));
        let top: Vec<String> = taken("")
            .into_iter()
            .filter(|name| !["profiles", "settings", "pipeline", "limits", "rules"].contains(&name.as_str()))
            .collect();
        assert_eq!(top, named(TOP));
    }

    #[test]
    fn setting_examples_and_toml_defaults_can_be_parsed() {
        let mut examples = String::new();
        for (section, settings) in SETTING_SECTIONS {
            let section = section.replace("NAME", "acme").replace("STATUS", "lost");
            examples.extend([section.as_str(), "\n"]);
            for SettingDoc { name, example, default, .. } in settings {
                examples.extend([name, " = ", example, "\n"]);
                if format!("own = {default}").parse::<toml::Table>().is_ok() {
                    let alone = format!("{section}\n{name} = {default}\n");
                    let read = ConfigFile::parse("c.toml".as_ref(), &alone);
                    assert!(read.is_ok(), "{name}: {read:?}");
                }
            }
        }
        let read = ConfigFile::parse("c.toml".as_ref(), &examples);
        assert!(read.is_ok(), "{read:?}");
    }

    #[test]
    fn each_is_explained_in_both_languages() {
        for lang in Lang::ALL {
            assert!(!lines(Messages::new(lang)).contains("setting-"));
        }
    }

    #[test]
    fn the_guide_or_the_reference_names_them_all() {
        let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let mut pages = String::new();
        for folder in ["guide", "reference"].map(|name| docs.join(name)) {
            for entry in std::fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|is| is == "md") {
                    pages.push_str(&std::fs::read_to_string(path).unwrap());
                }
            }
        }
        for setting in SETTING_SECTIONS.iter().flat_map(|(_, settings)| *settings) {
            let name = setting.name;
            let shown = ["`", " ", "`[settings.", "`[pipeline."].iter().any(|before| {
                pages.match_indices(&format!("{before}{name}")).any(|(at, found)| {
                    !pages.split_at(at + found.len()).1.starts_with(|c: char| c.is_alphanumeric())
                })
            });
            assert!(shown, "{name}");
        }
    }
}
