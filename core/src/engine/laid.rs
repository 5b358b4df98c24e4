//! Whole records with the outbox laid over them, for whoever shows bodies rather than the table: what a person sees is
//! what the service confirmed and what they wrote since, here as on the board.

use crate::contract::OperationId;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::contract::shape::ShapeError;
use crate::store::{Kind, Row, RowState};

/// Records with what waits laid over them.
#[derive(Debug, Default)]
pub struct Laid {
    /// In their order; what waits to be created comes last.
    pub records: Vec<Record>,
    /// How many writes were laid over them.
    pub waiting: usize,
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
    let mut laid = Laid {
        records,
        waiting: 0,
        refused: standing(RowState::Refused),
        conflicts: standing(RowState::Conflict),
    };
    for row in rows
        .iter()
        .filter(|row| !row.stands() && written(row.operation) == Some(kind))
    {
        let at = laid
            .records
            .iter()
            .position(|record| record.text("id").as_deref() == Some(row.record.as_str()));
        match (row.operation, at) {
            (OperationId::DealsCreate, None) => {
                let mut fields = Fields::new();
                fields.set_text("id", &row.record);
                fields.merge(&Fields::parse(&row.body)?);
                laid.records.push(Record::parse(fields.to_body())?);
            }
            (OperationId::DealsDelete, Some(at)) => {
                laid.records.remove(at);
            }
            (_, Some(at)) => {
                let fields = if row.operation == OperationId::NotificationsRead {
                    let mut read = Fields::new();
                    read.set_boolean("read", true);
                    read
                } else {
                    Fields::parse(&row.body)?
                };
                let record = laid.records.remove(at);
                laid.records.insert(at, fields.over(&record)?);
            }
            // A change of what was never read here shows nothing.
            (_, None) => continue,
        }
        laid.waiting += 1;
    }
    Ok(laid)
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
        assert_eq!(laid.waiting, 4);
    }

    #[test]
    fn a_mark_of_a_notification_shows_it_read() {
        let held = vec![Record::parse(r#"{"id":"n","read":false}"#).unwrap()];
        let mark = row(OperationId::NotificationsRead, "n", "", RowState::Waiting);
        let laid = laid_over(Kind::Notification, held, &[mark]).unwrap();
        assert_eq!(laid.records[0].boolean("read"), Some(true));
    }
}
