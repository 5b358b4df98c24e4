//! The breakdowns of the portfolio: what each code counts, its sum checked against the total, and how concentrated it is.

use crate::app::foundation::presentation::bar::{Bar};
use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::app::foundation::dataset::breakdown::{Breakdown, ordered};
use crate::app::screens::portfolio::view::legend;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::text::{Arg, Clean, Lang, Words, number};

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
    /// What its chart does not draw, by name; empty where it draws all.
    pub left_out: String,
    /// The sum of its counts, whether drawn or not.
    pub sum: String,
    /// The same as a number.
    pub counted: u64,
    /// The concentration as numbers, where it is told.
    pub spread: Option<Spread>,
}

impl BreakdownView {
    /// The same without the bars that are not drawn, for what shows nothing but the chart.
    #[must_use]
    pub fn drawn(&self) -> Self {
        let mut drawn = self.clone();
        drawn.bars.retain(|bar| !bar.hidden);
        drawn
    }
}

/// How concentrated a breakdown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// The largest share of the total, 0 to 1; `None` where the total is nothing.
    pub largest: Option<Decimal>,
    /// The Herfindahl-Hirschman index of what has a code, 0 to 1.
    pub index: Decimal,
}

/// The three breakdowns of a summary; `left_out` says which codes the chart of each does not draw.
pub(super) fn breakdowns(
    lang: Lang,
    summary: &PortfolioSummary,
    left_out: impl Fn(Breakdown) -> BTreeSet<String>,
) -> Vec<BreakdownView> {
    let total = summary.total_operations();
    Breakdown::ALL
        .into_iter()
        .map(|kind| breakdown(lang, kind, &ordered(kind, summary), total, &left_out(kind)))
        .collect()
}

pub(in crate::app) fn breakdown(
    lang: Lang,
    kind: Breakdown,
    entries: &[(String, u64)],
    total: u64,
    left_out: &BTreeSet<String>,
) -> BreakdownView {
    let words = Words::new(lang);
    let most = entries.first().map_or(1, |entry| entry.1.max(1));
    let longest = entries.iter().find(|(code, _)| !left_out.contains(code));
    let longest = longest.map_or(1, |entry| entry.1.max(1));
    let sum = entries
        .iter()
        .fold(0_u64, |sum, entry| sum.saturating_add(entry.1));
    let bars = entries
        .iter()
        .map(|(code, count)| Bar {
            code: Clean::line_of(code, 60),
            key: code.clone(),
            label: kind.label(lang, code),
            count: number::integer(lang, *count),
            share: number::share_of(lang, *count, total, 1),
            share_rough: number::share_of(lang, *count, total, 0),
            length: if left_out.contains(code) {
                0.0
            } else {
                *count as f32 / longest as f32
            },
            hidden: left_out.contains(code),
        })
        .collect();
    let names = entries.iter().filter(|(code, _)| left_out.contains(code));
    let names = names.map(|(code, _)| kind.label(lang, code));
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
        left_out: legend::told(lang, names),
        concentration: largest.unwrap_or_default(),
        sum: number::integer(lang, sum),
        counted: sum,
        spread: (kind != Breakdown::Status && sum > 0).then(|| Spread {
            largest: Decimal::from(most).checked_div(Decimal::from(total)),
            index: concentration(entries, sum),
        }),
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
