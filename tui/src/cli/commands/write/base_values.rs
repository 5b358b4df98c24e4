//! Base values of a write: the record as the user saw it.
//!
//! This is the cached record with the user's own pending writes. It is stored with the write, for a comparison
//! before a late attempt.

use encours_core::contract::models::deal::WRITABLE;
use encours_core::engine::overlay_records;

use crate::cli::prelude::*;

/// Name of a record, and the seen values of the fields that a write changes.
pub(in crate::cli::commands) struct BaseValues {
    /// Name for lists, if known.
    pub(in crate::cli::commands) name: Option<String>,
    /// Values to compare: the written fields, or all writable fields for a deletion. Empty without a cached
    /// record.
    pub(in crate::cli::commands) base: Fields,
}

/// Returns the base values for an update of the deal `id` with `body`.
///
/// An empty `body` means a deletion. A field that was never loaded is not compared.
pub(super) fn deal_base_values(store: &Store, id: &str, body: &str) -> Result<BaseValues, Error> {
    let cached = store.cache().get(RecordKind::Deal, "", id)?;
    let read = cached.is_some();
    let seed = match cached {
        Some(cached) => Record::parse(cached.body)?,
        None => Fields::new().set_text("id", id).to_record()?,
    };
    let mut rows = store.outbox().entries()?;
    rows.retain(|row| row.record == id && row.operation != OperationId::DealsDelete);
    let overlaid = overlay_records(RecordKind::Deal, vec![seed], &rows)?.records;
    let base_values = overlaid.first().map(Fields::from_record).unwrap_or_default();
    let name = base_values.get("name").and_then(|raw| serde_json::from_str::<String>(raw.get()).ok());
    let mut base = Fields::new();
    let mut guard = |field: &str| match base_values.get(field) {
        Some(raw) => {
            base.set_raw(field, raw.to_owned());
        }
        // The field was absent when loaded, so a later value by another client counts as a change.
        None if read && body.is_empty() => {
            base.set_null(field);
        }
        None => {}
    };
    if body.is_empty() {
        WRITABLE.into_iter().for_each(guard);
    } else {
        Fields::parse(body)?.names().for_each(&mut guard);
    }
    Ok(BaseValues { name, base })
}

#[cfg(test)]
mod tests {
    use encours_core::store::{NewOutboxEntry, ReceivedRecord, RecordOrigin};
    use jiff::Timestamp;

    use super::*;

    #[test]
    fn base_values_include_own_pending_writes() {
        let dir = tempfile::tempdir().unwrap();
        let now = Timestamp::UNIX_EPOCH;
        let store = Store::open(dir.path(), now).unwrap();
        let base = |body: &str| deal_base_values(&store, "d", body).unwrap().base.to_body();
        assert_eq!(base(r#"{"status":"ic"}"#), "{}", "nothing is cached");
        let received = ReceivedRecord {
            id: "d".into(),
            body: r#"{"id":"d","name":"Îlot","status":"sourcing"}"#.into(),
            position: 0,
            status: Some("sourcing".into()),
        };
        let read_seq = store.cache().write_seq().unwrap();
        store
            .cache()
            .confirm(RecordKind::Deal, "", now, &received, RecordOrigin::Fetched { request_seq: read_seq })
            .unwrap();
        assert_eq!(base(r#"{"status":"ic","responsable":"A"}"#), r#"{"status":"sourcing"}"#);
        let row = NewOutboxEntry {
            operation: OperationId::DealsUpdate,
            record: "d".into(),
            body: r#"{"status":"ic"}"#.into(),
            key: encours_core::client::auth::random_id::idempotency_key(),
            base: "{}".into(),
            label: "d".into(),
            created_at: now,
            not_before: now,
            scheduled: false,
        };
        store.outbox().enqueue(&[row]).unwrap();
        assert_eq!(base(r#"{"status":"closing"}"#), r#"{"status":"ic"}"#);
        assert_eq!(deal_base_values(&store, "d", "").unwrap().name.as_deref(), Some("Îlot"));
        assert_eq!(
            base(""),
            r#"{"name":"Îlot","status":"ic","classe_actif":null,"responsable":null}"#,
            "a deletion compares all writable fields"
        );
        assert_eq!(deal_base_values(&store, "never read", "").unwrap().base, Fields::new());
    }
}
