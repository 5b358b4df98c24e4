//! All settings of `config.toml`, for the manual: name, value form and effect.

use encours_core::text::Messages;
use encours_core::vocabulary::setting::{SETTING_SECTIONS, SettingDoc};

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
        for (section, settings) in SETTING_SECTIONS {
            if section == "[rules.NAME]" {
                // A rule is parsed alone, and an unknown name turns it off.
                let text = "[rules.a]\nwhen = \"ltv>1\"\nno_such_name = 1\n";
                let problems = ConfigFile::parse("c.toml".as_ref(), text).unwrap().rule_problems(Lang::En);
                assert!(problems[0].contains(&named(settings).join(", ")), "{problems:?}");
                continue;
            }
            let mut known = taken(&section.replace("NAME", "a").replace("STATUS", "ic"));
            // Tables have a section of their own.
            known.retain(|name| {
                !["profiles", "settings", "pipeline", "entry", "limits", "rules"].contains(&&**name)
            });
            assert_eq!(known, named(settings), "{section}");
        }
    }

    /// A value of every setting, with a blank line before each section.
    const EXAMPLES: &str = include_str!("../../../../../assets/config-examples.toml");

    #[test]
    fn setting_examples_and_toml_defaults_can_be_parsed() {
        let read = ConfigFile::parse("c.toml".as_ref(), EXAMPLES);
        assert!(read.is_ok(), "{read:?}");
        for (section, settings) in SETTING_SECTIONS {
            let section = section.replace("NAME", "acme").replace("STATUS", "lost");
            let examples = EXAMPLES.split("\n\n").find(|part| part.starts_with(&*section)).unwrap();
            for SettingDoc { name, default, .. } in settings {
                assert!(
                    examples.lines().any(|line| line.starts_with(&format!("{name} = "))),
                    "{section} {name}"
                );
                if format!("own = {default}").parse::<toml::Table>().is_ok() {
                    let alone = format!("{section}\n{name} = {default}\n");
                    let read = ConfigFile::parse("c.toml".as_ref(), &alone);
                    assert!(read.is_ok(), "{name}: {read:?}");
                }
            }
        }
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
