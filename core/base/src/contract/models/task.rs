//! Task of the Kanban board.

use crate::contract::ids::TaskId;
use crate::contract::resource::resource;

resource!(
    /// A task (contract, "Task"). The response to an update has `id` and `statut`.
    Task,
    /// Identifier.
    id(TaskId) = "id",
    /// Status code.
    statut = "statut",
    /// Title. Not in the contract.
    title = "title",
);
