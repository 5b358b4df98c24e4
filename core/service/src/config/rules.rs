//! `[rules.NAME]`: filters that raise local notifications. A bad rule is off and reported; the rest of the file counts.

use serde::Deserialize;

use super::file::{ConfigFile, find_line};
use crate::model::rule::{Repeat, Rule, RuleConfig, Severity};
use crate::query::{Query, QueryError};
use crate::text::{Lang, MessageArg, Messages};

/// A rule as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRule {
    when: String,
    #[serde(default = "default_notify")]
    notify: bool,
    #[serde(default)]
    severity: Severity,
    #[serde(default)]
    repeat: Repeat,
}

fn default_notify() -> bool {
    true
}

/// Reason for which a rule is off.
enum RuleMistake {
    /// The parser's reason.
    Setting(String),
    /// A mistake in the filter.
    Filter(QueryError),
}

fn parse_rule(name: &str, value: &toml::Value) -> Result<Rule, RuleMistake> {
    let raw = RawRule::deserialize(value.clone())
        .map_err(|error| RuleMistake::Setting(error.message().lines().collect::<Vec<_>>().join("; ")))?;
    Query::parse(&raw.when).map_err(RuleMistake::Filter)?;
    let RawRule { when, notify, severity, repeat } = raw;
    Ok(Rule { name: name.to_owned(), when, notify, severity, repeat, setting: None })
}

impl ConfigFile {
    /// Returns the valid rules, with the names and thresholds that their filters use.
    pub fn rule_config(&self) -> RuleConfig {
        RuleConfig {
            rules: self.rules.iter().filter_map(|(name, value)| parse_rule(name, value).ok()).collect(),
            user_names: self.settings().me.clone(),
            thresholds: self.thresholds(),
            working_days: self.working_days(),
        }
    }

    /// Returns a sentence about each rule that is off: where, why, and what to do.
    pub fn rule_problems(&self, lang: Lang) -> Vec<String> {
        let messages = Messages::new(lang);
        let problem = |(name, value): (&String, &toml::Value)| {
            let (key, why) = match parse_rule(name, value).err()? {
                RuleMistake::Setting(why) => (None, why),
                RuleMistake::Filter(error) => (Some("when"), error.message_with_column(messages)),
            };
            let line = key.and_then(|key| find_line(self.text(), &["rules", name, key]));
            let line = line.or_else(|| find_line(self.text(), &["rules", name])).unwrap_or(1);
            let args = [
                ("place", MessageArg::from(format!("{}:{line}", self.path().display()))),
                ("name", MessageArg::from(name.as_str())),
                ("why", MessageArg::from(why)),
            ];
            Some(messages.with("config-rule-off", &args))
        };
        self.rules.iter().filter_map(problem).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> ConfigFile {
        ConfigFile::parse("c.toml".as_ref(), text).unwrap()
    }

    #[test]
    fn rules_are_read_with_their_defaults() {
        let read = file(
            "[rules.\"High LTV\"]\nwhen = \"ltv>70%\"\nnotify = false\nseverity = \"critical\"\nrepeat = \"daily\"\n\
             [rules.slow]\nwhen = \"age>15d\"\n",
        );
        let rules = read.rule_config().rules;
        assert_eq!((rules[0].name.as_str(), rules[0].when.as_str()), ("High LTV", "ltv>70%"));
        assert_eq!((rules[0].notify, rules[0].severity), (false, Severity::Critical));
        assert_eq!(rules[0].repeat, Repeat::Daily);
        assert_eq!(
            (rules[1].notify, rules[1].severity, rules[1].repeat),
            (true, Severity::Info, Repeat::Each)
        );
        assert!(read.rule_problems(Lang::En).is_empty());
    }

    #[test]
    fn a_bad_rule_is_reported_and_the_rest_counts() {
        for (text, line, why) in [
            ("notify = true\nwhen = \"status:ic ltv>abc\"\n", 6, "15"),
            ("when = \"ltv>70%\"\nseverity = \"loud\"\n", 4, "`critical`"),
            ("when = \"ltv>70%\"\nwhen_not = 1\n", 4, "`repeat`"),
            ("notify = true\n", 4, "`when`"),
        ] {
            let read = file(&format!("[rules.good]\nwhen = \"status:ic\"\n\n[rules.bad]\n{text}"));
            assert_eq!(read.rule_config().rules.len(), 1, "{text}");
            for lang in Lang::ALL {
                let problems = read.rule_problems(lang);
                let [problem] = problems.as_slice() else { panic!("{problems:?}") };
                assert!(problem.starts_with(&format!("c.toml:{line}")), "{problem}");
                assert!(problem.contains("bad") && problem.contains(why), "{problem}");
            }
        }
    }
}
