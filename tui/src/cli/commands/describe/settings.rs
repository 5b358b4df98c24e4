//! What `config.toml` may hold, for the manual: each name with the form of its value and what it does.

use encours_core::text::Words;

/// The names under `[settings]`, with the form of each value.
const SETTINGS: &[(&str, &str)] = &[
    ("lang", "fr, en"),
    ("theme", "system, light, dark, high-contrast, mono"),
    (
        "accent",
        "violet, blue, teal, green, amber, rose, graphite, #rrggbb",
    ),
    ("me", "[\"A. Martin\"]"),
    ("currency", "EUR"),
    ("notify", "true, false"),
    ("plain_spaces", "true, false"),
    ("history_days", "730"),
    ("mouse", "true, false"),
    ("linear", "true, false"),
    ("ascii", "true, false"),
    ("reduced_motion", "true, false"),
    ("keys", "{ copy = [\"y\"] }"),
];

/// The names under `[profiles.NAME]`.
const PROFILE: &[(&str, &str)] = &[
    ("base_url", "https://…/v1"),
    ("key_id", "key_…"),
    ("as_user", "u-7"),
    ("delegated_header", "X-…"),
    ("credential_command", "vault read …"),
    ("extra_roots", "[\"ca.pem\"]"),
    ("proxy", "http://…:3128"),
];

/// The names under `[pipeline]`, but for the tables of the statuses.
const PIPELINE: &[(&str, &str)] = &[("order", "[\"ic\", \"closing\"]"), ("probability", "{ ic = 40 }")];

/// The names under `[pipeline.entry.STATUS]`.
const ENTRY: &[(&str, &str)] = &[
    ("requires", "[\"responsable\", \"comite\"]"),
    ("reason", "true, [\"Prix\", \"Concurrence\"]"),
    ("reason_required", "true, false"),
];

/// The names under `[limits]`.
const LIMITS: &[(&str, &str)] = &[
    ("ltv", "[\"60%\", \"75%\"]"),
    ("ltc", "[\"75%\", \"85%\"]"),
    ("debt_yield", "[\"10%\", \"8%\"]"),
    ("dscr", "[1.25, 1]"),
    ("icr", "[2, 1.5]"),
    ("pct_perte_estimee", "[0, \"10%\"]"),
    ("risk_score_simple", "[50, 70]"),
    (
        "tolerance",
        "{ crd_total = 0.01, ltv = \"0.5%\", debt_yield = \"0.1%\", dscr = 0.02 }",
    ),
];

/// What stands before any section.
const TOP: &[(&str, &str)] = &[("default_profile", "acme")];

/// Every setting, section by section, in lines.
pub(super) fn lines(words: &'static Words) -> String {
    let mut lines = Vec::new();
    for (section, names) in [
        ("", TOP),
        ("[settings]", SETTINGS),
        ("[profiles.NAME]", PROFILE),
        ("[pipeline]", PIPELINE),
        ("[pipeline.entry.STATUS]", ENTRY),
        ("[limits]", LIMITS),
    ] {
        if !section.is_empty() {
            lines.push(format!("\n{section}"));
        }
        lines.extend(names.iter().map(|(name, form)| {
            let key = format!("setting-{}", name.replace('_', "-"));
            format!("{name} = {form}\n    {}", words.get(&key))
        }));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use encours_core::config::{ConfigError, ConfigFile};
    use encours_core::text::Lang;

    use super::*;

    /// The names that a section takes, as the parser lists them to whoever mistypes one.
    fn taken(section: &str) -> Vec<String> {
        let text = format!("{section}\nno_such_name = 1\n");
        let Err(ConfigError::Syntax { reason, .. }) = ConfigFile::parse("c.toml".as_ref(), &text) else {
            panic!("{section} takes anything")
        };
        let (_, known) = reason.split_once("expected ").unwrap();
        known
            .trim_start_matches("one of ")
            .split([',', ' '])
            .filter_map(|name| name.strip_prefix('`')?.strip_suffix('`'))
            .map(str::to_owned)
            .collect()
    }

    fn named(names: &[(&str, &str)]) -> Vec<String> {
        names.iter().map(|(name, _)| (*name).to_owned()).collect()
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
            .filter(|name| !["profiles", "settings", "pipeline", "limits"].contains(&name.as_str()))
            .collect();
        assert_eq!(top, named(TOP));
    }

    #[test]
    fn each_is_explained_in_both_languages() {
        for lang in Lang::ALL {
            assert!(!lines(Words::new(lang)).contains("setting-"));
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
        for (name, _) in [TOP, SETTINGS, PROFILE, PIPELINE, ENTRY, LIMITS].concat() {
            let shown = ["`", " ", "`[settings.", "`[pipeline."].iter().any(|before| {
                pages
                    .match_indices(&format!("{before}{name}"))
                    .any(|(at, found)| {
                        !pages
                            .split_at(at + found.len())
                            .1
                            .starts_with(|c: char| c.is_alphanumeric())
                    })
            });
            assert!(shown, "{name}");
        }
    }
}
