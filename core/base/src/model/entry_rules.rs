//! Rules for deals that enter a status: required fields and a reason.
//!
//! The rules are your organisation's own (`config.toml`). The contract has none; without a rule, every move is allowed.

use std::collections::BTreeMap;

/// Most fields that one status may require: a form shows them all at once, also in a small terminal.
const MAX_FIELDS: usize = 8;

/// Entry rules by code of the entered status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryRules(BTreeMap<String, EntryRule>);

/// Requirements of one status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryRule {
    requires: Vec<String>,
    reason: Option<RequestedReason>,
}

/// Reason that a status requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestedReason {
    /// Reasons to choose from; empty means free text.
    pub choices: Vec<String>,
    /// True if the move requires a reason.
    pub required: bool,
}

/// Reason why a rule is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryRuleError {
    /// A name or a reason is empty.
    #[error("a required field or a reason is empty")]
    Empty,
    /// The rule requires the status itself.
    #[error("`status` is what the move itself sets")]
    Status,
    /// The rule requires more fields than a form shows.
    #[error("more than 8 required fields")]
    TooMany,
    /// A reason is required but not requested.
    #[error("`reason_required` without `reason`")]
    NoReason,
}

impl EntryRule {
    /// Creates a rule that requests these fields and this reason.
    ///
    /// # Errors
    /// The fields or the reason are invalid.
    pub fn new(requires: Vec<String>, reason: Option<RequestedReason>) -> Result<Self, EntryRuleError> {
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
        if fields.len() > MAX_FIELDS {
            return Err(EntryRuleError::TooMany);
        }
        let blank = |choice: &String| choice.trim().is_empty();
        if reason.as_ref().is_some_and(|reason| reason.choices.iter().any(blank)) {
            return Err(EntryRuleError::Empty);
        }
        Ok(Self { requires: fields, reason })
    }

    /// Returns the required fields without duplicates, in the configured order.
    #[must_use]
    pub fn requires(&self) -> &[String] {
        &self.requires
    }

    /// Returns the requested reason, if any.
    #[must_use]
    pub fn reason(&self) -> Option<&RequestedReason> {
        self.reason.as_ref()
    }
}

impl EntryRules {
    /// Creates the rules of these statuses.
    #[must_use]
    pub fn new(rules: BTreeMap<String, EntryRule>) -> Self {
        Self(rules)
    }

    /// Returns whether the set of rules is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the rule of a status, if any.
    #[must_use]
    pub fn rule_for(&self, status: &str) -> Option<&EntryRule> {
        self.0.get(status)
    }

    /// Iterates over the fields of all rules, without duplicates.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let mut all: Vec<&str> = self.0.values().flat_map(EntryRule::requires).map(String::as_str).collect();
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
    fn entry_rule_names_each_field_once_without_status() {
        let rule = EntryRule::new(fields(&["responsable", " comite ", "comite"]), None).unwrap();
        assert_eq!(rule.requires(), ["responsable", "comite"]);
        for (names, why) in [
            (vec!["status"], EntryRuleError::Status),
            (vec![" "], EntryRuleError::Empty),
            (vec!["a", "b", "c", "d", "e", "f", "g", "h", "i"], EntryRuleError::TooMany),
        ] {
            assert_eq!(EntryRule::new(fields(&names), None), Err(why));
        }
        let blank = RequestedReason { choices: fields(&["Prix", ""]), required: false };
        assert_eq!(EntryRule::new(Vec::new(), Some(blank)), Err(EntryRuleError::Empty));
    }
}
