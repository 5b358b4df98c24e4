//! Export worksheets for people. Columns and codes appear in the display language, ratios as percentages, amounts with
//! digit groups. Every number stays a number cell. The machine-readable form is in [`super::machine`].

mod activity;
mod portfolio;
mod records;

use crate::contract::models::kpi::KpiUnit;
use crate::dataset::column::DealColumn;
use crate::foundation::cx::overlay_types::{ExportContent, ExportFormat};
use crate::foundation::presentation::age::age_heading;
use crate::model::worksheet::{CellOf, RowStream, Worksheet, WorksheetCell};
use crate::screens::flow::view::flow_worksheets;
use crate::shell::app::App;
use crate::text::{Lang, Messages, date};
use crate::tools::export::view::machine;
use crate::vocabulary;

/// Builds the tables of an export, with texts that suit its format.
#[must_use]
pub fn human_tables(app: &App, content: ExportContent, format: ExportFormat) -> Vec<RowStream<'_>> {
    if !matches!(format, ExportFormat::Xlsx | ExportFormat::Spreadsheet) {
        return machine::machine_tables(app, content);
    }
    let flows = match content {
        ExportContent::Deals | ExportContent::Selected => vec![deals_table(app, content)],
        ExportContent::Portfolio => {
            portfolio::portfolio_worksheets(app).into_iter().map(RowStream::from).collect()
        }
        ExportContent::Flow => flow_worksheets(app).into_iter().map(RowStream::from).collect(),
        ExportContent::Notifications => {
            vec![crate::tools::clipboard::handover::display_worksheet(&app.inbox, &app.cx).into()]
        }
        ExportContent::Tasks => vec![records::tasks_worksheet(app).into()],
        ExportContent::Records => vec![records::explored_worksheet(app).into()],
        ExportContent::Sheet => machine::sheet_table(app, true).collect(),
        ExportContent::Changes => vec![activity::changes_worksheet(app).into()],
        ExportContent::Writes => vec![activity::writes_worksheet(app).into()],
        ExportContent::Requests => vec![activity::requests_worksheet(app).into()],
        ExportContent::Checks | ExportContent::Compare | ExportContent::Pack => {
            machine::machine_tables(app, content)
        }
    };
    // A workbook has boolean cells, which a spreadsheet shows in its own language.
    if format == ExportFormat::Spreadsheet {
        return flows.into_iter().map(|flow| with_boolean_text(app.cx.lang(), flow)).collect();
    }
    flows
}

/// Replaces booleans in the rows by text.
fn with_boolean_text(lang: Lang, flow: RowStream<'_>) -> RowStream<'_> {
    let rows = flow.rows.map(move |mut row| {
        for cell in &mut row {
            if let WorksheetCell::Boolean(yes) = cell {
                *cell = WorksheetCell::text(&Messages::new(lang).get(if *yes { "yes" } else { "no" }));
            }
        }
        row
    });
    RowStream { rows: Box::new(rows), ..flow }
}

/// Builds a worksheet whose name and columns are message keys.
fn localized_worksheet<I: IntoIterator>(
    app: &App,
    name: &str,
    items: I,
    columns: &[(&str, CellOf<'_, I::Item>)],
) -> Worksheet {
    let messages = Messages::new(app.cx.lang());
    let mut worksheet = Worksheet::from_columns(&messages.get(name), items, columns);
    for column in &mut worksheet.columns {
        *column = messages.get(column).into_owned();
    }
    worksheet
}

fn time_cell(app: &App, at: jiff::Timestamp) -> WorksheetCell {
    WorksheetCell::DateTime(date::local(at, &app.cx.options().zone))
}

fn deals_table(app: &App, content: ExportContent) -> RowStream<'_> {
    let lang = app.cx.lang();
    let plain = machine::deals_table(app, content);
    let columns = machine::export_columns(app);
    let messages = Messages::new(lang);
    let mut names: Vec<String> = columns.iter().map(|column| column.label(lang, false)).collect();
    for (name, column) in names.iter_mut().zip(&columns) {
        if *column == DealColumn::Age {
            *name = age_heading(&app.cx);
        }
    }
    if plain.columns.len() > names.len() {
        names.push(messages.get("export-age-bound").into_owned());
    }
    let width = names.len();
    let rows = plain.rows.map(move |mut row| {
        // The heading of the age names its unit.
        row.truncate(width);
        for (cell, column) in row.iter_mut().zip(&columns) {
            *cell = display_cell(lang, std::mem::take(cell), *column);
        }
        row
    });
    RowStream { name: messages.get("export-sheet-deals").into_owned(), columns: names, rows: Box::new(rows) }
}

fn display_cell(lang: Lang, cell: WorksheetCell, column: DealColumn) -> WorksheetCell {
    match (column, cell) {
        (DealColumn::Status, WorksheetCell::Text(code)) => {
            WorksheetCell::text(&vocabulary::deal_status(lang, &code))
        }
        (DealColumn::Class, WorksheetCell::Text(code)) => {
            WorksheetCell::text(&vocabulary::asset_class(lang, &code))
        }
        (DealColumn::Kpi(key), WorksheetCell::Number(value)) => match key.unit() {
            KpiUnit::Fraction => WorksheetCell::Ratio(value),
            KpiUnit::Money => WorksheetCell::Amount(value),
            _ => WorksheetCell::Number(value),
        },
        (_, cell) => cell,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::snapshot::Snapshot;
    use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince, TimePrecision};
    use crate::model::worksheet::FileFormat;
    use crate::model::worksheet::Worksheet;
    use encours_service::export::to_bytes;

    fn worksheets_for(app: &App, content: ExportContent, format: ExportFormat) -> Vec<Worksheet> {
        human_tables(app, content, format).into_iter().map(RowStream::into_worksheet).collect()
    }

    fn app(lang: Lang) -> App {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(lang, keymap, TimeZone::UTC), Timestamp::UNIX_EPOCH);
        let mut builder = ColumnStoreBuilder::default();
        builder.push(&RowData {
            id: "d1".into(),
            name: "Le Parc, Lyon".into(),
            status: "ic".into(),
            class: "bureaux".into(),
            numbers: [
                (KpiKey::Ltv, "0.764".parse().unwrap()),
                (KpiKey::CrdTotal, "12500000.50".parse().unwrap()),
            ]
            .into(),
            since: Some(StatusSince { at: 0, precision: TimePrecision::AtLeast }),
            ..RowData::default()
        });
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            deals: Arc::new(builder.finish()),
            ..Snapshot::default()
        }));
        app
    }

    use crate::contract::models::kpi::KpiKey;

    #[test]
    fn localised_spreadsheet_uses_its_language_and_real_numbers() {
        let app = app(Lang::Fr);
        let worksheets = worksheets_for(&app, ExportContent::Deals, ExportFormat::Spreadsheet);
        let text =
            String::from_utf8(to_bytes(worksheets.clone(), FileFormat::Spreadsheet(Lang::Fr)).unwrap())
                .unwrap();
        assert!(text.starts_with("\u{feff}Nom;Statut;Classe d’actif;Responsable;"), "{text}");
        assert!(text.contains("Le Parc, Lyon;Comité d’investissement;Bureaux;"), "{text}");
        assert!(text.contains(";0,764;") && text.contains(";12500000,50;"), "{text}");
        assert!(text.ends_with(";oui\r\n"), "the lower-bound column is set: {text}");
        let ratio = worksheets[0].rows[0].contains(&WorksheetCell::Ratio("0.764".parse().unwrap()));
        assert!(ratio, "{:?}", worksheets[0].rows[0]);
    }

    #[test]
    fn portfolio_workbook_contains_texts_times_and_total_mismatch() {
        use crate::contract::models::entity::Entity;
        use crate::contract::models::portfolio::PortfolioSummary;
        use crate::contract::record::Record;
        use crate::model::fetched::Fetched;
        use crate::model::history::observed::ObservedHistory;
        use crate::model::history::series::Point;
        let mut app = app(Lang::Fr);
        let summary = r#"{"total_operations":128,"operations_by_status":{"en_cours":126},
            "operations_by_classe_actif":{"bureaux":96,"hotels":32}}"#;
        let mut portfolio = Fetched::default();
        portfolio.receive(
            PortfolioSummary::from_record(Record::parse(summary).unwrap()).unwrap(),
            Timestamp::UNIX_EPOCH,
        );
        let point = Point { at: "2026-11-22T08:00:00Z".parse().unwrap(), value: "128".to_owned() };
        let mut entity = Fetched::default();
        let named = Record::parse(r#"{"id":"e","name":"Corvane"}"#).unwrap();
        entity.receive(Entity::from_record(named).unwrap(), Timestamp::UNIX_EPOCH);
        app.on_snapshot(Arc::new(Snapshot {
            revision: 2,
            portfolio,
            entity,
            history: Arc::new(ObservedHistory {
                series: Arc::new([("portfolio:total_operations".to_owned(), vec![point])].into()),
                ..ObservedHistory::default()
            }),
            ..Snapshot::default()
        }));
        let worksheets = worksheets_for(&app, ExportContent::Portfolio, ExportFormat::Xlsx);
        let row_text = |worksheet: &Worksheet, wanted: &str| {
            let texts = worksheet.rows.iter().filter_map(|row| match row.first() {
                Some(WorksheetCell::Text(text)) => Some(text.clone()),
                _ => None,
            });
            texts.into_iter().any(|text| text.contains(wanted))
        };
        assert!(row_text(&worksheets[0], "Σ 126, total 128"), "{:?}", worksheets[0]);
        let status = &worksheets[1];
        assert_eq!(status.columns, ["Statut", "Code", "Opérations", "Part"]);
        let row = [
            WorksheetCell::text("En cours"),
            WorksheetCell::text("en_cours"),
            WorksheetCell::count(126),
            WorksheetCell::Ratio("0.984375".parse().unwrap()),
        ];
        assert_eq!(status.rows, [row.to_vec()], "the heading names the labels");
        let observed = worksheets.last().unwrap();
        assert_eq!(observed.rows[0][0], WorksheetCell::text("Opérations"), "{observed:?}");
        assert_eq!(
            observed.rows[0][1],
            WorksheetCell::DateTime(jiff::civil::date(2026, 11, 22).at(8, 0, 0, 0))
        );
        assert!(row_text(&worksheets[0], "plus grande part"), "{:?}", worksheets[0]);
        assert!(row_text(&worksheets[0], "devise non précisée"), "{:?}", worksheets[0]);
        let entity = worksheets.iter().find(|worksheet| worksheet.name == "Entité").unwrap();
        assert_eq!(entity.rows[0][..2], [WorksheetCell::text("Nom"), WorksheetCell::text("Corvane")]);
        assert!(to_bytes(worksheets, FileFormat::Xlsx).is_ok());
        let machines = machine::portfolio_worksheets(&app);
        assert_eq!(machines.last().unwrap().rows[0][0], WorksheetCell::text("portfolio:total_operations"));
    }

    #[test]
    fn machine_export_uses_contract_names() {
        let app = app(Lang::Fr);
        for format in [ExportFormat::Csv, ExportFormat::Json] {
            let worksheets = worksheets_for(&app, ExportContent::Deals, format);
            assert_eq!(worksheets, [machine::deals_table(&app, ExportContent::Deals).into_worksheet()]);
            assert!(worksheets[0].columns.contains(&"crd_total".to_owned()));
        }
    }
}
