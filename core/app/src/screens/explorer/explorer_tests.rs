//! Tests of the explorer: links from portfolio bars, paging of a route, and the row filter.

use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::paging::page::PageHeaders;
use crate::contract::record::Record;
use crate::foundation::cx::change_types::RecordSource;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::foundation::presentation::provenance::route_text;
use crate::model::effect::Effect;
use crate::model::fetched::{Fetched, RouteRequest};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::Snapshot;
use crate::records::lists::lists_tests::{list, press, snapshot_with_list};
use crate::screens::explorer::explorer::{RECORDS, SOURCES};
use crate::shell::action::Action;
use crate::shell::testing::*;

fn snapshot_with_response(request: &RouteRequest, json: &str) -> Snapshot {
    let mut response = Fetched::default();
    response.receive(JsonBody::parse(json.as_bytes(), PageHeaders::default()).unwrap(), test_now());
    Snapshot {
        revision: 7,
        loaded_routes: Arc::new([(request.clone(), response)].into()),
        ..snapshot(7, table())
    }
}

#[test]
fn route_paging_follows_the_response() {
    let mut app = app_with(snapshot(1, table()));
    press(&mut app, &[ActionId::ScreenExplorer, ActionId::AskRoute]);
    app.dispatch(Action::SetText("/operations?limit=2".into()), test_now());
    let request = match &press(&mut app, &[ActionId::Open])[..] {
        [Effect::LoadRoute(request)] => request.clone(),
        other => panic!("{other:?}"),
    };
    app.on_snapshot(Arc::new(snapshot_with_response(
        &request,
        r#"{"items":[{"id":"a"},{"id":"b"}],"total":3,"limit":2,"offset":0}"#,
    )));
    assert_eq!(app.explorer.explored_rows().visible.len(), 2);
    let next = press(&mut app, &[ActionId::NextPage]);
    assert!(
        matches!(&next[..], [Effect::LoadRoute(next)] if route_text(next) == "/operations?limit=2&offset=2"),
        "{next:?}"
    );
    // Going back requests only the previous page.
    assert_eq!(press(&mut app, &[ActionId::PreviousPage]), [Effect::LoadRoute(request)]);
    assert_eq!(app.enabled(ActionId::PreviousPage), Err(DisabledReason::FirstPage));
}

#[test]
fn missing_route_shows_its_path_or_known_name() {
    use crate::error::Error;
    use crate::screens::explorer::view::explorer;
    let mut app = app_with(snapshot(1, table()));
    for (path, title) in [("/nothing/here", "/nothing/here"), ("/rcci/summary", "Conformité (RCCI)")] {
        press(&mut app, &[ActionId::ScreenExplorer, ActionId::AskRoute]);
        app.dispatch(Action::SetText(path.into()), test_now());
        let request = match &press(&mut app, &[ActionId::Open])[..] {
            [Effect::LoadRoute(request)] => request.clone(),
            other => panic!("{other:?}"),
        };
        let mut response = Fetched::default();
        response.fail(Error::from_status(404, None));
        app.on_snapshot(Arc::new(Snapshot {
            loaded_routes: Arc::new([(request, response)].into()),
            ..snapshot(app.cx.snapshot().revision + 1, table())
        }));
        let view = explorer(&app);
        assert_eq!(view.title, title);
        let problem = view.problem.unwrap();
        assert_eq!(problem.title, "Le serveur n’a rien à ce chemin.");
        assert!(problem.next_step.contains("source"), "{}", problem.next_step);
    }
}

#[test]
fn resource_kinds_without_a_list_explain_the_access() {
    use crate::model::resources::list_source::ListMode;
    use crate::model::resources::resource_list::ResourceList;
    use crate::screens::explorer::view::explorer;
    let text_of = |kind: ResourceKind, keys: &[(&str, &str)]| {
        let mut without = list(kind, &[], &[]);
        without.status.mode = ListMode::Watched;
        let families: [(ResourceKind, ResourceList); 1] = [(kind, without)];
        let mut app = app_with(Snapshot { resources: Arc::new(families.into()), ..snapshot(1, table()) });
        let keys = keys.iter().map(|(action, key)| ((*action).to_owned(), vec![(*key).to_owned()]));
        app.cx.options.keymap = Keymap::with_custom(FrontEnd::Terminal, &keys.collect()).unwrap();
        press(&mut app, &[ActionId::ScreenExplorer]);
        let at = app.explorer.sources().iter().position(|source| *source == RecordSource::Kind(kind));
        app.dispatch(Action::FocusLine { pane: SOURCES, line: at.unwrap() }, test_now());
        let view = explorer(&app);
        (view.status, view.empty.unwrap())
    };
    let (standing, empty) = text_of(ResourceKind::Operations, &[]);
    assert!(standing.starts_with("non documenté"), "{standing}");
    assert!(empty.contains("o charge toute route"), "{empty}");
    let (_, empty) = text_of(ResourceKind::Operations, &[("ask-route", "f6")]);
    assert!(empty.contains("F6 charge toute route"), "{empty}");
    let (standing, empty) = text_of(ResourceKind::Tasks, &[]);
    assert!(standing.starts_with("identifiants suivis"), "{standing}");
    assert!(empty.contains("avec a dans 5 Tâches"), "{empty}");
}

#[test]
fn concentration_shows_the_same_share_as_its_bar() {
    use crate::contract::models::portfolio::PortfolioSummary;
    let text = r#"{"total_operations":128,"operations_by_classe_actif":{"residentiel":31,"bureaux":24}}"#;
    let summary = PortfolioSummary::from_record(Record::parse(text).unwrap()).unwrap();
    let mut portfolio = Fetched::default();
    portfolio.receive(summary, test_now());
    let app = app_with(Snapshot { portfolio, ..snapshot(1, table()) });
    let view = crate::screens::portfolio::view::portfolio::portfolio_view(&app);
    let class = &view.breakdowns[1];
    let bar = &class.bars[0].share;
    assert!(class.concentration.contains(bar.as_str()), "{} {bar}", class.concentration);
}

#[test]
fn table_replaces_the_breakdown_bars_in_their_pane() {
    use crate::contract::models::portfolio::PortfolioSummary;
    use crate::screens::portfolio::portfolio::TREND_PANE;
    let text = r#"{"total_operations":128,"operations_by_status":{"en_cours":61,"retard":9}}"#;
    let summary = PortfolioSummary::from_record(Record::parse(text).unwrap()).unwrap();
    let mut portfolio = Fetched::default();
    portfolio.receive(summary, test_now());
    let mut app = app_with(Snapshot { portfolio, ..snapshot(1, table()) });
    press(&mut app, &[ActionId::ScreenPortfolio]);
    assert_eq!(app.cx.pane(), 0);
    app.toggle_trend();
    assert!(
        app.portfolio.trend().is_table && app.cx.pane() == 0,
        "the table replaces the bars in the same pane"
    );
    app.focus_pane(3);
    app.toggle_trend();
    assert_eq!(app.cx.pane(), TREND_PANE, "the entity has no chart, so the trend is focused");
}

#[test]
fn portfolio_bar_opens_the_records_it_counts() {
    use crate::dataset::breakdown::Breakdown;
    let records = [
        r#"{"id":"o1","name":"Élan","statut":"retard","type_investissement":"bridge","classe_actif":"hotel"}"#,
        r#"{"id":"o2","name":"Parc","statut":"en_cours","type_investissement":"bridge","classe_actif":"bureaux"}"#,
    ];
    let mut app = app_with(snapshot_with_list(ResourceKind::Operations, &records, &[]));
    press(&mut app, &[ActionId::ScreenPortfolio]);
    let into = |breakdown, code: &str| Action::DrillInto { breakdown, code: code.to_owned() };
    let effects = app.dispatch(into(Breakdown::Status, "retard"), test_now()).effects;
    assert!(effects.contains(&Effect::LoadResources(ResourceKind::Operations)), "{effects:?}");
    assert_eq!((app.cx.screen(), app.cx.pane()), (Screen::Explorer, RECORDS));
    assert_eq!(app.explorer.focused_source(), Some(RecordSource::Kind(ResourceKind::Operations)));
    assert_eq!(app.explorer.explored_rows().visible, [0]);
    press(&mut app, &[ActionId::ScreenPortfolio]);
    app.dispatch(into(Breakdown::Type, "bridge"), test_now());
    assert_eq!(app.explorer.explored_rows().visible, [0, 1]);
    press(&mut app, &[ActionId::ScreenPortfolio]);
    // A class bar counts operations, so it opens the explorer and not the board's deals of that class.
    app.dispatch(into(Breakdown::Class, "bureaux"), test_now());
    assert_eq!((app.cx.screen(), app.cx.pane()), (Screen::Explorer, RECORDS));
    assert_eq!(app.explorer.explored_rows().visible, [1]);
    assert_eq!(app.pipeline.board().filter, "", "the board keeps its own filter");
}

#[test]
fn explorer_filter_limits_rows_and_focus() {
    let records = [r#"{"id":"o1","name":"Élan"}"#, r#"{"id":"o2","name":"Parc"}"#];
    let mut app = app_with(snapshot_with_list(ResourceKind::Operations, &records, &[]));
    press(&mut app, &[ActionId::ScreenExplorer, ActionId::Open, ActionId::FocusLast, ActionId::Filter]);
    app.dispatch(Action::SetText("elan".into()), test_now());
    assert_eq!(app.explorer.focused_record().and_then(|r| r.text("id")).as_deref(), Some("o1"));
    press(&mut app, &[ActionId::Back]);
    assert_eq!(app.explorer.explored_rows().visible.len(), 2);
}

#[test]
fn explorer_filter_survives_esc_and_undo_restores_it() {
    let records = [r#"{"id":"o1","name":"Élan"}"#, r#"{"id":"o2","name":"Parc"}"#];
    let mut app = app_with(snapshot_with_list(ResourceKind::Operations, &records, &[]));
    press(&mut app, &[ActionId::ScreenExplorer, ActionId::Open, ActionId::Filter]);
    app.dispatch(Action::SetText("elan".into()), test_now());
    press(&mut app, &[ActionId::Open, ActionId::Back, ActionId::Back]);
    assert_eq!((app.cx.screen(), app.explorer.filter.as_str()), (Screen::Pipeline, "elan"));
    press(&mut app, &[ActionId::ScreenExplorer, ActionId::ClearFilter]);
    assert_eq!(app.explorer.explored_rows().visible.len(), 2);
    assert!(app.enabled(ActionId::ClearFilter).is_err());
    press(&mut app, &[ActionId::Undo]);
    assert_eq!(app.explorer.explored_rows().visible, [0]);
    press(&mut app, &[ActionId::Redo]);
    assert_eq!(app.explorer.explored_rows().visible, [0, 1]);
    // After another source was focused, undo returns to the source that had the filter.
    app.dispatch(Action::FocusPane(SOURCES), test_now());
    press(&mut app, &[ActionId::FocusDown, ActionId::Undo]);
    assert_eq!(app.explorer.focused_source(), Some(RecordSource::Kind(ResourceKind::Operations)));
    assert_eq!(app.explorer.explored_rows().visible, [0]);
}

#[test]
fn explorer_filter_takes_focus_where_it_is_shown() {
    let mut app = app();
    app.dispatch(Action::Show(Screen::Explorer), test_now());
    app.dispatch(Action::FocusPane(crate::screens::explorer::explorer::SOURCES), test_now());
    run(&mut app, &[ActionId::Filter]);
    assert_eq!((app.table.context(&app.cx), app.cx.pane()), (Context::Filter, RECORDS));
    run(&mut app, &[ActionId::Back]);
    app.cx.options.split_view = true;
    app.dispatch(Action::FocusPane(crate::screens::explorer::explorer::SOURCES), test_now());
    run(&mut app, &[ActionId::Filter]);
    assert_eq!(
        (app.table.context(&app.cx), app.cx.pane()),
        (Context::Filter, crate::screens::explorer::explorer::SOURCES)
    );
}

#[test]
fn filtered_rows_are_exported_with_all_fields_and_digits() {
    use crate::foundation::cx::overlay_types::{ExportContent, ExportFormat};
    use crate::tools::export::view::{human, machine as export};
    let mut app = app_with(snapshot(1, table()));
    assert_eq!(press(&mut app, &[ActionId::ScreenExplorer, ActionId::Export]), [], "nothing is shown yet");
    press(&mut app, &[ActionId::AskRoute]);
    app.dispatch(Action::SetText("/operations".into()), test_now());
    let Some(Effect::LoadRoute(request)) = press(&mut app, &[ActionId::Open]).pop() else {
        panic!("failed to match the load effect")
    };
    app.on_snapshot(Arc::new(snapshot_with_response(
        &request,
        r#"[{"id":"a","name":"Parc","nominal":"12.10"},{"id":"b","name":"Halle","ville":"Lyon","note":"=1"}]"#,
    )));
    app.explorer.filter_rows("halle".into());
    let worksheet = export::machine_tables(&app, ExportContent::Records).remove(0).into_worksheet();
    assert_eq!((worksheet.name.as_str(), worksheet.rows.len()), ("records", 1));
    assert_eq!(worksheet.columns, ["id", "name", "ville", "note"]);
    app.explorer.filter_rows(String::new());
    let complete = export::machine_tables(&app, ExportContent::Records).remove(0).into_worksheet();
    let csv =
        encours_service::export::to_bytes(vec![complete], crate::model::worksheet::FileFormat::Csv).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    assert_eq!(csv, "id,name,nominal,ville,note\r\na,Parc,12.10,,\r\nb,Halle,,Lyon,'=1\r\n");
    let words = human::human_tables(&app, ExportContent::Records, ExportFormat::Xlsx).remove(0);
    assert_eq!(words.columns[1..4], ["Nom", "Nominal", "Ville"]);
}

#[test]
fn record_workbook_contains_shown_words_dates_and_numbers() {
    use crate::foundation::cx::overlay_types::{ExportContent, ExportFormat};
    use crate::model::worksheet::WorksheetCell;
    use crate::tools::export::view::{human, machine as export};
    let mut app = app_with(snapshot(1, table()));
    press(&mut app, &[ActionId::ScreenExplorer, ActionId::AskRoute]);
    app.dispatch(Action::SetText("/operations".into()), test_now());
    let Some(Effect::LoadRoute(request)) = press(&mut app, &[ActionId::Open]).pop() else {
        panic!("failed to match the load effect")
    };
    app.on_snapshot(Arc::new(snapshot_with_response(
        &request,
        r#"[{"id":"a","classe_actif":"bureaux","nominal":"12000","echeance":"2026-12-01","created_at":"2026-11-20T08:41:00Z",
            "kyc_valide":true,"siren":"732829320","stops":[0.6,0.75],"options":{"unit":"%","kept":null},"many":[{"a":1},{"a":2}]}]"#,
    )));
    let row = |form| {
        let mut flow = human::human_tables(&app, ExportContent::Records, form);
        flow.remove(0).into_worksheet().rows.remove(0)
    };
    let text = |cell: &WorksheetCell| match cell {
        WorksheetCell::Text(text) => crate::text::plain_spaces(text).into_owned(),
        other => panic!("{other:?}"),
    };
    let book = row(ExportFormat::Xlsx);
    assert_eq!(text(&book[1]), "Bureaux");
    assert_eq!(book[2], WorksheetCell::Number("12000".parse().unwrap()));
    assert_eq!(book[3], WorksheetCell::Date("2026-12-01".parse().unwrap()));
    assert!(matches!(book[4], WorksheetCell::DateTime(_)), "{book:?}");
    assert_eq!(book[5], WorksheetCell::Boolean(true));
    assert_eq!(text(&book[6]), "732829320", "a name made of digits");
    assert_eq!(text(&book[7]), "0,6, 0,75");
    assert!(text(&book[8]).starts_with("Unité : %"), "{book:?}");
    assert!(text(&book[9]).contains('1') && !text(&book[9]).contains('{'), "{book:?}");
    assert_eq!(text(&row(ExportFormat::Spreadsheet)[5]), "oui");
    let sent = export::machine_tables(&app, ExportContent::Records).remove(0).into_worksheet();
    assert_eq!(
        sent.rows[0][1],
        WorksheetCell::text("bureaux"),
        "the machine export keeps the received values"
    );
    assert_eq!(sent.rows[0][3], WorksheetCell::text("2026-12-01"));
}
