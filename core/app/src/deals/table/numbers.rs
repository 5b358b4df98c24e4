//! Numbers of columns as text.

use rust_decimal::Decimal;

use crate::dataset::column::DealColumn;
use crate::query::AgeClock;
use crate::text::{Lang, Messages, number};
use crate::vocabulary;

/// Returns a number of a column as text.
pub(crate) fn number_text(
    lang: Lang,
    currency: Option<&str>,
    clock: AgeClock<'_>,
    column: DealColumn,
    value: Decimal,
) -> String {
    if let DealColumn::Kpi(key) = column {
        return vocabulary::kpi_value_compact(lang, key.name(), value, currency);
    }
    format!("{} {}", number::decimal(lang, value, 0), Messages::new(lang).get(clock.unit()))
}

/// Formats coverage in whole percent, rounded down: a partial coverage is never shown as 100 % or 0 %.
pub(crate) fn coverage_text(lang: Lang, covered: u64, total: u64) -> String {
    match covered.saturating_mul(100) / total.max(1) {
        0 => format!("<{}", number::share(lang, 1, 100)),
        percent => number::share(lang, percent, 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_percentage_never_rounds_to_all_or_none() {
        let of = |part, total| coverage_text(Lang::En, part, total);
        assert_eq!(of(57_499, 100_000), "57%");
        assert_eq!(of(99_999, 100_000), "99%");
        assert_eq!(of(3, 100_000), "<1%");
    }
}
