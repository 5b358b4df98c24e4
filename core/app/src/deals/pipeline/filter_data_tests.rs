//! Filters on received fields and states, corrections, order and limit.

use crate::contract::record::Record;
use crate::foundation::input::commands::ActionId;
use crate::model::effect::Effect;
use crate::model::history::filter_data::FilterData;
use crate::query::local_test::FilterNeeds;
use crate::query::{FieldKind, FieldKinds, QueryError};
use crate::shell::action::Action;

use crate::shell::testing::*;

fn table_of_three() -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for (id, name, ltv) in [("a", "Parc", "0.6"), ("b", "Tour", "0.8"), ("c", "Halle", "0.7")] {
        builder.push(&deal(id, name, "ic", 3, Some(ltv)));
    }
    builder.finish()
}

fn data(needs: &FilterNeeds) -> FilterData {
    let mut data = FilterData::new(needs.clone(), FieldKinds::default(), Arc::default());
    for (id, city) in [("a", "Lyon"), ("b", "Lille"), ("c", "Lyon")] {
        let body = format!("{{\"id\":\"{id}\",\"city\":\"{city}\",\"fee\":1}}");
        data.add_deal(&Record::parse(body).unwrap());
    }
    data
}

#[test]
fn a_field_definition_rejects_a_comparison_and_offers_a_correction() {
    let mut app = app_with(snapshot(1, table_of_three()));
    let kinds = FieldKinds::from([("city".to_owned(), FieldKind::Text)]);
    let data = FilterData::new(FilterNeeds::default(), kinds, Arc::default());
    app.on_snapshot(Arc::new(Snapshot { filter_data: Arc::new(data), ..snapshot(2, table_of_three()) }));
    app.dispatch(Action::Run(ActionId::Filter), test_now());
    app.dispatch(Action::SetText("ltv>65% .city<5".into()), test_now());
    let errors = app.pipeline.reported_filter_errors(&app.cx);
    assert_eq!(errors.iter().map(QueryError::column).collect::<Vec<_>>(), [14]);
    assert_eq!(app.pipeline.offered_fix(&app.cx).as_deref(), Some(".city:5"));
    assert_eq!(app.pipeline.filtered().shown, 2, "the part before the mistake applies");
}

fn note(app: &App) -> Option<String> {
    crate::deals::board::view::header::board_header(app).filter_note
}

#[test]
fn a_received_field_is_loaded_once_and_then_filters() {
    let mut app = app_with(snapshot(1, table_of_three()));
    app.dispatch(Action::Run(ActionId::Filter), test_now());
    let typed = app.dispatch(Action::SetText(".city:lyo".into()), test_now());
    let needs: Vec<FilterNeeds> = typed
        .effects
        .into_iter()
        .filter_map(|effect| if let Effect::LoadFilterData(needs) = effect { Some(needs) } else { None })
        .collect();
    let mut all = FilterNeeds::default();
    for needs in needs {
        all.join(needs);
    }
    assert_eq!((all.fields.iter().map(String::as_str).collect::<String>(), all.names), ("city".into(), true));
    assert_eq!(app.pipeline.filtered().shown, 0);
    assert!(note(&app).is_some_and(|note| note.contains('…')), "the data is missing: {:?}", note(&app));
    let again = app.dispatch(Action::SetText(".city:lyon".into()), test_now());
    assert!(!again.effects.iter().any(|effect| matches!(effect, Effect::LoadFilterData(_))));
    let loaded = Snapshot { filter_data: Arc::new(data(&all)), ..snapshot(2, table_of_three()) };
    app.on_snapshot(Arc::new(loaded));
    assert_eq!((app.pipeline.filtered().shown, note(&app)), (2, None));
    app.dispatch(Action::SetText("-.city:".into()), test_now());
    let lines = crate::deals::pipeline::view::suggestions::completion_lines(&app);
    let lines: Vec<String> = lines.iter().map(|line| format!("{} {}", line.item, line.count)).collect();
    assert_eq!(lines, ["Lyon 2 deals", "Lille 1 deal"]);
    app.dispatch(Action::SetText("statut:com".into()), test_now());
    let lines = crate::deals::pipeline::view::suggestions::completion_lines(&app);
    assert_eq!(lines.first().map(|line| &*line.count), Some("3 deals"), "{lines:?}");
    app.dispatch(Action::SetText(".f".into()), test_now());
    assert_eq!(app.pipeline.completions(&app.cx).items, [".fee:"]);
}

#[test]
fn a_mistake_offers_its_correction_to_the_completion_key() {
    let mut app = app_with(snapshot(1, table_of_three()));
    app.dispatch(Action::Run(ActionId::Filter), test_now());
    app.dispatch(Action::SetText("parc statu:ic".into()), test_now());
    let errors = crate::deals::board::view::header::board_header(&app).filter_errors;
    assert!(errors[0].0.contains("statut:ic"), "{errors:?}");
    app.dispatch(Action::Run(ActionId::Complete), test_now());
    assert_eq!(app.pipeline.board().filter, "parc statut:ic");
}

#[test]
fn order_and_limit_of_a_filter_apply_until_another_order() {
    let mut app = app_with(snapshot(1, table_of_three()));
    app.dispatch(Action::SetFilter("sort:ltv desc limit:2".into()), test_now());
    let shown = |app: &App| -> String {
        let deals = &app.cx.snapshot().deals;
        app.visible_rows().filter_map(|ix| deals.row(ix)).map(|row| row.id).collect()
    };
    assert_eq!(shown(&app), "bc");
    app.dispatch(Action::Run(ActionId::ToggleTable), test_now());
    assert_eq!(shown(&app), "bc");
    app.dispatch(
        Action::SortBy { column: crate::dataset::column::DealColumn::Name, keep_previous: false },
        test_now(),
    );
    assert_eq!(app.pipeline.board().filter, "limit:2");
    assert_eq!(shown(&app).len(), 2);
}
