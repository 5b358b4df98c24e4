use super::*;
use crate::dataset::column::DealColumn;
use crate::dataset::grouping::Statistic;
use crate::dataset::sheets::pivot::PivotSpec;
use crate::deals::table::sheets::sheet_table::SheetCell;
use crate::foundation::cx::overlay::{Overlay, PaletteItem};
use crate::foundation::cx::overlay_types::{ExportContent, ExportFormat, PaletteCommand};
use crate::foundation::input::commands::ActionId as A;
use crate::model::worksheet::{RowStream, WorksheetCell};
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::testing::*;
use crate::tools::export::view::human::human_tables;

/// Returns an application with deals that lack values, have values out of range, and ages that are bounds.
fn mixed_app() -> App {
    let mut builder = ColumnStoreBuilder::default();
    for at in 0..90_i64 {
        let mut row = deal(&format!("d{at}"), &format!("Deal {at}"), "", at % 45, None);
        row.status = ["sourcing", "ic", "lost", ""][at as usize % 4].into();
        row.class = ["bureaux", "hotels_tourisme", ""][at as usize % 3].into();
        row.owner = ["A. Martin", "Ç. Delaunay", ""][at as usize / 3 % 3].into();
        if let Some(since) = row.since.as_mut().filter(|_| at % 2 == 0) {
            since.precision = TimePrecision::AtLeast;
        }
        row.since = row.since.filter(|_| at % 7 > 0);
        let ltv = ["0.5", "0.625", "64.91", "1.999"][at as usize % 4].parse().unwrap();
        let amount = rust_decimal::Decimal::new(at * 1_234_567, 1);
        let numbers = [(KpiKey::Ltv, ltv), (KpiKey::CrdTotal, amount), (KpiKey::DebtYield, amount / ltv)];
        row.numbers = numbers.into_iter().filter(|_| at % 5 > 0).collect();
        builder.push(&row);
    }
    let mut app = app_with(snapshot(2, builder.finish()));
    run(&mut app, &[A::ToggleTable]);
    app
}

fn show(app: &mut App, sheet: Sheet) {
    app.show_sheet(sheet, None);
}

fn cell(app: &App, row: usize, column: usize) -> SheetCell {
    app.open_sheet().unwrap().table.rows[row][column].clone()
}

fn count(cell: &SheetCell) -> usize {
    match &cell.value {
        WorksheetCell::Number(count) => count.to_string().parse().unwrap(),
        WorksheetCell::Empty => 0,
        other => panic!("{other:?}"),
    }
}

/// Opens a cell of the sheet, and returns the number of deals that are then shown.
fn shown_by(app: &App, row: usize, column: usize) -> usize {
    let mut app = app.clone();
    app.dispatch(Action::FocusSheetCell(row, column), test_now());
    run(&mut app, &[A::Open]);
    assert!(*app.cx.overlay() == Overlay::None && app.pipeline.board.filter_error.is_none());
    app.pipeline.filtered().shown
}

#[test]
fn every_value_leads_to_exactly_its_deals() {
    for lang in Lang::ALL {
        let mut app = mixed_app();
        app.cx.options.lang = lang;
        for column in DealColumn::all().filter(|column| *column != DealColumn::Id) {
            show(&mut app, Sheet::Frequency(column));
            for row in 0..app.open_sheet().unwrap().table.rows.len() {
                let deals = count(&cell(&app, row, 1));
                // No condition describes the deals without a status.
                if cell(&app, row, 0).target.is_some() && column != DealColumn::Name {
                    assert_eq!(shown_by(&app, row, 0), deals, "{column:?} {:?}", cell(&app, row, 0));
                } else if column != DealColumn::Name {
                    let has_no_condition = [DealColumn::Status, DealColumn::Star, DealColumn::Labels];
                    assert!(has_no_condition.contains(&column), "{column:?}");
                }
            }
        }
    }
}

#[test]
fn description_leads_to_frequencies_and_to_deals_without_a_value() {
    let mut app = mixed_app();
    run(&mut app, &[A::ShowDescription]);
    let ltv = DealColumn::all().filter(|column| *column != DealColumn::Id);
    let ltv = ltv.into_iter().position(|column| column == DealColumn::Kpi(KpiKey::Ltv)).unwrap();
    let texts: Vec<String> = (0..5).map(|column| cell(&app, ltv, column).text).collect();
    assert_eq!(texts, ["LTV", "54 · 60\u{a0}%", "18", "18", "50,0\u{a0}%"]);
    assert_eq!((shown_by(&app, ltv, 2), shown_by(&app, ltv, 3)), (18, 18));
    app.dispatch(Action::FocusSheetCell(ltv, 4), test_now());
    run(&mut app, &[A::Open]);
    assert_eq!(app.open_sheet().unwrap().sheet, Sheet::Frequency(DealColumn::Kpi(KpiKey::Ltv)));
    run(&mut app, &[A::Back]);
    assert_eq!(app.open_sheet().unwrap().sheet, Sheet::Describe);
    run(&mut app, &[A::Back]);
    assert!(app.open_sheet().is_none());
}

#[test]
fn pivot_cells_lead_to_their_deals_and_follow_the_filter() {
    let mut app = mixed_app();
    app.dispatch(Action::SetFilter("owner:martin or owner:delaunay".into()), test_now());
    let filtered = app.pipeline.filtered().shown;
    show(&mut app, Sheet::Pivot(PivotSpec::default()));
    let SheetTable { rows, columns, .. } = app.open_sheet().unwrap().table.clone();
    assert_eq!(count(&rows[rows.len() - 1][columns.len() - 1]), filtered);
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate().skip(1).filter(|(_, cell)| cell.target.is_some()) {
            assert_eq!(shown_by(&app, row, column), count(cell), "{cell:?}");
        }
    }
}

#[test]
fn keys_change_the_pivot_and_the_focus_stays_inside() {
    let mut app = mixed_app();
    run(&mut app, &[A::ShowPivot, A::FocusLast]);
    run(&mut app, &[A::FocusRight; 9]);
    let width = app.open_sheet().unwrap().table.columns.len();
    assert_eq!(app.open_sheet().unwrap().column, width - 1);
    let before = app.open_sheet().unwrap().table.clone();
    run(&mut app, &[A::PivotAxes, A::PivotFigure, A::GroupStatistic]);
    let state = app.open_sheet().unwrap();
    assert!(matches!(
        state.sheet,
        Sheet::Pivot(PivotSpec { statistic: Statistic::Mean, figure: Some(_), .. })
    ));
    assert!(state.column < state.table.columns.len() && state.table != before);
    run(&mut app, &[A::SwitchLanguage]);
    let picker = app.cx.picker().unwrap();
    assert!(picker.selected < app.open_sheet().unwrap().table.rows.len());
    run(&mut app, &[A::Back]);
    assert!(app.enabled(A::PivotAxes).is_err(), "no pivot is open");
}

#[test]
fn sheet_follows_changed_deals() {
    let mut app = mixed_app();
    run(&mut app, &[A::ShowFrequency]);
    assert_eq!(app.open_sheet().unwrap().table.rows.len(), 90);
    app.on_snapshot(Arc::new(snapshot(3, table())));
    assert_eq!(app.open_sheet().unwrap().table.rows.len(), 5);
}

#[test]
fn export_has_labels_for_people_and_codes_for_programs() {
    let mut app = mixed_app();
    app.cx.options.export_formats = ExportFormat::ALL.to_vec();
    show(&mut app, Sheet::Pivot(PivotSpec::default()));
    run(&mut app, &[A::Export]);
    let head = |format| {
        let mut tables = human_tables(&app, ExportContent::Sheet, format).into_iter();
        let worksheet = RowStream::into_worksheet(tables.next().unwrap());
        (worksheet.columns[..2].to_vec(), worksheet.rows[0][0].clone())
    };
    let code = (vec!["classe_actif".to_owned(), "sourcing".to_owned()], WorksheetCell::text("bureaux"));
    assert_eq!(head(ExportFormat::Csv), code);
    let label = (vec!["Classe d’actif".to_owned(), "Sourcing".to_owned()], WorksheetCell::text("Bureaux"));
    assert_eq!(head(ExportFormat::Xlsx), label);
}

#[test]
fn palette_opens_sheets_by_their_names() {
    let mut app = mixed_app();
    for (typed, sheet) in [
        ("frequency owner", Sheet::Frequency(DealColumn::Owner)),
        ("describe", Sheet::Describe),
        (
            "pivot owner class ltv median",
            Sheet::Pivot(PivotSpec {
                rows: DealColumn::Owner,
                columns: DealColumn::Class,
                figure: Some(DealColumn::Kpi(KpiKey::Ltv)),
                statistic: Statistic::Median,
            }),
        ),
    ] {
        run(&mut app, &[A::Palette]);
        app.dispatch(Action::SetText(typed.into()), test_now());
        let Overlay::Palette(palette) = app.cx.overlay() else { panic!("no palette") };
        let item = palette.items.iter().position(
            |item| matches!(item, PaletteItem::Command(PaletteCommand::Sheet(own), _) if *own == sheet),
        );
        app.dispatch(Action::FocusOverlayLine(item.expect(typed)), test_now());
        run(&mut app, &[A::Open]);
        assert_eq!(app.open_sheet().map(|state| state.sheet), Some(sheet));
        run(&mut app, &[A::Back]);
    }
}
