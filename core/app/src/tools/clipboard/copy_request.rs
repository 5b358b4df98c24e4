//! Formats of a copy.

/// Format of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyFormat {
    /// The identifier.
    Id,
    /// The name.
    Name,
    /// The selected cells, with a header line.
    Cells,
    /// The focused or selected rows, with a header line; tabs separate the cells, as spreadsheets expect.
    Rows,
    /// All shown rows in display order, in the same format.
    VisibleRows,
    /// The handover text of a shift.
    Handover,
    /// The facts of the newest request about the focus.
    Request,
}
