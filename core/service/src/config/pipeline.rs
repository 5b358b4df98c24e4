//! Your organisation's pipeline rules from the configuration file.
//!
//! They are the order of the columns, `[pipeline.entry.STATUS]` and `[pipeline.probability]`.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer};

use crate::model::entry_rules::{EntryRule, EntryRuleError, EntryRules, RequestedReason};
use crate::vocabulary::StatusOrder;

/// Pipeline settings of `config.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PipelineSettings {
    /// Columns that come first.
    #[serde(deserialize_with = "super::status_order::deserialize_order")]
    pub(super) order: StatusOrder,
    /// Requirements of each status for a deal that enters it.
    #[serde(deserialize_with = "deserialize_rules")]
    pub(super) entry: EntryRules,
    /// True if the time in a status counts working days.
    pub(super) working_days: bool,
    /// Probability of closing in percent, by status code; weights the principal.
    #[serde(deserialize_with = "super::probability::deserialize_probabilities")]
    pub(super) probability: BTreeMap<String, Decimal>,
}

/// Entry rule of one status, as written.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct RawEntryRule {
    requires: Vec<String>,
    reason: ReasonSetting,
    reason_required: bool,
}

/// Value of `reason`.
#[derive(Default)]
enum ReasonSetting {
    #[default]
    No,
    FreeText,
    Choices(Vec<String>),
}

impl<'de> Deserialize<'de> for ReasonSetting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ReasonVisitor;
        impl<'de> serde::de::Visitor<'de> for ReasonVisitor {
            type Value = ReasonSetting;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("true, or a list of reasons")
            }

            fn visit_bool<E: serde::de::Error>(self, is_requested: bool) -> Result<ReasonSetting, E> {
                Ok(if is_requested { ReasonSetting::FreeText } else { ReasonSetting::No })
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, seq: A) -> Result<ReasonSetting, A::Error> {
                Vec::deserialize(serde::de::value::SeqAccessDeserializer::new(seq))
                    .map(ReasonSetting::Choices)
            }
        }
        deserializer.deserialize_any(ReasonVisitor)
    }
}

impl TryFrom<RawEntryRule> for EntryRule {
    type Error = EntryRuleError;

    fn try_from(rule: RawEntryRule) -> Result<Self, EntryRuleError> {
        let required = rule.reason_required;
        let choices = match rule.reason {
            ReasonSetting::No if required => return Err(EntryRuleError::NoReason),
            ReasonSetting::No => None,
            ReasonSetting::FreeText => Some(Vec::new()),
            ReasonSetting::Choices(choices) => Some(choices),
        };
        Self::new(rule.requires, choices.map(|choices| RequestedReason { choices, required }))
    }
}

fn deserialize_rules<'de, D: Deserializer<'de>>(deserializer: D) -> Result<EntryRules, D::Error> {
    /// Validates each rule during deserialisation, so that an error has the position of its status.
    #[derive(Deserialize)]
    #[serde(try_from = "RawEntryRule")]
    struct CheckedRule(EntryRule);
    impl TryFrom<RawEntryRule> for CheckedRule {
        type Error = EntryRuleError;

        fn try_from(rule: RawEntryRule) -> Result<Self, EntryRuleError> {
            EntryRule::try_from(rule).map(Self)
        }
    }
    let read = BTreeMap::<String, CheckedRule>::deserialize(deserializer)?;
    Ok(EntryRules::new(read.into_iter().map(|(status, rule)| (status, rule.0)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EntryRules, String> {
        toml::from_str::<PipelineSettings>(text)
            .map(|pipeline| pipeline.entry)
            .map_err(|error| error.message().to_owned())
    }

    #[test]
    fn a_status_asks_for_fields_and_a_reason() {
        let rules = read(
            "[entry.lost]\nreason = [\"Prix\", \"Concurrence\"]\nreason_required = true\n\
             [entry.ic]\nrequires = [\"responsable\"]\nreason = true\n[entry.closing]\nreason = false\n",
        )
        .unwrap();
        let lost = rules.rule_for("lost").unwrap();
        assert!(lost.requires().is_empty());
        assert_eq!(lost.reason().unwrap().choices, ["Prix", "Concurrence"]);
        assert!(lost.reason().unwrap().required);
        let ic = rules.rule_for("ic").unwrap();
        assert_eq!(ic.requires(), ["responsable"]);
        assert_eq!(ic.reason(), Some(&RequestedReason::default()));
        assert_eq!(rules.rule_for("closing").unwrap().reason(), None);
        assert!(rules.rule_for("sourcing").is_none());
        assert!(read("").unwrap().is_empty());
    }

    #[test]
    fn invalid_entry_rules_are_rejected_with_a_reason() {
        for (text, why) in [
            ("[entry.ic]\nreason = 3\n", "true, or a list of reasons"),
            ("[entry.ic]\nreason_required = true\n", "without `reason`"),
            ("[entry.ic]\nrequires = [\"status\"]\n", "the move itself"),
            ("[entry.ic]\nrequire = [\"responsable\"]\n", "unknown field"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
