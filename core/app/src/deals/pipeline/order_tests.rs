//! Column order set by your organisation: columns, the next status, choices and sorting follow it.

use crate::contract::DealId;
use crate::dataset::column::{DealColumn, SortKey};
use crate::foundation::cx::options::Options;
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::shell::action::Action;
use crate::vocabulary::StatusOrder;

use crate::shell::testing::*;

fn app_with_order(statuses: &[&str]) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut options = Options::new(Lang::Fr, keymap, TimeZone::UTC);
    options.status_order =
        StatusOrder::starting_with(statuses.iter().map(|code| (*code).to_owned()).collect());
    let mut app = App::new(options, test_now());
    app.on_snapshot(Arc::new(snapshot(1, table())));
    app
}

#[test]
fn columns_follow_the_custom_status_order() {
    assert_eq!(app().pipeline.filtered().statuses(), ["sourcing", "ic", "closing", "lost"]);
    let mut app = app_with_order(&["closing", "ic"]);
    assert_eq!(app.pipeline.filtered().statuses(), ["closing", "ic", "sourcing", "lost"]);
    app.dispatch(Action::SetFilter("martin".into()), test_now());
    assert_eq!(app.pipeline.filtered().statuses(), ["closing", "ic", "sourcing", "lost"]);
}

#[test]
fn new_status_gets_its_configured_position() {
    let mut app = app_with_order(&["on_hold", "ic"]);
    let mut deals = table();
    deals.set_row(deal("f", "Quai", "on_hold", 1, None), None);
    app.on_snapshot(Arc::new(snapshot(2, deals)));
    let statuses = app.pipeline.filtered().statuses();
    assert_eq!(statuses, ["on_hold", "ic", "sourcing", "closing", "lost"]);
}

#[test]
fn the_next_status_is_that_of_the_next_column() {
    let mut app = app_with_order(&["ic", "sourcing", "closing"]);
    app.dispatch(Action::FocusDeal(DealId::new("a").unwrap()), test_now());
    let sent = run(&mut app, &[A::MoveNext]);
    assert_eq!(sent_updates(&sent)[0].1, "\"sourcing\"");
}

#[test]
fn table_status_sort_follows_the_column_order() {
    let mut app = app_with_order(&["lost", "ic"]);
    let by_status = SortKey { column: DealColumn::Status, descending: false };
    let rows = |app: &App| -> String {
        let rows = app.table.rows().iter();
        rows.map(|ix| app.cx.snapshot().deals.row(*ix).unwrap().id.to_owned()).collect()
    };
    app.table.sort = vec![by_status];
    run(&mut app, &[A::ToggleTable]);
    assert_eq!(rows(&app), "eabcd");
    // A changed deal moves to its sorted position.
    let mut deals = app.cx.snapshot().deals.as_ref().clone();
    deals.set_row(deal("d", "Tour Boréale", "lost", 3, None), None);
    app.on_snapshot(Arc::new(snapshot(2, deals)));
    assert_eq!(rows(&app), "edabc");
}
