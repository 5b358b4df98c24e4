//! CSV by RFC 4180, and in the variant that spreadsheets of a language expect.

use std::borrow::Cow;
use std::io::Write;

use rust_decimal::Decimal;

use crate::model::worksheet::{Cell, Flow, Unmade};
use crate::text::{Lang, guarded};

/// Differences between the variants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    separator: u8,
    comma: bool,
    mark: bool,
}

impl Style {
    /// RFC 4180.
    pub(super) const PLAIN: Self = Self {
        separator: b',',
        comma: false,
        mark: false,
    };

    /// Returns the variant for spreadsheets of a language.
    ///
    /// Without the byte order mark they show `é` as `Ã©`. A French spreadsheet reads `22.5` as the 22nd of May.
    pub(super) fn of(lang: Lang) -> Self {
        Self {
            separator: if lang == Lang::Fr { b';' } else { b',' },
            comma: lang == Lang::Fr,
            mark: true,
        }
    }
}

/// Writes a table row by row and returns the number of rows.
pub(super) fn write(flow: Flow<'_>, style: Style, mut to: impl Write) -> Result<usize, Unmade> {
    mark(style, &mut to)?;
    table(flow, style, &mut to)
}

/// Writes tables one below the other and returns the number of rows.
///
/// Each follows a line with its name and precedes an empty line; a single table has no name. Users read this layout:
/// one merged table with different columns would be mostly empty.
pub(super) fn write_blocks(flows: Vec<Flow<'_>>, style: Style, mut to: impl Write) -> Result<usize, Unmade> {
    mark(style, &mut to)?;
    let (named, mut rows) = (flows.len() > 1, 0);
    for (at, flow) in flows.into_iter().enumerate() {
        if at > 0 {
            to.write_all(b"\r\n")?;
        }
        if named {
            let name = Flow {
                name: String::new(),
                columns: vec![flow.name.clone()],
                rows: Box::new(std::iter::empty()),
            };
            table(name, style, &mut to)?;
        }
        rows += table(flow, style, &mut to)?;
    }
    Ok(rows)
}

fn mark(style: Style, to: &mut impl Write) -> Result<(), Unmade> {
    if style.mark {
        to.write_all("\u{feff}".as_bytes())?;
    }
    Ok(())
}

fn table(flow: Flow<'_>, style: Style, to: &mut impl Write) -> Result<usize, Unmade> {
    let mut writer = ::csv::WriterBuilder::new()
        .terminator(::csv::Terminator::CRLF)
        .delimiter(style.separator)
        .flexible(true)
        .from_writer(to);
    let failed = |error: ::csv::Error| Unmade::Place(error.into());
    if !flow.columns.is_empty() {
        let heads = flow.columns.iter().map(|name| guarded(name.as_str().into()));
        writer
            .write_record(heads.map(Cow::into_owned).collect::<Vec<_>>())
            .map_err(failed)?;
    }
    let width = flow.columns.len();
    let mut rows = 0;
    for row in flow.rows {
        let mut cells: Vec<Cow<'_, str>> = row.iter().map(|cell| text(cell, style)).collect();
        while cells.len() < width {
            cells.push(Cow::Borrowed(""));
        }
        writer
            .write_record(cells.iter().map(|cell| cell.as_bytes()))
            .map_err(failed)?;
        rows += 1;
    }
    writer.flush()?;
    Ok(rows)
}

fn text(cell: &Cell, style: Style) -> Cow<'_, str> {
    match cell {
        Cell::Empty => Cow::Borrowed(""),
        Cell::Text(text) => guarded(text.into()),
        Cell::Number(value) | Cell::Ratio(value) | Cell::Amount(value) => Cow::Owned(number(*value, style)),
        Cell::Day(day) => Cow::Owned(day.to_string()),
        Cell::Moment(moment) => Cow::Owned(Cell::moment(*moment)),
        Cell::Boolean(yes) => Cow::Borrowed(if *yes { "true" } else { "false" }),
    }
}

fn number(value: Decimal, style: Style) -> String {
    let text = value.to_string();
    if style.comma { text.replace('.', ",") } else { text }
}
