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
use crate::model::history::journal_entry::{JournalEntry, Outcome};
use crate::model::pending_write::WriteKind;

use crate::foundation::cx::change::Again;
use crate::foundation::input::disabled_reason::Reason;

impl AppCx {
    pub(crate) fn journal_line(&self, seq: i64) -> Option<&JournalEntry> {
        let mut lines = self.snapshot.observed.journal.iter().rev();
        lines.find(|line| line.seq == seq)
    }

    /// Returns the deal of a journal line, if it still exists.
    pub fn deal_of_line(&self, seq: i64) -> Option<DealId> {
        let record = &self.journal_line(seq)?.record;
        self.snapshot.deals.find(record)?;
        DealId::new(record).ok()
    }

    /// Returns whether a deal of that name was created after the deletion, or is pending. Creating it again would make
    /// a duplicate.
    fn is_made_again(&self, line: &JournalEntry) -> bool {
        let failed = [Outcome::Refused, Outcome::Discarded, Outcome::Withdrawn];
        let made = |later: &JournalEntry| {
            later.seq > line.seq
                && later.operation == OperationId::DealsCreate
                && later.label == line.label
                && !failed.contains(&later.outcome)
        };
        let mut writes = self.snapshot.writes.iter();
        self.snapshot.observed.journal.iter().any(made)
            || writes.any(|write| write.kind == WriteKind::Create && write.label == line.label)
    }
}

impl Pipeline {
    /// Returns whether a journal line's deleted deal can be created again. `Err` gives the reason why not; `None` if
    /// the line is not an applied deletion.
    pub fn line_recreates(&self, seq: i64, cx: &AppCx) -> Option<Result<(), Reason>> {
        let line = cx.journal_line(seq)?;
        let deleted = line.operation == OperationId::DealsDelete && line.outcome.is_done();
        if !deleted || again(line).is_none() {
            return None;
        }
        if cx.is_made_again(line) {
            return Some(Err(Reason::RecreatedAlready));
        }
        Some(self.may_write_deals())
    }
}

/// Returns the fields for creating a deleted deal again: the writable ones it had.
pub(crate) fn again(line: &JournalEntry) -> Option<Again> {
    let held = Record::parse(line.before.as_deref()?).ok()?;
    let mut again = Again::default();
    for name in WRITABLE {
        let Some(raw) = held.raw(name).filter(|raw| raw.get() != "null") else {
            continue;
        };
        // A creation has no owner field; the owner follows as an update.
        let to: &mut Fields = if name == "responsable" {
            &mut again.then
        } else {
            &mut again.fields
        };
        to.set_raw(name, raw.to_owned());
    }
    (!again.fields.is_empty()).then_some(again)
}

#[cfg(test)]
mod tests {
    use crate::foundation::cx::toast_kind::ToastKind;
    use crate::model::effect::Effect;
    use crate::shell::app::App;
    use std::sync::Arc;

    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::history::observed::Observed;
    use crate::model::snapshot::Snapshot;
    use crate::shell::action::Action;
    use crate::text::Lang;

    fn line(seq: i64, operation: OperationId, outcome: Outcome, before: Option<&str>) -> JournalEntry {
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
            asked_at: now,
            at: now,
        }
    }

    fn app(journal: Vec<JournalEntry>) -> App {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(
            Options::new(Lang::En, keymap, TimeZone::UTC),
            Timestamp::UNIX_EPOCH,
        );
        app.absorb(Arc::new(Snapshot {
            revision: 1,
            observed: Arc::new(Observed {
                journal: Arc::new(journal),
                ..Observed::default()
            }),
            ..Snapshot::default()
        }));
        app
    }

    const HELD: &str =
        r#"{"id":"gone","name":"Le Parc","status":"ic","responsable":"A. Martin","crd":"1.50"}"#;

    #[test]
    fn a_deal_that_was_deleted_in_another_session_is_created_again_from_what_was_held() {
        let deleted = line(4, OperationId::DealsDelete, Outcome::Applied, Some(HELD));
        let mut app = app(vec![deleted]);
        assert_eq!(app.pipeline.line_recreates(4, &app.cx), Some(Ok(())));
        let effects = app.apply(Action::RecreateLine(4), Timestamp::UNIX_EPOCH);
        let [
            Effect::Recreate {
                deal,
                fields,
                then,
                label,
            },
        ] = &effects.effects[..]
        else {
            panic!("{effects:?}")
        };
        assert_eq!((deal.as_str(), label.as_str()), ("gone", "Le Parc"));
        assert_eq!(fields.to_body(), r#"{"name":"Le Parc","status":"ic"}"#);
        assert_eq!(then.to_body(), r#"{"responsable":"A. Martin"}"#);
    }

    #[test]
    fn only_a_deletion_that_was_applied_is_created_again_and_only_once() {
        let created = line(5, OperationId::DealsCreate, Outcome::Applied, None);
        let refused = line(6, OperationId::DealsDelete, Outcome::Refused, Some(HELD));
        let unknown = line(7, OperationId::DealsDelete, Outcome::Applied, None);
        let deleted = line(4, OperationId::DealsDelete, Outcome::Applied, Some(HELD));
        let mut app = app(vec![deleted, created, refused, unknown]);
        assert_eq!(
            app.pipeline.line_recreates(4, &app.cx),
            Some(Err(Reason::RecreatedAlready))
        );
        for other in [5, 6, 7, 8] {
            assert_eq!(app.pipeline.line_recreates(other, &app.cx), None);
        }
        assert!(
            app.apply(Action::RecreateLine(4), Timestamp::UNIX_EPOCH)
                .effects
                .is_empty()
        );
        assert!(
            app.apply(Action::OpenLine(4), Timestamp::UNIX_EPOCH)
                .effects
                .is_empty()
        );
        let said = app.cx.toasts().last().map(|toast| toast.kind.clone());
        assert!(
            matches!(
                said,
                Some(ToastKind::Disabled {
                    reason: "reason-nothing-to-open",
                    ..
                })
            ),
            "{said:?}"
        );
    }
}
