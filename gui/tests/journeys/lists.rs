//! Tasks, views and the explorer, by mouse and by keyboard, on the real engine.

use crate::support::InputPart::{Key as Press, Text};
use crate::support::real::{GuiTest, LONG_UNDO_DELAY};
use crate::support::{painted_texts, send_burst, type_char};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::explorer::explorer::{RECORDS, SOURCES, TREE};
use encours_core::app::screens::tasks::view;
use encours_core::app::shell::app::App;
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::text::Lang;

fn press_key(journey: &mut GuiTest, key: Key) {
    journey.window.key_press(key);
    journey.window.run();
}

fn statut(app: &App, id: &str) -> Option<String> {
    let mut lanes = app.tasks.tasks().columns.iter();
    lanes.find_map(|lane| {
        lane.items
            .iter()
            .find(|item| item.id == id)
            .map(|_| lane.statut.clone())
    })
}

/// Returns a window with the loaded tasks.
fn with_tasks() -> GuiTest {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "5");
    journey.until("the tasks are read", |app| app.tasks.focused_task().is_some());
    journey
}

#[test]
fn a_task_is_moved_by_keyboard_and_taken_back() {
    let mut journey = with_tasks();
    let id = journey.app().tasks.focused_task().unwrap().id.clone();
    let from = statut(journey.app(), &id).unwrap();
    let forward = journey.app().enabled(ActionId::MoveNext).is_ok();
    type_char(&mut journey.window, if forward { "L" } else { "H" });
    let (moved, was) = (id.clone(), from.clone());
    journey.until("it is in another lane", move |app| {
        statut(app, &moved).is_some_and(|now| now != was)
    });
    let roving = journey.window.state().roving_focus();
    assert!(roving.is_some(), "the focus is on a card");
    type_char(&mut journey.window, "u");
    journey.until("undo brings it back", move |app| {
        statut(app, &id).as_ref() == Some(&from)
    });
}

#[test]
fn a_task_is_dragged_to_another_lane() {
    let mut journey = with_tasks();
    let view = view::tasks_view(journey.app());
    let from = view.columns.iter().position(|lane| lane.focused).unwrap();
    let card = view.columns[from]
        .cards
        .iter()
        .find(|card| card.focused)
        .unwrap()
        .clone();
    let to = (0..view.columns.len().min(5))
        .find(|at| *at != from && !view.columns[*at].statut.is_empty())
        .unwrap();
    let lane = |at: usize| format!("{} – {}", view.columns[at].label, view.columns[at].count);
    let (here, there) = (lane(from), lane(to));
    let start = {
        let lane = journey.window.get_by_role_and_label(Role::List, &here);
        let focused = lane.query_all_by_role(Role::ListItem).find(|node| {
            use egui_kittest::kittest::NodeT as _;
            node.accesskit_node().is_selected() == Some(true)
        });
        focused.expect("the focused card").rect().center()
    };
    let end = journey
        .window
        .get_by_role_and_label(Role::List, &there)
        .rect()
        .center();
    journey.window.drag_at(start);
    journey.window.run();
    journey.window.hover_at(start + egui::vec2(12.0, 6.0));
    journey.window.run();
    journey.window.hover_at(end);
    journey.window.run();
    journey.window.run();
    // The same information as for a deal: target, number of cards, position, and the key to cancel.
    let (from, to_label) = (&view.columns[from], &view.columns[to].label);
    let [gives, takes] = [
        (from.cards.len(), from.cards.len() - 1),
        (view.columns[to].cards.len(), view.columns[to].cards.len() + 1),
    ]
    .map(|(now, then)| format!("{now} → {then}"));
    let tip = format!("{} → {to_label}", from.label);
    let texts: Vec<String> = painted_texts(&journey.window)
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    for told in [tip.as_str(), &gives, &takes, "Esc", "Drop the task here"] {
        assert!(texts.iter().any(|text| text == told), "{told} in {texts:?}");
    }
    journey.window.drop_at(end);
    journey.window.run();
    let wanted = view.columns[to].statut.clone();
    journey.until("it is where it was dropped", move |app| {
        statut(app, &card.id).as_ref() == Some(&wanted)
    });
}

#[test]
fn the_explorer_reads_a_source_and_shows_a_record_as_a_tree() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "7");
    assert_eq!(journey.app().cx.pane(), SOURCES);
    press_key(&mut journey, Key::Enter);
    journey.until("the operations are read", |app| {
        let families = &app.cx.snapshot().resources;
        families
            .get(&ResourceKind::Operations)
            .is_some_and(|list| !list.records.is_empty())
    });
    assert_eq!(journey.app().cx.pane(), RECORDS);
    let rows = journey.app().explorer.explored_rows().records.len();
    assert!(rows > 1);
    assert!(
        journey.window.query_all_by_role(Role::RowHeader).count() > 1,
        "rows are named"
    );
    send_burst(&mut journey.window, &[Text("j")]);
    assert_eq!(journey.app().explorer.explorer().row, 1);
    press_key(&mut journey, Key::Enter);
    assert_eq!(journey.app().cx.pane(), TREE);
    let tree = journey.window.get_by_role_and_label(Role::List, "Record");
    assert!(
        tree.query_all_by_role(Role::ListItem).count() > 3,
        "its fields are lines"
    );
    // A filter without matches hides all rows; leaving the filter shows them again.
    type_char(&mut journey.window, "/");
    send_burst(&mut journey.window, &[Text("zzzz"), Press(Key::Enter)]);
    assert!(journey.app().explorer.explored_rows().visible.is_empty());
    assert!(matches!(journey.app().cx.layer(), Layer::None));
}

#[test]
fn a_saved_view_is_kept_from_the_board_listed_and_opened_again() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    send_burst(&mut journey.window, &[Text("/status:ic"), Press(Key::Enter)]);
    journey
        .window
        .get_by_role_and_label(Role::Button, "Save view")
        .click();
    journey.window.run();
    send_burst(&mut journey.window, &[Text("Committee"), Press(Key::Enter)]);
    assert_eq!(journey.app().views.views().current.as_deref(), Some("Committee"));
    let all = journey
        .window
        .query_all_by_role(Role::Link)
        .next()
        .expect("all deals, in the side bar");
    all.click();
    journey.window.run();
    assert!(journey.app().pipeline.board().filter.is_empty());
    type_char(&mut journey.window, "6");
    assert_eq!(journey.app().cx.screen(), Screen::Views);
    send_burst(&mut journey.window, &[Text("j"), Press(Key::Enter)]);
    assert_eq!(journey.app().cx.screen(), Screen::Pipeline);
    assert_eq!(
        journey.app().pipeline.board().filter,
        "status:ic",
        "Enter opens it"
    );
}

#[test]
fn the_head_of_the_views_names_what_its_buttons_act_on() {
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    type_char(&mut journey.window, "6");
    assert_eq!(journey.app().cx.screen(), Screen::Views);
    assert!(
        journey.has_text(Role::Heading, "Views – All deals"),
        "{:?}",
        journey.elements_of(Role::Heading)
    );
    press_key(&mut journey, Key::F6);
    let named = |journey: &GuiTest| journey.has_text(Role::Heading, "Views – All deals");
    assert!(!named(&journey), "the keys are in another list");
}

#[test]
fn the_list_of_a_card_s_fields_is_as_high_as_the_window_lets_it_be() {
    use encours_core::contract::models::kpi::KpiKey;
    use encours_core::vocabulary;
    let mut journey = GuiTest::start(Lang::En, LONG_UNDO_DELAY);
    journey.click(Role::Button, "Fields LTV");
    journey.window.run();
    let seen = |text: &str| {
        journey
            .window
            .output()
            .shapes
            .iter()
            .any(|clipped| match &clipped.shape {
                egui::Shape::Text(shown) => {
                    shown.galley.text() == text
                        && clipped.clip_rect.contains_rect(shown.visual_bounding_rect())
                }
                _ => false,
            })
    };
    for key in KpiKey::numeric() {
        let label = vocabulary::kpi_label(Lang::En, key.name());
        assert!(seen(&label), "{label} is cut");
    }
    // Each field has a row of its own, and a click in its middle toggles it.
    let mut lines = journey.elements_of(Role::MenuItemCheckBox);
    lines.sort_by(|one, other| one.1.top().total_cmp(&other.1.top()));
    assert!(lines.len() > KpiKey::numeric().count(), "{lines:?}");
    for pair in lines.windows(2) {
        assert!(pair[0].1.bottom() <= pair[1].1.top() + 0.5, "{pair:?}");
    }
    let part = encours_core::dataset::column::DealColumn::Class;
    assert!(journey.app().pipeline.board_layout().shows(part));
    let (_, place) = lines[0].clone();
    journey.press_at(
        place.center(),
        egui::PointerButton::Primary,
        egui::Modifiers::NONE,
    );
    assert!(!journey.app().pipeline.board_layout().shows(part));
}
