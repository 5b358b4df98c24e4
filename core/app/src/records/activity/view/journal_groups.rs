//! Journal lines for a page: similar writes made together are one line with a count.

use jiff::{SignedDuration, Timestamp};

use crate::contract::OperationId;
use crate::model::history::journal_entry::JournalEntry;
use crate::records::activity::view::journal_line::JournalView;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

/// Maximum time between writes that count as made together.
const GROUP_SPAN: SignedDuration = SignedDuration::from_mins(1);

/// A line of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalGroup {
    /// The newest write; for several, its subject is their number.
    pub line: JournalView,
    /// Number of writes in the group.
    pub count: usize,
}

/// Returns the journal, newest first. Writes with the same change, time and result form a group.
pub fn journal_groups(app: &App) -> Vec<JournalGroup> {
    let mut groups: Vec<(Timestamp, OperationId, JournalGroup)> = Vec::new();
    for entry in app.cx.snapshot().history.journal.iter().rev() {
        let line = crate::records::activity::view::journal_line::journal_line(app, entry);
        let matching = groups.iter_mut().find(|(asked_at, operation, group)| {
            *operation == entry.operation
                && is_near(*asked_at, entry)
                && (&group.line.text, &group.line.outcome) == (&line.text, &line.outcome)
        });
        match matching {
            Some((_, _, group)) => group.count += 1,
            None => groups.push((entry.requested_at, entry.operation, JournalGroup { line, count: 1 })),
        }
    }
    let messages = Messages::new(app.cx.lang());
    let lines = groups.into_iter().map(|(_, operation, mut group)| {
        if group.count > 1 {
            let key = match operation {
                OperationId::DealsCreate | OperationId::DealsUpdate | OperationId::DealsDelete => {
                    "view-deals"
                }
                _ => "journal-many",
            };
            let count_text = messages.with(key, &[("n", MessageArg::from(group.count))]);
            group.line.subject = SafeText::line(&count_text);
        }
        group
    });
    lines.collect()
}

fn is_near(asked_at: Timestamp, entry: &JournalEntry) -> bool {
    asked_at.duration_since(entry.requested_at).abs() <= GROUP_SPAN
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::history::journal_entry::WriteOutcome;
    use crate::model::history::observed::ObservedHistory;
    use crate::model::snapshot::Snapshot;
    use crate::text::Lang;

    #[test]
    fn similar_bulk_changes_group_into_a_single_line() {
        let line = |seq: i64, second: i64, to: &str, outcome: WriteOutcome| JournalEntry {
            seq,
            outbox_id: seq,
            key: format!("k{seq}"),
            operation: OperationId::DealsUpdate,
            record: format!("d{seq}"),
            label: format!("Deal {seq}"),
            before: Some(r#"{"status":"term_sheet"}"#.into()),
            after: Some(format!(r#"{{"status":"{to}"}}"#)),
            attempts: 1,
            outcome,
            status: None,
            request_id: None,
            problem: None,
            reason: None,
            requested_at: Timestamp::from_second(second).unwrap(),
            at: Timestamp::from_second(second + 1).unwrap(),
        };
        let journal = vec![
            line(1, 0, "ic", WriteOutcome::Applied),
            line(2, 500, "ic", WriteOutcome::Applied),
            line(3, 500, "ic", WriteOutcome::Rejected),
            line(4, 501, "ic", WriteOutcome::Applied),
            line(5, 501, "closing", WriteOutcome::Applied),
            line(6, 502, "ic", WriteOutcome::Applied),
        ];
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let at = Timestamp::UNIX_EPOCH;
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), at);
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            history: Arc::new(ObservedHistory { journal: Arc::new(journal), ..ObservedHistory::default() }),
            ..Snapshot::default()
        }));
        let message: Vec<(String, usize)> = journal_groups(&app)
            .into_iter()
            .map(|group| (group.line.subject.to_string(), group.count))
            .collect();
        let wanted = [("3 deals", 3), ("Deal 5", 1), ("Deal 3", 1), ("Deal 1", 1)];
        assert_eq!(message, wanted.map(|(subject, count)| (subject.to_owned(), count)));
    }
}
