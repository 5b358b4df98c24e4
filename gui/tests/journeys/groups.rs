//! Groups of the table in the window: by the menu of a header, by clicks and by keys.

use crate::support::type_char;
use crate::table::{column_header, element_named, press_key, start_table};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

#[test]
fn groups_are_made_from_the_header_menu_and_collapse() {
    let mut test = start_table();
    let lines = test.app().table.line_count();
    column_header(&test, "Status").click_secondary();
    test.window.run();
    test.click(Role::MenuItem, "Group by this column");
    assert!(test.app().table.line_count() > lines, "headings are lines, too");
    let is_expanded = |test: &crate::support::real_engine::GuiTest| {
        element_named(test, Role::RowHeader, "Sourcing").accesskit_node().data().is_expanded()
    };
    assert_eq!(is_expanded(&test), Some(true));
    element_named(&test, Role::RowHeader, "Sourcing").click();
    test.window.run();
    assert_eq!(is_expanded(&test), Some(false));
    assert!(test.app().table.focused_group().is_some());
    press_key(&mut test, Key::Enter);
    assert_eq!(is_expanded(&test), Some(true));
    type_char(&mut test.window, " ");
    let sourcing = test.app().table.focused_group().unwrap().rows.len();
    assert_eq!(test.app().selection_summary().count, sourcing);
    type_char(&mut test.window, "Z");
    assert!(test.app().table.line_count() < lines, "only headings remain");
    assert!(test.window.query_all_by_role(Role::RowHeader).count() > 1);
}
