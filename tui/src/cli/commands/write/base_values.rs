//! What a person has seen of a record they write to: what this machine has read of it, with their own waiting writes laid
//! over it. It is kept with the write, so that a write that leaves later is compared with it first.

use encours_core::contract::models::deal::WRITABLE;
use encours_core::contract::{Fields, OperationId, Record};
use encours_core::error::Error;
use encours_core::store::{Kind, Outbox, Row, Store};

/// The record's name, where it is known, and the fields that `body` writes as they were seen.
pub(in crate::cli::commands) struct Seen {
    /// What to call it in lists.
    pub(in crate::cli::commands) name: Option<String>,
    /// The fields guarded: those that are written, or of a deletion all that the contract lets one write; empty where nothing was read here.
    pub(in crate::cli::commands) base: Fields,
}

/// What was seen of the deal called `id` before `body` is written to it, or before it is deleted, where there is no body.
/// A field that was never read guards nothing.
pub(super) fn of_deal(store: &Store, id: &str, body: &str) -> Result<Seen, Error> {
    let held = store.cache().get(Kind::Deal, "", id)?;
    let read = held.is_some();
    let mut seen = match held {
        Some(held) => Fields::from_record(&Record::parse(held.body)?),
        None => Fields::new(),
    };
    for row in waiting(store.outbox(), id)? {
        seen.merge(&Fields::parse(&row.body)?);
    }
    let name = seen
        .get("name")
        .and_then(|raw| serde_json::from_str::<String>(raw.get()).ok());
    let mut base = Fields::new();
    let mut guard = |field: &str| match seen.get(field) {
        Some(raw) => {
            base.set_raw(field, raw.to_owned());
        }
        // Read, and not there: somebody may give it a value meanwhile.
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
    Ok(Seen { name, base })
}

/// The person's own changes of a record that are on their way, oldest first.
fn waiting(outbox: &Outbox, id: &str) -> Result<Vec<Row>, Error> {
    let mut rows = outbox.rows()?;
    rows.retain(|row| {
        let changes = matches!(row.operation, OperationId::DealsCreate | OperationId::DealsUpdate);
        changes && row.record == id && !row.stands()
    });
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use encours_core::store::{NewRow, Received, Source};
    use jiff::Timestamp;

    use super::*;

    #[test]
    fn what_was_read_is_guarded_with_ones_own_waiting_writes_over_it() {
        let dir = tempfile::tempdir().unwrap();
        let now = Timestamp::UNIX_EPOCH;
        let store = Store::open(dir.path(), now).unwrap();
        let base = |body: &str| of_deal(&store, "d", body).unwrap().base.to_body();
        assert_eq!(base(r#"{"status":"ic"}"#), "{}", "nothing was read");
        let received = Received {
            id: "d".into(),
            body: r#"{"id":"d","name":"Îlot","status":"sourcing"}"#.into(),
            position: 0,
            status: Some("sourcing".into()),
        };
        let asked = store.cache().change().unwrap();
        store
            .cache()
            .confirm(Kind::Deal, "", now, &received, Source::Read { asked })
            .unwrap();
        assert_eq!(
            base(r#"{"status":"ic","responsable":"A"}"#),
            r#"{"status":"sourcing"}"#
        );
        let row = NewRow {
            operation: OperationId::DealsUpdate,
            record: "d".into(),
            body: r#"{"status":"ic"}"#.into(),
            key: encours_core::client::auth::random_id::idempotency_key(),
            base: "{}".into(),
            label: "d".into(),
            created_at: now,
            not_before: now,
            held: false,
        };
        store.outbox().enqueue(&[row]).unwrap();
        assert_eq!(base(r#"{"status":"closing"}"#), r#"{"status":"ic"}"#);
        assert_eq!(of_deal(&store, "d", "").unwrap().name.as_deref(), Some("Îlot"));
        assert_eq!(
            base(""),
            r#"{"name":"Îlot","status":"ic","classe_actif":null,"responsable":null}"#,
            "a deletion guards all that can be written"
        );
        assert_eq!(of_deal(&store, "never read", "").unwrap().base, Fields::new());
    }
}
