//! Whole records with pending writes applied, for output of bodies instead of the table. They match the board: the
//! server's confirmed values with the user's changes.

use std::collections::HashMap;
use std::ops::AddAssign;

use crate::contract::OperationId;
use crate::contract::json::schema_error::ShapeError;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::store::{EntryState, OutboxEntry, RecordKind};

/// Records with the pending writes applied.
#[derive(Debug, Default)]
pub struct OverlaidRecords {
    /// The records in their order; pending creations come last.
    pub records: Vec<Record>,
    /// Numbers of the writes to them.
    pub pending: PendingCounts,
}

/// Numbers of pending writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PendingCounts {
    /// Number of applied writes that wait to be sent.
    pub waiting: usize,
    /// Number of applied writes that are in doubt.
    pub in_doubt: usize,
    /// Number of rejected writes, which are not applied here.
    pub rejected: usize,
    /// Number of writes in conflict, which are not applied here.
    pub conflicts: usize,
}

impl PendingCounts {
    /// Returns the number of all.
    pub fn sum(self) -> usize {
        self.waiting + self.in_doubt + self.rejected + self.conflicts
    }
}

impl AddAssign for PendingCounts {
    fn add_assign(&mut self, more: Self) {
        self.waiting += more.waiting;
        self.in_doubt += more.in_doubt;
        self.rejected += more.rejected;
        self.conflicts += more.conflicts;
    }
}

/// Applies the `rows` for records of `kind` to `records`, in sending order. A blocked row or one of another identity
/// has no effect, because it will not be sent.
///
/// # Errors
/// A row has invalid fields.
pub fn overlay_records(
    kind: RecordKind,
    records: Vec<Record>,
    rows: &[OutboxEntry],
) -> Result<OverlaidRecords, ShapeError> {
    let applies =
        |entry: &&OutboxEntry| entry.locked_by.is_none() && written_kind(entry.operation) == Some(kind);
    let count_state = |state| rows.iter().filter(applies).filter(|entry| entry.state == state).count();
    let (mut waiting, mut in_doubt) = (0, 0);
    let mut indices = HashMap::with_capacity(records.len());
    for (index, record) in records.iter().enumerate() {
        if let Some(id) = record.text("id") {
            indices.entry(id.into_owned()).or_insert(index);
        }
    }
    let mut records: Vec<Option<Record>> = records.into_iter().map(Some).collect();
    for entry in
        rows.iter().filter(|entry| !entry.needs_user() && written_kind(entry.operation) == Some(kind))
    {
        let index = indices.get(&entry.record).copied();
        let current = index.and_then(|index| records.get_mut(index));
        match (entry.operation, current) {
            (OperationId::DealsCreate, None) => {
                let mut fields = Fields::new();
                fields.set_text("id", &entry.record);
                fields.merge(&Fields::parse(&entry.body)?);
                indices.insert(entry.record.clone(), records.len());
                records.push(Some(Record::parse(fields.to_body())?));
            }
            (OperationId::DealsDelete, Some(current)) if current.is_some() => *current = None,
            (_, Some(Some(current))) => {
                let fields = if entry.operation == OperationId::NotificationsRead {
                    let mut read_fields = Fields::new();
                    read_fields.set_boolean("read", true);
                    read_fields
                } else {
                    Fields::parse(&entry.body)?
                };
                *current = fields.apply_to(current)?;
            }
            // A change of an unknown or deleted record has no effect.
            (_, None | Some(None)) => continue,
        }
        if entry.in_doubt() {
            in_doubt += 1;
        } else {
            waiting += 1;
        }
    }
    let (rejected, conflicts) = (count_state(EntryState::Rejected), count_state(EntryState::Conflict));
    let pending = PendingCounts { waiting, in_doubt, rejected, conflicts };
    Ok(OverlaidRecords { records: records.into_iter().flatten().collect(), pending })
}

/// Returns the kind of records that an operation writes, as cached.
pub fn written_kind(operation: OperationId) -> Option<RecordKind> {
    match operation {
        OperationId::DealsCreate | OperationId::DealsUpdate | OperationId::DealsDelete => {
            Some(RecordKind::Deal)
        }
        OperationId::NotificationsRead => Some(RecordKind::Notification),
        OperationId::TasksUpdate => Some(RecordKind::Task),
        OperationId::SavedViewsUpdate => Some(RecordKind::View),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::contract::ids::IdempotencyKey;

    fn row(operation: OperationId, record: &str, body: &str, state: EntryState) -> OutboxEntry {
        OutboxEntry {
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
            outcome_unknown: false,
            last_problem: None,
            locked_by: None,
        }
    }

    fn records() -> Vec<Record> {
        [r#"{"id":"a","status":"ic","ltv":0.10}"#, r#"{"id":"b","status":"lost"}"#]
            .map(|body| Record::parse(body).unwrap())
            .into()
    }

    #[test]
    fn record_overlay_shows_pending_but_not_blocked_writes() {
        use EntryState::{Conflict, Scheduled, Waiting};
        use OperationId::{DealsCreate, DealsDelete, DealsUpdate, TasksUpdate};
        let rows = [
            row(DealsUpdate, "a", r#"{"status":"closing"}"#, Waiting),
            row(DealsCreate, "new-1", r#"{"name":"Neuf"}"#, Scheduled),
            row(DealsUpdate, "new-1", r#"{"status":"ic"}"#, Waiting),
            row(DealsDelete, "b", "", Waiting),
            row(DealsUpdate, "a", r#"{"status":"lost"}"#, Conflict),
            row(DealsUpdate, "z", r#"{"status":"lost"}"#, Waiting),
            row(TasksUpdate, "a", r#"{"statut":"x"}"#, Waiting),
            OutboxEntry {
                outcome_unknown: true,
                ever_sent: true,
                ..row(DealsUpdate, "a", r#"{"status":"closing"}"#, Waiting)
            },
        ];
        let overlaid = overlay_records(RecordKind::Deal, records(), &rows).unwrap();
        let seen: Vec<&str> = overlaid.records.iter().map(Record::as_str).collect();
        assert_eq!(
            seen,
            [r#"{"id":"a","status":"closing","ltv":0.10}"#, r#"{"id":"new-1","name":"Neuf","status":"ic"}"#]
        );
        assert_eq!((overlaid.pending.waiting, overlaid.pending.in_doubt), (4, 1));
    }

    #[test]
    fn pending_writes_are_counted_by_state_and_kind() {
        use EntryState::{Conflict, Rejected, Waiting};
        use OperationId::{DealsUpdate, NotificationsRead, SavedViewsUpdate, TasksUpdate};
        let body = r#"{"status":"x"}"#;
        let other = crate::model::identity::Identity::new("https://service.example", "other", None);
        let rows = [
            row(DealsUpdate, "a", body, Rejected),
            row(DealsUpdate, "a", body, Conflict),
            row(DealsUpdate, "b", body, Conflict),
            OutboxEntry { locked_by: Some(Box::new(other)), ..row(DealsUpdate, "b", body, Rejected) },
            row(TasksUpdate, "t", body, Waiting),
            row(TasksUpdate, "t", body, Rejected),
            row(SavedViewsUpdate, "v", body, Waiting),
            row(NotificationsRead, "n", "", Waiting),
        ];
        let count = |kind, id: &str| {
            let record = Record::parse(format!(r#"{{"id":"{id}"}}"#)).unwrap();
            let overlaid = overlay_records(kind, vec![record], &rows).unwrap();
            (overlaid.pending, overlaid.records[0].as_str().to_owned())
        };
        let none = PendingCounts::default();
        let (deals, _) = count(RecordKind::Deal, "a");
        assert_eq!(deals, PendingCounts { rejected: 1, conflicts: 2, ..none });
        let (tasks, task) = count(RecordKind::Task, "t");
        assert_eq!(tasks, PendingCounts { waiting: 1, rejected: 1, ..none });
        assert_eq!(task, r#"{"id":"t","status":"x"}"#);
        assert_eq!(
            count(RecordKind::View, "v"),
            (PendingCounts { waiting: 1, ..none }, r#"{"id":"v","status":"x"}"#.into())
        );
        let (read, notification) = count(RecordKind::Notification, "n");
        assert_eq!((read.waiting, notification.as_str()), (1, r#"{"id":"n","read":true}"#));
        let mut all = PendingCounts { in_doubt: 5, ..deals };
        all += tasks;
        all += PendingCounts { in_doubt: 2, conflicts: 1, ..none };
        assert_eq!(all, PendingCounts { waiting: 1, in_doubt: 7, rejected: 2, conflicts: 3 });
        assert_eq!(all.sum(), 13);
    }

    #[test]
    fn overlay_time_is_linear_in_changed_records() {
        // A scan of all records for each row would take a billion steps.
        let number = 30_000;
        let records: Vec<Record> =
            (0..number).map(|n| Record::parse(format!(r#"{{"id":"{n}","status":"ic"}}"#)).unwrap()).collect();
        let body = r#"{"status":"lost"}"#;
        let rows: Vec<OutboxEntry> = (0..number)
            .rev()
            .map(|n| row(OperationId::DealsUpdate, &n.to_string(), body, EntryState::Waiting))
            .collect();
        let overlaid = overlay_records(RecordKind::Deal, records, &rows).unwrap();
        assert_eq!((overlaid.pending.waiting, overlaid.records.len()), (number, number));
        let lost = |record: &Record| record.text("status").as_deref() == Some("lost");
        assert!(overlaid.records.iter().all(lost));
        assert_eq!(overlaid.records[7].text("id").as_deref(), Some("7"));
    }

    #[test]
    fn a_mark_of_a_notification_shows_it_read() {
        let records = vec![Record::parse(r#"{"id":"n","read":false}"#).unwrap()];
        let mark = row(OperationId::NotificationsRead, "n", "", EntryState::Waiting);
        let overlaid = overlay_records(RecordKind::Notification, records, &[mark]).unwrap();
        assert_eq!(overlaid.records[0].boolean("read"), Some(true));
    }
}
