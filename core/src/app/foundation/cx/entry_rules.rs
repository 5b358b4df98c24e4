//! What a house asks of a deal before it enters a status: fields that are to be filled in, and a reason. The rules are the
//! house's own (`config.toml`); the contract knows none, and without one every move is free.

use std::collections::BTreeMap;

/// The most fields that one status may ask for: a form shows them all at once, in a small terminal too.
const MOST_FIELDS: usize = 8;

/// The rules, by the code of the status that is entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryRules(BTreeMap<String, EntryRule>);

/// What one status asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryRule {
    requires: Vec<String>,
    reason: Option<AskedReason>,
}

/// How a status asks for a reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedReason {
    /// The reasons to choose from; none stands for free text.
    pub choices: Vec<String>,
    /// Whether the move waits until one is given.
    pub required: bool,
}

/// Why something is no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryRuleError {
    /// A name or a reason without a letter in it.
    #[error("a required field or a reason is empty")]
    Empty,
    /// The status itself.
    #[error("`status` is what the move itself sets")]
    Status,
    /// More fields than a form shows.
    #[error("more than 8 required fields")]
    TooMany,
    /// A reason is required, and none is asked for.
    #[error("`reason_required` without `reason`")]
    NoReason,
}

impl EntryRule {
    /// A rule that asks for these fields and this reason.
    ///
    /// # Errors
    /// What it asks for cannot be asked for.
    pub fn new(requires: Vec<String>, reason: Option<AskedReason>) -> Result<Self, EntryRuleError> {
        let mut fields: Vec<String> = Vec::new();
        for field in requires {
            let field = field.trim().to_owned();
            match field.as_str() {
                "" => return Err(EntryRuleError::Empty),
                "status" => return Err(EntryRuleError::Status),
                _ if !fields.contains(&field) => fields.push(field),
                _ => {}
            }
        }
        if fields.len() > MOST_FIELDS {
            return Err(EntryRuleError::TooMany);
        }
        let blank = |choice: &String| choice.trim().is_empty();
        if reason
            .as_ref()
            .is_some_and(|reason| reason.choices.iter().any(blank))
        {
            return Err(EntryRuleError::Empty);
        }
        Ok(Self {
            requires: fields,
            reason,
        })
    }

    /// The fields that are to be filled in, each once, in the order of the house.
    #[must_use]
    pub fn requires(&self) -> &[String] {
        &self.requires
    }

    /// How it asks for a reason, if it does.
    #[must_use]
    pub fn reason(&self) -> Option<&AskedReason> {
        self.reason.as_ref()
    }
}

impl EntryRules {
    /// The rules of these statuses.
    #[must_use]
    pub fn new(rules: BTreeMap<String, EntryRule>) -> Self {
        Self(rules)
    }

    /// Whether every move is free.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a status asks for, if anything.
    #[must_use]
    pub fn of(&self, status: &str) -> Option<&EntryRule> {
        self.0.get(status)
    }

    /// Every field that some status asks for, each once.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let mut all: Vec<&str> = self
            .0
            .values()
            .flat_map(EntryRule::requires)
            .map(String::as_str)
            .collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_rule_names_each_field_once_and_never_the_status() {
        let rule = EntryRule::new(fields(&["responsable", " comite ", "comite"]), None).unwrap();
        assert_eq!(rule.requires(), ["responsable", "comite"]);
        for (names, why) in [
            (vec!["status"], EntryRuleError::Status),
            (vec![" "], EntryRuleError::Empty),
            (
                vec!["a", "b", "c", "d", "e", "f", "g", "h", "i"],
                EntryRuleError::TooMany,
            ),
        ] {
            assert_eq!(EntryRule::new(fields(&names), None), Err(why));
        }
        let blank = AskedReason {
            choices: fields(&["Prix", ""]),
            required: false,
        };
        assert_eq!(
            EntryRule::new(Vec::new(), Some(blank)),
            Err(EntryRuleError::Empty)
        );
    }
}
