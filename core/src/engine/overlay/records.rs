//! Whole records with the outbox laid over them, for whoever shows bodies rather than the table: what a person sees is
//! what the service confirmed and what they wrote since, here as on the board.

use std::collections::HashMap;

use crate::contract::OperationId;
use crate::contract::json::schema_error::ShapeError;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::store::{Kind, Row, RowState};

/// Records with what waits laid over them.
#[derive(Debug, Default)]
pub struct Laid {
    /// In their order; what waits to be created comes last.
    pub records: Vec<Record>,
    /// How many writes were laid over them that are not applied, as far as is known.
    pub waiting: usize,
    /// How many were that the service may have applied.
    pub in_doubt: usize,
    /// How many were refused, and stand beside them.
    pub refused: usize,
    /// How many met a change made elsewhere, and stand beside them.
    pub conflicts: usize,
}

/// Lays the `rows` that write records of `kind` over `records`, in the order they will be sent. A row that stands (parked,
/// or another identity's) changes nothing: what it wants is not on its way.
///
/// # Errors
/// A row holds no fields that can be read.
pub fn laid_over(kind: Kind, records: Vec<Record>, rows: &[Row]) -> Result<Laid, ShapeError> {
    let own = |row: &&Row| row.locked.is_none() && written(row.operation) == Some(kind);
    let standing = |state| rows.iter().filter(own).filter(|row| row.state == state).count();
    let (mut waiting, mut in_doubt) = (0, 0);
    let mut places = HashMap::with_capacity(records.len());
    for (place, record) in records.iter().enumerate() {
        if let Some(id) = record.text("id") {
            places.entry(id.into_owned()).or_insert(place);
        }
    }
    let mut records: Vec<Option<Record>> = records.into_iter().map(Some).collect();
    for row in rows
        .iter()
        .filter(|row| !row.stands() && written(row.operation) == Some(kind))
    {
        let place = places.get(&row.record).copied();
        let held = place.and_then(|place| records.get_mut(place));
        match (row.operation, held) {
            (OperationId::DealsCreate, None) => {
                let mut fields = Fields::new();
                fields.set_text("id", &row.record);
                fields.merge(&Fields::parse(&row.body)?);
                places.insert(row.record.clone(), records.len());
                records.push(Some(Record::parse(fields.to_body())?));
            }
            (OperationId::DealsDelete, Some(held)) if held.is_some() => *held = None,
            (_, Some(Some(held))) => {
                let fields = if row.operation == OperationId::NotificationsRead {
                    let mut read = Fields::new();
                    read.set_boolean("read", true);
                    read
                } else {
                    Fields::parse(&row.body)?
                };
                *held = fields.over(held)?;
            }
            // A change of what was never read here, or is to be deleted, shows nothing.
            (_, None | Some(None)) => continue,
        }
        if row.in_doubt() {
            in_doubt += 1;
        } else {
            waiting += 1;
        }
    }
    Ok(Laid {
        records: records.into_iter().flatten().collect(),
        waiting,
        in_doubt,
        refused: standing(RowState::Refused),
        conflicts: standing(RowState::Conflict),
    })
}

/// What records an operation writes, as they are kept.
fn written(operation: OperationId) -> Option<Kind> {
    match operation {
        OperationId::DealsCreate | OperationId::DealsUpdate | OperationId::DealsDelete => Some(Kind::Deal),
        OperationId::NotificationsRead => Some(Kind::Notification),
        OperationId::TasksUpdate => Some(Kind::Task),
        OperationId::SavedViewsUpdate => Some(Kind::View),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::contract::ids::IdempotencyKey;

    fn row(operation: OperationId, record: &str, body: &str, state: RowState) -> Row {
        Row {
            seq: 1,
            operation,
            record: record.into(),
            body: body.into(),
            key: IdempotencyKey::new("k").unwrap(),
            base: "{}".into(),
            label: String::new(),
            created_at: Timestamp::UNIX_EPOCH,
            attempts: 0,
            not_before: Timestamp::UNIX_EPOCH,
            state,
            ever_sent: false,
            doubtful: false,
            last_problem: None,
            locked: None,
        }
    }

    fn records() -> Vec<Record> {
        [
            r#"{"id":"a","status":"ic","ltv":0.10}"#,
            r#"{"id":"b","status":"lost"}"#,
        ]
        .map(|body| Record::parse(body).unwrap())
        .into()
    }

    #[test]
    fn what_waits_is_seen_and_what_stands_is_not() {
        use OperationId::{DealsCreate, DealsDelete, DealsUpdate, TasksUpdate};
        use RowState::{Conflict, Held, Waiting};
        let rows = [
            row(DealsUpdate, "a", r#"{"status":"closing"}"#, Waiting),
            row(DealsCreate, "new-1", r#"{"name":"Neuf"}"#, Held),
            row(DealsUpdate, "new-1", r#"{"status":"ic"}"#, Waiting),
            row(DealsDelete, "b", "", Waiting),
            row(DealsUpdate, "a", r#"{"status":"lost"}"#, Conflict),
            row(DealsUpdate, "z", r#"{"status":"lost"}"#, Waiting),
            row(TasksUpdate, "a", r#"{"statut":"x"}"#, Waiting),
            Row {
                doubtful: true,
                ever_sent: true,
                ..row(DealsUpdate, "a", r#"{"status":"closing"}"#, Waiting)
            },
        ];
        let laid = laid_over(Kind::Deal, records(), &rows).unwrap();
        let seen: Vec<&str> = laid.records.iter().map(Record::as_str).collect();
        assert_eq!(
            seen,
            [
                r#"{"id":"a","status":"closing","ltv":0.10}"#,
                r#"{"id":"new-1","name":"Neuf","status":"ic"}"#
            ]
        );
        assert_eq!((laid.waiting, laid.in_doubt), (4, 1));
    }

    #[test]
    fn a_change_of_every_record_takes_its_time_once_a_record() {
        // With a look at every record for every row this would be a billion of them.
        let number = 30_000;
        let held: Vec<Record> = (0..number)
            .map(|n| Record::parse(format!(r#"{{"id":"{n}","status":"ic"}}"#)).unwrap())
            .collect();
        let body = r#"{"status":"lost"}"#;
        let rows: Vec<Row> = (0..number)
            .rev()
            .map(|n| row(OperationId::DealsUpdate, &n.to_string(), body, RowState::Waiting))
            .collect();
        let laid = laid_over(Kind::Deal, held, &rows).unwrap();
        assert_eq!((laid.waiting, laid.records.len()), (number, number));
        let lost = |record: &Record| record.text("status").as_deref() == Some("lost");
        assert!(laid.records.iter().all(lost));
        assert_eq!(laid.records[7].text("id").as_deref(), Some("7"));
    }

    #[test]
    fn a_mark_of_a_notification_shows_it_read() {
        let held = vec![Record::parse(r#"{"id":"n","read":false}"#).unwrap()];
        let mark = row(OperationId::NotificationsRead, "n", "", RowState::Waiting);
        let laid = laid_over(Kind::Notification, held, &[mark]).unwrap();
        assert_eq!(laid.records[0].boolean("read"), Some(true));
    }
}
