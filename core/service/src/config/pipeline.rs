//! Your organisation's pipeline rules from the configuration file.
//!
//! They are the order of the columns, `[pipeline.entry.STATUS]` and `[pipeline.probability]`.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer};

use crate::model::entry_rules::{AskedReason, EntryRule, EntryRuleError, EntryRules};
use crate::vocabulary::StatusOrder;

/// Pipeline settings of `config.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Pipeline {
    /// Columns that come first.
    #[serde(deserialize_with = "super::status_order::order")]
    pub(super) order: StatusOrder,
    /// Requirements of each status for a deal that enters it.
    #[serde(deserialize_with = "entry")]
    pub(super) entry: EntryRules,
    /// Probability of closing in percent, by status code; weights the principal.
    #[serde(deserialize_with = "super::probability::probabilities")]
    pub(super) probability: BTreeMap<String, Decimal>,
}

/// Entry rule of one status, as written.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Written {
    requires: Vec<String>,
    reason: Asked,
    reason_required: bool,
}

/// Value of `reason`.
#[derive(Default)]
enum Asked {
    #[default]
    No,
    Text,
    Choices(Vec<String>),
}

impl<'de> Deserialize<'de> for Asked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> serde::de::Visitor<'de> for Either {
            type Value = Asked;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("true, or a list of reasons")
            }

            fn visit_bool<E: serde::de::Error>(self, asked: bool) -> Result<Asked, E> {
                Ok(if asked { Asked::Text } else { Asked::No })
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, seq: A) -> Result<Asked, A::Error> {
                Vec::deserialize(serde::de::value::SeqAccessDeserializer::new(seq)).map(Asked::Choices)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl TryFrom<Written> for EntryRule {
    type Error = EntryRuleError;

    fn try_from(written: Written) -> Result<Self, EntryRuleError> {
        let required = written.reason_required;
        let choices = match written.reason {
            Asked::No if required => return Err(EntryRuleError::NoReason),
            Asked::No => None,
            Asked::Text => Some(Vec::new()),
            Asked::Choices(choices) => Some(choices),
        };
        Self::new(
            written.requires,
            choices.map(|choices| AskedReason { choices, required }),
        )
    }
}

fn entry<'de, D: Deserializer<'de>>(deserializer: D) -> Result<EntryRules, D::Error> {
    /// Validates each rule during deserialisation, so that an error has the position of its status.
    #[derive(Deserialize)]
    #[serde(try_from = "Written")]
    struct Ruled(EntryRule);
    impl TryFrom<Written> for Ruled {
        type Error = EntryRuleError;

        fn try_from(written: Written) -> Result<Self, EntryRuleError> {
            EntryRule::try_from(written).map(Self)
        }
    }
    let read = BTreeMap::<String, Ruled>::deserialize(deserializer)?;
    Ok(EntryRules::new(
        read.into_iter().map(|(status, rule)| (status, rule.0)).collect(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EntryRules, String> {
        toml::from_str::<Pipeline>(text)
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
        let lost = rules.of("lost").unwrap();
        assert!(lost.requires().is_empty());
        assert_eq!(lost.reason().unwrap().choices, ["Prix", "Concurrence"]);
        assert!(lost.reason().unwrap().required);
        let ic = rules.of("ic").unwrap();
        assert_eq!(ic.requires(), ["responsable"]);
        assert_eq!(ic.reason(), Some(&AskedReason::default()));
        assert_eq!(rules.of("closing").unwrap().reason(), None);
        assert!(rules.of("sourcing").is_none());
        assert!(read("").unwrap().is_empty());
    }

    #[test]
    fn what_is_no_rule_is_refused_with_its_reason() {
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
