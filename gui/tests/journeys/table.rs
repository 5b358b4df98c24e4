//! The table by mouse and by keyboard, on the real engine and the real sandbox.

use crate::support::InputPart::{Key as Press, Text};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{copied_text, painted_texts, send_burst, type_char};
use egui::accesskit::{Role, SortDirection};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::dataset::column::DealColumn;
use encours_core::text::Lang;

pub(crate) const SHIFT: Modifiers = Modifiers::SHIFT;

pub(crate) fn start_table() -> GuiTest {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey
        .window
        .get_by_role_and_label(Role::RadioButton, "Table")
        .click();
    journey.window.run();
    assert!(journey.app().table.shows_table());
    journey
}

/// Returns the names of the deals in row order.
pub(crate) fn deal_names(app: &App) -> Vec<String> {
    let deals = &app.cx.snapshot().deals;
    let rows = app.table.table().rows().iter();
    rows.map(|ix| deals.row(*ix).unwrap().name.to_owned()).collect()
}

/// Returns the element with a role and a name.
///
/// Its order or position may follow the name.
#[track_caller]
pub(crate) fn element_named<'a>(journey: &'a GuiTest, role: Role, name: &'a str) -> egui_kittest::Node<'a> {
    let begins = |label: &str| label == name || label.starts_with(&format!("{name} – "));
    let mut nodes = journey.window.query_all_by_role(role);
    nodes
        .find(|node| node.accesskit_node().label().is_some_and(|label| begins(&label)))
        .unwrap_or_else(|| panic!("no {role:?} is named {name}"))
}

pub(crate) fn column_header<'a>(journey: &'a GuiTest, label: &'a str) -> egui_kittest::Node<'a> {
    element_named(journey, Role::ColumnHeader, label)
}

pub(crate) fn press_key(journey: &mut GuiTest, key: Key) {
    journey.window.key_press(key);
    journey.window.run();
}

#[test]
fn heads_sort_and_shift_adds_a_key() {
    let mut journey = start_table();
    column_header(&journey, "Owner").click();
    journey.window.run();
    let direction =
        |journey: &GuiTest, label: &str| column_header(journey, label).accesskit_node().sort_direction();
    assert_eq!(direction(&journey, "Owner"), Some(SortDirection::Ascending));
    column_header(&journey, "Name").click_modifiers(SHIFT);
    journey.window.run();
    column_header(&journey, "Name").click_modifiers(SHIFT);
    journey.window.run();
    assert_eq!(direction(&journey, "Name"), Some(SortDirection::Descending));
    assert!(
        journey.has_text(Role::ColumnHeader, "Owner – sorted ascending, sort key 1 of 2")
            && journey.has_text(Role::ColumnHeader, "Name – sorted descending, sort key 2 of 2"),
        "{:?}",
        journey.elements_of(Role::ColumnHeader)
    );
    let deals = &journey.app().cx.snapshot().deals;
    let rows: Vec<(String, String)> = journey
        .app()
        .table
        .table()
        .rows()
        .iter()
        .map(|ix| deals.row(*ix).unwrap())
        .map(|row| (row.owner.to_owned(), row.name.to_owned()))
        .collect();
    let owned: Vec<_> = rows.iter().filter(|(owner, _)| !owner.is_empty()).collect();
    assert!(
        owned.len() > 2 && owned.windows(2).all(|two| two[0].0 <= two[1].0),
        "{rows:?}"
    );
    let same = owned
        .windows(2)
        .find(|two| two[0].0 == two[1].0)
        .expect("two deals of one owner");
    assert!(same[0].1 >= same[1].1, "within an owner the names fall: {rows:?}");
    column_header(&journey, "Status").click();
    journey.window.run();
    assert_eq!(
        journey.app().table.table().sort.len(),
        1,
        "a plain click sorts by that alone"
    );
}

#[test]
fn every_row_and_cell_has_a_role_a_name_and_a_place() {
    let mut journey = start_table();
    type_char(&mut journey.window, "g");
    let first = deal_names(journey.app())[0].clone();
    let grid = journey
        .window
        .get_by_role_and_label(Role::Grid, "24 deals in the table");
    assert_eq!(grid.accesskit_node().data().row_count(), Some(24));
    let row = element_named(&journey, Role::Row, &first);
    assert_eq!(row.accesskit_node().data().row_index(), Some(0));
    assert_eq!(
        (
            row.accesskit_node().data().position_in_set(),
            // The row contains the number of its cells; the grid contains the number of rows.
            row.accesskit_node().data().size_of_set()
        ),
        (Some(0), Some(journey.app().table.table().columns.len()))
    );
    assert_eq!(grid.accesskit_node().data().size_of_set(), Some(24));
    let order: Vec<_> = journey
        .elements_of(Role::Row)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(
        order[0], "Column headers",
        "heads are read before rows: {order:?}"
    );
    let heads = element_named(&journey, Role::Row, "Column headers");
    assert_eq!(
        heads.query_all_by_role(Role::ColumnHeader).count(),
        journey.elements_of(Role::ColumnHeader).len()
    );
    // The column borders have names, and Tab skips them.
    let edges = journey.elements_of(Role::Splitter);
    assert!(
        edges.len() > 4 && edges.iter().all(|(name, _)| name.starts_with("Width of ")),
        "{edges:?}"
    );
    let name = row.get_by_role_and_label(Role::RowHeader, &first);
    assert_eq!(name.accesskit_node().data().column_index(), Some(0));
    let owner = journey
        .app()
        .pipeline
        .focused_row(&journey.app().cx)
        .unwrap()
        .owner
        .to_owned();
    let owner = if owner.is_empty() {
        "no owner".to_owned()
    } else {
        owner
    };
    let label = format!("Owner – {owner}");
    let cell = row.get_by_role_and_label(Role::Cell, &label);
    assert_eq!(cell.accesskit_node().data().column_index(), Some(3));
    assert!(cell.rect().height() >= 24.0, "a target of at least 24 points");
    // Columns outside the visible area are in the tree too, before and after scrolling.
    let columns = journey.app().table.table().columns.len();
    journey.window.set_size(egui::vec2(900.0, 700.0));
    journey.window.run();
    for key in [None, Some(Key::End)] {
        if let Some(key) = key {
            journey.press_key(key);
        }
        let focused = journey
            .app()
            .pipeline
            .focused_row(&journey.app().cx)
            .unwrap()
            .name
            .to_owned();
        let row = element_named(&journey, Role::Row, &focused);
        assert_eq!(row.query_all_by_role(Role::Cell).count(), columns - 1);
        assert_eq!(journey.elements_of(Role::ColumnHeader).len(), columns);
    }
}

#[test]
fn rows_are_selected_by_box_range_and_key_and_copied_as_a_sheet() {
    let mut journey = start_table();
    type_char(&mut journey.window, "g");
    let names = deal_names(journey.app());
    let tick = |name: &str| format!("Select – {name}");
    journey
        .window
        .get_by_role_and_label(Role::CheckBox, &tick(&names[1]))
        .click();
    journey.window.run();
    journey
        .window
        .get_by_role_and_label(Role::CheckBox, &tick(&names[4]))
        .click_modifiers(SHIFT);
    journey.window.run();
    assert_eq!(
        journey.app().selection_summary().count,
        4,
        "from the second to the fifth"
    );
    let bar = journey
        .window
        .query_all_by_role(Role::Toolbar)
        .next()
        .expect("the bar of actions");
    let said = bar.accesskit_node().label().unwrap();
    assert!(said.starts_with("4 selected"), "{said}");
    journey.window.event(egui::Event::Text("y".into()));
    journey.window.step();
    let text = copied_text(&journey.window).expect("rows are in the clipboard");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "a line of heads and four rows: {text}");
    assert!(lines[0].starts_with("Name\tStatus\tAsset class\tOwner"), "{text}");
    assert!(lines[1].starts_with(&names[1]), "{text}");
    press_key(&mut journey, Key::Escape);
    assert!(journey.app().pipeline.selection().is_empty());
    type_char(&mut journey.window, "g");
    send_burst(&mut journey.window, &[Text("Vjj"), Text("V")]);
    assert_eq!(journey.app().selection_summary().count, 3);
}

#[test]
fn a_column_is_kept_in_sight_and_left_out_from_its_head() {
    let mut journey = start_table();
    let menu = |journey: &mut GuiTest, of: &str, entry: &str| {
        let at = column_header(journey, of).rect().center();
        journey.press_at(at, egui::PointerButton::Secondary, Modifiers::NONE);
        journey.draw_frames(2);
        journey.click(Role::MenuItem, entry);
        journey.draw_frames(2);
    };
    let columns = |journey: &GuiTest| journey.app().table.table().columns.clone();
    let before = columns(&journey);
    menu(&mut journey, "Owner", "Pin to the left");
    assert_eq!(columns(&journey)[0], DealColumn::Owner);
    assert_eq!(columns(&journey).len(), before.len());
    menu(&mut journey, "Status", "Hide column");
    assert!(!columns(&journey).contains(&DealColumn::Status));
    // The first column is pinned already, and its menu says so.
    let at = column_header(&journey, "Owner").rect().center();
    journey.press_at(at, egui::PointerButton::Secondary, Modifiers::NONE);
    journey.draw_frames(2);
    assert!(journey.has_text(Role::MenuItem, "Pin to the left – pinned"));
}

#[test]
fn columns_are_chosen_widened_and_put_elsewhere() {
    let mut journey = start_table();
    let (ltv, dscr) = (DealColumn::Kpi(KpiKey::Ltv), DealColumn::Kpi(KpiKey::Dscr));
    let place =
        |app: &App, column: DealColumn| app.table.table().columns.iter().position(|own| *own == column);
    let (from, to) = (
        column_header(&journey, "DSCR").rect().center(),
        column_header(&journey, "LTV").rect(),
    );
    journey.window.drag_at(from);
    journey.window.run();
    journey
        .window
        .hover_at(egui::pos2(to.left() + 40.0, to.center().y));
    journey.window.run();
    journey.window.drop_at(egui::pos2(to.left() + 4.0, to.center().y));
    journey.window.run();
    assert_eq!(
        place(journey.app(), dscr).map(|at| at + 1),
        place(journey.app(), ltv)
    );
    let owners = column_header(&journey, "Owner").rect();
    // The border can also be dragged from the next header.
    let edge = egui::pos2(owners.right() + 4.0, owners.center().y);
    journey.window.drag_at(edge);
    journey.window.run();
    journey.window.hover_at(edge + egui::vec2(60.0, 0.0));
    journey.window.run();
    journey.window.drop_at(edge + egui::vec2(60.0, 0.0));
    journey.window.run();
    assert_eq!(
        journey
            .app()
            .table
            .column_width(DealColumn::Owner, &journey.app().cx),
        ((owners.width() + 64.0) / 7.5).round() as u16,
        "as wide as it was dragged, in letters"
    );
    assert!(
        journey.app().table.table().sort.is_empty(),
        "and nothing was sorted"
    );
    journey
        .window
        .get_by_role_and_label(Role::Button, "Columns 10")
        .click();
    journey.window.run();
    assert!(matches!(journey.app().cx.layer(), Layer::Picker(_)));
    let before = journey.app().table.table().columns.len();
    send_burst(&mut journey.window, &[Press(Key::Space), Text(" ")]);
    assert_eq!(
        journey.app().table.table().columns.len(),
        before - 1,
        "space leaves a column out"
    );
    press_key(&mut journey, Key::Escape);
    assert!(matches!(journey.app().cx.layer(), Layer::None));
}

#[test]
fn the_last_row_is_reached_and_seen() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 600);
    type_char(&mut journey.window, "v");
    type_char(&mut journey.window, "G");
    let last = deal_names(journey.app()).pop().unwrap();
    let rows: Vec<_> = journey.window.query_all_by_role(Role::Row).collect();
    assert!(rows.len() < 60, "only what is in sight is built: {}", rows.len());
    let row = element_named(&journey, Role::Row, &last);
    assert_eq!(
        row.accesskit_node().label().unwrap(),
        format!("{last} – 600 of 600"),
        "the screen reader announces that it is the last"
    );
    let grid = journey
        .window
        .get_by_role_and_label(Role::Grid, "600 deals in the table");
    assert!(
        grid.rect().contains_rect(row.rect().shrink(1.0)),
        "whole, not cut"
    );
    journey
        .window
        .state_mut()
        .run_action(Action::SetFilter("status:ic".into()));
    journey.window.run();
    assert!(
        journey.window.query_all_by_role(Role::Row).count() > 0,
        "a filter leaves its rows in sight"
    );
}

#[test]
fn every_row_that_is_told_can_be_seen() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 600);
    type_char(&mut journey.window, "v");
    let rows = journey.elements_of(Role::Row);
    assert!(!rows.is_empty());
    assert!(rows.iter().all(|(_, rect)| rect.height() >= 1.0), "{rows:?}");
}

#[test]
fn scrolled_to_its_end_the_table_ends_with_its_last_column() {
    let mut journey = start_table();
    for (size, scrolls) in [([1280.0, 800.0], true), ([2400.0, 900.0], false)] {
        journey.window.set_size(size.into());
        journey.window.run();
        let start = journey.elements_of(Role::ColumnHeader);
        let over = start[0].1.center() + egui::vec2(0.0, 80.0);
        for by in [10_000.0, -10_000.0] {
            journey.window.event(egui::Event::PointerMoved(over));
            journey.window.event(egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: egui::vec2(by, 0.0),
                modifiers: Modifiers::NONE,
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Wheel,
            });
            journey.draw_frames(40);
        }
        let heads = journey.elements_of(Role::ColumnHeader);
        let end = heads.iter().map(|(_, rect)| rect.right()).fold(0.0, f32::max);
        assert_eq!(heads != start, scrolls, "{heads:?}");
        if scrolls {
            let body = journey.rect_of(Role::Grid, "").right();
            assert!((end - body).abs() <= 2.0, "{end} of {body}: {heads:?}");
        }
    }
}

#[test]
fn the_focus_scrolls_the_table_by_whole_columns() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.window.set_size(egui::vec2(900.0, 700.0));
    journey.window.run();
    type_char(&mut journey.window, "v");
    let lefts = |journey: &GuiTest| {
        let heads = journey.elements_of(Role::ColumnHeader);
        let rects = heads.into_iter().map(|(_, rect)| rect);
        let (pinned, scrolled): (Vec<_>, Vec<_>) = rects.partition(|rect| rect.left() < 60.0);
        let edge = pinned.first().expect("the pinned head").right();
        let left = scrolled.iter().map(egui::Rect::left);
        (edge, left.fold(f32::INFINITY, f32::min))
    };
    let start = lefts(&journey);
    let columns = journey.app().table.table().columns.len();
    let mut moved = false;
    for way in [Key::ArrowRight, Key::ArrowLeft] {
        for _ in 1..columns {
            press_key(&mut journey, way);
            let (edge, left) = lefts(&journey);
            let heads = journey.elements_of(Role::ColumnHeader);
            let right = heads.iter().map(|(_, rect)| rect.right()).fold(0.0, f32::max);
            let at_end = (right - journey.rect_of(Role::Grid, "").right()).abs() < 1.0;
            assert!(
                at_end || (edge - left).abs() < 1.0,
                "a column is cut at {edge}: it begins at {left}"
            );
            moved |= heads.iter().any(|(_, rect)| rect.width() < 1.0);
        }
    }
    assert!(moved, "the table was scrolled");
    assert_eq!(lefts(&journey), start);
}

#[test]
fn the_head_of_the_table_stands_clear_of_the_figures_over_it() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "v");
    for size in [[1440.0, 900.0], [900.0, 600.0]] {
        journey.window.set_size(size.into());
        journey.window.run();
        let strip = journey.rect_of(Role::Group, "Key figures");
        let head = journey.rect_of(Role::ColumnHeader, "");
        assert!(head.top() >= strip.bottom() + 8.0, "{head:?} under {strip:?}");
    }
}

#[test]
fn the_first_press_of_a_key_changes_a_column_by_no_more_than_the_next() {
    let mut journey = start_table();
    // The first column has extra width; the others are as wide as their text.
    for (label, column) in [
        ("Name", DealColumn::Name),
        ("Status", DealColumn::Status),
        ("Owner", DealColumn::Owner),
    ] {
        let columns = &journey.app().table.table().columns;
        let place = columns.iter().position(|own| *own == column).unwrap();
        journey
            .window
            .state_mut()
            .run_action(Action::FocusTableColumn(place));
        journey.window.run();
        let wide = |journey: &GuiTest| column_header(journey, label).rect().width();
        let before = wide(&journey);
        type_char(&mut journey.window, "<");
        let narrower = before - wide(&journey);
        // Two terminal columns, with a tolerance for rounding.
        assert!(
            (7.5..=22.5).contains(&narrower),
            "{label}: {before} by {narrower}"
        );
    }
}

#[test]
fn a_filter_that_leaves_few_rows_shows_all_of_them_wherever_the_focus_was() {
    let mut journey = GuiTest::start_with(Lang::En, LONG_UNDO_DELAY, 240);
    type_char(&mut journey.window, "v");
    // The focus is far down, on a row that matches the filter.
    let deals = &journey.app().cx.snapshot().deals;
    let rows: Vec<_> = journey
        .app()
        .table
        .table()
        .rows()
        .iter()
        .map(|ix| deals.row(*ix).unwrap())
        .collect();
    let ic: Vec<_> = rows.iter().filter(|row| row.status == "ic").collect();
    let low = ic[ic.len() - 3].id.parse().unwrap();
    journey.window.state_mut().run_action(Action::FocusDeal(low));
    journey.window.run();
    journey
        .window
        .state_mut()
        .run_action(Action::SetFilter("status:ic".into()));
    journey.window.run();
    let all = journey.app().table.table().rows().len();
    assert!((3..22).contains(&all), "{all} rows fit");
    let seen = journey.elements_of(Role::Row);
    for place in 1..=all {
        let named = format!(" – {place} of {all}");
        assert!(
            seen.iter().any(|(name, _)| name.ends_with(&named)),
            "{named}: {seen:?}"
        );
    }
}

#[test]
fn the_foot_says_of_each_figure_whether_it_is_a_sum_or_a_mean() {
    let mut journey = GuiTest::start_with(Lang::Fr, LONG_UNDO_DELAY, 240);
    type_char(&mut journey.window, "v");
    let texts = painted_texts(&journey.window);
    let over = texts.iter().filter(|(text, _)| text.contains("sur 1"));
    let bare: Vec<_> = over.filter(|(text, _)| text.starts_with("sur ")).collect();
    assert!(bare.is_empty(), "{bare:?}");
    let count = |sign: &str| texts.iter().filter(|(text, _)| text.starts_with(sign)).count();
    assert!(count("moy.") >= 3 && count("Σ") >= 1, "{texts:?}");
}
