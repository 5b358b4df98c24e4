//! Tests that no key press causes a panic or an invalid state.

use crate::deals::table::group_lines::TableLine;
use crate::deals::table::table::TableViewport;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::{ActionId, ActionId as A};
use crate::foundation::input::context::Screen;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use proptest::prelude::*;

use crate::shell::testing::*;

const KEYS: &[A] = &[
    A::FocusLeft,
    A::FocusRight,
    A::FocusUp,
    A::FocusDown,
    A::FocusFirst,
    A::FocusLast,
    A::PageDown,
    A::Open,
    A::Back,
    A::SelectDeal,
    A::SelectRange,
    A::SelectAll,
    A::ToggleTable,
    A::SortColumn,
    A::SortAlso,
    A::GroupColumn,
    A::CollapseGroup,
    A::CollapseGroups,
    A::GroupStatistic,
    A::ChooseColumns,
    A::NarrowColumn,
    A::WidenColumn,
    A::ToggleLine,
    A::RaiseLine,
    A::LowerLine,
    A::Views,
    A::SaveView,
    A::NextView,
    A::PreviousView,
    A::PinView,
    A::DeleteView,
    A::Subscribe,
    A::ShowRules,
    A::CollapseColumn,
    A::Copy,
    A::CopyAs,
    A::MoveNext,
    A::MovePrevious,
    A::MoveTo,
    A::DeleteDeal,
    A::EditDeal,
    A::LocalNote,
    A::ShowBulk,
    A::StopBulk,
    A::RetryBulk,
    A::Undo,
    A::Redo,
    A::Filter,
    A::Palette,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn focus_stays_on_an_existing_item_for_any_keys(
        keys in proptest::collection::vec(0..KEYS.len(), 1..60),
        rows in 0_usize..30,
        width in 0_u16..200,
        deleted in 0_usize..6,
    ) {
        let mut app = app();
        app.table.set_table_viewport(TableViewport { rows, width }, &mut app.cx);
        for (place, key) in keys.iter().enumerate() {
            run(&mut app, &[KEYS[*key]]);
            if place == deleted {
                let mut deals = table();
                deals.remove("c");
                app.on_snapshot(Arc::new(snapshot(2 + place as u64, deals)));
            }
            if let Overlay::Form(_) = app.cx.overlay() {
                app.dispatch(Action::SetText("Vue".into()), test_now());
            }
            let table = &app.table;
            if app.table.shows_table() && !table.rows().is_empty() {
                match table.line(table.index()).unwrap() {
                    TableLine::Deal(ix) => {
                        prop_assert_eq!(app.cx.snapshot().deals.row(ix).unwrap().id, focus(&app));
                    }
                    TableLine::Heading(_) => prop_assert!(app.table.focused_group().is_some()),
                }
                prop_assert!(table.first() <= table.index() && table.index() < table.first() + rows.max(1));
                prop_assert!(table.column < table.columns.len());
                prop_assert!(app.table.table_layout(&app.cx).columns.iter().all(|(at, ..)| *at < table.columns.len()));
            }
            if let Some(picker) = app.cx.picker() {
                let lines = crate::shell::view::picker::picker_view(&app).map_or(0, |view| view.lines.len());
                prop_assert!(lines == 0 || picker.selected < lines);
            }
            prop_assert!(!app.table.columns.is_empty());
            let _ = crate::deals::table::view::table::footer(&app);
            let _ = crate::tools::palette::view::palette_lines(&app);
        }
    }
}

#[test]
fn footer_omits_actions_without_a_target() {
    let offered = |app: &App| -> Vec<ActionId> {
        let hints = crate::shell::view::footer_keys::hints(app);
        hints.iter().map(|hint| hint.action).collect()
    };
    let mut app = app();
    let of_deal = [ActionId::MovePrevious, ActionId::MoveTo, ActionId::Open, ActionId::SelectDeal];
    assert!(of_deal.iter().all(|action| offered(&app).contains(action)));
    app.dispatch(Action::SetFilter("rien de tel".into()), test_now());
    let left = offered(&app);
    assert!(!of_deal.iter().any(|action| left.contains(action)), "{left:?}");
    assert!(left.contains(&ActionId::Filter), "{left:?}");
    app.dispatch(Action::Show(Screen::Tasks), test_now());
    assert!(!offered(&app).contains(&ActionId::Open), "no task");
    app.dispatch(Action::Show(Screen::Activity), test_now());
    let of_write = [ActionId::RetryWrite, ActionId::DiscardWrite];
    let left = offered(&app);
    assert!(!of_write.iter().any(|action| left.contains(action)), "{left:?}");
    // A hint stays in place if only this write does not allow the action.
    app.on_snapshot(Arc::new(Snapshot {
        writes: Arc::new(
            vec![crate::screens::inbox::mark_read_tests::pending_mark("a", WriteState::Sending)].into(),
        ),
        ..snapshot(2, table())
    }));
    let left = offered(&app);
    assert!(of_write.iter().all(|action| left.contains(action)), "{left:?}");
}

#[test]
fn bulk_and_single_retry_share_their_key() {
    let keys = |id: ActionId| (id.spec().terminal_keys, id.spec().window_keys);
    assert_eq!(keys(A::RetryBulk), keys(A::RetryWrite));
}
