//! Sideways focus on the board, with and without swimlanes.

use crate::contract::DealId;
use crate::deals::pipeline::board_state::BoardViewport;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::input::commands::{ActionId, ActionId as A};
use crate::shell::action::Action;
use crate::shell::testing::*;

/// Returns a board with deals named by column, owner and position, oldest first.
fn board(swimlanes: Swimlanes) -> App {
    let mut builder = ColumnStoreBuilder::default();
    let mut days = 90;
    for (status, owners) in
        [("sourcing", "LLLC"), ("ic", "CCCCL"), ("due_diligence", "CC"), ("closing", "LLLLCC")]
    {
        let mut count = BTreeMap::new();
        for owner in owners.chars() {
            let range = count.entry(owner).or_insert(0);
            *range += 1;
            let id = format!("{status}-{owner}{range}");
            days -= 1;
            let mut row = deal(&id, &id, status, days, None);
            row.owner = owner.to_string();
            row.class = if owner == 'L' { "office" } else { "retail" }.into();
            builder.push(&row);
        }
    }
    let mut app = app_with(snapshot(1, builder.finish()));
    app.dispatch(Action::SetSwimlanes(swimlanes), test_now());
    app
}

fn order(app: &App) -> Vec<String> {
    app.pipeline.filtered().columns.iter().map(|column| column.status.clone()).collect()
}

fn start(app: &mut App, id: &str) {
    app.dispatch(Action::FocusDeal(DealId::new(id).unwrap()), test_now());
    assert_eq!(focus(app), id);
}

fn focus_path(app: &mut App, keys: &[ActionId]) -> Vec<String> {
    let step = |key: &ActionId| {
        run(app, &[*key]);
        focus(app).to_owned()
    };
    keys.iter().map(step).collect()
}

#[test]
fn sideways_focus_keeps_its_swimlane_and_remembers_its_row() {
    for swimlanes in [Swimlanes::Owner, Swimlanes::Class] {
        let mut app = board(swimlanes);
        let columns = order(&app);
        let at = |status: &str| columns.iter().position(|column| column == status).unwrap();
        assert!(at("sourcing") < at("due_diligence") && at("due_diligence") < at("closing"));
        start(&mut app, "closing-L3");
        // The swimlane has one card in the committee's column and none in due diligence.
        let left = focus_path(&mut app, &[A::FocusLeft, A::FocusLeft, A::FocusLeft]);
        assert!(left.iter().all(|id| id.contains("-L")), "{left:?}");
        assert_eq!(left.iter().filter(|id| *id == "ic-L1").count(), 1, "{left:?}");
        assert_eq!(focus(&app), "sourcing-L3", "the row is remembered through a short column");
        focus_path(&mut app, &[A::FocusRight, A::FocusRight]);
        assert_eq!(focus(&app), "closing-L3", "and on the way back");
    }
}

#[test]
fn vertical_focus_crosses_swimlanes_and_sets_the_row() {
    let mut app = board(Swimlanes::Owner);
    // Swimlane C comes before swimlane L.
    start(&mut app, "ic-C4");
    assert_eq!(focus_path(&mut app, &[A::FocusDown, A::FocusUp]), ["ic-L1", "ic-C4"]);
    start(&mut app, "closing-L3");
    focus_path(&mut app, &[A::FocusLeft, A::FocusLeft, A::FocusUp]);
    assert_eq!(focus(&app), "sourcing-L2");
    focus_path(&mut app, &[A::FocusRight, A::FocusRight]);
    assert_eq!(focus(&app), "closing-L2", "the last chosen row is remembered");
}

#[test]
fn focus_passes_a_collapsed_column_within_its_swimlane() {
    let mut app = board(Swimlanes::Owner);
    let fold = order(&app).iter().position(|status| status == "due_diligence").unwrap();
    app.dispatch(Action::CollapseColumn(fold), test_now());
    start(&mut app, "sourcing-L2");
    let mut passed = Vec::new();
    while focus(&app) != "closing-L2" && passed.len() < 9 {
        passed.extend(focus_path(&mut app, &[A::FocusRight]));
    }
    assert!(passed.contains(&String::new()), "it can be unfolded: {passed:?}");
    assert_eq!(focus(&app), "closing-L2", "{passed:?}");
}

#[test]
fn short_column_preserves_the_remembered_row_without_swimlanes() {
    let mut app = board(Swimlanes::None);
    app.pipeline.set_viewport(BoardViewport { columns: 9, cards: 9, lines: 36 }, &mut app.cx);
    start(&mut app, "closing-C1");
    let columns = order(&app);
    let steps =
        columns.iter().filter(|status| ["sourcing", "ic", "due_diligence"].contains(&status.as_str()));
    let left = vec![A::FocusLeft; steps.count()];
    focus_path(&mut app, &left);
    assert_eq!(focus(&app), "sourcing-C1", "the fourth and last row");
    focus_path(&mut app, &vec![A::FocusRight; left.len()]);
    assert_eq!(focus(&app), "closing-C1", "the fifth of six rows");
}
