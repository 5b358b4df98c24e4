//! Workbook export.
//!
//! A value is a number only if a spreadsheet stores it exactly, in fifteen digits. Everything else is text, and no text
//! becomes a formula.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use rust_decimal::Decimal;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError, cell_autofit_width};

use crate::error::Error;
use crate::model::worksheet::{ExportError, RowStream, WorksheetCell};

/// Digits that a spreadsheet stores.
const MAX_DIGITS: usize = 15;
/// Largest automatic column width in pixels: about sixty letters.
const MAX_COLUMN_WIDTH: u32 = 430;
/// Width of the filter arrow beside a column name, in pixels.
const FILTER_ARROW_WIDTH: u32 = 16;
/// Width of bold letters, in percent of regular ones.
const BOLD_PERCENT: u32 = 110;

/// Longest text of a cell, in UTF-16 units.
const MAX_TEXT_LEN: usize = 32_767;

/// Cuts a text to the maximum length of a cell; a cut text ends with a note.
#[must_use]
pub fn fit_text(text: &str) -> Cow<'_, str> {
    let units = |text: &str| text.encode_utf16().count();
    if text.len() <= MAX_TEXT_LEN || units(text) <= MAX_TEXT_LEN {
        return Cow::Borrowed(text);
    }
    let note = format!("… [cut: {} characters]", text.chars().count());
    let mut available = MAX_TEXT_LEN - units(&note);
    let cut_text = text.chars().take_while(|letter| {
        let fits = letter.len_utf16() <= available;
        available = available.saturating_sub(letter.len_utf16());
        fits
    });
    Cow::Owned(cut_text.chain(note.chars()).collect())
}

/// Storage of a workbook's texts.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextStorage<'a> {
    /// Each text once, in a table that stays in memory until the end.
    Shared,
    /// In the cells. The rows are stored in this directory until they are packed.
    ///
    /// An empty path means the system's temporary directory.
    Inline(&'a Path),
}

/// Writes tables row by row, one per worksheet, and returns the number of rows.
pub(super) fn write(
    flows: Vec<RowStream<'_>>,
    to: impl Write + Send,
    texts: TextStorage<'_>,
) -> Result<usize, ExportError> {
    fill_workbook(flows, to, texts).map_err(|error| match error {
        XlsxError::IoError(error) => ExportError::Io(error),
        xlsx_error => {
            let reason = xlsx_error.to_string();
            let message = format!("a workbook cannot contain this ({reason}). Nothing was written: try .csv");
            ExportError::Format(Error::usage(message).with_message_ref("usage-workbook", &[("why", &reason)]))
        }
    })
}

fn fill_workbook(
    flows: Vec<RowStream<'_>>,
    to: impl Write + Send,
    texts: TextStorage<'_>,
) -> Result<usize, XlsxError> {
    let mut book = Workbook::new();
    if let TextStorage::Inline(dir) = texts
        && !dir.as_os_str().is_empty()
    {
        book.set_tempdir(dir)?;
    }
    let formats = CellFormats::default();
    let mut all = 0;
    for stream in flows {
        let page = match texts {
            TextStorage::Shared => book.add_worksheet_with_low_memory()?,
            TextStorage::Inline(_) => book.add_worksheet_with_constant_memory()?,
        };
        all += fill_worksheet(page.set_name(worksheet_name(&stream.name))?, stream, &formats)?;
    }
    book.save_to_writer(to)?;
    Ok(all)
}

fn fill_worksheet(
    worksheet: &mut Worksheet,
    stream: RowStream<'_>,
    formats: &CellFormats,
) -> Result<usize, XlsxError> {
    let mut widths = ColumnWidths::default();
    let header_rows = u32::from(!stream.columns.is_empty());
    for (column, name) in (0_u16..).zip(&stream.columns) {
        worksheet.write_string_with_format(0, column, fit_text(name), &formats.header)?;
        widths.widen(column, cell_autofit_width(name) * BOLD_PERCENT / 100 + FILTER_ARROW_WIDTH);
    }
    let mut rows = 0_u32;
    for (row, cells) in (header_rows..).zip(stream.rows) {
        for (column, cell) in (0_u16..).zip(&cells) {
            write_cell(worksheet, row, column, cell, formats)?;
            widths.widen(column, cell_width(cell));
        }
        rows += 1;
    }
    if header_rows > 0 {
        worksheet.set_freeze_panes(1, 0)?;
        if let Some(last) = stream.columns.len().checked_sub(1).and_then(|last| u16::try_from(last).ok())
            && rows > 0
        {
            worksheet.autofilter(0, 0, rows, last)?;
        }
    }
    // Fit the content, and the filter arrow beside the name.
    for (column, pixels) in (0_u16..).zip(widths.0) {
        if pixels > 0 {
            worksheet.set_column_autofit_width(column, pixels.min(MAX_COLUMN_WIDTH))?;
        }
    }
    Ok(rows as usize)
}

/// Column widths in pixels.
#[derive(Debug, Default)]
struct ColumnWidths(Vec<u32>);

impl ColumnWidths {
    fn widen(&mut self, column: u16, pixels: u32) {
        let at = usize::from(column);
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        if let Some(width) = self.0.get_mut(at) {
            *width = pixels.max(*width);
        }
    }
}

/// Returns the display width of a cell in pixels.
fn cell_width(cell: &WorksheetCell) -> u32 {
    match cell {
        WorksheetCell::Empty => 0,
        // For several lines, the longest counts.
        WorksheetCell::Text(text) => text.lines().map(cell_autofit_width).max().unwrap_or(0),
        WorksheetCell::Number(value) => cell_autofit_width(&value.to_string()),
        WorksheetCell::Ratio(value) => {
            cell_autofit_width(&format!("{}.0%", (value * Decimal::ONE_HUNDRED).trunc()))
        }
        WorksheetCell::Amount(value) => {
            let integer = value.trunc().to_string();
            cell_autofit_width(&format!("{integer}{}", ",".repeat(integer.len() / 3)))
        }
        WorksheetCell::Boolean(_) => cell_autofit_width("FALSE"),
        WorksheetCell::Date(_) => cell_autofit_width("0000-00-00"),
        WorksheetCell::DateTime(_) => cell_autofit_width("0000-00-00 00:00"),
    }
}

fn write_cell(
    worksheet: &mut Worksheet,
    row: u32,
    column: u16,
    cell: &WorksheetCell,
    formats: &CellFormats,
) -> Result<(), XlsxError> {
    match cell {
        WorksheetCell::Empty => {}
        WorksheetCell::Boolean(yes) => {
            worksheet.write_boolean(row, column, *yes)?;
        }
        WorksheetCell::Text(text) => {
            worksheet.write_string(row, column, fit_text(text))?;
        }
        WorksheetCell::Date(day) => write_time(worksheet, (row, column), &day.to_string(), &formats.day)?,
        WorksheetCell::DateTime(date_time) => {
            let iso_text = date_time.strftime("%Y-%m-%dT%H:%M:%S").to_string();
            write_time(worksheet, (row, column), &iso_text, &formats.date_time)?;
        }
        WorksheetCell::Number(value) | WorksheetCell::Ratio(value) | WorksheetCell::Amount(value) => {
            match exact_float(*value) {
                Some(float) => {
                    worksheet.write_number_with_format(
                        row,
                        column,
                        float,
                        formats.number_format(cell, *value),
                    )?;
                }
                None => {
                    worksheet.write_string(row, column, value.to_string())?;
                }
            }
        }
    }
    Ok(())
}

/// Writes a date or time; dates before the spreadsheet calendar (1900) become text.
fn write_time(
    worksheet: &mut Worksheet,
    (row, column): (u32, u16),
    iso_text: &str,
    format: &Format,
) -> Result<(), XlsxError> {
    match ExcelDateTime::parse_from_str(iso_text) {
        Ok(at) => worksheet.write_datetime_with_format(row, column, &at, format)?,
        Err(_) => worksheet.write_string(row, column, iso_text)?,
    };
    Ok(())
}

/// Returns the number as a spreadsheet stores it, if that is exact.
pub(super) fn exact_float(value: Decimal) -> Option<f64> {
    let digits = value.normalize().mantissa().unsigned_abs().to_string().len();
    if digits > MAX_DIGITS {
        return None;
    }
    let float: f64 = value.to_string().parse().ok()?;
    let round_trip = Decimal::from_str_exact(&format!("{float}")).ok()?;
    (round_trip == value).then_some(float)
}

/// Number formats.
///
/// Numbers show the decimals that were sent, with one format for each count of decimals. Others are percentages and
/// grouped amounts.
struct CellFormats {
    header: Format,
    plain: Vec<Format>,
    ratio: Format,
    amount: Format,
    day: Format,
    date_time: Format,
}

impl Default for CellFormats {
    fn default() -> Self {
        let decimal_format = |scale: u32| match scale {
            0 => Format::new().set_num_format("0"),
            scale => Format::new().set_num_format(format!("0.{}", "0".repeat(scale as usize))),
        };
        Self {
            header: Format::new().set_bold(),
            plain: (0..=Decimal::MAX_SCALE).map(decimal_format).collect(),
            ratio: Format::new().set_num_format("0.0%"),
            amount: Format::new().set_num_format("#,##0"),
            // Date in the reader's locale (built-in format 14).
            day: Format::new().set_num_format_index(14),
            // Date and time in the reader's locale (built-in format 22).
            date_time: Format::new().set_num_format_index(22),
        }
    }
}

impl CellFormats {
    fn number_format(&self, cell: &WorksheetCell, value: Decimal) -> &Format {
        match cell {
            WorksheetCell::Ratio(_) => &self.ratio,
            WorksheetCell::Amount(_) => &self.amount,
            _ => &self.plain[(value.scale() as usize).min(self.plain.len() - 1)],
        }
    }
}

/// Returns a valid worksheet name: at most 31 characters, without special ones.
pub(super) fn worksheet_name(name: &str) -> String {
    let cleaned = name.chars().map(|c| if "[]:*?/\\'".contains(c) || c.is_control() { '_' } else { c });
    let name: String = cleaned.take(31).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}
