//! The portfolio: totals, three breakdowns with their sums checked, the entity card.

use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use crate::app::{App, Screen};
use crate::contract::portfolio::PortfolioSummary;
use crate::view::problem::{self, ProblemView};
use crate::view::text::{Arg, Clean, Lang, Words, date, number};
use crate::view::trend::{self, Trend};
use crate::view::vocabulary;

/// One total.
#[derive(Clone, Debug, PartialEq)]
pub struct Total {
    /// What it counts.
    pub label: String,
    /// Its value, short enough for a headline.
    pub value: String,
    /// The exact value, where the headline rounds.
    pub exact: Option<String>,
    /// What changed since it was first observed; empty where it was not observed.
    pub change: String,
}

/// One bar of a breakdown.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The taxonomy code, for the swatch.
    pub code: Clean,
    /// The same as received.
    pub key: String,
    /// Its name.
    pub label: String,
    /// How many.
    pub count: String,
    /// Its share of the total, as words.
    pub share: String,
    /// The same without decimals, for narrow places.
    pub share_rough: String,
    /// Its length, 0 to 1, the longest bar being 1.
    pub length: f32,
}

/// Whether the sum of a breakdown agrees with the total of operations.
#[derive(Clone, Debug, PartialEq)]
pub struct SumCheck {
    /// Whether it agrees.
    pub agrees: bool,
    /// `Σ 128 = total` or `Σ 126, total 128`.
    pub text: String,
    /// The same in few words.
    pub short: String,
}

/// Which breakdown it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breakdown {
    /// `operations_by_status`
    Status,
    /// `operations_by_classe_actif`
    Class,
    /// `operations_by_type_investissement`
    Type,
}

impl Breakdown {
    /// All three, in the order of the screen.
    pub const ALL: [Self; 3] = [Self::Status, Self::Class, Self::Type];

    fn entries(self, summary: &PortfolioSummary) -> Vec<(String, u64)> {
        match self {
            Self::Status => summary.operations_by_status(),
            Self::Class => summary.operations_by_classe_actif(),
            Self::Type => summary.operations_by_type_investissement(),
        }
    }
}

/// The codes of a breakdown with what each counts, the most first.
pub(crate) fn ordered(kind: Breakdown, summary: &PortfolioSummary) -> Vec<(String, u64)> {
    let mut entries = kind.entries(summary);
    entries.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    entries
}

/// One breakdown.
#[derive(Clone, Debug, PartialEq)]
pub struct BreakdownView {
    /// Which one.
    pub kind: Breakdown,
    /// Its title.
    pub title: String,
    /// Its short title.
    pub short: String,
    /// Its bars, longest first.
    pub bars: Vec<Bar>,
    /// Its sum against the total.
    pub check: SumCheck,
    /// What is to be known beside it: order, what is missing, concentration.
    pub foot: String,
    /// The same in few words, for narrow places.
    pub foot_short: String,
    /// The foot without what is said of the concentration.
    pub note: String,
    /// The largest share and the Herfindahl-Hirschman index; empty for statuses, which are no risk to be spread.
    pub concentration: String,
    /// The sum of its counts.
    pub sum: String,
}

/// One line of the entity card.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityLine {
    /// The field's name.
    pub label: String,
    /// The same in few letters.
    pub short: String,
    /// Its value, or the words for its absence.
    pub value: Clean,
    /// What is to be known beside it: a hypothesis, a missing unit.
    pub note: String,
    /// Whether the service gave it.
    pub known: bool,
}

/// The portfolio screen.
#[derive(Clone, Debug, PartialEq)]
pub struct PortfolioView {
    /// The totals; empty until the summary has been read.
    pub totals: Vec<Total>,
    /// The breakdowns.
    pub breakdowns: Vec<BreakdownView>,
    /// The totals over time, as observed.
    pub trends: Vec<Trend>,
    /// The entity card.
    pub entity: Vec<EntityLine>,
    /// "lu il y a 4 min"
    pub read: String,
    /// How many sum checks agree, as words.
    pub checks: String,
    /// Why the last reading failed, if it did.
    pub problem: Option<ProblemView>,
    /// Whether nothing has been received yet.
    pub empty: bool,
}

/// The portfolio screen as of now.
pub fn portfolio(app: &App) -> PortfolioView {
    let lang = app.lang();
    let remote = &app.snapshot().portfolio;
    let summary = remote.value.as_deref();
    let breakdowns = summary
        .map(|summary| breakdowns(lang, summary))
        .unwrap_or_default();
    let trends = trend::of_portfolio(app);
    let error = remote.error.as_ref().or(app.snapshot().entity.error.as_ref());
    PortfolioView {
        totals: summary
            .map(|summary| totals(app, summary, &trends))
            .unwrap_or_default(),
        checks: sum_checks(lang, &breakdowns),
        breakdowns,
        trends,
        entity: entity(app),
        read: read_ago(app, remote.read_at),
        problem: error.map(|error| problem::read_problem(lang, error, summary.is_some())),
        empty: summary.is_none(),
    }
}

/// How many of the breakdowns add up to the total of operations, as words.
fn sum_checks(lang: Lang, breakdowns: &[BreakdownView]) -> String {
    let agreeing = breakdowns.iter().filter(|view| view.check.agrees).count();
    let args = [
        ("agree", Arg::from(agreeing)),
        ("total", Arg::from(breakdowns.len())),
    ];
    Words::new(lang).with("portfolio-checks", &args)
}

/// The same for the status line, where the portfolio is what is looked at and has been read.
pub fn checked_sums(app: &App) -> Option<String> {
    let summary = app.snapshot().portfolio.value.as_deref();
    let summary = summary.filter(|_| app.screen() == Screen::Portfolio)?;
    Some(sum_checks(app.lang(), &breakdowns(app.lang(), summary)))
}

/// "lu il y a 4 min", or nothing if it never was.
pub fn read_ago(app: &App, at: Option<jiff::Timestamp>) -> String {
    let Some(at) = at else { return String::new() };
    let words = Words::new(app.lang());
    let seconds = (app.now().as_second() - at.as_second()).max(0) as u64;
    let seconds = if seconds < 60 { seconds / 10 * 10 } else { seconds };
    if seconds == 0 {
        return words.get("read-now").into_owned();
    }
    words.with("read-ago", &[("ago", Arg::from(date::ago(app.lang(), seconds)))])
}

fn totals(app: &App, summary: &PortfolioSummary, trends: &[Trend]) -> Vec<Total> {
    let lang = app.lang();
    let words = Words::new(lang);
    let change = |series: &str| {
        let found = trends
            .iter()
            .find(|trend| trend.series.strip_prefix("portfolio:") == Some(series));
        found.map_or_else(String::new, |trend| {
            if trend.change.is_empty() {
                words.get("total-unchanged").into_owned()
            } else {
                trend.change.clone()
            }
        })
    };
    let count = |key: &str, series: &str, n: u64| Total {
        label: words.get(key).into_owned(),
        value: number::integer(lang, n),
        exact: None,
        change: change(series),
    };
    // Said once, where there is room: the others begin on the same day.
    let nominal_seen = trends
        .iter()
        .find(|trend| trend.series == "portfolio:total_nominal");
    let since = nominal_seen.map_or("", |trend| trend.since.as_str());
    let currency = app.options().currency.as_deref();
    let nominal = summary.total_nominal();
    let amount = nominal.value();
    // The summary names no currency: the figure stays bare unless the person has said which it is.
    let value = amount.map(|amount| number::money_compact(lang, amount, currency));
    let exact = amount.map(|amount| number::money(lang, amount, currency));
    vec![
        count(
            "portfolio-operations",
            "total_operations",
            summary.total_operations(),
        ),
        Total {
            label: words.get("portfolio-nominal").into_owned(),
            value: value.unwrap_or_else(|| Clean::line_of(&nominal.text(), 24).to_string()),
            exact,
            change: format!("{} {}", change("total_nominal"), since).trim().to_owned(),
        },
        count("portfolio-funds", "total_fonds", summary.total_fonds()),
        count("portfolio-spvs", "total_spvs", summary.total_spvs()),
        count(
            "portfolio-operators",
            "total_operateurs",
            summary.total_operateurs(),
        ),
    ]
}

fn breakdowns(lang: Lang, summary: &PortfolioSummary) -> Vec<BreakdownView> {
    let total = summary.total_operations();
    Breakdown::ALL
        .into_iter()
        .map(|kind| breakdown(lang, kind, &ordered(kind, summary), total))
        .collect()
}

fn breakdown(lang: Lang, kind: Breakdown, entries: &[(String, u64)], total: u64) -> BreakdownView {
    let words = Words::new(lang);
    let most = entries.first().map_or(1, |entry| entry.1.max(1));
    let sum = entries
        .iter()
        .fold(0_u64, |sum, entry| sum.saturating_add(entry.1));
    let label = |code: &str| match kind {
        Breakdown::Status => vocabulary::operation_status(lang, code).into_owned(),
        Breakdown::Class => vocabulary::asset_class(lang, code).into_owned(),
        Breakdown::Type => vocabulary::investment_type(lang, code).into_owned(),
    };
    let bars = entries
        .iter()
        .map(|(code, count)| Bar {
            code: Clean::line_of(code, 60),
            key: code.clone(),
            label: label(code),
            count: number::integer(lang, *count),
            share: number::share_of(lang, *count, total, 1),
            share_rough: number::share_of(lang, *count, total, 0),
            length: *count as f32 / most as f32,
        })
        .collect();
    let args = [("sum", Arg::from(sum)), ("total", Arg::from(total))];
    let agrees = sum == total;
    let (title, short) = match kind {
        Breakdown::Status => ("breakdown-by-status", "breakdown-by-status"),
        Breakdown::Class => ("breakdown-by-class", "breakdown-by-class-short"),
        Breakdown::Type => ("breakdown-by-type", "breakdown-by-type-short"),
    };
    let (foot, foot_short) = match kind {
        Breakdown::Status => (words.get("breakdown-order-long"), words.get("breakdown-order")),
        Breakdown::Class => {
            let foot = class_foot(lang, entries, sum, total);
            (foot.clone().into(), foot.into())
        }
        Breakdown::Type => (
            words.get("breakdown-no-amount-long"),
            words.get("breakdown-no-amount"),
        ),
    };
    let note = match kind {
        Breakdown::Class if sum < total => {
            words.with("breakdown-unclassified", &[("n", Arg::from(total - sum))])
        }
        Breakdown::Class => String::new(),
        Breakdown::Status | Breakdown::Type => foot.clone().into_owned(),
    };
    let largest = (kind != Breakdown::Status && sum > 0).then(|| most_of(lang, entries, sum, total));
    BreakdownView {
        kind,
        note,
        concentration: largest.unwrap_or_default(),
        sum: number::integer(lang, sum),
        title: words.get(title).into_owned(),
        short: words.get(short).into_owned(),
        bars,
        check: SumCheck {
            agrees,
            text: words.with(
                if agrees {
                    "breakdown-sum-equals"
                } else {
                    "breakdown-sum-differs"
                },
                &args,
            ),
            short: words.with(
                if agrees {
                    "breakdown-sum-equals"
                } else {
                    "breakdown-sum-differs"
                },
                &args,
            ),
        },
        foot: foot.into_owned(),
        foot_short: foot_short.into_owned(),
    }
}

fn class_foot(lang: Lang, entries: &[(String, u64)], sum: u64, total: u64) -> String {
    let words = Words::new(lang);
    let hhi = words.with(
        "concentration-hhi",
        &[(
            "value",
            Arg::from(number::decimal(lang, concentration(entries, sum), 2)),
        )],
    );
    if sum >= total {
        return hhi;
    }
    let missing = words.with("breakdown-unclassified", &[("n", Arg::from(total - sum))]);
    format!("{missing}, {hhi}")
}

/// The largest share, of the total as each bar's is, and how concentrated what has a code is.
fn most_of(lang: Lang, entries: &[(String, u64)], sum: u64, total: u64) -> String {
    let most = entries.first().map_or(0, |entry| entry.1);
    let index = number::decimal(lang, concentration(entries, sum), 2);
    Words::new(lang).with(
        "concentration",
        &[
            ("share", Arg::from(number::share_of(lang, most, total, 1))),
            ("value", Arg::from(index)),
        ],
    )
}

/// The Herfindahl-Hirschman index of a breakdown: the sum of squared shares, 0 to 1.
fn concentration(entries: &[(String, u64)], sum: u64) -> Decimal {
    if sum == 0 {
        return Decimal::ZERO;
    }
    entries
        .iter()
        .map(|entry| Decimal::from(entry.1) / Decimal::from(sum))
        .map(|share| share * share)
        .sum()
}

fn entity(app: &App) -> Vec<EntityLine> {
    let words = Words::new(app.lang());
    let Some(entity) = app.snapshot().entity.value.as_deref() else {
        return Vec::new();
    };
    let line = |label: &str, value: Option<String>, note: &str| EntityLine {
        label: words.get(label).into_owned(),
        short: match format!("{label}-short") {
            short if words.has(&short) => words.get(&short).into_owned(),
            _ => words.get(label).into_owned(),
        },
        known: value.is_some(),
        value: Clean::line_of(
            &value.unwrap_or_else(|| words.get("absent-not-provided").into_owned()),
            80,
        ),
        note: if note.is_empty() {
            String::new()
        } else {
            words.get(note).into_owned()
        },
    };
    let text = |value: Option<&str>| value.map(str::to_owned);
    let named = |family, code: Option<&str>| {
        code.map(|code| vocabulary::label(app.lang(), family, code).into_owned())
    };
    let number_of = |value: Option<i64>| value.map(|n| n.to_string());
    let ai = entity.ai_enabled().map(|on| {
        words
            .get(if on { "entity-ai-on" } else { "entity-ai-off" })
            .into_owned()
    });
    vec![
        line("entity-name", text(entity.name()), ""),
        line(
            "entity-type",
            named(vocabulary::Family::EntityType, entity.kind()),
            "",
        ),
        line(
            "entity-siren",
            entity.siren().map(|siren| number::siren(siren).into_owned()),
            "",
        ),
        line(
            "entity-reporting",
            named(vocabulary::Family::ReportingMode, entity.mode_reporting()),
            "",
        ),
        line(
            "entity-frequency",
            number_of(entity.frequence_reporting()),
            "entity-frequency-note",
        ),
        line(
            "entity-reference-date",
            entity.date_reference_reporting().map(date::date_short),
            "",
        ),
        line(
            "entity-risk",
            number_of(entity.risk_threshold()),
            "entity-risk-unit",
        ),
        line("entity-holidays", text(entity.zone_vacances()), ""),
        line("entity-ai", ai, ""),
    ]
}

/// The moment as the person's clock shows it.
pub fn clock(moment: jiff::Timestamp, zone: &TimeZone) -> String {
    date::time_short(date::local(moment, zone).time())
}
