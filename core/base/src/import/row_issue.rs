//! Reason why a row of an import is not written.

use crate::import::mapping::ImportField;
use crate::text::{MessageArg, Messages, SafeText};

/// Longest value shown in a reason, in characters.
const MAX_VALUE: usize = 40;

/// Declares the rules with their names for scripts.
macro_rules! row_rules {
    ($($(#[$doc:meta])* $rule:ident $name:literal $uncertain:literal;)+) => {
        /// Rule that a row breaks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum RowRule {
            $($(#[$doc])* $rule,)+
        }

        impl RowRule {
            /// All rules.
            pub const ALL: &[Self] = &[$(Self::$rule,)+];

            /// Returns the name for scripts, which is also the end of the message key.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)+
                }
            }

            /// Returns whether the row may be right, and only the user can say so.
            pub fn is_uncertain(self) -> bool {
                match self {
                    $(Self::$rule => $uncertain,)+
                }
            }
        }
    };
}

row_rules! {
    /// Several deals have this name and class.
    SeveralDeals "several_deals" true;
    /// A deal has this name and another class.
    OtherClass "other_class" true;
    /// A deal has almost this name.
    SimilarName "similar_name" true;
    /// An owner has almost this name.
    SimilarOwner "similar_owner" true;
    /// Another row has other values for the same deal.
    Repeated "repeated" true;
    /// A cell could not be read.
    UnreadableCell "unreadable_cell" false;
    /// The row has more cells than the header.
    ExtraCells "extra_cells" false;
    /// A new deal has no name.
    NoName "no_name" false;
    /// The name is too long.
    LongValue "long_value" false;
    /// No deal has this identifier.
    UnknownId "unknown_id" false;
    /// No status has this code or name.
    UnknownStatus "unknown_status" false;
    /// No class has this code or name.
    UnknownClass "unknown_class" false;
    /// The contract does not let an update change this field.
    ReadOnly "read_only" false;
    /// The deal is being created and has no identifier yet.
    NotCreatedYet "not_created_yet" false;
    /// A rule of the organisation requires a field or a reason that the row does not give.
    EntryRule "entry_rule" false;
}

/// Reason why a row is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowIssue {
    /// Broken rule.
    pub rule: RowRule,
    /// Field concerned, if it is one.
    pub field: Option<ImportField>,
    /// Value in the row.
    pub value: String,
    /// Value that it may mean, that it contradicts, or that is missing.
    pub other: String,
}

impl RowIssue {
    /// Creates the reason for a value.
    pub(super) fn new(rule: RowRule, field: impl Into<Option<ImportField>>, value: &str) -> Self {
        Self { rule, field: field.into(), value: value.to_owned(), other: String::new() }
    }

    /// Adds the other value.
    pub(super) fn with_other(self, other: impl Into<String>) -> Self {
        Self { other: other.into(), ..self }
    }

    /// Returns the reason as a sentence without a full stop.
    pub fn text(&self, messages: &'static Messages) -> String {
        let (value, other) =
            (SafeText::line_within(&self.value, MAX_VALUE), SafeText::line_within(&self.other, MAX_VALUE));
        let args = [
            (
                "field",
                MessageArg::from(messages.get(self.field.map_or("field-name", ImportField::label_key))),
            ),
            ("value", MessageArg::from(&value)),
            ("other", MessageArg::from(&other)),
            ("has_other", if self.other.is_empty() { "no" } else { "yes" }.into()),
        ];
        messages.with(&format!("import-rule-{}", self.rule.name()), &args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn every_rule_has_a_text_in_each_language() {
        for (lang, rule) in
            Lang::ALL.into_iter().flat_map(|lang| RowRule::ALL.iter().map(move |rule| (lang, *rule)))
        {
            for other in ["", "b"] {
                let issue = RowIssue::new(rule, ImportField::Status, "a").with_other(other);
                let text = issue.text(Messages::new(lang));
                assert!(!text.is_empty() && !text.contains("import-rule"), "{text}");
            }
        }
    }
}
