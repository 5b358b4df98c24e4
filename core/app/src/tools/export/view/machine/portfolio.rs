//! Export sheets of the portfolio: totals, breakdowns, checks, entity and recorded series. Only shares, sums and
//! indexes are computed here; all other values are as received.

use rust_decimal::Decimal;

use crate::contract::models::portfolio::PortfolioSummary;
use crate::model::history::series::WHOLE;
use crate::model::worksheet::{Cell, Sheet};
use crate::screens::portfolio::view::breakdown::{BreakdownView, Spread};
use crate::screens::portfolio::view::{portfolio as screen, trend};
use crate::shell::app::App;

/// Decimal places of computed quotients.
const DECIMALS: u32 = 6;

/// Fields of the entity, in the order of its card.
const ENTITY: [&str; 9] = [
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
pub fn portfolio(app: &App) -> Vec<Sheet> {
    let Some(summary) = app.cx.snapshot().portfolio.value.as_deref() else {
        return Vec::new();
    };
    let breakdowns = screen::portfolio(app).breakdowns;
    let mut sheets = vec![totals(app, summary)];
    sheets.extend(breakdowns.iter().map(|view| breakdown(summary, view)));
    sheets.push(checks(summary, &breakdowns));
    sheets.extend(entity(app));
    sheets.push(observed(app));
    sheets
}

fn sheet(name: &str, columns: &[&str], rows: Vec<Vec<Cell>>) -> Sheet {
    Sheet {
        name: name.to_owned(),
        columns: columns.iter().map(|&name| name.to_owned()).collect(),
        rows,
    }
}

fn totals(app: &App, summary: &PortfolioSummary) -> Sheet {
    let nominal = summary.total_nominal();
    let text = || Cell::text(&nominal.text());
    // The service sends no currency; the configured one is used.
    let currency = app.cx.options().currency.as_deref().unwrap_or_default();
    let totals = [
        ("total_operations", Cell::count(summary.total_operations())),
        ("total_nominal", nominal.value().map_or_else(text, Cell::Number)),
        ("currency", Cell::text(currency)),
        ("total_fonds", Cell::count(summary.total_fonds())),
        ("total_spvs", Cell::count(summary.total_spvs())),
        ("total_operateurs", Cell::count(summary.total_operateurs())),
    ];
    let rows = totals.map(|(name, value)| vec![Cell::text(name), value]);
    sheet("portfolio", &["total", "value"], rows.to_vec())
}

/// Builds the count of each code in received order, and its share of all operations.
fn breakdown(summary: &PortfolioSummary, view: &BreakdownView) -> Sheet {
    let total = summary.total_operations();
    let rows = view.kind.entries(summary).into_iter().map(|(code, count)| {
        let share = Decimal::from(count).checked_div(Decimal::from(total));
        vec![Cell::text(&code), Cell::count(count), fraction(share)]
    });
    sheet(view.kind.field(), &["code", "value", "share"], rows.collect())
}

fn fraction(value: Option<Decimal>) -> Cell {
    value.map_or(Cell::Empty, |value| {
        Cell::Number(value.round_dp(DECIMALS).normalize())
    })
}

/// Builds the sum of each breakdown, the total of operations, and the concentration if shown.
fn checks(summary: &PortfolioSummary, breakdowns: &[BreakdownView]) -> Sheet {
    let total = summary.total_operations();
    let rows = breakdowns.iter().map(|view| {
        let without = total.checked_sub(view.counted);
        let spread = |of: fn(Spread) -> Option<Decimal>| fraction(view.spread.and_then(of));
        vec![
            Cell::text(view.kind.field()),
            Cell::count(view.counted),
            Cell::count(total),
            Cell::Boolean(view.check.agrees),
            without.map_or(Cell::Empty, Cell::count),
            spread(|spread| spread.largest),
            spread(|spread| Some(spread.index)),
        ]
    });
    let columns = [
        "breakdown",
        "sum",
        "total",
        "agrees",
        "without_code",
        "largest_share",
        "hhi",
    ];
    sheet("checks", &columns, rows.collect())
}

/// Builds the entity fields as the service sent them; `None` until the entity is loaded.
fn entity(app: &App) -> Option<Sheet> {
    let entity = app.cx.snapshot().entity.value.as_deref()?;
    let rows = ENTITY.iter().map(|name| {
        let raw = entity.record().raw(name);
        vec![Cell::text(name), raw.map_or(Cell::Empty, Cell::of_raw)]
    });
    Some(sheet("entity", &["field", "value"], rows.collect()))
}

/// Builds the totals over time. For data older than [`WHOLE`], only the first and last change of each quarter of an
/// hour are stored. A column states for each point whether all following changes are present.
fn observed(app: &App) -> Sheet {
    let whole_from = app.cx.observed_now().saturating_sub(WHOLE).unwrap_or_default();
    let rows = trend::of_portfolio(app).into_iter().flat_map(|trend| {
        let series = trend.series;
        trend.points.into_iter().map(move |point| {
            vec![
                Cell::text(&series),
                Cell::text(&point.at.to_string()),
                Cell::Number(point.value),
                Cell::Boolean(point.at >= whole_from),
            ]
        })
    });
    sheet(
        "observed",
        &["series", "at", "value", "every_change"],
        rows.collect(),
    )
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
    use crate::model::fetched::Remote;
    use crate::model::history::observed::Observed;
    use crate::model::history::series::Point;
    use crate::model::snapshot::Snapshot;
    use crate::model::worksheet::Form;
    use crate::text::Lang;
    use encours_service::export::bytes;

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
        let (mut portfolio, mut of) = (Remote::default(), Remote::default());
        portfolio.receive(PortfolioSummary::from_record(summary).unwrap(), now);
        of.receive(Entity::from_record(entity).unwrap(), now);
        let point = |at: &str, value: &str| Point {
            at: at.parse().unwrap(),
            value: value.to_owned(),
        };
        let points = vec![
            point("2026-11-20T08:00:00Z", "3"),
            point("2026-11-22T07:00:00Z", "4"),
        ];
        app.absorb(Arc::new(Snapshot {
            revision: 1,
            portfolio,
            entity: of,
            observed: Arc::new(Observed {
                series: Arc::new([("portfolio:total_operations".to_owned(), points)].into()),
                ..Observed::default()
            }),
            ..Snapshot::default()
        }));
        app
    }

    #[test]
    fn machines_get_shares_sums_and_the_entity() {
        let json = String::from_utf8(bytes(portfolio(&app()), Form::Json).unwrap()).unwrap();
        for told in [
            r#"{"total":"currency","value":null}"#,
            r#"{"code":"bureaux","value":2,"share":0.5}"#,
            r#"{"breakdown":"operations_by_classe_actif","sum":3,"total":4,"agrees":false,"without_code":1,"largest_share":0.5,"hhi":0.555556}"#,
            r#"{"breakdown":"operations_by_status","sum":4,"total":4,"agrees":true,"without_code":0,"largest_share":null,"hhi":null}"#,
            r#"{"field":"siren","value":"732829320"}"#,
            r#"{"field":"risk_threshold","value":60}"#,
            r#"{"field":"ai_enabled","value":null}"#,
        ] {
            assert!(json.contains(told), "{told}: {json}");
        }
    }

    #[test]
    fn of_an_old_point_it_is_said_that_changes_after_it_may_be_missing() {
        let sheets = portfolio(&app());
        let every: Vec<&Cell> = sheets.last().unwrap().rows.iter().map(|row| &row[3]).collect();
        assert_eq!(every[..2], [&Cell::Boolean(false), &Cell::Boolean(true)]);
    }
}
