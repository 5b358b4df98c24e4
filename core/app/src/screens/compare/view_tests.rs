//! Tests of the comparison and of the checks: lines, filters, exports.

use super::view::compare_picker;
use crate::foundation::cx::overlay::PickerKind;
use crate::foundation::cx::overlay_types::ExportContent;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::presentation::picker_view::LineIcon;
use crate::shell::testing::*;
use crate::shell::view::picker::picker_view;
use crate::tools::export::view::machine::machine_tables;

#[test]
fn compared_deals_list_differences_before_equal_fields() {
    let mut app = app();
    assert_eq!(app.enabled(A::Compare), Err(DisabledReason::CompareCount));
    run(&mut app, &[A::SelectAll]);
    assert_eq!(app.enabled(A::Compare), Err(DisabledReason::CompareCount), "five deals are too many");
    run(&mut app, &[A::ClearSelection, A::SelectDeal, A::FocusDown, A::SelectDeal, A::Compare]);
    let found = app.comparison();
    let (different, all) = (found.different.len(), found.different.len() + found.equal.len());
    let view = compare_picker(&app);
    assert!(different > 0 && all > different);
    assert_eq!(view.count, different + 2, "names, differences, and the line that shows the rest");
    assert!(view.lines[1..=different].iter().all(|line| line.mark == LineIcon::Differs));
    assert!(view.lines.iter().all(|line| line.cells.is_some()));
    run(&mut app, &[A::FocusLast, A::Open]);
    assert_eq!(compare_picker(&app).count, all + 2);
    let table = machine_tables(&app, ExportContent::Compare).remove(0);
    assert_eq!((table.columns.len(), table.rows.count()), (4, all));
}

#[test]
fn check_lines_open_their_deals() {
    let mut app = app();
    run(&mut app, &[A::ShowChecks]);
    assert_eq!(app.cx.picker().map(|picker| picker.kind), Some(PickerKind::Checks));
    let view = picker_view(&app).unwrap();
    assert_eq!(view.count, app.pipeline.faulty().lines().count());
    assert_eq!(view.lines[0].mark, LineIcon::Severity(crate::vocabulary::Band::Alert));
    let rows = machine_tables(&app, ExportContent::Checks).remove(0).rows.count();
    assert_eq!(rows, 2, "two deals are beyond the threshold of the LTV");
    run(&mut app, &[A::FocusDown, A::Open]);
    assert_eq!(app.pipeline.opened_deal().unwrap().as_str(), "a", "the largest difference comes first");
    run(&mut app, &[A::ShowChecks, A::Open]);
    assert_eq!((app.pipeline.board().filter.as_str(), app.pipeline.filtered().shown), ("ltv:alerte", 2));
}
