//! The service's words: operations, resources, codes, numbers, patches, problems, pages.
//!
//! Rule of this room: no I/O, no clock, no randomness. What needs `now` or a random value takes it as an
//! argument. Names are the contract's own.

pub mod ids;
pub mod method;
pub mod num;
pub mod operation;
pub mod patch;
pub mod record;
pub mod shape;

pub use ids::{
    AlertId, DashboardId, DealId, FieldId, FieldKey, IdempotencyKey, NoteId, NotificationId, RequestId,
    TaskId, UserId, ViewId,
};
pub use num::Num;
pub use operation::{Method, OPERATIONS, Operation, OperationId};
pub use patch::{Fields, Patch};
pub use record::Record;
pub use shape::ShapeError;
