//! Export worksheets for people: write results and requests. Texts match the activity screen, and times are local. The
//! facts for support come last.

use crate::contract::OperationId;
use crate::contract::record::Record;
use crate::foundation::history::lines::{self, HistoryLine};
use crate::foundation::history::visit::HEADING_KEYS;
use crate::model::history::journal_entry::JournalEntry;
use crate::model::snapshot::RequestLine;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::records::activity::view::requests;
use crate::shell::app::App;
use crate::text::{Messages, SafeText, date, sentence};

/// Separator between the values of several fields.
const VALUE_SEPARATOR: &str = " · ";

fn localized_worksheet(app: &App, name: &str, columns: &[&str], rows: Vec<Vec<WorksheetCell>>) -> Worksheet {
    let messages = Messages::new(app.cx.lang());
    Worksheet {
        name: messages.get(name).into_owned(),
        columns: columns.iter().map(|key| sentence(&messages.get(key))).collect(),
        rows,
    }
}

fn time_cell(app: &App, at: jiff::Timestamp) -> WorksheetCell {
    WorksheetCell::DateTime(date::local(at, &app.cx.options().zone))
}

fn text_cell(text: Option<&str>) -> WorksheetCell {
    text.map_or(WorksheetCell::Empty, |text| WorksheetCell::text(&SafeText::line(text)))
}

fn status_cell(status: Option<u16>) -> WorksheetCell {
    status.map_or(WorksheetCell::Empty, |status| WorksheetCell::count(status.into()))
}

/// Builds the changes since the last visit, most important first.
pub(super) fn changes_worksheet(app: &App) -> Worksheet {
    let rows = app.matching_changes();
    let row = |line: &HistoryLine| {
        let cells = [&*line.name, &line.subject, &line.values, &line.author, &line.when];
        cells.map(|text| text_cell(Some(text))).to_vec()
    };
    localized_worksheet(app, "action-show-since", &HEADING_KEYS, rows.iter().map(row).collect())
}

/// Builds the result of each attempt of the latest local writes, oldest first.
pub(super) fn writes_worksheet(app: &App) -> Worksheet {
    let row = |entry: &JournalEntry| {
        let [fields, before, after] = change_cells(app, entry);
        vec![
            time_cell(app, entry.at),
            time_cell(app, entry.requested_at),
            WorksheetCell::text(&requests::operation_name(app.cx.lang(), entry.operation)),
            text_cell(Some(&entry.label)),
            fields,
            before,
            after,
            text_cell(entry.reason.as_deref()),
            WorksheetCell::text(
                &crate::records::activity::view::journal_line::journal_line(app, entry).outcome,
            ),
            WorksheetCell::count(entry.attempts.into()),
            status_cell(entry.status),
            text_cell(entry.request_id.as_deref()),
            WorksheetCell::text(&entry.key),
            WorksheetCell::text(&entry.record),
        ]
    };
    let columns = [
        "journal-decided",
        "journal-asked",
        "journal-write",
        "export-subject",
        "export-field",
        "export-before",
        "export-after",
        "journal-reason-given",
        "journal-outcome",
        "journal-attempts",
        "export-answer",
        "copy-request-id",
        "journal-key",
        "field-id",
    ];
    let rows = app.cx.snapshot().history.journal.iter().map(row);
    localized_worksheet(app, "activity-journal", &columns, rows.collect())
}

/// Returns the changed fields with old and new values, joined if there are several. A value never loaded here is marked
/// as unknown, not as missing. A creation has no old values.
fn change_cells(app: &App, entry: &JournalEntry) -> [WorksheetCell; 3] {
    let (lang, zone) = (app.cx.lang(), &app.cx.options().zone);
    let read = |text: &Option<String>| text.as_deref().and_then(|text| Record::parse(text).ok());
    let Some(after) = read(&entry.after) else {
        return [WorksheetCell::Empty, WorksheetCell::Empty, WorksheetCell::Empty];
    };
    let before = read(&entry.before);
    let unknown = || Messages::new(lang).get("absent-unknown-here").into_owned();
    let value_before = |name: &str| match before.as_ref().and_then(|before| before.raw(name)) {
        Some(raw) => lines::full_value(lang, zone, name, Some(raw)),
        None => unknown(),
    };
    let format_values = |format_value: &dyn Fn(&str, &serde_json::value::RawValue) -> String| {
        let fields: Vec<String> = after.fields().map(|(name, raw)| format_value(name, raw)).collect();
        WorksheetCell::text(&fields.join(VALUE_SEPARATOR))
    };
    let is_creation = entry.operation == OperationId::DealsCreate;
    [
        format_values(&|name, _| lines::field_label(lang, name)),
        if is_creation { WorksheetCell::Empty } else { format_values(&|name, _| value_before(name)) },
        format_values(&|name, raw| lines::full_value(lang, zone, name, Some(raw))),
    ]
}

/// Builds the latest requests, oldest first: purpose and result, then the request itself.
pub(super) fn requests_worksheet(app: &App) -> Worksheet {
    let row = |line: &RequestLine| {
        let view = requests::request_view(app, line);
        vec![
            time_cell(app, line.at),
            text_cell(Some(&view.title)),
            WorksheetCell::text(&view.outcome),
            WorksheetCell::count(u64::try_from(line.took.as_millis()).unwrap_or(u64::MAX)),
            WorksheetCell::count(line.attempt.into()),
            text_cell(Some(&format!("{} {}", line.method, line.path))),
            status_cell(line.status),
            text_cell(line.fault.as_deref()),
            WorksheetCell::text(&line.request_id),
        ]
    };
    let columns = [
        "requests-sent",
        "requests-asked",
        "requests-answer",
        "export-took",
        "journal-attempts",
        "requests-route",
        "export-answer",
        "export-fault",
        "copy-request-id",
    ];
    let rows = app.cx.snapshot().requests.iter().map(row);
    localized_worksheet(app, "activity-requests", &columns, rows.collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::cx::overlay_types::{ExportContent, ExportFormat};
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::history::journal_entry::WriteOutcome;
    use crate::model::history::observed::ObservedHistory;
    use crate::model::snapshot::Snapshot;
    use crate::model::worksheet::FileFormat;
    use crate::model::worksheet::RowStream;
    use crate::text::{Lang, plain_spaces};
    use crate::tools::export::view::human::human_tables;
    use encours_service::export::to_bytes;

    const AT: &str = "2026-11-20T08:41:00Z";

    fn line(operation: OperationId, before: Option<&str>, after: Option<&str>) -> JournalEntry {
        let at: Timestamp = AT.parse().unwrap();
        JournalEntry {
            seq: 1,
            outbox_id: 1,
            key: "k-1".into(),
            operation,
            record: "d-1".into(),
            label: "Le Parc, Lyon".into(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
            attempts: 2,
            outcome: WriteOutcome::Rejected,
            status: Some(422),
            request_id: Some("r-1".into()),
            problem: None,
            reason: Some("comité du 20".into()),
            requested_at: at,
            at,
        }
    }

    fn app(journal: Vec<JournalEntry>) -> App {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let zone = TimeZone::fixed(jiff::tz::offset(1));
        let mut app = App::new(Options::new(Lang::Fr, keymap, zone), AT.parse().unwrap());
        let request = RequestLine {
            at: AT.parse().unwrap(),
            method: "PUT",
            path: "/deals/d-1".into(),
            status: Some(422),
            fault: None,
            attempt: 2,
            request_id: "r-1".into(),
            took: std::time::Duration::from_millis(1_500),
        };
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            requests: Arc::new(vec![request]),
            history: Arc::new(ObservedHistory { journal: Arc::new(journal), ..ObservedHistory::default() }),
            ..Snapshot::default()
        }));
        app
    }

    fn worksheet_contents(
        app: &App,
        content: ExportContent,
        format: ExportFormat,
    ) -> (Vec<String>, Vec<Vec<WorksheetCell>>) {
        let worksheet = human_tables(app, content, format).remove(0).into_worksheet();
        (worksheet.columns, worksheet.rows)
    }

    const CHANGE: &str = r#"{"status":"ic","responsable":"A. Martin"}"#;

    #[test]
    fn spreadsheet_export_localizes_write_outcomes() {
        let old_fields = r#"{"status":"sourcing"}"#;
        let app = app(vec![
            line(OperationId::DealsUpdate, Some(old_fields), Some(CHANGE)),
            line(OperationId::DealsCreate, None, Some(r#"{"name":"Halle"}"#)),
            line(OperationId::DealsDelete, Some(old_fields), None),
        ]);
        for form in [ExportFormat::Xlsx, ExportFormat::Spreadsheet] {
            let (columns, rows) = worksheet_contents(&app, ExportContent::Writes, form);
            let heads = "Terminée, Demandée, Modification, Objet, Champ, Avant, Après, Motif, Résultat";
            assert_eq!(columns[..9].join(", "), heads);
            let local = "2026-11-20T09:41:00".parse().unwrap();
            assert_eq!(rows[0][..2], [WorksheetCell::DateTime(local), WorksheetCell::DateTime(local)]);
            let text = |row: usize, at: std::ops::Range<usize>| {
                let cells = rows[row][at].iter().map(|cell| match cell {
                    WorksheetCell::Text(text) => plain_spaces(text).into_owned(),
                    WorksheetCell::Empty => String::new(),
                    other => panic!("{other:?}"),
                });
                cells.collect::<Vec<_>>()
            };
            assert_eq!(
                text(0, 2..9),
                [
                    "Modification d’un deal",
                    "Le Parc, Lyon",
                    "Statut · Responsable",
                    "Sourcing · inconnu",
                    "Comité d’investissement · A. Martin",
                    "comité du 20",
                    "refusée",
                ]
            );
            assert_eq!(text(1, 4..7), ["Nom", "", "Halle"], "a creation has no old values");
            assert_eq!(text(2, 2..3), ["Suppression d’un deal"]);
        }
    }

    #[test]
    fn csv_and_json_exports_keep_contract_names_and_values() {
        let app = app(vec![line(OperationId::DealsUpdate, None, Some(CHANGE))]);
        for form in [ExportFormat::Csv, ExportFormat::Json] {
            let (columns, rows) = worksheet_contents(&app, ExportContent::Writes, form);
            assert_eq!(columns[..3], ["decided_at", "asked_at", "operation"]);
            assert_eq!(rows[0][0], WorksheetCell::text(AT));
            assert_eq!(rows[0][2], WorksheetCell::text("deals_update"));
            assert_eq!(rows[0][6], WorksheetCell::text(CHANGE));
            let (columns, rows) = worksheet_contents(&app, ExportContent::Requests, form);
            assert_eq!((columns[0].as_str(), &rows[0][0]), ("sent_at", &WorksheetCell::text(AT)));
        }
    }

    #[test]
    fn request_worksheet_names_its_purpose_and_support_data() {
        let app = app(Vec::new());
        let (columns, rows) = worksheet_contents(&app, ExportContent::Requests, ExportFormat::Xlsx);
        assert_eq!(columns[..3], ["Envoyée", "Requête", "Résultat"]);
        assert!(matches!(rows[0][0], WorksheetCell::DateTime(_)));
        assert_eq!(rows[0][1], WorksheetCell::text("Modification d’un deal"));
        assert_eq!(rows[0][3], WorksheetCell::count(1_500));
        assert_eq!(rows[0][5], WorksheetCell::text("PUT /deals/d-1"));
        assert_eq!(rows[0].last(), Some(&WorksheetCell::text("r-1")));
        // The worksheets can be written as a workbook.
        let worksheets = human_tables(&app, ExportContent::Requests, ExportFormat::Xlsx);
        let worksheets = worksheets.into_iter().map(RowStream::into_worksheet).collect();
        assert!(to_bytes(worksheets, FileFormat::Xlsx).is_ok());
    }
}
