//! Kinds of received fields, from the field definitions that the server sends.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use crate::contract::record::Record;

/// Kinds of fields, by the key of the field.
pub type FieldKinds = BTreeMap<String, FieldKind>;

/// Kind of a received field, which decides how its values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A text, or a code without order.
    Text,
    /// A number.
    Number,
    /// An amount of money.
    Amount,
    /// A fraction, which users write as a percentage.
    Percent,
    /// A date or a time.
    Date,
    /// Yes or no.
    Flag,
}

impl FieldKind {
    /// Returns the key of a field and its kind; `None` if the definition gives no type that is known.
    #[must_use]
    pub fn from_definition(definition: &Record) -> Option<(String, Self)> {
        let unit = definition.text("unit").unwrap_or_default();
        let kind = match &*definition.text("value_type")? {
            "text" | "code" | "reference" => Self::Text,
            "date" | "datetime" => Self::Date,
            "boolean" => Self::Flag,
            "decimal" | "integer" => match &*unit {
                "fraction" => Self::Percent,
                // A currency, as in ISO 4217.
                unit if unit.len() == 3 && unit.bytes().all(|byte| byte.is_ascii_uppercase()) => Self::Amount,
                _ => Self::Number,
            },
            _ => return None,
        };
        Some((definition.text("field_key")?.into_owned(), kind))
    }

    /// Returns what completion writes after the name of a field.
    pub(super) fn operator(self) -> &'static str {
        match self {
            Self::Text | Self::Flag => ":",
            Self::Number | Self::Amount | Self::Percent => ">",
            Self::Date => ">=",
        }
    }

    /// Returns a number as users write it.
    pub(super) fn number_text(self, number: Decimal) -> String {
        match number.checked_mul(Decimal::ONE_HUNDRED).filter(|_| self == Self::Percent) {
            Some(percent) => format!("{}%", percent.normalize()),
            None => number.normalize().to_string(),
        }
    }
}
