//! Deal of the pre-closing pipeline.

use crate::contract::ids::DealId;
use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::resource::resource;

use super::kpi::KpiSnapshot;

resource!(
    /// A deal (contract, "Deal"). Fields beyond the five listed there stay in the record.
    Deal,
    /// Identifier.
    id(DealId) = "id",
    /// Name.
    name = "name",
    /// Status code: `sourcing`, `ic`, `closing` or an unlisted one.
    status = "status",
    /// Asset class code.
    classe_actif = "classe_actif",
    /// Owner of the deal.
    responsable = "responsable",
);

/// Fields that `POST /deals` and `PUT /deals/{deal_id}` may write.
pub const WRITABLE: [&str; 4] = ["name", "status", "classe_actif", "responsable"];

/// Timestamps that services maintain themselves.
///
/// They are not in the contract and follow every change that they date.
pub const SERVICE_TIMESTAMPS: [&str; 3] = ["status_since", "status_changed_at", "updated_at"];
/// Fields with the time since which a deal has its status. Not in the contract.
pub(in crate::contract) const STATUS_SINCE: [&str; 2] = ["status_since", "status_changed_at"];

impl Deal {
    /// Returns the financial snapshot, if the service sends one.
    pub fn kpi(&self) -> Option<KpiSnapshot> {
        self.record.object("kpi_snapshot").map(KpiSnapshot::new)
    }

    /// Returns the time of the last status change.
    ///
    /// Not in the contract; read from `status_since` or `status_changed_at`.
    pub fn status_since(&self) -> Option<DateOrTime> {
        first_time(&self.record, &STATUS_SINCE)
    }

    /// Returns the creation time. Not in the contract; read from `created_at`.
    pub fn created_at(&self) -> Option<DateOrTime> {
        first_time(&self.record, &["created_at"])
    }

    /// Returns the time of the last change. Not in the contract; read from `updated_at`.
    pub fn updated_at(&self) -> Option<DateOrTime> {
        first_time(&self.record, &["updated_at"])
    }
}

/// Returns the first of the named fields that is a date or a date-time.
pub(super) fn first_time(record: &crate::contract::Record, names: &[&str]) -> Option<DateOrTime> {
    names.iter().find_map(|name| DateOrTime::parse(&record.text(name)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::json::schema_error::ShapeError;
    use crate::contract::record::Record;

    fn deal(json: &str) -> Result<Deal, ShapeError> {
        Deal::from_record(Record::parse(json).unwrap())
    }

    #[test]
    fn needs_only_an_identifier() {
        let deal = deal(r#"{"id":"d1"}"#).unwrap();
        assert_eq!((deal.id().as_str(), deal.name(), deal.status()), ("d1", None, None));
        assert!(deal.kpi().is_none() && deal.created_at().is_none());
    }

    #[test]
    fn deal_reads_known_fields_and_keeps_the_rest() {
        let json = r#"{"id":"d1","name":"Îlot","status":"new_code","classe_actif":7,"x":1e400,
            "status_since":"2026-02-01","created_at":"2026-01-05T10:00:00Z","kpi_snapshot":{"ltv":"0.65"}}"#;
        let deal = deal(json).unwrap();
        assert_eq!(deal.name(), Some("Îlot"));
        assert_eq!(deal.status(), Some("new_code"));
        assert_eq!(deal.classe_actif(), None);
        assert_eq!(deal.record().as_str(), json);
        assert!(matches!(deal.status_since(), Some(DateOrTime::Day(_))));
        assert!(matches!(deal.created_at(), Some(DateOrTime::Instant(_))));
        assert!(deal.kpi().is_some());
    }

    #[test]
    fn an_unusable_identifier_fails() {
        for json in [r#"{"name":"x"}"#, r#"{"id":1}"#, r#"{"id":""}"#, r#"{"id":".."}"#, r#"{"id":"a\nb"}"#] {
            assert!(matches!(deal(json), Err(ShapeError::Field { .. })), "{json}");
        }
    }

    #[test]
    fn debug_shows_the_identifier_alone() {
        assert_eq!(format!("{:?}", deal(r#"{"id":"d1","name":"n"}"#).unwrap()), r#"Deal(DealId("d1"))"#);
    }
}
