//! Export worksheets for people: write results and requests. Texts match the activity screen, and times are local. The
//! facts for support come last.

use crate::contract::OperationId;
use crate::contract::record::Record;
use crate::foundation::history::lines;
use crate::foundation::history::visit::HEADING_KEYS;
use crate::model::history::journal_entry::JournalEntry;
use crate::model::worksheet::{CellOf, Worksheet, WorksheetCell};
use crate::records::activity::view::journal_line::journal_line;
use crate::records::activity::view::requests;
use crate::shell::app::App;
use crate::text::{Messages, SafeText, sentence};
use crate::tools::export::view::human::{localized_worksheet, time_cell};

/// Separator between the values of several fields.
const VALUE_SEPARATOR: &str = " · ";

/// Builds a worksheet whose name and columns are message keys.
fn sentence_worksheet<I: IntoIterator>(
    app: &App,
    name: &str,
    items: I,
    columns: &[(&str, CellOf<'_, I::Item>)],
) -> Worksheet {
    let worksheet = localized_worksheet(app, name, items, columns);
    Worksheet { columns: worksheet.columns.iter().map(|name| sentence(name)).collect(), ..worksheet }
}

fn text_cell(text: Option<&str>) -> WorksheetCell {
    text.map_or(WorksheetCell::Empty, |text| WorksheetCell::text(&SafeText::line(text)))
}

/// Builds the changes since the last visit, most important first.
pub(super) fn changes_worksheet(app: &App) -> Worksheet {
    let [name, subject, values, author, when] = HEADING_KEYS;
    sentence_worksheet(
        app,
        "action-show-since",
        app.matching_changes(),
        &[
            (name, &|line| text_cell(Some(&line.name))),
            (subject, &|line| text_cell(Some(&line.subject))),
            (values, &|line| text_cell(Some(&line.values))),
            (author, &|line| text_cell(Some(&line.author))),
            (when, &|line| text_cell(Some(&line.when))),
        ],
    )
}

/// Builds the result of each attempt of the latest local writes, oldest first.
pub(super) fn writes_worksheet(app: &App) -> Worksheet {
    let entries = app.cx.snapshot().history.journal.iter();
    let entries = entries.map(|entry| (entry, change_cells(app, entry)));
    sentence_worksheet(
        app,
        "activity-journal",
        entries,
        &[
            ("journal-decided", &|(entry, _)| time_cell(app, entry.at)),
            ("journal-asked", &|(entry, _)| time_cell(app, entry.requested_at)),
            ("journal-write", &|(entry, _)| {
                (&*requests::operation_name(app.cx.lang(), entry.operation)).into()
            }),
            ("export-subject", &|(entry, _)| text_cell(Some(&entry.label))),
            ("export-field", &|(_, [fields, ..])| fields.clone()),
            ("export-before", &|(_, [_, before, _])| before.clone()),
            ("export-after", &|(_, [.., after])| after.clone()),
            ("journal-reason-given", &|(entry, _)| text_cell(entry.reason.as_deref())),
            ("journal-outcome", &|(entry, _)| (&*journal_line(app, entry).outcome).into()),
            ("journal-attempts", &|(entry, _)| u64::from(entry.attempts).into()),
            ("export-answer", &|(entry, _)| entry.status.map(u64::from).into()),
            ("copy-request-id", &|(entry, _)| text_cell(entry.request_id.as_deref())),
            ("journal-key", &|(entry, _)| (&*entry.key).into()),
            ("field-id", &|(entry, _)| (&*entry.record).into()),
        ],
    )
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
    let lines = app.cx.snapshot().requests.iter().map(|line| (line, requests::request_view(app, line)));
    sentence_worksheet(
        app,
        "activity-requests",
        lines,
        &[
            ("requests-sent", &|(line, _)| time_cell(app, line.at)),
            ("requests-asked", &|(_, view)| text_cell(Some(&view.title))),
            ("requests-answer", &|(_, view)| (&*view.outcome).into()),
            ("export-took", &|(line, _)| u64::try_from(line.took.as_millis()).unwrap_or(u64::MAX).into()),
            ("journal-attempts", &|(line, _)| u64::from(line.attempt).into()),
            ("requests-route", &|(line, _)| text_cell(Some(&format!("{} {}", line.method, line.path)))),
            ("export-answer", &|(line, _)| line.status.map(u64::from).into()),
            ("export-fault", &|(line, _)| text_cell(line.fault.as_deref())),
            ("copy-request-id", &|(line, _)| (&*line.request_id).into()),
        ],
    )
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
    use crate::model::snapshot::{RequestLine, Snapshot};
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
