//! CSV by RFC 4180, and in the variant that spreadsheets of a language expect.

use std::borrow::Cow;
use std::io::Write;

use rust_decimal::Decimal;

use crate::model::worksheet::{ExportError, RowStream, WorksheetCell};
use crate::text::{Lang, guard_formula};

/// Differences between the variants.
#[derive(Clone, Copy, Debug)]
pub(super) struct CsvStyle {
    separator: u8,
    is_decimal_comma: bool,
    has_byte_order_mark: bool,
}

impl CsvStyle {
    /// RFC 4180.
    pub(super) const PLAIN: Self =
        Self { separator: b',', is_decimal_comma: false, has_byte_order_mark: false };

    /// Returns the variant for spreadsheets of a language.
    ///
    /// Without the byte order mark they show `é` as `Ã©`. A French spreadsheet reads `22.5` as the 22nd of May.
    pub(super) fn for_lang(lang: Lang) -> Self {
        Self {
            separator: if lang == Lang::Fr { b';' } else { b',' },
            is_decimal_comma: lang == Lang::Fr,
            has_byte_order_mark: true,
        }
    }
}

/// Writes a table row by row and returns the number of rows.
pub(super) fn write(
    stream: RowStream<'_>,
    style: CsvStyle,
    mut to: impl Write,
) -> Result<usize, ExportError> {
    write_byte_order_mark(style, &mut to)?;
    write_table(stream, style, &mut to)
}

/// Writes tables one below the other and returns the number of rows.
///
/// Each follows a line with its name and precedes an empty line; a single table has no name. Users read this layout:
/// one merged table with different columns would be mostly empty.
pub(super) fn write_blocks(
    flows: Vec<RowStream<'_>>,
    style: CsvStyle,
    mut to: impl Write,
) -> Result<usize, ExportError> {
    write_byte_order_mark(style, &mut to)?;
    let (has_names, mut rows) = (flows.len() > 1, 0);
    for (at, stream) in flows.into_iter().enumerate() {
        if at > 0 {
            to.write_all(b"\r\n")?;
        }
        if has_names {
            let name = RowStream {
                name: String::new(),
                columns: vec![stream.name.clone()],
                rows: Box::new(std::iter::empty()),
            };
            write_table(name, style, &mut to)?;
        }
        rows += write_table(stream, style, &mut to)?;
    }
    Ok(rows)
}

fn write_byte_order_mark(style: CsvStyle, to: &mut impl Write) -> Result<(), ExportError> {
    if style.has_byte_order_mark {
        to.write_all("\u{feff}".as_bytes())?;
    }
    Ok(())
}

fn write_table(stream: RowStream<'_>, style: CsvStyle, to: &mut impl Write) -> Result<usize, ExportError> {
    let mut writer = ::csv::WriterBuilder::new()
        .terminator(::csv::Terminator::CRLF)
        .delimiter(style.separator)
        .flexible(true)
        .from_writer(to);
    let failed = |error: ::csv::Error| ExportError::Io(error.into());
    if !stream.columns.is_empty() {
        let headers = stream.columns.iter().map(|name| guard_formula(name.as_str().into()));
        writer.write_record(headers.map(Cow::into_owned).collect::<Vec<_>>()).map_err(failed)?;
    }
    let width = stream.columns.len();
    let mut rows = 0;
    for row in stream.rows {
        let mut cells: Vec<Cow<'_, str>> = row.iter().map(|cell| cell_text(cell, style)).collect();
        while cells.len() < width {
            cells.push(Cow::Borrowed(""));
        }
        writer.write_record(cells.iter().map(|cell| cell.as_bytes())).map_err(failed)?;
        rows += 1;
    }
    writer.flush()?;
    Ok(rows)
}

fn cell_text(cell: &WorksheetCell, style: CsvStyle) -> Cow<'_, str> {
    match cell {
        WorksheetCell::Empty => Cow::Borrowed(""),
        WorksheetCell::Text(text) => guard_formula(text.into()),
        WorksheetCell::Number(value) | WorksheetCell::Ratio(value) | WorksheetCell::Amount(value) => {
            Cow::Owned(format_number(*value, style))
        }
        WorksheetCell::Date(day) => Cow::Owned(day.to_string()),
        WorksheetCell::DateTime(date_time) => Cow::Owned(WorksheetCell::format_time(*date_time)),
        WorksheetCell::Boolean(yes) => Cow::Borrowed(if *yes { "true" } else { "false" }),
    }
}

fn format_number(value: Decimal, style: CsvStyle) -> String {
    let text = value.to_string();
    if style.is_decimal_comma { text.replace('.', ",") } else { text }
}
