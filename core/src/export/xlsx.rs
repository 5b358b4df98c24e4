//! Workbooks. A number is a number only where a spreadsheet holds it exactly: fifteen digits. Everything else is text, and
//! no text is ever a formula.

use rust_decimal::Decimal;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use super::{Cell, Sheet};
use crate::error::Error;

/// Digits that a spreadsheet keeps.
const DIGITS: usize = 15;
/// The widest column that is made by itself, in pixels: about sixty letters.
const WIDEST: u32 = 430;

pub(super) fn bytes(sheets: &[Sheet]) -> Result<Vec<u8>, Error> {
    fill(sheets).map_err(|error| {
        let why = error.to_string();
        Error::usage(format!(
            "a workbook cannot hold this ({why}); nothing was written: try .csv"
        ))
        .with_said("usage-workbook", &[("why", &why)])
    })
}

fn fill(sheets: &[Sheet]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let formats = Formats::default();
    for sheet in sheets {
        let page = book.add_worksheet().set_name(sheet_name(&sheet.name))?;
        let mut row = 0_u32;
        if !sheet.columns.is_empty() {
            for (column, name) in (0_u16..).zip(&sheet.columns) {
                page.write_string(row, column, name)?;
            }
            page.set_freeze_panes(1, 0)?;
            row = 1;
        }
        let head = sheet.columns.len();
        if let (Ok(last), Ok(rows)) = (
            u16::try_from(head.saturating_sub(1)),
            u32::try_from(sheet.rows.len()),
        ) && head > 0
            && rows > 0
        {
            page.autofilter(0, 0, rows, last)?;
        }
        for (row, cells) in (row..).zip(&sheet.rows) {
            for (column, cell) in (0_u16..).zip(cells) {
                put(page, row, column, cell, &formats)?;
            }
        }
        // As wide as what stands in it, the arrow of the filter beside its name.
        page.set_autofit_max_width(WIDEST);
        page.autofit();
    }
    book.save_to_buffer()
}

fn put(page: &mut Worksheet, row: u32, column: u16, cell: &Cell, formats: &Formats) -> Result<(), XlsxError> {
    match cell {
        Cell::Empty => {}
        Cell::Boolean(yes) => {
            page.write_boolean(row, column, *yes)?;
        }
        Cell::Text(text) => {
            page.write_string(row, column, text)?;
        }
        Cell::Moment(moment) => {
            let whole = moment.strftime("%Y-%m-%dT%H:%M:%S").to_string();
            let at = ExcelDateTime::parse_from_str(&whole)?;
            page.write_datetime_with_format(row, column, &at, &formats.moment)?;
        }
        Cell::Number(value) | Cell::Ratio(value) | Cell::Amount(value) => match exact(*value) {
            Some(float) => {
                page.write_number_with_format(row, column, float, formats.of(cell, *value))?;
            }
            None => {
                page.write_string(row, column, value.to_string())?;
            }
        },
    }
    Ok(())
}

/// The number as a spreadsheet holds it, where that is the number itself.
pub(super) fn exact(value: Decimal) -> Option<f64> {
    let digits = value.normalize().mantissa().unsigned_abs().to_string().len();
    if digits > DIGITS {
        return None;
    }
    let float: f64 = value.to_string().parse().ok()?;
    let back = Decimal::from_str_exact(&format!("{float}")).ok()?;
    (back == value).then_some(float)
}

/// How numbers are shown: with as many decimals as were sent, one format for each number of them; as percentages; in
/// groups.
struct Formats {
    plain: Vec<Format>,
    ratio: Format,
    amount: Format,
    moment: Format,
}

impl Default for Formats {
    fn default() -> Self {
        let of = |scale: u32| match scale {
            0 => Format::new().set_num_format("0"),
            scale => Format::new().set_num_format(format!("0.{}", "0".repeat(scale as usize))),
        };
        Self {
            plain: (0..=Decimal::MAX_SCALE).map(of).collect(),
            ratio: Format::new().set_num_format("0.0%"),
            amount: Format::new().set_num_format("#,##0"),
            // The day and the hour as the reader's own country writes them (format 22 of every workbook).
            moment: Format::new().set_num_format_index(22),
        }
    }
}

impl Formats {
    fn of(&self, cell: &Cell, value: Decimal) -> &Format {
        match cell {
            Cell::Ratio(_) => &self.ratio,
            Cell::Amount(_) => &self.amount,
            _ => &self.plain[(value.scale() as usize).min(self.plain.len() - 1)],
        }
    }
}

/// A name that a workbook takes: 31 characters, none of them with a meaning of its own.
pub(super) fn sheet_name(name: &str) -> String {
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
