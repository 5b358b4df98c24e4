//! Export sheets for people. Columns and codes appear in the display language, ratios as percentages, amounts with
//! digit groups. Every number stays a number cell. The machine-readable form is in [`super::machine`].

mod activity;
mod portfolio;
mod records;

use crate::contract::models::kpi::Unit;
use crate::dataset::column::Column;
use crate::foundation::cx::overlay_types::{ExportForm, ExportWhat};
use crate::model::worksheet::{Cell, Flow};
use crate::shell::app::App;
use crate::text::{Lang, Words};
use crate::tools::export::view::machine;
use crate::vocabulary;

/// Builds the tables of an export, with texts that suit its format.
#[must_use]
pub fn flows(app: &App, what: ExportWhat, form: ExportForm) -> Vec<Flow<'_>> {
    if !matches!(form, ExportForm::Xlsx | ExportForm::Spreadsheet) {
        return machine::flows(app, what);
    }
    let flows = match what {
        ExportWhat::Deals | ExportWhat::Selected => vec![deals(app, what)],
        ExportWhat::Portfolio => portfolio::portfolio(app).into_iter().map(Flow::from).collect(),
        ExportWhat::Notifications => {
            vec![crate::tools::clipboard::handover::sheet_in_words(&app.inbox, &app.cx).into()]
        }
        ExportWhat::Tasks => vec![records::tasks(app).into()],
        ExportWhat::Records => vec![records::explored(app).into()],
        ExportWhat::Changes => vec![activity::changes(app).into()],
        ExportWhat::Writes => vec![activity::writes(app).into()],
        ExportWhat::Requests => vec![activity::requests(app).into()],
    };
    // A workbook has boolean cells, which a spreadsheet shows in its own language.
    if form == ExportForm::Spreadsheet {
        return flows
            .into_iter()
            .map(|flow| answered(app.cx.lang(), flow))
            .collect();
    }
    flows
}

/// Replaces booleans in the rows by text.
fn answered(lang: Lang, flow: Flow<'_>) -> Flow<'_> {
    let rows = flow.rows.map(move |mut row| {
        for cell in &mut row {
            if let Cell::Boolean(yes) = cell {
                *cell = Cell::text(&Words::new(lang).get(if *yes { "yes" } else { "no" }));
            }
        }
        row
    });
    Flow {
        rows: Box::new(rows),
        ..flow
    }
}

fn deals(app: &App, what: ExportWhat) -> Flow<'_> {
    let lang = app.cx.lang();
    let plain = machine::deals(app, what);
    let columns = machine::columns(app);
    let words = Words::new(lang);
    let mut names: Vec<String> = columns.iter().map(|column| column.label(lang, false)).collect();
    for (name, column) in names.iter_mut().zip(&columns) {
        if *column == Column::Age {
            *name = words.get("export-age-days").into_owned();
        }
    }
    if plain.columns.len() > names.len() {
        names.push(words.get("export-age-bound").into_owned());
    }
    let rows = plain.rows.map(move |mut row| {
        for (cell, column) in row.iter_mut().zip(&columns) {
            *cell = shown(lang, std::mem::take(cell), *column);
        }
        row
    });
    Flow {
        name: words.get("export-sheet-deals").into_owned(),
        columns: names,
        rows: Box::new(rows),
    }
}

fn shown(lang: Lang, cell: Cell, column: Column) -> Cell {
    match (column, cell) {
        (Column::Status, Cell::Text(code)) => Cell::text(&vocabulary::deal_status(lang, &code)),
        (Column::Class, Cell::Text(code)) => Cell::text(&vocabulary::asset_class(lang, &code)),
        (Column::Kpi(key), Cell::Number(value)) => match key.unit() {
            Unit::Fraction => Cell::Ratio(value),
            Unit::Money => Cell::Amount(value),
            _ => Cell::Number(value),
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
    use crate::model::table::{Bound, ColumnsBuilder, RowData, StageSince};
    use crate::model::worksheet::Form;
    use crate::model::worksheet::Sheet;
    use encours_service::export::bytes;

    fn sheets(app: &App, what: ExportWhat, form: ExportForm) -> Vec<Sheet> {
        flows(app, what, form).into_iter().map(Flow::into_sheet).collect()
    }

    fn app(lang: Lang) -> App {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(lang, keymap, TimeZone::UTC), Timestamp::UNIX_EPOCH);
        let mut builder = ColumnsBuilder::default();
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
            since: Some(StageSince {
                at: 0,
                bound: Bound::AtLeast,
            }),
            ..RowData::default()
        });
        app.absorb(Arc::new(Snapshot {
            revision: 1,
            deals: Arc::new(builder.finish()),
            ..Snapshot::default()
        }));
        app
    }

    use crate::contract::models::kpi::KpiKey;

    #[test]
    fn a_spreadsheet_has_the_words_of_its_language_and_its_numbers_are_numbers() {
        let app = app(Lang::Fr);
        let sheets = sheets(&app, ExportWhat::Deals, ExportForm::Spreadsheet);
        let text = String::from_utf8(bytes(sheets.clone(), Form::Spreadsheet(Lang::Fr)).unwrap()).unwrap();
        assert!(
            text.starts_with("\u{feff}Nom;Statut;Classe d’actif;Responsable;"),
            "{text}"
        );
        assert!(
            text.contains("Le Parc, Lyon;Comité d’investissement;Bureaux;"),
            "{text}"
        );
        assert!(
            text.contains(";0,764;") && text.contains(";12500000,50;"),
            "{text}"
        );
        assert!(
            text.ends_with(";oui\r\n"),
            "the lower-bound column is set: {text}"
        );
        let ratio = sheets[0].rows[0].contains(&Cell::Ratio("0.764".parse().unwrap()));
        assert!(ratio, "{:?}", sheets[0].rows[0]);
    }

    #[test]
    fn a_workbook_of_the_portfolio_has_words_moments_and_its_mismatch() {
        use crate::contract::models::entity::Entity;
        use crate::contract::models::portfolio::PortfolioSummary;
        use crate::contract::record::Record;
        use crate::model::fetched::Remote;
        use crate::model::history::observed::Observed;
        use crate::model::history::series::Point;
        let mut app = app(Lang::Fr);
        let summary = r#"{"total_operations":128,"operations_by_status":{"en_cours":126},
            "operations_by_classe_actif":{"bureaux":96,"hotels":32}}"#;
        let mut portfolio = Remote::default();
        portfolio.receive(
            PortfolioSummary::from_record(Record::parse(summary).unwrap()).unwrap(),
            Timestamp::UNIX_EPOCH,
        );
        let point = Point {
            at: "2026-11-22T08:00:00Z".parse().unwrap(),
            value: "128".to_owned(),
        };
        let mut entity = Remote::default();
        let named = Record::parse(r#"{"id":"e","name":"Corvane"}"#).unwrap();
        entity.receive(Entity::from_record(named).unwrap(), Timestamp::UNIX_EPOCH);
        app.absorb(Arc::new(Snapshot {
            revision: 2,
            portfolio,
            entity,
            observed: Arc::new(Observed {
                series: Arc::new([("portfolio:total_operations".to_owned(), vec![point])].into()),
                ..Observed::default()
            }),
            ..Snapshot::default()
        }));
        let sheets = sheets(&app, ExportWhat::Portfolio, ExportForm::Xlsx);
        let told = |sheet: &Sheet, wanted: &str| {
            let texts = sheet.rows.iter().filter_map(|row| match row.first() {
                Some(Cell::Text(text)) => Some(text.clone()),
                _ => None,
            });
            texts.into_iter().any(|text| text.contains(wanted))
        };
        assert!(told(&sheets[0], "Σ 126, total 128"), "{:?}", sheets[0]);
        let status = &sheets[1];
        assert_eq!(status.columns, ["Statut", "Code", "Opérations", "Part"]);
        let row = [
            Cell::text("En cours"),
            Cell::text("en_cours"),
            Cell::count(126),
            Cell::Ratio("0.984375".parse().unwrap()),
        ];
        assert_eq!(status.rows, [row.to_vec()], "the heading names the labels");
        let observed = sheets.last().unwrap();
        assert_eq!(observed.rows[0][0], Cell::text("Opérations"), "{observed:?}");
        assert_eq!(
            observed.rows[0][1],
            Cell::Moment(jiff::civil::date(2026, 11, 22).at(8, 0, 0, 0))
        );
        assert!(told(&sheets[0], "plus grande part"), "{:?}", sheets[0]);
        assert!(told(&sheets[0], "devise non précisée"), "{:?}", sheets[0]);
        let entity = sheets.iter().find(|sheet| sheet.name == "Entité").unwrap();
        assert_eq!(entity.rows[0][..2], [Cell::text("Nom"), Cell::text("Corvane")]);
        assert!(bytes(sheets, Form::Xlsx).is_ok());
        let machines = machine::portfolio(&app);
        assert_eq!(
            machines.last().unwrap().rows[0][0],
            Cell::text("portfolio:total_operations")
        );
    }

    #[test]
    fn machines_get_the_words_of_the_contract() {
        let app = app(Lang::Fr);
        for form in [ExportForm::Csv, ExportForm::Json] {
            let sheets = sheets(&app, ExportWhat::Deals, form);
            assert_eq!(sheets, [machine::deals(&app, ExportWhat::Deals).into_sheet()]);
            assert!(sheets[0].columns.contains(&"crd_total".to_owned()));
        }
    }
}
