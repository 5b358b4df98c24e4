//! Details of a journal line: old and new value of each field, and identifiers for support.

use crate::contract::OperationId;
use crate::contract::record::Record;
use crate::model::history::journal_entry::JournalEntry;
use crate::shell::app::App;
use crate::text::{Messages, SafeText, date};

/// Maximum length of a value, in characters.
const MAX_VALUE_CHARS: usize = 300;

/// A detail of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalDetail {
    /// Name of the detail.
    pub label: String,
    /// Text, e.g. `Sourcing → Screening`.
    pub text: SafeText,
    /// True for technical values such as identifiers.
    pub is_code: bool,
}

/// Returns the details of the line `seq`; empty if it is not published.
pub fn journal_details(app: &App, seq: i64) -> Vec<JournalDetail> {
    let mut lines = app.cx.snapshot().history.journal.iter().rev();
    lines.find(|line| line.seq == seq).map_or_else(Vec::new, |entry| entry_details(app, entry))
}

fn entry_details(app: &App, entry: &JournalEntry) -> Vec<JournalDetail> {
    let messages = Messages::new(app.cx.lang());
    let detail = |key: &str, text: &str, is_code: bool| JournalDetail {
        label: messages.get(key).into_owned(),
        text: SafeText::line_within(text, MAX_VALUE_CHARS),
        is_code,
    };
    let format_time = |at| date::date_time(app.cx.lang(), date::local(at, &app.cx.options().zone));
    let line = crate::records::activity::view::journal_line::journal_line(app, entry);
    let outcome = match entry.status {
        Some(status) => format!("{} ({status})", line.outcome),
        None => line.outcome,
    };
    let or_empty = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut details = field_changes(app, entry);
    if details.is_empty() {
        details.push(detail("journal-write", &line.text, false));
    }
    details.extend([
        detail("journal-reason-given", &or_empty(&entry.reason), false),
        detail("journal-outcome", &outcome, false),
        detail("journal-asked", &format_time(entry.requested_at), false),
        detail("journal-decided", &format_time(entry.at), false),
        detail("journal-attempts", &entry.attempts.to_string(), false),
        detail("field-id", &entry.record, true),
        detail("journal-key", &entry.key, true),
        detail("copy-request-id", &or_empty(&entry.request_id), true),
    ]);
    details.retain(|detail| !detail.text.is_empty());
    details
}

/// Returns the old and new value of each field; for a creation, the initial values.
fn field_changes(app: &App, entry: &JournalEntry) -> Vec<JournalDetail> {
    let (lang, zone) = (app.cx.lang(), &app.cx.options().zone);
    let parse = |text: &Option<String>| text.as_deref().and_then(|text| Record::parse(text).ok());
    let (before, Some(after)) = (parse(&entry.before), parse(&entry.after)) else {
        return Vec::new();
    };
    let created = entry.operation == OperationId::DealsCreate;
    let details = after.fields().map(|(name, raw)| {
        let to = crate::foundation::history::change::value_text(lang, zone, name, Some(raw));
        let text = if created {
            to
        } else {
            format!(
                "{} → {to}",
                crate::records::activity::view::journal::value_before(lang, zone, name, before.as_ref())
            )
        };
        JournalDetail {
            label: crate::foundation::history::change::field_label(lang, name),
            text: SafeText::line_within(&text, MAX_VALUE_CHARS),
            is_code: false,
        }
    });
    details.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::history::journal_entry::WriteOutcome;
    use crate::model::history::observed::ObservedHistory;
    use crate::model::snapshot::Snapshot;
    use crate::text::Lang;

    fn details_of(operation: OperationId, before: Option<&str>, after: Option<&str>) -> Vec<String> {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let at = Timestamp::UNIX_EPOCH;
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), at);
        let line = JournalEntry {
            seq: 3,
            outbox_id: 1,
            key: "k-1".into(),
            operation,
            record: "d-1".into(),
            label: "Halle".into(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
            attempts: 2,
            outcome: WriteOutcome::Rejected,
            status: Some(422),
            request_id: Some("r-1".into()),
            problem: None,
            reason: None,
            requested_at: at,
            at,
        };
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            history: Arc::new(ObservedHistory {
                journal: Arc::new(vec![line]),
                ..ObservedHistory::default()
            }),
            ..Snapshot::default()
        }));
        assert!(journal_details(&app, 4).is_empty(), "no such line");
        let details = journal_details(&app, 3).into_iter();
        details.map(|fact| format!("{}: {}", fact.label, fact.text)).collect()
    }

    #[test]
    fn change_details_list_fields_and_support_data() {
        let message = details_of(
            OperationId::DealsUpdate,
            Some(r#"{"status":"sourcing","responsable":null}"#),
            Some(r#"{"status":"ic","responsable":"A. Martin"}"#),
        );
        let at = "01/01/1970 at 00:00";
        assert_eq!(message[0], "Status: Sourcing → Investment committee");
        assert_eq!(message[1], "Owner: no owner → A. Martin");
        assert!(message.contains(&"Outcome: rejected (422)".to_owned()), "{message:?}");
        assert!(message.contains(&"Attempts: 2".to_owned()), "{message:?}");
        assert!(message.contains(&format!("Requested: {at}")), "{message:?}");
        let keys = ["ID: d-1", "Idempotency key: k-1", "X-Request-ID: r-1"];
        assert_eq!(message[message.len() - 3..], keys);
    }

    #[test]
    fn journal_shows_unread_old_values_as_unknown() {
        let after = Some(r#"{"status":"ic","responsable":"A. Martin"}"#);
        let update = OperationId::DealsUpdate;
        let unread = details_of(update, None, after);
        assert_eq!(unread[0], "Status: unknown → Investment committee");
        assert_eq!(unread[1], "Owner: unknown → A. Martin");
        let part = details_of(update, Some(r#"{"status":null}"#), after);
        assert_eq!(part[0], "Status: not provided → Investment committee");
        assert_eq!(part[1], "Owner: unknown → A. Martin");
    }

    #[test]
    fn creation_details_begin_with_values_and_deletions_are_named() {
        let made = details_of(OperationId::DealsCreate, None, Some(r#"{"name":"Halle"}"#));
        assert_eq!(made[0], "Name: Halle");
        let deleted = details_of(OperationId::DealsDelete, Some(r#"{"name":"Halle"}"#), None);
        assert_eq!(deleted[0], "Change: Deletion");
    }
}
