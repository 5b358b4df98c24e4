//! Export worksheets of the portfolio: totals, breakdowns, checks, entity and recorded series. Only shares, sums and
//! indexes are computed here; all other values are as received.

use jiff::Timestamp;
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

fn totals_worksheet(app: &App, summary: &PortfolioSummary) -> Worksheet {
    Worksheet::from_columns(
        "portfolio",
        totals(app, summary),
        &[("total", &|(name, _)| (*name).into()), ("value", &|(_, value)| value.clone())],
    )
}

/// Returns the totals by their names in the contract, and the currency.
pub(crate) fn totals(app: &App, summary: &PortfolioSummary) -> [(&'static str, WorksheetCell); 6] {
    let nominal = summary.total_nominal();
    let text = || WorksheetCell::text(&nominal.text());
    // The service sends no currency; the configured one is used.
    let currency = app.cx.options().currency.as_deref().unwrap_or_default();
    [
        ("total_operations", summary.total_operations().into()),
        ("total_nominal", nominal.value().map_or_else(text, WorksheetCell::Number)),
        ("currency", currency.into()),
        ("total_fonds", summary.total_fonds().into()),
        ("total_spvs", summary.total_spvs().into()),
        ("total_operateurs", summary.total_operateurs().into()),
    ]
}

/// Builds the count of each code in received order, and its share of all operations.
fn breakdown_worksheet(summary: &PortfolioSummary, view: &BreakdownView) -> Worksheet {
    let total = Decimal::from(summary.total_operations());
    Worksheet::from_columns(
        view.kind.field(),
        view.kind.entries(summary),
        &[
            ("code", &|(code, _)| (&**code).into()),
            ("value", &|(_, count)| (*count).into()),
            ("share", &|(_, count)| fraction(Decimal::from(*count).checked_div(total)).into()),
        ],
    )
}

/// Returns a quotient without the digits that a division adds.
pub(crate) fn fraction(value: Option<Decimal>) -> Option<Decimal> {
    value.map(|value| value.round_dp(QUOTIENT_DECIMALS).normalize())
}

/// Builds the sum of each breakdown, the total of operations, and the concentration if shown.
fn checks_worksheet(summary: &PortfolioSummary, breakdowns: &[BreakdownView]) -> Worksheet {
    let total = summary.total_operations();
    let spread = |view: &BreakdownView, selector: fn(Concentration) -> Option<Decimal>| {
        fraction(view.concentration_values.and_then(selector)).into()
    };
    Worksheet::from_columns(
        "checks",
        breakdowns,
        &[
            ("breakdown", &|view| view.kind.field().into()),
            ("sum", &|view| view.sum_value.into()),
            ("total", &|_| total.into()),
            ("agrees", &|view| WorksheetCell::Boolean(view.check.agrees)),
            ("without_code", &|view| total.checked_sub(view.sum_value).into()),
            ("largest_share", &|view| spread(view, |spread| spread.largest)),
            ("hhi", &|view| spread(view, |spread| Some(spread.index))),
        ],
    )
}

/// Builds the entity fields as the service sent them; `None` until the entity is loaded.
fn entity_worksheet(app: &App) -> Option<Worksheet> {
    let entity = app.cx.snapshot().entity.value.as_deref()?;
    Some(Worksheet::from_columns(
        "entity",
        ENTITY_FIELDS,
        &[
            ("field", &|name| (*name).into()),
            ("value", &|name| entity.record().raw(name).map(WorksheetCell::from_json).into()),
        ],
    ))
}

/// Returns the time from which all changes of the totals are stored. Of older data, only the first and last change of
/// each quarter of an hour are.
pub(crate) fn whole_from(app: &App) -> Timestamp {
    app.cx.observed_now().saturating_sub(UNTHINNED_PERIOD).unwrap_or_default()
}

/// Builds the totals over time. A column states for each point whether all following changes are present.
fn series_worksheet(app: &App) -> Worksheet {
    let (whole_from, trends) = (whole_from(app), trend::portfolio_trends(app));
    Worksheet::from_columns(
        "observed",
        trends.iter().flat_map(|trend| trend.points.iter().map(move |point| (trend, point))),
        &[
            ("series", &|(trend, _)| (&*trend.series).into()),
            ("at", &|(_, point)| point.at.into()),
            ("value", &|(_, point)| point.value.into()),
            ("every_change", &|(_, point)| WorksheetCell::Boolean(point.at >= whole_from)),
        ],
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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
