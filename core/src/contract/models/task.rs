//! A task of the Kanban board.

use crate::contract::ids::TaskId;
use crate::contract::resource::resource;

resource!(
    /// A task (contract, "Task"). The answer to an update holds `id` and `statut`.
    Task,
    /// Identifier.
    id(TaskId) = "id",
    /// Code of its status.
    statut = "statut",
    /// What it is about. Not in the contract.
    title = "title",
);
