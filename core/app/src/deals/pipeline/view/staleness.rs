//! Stalled deals: those too long in their status, their heat and the reason.
//!
//! Two named measures apply: a number of days for every status, and the usual time in the deal's own status.

use crate::dataset::staleness::{self, Heat, SLOW_DAYS};
use crate::foundation::presentation::age::{age_reason, age_text};
use crate::model::table::{Bound, DealRow, StageSince};
use crate::shell::app::App;
use crate::text::{Arg, Words, date, number};

/// Returns the heat of a deal's age, as of the time of the data.
pub fn heat(app: &App, row: &DealRow<'_>) -> Option<Heat> {
    let now = app.cx.observed_now().as_second();
    staleness::heat(row.since?, now, row.status, || share(app, row))
}

/// Returns the share of deals in its status that a deal has outlasted.
pub(crate) fn share(app: &App, row: &DealRow<'_>) -> Option<f64> {
    app.pipeline
        .board
        .ages
        .get(row.status)?
        .longer_than(row.since?.at)
}

/// Returns why a deal is called slow or stuck: its age, the limit, the source of the age, and the comparison with other
/// deals of its status.
pub fn reason(app: &App, row: &DealRow<'_>) -> Option<String> {
    let (heat, since) = (heat(app, row)?, row.since?);
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let args = [
        (
            "age",
            Arg::from(age_text(lang, since, app.cx.observed_now().as_second())),
        ),
        ("limit", Arg::from(date::days(lang, SLOW_DAYS as u64))),
    ];
    let args = [
        ("heat", Arg::from(words.get(heat.key()).into_owned())),
        ("said", Arg::from(words.with("stale-reason", &args))),
        ("how", Arg::from(age_reason(&app.cx, since))),
    ];
    Some(told(app, row, since, words.with("stale-line", &args)))
}

/// Returns the reason for display beside the age, without the age and its source.
pub fn reason_beside_age(app: &App, row: &DealRow<'_>) -> Option<String> {
    let (heat, since) = (heat(app, row)?, row.since?);
    let words = Words::new(app.cx.lang());
    let args = [
        ("heat", Arg::from(words.get(heat.key()).into_owned())),
        ("limit", Arg::from(date::days(app.cx.lang(), SLOW_DAYS as u64))),
    ];
    Some(told(app, row, since, words.with("stale-limit", &args)))
}

/// Appends the comparison and the start of the history to the first line.
pub(crate) fn told(app: &App, row: &DealRow<'_>, since: StageSince, first: String) -> String {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let mut lines = vec![first];
    if let (Some(share), Some(ages)) = (share(app, row), app.pipeline.board.ages.get(row.status)) {
        let percent = (share * 100.0).floor() as u64;
        let args = [
            ("share", Arg::from(number::share(lang, percent, 100))),
            ("n", Arg::from(ages.known())),
        ];
        let mut line = words.with("stale-compared", &args);
        if ages.bounds > 0 {
            line = format!(
                "{line} {}",
                words.with("stale-bounds", &[("n", Arg::from(ages.bounds))])
            );
        }
        lines.push(line);
    }
    let observed = since.bound != Bound::Received;
    if let (true, Some(begins)) = (observed, app.cx.snapshot().observed.begins) {
        let day = date::date_short(date::local(begins, &app.cx.options().zone).date());
        lines.push(words.with("stale-history", &[("date", Arg::from(day))]));
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
    use crate::model::history::observed::Observed;
    use crate::model::snapshot::{Coverage, Snapshot};
    use crate::model::table::{ColumnsBuilder, RowData, StageSince};
    use crate::text::Lang;

    fn now() -> Timestamp {
        "2026-11-20T12:00:00Z".parse().unwrap()
    }

    /// Returns an app with one status: ten deals of one to ten days, and one of `days`.
    fn app(days: i64, bound: Bound, status: &str) -> App {
        let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
        let mut app = App::new(Options::new(Lang::En, keymap, TimeZone::UTC), now());
        let mut builder = ColumnsBuilder::default();
        for (id, days) in (1..=10)
            .map(|n| (format!("d{n}"), n))
            .chain([("x".to_owned(), days)])
        {
            builder.push(&RowData {
                id: id.clone(),
                status: status.into(),
                since: Some(StageSince {
                    at: now().as_second() - days * 86_400,
                    bound: if id == "x" { bound } else { Bound::Received },
                }),
                ..RowData::default()
            });
        }
        app.absorb(Arc::new(Snapshot {
            revision: 1,
            coverage: Coverage {
                complete_at: Some(now()),
                ..Coverage::default()
            },
            deals: Arc::new(builder.finish()),
            observed: Arc::new(Observed {
                begins: Some("2026-11-01T08:00:00Z".parse().unwrap()),
                ..Observed::default()
            }),
            ..Snapshot::default()
        }));
        app
    }

    fn of(app: &App) -> (Option<Heat>, String) {
        let deals = &app.cx.snapshot().deals;
        let row = deals.row(deals.find("x").unwrap()).unwrap();
        (heat(app, &row), reason(app, &row).unwrap_or_default())
    }

    #[test]
    fn fifteen_days_and_twenty_eight_are_not_the_same() {
        let heat = |days| of(&app(days, Bound::Received, "ic")).0;
        assert_eq!(heat(14), None);
        assert_eq!(heat(15), Some(Heat::Slow));
        assert_eq!(
            heat(22),
            Some(Heat::Stuck),
            "longer than all others in the status"
        );
        assert_eq!(heat(28), Some(Heat::Stuck));
        assert_eq!(of(&app(40, Bound::Received, "lost")).0, None, "inactive status");
    }

    #[test]
    fn a_write_on_its_way_leaves_the_age_as_it_is_unless_it_moves_the_deal() {
        let written = |fields: crate::contract::Fields| {
            let app = app(22, Bound::Received, "ic");
            let mut snapshot = app.cx.snapshot().clone();
            let mut deals = snapshot.deals.as_ref().clone();
            let mut row = deals.row(deals.find("x").unwrap()).unwrap().to_data();
            if let Some(owner) = fields.text("responsable") {
                row.owner = owner.into_owned();
            }
            if let Some(status) = fields.text("status") {
                row.status = status.into_owned();
                row.since = Some(StageSince {
                    at: now().as_second(),
                    bound: Bound::Exact,
                });
            }
            deals.patch(row, Some(crate::model::pending_write::WriteState::Sending));
            (snapshot.deals, snapshot.revision) = (Arc::new(deals), 2);
            let mut app = app;
            app.absorb(Arc::new(snapshot));
            of(&app).0
        };
        let fields = crate::contract::Fields::new;
        assert_eq!(
            written(fields().set_text("responsable", "Z. Nobody").clone()),
            Some(Heat::Stuck)
        );
        assert_eq!(written(fields().set_text("status", "loi").clone()), None);
    }

    #[test]
    fn the_opened_deal_says_what_its_card_says_and_its_age_once() {
        use crate::contract::ids::DealId;
        use crate::shell::action::Action;

        let lines = |days| {
            let mut app = app(days, Bound::Received, "ic");
            app.apply(Action::OpenDeal(DealId::new("x").unwrap()), now());
            let fields = crate::changes::deal::view::deal::deal(&app).unwrap().fields;
            let said = fields.into_iter().filter(|line| !line.reason.is_empty());
            (
                said.map(|line| (line.heat, line.reason)).collect::<Vec<_>>(),
                of(&app),
            )
        };
        let (said, (heat, card)) = lines(22);
        let [(told, reason)] = &said[..] else {
            panic!("{said:?}")
        };
        assert_eq!(*told, heat);
        assert!(card.contains("22") && card.contains("from the server"), "{card}");
        assert!(reason.contains("14") && !reason.contains("22"), "{reason}");
        assert!(!reason.contains("from the server"), "{reason}");
        assert_eq!(
            reason.lines().nth(1),
            card.lines().nth(1),
            "the comparison must be the same"
        );
        assert!(lines(3).0.is_empty());
    }

    #[test]
    fn the_reason_names_limit_comparison_and_since_when_there_is_a_history() {
        let (_, said) = of(&app(22, Bound::Received, "ic"));
        assert!(said.contains("14") && said.contains("of the 11 deals"), "{said}");
        assert!(
            !said.contains("history since"),
            "the service sent the date: {said}"
        );
        let (_, said) = of(&app(22, Bound::AtLeast, "ic"));
        assert!(
            said.contains("of the 10 deals") && said.contains("(1 more"),
            "{said}"
        );
        assert!(said.contains("history since 01/11/2026"), "{said}");
    }
}
