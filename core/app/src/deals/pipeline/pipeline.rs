//! State of the pipeline: filter, order, focus and selection.

use crate::contract::ids::DealId;
use crate::dataset::filtered::Lens;
use crate::dataset::known_statuses::KnownStatuses;
use crate::deals::pipeline::board_state::BoardState;
use crate::deals::pipeline::selected_deals::Selection;
use crate::foundation::input::context::Screen;

/// The pipeline: filter, order, focus and selection.
#[derive(Clone, Debug)]
pub struct Pipeline {
    pub(crate) board: BoardState,
    pub(crate) lens: Lens,
    pub(crate) sieve: crate::dataset::filter_pass::Sieve,
    /// All deals in the board's default order.
    pub(crate) whole: crate::dataset::all_deals::Whole,
    /// Result of the last search by name.
    pub(crate) named: crate::foundation::search::deal_names::Named,
    pub(crate) known_statuses: KnownStatuses,
    pub(crate) selection: Selection,
    pub(crate) deal: Option<DealId>,
    /// Screen the deal was opened from; Esc returns there.
    pub(crate) back_to: Screen,
    /// Deal whose deletion or hiding move was undone; it regains the focus when it reappears.
    pub(crate) returning: Option<DealId>,
    pub(crate) completing: Option<crate::deals::pipeline::completion_state::Completing>,
    pub(crate) pointed_completion: Option<usize>,
    pub(crate) no_deals_write: bool,
}
