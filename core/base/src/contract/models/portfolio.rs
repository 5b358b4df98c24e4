//! Aggregated portfolio of an entity.

use crate::contract::json::num::Num;
use crate::contract::json::schema_error::ShapeError;
use crate::contract::record::Record;
use crate::contract::resource::Resource;

/// The portfolio summary (contract, "Portfolio summary"). Totals exclude deleted resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortfolioSummary {
    record: Record,
}

/// Codes with their counts, in the order received.
pub type CodeCounts = Vec<(String, u64)>;

impl PortfolioSummary {
    /// Creates a summary; any object is valid, because every field has a default.
    ///
    /// # Errors
    /// None today; the signature matches the other resources.
    pub fn from_record(record: Record) -> Result<Self, ShapeError> {
        Ok(Self { record })
    }

    /// Returns the record as received.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the number of operations; 0 if not sent.
    pub fn total_operations(&self) -> u64 {
        self.count("total_operations")
    }

    /// Returns the total nominal; 0.0 if not sent. The contract gives no currency.
    pub fn total_nominal(&self) -> Num {
        self.record
            .num("total_nominal")
            .unwrap_or_else(|| Num::from_decimal(rust_decimal::Decimal::new(0, 1)))
    }

    /// Returns the number of funds; 0 if not sent.
    pub fn total_fonds(&self) -> u64 {
        self.count("total_fonds")
    }

    /// Returns the number of SPVs; 0 if not sent.
    pub fn total_spvs(&self) -> u64 {
        self.count("total_spvs")
    }

    /// Returns the number of operators; 0 if not sent.
    pub fn total_operateurs(&self) -> u64 {
        self.count("total_operateurs")
    }

    /// Returns the operations by status code.
    pub fn operations_by_status(&self) -> CodeCounts {
        self.breakdown("operations_by_status")
    }

    /// Returns the operations by asset class code.
    pub fn operations_by_classe_actif(&self) -> CodeCounts {
        self.breakdown("operations_by_classe_actif")
    }

    /// Returns the operations by investment type code.
    pub fn operations_by_type_investissement(&self) -> CodeCounts {
        self.breakdown("operations_by_type_investissement")
    }

    fn count(&self, name: &str) -> u64 {
        self.record.integer(name).and_then(|count| u64::try_from(count).ok()).unwrap_or(0)
    }

    /// Reads a breakdown. Entries that are not counts (contract: "object, string to integer") are skipped.
    ///
    /// They stay in the record. Screens compare the sum of a breakdown with its total, so the gap is visible.
    fn breakdown(&self, name: &str) -> CodeCounts {
        let Some(object) = self.record.object(name) else {
            return Vec::new();
        };
        object
            .fields()
            .filter_map(|(code, _)| Some((code.to_owned(), u64::try_from(object.integer(code)?).ok()?)))
            .collect()
    }
}

impl Resource for PortfolioSummary {
    fn from_record(record: Record) -> Result<Self, ShapeError> {
        Self::from_record(record)
    }

    fn record(&self) -> &Record {
        Self::record(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(json: &str) -> PortfolioSummary {
        PortfolioSummary::from_record(Record::parse(json).unwrap()).unwrap()
    }

    #[test]
    fn defaults_of_the_contract() {
        let empty = summary("{}");
        assert_eq!((empty.total_operations(), empty.total_nominal().as_json()), (0, "0.0"));
        assert!(empty.operations_by_status().is_empty());
    }

    #[test]
    fn breakdowns_keep_the_order_received() {
        let summary = summary(
            r#"{"total_operations":3,"total_nominal":"1250000.50",
            "operations_by_status":{"instruction":2,"cloture":1,"odd":"x","less":-1}}"#,
        );
        assert_eq!(summary.total_nominal().as_json(), "\"1250000.50\"");
        assert_eq!(
            summary.operations_by_status(),
            [("instruction".to_owned(), 2), ("cloture".to_owned(), 1)]
        );
    }
}
