//! The table's cells: focus, ranges and in-place editing, by mouse and by keyboard.

use crate::support::InputPart::{Key as Press, Text};
use crate::support::real_engine::GuiTest;
use crate::support::{CTRL, copied_text, send_burst, type_char};
use crate::table::{SHIFT, column_header, deal_names, element_named, press_key, start_table};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::context::Screen;
use encours_core::dataset::column::DealColumn;
use encours_core::text::Lang;
use encours_core::vocabulary;

#[test]
#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is not general enough over lifetimes"
)]
fn arrows_go_among_cells_and_one_cell_has_the_focus() {
    let mut test = start_table();
    type_char(&mut test.window, "g");
    for pressed in [Key::ArrowDown, Key::ArrowDown, Key::ArrowRight] {
        press_key(&mut test, pressed);
    }
    assert_eq!((test.app().table.index(), test.app().table.column), (2, 1));
    let roving = test.window.state().roving_focus();
    assert!(roving.is_some() && test.window.ctx.memory(egui::Memory::focused) == roving);
    let name = deal_names(test.app())[2].clone();
    let row = element_named(&test, Role::Row, &name);
    let focused: Vec<_> = row.query_all_by(|node| node.is_focused()).collect();
    assert_eq!(focused.len(), 1, "the focused cell is one of the row");
    press_key(&mut test, Key::Enter);
    assert_eq!(test.app().cx.screen(), Screen::Deal);
    assert_eq!(test.app().pipeline.opened_row(&test.app().cx).unwrap().name, name);
}

#[test]
fn the_owner_is_edited_in_its_cell_by_keyboard() {
    let mut test = start_table();
    type_char(&mut test.window, "g");
    let name = deal_names(test.app())[0].clone();
    // The name belongs to the service: no editor opens over its cell, and a message gives the reason.
    press_key(&mut test, Key::F2);
    assert!(matches!(test.app().cx.overlay(), Overlay::None));
    assert!(test.has_text(Role::Label, "read-only, "));
    let columns = &test.app().table.columns;
    let owner = columns.iter().position(|column| *column == DealColumn::Owner);
    for _ in 0..owner.unwrap() {
        type_char(&mut test.window, "l");
    }
    press_key(&mut test, Key::F2);
    assert!(matches!(test.app().cx.overlay(), Overlay::Form(_)));
    let field = test.window.get_by_role_and_label(Role::TextInput, "Owner");
    let grid = test.window.get_by_role_and_label(Role::Grid, "24 deals in the table");
    assert!(grid.rect().contains_rect(field.rect()), "it stands in the table, over its cell");
    test.window.key_press_modifiers(CTRL, Key::A);
    test.window.run();
    send_burst(&mut test.window, &[Text("Z. Nouveau"), Press(Key::Enter)]);
    test.until("the owner is another one", |app| {
        app.cx.snapshot().deals.by_age().any(|row| row.name == name && row.owner == "Z. Nouveau")
    });
    type_char(&mut test.window, "u");
    test.until("undo takes it back", |app| {
        !app.cx.snapshot().deals.by_age().any(|row| row.owner == "Z. Nouveau")
    });
}

#[test]
fn the_status_is_edited_in_its_cell_by_mouse() {
    let mut test = start_table();
    type_char(&mut test.window, "g");
    let row = test.app().pipeline.focused_row(&test.app().cx).unwrap();
    let (id, from) = (row.id.to_owned(), row.status.to_owned());
    let label = vocabulary::deal_status(Lang::En, &from).into_owned();
    let name = deal_names(test.app())[0].clone();
    let at = {
        let row = element_named(&test, Role::Row, &name);
        row.get_by_role_and_label(Role::Cell, &format!("Status – {label}")).rect().center()
    };
    let events = &mut test.window.input_mut().events;
    events.push(egui::Event::PointerMoved(at));
    events.extend([true, false, true, false].map(|pressed| egui::Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }));
    test.window.run();
    assert!(matches!(test.app().cx.overlay(), Overlay::Menu(_)), "a second press edits");
    let expected = vocabulary::deal_status(Lang::En, "closing").into_owned();
    test.window.get_by_role_and_label(Role::MenuItemRadio, &expected).click();
    test.window.run();
    test.until("the deal is there", |app| {
        let deals = &app.cx.snapshot().deals;
        deals.find(&id).and_then(|ix| deals.row(ix)).unwrap().status == "closing"
    });
}

#[test]
fn a_range_is_swept_over_cells_and_copied() {
    let mut test = start_table();
    type_char(&mut test.window, "g");
    let names = deal_names(test.app());
    let cell = |test: &GuiTest, name: &str, column: &str| {
        let y = element_named(test, Role::Row, name).rect().center().y;
        egui::pos2(column_header(test, column).rect().center().x, y)
    };
    let (from, to) = (cell(&test, &names[1], "Status"), cell(&test, &names[3], "Owner"));
    test.drag_over(from, to);
    test.window.drop_at(to);
    test.window.run();
    let cells = test.app().table.cell_range().expect("a range");
    assert_eq!((cells.rows, cells.columns), (1..=3, 1..=3));
    assert!(test.app().pipeline.selection().is_empty());
    test.window.event(egui::Event::Copy);
    test.window.step();
    let text = copied_text(&test.window).expect("the range is in the clipboard");
    assert!(text.starts_with("Status\tAsset class\tOwner\n"), "{text}");
    assert_eq!(text.lines().count(), 4, "{text}");
    press_key(&mut test, Key::Escape);
    assert!(test.app().table.cell_range().is_none());
    test.window.key_press_modifiers(SHIFT, Key::ArrowDown);
    test.window.run();
    assert_eq!(test.app().table.cell_range().map(|cells| cells.size()), Some((2, 1)));
}

#[test]
fn shift_arrows_beside_an_open_deal_extend_cell_range() {
    let mut test = start_table();
    type_char(&mut test.window, "g");
    let name = deal_names(test.app())[2].clone();
    let row = element_named(&test, Role::Row, &name);
    row.get_by_role_and_label(Role::RowHeader, &name).click();
    test.window.run();
    assert_eq!(test.app().cx.screen(), Screen::Deal, "the panel is open");
    let status = test.app().pipeline.focused_row(&test.app().cx).unwrap().status.to_owned();
    test.press_key_with(SHIFT, Key::ArrowRight);
    assert_eq!(test.app().table.cell_range().map(|cells| cells.size()), Some((1, 2)));
    test.press_key_with(SHIFT, Key::ArrowDown);
    assert_eq!(test.app().table.cell_range().map(|cells| cells.size()), Some((2, 2)));
    assert_eq!(test.app().pipeline.focused_row(&test.app().cx).unwrap().status, status, "no deal has moved");
    assert_eq!(test.app().cx.waiting_count(), 0);
}

#[test]
fn cell_range_menu_keeps_the_range_and_copies_it() {
    let mut test = start_table();
    type_char(&mut test.window, "g");
    for pressed in [Key::ArrowDown, Key::ArrowRight] {
        test.press_key_with(SHIFT, pressed);
    }
    let before = test.app().table.cell_range();
    assert_eq!(
        before.as_ref().map(encours_core::app::deals::table::cell_range::CellRange::size),
        Some((2, 2))
    );
    let name = deal_names(test.app())[0].clone();
    let rect = test
        .window
        .get_by(|node| {
            node.role() == Role::RowHeader && node.label().is_some_and(|label| label.starts_with(&name))
        })
        .rect();
    test.press_at(rect.center(), egui::PointerButton::Secondary, Modifiers::NONE);
    assert_eq!(test.app().table.cell_range(), before, "the menu is the range's");
    assert!(!test.has_text(Role::MenuItem, "Delete"), "{:?}", test.elements_of(Role::MenuItem));
    test.window.get_by_role_and_label(Role::MenuItem, "Copy").click();
    let text = (0..8).find_map(|_| {
        test.window.step();
        copied_text(&test.window)
    });
    let text = text.expect("the cells");
    assert_eq!(text.lines().count(), 3, "the names of the columns and two rows: {text:?}");
    // Outside the range, the menu is that of the row.
    let other = deal_names(test.app())[4].clone();
    let rect = test
        .window
        .get_by(|node| {
            node.role() == Role::RowHeader && node.label().is_some_and(|label| label.starts_with(&other))
        })
        .rect();
    test.press_at(rect.center(), egui::PointerButton::Secondary, Modifiers::NONE);
    assert_eq!(test.app().table.cell_range(), None);
    assert!(test.has_text(Role::MenuItem, "Delete"));
}
