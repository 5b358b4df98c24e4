//! A request to copy: its content and its way to the clipboard.

use crate::foundation::cx::toast_types::CopiedWhat;

/// Format of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyWay {
    /// The identifier.
    Id,
    /// The name.
    Name,
    /// The selected cells, with a header line.
    Cells,
    /// The focused or selected rows, with a header line; tabs separate the cells, as spreadsheets expect.
    Rows,
    /// All shown rows in display order, in the same format.
    Shown,
    /// The handover text of a shift.
    Handover,
    /// The facts of the newest request about the focus.
    Request,
}

/// Text to copy, with its toast.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Copying {
    pub(crate) text: String,
    pub(crate) said: CopiedWhat,
}
