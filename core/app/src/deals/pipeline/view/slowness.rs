//! Slow and stuck deals: the degree and the reason.
//!
//! Two named measures apply: a number of days for every status, and the usual time in the deal's own status.

use crate::dataset::slowness::{self, Slowness};
use crate::foundation::presentation::age::{age_reason, age_text, limit_text};
use crate::model::table::{DealRow, StatusSince, TimePrecision};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, date, number};

/// Returns the slowness of a deal's age, as of the time of the data.
pub fn slowness_of(app: &App, row: &DealRow<'_>) -> Option<Slowness> {
    slowness::slowness(row.since?, app.cx.age_clock(), row.status, || outlasted_share(app, row))
}

/// Returns the share of deals in its status that a deal has outlasted.
pub(crate) fn outlasted_share(app: &App, row: &DealRow<'_>) -> Option<f64> {
    app.pipeline.board.ages.get(row.status)?.share_shorter(row.since?.at)
}

/// Returns why a deal is called slow or stuck: its age, the limit, the source of the age, and the comparison with other
/// deals of its status.
pub fn slowness_reason(app: &App, row: &DealRow<'_>) -> Option<String> {
    let (slowness, since) = (slowness_of(app, row)?, row.since?);
    let messages = Messages::new(app.cx.lang());
    let args = [
        ("age", MessageArg::from(age_text(&app.cx, since))),
        ("limit", MessageArg::from(exceeded_limit(app, slowness, since))),
    ];
    let args = [
        ("slowness", MessageArg::from(messages.get(slowness.key()).into_owned())),
        ("said", MessageArg::from(messages.with("stale-reason", &args))),
        ("how", MessageArg::from(age_reason(&app.cx, since))),
    ];
    Some(with_comparison(app, row, since, messages.with("stale-line", &args)))
}

fn exceeded_limit(app: &App, slowness: Slowness, since: StatusSince) -> String {
    let days = app.cx.age_clock().days_since(since.at);
    limit_text(&app.cx, slowness.exceeded_days(days))
}

/// Returns the reason for display beside the age, without the age and its source.
pub fn reason_without_age(app: &App, row: &DealRow<'_>) -> Option<String> {
    let (slowness, since) = (slowness_of(app, row)?, row.since?);
    let messages = Messages::new(app.cx.lang());
    let args = [
        ("slowness", MessageArg::from(messages.get(slowness.key()).into_owned())),
        ("limit", MessageArg::from(exceeded_limit(app, slowness, since))),
    ];
    Some(with_comparison(app, row, since, messages.with("stale-limit", &args)))
}

/// Appends the comparison and the start of the history to the first line.
pub(crate) fn with_comparison(app: &App, row: &DealRow<'_>, since: StatusSince, first: String) -> String {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let mut lines = vec![first];
    if let (Some(share), Some(ages)) = (outlasted_share(app, row), app.pipeline.board.ages.get(row.status)) {
        let percent = (share * 100.0).floor() as u64;
        let args = [
            ("share", MessageArg::from(number::share(lang, percent, 100))),
            ("n", MessageArg::from(ages.known_count())),
        ];
        let mut line = messages.with("stale-compared", &args);
        if ages.lower_bounds > 0 {
            line = format!(
                "{line} {}",
                messages.with("stale-bounds", &[("n", MessageArg::from(ages.lower_bounds))])
            );
        }
        lines.push(line);
    }
    let observed = since.precision != TimePrecision::Received;
    if let (true, Some(history_start)) = (observed, app.cx.snapshot().history.first_observed_at) {
        let day = date::date_short(date::local(history_start, &app.cx.options().zone).date());
        lines.push(messages.with("stale-history", &[("date", MessageArg::from(day))]));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::history::observed::ObservedHistory;
    use crate::model::snapshot::{Coverage, Snapshot};
    use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince};
    use crate::text::Lang;

    fn now() -> Timestamp {
        "2026-11-20T12:00:00Z".parse().unwrap()
    }

    /// Returns an app with one status: ten deals of one to ten days, and one of `days`.
    fn app(days: i64, precision: TimePrecision, status: &str) -> App {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), now());
        let mut builder = ColumnStoreBuilder::default();
        for (id, days) in (1..=10).map(|n| (format!("d{n}"), n)).chain([("x".to_owned(), days)]) {
            builder.push(&RowData {
                id: id.clone(),
                status: status.into(),
                since: Some(StatusSince {
                    at: now().as_second() - days * 86_400,
                    precision: if id == "x" { precision } else { TimePrecision::Received },
                }),
                ..RowData::default()
            });
        }
        app.on_snapshot(Arc::new(Snapshot {
            revision: 1,
            coverage: Coverage { complete_at: Some(now()), ..Coverage::default() },
            deals: Arc::new(builder.finish()),
            history: Arc::new(ObservedHistory {
                first_observed_at: Some("2026-11-01T08:00:00Z".parse().unwrap()),
                ..ObservedHistory::default()
            }),
            ..Snapshot::default()
        }));
        app
    }

    fn slowness_and_reason(app: &App) -> (Option<Slowness>, String) {
        let deals = &app.cx.snapshot().deals;
        let row = deals.row(deals.find("x").unwrap()).unwrap();
        (slowness_of(app, &row), slowness_reason(app, &row).unwrap_or_default())
    }

    #[test]
    fn fifteen_days_and_twenty_eight_are_not_the_same() {
        let slowness = |days| slowness_and_reason(&app(days, TimePrecision::Received, "ic")).0;
        assert_eq!(slowness(14), None);
        assert_eq!(slowness(15), Some(Slowness::Slow));
        assert_eq!(slowness(22), Some(Slowness::Stuck), "longer than all others in the status");
        assert_eq!(slowness(28), Some(Slowness::Stuck));
        assert_eq!(slowness_and_reason(&app(40, TimePrecision::Received, "lost")).0, None, "inactive status");
    }

    #[test]
    fn pending_write_changes_the_age_only_by_a_move() {
        let slowness_after = |fields: crate::contract::Fields| {
            let app = app(22, TimePrecision::Received, "ic");
            let mut snapshot = app.cx.snapshot().clone();
            let mut deals = snapshot.deals.as_ref().clone();
            let mut row = deals.row(deals.find("x").unwrap()).unwrap().to_data();
            if let Some(owner) = fields.text("responsable") {
                row.owner = owner.into_owned();
            }
            if let Some(status) = fields.text("status") {
                row.status = status.into_owned();
                row.since = Some(StatusSince { at: now().as_second(), precision: TimePrecision::Exact });
            }
            deals.set_row(row, Some(crate::model::pending_write::WriteState::Sending));
            (snapshot.deals, snapshot.revision) = (Arc::new(deals), 2);
            let mut app = app;
            app.on_snapshot(Arc::new(snapshot));
            slowness_and_reason(&app).0
        };
        let fields = crate::contract::Fields::new;
        assert_eq!(
            slowness_after(fields().set_text("responsable", "Z. Nobody").clone()),
            Some(Slowness::Stuck)
        );
        assert_eq!(slowness_after(fields().set_text("status", "loi").clone()), None);
    }

    #[test]
    fn deal_panel_agrees_with_card_and_shows_age_once() {
        use crate::contract::ids::DealId;
        use crate::shell::action::Action;

        let lines = |days| {
            let mut app = app(days, TimePrecision::Received, "ic");
            app.dispatch(Action::OpenDeal(DealId::new("x").unwrap()), now());
            let fields = crate::changes::deal::view::deal::deal_view(&app).unwrap().fields;
            let text = fields.into_iter().filter(|line| !line.slowness_reason.is_empty());
            (
                text.map(|line| (line.slowness, line.slowness_reason)).collect::<Vec<_>>(),
                slowness_and_reason(&app),
            )
        };
        let (text, (slowness, card)) = lines(22);
        let [(message, reason)] = &text[..] else { panic!("{text:?}") };
        assert_eq!(*message, slowness);
        assert!(card.contains("22") && card.contains("from the server"), "{card}");
        assert!(reason.contains("20") && !reason.contains("22"), "{reason}");
        assert!(!reason.contains("from the server"), "{reason}");
        assert_eq!(reason.lines().nth(1), card.lines().nth(1), "the comparison must be the same");
        assert!(lines(3).0.is_empty());
    }

    #[test]
    fn slowness_reason_names_limit_comparison_and_history_start() {
        let (_, text) = slowness_and_reason(&app(22, TimePrecision::Received, "ic"));
        assert!(text.contains("20") && text.contains("of the 11 deals"), "{text}");
        assert!(!text.contains("history since"), "the service sent the date: {text}");
        let (_, text) = slowness_and_reason(&app(22, TimePrecision::AtLeast, "ic"));
        assert!(text.contains("of the 10 deals") && text.contains("(1 more"), "{text}");
        assert!(text.contains("history since 01/11/2026"), "{text}");
    }
}
