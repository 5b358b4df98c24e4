//! Export worksheets of the portfolio: totals, breakdowns, checks, entity and recorded series. Only shares, sums and
//! indexes are computed here; all other values are as received.

use rust_decimal::Decimal;

use crate::contract::models::portfolio::PortfolioSummary;
use crate::model::history::series::UNTHINNED_PERIOD;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::screens::portfolio::view::breakdown::{BreakdownView, Concentration};
use crate::screens::portfolio::view::{portfolio as screen, trend};
use crate::shell::app::App;

/// Decimal places of computed quotients.
const QUOTIENT_DECIMALS: u32 = 6;

/// Fields of the entity, in the order of its card.
const ENTITY_FIELDS: [&str; 9] = [
    "name",
    "type",
    "siren",
    "mode_reporting",
    "frequence_reporting",
    "date_reference_reporting",
    "risk_threshold",
    "zone_vacances",
    "ai_enabled",
];

/// Builds all portfolio data of the screen; empty until the summary is loaded.
#[must_use]
pub fn portfolio_worksheets(app: &App) -> Vec<Worksheet> {
    let Some(summary) = app.cx.snapshot().portfolio.value.as_deref() else {
        return Vec::new();
    };
    let breakdowns = screen::portfolio_view(app).breakdowns;
    let mut worksheets = vec![totals_worksheet(app, summary)];
    worksheets.extend(breakdowns.iter().map(|view| breakdown_worksheet(summary, view)));
    worksheets.push(checks_worksheet(summary, &breakdowns));
    worksheets.extend(entity_worksheet(app));
    worksheets.push(series_worksheet(app));
    worksheets
}

fn build_worksheet(name: &str, columns: &[&str], rows: Vec<Vec<WorksheetCell>>) -> Worksheet {
    Worksheet { name: name.to_owned(), columns: columns.iter().map(|&name| name.to_owned()).collect(), rows }
}

fn totals_worksheet(app: &App, summary: &PortfolioSummary) -> Worksheet {
    let nominal = summary.total_nominal();
    let text = || WorksheetCell::text(&nominal.text());
    // The service sends no currency; the configured one is used.
    let currency = app.cx.options().currency.as_deref().unwrap_or_default();
    let totals = [
        ("total_operations", WorksheetCell::count(summary.total_operations())),
        ("total_nominal", nominal.value().map_or_else(text, WorksheetCell::Number)),
        ("currency", WorksheetCell::text(currency)),
        ("total_fonds", WorksheetCell::count(summary.total_fonds())),
        ("total_spvs", WorksheetCell::count(summary.total_spvs())),
        ("total_operateurs", WorksheetCell::count(summary.total_operateurs())),
    ];
    let rows = totals.map(|(name, value)| vec![WorksheetCell::text(name), value]);
    build_worksheet("portfolio", &["total", "value"], rows.to_vec())
}

/// Builds the count of each code in received order, and its share of all operations.
fn breakdown_worksheet(summary: &PortfolioSummary, view: &BreakdownView) -> Worksheet {
    let total = summary.total_operations();
    let rows = view.kind.entries(summary).into_iter().map(|(code, count)| {
        let share = Decimal::from(count).checked_div(Decimal::from(total));
        vec![WorksheetCell::text(&code), WorksheetCell::count(count), fraction_cell(share)]
    });
    build_worksheet(view.kind.field(), &["code", "value", "share"], rows.collect())
}

fn fraction_cell(value: Option<Decimal>) -> WorksheetCell {
    value.map_or(WorksheetCell::Empty, |value| {
        WorksheetCell::Number(value.round_dp(QUOTIENT_DECIMALS).normalize())
    })
}

/// Builds the sum of each breakdown, the total of operations, and the concentration if shown.
fn checks_worksheet(summary: &PortfolioSummary, breakdowns: &[BreakdownView]) -> Worksheet {
    let total = summary.total_operations();
    let rows = breakdowns.iter().map(|view| {
        let without = total.checked_sub(view.sum_value);
        let spread = |selector: fn(Concentration) -> Option<Decimal>| {
            fraction_cell(view.concentration_values.and_then(selector))
        };
        vec![
            WorksheetCell::text(view.kind.field()),
            WorksheetCell::count(view.sum_value),
            WorksheetCell::count(total),
            WorksheetCell::Boolean(view.check.agrees),
            without.map_or(WorksheetCell::Empty, WorksheetCell::count),
            spread(|spread| spread.largest),
            spread(|spread| Some(spread.index)),
        ]
    });
    let columns = ["breakdown", "sum", "total", "agrees", "without_code", "largest_share", "hhi"];
    build_worksheet("checks", &columns, rows.collect())
}

/// Builds the entity fields as the service sent them; `None` until the entity is loaded.
fn entity_worksheet(app: &App) -> Option<Worksheet> {
    let entity = app.cx.snapshot().entity.value.as_deref()?;
    let rows = ENTITY_FIELDS.iter().map(|name| {
        let raw = entity.record().raw(name);
        vec![WorksheetCell::text(name), raw.map_or(WorksheetCell::Empty, WorksheetCell::from_json)]
    });
    Some(build_worksheet("entity", &["field", "value"], rows.collect()))
}

/// Builds the totals over time. For data older than [`UNTHINNED_PERIOD`], only the first and last change of each
/// quarter of an hour are stored. A column states for each point whether all following changes are present.
fn series_worksheet(app: &App) -> Worksheet {
    let whole_from = app.cx.observed_now().saturating_sub(UNTHINNED_PERIOD).unwrap_or_default();
    let rows = trend::portfolio_trends(app).into_iter().flat_map(|trend| {
        let series = trend.series;
        trend.points.into_iter().map(move |point| {
            vec![
                WorksheetCell::text(&series),
                WorksheetCell::text(&point.at.to_string()),
                WorksheetCell::Number(point.value),
                WorksheetCell::Boolean(point.at >= whole_from),
            ]
        })
    });
    build_worksheet("observed", &["series", "at", "value", "every_change"], rows.collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::contract::models::entity::Entity;
    use crate::contract::record::Record;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::fetched::Fetched;
    use crate::model::history::observed::ObservedHistory;
    use crate::model::history::series::Point;
    use crate::model::snapshot::Snapshot;
    use crate::model::worksheet::FileFormat;
    use crate::text::Lang;
    use encours_service::export::to_bytes;

    fn app() -> App {
        let now: Timestamp = "2026-11-22T08:00:00Z".parse().unwrap();
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), now);
        let record = |text: &str| Record::parse(text).unwrap();
        let summary = record(
            r#"{"total_operations":4,"operations_by_status":{"en_cours":4},
                "operations_by_classe_actif":{"bureaux":2,"hotels":1}}"#,
        );
        let entity = record(r#"{"id":"e","name":"Corvane","siren":"732829320","risk_threshold":60}"#);
        let (mut portfolio, mut of) = (Fetched::default(), Fetched::default());
        portfolio.receive(PortfolioSummary::from_record(summary).unwrap(), now);
        of.receive(Entity::from_record(entity).unwrap(), now);
        let point = |at: &str, value: &str| Point { at: at.parse().unwrap(), value: value.to_owned() };
        let points = vec![point("2026-11-20T08:00:00Z", "3"), point("2026-11-22T07:00:00Z", "4")];
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            portfolio,
            entity: of,
            history: Arc::new(ObservedHistory {
                series: Arc::new([("portfolio:total_operations".to_owned(), points)].into()),
                ..ObservedHistory::default()
            }),
            ..Snapshot::default()
        }));
        app
    }

    #[test]
    fn machines_get_shares_sums_and_the_entity() {
        let json =
            String::from_utf8(to_bytes(portfolio_worksheets(&app()), FileFormat::Json).unwrap()).unwrap();
        for expected in [
            r#"{"total":"currency","value":null}"#,
            r#"{"code":"bureaux","value":2,"share":0.5}"#,
            r#"{"breakdown":"operations_by_classe_actif","sum":3,"total":4,"agrees":false,"without_code":1,"largest_share":0.5,"hhi":0.555556}"#,
            r#"{"breakdown":"operations_by_status","sum":4,"total":4,"agrees":true,"without_code":0,"largest_share":null,"hhi":null}"#,
            r#"{"field":"siren","value":"732829320"}"#,
            r#"{"field":"risk_threshold","value":60}"#,
            r#"{"field":"ai_enabled","value":null}"#,
        ] {
            assert!(json.contains(expected), "{expected}: {json}");
        }
    }

    #[test]
    fn old_observation_marks_later_changes_as_possibly_missing() {
        let worksheets = portfolio_worksheets(&app());
        let every: Vec<&WorksheetCell> = worksheets.last().unwrap().rows.iter().map(|row| &row[3]).collect();
        assert_eq!(every[..2], [&WorksheetCell::Boolean(false), &WorksheetCell::Boolean(true)]);
    }
}
