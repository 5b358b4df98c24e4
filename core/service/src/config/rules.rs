//! `[rules.NAME]`: filters that raise local notifications. A bad rule is off and reported; the rest of the file counts.

use serde::Deserialize;

use super::file::{ConfigFile, find_line};
use crate::model::rule::{Repeat, Rule, RuleConfig, Severity};
use crate::query::Query;
use crate::text::{Lang, MessageArg, Messages};
use crate::vocabulary::setting::{RULES, SettingDoc, SettingKind};

/// A rule as written.
#[derive(Deserialize)]
struct RawRule {
    when: String,
    notify: Option<bool>,
    #[serde(default)]
    severity: Severity,
    #[serde(default)]
    repeat: Repeat,
}

/// Reads a rule, or returns the name of the wrong setting and the reason.
fn parse_rule(
    name: &str,
    value: &toml::Value,
    messages: &'static Messages,
) -> Result<Rule, (String, String)> {
    let settings = value.as_table();
    let unknown = settings.into_iter().flat_map(toml::Table::keys);
    if let Some(key) = unknown.into_iter().find(|key| RULES.iter().all(|doc| doc.name != *key)) {
        let known: Vec<&str> = RULES.iter().map(|doc| doc.name).collect();
        let args = [("key", MessageArg::from(key.as_str())), ("known", known.join(", ").into())];
        return Err((key.clone(), messages.with("config-rule-unknown", &args)));
    }
    let Ok(RawRule { when, notify, severity, repeat }) = RawRule::deserialize(value.clone()) else {
        let is_wrong = |doc: &&SettingDoc| {
            let text = settings.and_then(|it| it.get(doc.name)).map(|it| it.to_string().replace('"', ""));
            text.is_some_and(|text| {
                doc.kind != SettingKind::Text && doc.choices().iter().all(|it| *it != text)
            })
        };
        let Some(doc) = RULES.iter().find(is_wrong) else {
            return Err(("when".to_owned(), messages.get("config-rule-when").into_owned()));
        };
        let args = [("key", doc.name.into()), ("choices", doc.form.into())];
        return Err((doc.name.to_owned(), messages.with("config-rule-choice", &args)));
    };
    match Query::parse(&when) {
        Ok(query) if query.is_empty() => {
            Err(("when".to_owned(), messages.get("config-rule-when").into_owned()))
        }
        Ok(query) if !query.order().is_empty() || query.limit().is_some() => {
            Err(("when".to_owned(), messages.get("config-rule-order").into_owned()))
        }
        Ok(_) => {
            let notify = notify.unwrap_or(true);
            Ok(Rule { name: name.to_owned(), when, notify, severity, repeat, setting: None })
        }
        Err(error) => Err(("when".to_owned(), error.message_with_column(messages))),
    }
}

impl ConfigFile {
    /// Returns the valid rules, with the names and thresholds that their filters use.
    pub fn rule_config(&self) -> RuleConfig {
        let rules = self.rules.iter();
        let rule = |(name, value): (&String, _)| parse_rule(name, value, Messages::new(Lang::En)).ok();
        RuleConfig {
            rules: rules.filter_map(rule).collect(),
            user_names: self.settings().me.clone(),
            thresholds: self.thresholds(),
            working_days: self.working_days(),
        }
    }

    /// Returns why a rule is off, if it is.
    pub(super) fn rule_fault(&self, name: &str, lang: Lang) -> Option<String> {
        let fault = parse_rule(name, self.rules.get(name)?, Messages::new(lang)).err();
        fault.map(|(_, why)| why)
    }

    /// Returns a sentence about each rule that is off: why, where, and what to do.
    pub fn rule_problems(&self, lang: Lang) -> Vec<String> {
        let messages = Messages::new(lang);
        let file = self.path().file_name().unwrap_or_default().to_string_lossy();
        let problem = |(name, value): (&String, &toml::Value)| {
            let (key, why) = parse_rule(name, value, messages).err()?;
            let line = find_line(&self.text, &["rules", name, &key])
                .or_else(|| find_line(&self.text, &["rules", name]))
                .unwrap_or(1);
            let args = [
                ("place", MessageArg::from(format!("{file}:{line}"))),
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
            ("when = \"ltv>70%\"\nseverity = \"loud\"\n", 6, "info, warning, critical"),
            ("when = \"ltv>70%\"\nnotify = \"no\"\n", 6, "true, false"),
            ("when = \"ltv>70%\"\nwhen_not = 1\n", 6, "repeat"),
            ("notify = true\n", 4, "`when`"),
            ("when = 3\n", 5, "`when`"),
            ("when = \" \"\n", 5, "`when`"),
        ] {
            let read = file(&format!("[rules.good]\nwhen = \"status:ic\"\n\n[rules.bad]\n{text}"));
            assert_eq!(read.rule_config().rules.len(), 1, "{text}");
            for lang in Lang::ALL {
                let problems = read.rule_problems(lang);
                let [problem] = problems.as_slice() else { panic!("{problems:?}") };
                let (reason, place) = problem.split_once(&format!("(c.toml:{line})")).expect(problem);
                assert!(reason.contains("bad") && reason.contains(why) && place.len() < 40, "{problem}");
            }
        }
    }
}
