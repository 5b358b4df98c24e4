//! JSON export: one table is an array of objects, several are an object of arrays.
//!
//! Numbers keep their digits; an empty cell is `null`.

use std::io::{self, Write};

use crate::model::worksheet::{ExportError, RowStream, WorksheetCell};

/// Writes tables row by row and returns the number of rows.
pub(super) fn write(flows: Vec<RowStream<'_>>, mut to: impl Write) -> Result<usize, ExportError> {
    let mut rows = 0;
    let several = flows.len() != 1;
    if several {
        to.write_all(b"{")?;
    }
    for (at, stream) in flows.into_iter().enumerate() {
        if at > 0 {
            to.write_all(b",")?;
        }
        if several {
            write_string(&mut to, &stream.name)?;
            to.write_all(b":")?;
        }
        rows += write_array(&mut to, stream)?;
    }
    if several {
        to.write_all(b"}")?;
    }
    to.write_all(b"\n")?;
    to.flush()?;
    Ok(rows)
}

fn write_array(to: &mut impl Write, stream: RowStream<'_>) -> io::Result<usize> {
    to.write_all(b"[")?;
    let mut rows = 0;
    for row in stream.rows {
        to.write_all(if rows > 0 { b",\n{" } else { b"\n{" })?;
        for (n, name) in stream.columns.iter().enumerate() {
            if n > 0 {
                to.write_all(b",")?;
            }
            write_string(to, name)?;
            to.write_all(b":")?;
            to.write_all(row.get(n).unwrap_or(&WorksheetCell::Empty).to_json().get().as_bytes())?;
        }
        to.write_all(b"}")?;
        rows += 1;
    }
    to.write_all(b"\n]")?;
    Ok(rows)
}

fn write_string(to: &mut impl Write, value: &str) -> io::Result<()> {
    serde_json::to_writer(to, value).map_err(io::Error::from)
}
