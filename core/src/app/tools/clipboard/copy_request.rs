//! What is to be copied, and how.

use crate::app::foundation::cx::toast_types::CopiedWhat;
use crate::engine::PendingWrite;
use crate::app::deals::table::cell_range::Cells;

/// A way to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyWay {
    /// The identifier.
    Id,
    /// The name.
    Name,
    /// The marked cells, with a line of heads.
    Cells,
    /// The row, or the selected rows, with a line of heads: tabs between cells, as a spreadsheet takes them.
    Rows,
    /// Every row shown, in the order shown, in the same form.
    Shown,
    /// The text to hand a shift over with.
    Handover,
    /// The facts of the newest request about it.
    Request,
}

/// What is to be copied, and what is said of it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Copying {
    pub(in crate::app) text: String,
    pub(in crate::app) said: CopiedWhat,
}
