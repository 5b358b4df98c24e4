use crate::dataset::breakdown::Breakdown;
use crate::foundation::presentation::tiles::TileBody;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::*;
use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::paging::page::PageHeaders;
use crate::contract::record::Record;
use crate::foundation::cx::options::Options;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::discovery::DiscoveryState;
use crate::model::fetched::{Fetched, RouteRequest};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::resources::resource_list::ResourceList;
use crate::model::snapshot::Snapshot;
use crate::screens::portfolio::view::portfolio::portfolio_view;
use crate::screens::server_views::server_views::SERVICE_VIEWS;
use crate::shell::action::Action;
use crate::shell::app::App;
use crate::shell::testing::act;
use crate::text::Lang;

const SUMMARY: &str = r#"{"total_operations":3,"total_nominal":"486215400.00",
    "operations_by_status":{"en_cours":2,"retard":1},"operations_by_classe_actif":{"bureaux":2}}"#;

fn dashboard_request() -> RouteRequest {
    RouteRequest { path: "/users/me/custom-dashboards/d-1".to_owned(), query: Vec::new() }
}

fn kind_list(kind: ResourceKind, records: &[&str]) -> (ResourceKind, ResourceList) {
    let list = ResourceList {
        status: DiscoveryState::default().list_status(kind),
        records: Arc::new(records.iter().map(|json| Record::parse(json).unwrap()).collect()),
        watched: Arc::default(),
        fetched_at: Some(Timestamp::UNIX_EPOCH),
        error: None,
        loading: false,
    };
    (kind, list)
}

fn app(dashboard: &str, views: &[&str]) -> App {
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let now = Timestamp::UNIX_EPOCH;
    let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), now);
    let mut summary = Fetched::default();
    summary.receive(PortfolioSummary::from_record(Record::parse(SUMMARY).unwrap()).unwrap(), now);
    let mut response = Fetched::default();
    response.receive(JsonBody::parse(dashboard.as_bytes(), PageHeaders::default()).unwrap(), now);
    let operations = [
        r#"{"id":"o-1","name":"Le Parc","statut":"retard","nominal":"9.5","classe_actif":"bureaux"}"#,
        r#"{"id":"o-2","name":"Docks","statut":"en_cours","nominal":"100","classe_actif":"foncier"}"#,
        r#"{"id":"o-3","name":"Élysée","statut":"contentieux","nominal":null,"classe_actif":"bureaux"}"#,
        r#"{"id":"o-4","name":"Alpilles","statut":"retard","nominal":"20","classe_actif":"mixte"}"#,
    ];
    app.on_snapshot(Arc::new(Snapshot {
        revision: 1,
        portfolio: summary,
        resources: Arc::new(
            [kind_list(ResourceKind::SavedViews, views), kind_list(ResourceKind::Operations, &operations)]
                .into(),
        ),
        loaded_routes: Arc::new([(dashboard_request(), response)].into()),
        ..Snapshot::default()
    }));
    app.dispatch(Action::Show(Screen::Views), now);
    app
}

fn dashboard(json: &str) -> (App, TilesView) {
    let app = app(json, &[]);
    let view =
        detail_tiles(&app, &RecordViewer::new(ViewerSubject::Response(dashboard_request())), true).unwrap();
    (app, view)
}

fn view(json: &str) -> TilesView {
    let app = app("{}", &[json]);
    let shown = RecordViewer::new(ViewerSubject::Record(ResourceKind::SavedViews, "v".to_owned()));
    detail_tiles(&app, &shown, true).unwrap()
}

fn lines(view: &TilesView) -> Vec<String> {
    let TileBody::Lines(lines) = &view.tiles[0].body else {
        panic!("{view:?}");
    };
    lines.iter().map(|line| format!("{}: {}", line.label, line.value)).collect()
}

#[test]
fn summary_field_tile_matches_the_portfolio() {
    let (app, view) = dashboard(
        r#"{"id":"d-1","name":"Tuesday","is_shared":true,"widgets":[{"kind":"total","field":"total_nominal"},
            {"kind":"breakdown","field":"operations_by_status"},{"kind":"breakdown","field":"operations_by_classe_actif","filters":{"statut":"retard"}}]}"#,
    );
    let of = portfolio_view(&app);
    assert_eq!((view.title.as_str(), view.tiles.len()), ("Tuesday", 3));
    assert_eq!(view.tiles[0].title, of.totals[1].label);
    assert_eq!(view.tiles[0].body, TileBody::Metric(of.totals[1].exact.clone().unwrap()));
    let TileBody::Bars(bars) = &view.tiles[1].body else { panic!("{view:?}") };
    assert_eq!((bars.kind, &bars.bars), (Some(Breakdown::Status), &of.breakdowns[0].bars));
    assert!(view.tiles[1].note.contains(&of.breakdowns[0].check.text), "{}", view.tiles[1].note);
    assert!(view.tiles[1].note.contains("calculated"), "{}", view.tiles[1].note);
    assert!(view.tiles[2].note.contains("filters"), "it covers everything: {}", view.tiles[2].note);
}

#[test]
fn tile_value_from_the_server_is_labelled_so() {
    let (_, view) = dashboard(
        r#"{"id":"d-1","name":"x","layout":{"cards":[{"title":"Average LTV","kind":"gauge","value":"0.6540"},
            {"title":"By owner","values":{"A. Martin":3,"C. Delaunay":1}},
            {"title":"Due","rows":[{"id":"o-1","name":"Le Parc","date_echeance":"2026-12-01"}]},
            {"kind":"list","field":"operations","limit":2}]}}"#,
    );
    assert_eq!(view.tiles[0].body, TileBody::Metric("0.654".to_owned()));
    assert!(view.tiles[0].note.contains("from the server"), "{}", view.tiles[0].note);
    let TileBody::Bars(bars) = &view.tiles[1].body else { panic!("{view:?}") };
    assert_eq!((bars.bars[0].label.as_str(), bars.bars[0].share.as_str()), ("A. Martin", "75.0%"));
    let text = view.tiles[2].a11y_text();
    assert!(text.contains("Le Parc 01/12/2026"), "{text}");
    assert_eq!(view.tiles[3].title, "Operations");
    assert!(view.tiles[3].note.contains('2') && view.tiles[3].note.contains('4'), "{}", view.tiles[3].note);
    assert_eq!(view.tiles.len(), 4, "each widget becomes one tile");
}

#[test]
fn unknown_tile_lists_its_fields_without_json_tokens() {
    let (_, view) = dashboard(
        r#"{"id":"d-1","name":"x","theme":{"color":"blue"},"widgets":[{"kind":"heatmap","axes":["statut","ville"],"options":{"steps":5}}]}"#,
    );
    let (first, rest) = (&view.tiles[0], &view.tiles[1]);
    assert!(first.note.contains("heatmap"), "{}", first.note);
    let text = first.a11y_text();
    assert!(text.contains("axes statut, ville") && text.contains("options › steps 5"), "{text}");
    assert!(rest.a11y_text().contains("theme › color blue"), "{}", rest.a11y_text());
    for tile in &view.tiles {
        assert!(!tile.a11y_text().contains(['{', '[', '"']), "{}", tile.a11y_text());
    }
    let (_, bare) = dashboard(r#"{"id":"d-1","name":"x","is_shared":false}"#);
    assert_eq!(bare.tiles.len(), 1, "one tile states that the dashboard is empty");
}

#[test]
fn server_view_describes_filters_and_lists_matching_operations() {
    let view = view(
        r#"{"id":"v","name":"Late","is_default":true,"type":"operations","filters":{"statut":["retard","contentieux"],"preset":"x","search":null},
            "columns":["name","nominal","rate"],"sort":[{"sort_by":"nominal","sort_order":"desc"}]}"#,
    );
    let lines = lines(&view);
    assert!(lines.contains(&"Status: Late, Litigation".to_owned()), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Sort: Nominal")), "{lines:?}");
    let left = lines.iter().find(|line| line.starts_with("Not applied")).unwrap();
    assert!(left.contains("preset") && left.contains("rate") && !left.contains("search"), "{left}");
    let table = view.table.unwrap();
    assert_eq!(table.ids, ["o-4", "o-1", "o-3"], "numeric order, missing values last");
    let columns: Vec<&str> = table.table.columns.iter().map(|column| column.field.as_str()).collect();
    assert_eq!(columns, ["name", "nominal"]);
    assert!(table.note.contains('3') && table.note.contains('4'), "{}", table.note);
}

#[test]
fn server_view_of_another_type_lists_no_operations() {
    let of_deals = view(r#"{"id":"v","name":"IC","type":"deals","filters":{"status":"ic"}}"#);
    assert!(of_deals.table.is_none() && lines(&of_deals).len() == 2, "{of_deals:?}");
    let untyped = view(r#"{"id":"v","name":"All"}"#);
    assert_eq!(untyped.table.unwrap().ids.len(), 4);
}

#[test]
fn server_view_search_matches_partial_text_without_accents() {
    let found =
        view(r#"{"id":"v","name":"x","filters":{"search":"elys"},"columns":[],"sort":{"sort_by":"name"}}"#);
    assert_eq!(found.table.unwrap().ids, ["o-3"]);
}

#[test]
fn the_focused_operation_is_copied_and_opened() {
    let late = r#"{"id":"v","name":"Late","filters":{"statut":"retard"},"sort":{"sort_by":"name"}}"#;
    let mut app = app("{}", &[late]);
    app.dispatch(Action::FocusPane(SERVICE_VIEWS), Timestamp::UNIX_EPOCH);
    let output = act(&mut app, &[ActionId::Open, ActionId::FocusLast, ActionId::Copy]);
    let text = output.copied().unwrap();
    assert!(text.contains("Le Parc") && text.contains("Late"), "{text}");
    act(&mut app, &[ActionId::Open]);
    let opened = &app.lists.shown_record().unwrap().subject;
    assert_eq!(*opened, ViewerSubject::Record(ResourceKind::Operations, "o-1".to_owned()));
}
