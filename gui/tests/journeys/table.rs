//! The table by mouse and by keyboard, on the real engine and the real sandbox.

use crate::support::InputPart::{Key as Press, Text};
use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{copied_text, painted_texts, send_burst, type_char};
use egui::accesskit::{Role, SortDirection};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::dataset::column::DealColumn;
use encours_core::text::Lang;

pub(crate) const SHIFT: Modifiers = Modifiers::SHIFT;

pub(crate) fn start_table() -> GuiTest {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.window.get_by_role_and_label(Role::RadioButton, "Table").click();
    test.window.run();
    assert!(test.app().table.shows_table());
    test
}

/// Returns the names of the deals in row order.
pub(crate) fn deal_names(app: &App) -> Vec<String> {
    let deals = &app.cx.snapshot().deals;
    let rows = app.table.rows().iter();
    rows.map(|ix| deals.row(*ix).unwrap().name.to_owned()).collect()
}

/// Returns the element with a role and a name.
///
/// Its order or position may follow the name.
#[track_caller]
pub(crate) fn element_named<'a>(test: &'a GuiTest, role: Role, name: &'a str) -> egui_kittest::Node<'a> {
    let prefix = |label: &str| label == name || label.starts_with(&format!("{name} – "));
    let mut nodes = test.window.query_all_by_role(role);
    nodes
        .find(|node| node.accesskit_node().label().is_some_and(|label| prefix(&label)))
        .unwrap_or_else(|| panic!("no {role:?} is named {name}"))
}

pub(crate) fn column_header<'a>(test: &'a GuiTest, label: &'a str) -> egui_kittest::Node<'a> {
    element_named(test, Role::ColumnHeader, label)
}

pub(crate) fn press_key(test: &mut GuiTest, key: Key) {
    test.window.key_press(key);
    test.window.run();
}

#[test]
fn headers_sort_and_shift_adds_a_key() {
    let mut test = start_table();
    column_header(&test, "Owner").click();
    test.window.run();
    let direction =
        |test: &GuiTest, label: &str| column_header(test, label).accesskit_node().sort_direction();
    assert_eq!(direction(&test, "Owner"), Some(SortDirection::Ascending));
    column_header(&test, "Name").click_modifiers(SHIFT);
    test.window.run();
    column_header(&test, "Name").click_modifiers(SHIFT);
    test.window.run();
    assert_eq!(direction(&test, "Name"), Some(SortDirection::Descending));
    assert!(
        test.has_text(Role::ColumnHeader, "Owner – sorted ascending, sort key 1 of 2")
            && test.has_text(Role::ColumnHeader, "Name – sorted descending, sort key 2 of 2"),
        "{:?}",
        test.elements_of(Role::ColumnHeader)
    );
    let deals = &test.app().cx.snapshot().deals;
    let rows: Vec<(String, String)> = test
        .app()
        .table
        .rows()
        .iter()
        .map(|ix| deals.row(*ix).unwrap())
        .map(|row| (row.owner.to_owned(), row.name.to_owned()))
        .collect();
    let owned: Vec<_> = rows.iter().filter(|(owner, _)| !owner.is_empty()).collect();
    assert!(owned.len() > 2 && owned.windows(2).all(|two| two[0].0 <= two[1].0), "{rows:?}");
    let same = owned.windows(2).find(|two| two[0].0 == two[1].0).expect("two deals of one owner");
    assert!(same[0].1 >= same[1].1, "within an owner the names fall: {rows:?}");
    column_header(&test, "Status").click();
    test.window.run();
    assert_eq!(test.app().table.sort.len(), 1, "a plain click sorts by that alone");
}

#[test]
fn every_row_and_cell_has_role_name_and_position() {
    let mut test = start_table();
    type_char(&mut test.window, "g");
    let first = deal_names(test.app())[0].clone();
    let grid = test.window.get_by_role_and_label(Role::Grid, "24 deals in the table");
    assert_eq!(grid.accesskit_node().data().row_count(), Some(24));
    let row = element_named(&test, Role::Row, &first);
    assert_eq!(row.accesskit_node().data().row_index(), Some(0));
    assert_eq!(
        (
            row.accesskit_node().data().position_in_set(),
            // The row contains the number of its cells; the grid contains the number of rows.
            row.accesskit_node().data().size_of_set()
        ),
        (Some(0), Some(test.app().table.columns.len()))
    );
    assert_eq!(grid.accesskit_node().data().size_of_set(), Some(24));
    let order: Vec<_> = test.elements_of(Role::Row).into_iter().map(|(name, _)| name).collect();
    assert_eq!(order[0], "Column headers", "heads are read before rows: {order:?}");
    let headers = element_named(&test, Role::Row, "Column headers");
    assert_eq!(
        headers.query_all_by_role(Role::ColumnHeader).count(),
        test.elements_of(Role::ColumnHeader).len()
    );
    // The column borders have names, and Tab skips them.
    let edges = test.elements_of(Role::Splitter);
    assert!(edges.len() > 4 && edges.iter().all(|(name, _)| name.starts_with("Width of ")), "{edges:?}");
    let name = row.get_by_role_and_label(Role::RowHeader, &first);
    assert_eq!(name.accesskit_node().data().column_index(), Some(0));
    let owner = test.app().pipeline.focused_row(&test.app().cx).unwrap().owner.to_owned();
    let owner = if owner.is_empty() { "no owner".to_owned() } else { owner };
    let label = format!("Owner – {owner}");
    let cell = row.get_by_role_and_label(Role::Cell, &label);
    assert_eq!(cell.accesskit_node().data().column_index(), Some(3));
    assert!(cell.rect().height() >= 24.0, "a target of at least 24 points");
    // Columns outside the visible area are in the tree too, before and after scrolling.
    let columns = test.app().table.columns.len();
    test.window.set_size(egui::vec2(900.0, 700.0));
    test.window.run();
    for key in [None, Some(Key::End)] {
        if let Some(key) = key {
            test.press_key(key);
        }
        let focused = test.app().pipeline.focused_row(&test.app().cx).unwrap().name.to_owned();
        let row = element_named(&test, Role::Row, &focused);
        assert_eq!(row.query_all_by_role(Role::Cell).count(), columns - 1);
        assert_eq!(test.elements_of(Role::ColumnHeader).len(), columns);
    }
}

#[test]
fn rows_are_selected_by_mouse_or_key_and_copied() {
    let mut test = start_table();
    type_char(&mut test.window, "g");
    let names = deal_names(test.app());
    let tick = |name: &str| format!("Select – {name}");
    test.window.get_by_role_and_label(Role::CheckBox, &tick(&names[1])).click();
    test.window.run();
    test.window.get_by_role_and_label(Role::CheckBox, &tick(&names[4])).click_modifiers(SHIFT);
    test.window.run();
    assert_eq!(test.app().selection_summary().count, 4, "from the second to the fifth");
    let bar = test.window.query_all_by_role(Role::Toolbar).next().expect("the bar of actions");
    let bar_text = bar.accesskit_node().label().unwrap();
    assert!(bar_text.starts_with("4 selected"), "{bar_text}");
    test.window.event(egui::Event::Text("y".into()));
    test.window.step();
    let text = copied_text(&test.window).expect("rows are in the clipboard");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "a line of heads and four rows: {text}");
    assert!(lines[0].starts_with("Name\tStatus\tAsset class\tOwner"), "{text}");
    assert!(lines[1].starts_with(&names[1]), "{text}");
    press_key(&mut test, Key::Escape);
    assert!(test.app().pipeline.selection().is_empty());
    type_char(&mut test.window, "g");
    send_burst(&mut test.window, &[Text("Vjj"), Text("V")]);
    assert_eq!(test.app().selection_summary().count, 3);
}

#[test]
fn column_is_pinned_and_hidden_from_its_header_menu() {
    let mut test = start_table();
    let menu = |test: &mut GuiTest, column: &str, entry: &str| {
        let at = column_header(test, column).rect().center();
        test.press_at(at, egui::PointerButton::Secondary, Modifiers::NONE);
        test.draw_frames(2);
        test.click(Role::MenuItem, entry);
        test.draw_frames(2);
    };
    let columns = |test: &GuiTest| test.app().table.columns.clone();
    let initial_columns = columns(&test);
    menu(&mut test, "Owner", "Pin to the left");
    assert_eq!(columns(&test)[0], DealColumn::Owner);
    assert_eq!(columns(&test).len(), initial_columns.len());
    menu(&mut test, "Status", "Hide column");
    assert!(!columns(&test).contains(&DealColumn::Status));
    // The first column is pinned already, and its menu says so.
    let at = column_header(&test, "Owner").rect().center();
    test.press_at(at, egui::PointerButton::Secondary, Modifiers::NONE);
    test.draw_frames(2);
    assert!(test.has_text(Role::MenuItem, "Pin to the left – pinned"));
}

#[test]
fn columns_are_chosen_widened_and_put_elsewhere() {
    let mut test = start_table();
    let (ltv, dscr) = (DealColumn::Kpi(KpiKey::Ltv), DealColumn::Kpi(KpiKey::Dscr));
    let index_of =
        |app: &App, column: DealColumn| app.table.columns.iter().position(|candidate| *candidate == column);
    let (from, to) = (column_header(&test, "DSCR").rect().center(), column_header(&test, "LTV").rect());
    test.window.drag_at(from);
    test.window.run();
    test.window.hover_at(egui::pos2(to.left() + 40.0, to.center().y));
    test.window.run();
    test.window.drop_at(egui::pos2(to.left() + 4.0, to.center().y));
    test.window.run();
    assert_eq!(index_of(test.app(), dscr).map(|at| at + 1), index_of(test.app(), ltv));
    let owners = column_header(&test, "Owner").rect();
    // The border can also be dragged from the next header.
    let edge = egui::pos2(owners.right() + 4.0, owners.center().y);
    test.window.drag_at(edge);
    test.window.run();
    test.window.hover_at(edge + egui::vec2(60.0, 0.0));
    test.window.run();
    test.window.drop_at(edge + egui::vec2(60.0, 0.0));
    test.window.run();
    assert_eq!(
        test.app().table.column_width(DealColumn::Owner, &test.app().cx),
        ((owners.width() + 64.0) / 7.5).round() as u16,
        "as wide as it was dragged, in letters"
    );
    assert!(test.app().table.sort.is_empty(), "and nothing was sorted");
    test.window.get_by_role_and_label(Role::Button, "Columns 10").click();
    test.window.run();
    assert!(matches!(test.app().cx.overlay(), Overlay::Picker(_)));
    let column_count = test.app().table.columns.len();
    send_burst(&mut test.window, &[Press(Key::Space), Text(" ")]);
    assert_eq!(test.app().table.columns.len(), column_count - 1, "space leaves a column out");
    press_key(&mut test, Key::Escape);
    assert!(matches!(test.app().cx.overlay(), Overlay::None));
}

#[test]
fn the_last_row_is_reached_and_seen() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 600);
    type_char(&mut test.window, "v");
    type_char(&mut test.window, "G");
    let last = deal_names(test.app()).pop().unwrap();
    let rows: Vec<_> = test.window.query_all_by_role(Role::Row).collect();
    assert!(rows.len() < 60, "only what is in sight is built: {}", rows.len());
    let row = element_named(&test, Role::Row, &last);
    assert_eq!(
        row.accesskit_node().label().unwrap(),
        format!("{last} – 600 of 600"),
        "the screen reader announces that it is the last"
    );
    let grid = test.window.get_by_role_and_label(Role::Grid, "600 deals in the table");
    assert!(grid.rect().contains_rect(row.rect().shrink(1.0)), "whole, not cut");
    test.window.state_mut().run_action(Action::SetFilter("status:ic".into()));
    test.window.run();
    assert!(test.window.query_all_by_role(Role::Row).count() > 0, "a filter leaves its rows in sight");
}

#[test]
fn every_announced_row_is_visible() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 600);
    type_char(&mut test.window, "v");
    let rows = test.elements_of(Role::Row);
    assert!(!rows.is_empty());
    assert!(rows.iter().all(|(_, rect)| rect.height() >= 1.0), "{rows:?}");
}

#[test]
fn table_scrolls_no_further_than_its_last_column() {
    let mut test = start_table();
    for (size, scrolls) in [([1280.0, 800.0], true), ([2400.0, 900.0], false)] {
        test.window.set_size(size.into());
        test.window.run();
        let start = test.elements_of(Role::ColumnHeader);
        let position = start[0].1.center() + egui::vec2(0.0, 80.0);
        for by in [10_000.0, -10_000.0] {
            test.window.event(egui::Event::PointerMoved(position));
            test.window.event(egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: egui::vec2(by, 0.0),
                modifiers: Modifiers::NONE,
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Wheel,
            });
            test.draw_frames(40);
        }
        let headers = test.elements_of(Role::ColumnHeader);
        let end = headers.iter().map(|(_, rect)| rect.right()).fold(0.0, f32::max);
        assert_eq!(headers != start, scrolls, "{headers:?}");
        if scrolls {
            let body = test.rect_of(Role::Grid, "").right();
            assert!((end - body).abs() <= 2.0, "{end} of {body}: {headers:?}");
        }
    }
}

#[test]
fn focus_scrolls_the_table_by_complete_columns() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.window.set_size(egui::vec2(900.0, 700.0));
    test.window.run();
    type_char(&mut test.window, "v");
    let lefts = |test: &GuiTest| {
        let headers = test.elements_of(Role::ColumnHeader);
        let rects = headers.into_iter().map(|(_, rect)| rect);
        let (pinned, scrolled): (Vec<_>, Vec<_>) = rects.partition(|rect| rect.left() < 60.0);
        let edge = pinned.first().expect("the pinned head").right();
        let left_x = scrolled.iter().map(egui::Rect::left);
        (edge, left_x.fold(f32::INFINITY, f32::min))
    };
    let start = lefts(&test);
    let columns = test.app().table.columns.len();
    let mut has_moved = false;
    for arrow in [Key::ArrowRight, Key::ArrowLeft] {
        for _ in 1..columns {
            press_key(&mut test, arrow);
            let (edge, left_x) = lefts(&test);
            let headers = test.elements_of(Role::ColumnHeader);
            let right = headers.iter().map(|(_, rect)| rect.right()).fold(0.0, f32::max);
            let at_end = (right - test.rect_of(Role::Grid, "").right()).abs() < 1.0;
            assert!(
                at_end || (edge - left_x).abs() < 1.0,
                "a column is cut at {edge}: it begins at {left_x}"
            );
            has_moved |= headers.iter().any(|(_, rect)| rect.width() < 1.0);
        }
    }
    assert!(has_moved, "the table was scrolled");
    assert_eq!(lefts(&test), start);
}

#[test]
fn table_header_does_not_touch_the_metric_strip() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "v");
    for size in [[1440.0, 900.0], [900.0, 600.0]] {
        test.window.set_size(size.into());
        test.window.run();
        let strip = test.rect_of(Role::Group, "Key metrics");
        let header = test.rect_of(Role::ColumnHeader, "");
        assert!(header.top() >= strip.bottom() + 8.0, "{header:?} under {strip:?}");
    }
}

#[test]
fn first_resize_key_narrows_a_column_by_one_step() {
    let mut test = start_table();
    // The first column has extra width; the others are as wide as their text.
    for (label, column) in
        [("Name", DealColumn::Name), ("Status", DealColumn::Status), ("Owner", DealColumn::Owner)]
    {
        let columns = &test.app().table.columns;
        let index = columns.iter().position(|candidate| *candidate == column).unwrap();
        test.window.state_mut().run_action(Action::FocusTableColumn(index));
        test.window.run();
        let width_of = |test: &GuiTest| column_header(test, label).rect().width();
        let old_width = width_of(&test);
        type_char(&mut test.window, "<");
        let narrower = old_width - width_of(&test);
        // Two terminal columns, with a tolerance for rounding.
        assert!((7.5..=22.5).contains(&narrower), "{label}: {old_width} by {narrower}");
    }
}

#[test]
fn filter_with_few_matches_scrolls_to_show_all_rows() {
    let mut test = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    type_char(&mut test.window, "v");
    // The focus is far down, on a row that matches the filter.
    let deals = &test.app().cx.snapshot().deals;
    let rows: Vec<_> = test.app().table.rows().iter().map(|ix| deals.row(*ix).unwrap()).collect();
    let ic: Vec<_> = rows.iter().filter(|row| row.status == "ic").collect();
    let low = ic[ic.len() - 3].id.parse().unwrap();
    test.window.state_mut().run_action(Action::FocusDeal(low));
    test.window.run();
    test.window.state_mut().run_action(Action::SetFilter("status:ic".into()));
    test.window.run();
    let all = test.app().table.rows().len();
    assert!((3..22).contains(&all), "{all} rows fit");
    let shown_rows = test.elements_of(Role::Row);
    for position in 1..=all {
        let position_text = format!(" – {position} of {all}");
        assert!(
            shown_rows.iter().any(|(name, _)| name.ends_with(&position_text)),
            "{position_text}: {shown_rows:?}"
        );
    }
}

#[test]
fn table_footer_marks_each_metric_as_sum_or_mean() {
    let mut test = GuiTest::start_with(Lang::Fr, LONG_UNDO_DELAY, 240);
    type_char(&mut test.window, "v");
    let texts = painted_texts(&test.window);
    let partial = texts.iter().filter(|(text, _)| text.contains("sur 1"));
    let bare: Vec<_> = partial.filter(|(text, _)| text.starts_with("sur ")).collect();
    assert!(bare.is_empty(), "{bare:?}");
    let count = |sign: &str| texts.iter().filter(|(text, _)| text.starts_with(sign)).count();
    assert!(count("moy.") >= 3 && count("Σ") >= 1, "{texts:?}");
}
