//! Portfolio breakdowns: counts per code, a check of the sum against the total, and concentration.

use crate::contract::models::portfolio::PortfolioSummary;
use crate::dataset::breakdown::{Breakdown, ordered};
use crate::foundation::presentation::tiles::Bar;
use crate::text::{Lang, MessageArg, Messages, SafeText, number};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// Comparison of a breakdown's sum with the total of operations.
#[derive(Clone, Debug, PartialEq)]
pub struct SumCheck {
    /// True if both agree.
    pub agrees: bool,
    /// Result as text: `Σ 128 = total` or `Σ 126, total 128`.
    pub text: String,
    /// Short form of `text`.
    pub short: String,
}

/// One breakdown.
#[derive(Clone, Debug, PartialEq)]
pub struct BreakdownView {
    /// Kind of breakdown.
    pub kind: Breakdown,
    /// Title.
    pub title: String,
    /// Short title.
    pub short: String,
    /// Bars, longest first.
    pub bars: Vec<Bar>,
    /// Comparison of its sum with the total.
    pub check: SumCheck,
    /// Notes under the chart: order, missing values, concentration.
    pub footer: String,
    /// Short form of `footer`, for narrow areas.
    pub footer_short: String,
    /// Notes without the concentration.
    pub note: String,
    /// Largest share and Herfindahl-Hirschman index; empty for statuses, where concentration is not a risk.
    pub concentration: String,
    /// Names of the series that the chart does not draw; empty if all are drawn.
    pub hidden_names: String,
    /// Sum of all counts, whether drawn or not.
    pub sum: String,
    /// Sum as a number.
    pub sum_value: u64,
    /// Concentration as numbers, if it is shown.
    pub concentration_values: Option<Concentration>,
}

impl BreakdownView {
    /// Returns a copy with the drawn bars only, for a view without a legend.
    #[must_use]
    pub fn drawn_only(&self) -> Self {
        let mut drawn = self.clone();
        drawn.bars.retain(|bar| !bar.hidden);
        drawn
    }
}

/// Concentration of a breakdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Concentration {
    /// Largest share of the total, 0 to 1; `None` if the total is zero.
    pub largest: Option<Decimal>,
    /// Herfindahl-Hirschman index over the entries with a code, 0 to 1.
    pub index: Decimal,
}

/// Builds the three breakdowns of a summary. `left_out` returns the codes that the chart of a breakdown does not draw.
pub(super) fn breakdowns(
    lang: Lang,
    summary: &PortfolioSummary,
    left_out: impl Fn(Breakdown) -> BTreeSet<String>,
) -> Vec<BreakdownView> {
    let total = summary.total_operations();
    Breakdown::ALL
        .into_iter()
        .map(|kind| breakdown_view(lang, kind, &ordered(kind, summary), total, &left_out(kind)))
        .collect()
}

pub(crate) fn breakdown_view(
    lang: Lang,
    kind: Breakdown,
    entries: &[(String, u64)],
    total: u64,
    left_out: &BTreeSet<String>,
) -> BreakdownView {
    let messages = Messages::new(lang);
    let largest_count = entries.first().map_or(1, |entry| entry.1.max(1));
    let longest = entries.iter().find(|(code, _)| !left_out.contains(code));
    let longest = longest.map_or(1, |entry| entry.1.max(1));
    let sum = entries.iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.1));
    let bars = entries
        .iter()
        .map(|(code, count)| Bar {
            code: SafeText::line_within(code, 60),
            key: code.clone(),
            label: kind.label(lang, code),
            count: number::integer(lang, *count),
            share: number::share_with_digits(lang, *count, total, 1),
            share_short: number::share_with_digits(lang, *count, total, 0),
            length: if left_out.contains(code) { 0.0 } else { *count as f32 / longest as f32 },
            hidden: left_out.contains(code),
        })
        .collect();
    let names = entries.iter().filter(|(code, _)| left_out.contains(code));
    let names = names.map(|(code, _)| kind.label(lang, code));
    let args = [("sum", MessageArg::from(sum)), ("total", MessageArg::from(total))];
    let agrees = sum == total;
    let (title, short) = match kind {
        Breakdown::Status => ("breakdown-by-status", "breakdown-by-status"),
        Breakdown::Class => ("breakdown-by-class", "breakdown-by-class-short"),
        Breakdown::Type => ("breakdown-by-type", "breakdown-by-type-short"),
    };
    let (footer, footer_short) = match kind {
        Breakdown::Status => (messages.get("breakdown-order-long"), messages.get("breakdown-order")),
        Breakdown::Class => {
            let footer = class_footer(lang, entries, sum, total);
            (footer.clone().into(), footer.into())
        }
        Breakdown::Type => (messages.get("breakdown-no-amount-long"), messages.get("breakdown-no-amount")),
    };
    let note = match kind {
        Breakdown::Class if sum < total => {
            messages.with("breakdown-unclassified", &[("n", MessageArg::from(total - sum))])
        }
        Breakdown::Class => String::new(),
        Breakdown::Status | Breakdown::Type => footer.clone().into_owned(),
    };
    let largest = (kind != Breakdown::Status && sum > 0).then(|| largest_share(lang, entries, sum, total));
    BreakdownView {
        kind,
        note,
        hidden_names: hidden_note(lang, names),
        concentration: largest.unwrap_or_default(),
        sum: number::integer(lang, sum),
        sum_value: sum,
        concentration_values: (kind != Breakdown::Status && sum > 0).then(|| Concentration {
            largest: Decimal::from(largest_count).checked_div(Decimal::from(total)),
            index: herfindahl_index(entries, sum),
        }),
        title: messages.get(title).into_owned(),
        short: messages.get(short).into_owned(),
        bars,
        check: SumCheck {
            agrees,
            text: messages.with(if agrees { "breakdown-sum-equals" } else { "breakdown-sum-differs" }, &args),
            short: messages
                .with(if agrees { "breakdown-sum-equals" } else { "breakdown-sum-differs" }, &args),
        },
        footer: footer.into_owned(),
        footer_short: footer_short.into_owned(),
    }
}

fn class_footer(lang: Lang, entries: &[(String, u64)], sum: u64, total: u64) -> String {
    let messages = Messages::new(lang);
    let hhi = messages.with(
        "concentration-hhi",
        &[("value", MessageArg::from(number::decimal(lang, herfindahl_index(entries, sum), 2)))],
    );
    if sum >= total {
        return hhi;
    }
    let missing = messages.with("breakdown-unclassified", &[("n", MessageArg::from(total - sum))]);
    format!("{missing}, {hhi}")
}

/// Formats the largest share of the total and the concentration index.
fn largest_share(lang: Lang, entries: &[(String, u64)], sum: u64, total: u64) -> String {
    let largest_count = entries.first().map_or(0, |entry| entry.1);
    let index = number::decimal(lang, herfindahl_index(entries, sum), 2);
    Messages::new(lang).with(
        "concentration",
        &[
            ("share", MessageArg::from(number::share_with_digits(lang, largest_count, total, 1))),
            ("value", MessageArg::from(index)),
        ],
    )
}

/// Returns the Herfindahl-Hirschman index of a breakdown: the sum of squared shares, 0 to 1.
fn herfindahl_index(entries: &[(String, u64)], sum: u64) -> Decimal {
    if sum == 0 {
        return Decimal::ZERO;
    }
    entries.iter().map(|entry| Decimal::from(entry.1) / Decimal::from(sum)).map(|share| share * share).sum()
}

/// Maximum number of series named.
const MAX_NAMED_SERIES: usize = 3;

/// Returns the note that a chart omits series, with their names if short.
pub(crate) fn hidden_note(lang: Lang, names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return String::new();
    }
    let name_list = names.iter().take(MAX_NAMED_SERIES).map(String::as_str);
    let name_list = SafeText::line_within(&name_list.collect::<Vec<_>>().join(", "), 90);
    let args = [
        ("names", MessageArg::from(&name_list)),
        ("more", MessageArg::from(names.len().saturating_sub(MAX_NAMED_SERIES))),
    ];
    Messages::new(lang).with("series-left-out", &args)
}
