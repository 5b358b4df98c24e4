//! The time of a deal in its status, as text.

use crate::foundation::cx::app_cx::AppCx;
use crate::model::table::{StatusSince, TimePrecision};
use crate::query::AgeClock;
use crate::text::{Lang, MessageArg, Messages, date};
use jiff::tz::TimeZone;

/// Formats the time of a deal in its status, in the days that count.
///
/// `12 j` is exact. `11–12 j` means that the status changed between two syncs. `≥ 12 j` means that the deal already had
/// the status when first seen; this starts at `≥ 0 j`. A blank text would mean an unknown age.
pub fn age_text(cx: &AppCx, since: StatusSince) -> String {
    format_age(cx.lang(), since, cx.age_clock(), cx.age_clock().unit())
}

/// Formats the time of a deal in its status with the unit in full, such as `12 working days`.
pub fn age_text_long(cx: &AppCx, since: StatusSince) -> String {
    let clock = cx.age_clock();
    let unit = if clock.counts_working_days() { "unit-working-day-long" } else { clock.unit() };
    format_age(cx.lang(), since, clock, unit)
}

/// Formats a time in a status with a unit.
pub(crate) fn format_age(lang: Lang, since: StatusSince, clock: AgeClock<'_>, unit: &str) -> String {
    let age = since.age_days(clock);
    date::range_with_unit(lang, age.min.unsigned_abs(), age.max.map(i64::unsigned_abs), unit)
}

/// Returns the heading of ages without a unit, which names the unit.
pub fn age_heading(cx: &AppCx) -> String {
    let is_working = cx.age_clock().counts_working_days();
    let key = if is_working { "export-age-working-days" } else { "export-age-days" };
    Messages::new(cx.lang()).get(key).into_owned()
}

/// Formats a limit of the time in a status.
pub fn limit_text(cx: &AppCx, days: i64) -> String {
    date::with_unit(cx.lang(), days.unsigned_abs(), cx.age_clock().unit())
}

/// Returns the text that says how the age is known.
pub fn age_reason(cx: &AppCx, since: StatusSince) -> String {
    reason_text(cx.lang(), &cx.options().zone, since)
}

/// Returns the text that says how an age is known, for a language and a time zone.
pub(crate) fn reason_text(lang: Lang, zone: &TimeZone, since: StatusSince) -> String {
    let messages = Messages::new(lang);
    let day_of = |second| day_text(second, zone);
    let key = match since.precision {
        TimePrecision::Received => "age-received",
        TimePrecision::Exact => "age-exact",
        TimePrecision::Interval { after } if day_of(after) != day_of(since.at) => {
            let args =
                [("from", MessageArg::from(day_of(after))), ("to", MessageArg::from(day_of(since.at)))];
            return messages.with("age-between", &args);
        }
        TimePrecision::Interval { .. } => "age-interval",
        TimePrecision::AtLeast => "deal-age-first-seen",
    };
    messages.with(key, &[("date", MessageArg::from(day_of(since.at)))])
}

/// Returns shorter texts of the same: the day with its meaning, then the day alone. The year is never cut off.
pub fn age_reasons_short(cx: &AppCx, since: StatusSince) -> Vec<String> {
    let day = day_text(since.at, &cx.options().zone);
    let key = match since.precision {
        TimePrecision::Received | TimePrecision::Exact => "age-since-short",
        TimePrecision::Interval { .. } | TimePrecision::AtLeast => "age-seen-short",
    };
    let text = Messages::new(cx.lang()).with(key, &[("date", MessageArg::from(day.as_str()))]);
    vec![text, day]
}

fn day_text(second: i64, zone: &TimeZone) -> String {
    jiff::Timestamp::from_second(second)
        .map(|timestamp| date::date_short(date::local(timestamp, zone).date()))
        .unwrap_or_default()
}

/// Grammatical form of the loaded item, which the French text agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Masculine singular: the summary, a dashboard.
    Masculine,
    /// Feminine singular: the entity, a list.
    Feminine,
    /// Masculine plural: the ratios of a deal.
    MasculinePlural,
}

impl Agreement {
    fn code(self) -> &'static str {
        match self {
            Self::Masculine => "m",
            Self::Feminine => "f",
            Self::MasculinePlural => "mp",
        }
    }
}

/// Formats the age of loaded data, such as "chargé il y a 4 min"; empty if it was never loaded.
pub fn loaded_ago(cx: &AppCx, agreement: Agreement, at: Option<jiff::Timestamp>) -> String {
    let Some(at) = at else { return String::new() };
    let messages = Messages::new(cx.lang());
    let seconds = (cx.now().as_second() - at.as_second()).max(0) as u64;
    let seconds = if seconds < 60 { seconds / 10 * 10 } else { seconds };
    if seconds == 0 {
        return messages.with("read-now", &[("of", MessageArg::from(agreement.code()))]);
    }
    let args = [
        ("of", MessageArg::from(agreement.code())),
        ("ago", MessageArg::from(date::age(cx.lang(), seconds))),
    ];
    messages.with("read-ago", &args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::column::DealColumn;
    use crate::deals::pipeline::view::slowness::slowness_of;
    use crate::foundation::cx::overlay_types::{ExportContent, ExportFormat};
    use crate::model::worksheet::WorksheetCell;
    use crate::query::WorkingDays;
    use crate::shell::testing::*;
    use crate::tools::clipboard::copy;
    use crate::tools::export::view::human::human_tables;
    use crate::tools::export::view::machine;

    #[test]
    fn age_text_shows_the_precision_of_the_date() {
        const DAY: i64 = 86_400;
        let now = 100 * DAY;
        let text = |days: i64, bound| {
            let at = now - days * DAY;
            let since = StatusSince { at, precision: bound };
            format_age(Lang::En, since, AgeClock::calendar(now), date::DAYS).replace('\u{a0}', " ")
        };
        let between = |days: i64| TimePrecision::Interval { after: now - days * DAY };
        assert_eq!(text(0, between(9)), "0–9 d");
        assert_eq!(text(9, between(9)), "9 d");
        assert_eq!(
            (text(3, TimePrecision::AtLeast), text(0, TimePrecision::AtLeast)),
            ("≥ 3 d".into(), "≥ 0 d".into())
        );
        assert_eq!(text(3, TimePrecision::Exact), "3 d");
    }
    #[test]
    fn every_age_counts_the_same_working_days() {
        let mut app = app();
        app.cx.options.lang = Lang::En;
        let days = Arc::new(WorkingDays::new(TimeZone::UTC));
        app.cx.options.working_days = Some(days);
        // Without two weekends and the public holiday on 11 November, 17 days are 12.
        let row = app.cx.snapshot().deals.row(app.cx.snapshot().deals.find("c").unwrap()).unwrap();
        let plain = |text: String| text.replace('\u{a0}', " ");
        assert_eq!(plain(age_text(&app.cx, row.since.unwrap())), "12 wd");
        assert_eq!(plain(age_text_long(&app.cx, row.since.unwrap())), "12 working days");
        assert_eq!(slowness_of(&app, &row), None);
        assert_eq!(copy::cell_text(&app.cx, Lang::En, &row, DealColumn::Age), "12");
        let sheet = machine::deals_table(&app, ExportContent::Deals).into_worksheet();
        assert!(sheet.columns.ends_with(&["age_is_lower_bound".to_owned(), "age_unit".to_owned()]));
        let line = sheet.rows.iter().find(|row| row.contains(&WorksheetCell::text("c"))).unwrap();
        assert!(
            line.contains(&WorksheetCell::count(12)) && line.ends_with(&[WorksheetCell::text("working_day")])
        );
        let sheet = human_tables(&app, ExportContent::Deals, ExportFormat::Xlsx).remove(0).into_worksheet();
        assert!(sheet.columns.contains(&"Time in status (working days)".to_owned()));
        assert!(sheet.rows.iter().all(|row| row.len() == sheet.columns.len()));
        let mut shown = |filter: &str| {
            app.table.set_filter(filter.to_owned(), &mut app.pipeline, &mut app.cx);
            app.pipeline.filtered().shown
        };
        assert_eq!((shown("age:12d"), shown("age:17d"), shown("age>9")), (1, 0, 2));
        assert_eq!((shown("age>2w"), shown("age>=3w")), (2, 1), "weeks are those of the calendar");
    }
}
