//! Tests of focusable metric rows. The fixtures are a deal with three ratios and a portfolio with two statuses.

use crate::shell::app::App;
use std::sync::Arc;

use jiff::tz::TimeZone;

use super::*;
use crate::changes::deal::view::deal;
use crate::contract::models::kpi::KpiKey;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::record::Record;
use crate::foundation::cx::options::Options;
use crate::foundation::cx::output::Output;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::fetched::Fetched;
use crate::model::snapshot::Snapshot;
use crate::model::table::{ColumnStoreBuilder, RowData};
use crate::screens::explorer::explorer::RECORDS;
use crate::shell::action::Action;
use crate::shell::testing::test_now;
use crate::shell::view::footer_keys;
use crate::text::Lang;

fn app(front: FrontEnd) -> App {
    let mut options = Options::new(Lang::Fr, Keymap::defaults(front).unwrap(), TimeZone::UTC);
    options.split_view = front == FrontEnd::Window;
    let mut app = App::new(options, test_now());
    let mut builder = ColumnStoreBuilder::default();
    builder.push(&RowData {
        id: "6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4".into(),
        name: "Tour Méridienne".into(),
        status: "ic".into(),
        numbers: [(KpiKey::Ltv, "0.7504"), (KpiKey::Dscr, "1.25"), (KpiKey::Noi, "1111080")]
            .map(|(key, value)| (key, value.parse().unwrap()))
            .into(),
        ..RowData::default()
    });
    let summary = r#"{"total_operations":3,"total_nominal":"1","total_fonds":1,"total_spvs":1,"total_operateurs":1,
        "operations_by_status":{"retard":1,"en_cours":2},"operations_by_classe_actif":{"bureaux":3},
        "operations_by_type_investissement":{}}"#;
    app.on_snapshot(Arc::new(Snapshot {
        revision: 1,
        deals: builder.finish().into(),
        portfolio: Fetched {
            value: Some(Arc::new(PortfolioSummary::from_record(Record::parse(summary).unwrap()).unwrap())),
            ..Fetched::default()
        },
        ..Snapshot::default()
    }));
    app
}

/// Returns the output of the last key.
fn press(app: &mut App, keys: &[ActionId]) -> Output {
    let pressed = keys.iter().map(|key| app.dispatch(Action::Run(*key), test_now()));
    pressed.last().unwrap_or_default()
}

#[test]
fn focused_ratio_shows_all_digits_and_is_copied() {
    let mut app = app(FrontEnd::Terminal);
    press(&mut app, &[ActionId::Open]);
    assert_eq!(app.pipeline.focused_ratio(&app.cx), None, "the fields have the focus");
    press(&mut app, &[ActionId::NextPane]);
    assert_eq!(app.pipeline.focused_ratio(&app.cx), Some(KpiKey::Ltv));
    let text = deal::deal_view(&app).unwrap().kpi_exact.unwrap();
    assert!(text.contains("0,7504") && text.contains("alerte"), "{text}");
    let output = press(&mut app, &[ActionId::Copy]);
    assert_eq!(output.copied().as_deref(), Some("0,7504"));
    press(&mut app, &[ActionId::FocusDown, ActionId::FocusDown, ActionId::FocusDown]);
    assert_eq!(app.pipeline.focused_ratio(&app.cx), Some(KpiKey::Noi), "the focus stops at the last row");
    press(&mut app, &[ActionId::FocusUp]);
    assert_eq!(app.pipeline.focused_ratio(&app.cx), Some(KpiKey::Dscr));
    let output = press(&mut app, &[ActionId::NextPane, ActionId::Copy]);
    assert_eq!(output.copied().as_deref(), Some("6f1c08d2-4b7e-4a55-9d10-2e77c1b9a0f4"));
}

#[test]
fn breakdown_bar_opens_the_operations_it_counts() {
    let mut app = app(FrontEnd::Terminal);
    press(&mut app, &[ActionId::ScreenPortfolio]);
    assert_eq!(app.cx.focused_bar(), Some((Breakdown::Status, "en_cours".to_owned())));
    let named = |app: &App| footer_keys::hints(app).iter().any(|hint| hint.action == ActionId::Open);
    assert!(named(&app));
    press(&mut app, &[ActionId::FocusDown, ActionId::Open]);
    assert_eq!((app.cx.screen(), app.cx.pane()), (Screen::Explorer, RECORDS));
    assert_eq!(app.explorer.filter, "statut:\"En retard\"");
    // Esc returns first from the record, then to the bar, and clears the filter.
    press(&mut app, &[ActionId::NextPane, ActionId::Back]);
    assert_eq!((app.cx.screen(), app.cx.pane()), (Screen::Explorer, RECORDS));
    press(&mut app, &[ActionId::Back]);
    assert_eq!(app.cx.screen(), Screen::Portfolio);
    assert_eq!(app.cx.focused_bar(), Some((Breakdown::Status, "retard".to_owned())));
    press(&mut app, &[ActionId::ScreenExplorer]);
    assert_eq!(app.explorer.filter, "");
    press(&mut app, &[ActionId::ScreenPortfolio, ActionId::NextPane, ActionId::Open]);
    assert_eq!(app.explorer.filter, "classe_actif:\"Bureaux\"");
    press(&mut app, &[ActionId::ScreenPortfolio, ActionId::NextPane, ActionId::NextPane]);
    assert_eq!(app.enabled(ActionId::Open), Err(DisabledReason::NothingToOpen), "it has no bar");
    assert!(!named(&app));
}

#[test]
fn bar_filter_is_written_in_the_current_language() {
    let mut app = app(FrontEnd::Terminal);
    press(&mut app, &[ActionId::SwitchLanguage, ActionId::ScreenPortfolio]);
    assert_eq!(app.cx.lang(), Lang::En);
    press(&mut app, &[ActionId::FocusDown, ActionId::Open]);
    assert_eq!(app.explorer.filter, "status:\"Late\"");
    press(&mut app, &[ActionId::Back, ActionId::NextPane, ActionId::Open]);
    assert_eq!(app.explorer.filter, "class:\"Offices\"");
}

#[test]
fn window_gives_metric_rows_no_focus() {
    let mut app = app(FrontEnd::Window);
    press(&mut app, &[ActionId::ScreenPortfolio]);
    assert_eq!(app.cx.focused_bar(), None);
    assert!(app.enabled(ActionId::Open).is_err());
}
