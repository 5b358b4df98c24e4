//! Actions on a journal line: opens its deal, or creates a deleted deal again from its former values.
//!
//! The journal persists, so this also works after a restart.

use crate::contract::OperationId;
use crate::contract::ids::DealId;
use crate::contract::models::deal::WRITABLE;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::model::history::journal_entry::{JournalEntry, WriteOutcome};
use crate::model::pending_write::WriteKind;

use crate::foundation::cx::change::RecreateFields;
use crate::foundation::input::disabled_reason::DisabledReason;

impl AppCx {
    pub(crate) fn journal_entry(&self, seq: i64) -> Option<&JournalEntry> {
        let mut lines = self.snapshot.history.journal.iter().rev();
        lines.find(|line| line.seq == seq)
    }

    /// Returns the deal of a journal line, if it still exists.
    pub fn deal_of_entry(&self, seq: i64) -> Option<DealId> {
        let record = &self.journal_entry(seq)?.record;
        self.snapshot.deals.find(record)?;
        DealId::new(record).ok()
    }

    /// Returns whether a deal of that name was created after the deletion, or is pending. Creating it again would make
    /// a duplicate.
    fn is_recreated(&self, line: &JournalEntry) -> bool {
        let failed = [WriteOutcome::Rejected, WriteOutcome::Discarded, WriteOutcome::Cancelled];
        let is_creation = |later: &JournalEntry| {
            later.seq > line.seq
                && later.operation == OperationId::DealsCreate
                && later.label == line.label
                && !failed.contains(&later.outcome)
        };
        let mut writes = self.snapshot.writes.iter();
        self.snapshot.history.journal.iter().any(is_creation)
            || writes.any(|write| write.kind == WriteKind::Create && write.label == line.label)
    }
}

impl Pipeline {
    /// Returns whether a journal line's deleted deal can be created again. `Err` gives the reason why not; `None` if
    /// the line is not an applied deletion.
    pub fn can_recreate(&self, seq: i64, cx: &AppCx) -> Option<Result<(), DisabledReason>> {
        let line = cx.journal_entry(seq)?;
        let deleted = line.operation == OperationId::DealsDelete && line.outcome.is_done();
        if !deleted || recreate_fields(line).is_none() {
            return None;
        }
        if cx.is_recreated(line) {
            return Some(Err(DisabledReason::RecreatedAlready));
        }
        Some(self.can_write_deals())
    }
}

/// Returns the fields for creating a deleted deal again: the writable ones it had.
pub(crate) fn recreate_fields(line: &JournalEntry) -> Option<RecreateFields> {
    let prev_record = Record::parse(line.before.as_deref()?).ok()?;
    let mut recreate = RecreateFields::default();
    for name in WRITABLE {
        let Some(raw) = prev_record.raw(name).filter(|raw| raw.get() != "null") else {
            continue;
        };
        // A creation has no owner field; the owner follows as an update.
        let target: &mut Fields =
            if name == "responsable" { &mut recreate.on_update } else { &mut recreate.fields };
        target.set_raw(name, raw.to_owned());
    }
    (!recreate.fields.is_empty()).then_some(recreate)
}

#[cfg(test)]
mod tests {
    use crate::model::effect::Effect;
    use crate::shell::app::App;
    use std::sync::Arc;

    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::history::observed::ObservedHistory;
    use crate::model::snapshot::Snapshot;
    use crate::shell::action::Action;
    use crate::text::Lang;

    fn line(seq: i64, operation: OperationId, outcome: WriteOutcome, before: Option<&str>) -> JournalEntry {
        let now = Timestamp::UNIX_EPOCH;
        JournalEntry {
            seq,
            outbox_id: seq,
            key: format!("k{seq}"),
            operation,
            record: "gone".to_owned(),
            label: "Le Parc".to_owned(),
            before: before.map(str::to_owned),
            after: None,
            attempts: 1,
            outcome,
            status: None,
            request_id: Some("r-1".to_owned()),
            problem: None,
            reason: None,
            requested_at: now,
            at: now,
        }
    }

    fn app(journal: Vec<JournalEntry>) -> App {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), Timestamp::UNIX_EPOCH);
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            history: Arc::new(ObservedHistory { journal: Arc::new(journal), ..ObservedHistory::default() }),
            ..Snapshot::default()
        }));
        app
    }

    const HELD: &str =
        r#"{"id":"gone","name":"Le Parc","status":"ic","responsable":"A. Martin","crd":"1.50"}"#;

    #[test]
    fn deal_deleted_earlier_is_recreated_from_the_journal() {
        let deleted = line(4, OperationId::DealsDelete, WriteOutcome::Applied, Some(HELD));
        let mut app = app(vec![deleted]);
        assert_eq!(app.pipeline.can_recreate(4, &app.cx), Some(Ok(())));
        let effects = app.dispatch(Action::RecreateFromJournal(4), Timestamp::UNIX_EPOCH);
        let [Effect::Recreate { deal, fields, update: then, label }] = &effects.effects[..] else {
            panic!("{effects:?}")
        };
        assert_eq!((deal.as_str(), label.as_str()), ("gone", "Le Parc"));
        assert_eq!(fields.to_body(), r#"{"name":"Le Parc","status":"ic"}"#);
        assert_eq!(then.to_body(), r#"{"responsable":"A. Martin"}"#);
    }

    #[test]
    fn only_an_applied_deletion_is_recreated_and_only_once() {
        let created = line(5, OperationId::DealsCreate, WriteOutcome::Applied, None);
        let rejected = line(6, OperationId::DealsDelete, WriteOutcome::Rejected, Some(HELD));
        let unknown = line(7, OperationId::DealsDelete, WriteOutcome::Applied, None);
        let deleted = line(4, OperationId::DealsDelete, WriteOutcome::Applied, Some(HELD));
        let mut app = app(vec![deleted, created, rejected, unknown]);
        assert_eq!(app.pipeline.can_recreate(4, &app.cx), Some(Err(DisabledReason::RecreatedAlready)));
        for other in [5, 6, 7, 8] {
            assert_eq!(app.pipeline.can_recreate(other, &app.cx), None);
        }
        assert!(app.dispatch(Action::RecreateFromJournal(4), Timestamp::UNIX_EPOCH).effects.is_empty());
        assert!(app.dispatch(Action::OpenJournalEntry(4), Timestamp::UNIX_EPOCH).effects.is_empty());
        let text = app.cx.toasts().last().map(|toast| toast.content.clone());
        let reason = text.and_then(|content| content.disabled_reason());
        assert_eq!(reason, Some("reason-nothing-to-open"));
    }
}
