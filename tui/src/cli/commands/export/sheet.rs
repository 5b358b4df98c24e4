//! Workbooks. A number is a number only where a spreadsheet holds it exactly: fifteen digits. Everything else is text, and
//! no text is ever a formula.

use encours_core::contract::{Num, Record, record::text_of};
use encours_core::error::Error;
use rust_decimal::Decimal;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use serde_json::value::RawValue;

use super::super::super::output::Kind;
use super::super::super::said;

/// Digits that a spreadsheet keeps.
const DIGITS: usize = 15;

/// The deals, one a row: the documented fields, those of the financial snapshot, and everything else that was sent.
pub(super) fn deals(records: &[Record]) -> Result<Vec<u8>, Error> {
    let columns = columns(records);
    book(|book| {
        let sheet = book.add_worksheet().set_name("deals")?;
        for (column, name) in (0_u16..).zip(&columns) {
            sheet.write_string(0, column, name.join("."))?;
        }
        for (row, record) in (1_u32..).zip(records) {
            for (column, name) in (0_u16..).zip(&columns) {
                if let Some(raw) = find(record, name) {
                    put(sheet, row, column, &raw)?;
                }
            }
        }
        sheet.set_freeze_panes(1, 0)?;
        Ok(())
    })
}

/// The totals on one sheet, each breakdown on one of its own.
pub(super) fn portfolio(record: &Record) -> Result<Vec<u8>, Error> {
    book(|book| {
        let totals = book.add_worksheet().set_name("portfolio")?;
        for (row, (name, raw)) in (0_u32..).zip(plain(record)) {
            totals.write_string(row, 0, name)?;
            put(totals, row, 1, raw)?;
        }
        for (name, raw) in record.fields() {
            let Ok(codes) = Record::parse(raw.get()) else {
                continue;
            };
            let sheet = book.add_worksheet().set_name(sheet_name(name))?;
            for (row, (code, count)) in (0_u32..).zip(codes.fields()) {
                sheet.write_string(row, 0, code)?;
                put(sheet, row, 1, count)?;
            }
        }
        Ok(())
    })
}

fn plain(record: &Record) -> impl Iterator<Item = (&str, &RawValue)> {
    record.fields().filter(|(_, raw)| !raw.get().starts_with('{'))
}

/// A name that a workbook takes: 31 characters, none of them with a meaning of its own.
fn sheet_name(name: &str) -> String {
    let kept = name.chars().map(|c| {
        if "[]:*?/\\'".contains(c) || c.is_control() {
            '_'
        } else {
            c
        }
    });
    let name: String = kept.take(31).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

/// The documented fields first, then what else was met; the members of `kpi_snapshot` stand on their own.
fn columns(records: &[Record]) -> Vec<Vec<String>> {
    let mut columns: Vec<Vec<String>> = Kind::Deal
        .columns()
        .iter()
        .map(|column| vec![column.field.to_owned()])
        .collect();
    let mut known: std::collections::HashSet<Vec<String>> = columns.iter().cloned().collect();
    for (name, raw) in records.iter().flat_map(Record::fields) {
        let members = if name == "kpi_snapshot" {
            Record::parse(raw.get()).ok()
        } else {
            None
        };
        let names: Vec<Vec<String>> = match members {
            Some(members) => members
                .fields()
                .map(|(member, _)| vec![name.to_owned(), member.to_owned()])
                .collect(),
            None => vec![vec![name.to_owned()]],
        };
        for name in names {
            if known.insert(name.clone()) {
                columns.push(name);
            }
        }
    }
    columns
}

fn find(record: &Record, name: &[String]) -> Option<Box<RawValue>> {
    match name {
        [field] => record
            .raw(field)
            .filter(|raw| field != "kpi_snapshot" || !raw.get().starts_with('{'))
            .map(ToOwned::to_owned),
        [object, member] => record.object(object)?.raw(member).map(ToOwned::to_owned),
        _ => None,
    }
}

fn put(sheet: &mut Worksheet, row: u32, column: u16, raw: &RawValue) -> Result<(), XlsxError> {
    match raw.get() {
        "null" => {}
        "true" | "false" => {
            sheet.write_boolean(row, column, raw.get() == "true")?;
        }
        // A date or a name made of digits is text; a decimal in a string is the number it is.
        token => {
            if let Some((value, scale)) = exact(raw) {
                sheet.write_number_with_format(row, column, value, &decimals(scale))?;
            } else {
                let text = text_of(raw).unwrap_or_else(|| token.into());
                sheet.write_string(row, column, text)?;
            }
        }
    }
    Ok(())
}

/// The number a token is, and its decimals, where a spreadsheet holds it exactly.
fn exact(raw: &RawValue) -> Option<(f64, u32)> {
    let text = text_of(raw);
    // Of a string only one with a decimal point is surely a number: a SIREN is not.
    if text.as_deref().is_some_and(|text| !text.contains('.')) {
        return None;
    }
    let value = Num::from_raw(raw)?.value()?;
    let digits = value.normalize().mantissa().unsigned_abs().to_string().len();
    if digits > DIGITS {
        return None;
    }
    let float: f64 = value.to_string().parse().ok()?;
    let back = Decimal::from_str_exact(&format!("{float}")).ok()?;
    (back == value).then_some((float, value.scale()))
}

/// Shows as many decimals as were sent.
fn decimals(scale: u32) -> Format {
    let format = if scale == 0 {
        "0".to_owned()
    } else {
        format!("0.{}", "0".repeat(scale as usize))
    };
    Format::new().set_num_format(format)
}

fn book(fill: impl FnOnce(&mut Workbook) -> Result<(), XlsxError>) -> Result<Vec<u8>, Error> {
    let mut book = Workbook::new();
    fill(&mut book)
        .and_then(|()| book.save_to_buffer())
        .map_err(|error| said::usage("usage-workbook", &[("why", &error.to_string())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(json: &str) -> Option<(f64, u32)> {
        exact(&RawValue::from_string(json.to_owned()).unwrap())
    }

    #[test]
    fn only_exact_decimals_are_numbers() {
        assert_eq!(number("0.650"), Some((0.65, 3)));
        assert_eq!(number("\"-12.50\""), Some((-12.5, 2)));
        assert_eq!(number("486215400.00"), Some((486_215_400.0, 2)));
        assert_eq!(number("123456789012345"), Some((123_456_789_012_345.0, 0)));
        for text in [
            "12345678901234567.89",
            "1234567890123456",
            "0.1234567890123456",
            "1e400",
            "\"732829320\"",
            "\"2026-01-02\"",
            "\"1_000.0\"",
            "\"A.\"",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn a_sheet_has_a_name_a_workbook_takes() {
        assert_eq!(
            sheet_name("operations_by_type_investissement"),
            "operations_by_type_investisseme"
        );
        assert_eq!(sheet_name("a/b'[c]"), "a_b__c_");
        assert_eq!(sheet_name(""), "_");
    }
}
