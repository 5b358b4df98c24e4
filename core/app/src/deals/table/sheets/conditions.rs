//! Conditions of the filter for the deals behind a value.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiUnit;
use crate::dataset::column::DealColumn;
use crate::dataset::sheets::frequency::SheetValue;
use crate::deals::pipeline::pipeline::code_condition;
use crate::query::condition;
use crate::text::{Lang, Messages};

/// Returns the condition for a value of a column; `None` if no condition describes exactly its deals.
pub(super) fn value_condition(lang: Lang, column: DealColumn, value: &SheetValue) -> Option<String> {
    let name = column.name();
    let number = |value: Decimal| number_text(column, value);
    Some(match (value, column) {
        (SheetValue::Missing, column) if column.is_code() => return code_condition(lang, column, ""),
        (SheetValue::Text(code), column) if column.is_code() => return code_condition(lang, column, code),
        (SheetValue::Text(_), DealColumn::Star) => Messages::new(lang).get("filter-starred").into_owned(),
        // A deal may have other labels too.
        (_, DealColumn::Id | DealColumn::Star | DealColumn::Labels)
        | (SheetValue::Missing, DealColumn::Name) => return None,
        (SheetValue::Missing, _) => condition(lang, name, ""),
        (SheetValue::Outside, DealColumn::Kpi(key)) => {
            let (low, high) = key.range()?;
            format!("({name}<{} or {name}>{})", number(low)?, number(high)?)
        }
        (SheetValue::Text(text), _) => format!("\"{}\"", text.replace('"', " ").trim()),
        (SheetValue::Day(day), _) => format!("{name}:{day}"),
        // A lower bound does not satisfy an upper limit, but it does not satisfy the opposite either.
        (SheetValue::Number(days), DealColumn::Age) => format!("age>={days} -age>{days}"),
        (SheetValue::Range(from, to), DealColumn::Age) => format!("age>={from} -age>={to}"),
        (SheetValue::Number(value), _) => format!("{name}:{}", number(*value)?),
        (SheetValue::Range(from, to), _) => {
            format!("{name}>={} {name}<{}", number(*from)?, number(*to)?)
        }
        (SheetValue::Outside, _) => return None,
    })
}

/// Returns a number as users type it in a filter.
fn number_text(column: DealColumn, value: Decimal) -> Option<String> {
    let is_fraction = matches!(column, DealColumn::Kpi(key) if key.unit() == KpiUnit::Fraction);
    Some(if is_fraction {
        format!("{}%", value.checked_mul(Decimal::ONE_HUNDRED)?.normalize())
    } else {
        value.normalize().to_string()
    })
}
