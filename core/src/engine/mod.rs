//! Keeping store and service in step. Rule of the room: front ends never wait for it. They hand in [`Effect`]s,
//! are woken, and read the newest [`Snapshot`]; everything slow (disk, network) happens on the engine's own thread.

mod effect;
mod intern;
mod remote;
mod snapshot;
mod table;
mod write;

pub use effect::Effect;
pub use intern::{Code, Interner};
pub use remote::Remote;
pub use snapshot::{
    Connection, Coverage, DealDetail, Event, EventKind, Inbox, ListMode, NotificationRow, RequestLine,
    Snapshot,
};
pub use table::{Bound, Columns, ColumnsBuilder, DealRow, DealTable, RowData, RowIx, StageSince};
pub use write::{PendingWrite, WriteId, WriteKind, WriteProblem, WriteState};
