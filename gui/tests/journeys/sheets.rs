//! Sheets in the window: from the menu of a header to the deals of a cell.

use crate::support::type_char;
use crate::table::{column_header, press_key, start_table};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

#[test]
fn sheets_open_from_the_header_menu_and_lead_to_deals() {
    let mut test = start_table();
    let all = test.app().pipeline.filtered().shown;
    column_header(&test, "Status").click_secondary();
    test.window.run();
    test.click(Role::MenuItem, "Frequency of the column");
    assert!(test.window.query_by_role_and_label(Role::Dialog, "Frequency: Status").is_some());
    press_key(&mut test, Key::ArrowDown);
    press_key(&mut test, Key::Enter);
    let shown = test.app().pipeline.filtered().shown;
    assert!(shown > 0 && shown < all, "{shown} of {all}");
    type_char(&mut test.window, "P");
    let title = test.app().open_sheet().unwrap().table.title.clone();
    assert!(test.window.query_by_role_and_label(Role::Dialog, &title).is_some());
    press_key(&mut test, Key::ArrowRight);
    assert_eq!(test.app().open_sheet().unwrap().column, 2);
    let total = test.window.query_all_by_role(Role::RowHeader).last().unwrap();
    assert!(total.rect().width() > 60.0, "columns are as wide as their content: {:?}", total.rect());
    total.click();
    test.window.run();
    assert_eq!(test.app().open_sheet().unwrap().column, 0);
    press_key(&mut test, Key::Escape);
    assert!(test.app().open_sheet().is_none());
}
