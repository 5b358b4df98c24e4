//! Ranges of cells, as in a spreadsheet.

use crate::dataset::column::DealColumn;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::{ClipboardKind, CopyContent};
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Screen;
use crate::shell::action::Action;
use crate::shell::testing::*;

fn grid() -> App {
    let mut app = app();
    app.cx.options.split_view = true;
    run(&mut app, &[A::ToggleTable, A::FocusFirst]);
    app
}

#[test]
fn shift_arrows_extend_and_plain_arrows_end_cell_ranges() {
    let mut app = grid();
    assert_eq!(app.table.cell_range(), None);
    run(&mut app, &[A::SelectDown, A::SelectDown, A::SelectRight]);
    let cells = app.table.cell_range().unwrap();
    assert_eq!((cells.rows.clone(), cells.columns.clone()), (0..=2, 0..=1));
    assert!(cells.contains(2, 1) && !cells.contains(3, 0));
    assert!(app.pipeline.selection().is_empty(), "boxes select deals");
    run(&mut app, &[A::SelectUp]);
    assert_eq!(app.table.cell_range().unwrap().size(), (2, 2));
    run(&mut app, &[A::FocusDown]);
    assert_eq!(app.table.cell_range(), None);
}

#[test]
fn esc_clears_the_cell_range_before_the_filter() {
    let mut app = grid();
    app.dispatch(Action::SetFilter("statut:ic".into()), test_now());
    run(&mut app, &[A::SelectDown, A::Back]);
    assert!(app.table.cell_range().is_none() && app.pipeline.board().is_filtered());
}

#[test]
fn cell_range_extends_and_copies_beside_an_open_deal() {
    let mut app = grid();
    run(&mut app, &[A::SelectDown, A::Open]);
    assert_eq!((app.cx.screen(), app.table.cell_range()), (Screen::Deal, None));
    assert!(app.table.extends_range_in_split(A::SelectRight, &app.cx) && app.enabled(A::SelectRight).is_ok());
    run(&mut app, &[A::SelectRight]);
    assert_eq!(app.table.cell_range().unwrap().size(), (1, 2));
    let output = act(&mut app, &[A::Copy]);
    let text = output.copied().unwrap();
    assert!(text.contains('\t'), "two cells, not the deal's identifier: {text}");
    run(&mut app, &[A::Back, A::ToggleTable, A::Open]);
    assert!(
        !app.table.extends_range_in_split(A::SelectRight, &app.cx) && app.enabled(A::SelectRight).is_err(),
        "the board has no cells"
    );
}

#[test]
fn cell_range_keeps_its_deals_when_rows_change() {
    let mut app = grid();
    run(&mut app, &[A::FocusDown, A::SelectDown]);
    let before = app.table.cell_range().unwrap().size();
    let mut fewer = table();
    let first = app.cx.snapshot().deals.row(app.table.rows()[0]).unwrap().id.to_owned();
    fewer.remove(&first);
    app.on_snapshot(Arc::new(snapshot(2, fewer)));
    assert_eq!(app.table.cell_range().unwrap().size(), before);
    assert_eq!(app.table.cell_range().unwrap().rows, 0..=1);
}

#[test]
fn cell_range_sets_the_footer_and_copies_with_headers() {
    let mut app = grid();
    let ltv = DealColumn::Kpi(KpiKey::Ltv);
    let at = app.table.columns.iter().position(|column| *column == ltv).unwrap();
    app.dispatch(Action::FocusTableColumn(at), test_now());
    app.dispatch(Action::ExtendCellRange { row: 4, column: at }, test_now());
    let totals = app.table_footer();
    assert_eq!((totals[at].rows, totals[at].covered), (5, 3));
    let view = crate::deals::table::view::table::footer(&app);
    assert_eq!(view.count, "5 cellules (5 × 1)");
    assert!(view.cells.iter().enumerate().all(|(n, cell)| (n == at) != cell.mean.is_empty()));
    let output = act(&mut app, &[A::Copy]);
    let text = output.copied().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (6, "LTV"), "{text}");
    assert!(lines.contains(&"0,764"), "{text}");
    report_copy(&mut app, &output, ClipboardKind::Terminal);
    let said = ToastContent::copy_done(CopyContent::Cells(5), ClipboardKind::Terminal);
    assert_eq!(app.cx.toasts().last().unwrap().content, said, "cells, not whole rows");
    // The copy menu offers the range first, as the copy key does.
    run(&mut app, &[A::CopyAs]);
    let lines = crate::shell::view::picker::picker_view(&app).unwrap().lines;
    assert_eq!(lines[0].label, "5 cellules sélectionnées, pour un tableur");
    let output = act(&mut app, &[A::Open]);
    assert_eq!(output.copied().as_deref(), Some(text.as_str()));
    run(&mut app, &[A::FocusUp]);
    app.dispatch(Action::FocusTableColumn(1), test_now());
    let output = act(&mut app, &[A::Copy]);
    assert_eq!(output.copied().unwrap().lines().count(), 1, "a single cell is its value");
}
