//! Tasks, views and the explorer, by mouse and by keyboard, on the real engine.

use crate::support::InputPart::{Key as Press, Text};
use crate::support::real_engine::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{painted_texts, send_burst, type_char};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::explorer::explorer::{RECORDS, SOURCES, TREE};
use encours_core::app::screens::tasks::view;
use encours_core::app::shell::app::App;
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::text::Lang;

fn press_key(test: &mut GuiTest, key: Key) {
    test.window.key_press(key);
    test.window.run();
}

fn statut(app: &App, id: &str) -> Option<String> {
    let mut columns = app.tasks.columns.iter();
    columns.find_map(|column| column.items.iter().find(|item| item.id == id).map(|_| column.statut.clone()))
}

/// Returns a window with the loaded tasks.
fn with_tasks() -> GuiTest {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "5");
    test.until("the tasks are read", |app| app.tasks.focused_task().is_some());
    test
}

#[test]
fn a_task_is_moved_by_keyboard_and_undone() {
    let mut test = with_tasks();
    let id = test.app().tasks.focused_task().unwrap().id.clone();
    let from = statut(test.app(), &id).unwrap();
    let forward = test.app().enabled(ActionId::MoveNext).is_ok();
    type_char(&mut test.window, if forward { "L" } else { "H" });
    let (moved_id, old_status) = (id.clone(), from.clone());
    test.until("it is in another lane", move |app| {
        statut(app, &moved_id).is_some_and(|now| now != old_status)
    });
    let roving = test.window.state().roving_focus();
    assert!(roving.is_some(), "the focus is on a card");
    type_char(&mut test.window, "u");
    test.until("undo brings it back", move |app| statut(app, &id).as_ref() == Some(&from));
}

#[test]
fn a_task_is_dragged_to_another_column() {
    let mut test = with_tasks();
    let view = view::tasks_view(test.app());
    let from = view.columns.iter().position(|column_name| column_name.focused).unwrap();
    let card = view.columns[from].cards.iter().find(|card| card.focused).unwrap().clone();
    let to = (0..view.columns.len().min(5))
        .find(|at| *at != from && !view.columns[*at].statut.is_empty())
        .unwrap();
    let column_name = |at: usize| format!("{} – {}", view.columns[at].label, view.columns[at].count);
    let (source_name, target_name) = (column_name(from), column_name(to));
    let start = {
        let column_name = test.window.get_by_role_and_label(Role::List, &source_name);
        let focused = column_name.query_all_by_role(Role::ListItem).find(|node| {
            use egui_kittest::kittest::NodeT as _;
            node.accesskit_node().is_selected() == Some(true)
        });
        focused.expect("the focused card").rect().center()
    };
    let end = test.window.get_by_role_and_label(Role::List, &target_name).rect().center();
    test.window.drag_at(start);
    test.window.run();
    test.window.hover_at(start + egui::vec2(12.0, 6.0));
    test.window.run();
    test.window.hover_at(end);
    test.window.run();
    test.window.run();
    // The same information as for a deal: target, number of cards, position, and the key to cancel.
    let (from, to_label) = (&view.columns[from], &view.columns[to].label);
    let [gives, takes] = [
        (from.cards.len(), from.cards.len() - 1),
        (view.columns[to].cards.len(), view.columns[to].cards.len() + 1),
    ]
    .map(|(now, then)| format!("{now} → {then}"));
    let tip = format!("{} → {to_label}", from.label);
    let texts: Vec<String> = painted_texts(&test.window).into_iter().map(|(text, _)| text).collect();
    for expected in [tip.as_str(), &gives, &takes, "Esc", "Drop the task here"] {
        assert!(texts.iter().any(|text| text == expected), "{expected} in {texts:?}");
    }
    test.window.drop_at(end);
    test.window.run();
    let target_statut = view.columns[to].statut.clone();
    test.until("it is where it was dropped", move |app| {
        statut(app, &card.id).as_ref() == Some(&target_statut)
    });
}

#[test]
fn explorer_loads_a_source_and_shows_records_as_trees() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "7");
    assert_eq!(test.app().cx.pane(), SOURCES);
    press_key(&mut test, Key::Enter);
    test.until("the operations are read", |app| {
        let families = &app.cx.snapshot().resources;
        families.get(&ResourceKind::Operations).is_some_and(|list| !list.records.is_empty())
    });
    assert_eq!(test.app().cx.pane(), RECORDS);
    let rows = test.app().explorer.explored_rows().records.len();
    assert!(rows > 1);
    assert!(test.window.query_all_by_role(Role::RowHeader).count() > 1, "rows are named");
    send_burst(&mut test.window, &[Text("j")]);
    assert_eq!(test.app().explorer.row, 1);
    press_key(&mut test, Key::Enter);
    assert_eq!(test.app().cx.pane(), TREE);
    let tree = test.window.get_by_role_and_label(Role::List, "Record");
    assert!(tree.query_all_by_role(Role::ListItem).count() > 3, "its fields are lines");
    // A filter without matches hides all rows; leaving the filter shows them again.
    type_char(&mut test.window, "/");
    send_burst(&mut test.window, &[Text("zzzz"), Press(Key::Enter)]);
    assert!(test.app().explorer.explored_rows().visible.is_empty());
    assert!(matches!(test.app().cx.overlay(), Overlay::None));
}

#[test]
fn view_saved_from_the_board_is_listed_and_reopened() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    send_burst(&mut test.window, &[Text("/status:ic"), Press(Key::Enter)]);
    test.window.get_by_role_and_label(Role::Button, "Save view").click();
    test.window.run();
    send_burst(&mut test.window, &[Text("Committee"), Press(Key::Enter)]);
    assert_eq!(test.app().views.current.as_deref(), Some("Committee"));
    let all = test.window.query_all_by_role(Role::Link).next().expect("all deals, in the side bar");
    all.click();
    test.window.run();
    assert!(test.app().pipeline.board().filter.is_empty());
    type_char(&mut test.window, "6");
    assert_eq!(test.app().cx.screen(), Screen::Views);
    send_burst(&mut test.window, &[Text("j"), Press(Key::Enter)]);
    assert_eq!(test.app().cx.screen(), Screen::Pipeline);
    assert_eq!(test.app().pipeline.board().filter, "status:ic", "Enter opens it");
}

#[test]
fn views_header_names_the_focused_view() {
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut test.window, "6");
    assert_eq!(test.app().cx.screen(), Screen::Views);
    assert!(test.has_text(Role::Heading, "Views – All deals"), "{:?}", test.elements_of(Role::Heading));
    press_key(&mut test, Key::F6);
    let has_heading = |test: &GuiTest| test.has_text(Role::Heading, "Views – All deals");
    assert!(!has_heading(&test), "the keys are in another list");
}

#[test]
fn card_field_menu_shows_every_field_completely() {
    use encours_core::contract::models::kpi::KpiKey;
    use encours_core::vocabulary;
    let mut test = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    test.click(Role::Button, "Fields LTV");
    test.window.run();
    let find_text = |text: &str| {
        test.window.output().shapes.iter().any(|clipped| match &clipped.shape {
            egui::Shape::Text(text_shape) => {
                text_shape.galley.text() == text
                    && clipped.clip_rect.contains_rect(text_shape.visual_bounding_rect())
            }
            _ => false,
        })
    };
    for key in KpiKey::numeric() {
        let label = vocabulary::kpi_label(Lang::En, key.name());
        assert!(find_text(&label), "{label} is cut");
    }
    // Each field has a row of its own, and a click in its middle toggles it.
    let mut lines = test.elements_of(Role::MenuItemCheckBox);
    lines.sort_by(|a, b| a.1.top().total_cmp(&b.1.top()));
    assert!(lines.len() > KpiKey::numeric().count(), "{lines:?}");
    for pair in lines.windows(2) {
        assert!(pair[0].1.bottom() <= pair[1].1.top() + 0.5, "{pair:?}");
    }
    let column = encours_core::dataset::column::DealColumn::Class;
    assert!(test.app().pipeline.board_layout().shows(column));
    let (_, rect) = lines[0].clone();
    test.press_at(rect.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    assert!(!test.app().pipeline.board_layout().shows(column));
}
