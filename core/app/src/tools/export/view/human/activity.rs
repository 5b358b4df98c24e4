//! Export sheets for people: write results and requests. Texts match the activity screen, and times are local. The
//! facts for support come last.

use crate::contract::OperationId;
use crate::contract::record::Record;
use crate::foundation::history::changes_list::HEADS;
use crate::foundation::history::lines::{self, HistoryLine};
use crate::model::history::journal_entry::JournalEntry;
use crate::model::snapshot::RequestLine;
use crate::model::worksheet::{Cell, Sheet};
use crate::records::activity::view::requests as asked;
use crate::shell::app::App;
use crate::text::{Clean, Words, date, sentence};

/// Separator between the values of several fields.
const APART: &str = " · ";

fn sheet(app: &App, name: &str, columns: &[&str], rows: Vec<Vec<Cell>>) -> Sheet {
    let words = Words::new(app.cx.lang());
    Sheet {
        name: words.get(name).into_owned(),
        columns: columns.iter().map(|key| sentence(&words.get(key))).collect(),
        rows,
    }
}

fn moment(app: &App, at: jiff::Timestamp) -> Cell {
    Cell::Moment(date::local(at, &app.cx.options().zone))
}

fn given(text: Option<&str>) -> Cell {
    text.map_or(Cell::Empty, |text| Cell::text(&Clean::line(text)))
}

fn answer(status: Option<u16>) -> Cell {
    status.map_or(Cell::Empty, |status| Cell::count(status.into()))
}

/// Builds the changes since the last visit, most important first.
pub(super) fn changes(app: &App) -> Sheet {
    let rows = app.changes_found();
    let row = |line: &HistoryLine| {
        let cells = [&*line.name, &line.what, &line.change, &line.by, &line.when];
        cells.map(|text| given(Some(text))).to_vec()
    };
    sheet(app, "action-show-since", &HEADS, rows.iter().map(row).collect())
}

/// Builds the result of each attempt of the latest local writes, oldest first.
pub(super) fn writes(app: &App) -> Sheet {
    let row = |entry: &JournalEntry| {
        let [fields, before, after] = change(app, entry);
        vec![
            moment(app, entry.at),
            moment(app, entry.asked_at),
            Cell::text(&asked::operation(app.cx.lang(), entry.operation)),
            given(Some(&entry.label)),
            fields,
            before,
            after,
            given(entry.reason.as_deref()),
            Cell::text(&crate::records::activity::view::journal_line::journal_line(app, entry).outcome),
            Cell::count(entry.attempts.into()),
            answer(entry.status),
            given(entry.request_id.as_deref()),
            Cell::text(&entry.key),
            Cell::text(&entry.record),
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
    let rows = app.cx.snapshot().observed.journal.iter().map(row);
    sheet(app, "activity-journal", &columns, rows.collect())
}

/// Returns the changed fields with old and new values, joined if there are several. A value never loaded here is marked
/// as unknown, not as missing. A creation has no old values.
fn change(app: &App, entry: &JournalEntry) -> [Cell; 3] {
    let (lang, zone) = (app.cx.lang(), &app.cx.options().zone);
    let read = |text: &Option<String>| text.as_deref().and_then(|text| Record::parse(text).ok());
    let Some(after) = read(&entry.after) else {
        return [Cell::Empty, Cell::Empty, Cell::Empty];
    };
    let before = read(&entry.before);
    let unknown = || Words::new(lang).get("absent-unknown-here").into_owned();
    let held = |name: &str| match before.as_ref().and_then(|before| before.raw(name)) {
        Some(raw) => lines::whole_value(lang, zone, name, Some(raw)),
        None => unknown(),
    };
    let each = |told: &dyn Fn(&str, &serde_json::value::RawValue) -> String| {
        let fields: Vec<String> = after.fields().map(|(name, raw)| told(name, raw)).collect();
        Cell::text(&fields.join(APART))
    };
    let began = entry.operation == OperationId::DealsCreate;
    [
        each(&|name, _| lines::label(lang, name)),
        if began {
            Cell::Empty
        } else {
            each(&|name, _| held(name))
        },
        each(&|name, raw| lines::whole_value(lang, zone, name, Some(raw))),
    ]
}

/// Builds the latest requests, oldest first: purpose and result, then the request itself.
pub(super) fn requests(app: &App) -> Sheet {
    let row = |line: &RequestLine| {
        let view = asked::request(app, line);
        vec![
            moment(app, line.at),
            given(Some(&view.title)),
            Cell::text(&view.outcome),
            Cell::count(u64::try_from(line.took.as_millis()).unwrap_or(u64::MAX)),
            Cell::count(line.attempt.into()),
            given(Some(&format!("{} {}", line.method, line.path))),
            answer(line.status),
            given(line.fault.as_deref()),
            Cell::text(&line.request_id),
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
    sheet(app, "activity-requests", &columns, rows.collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::cx::overlay_types::{ExportForm, ExportWhat};
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::history::journal_entry::Outcome;
    use crate::model::history::observed::Observed;
    use crate::model::snapshot::Snapshot;
    use crate::model::worksheet::Flow;
    use crate::model::worksheet::Form;
    use crate::text::{Lang, plain_spaces};
    use crate::tools::export::view::human::flows;
    use encours_service::export::bytes;

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
            outcome: Outcome::Refused,
            status: Some(422),
            request_id: Some("r-1".into()),
            problem: None,
            reason: Some("comité du 20".into()),
            asked_at: at,
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
        app.absorb(Arc::new(Snapshot {
            revision: 1,
            requests: Arc::new(vec![request]),
            observed: Arc::new(Observed {
                journal: Arc::new(journal),
                ..Observed::default()
            }),
            ..Snapshot::default()
        }));
        app
    }

    fn told(app: &App, what: ExportWhat, form: ExportForm) -> (Vec<String>, Vec<Vec<Cell>>) {
        let sheet = flows(app, what, form).remove(0).into_sheet();
        (sheet.columns, sheet.rows)
    }

    const CHANGE: &str = r#"{"status":"ic","responsable":"A. Martin"}"#;

    #[test]
    fn what_became_of_the_writes_is_told_in_the_words_of_the_screen() {
        let held = r#"{"status":"sourcing"}"#;
        let app = app(vec![
            line(OperationId::DealsUpdate, Some(held), Some(CHANGE)),
            line(OperationId::DealsCreate, None, Some(r#"{"name":"Halle"}"#)),
            line(OperationId::DealsDelete, Some(held), None),
        ]);
        for form in [ExportForm::Xlsx, ExportForm::Spreadsheet] {
            let (columns, rows) = told(&app, ExportWhat::Writes, form);
            let heads = "Résolue, Demandée, Modification, Objet, Champ, Avant, Après, Motif, Résultat";
            assert_eq!(columns[..9].join(", "), heads);
            let local = "2026-11-20T09:41:00".parse().unwrap();
            assert_eq!(rows[0][..2], [Cell::Moment(local), Cell::Moment(local)]);
            let text = |row: usize, at: std::ops::Range<usize>| {
                let cells = rows[row][at].iter().map(|cell| match cell {
                    Cell::Text(text) => plain_spaces(text).into_owned(),
                    Cell::Empty => String::new(),
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
            assert_eq!(
                text(1, 4..7),
                ["Nom", "", "Halle"],
                "a creation has no old values"
            );
            assert_eq!(text(2, 2..3), ["Suppression d’un deal"]);
        }
    }

    #[test]
    fn what_is_for_programs_keeps_the_names_and_the_values_of_the_contract() {
        let app = app(vec![line(OperationId::DealsUpdate, None, Some(CHANGE))]);
        for form in [ExportForm::Csv, ExportForm::Json] {
            let (columns, rows) = told(&app, ExportWhat::Writes, form);
            assert_eq!(columns[..3], ["decided_at", "asked_at", "operation"]);
            assert_eq!(rows[0][0], Cell::text(AT));
            assert_eq!(rows[0][2], Cell::text("deals_update"));
            assert_eq!(rows[0][6], Cell::text(CHANGE));
            let (columns, rows) = told(&app, ExportWhat::Requests, form);
            assert_eq!((columns[0].as_str(), &rows[0][0]), ("sent_at", &Cell::text(AT)));
        }
    }

    #[test]
    fn a_request_says_what_it_was_for_and_keeps_what_support_asks_for() {
        let app = app(Vec::new());
        let (columns, rows) = told(&app, ExportWhat::Requests, ExportForm::Xlsx);
        assert_eq!(columns[..3], ["Envoyée", "Requête", "Résultat"]);
        assert!(matches!(rows[0][0], Cell::Moment(_)));
        assert_eq!(rows[0][1], Cell::text("Modification d’un deal"));
        assert_eq!(rows[0][3], Cell::count(1_500));
        assert_eq!(rows[0][5], Cell::text("PUT /deals/d-1"));
        assert_eq!(rows[0].last(), Some(&Cell::text("r-1")));
        // The sheets can be written as a workbook.
        let sheets = flows(&app, ExportWhat::Requests, ExportForm::Xlsx);
        let sheets = sheets.into_iter().map(Flow::into_sheet).collect();
        assert!(bytes(sheets, Form::Xlsx).is_ok());
    }
}
