//! State of the pipeline: filter, order, focus and selection.

use crate::app::deals::pipeline::board_state::BoardState;
use crate::app::deals::pipeline::selected_deals::Selection;
use crate::app::foundation::dataset::filtered::Lens;
use crate::app::foundation::dataset::known_statuses::KnownStatuses;
use crate::app::foundation::input::context::Screen;
use crate::contract::ids::DealId;

/// The pipeline: filter, order, focus and selection.
#[derive(Clone, Debug)]
pub struct Pipeline {
    pub(crate) board: BoardState,
    pub(crate) lens: Lens,
    pub(in crate::app) sieve: crate::app::foundation::dataset::filter_pass::Sieve,
    /// All deals in the board's default order.
    pub(in crate::app) whole: crate::app::foundation::dataset::all_deals::Whole,
    /// Result of the last search by name.
    pub(in crate::app) named: crate::app::foundation::search::deal_names::Named,
    pub(crate) known_statuses: KnownStatuses,
    pub(in crate::app) selection: Selection,
    pub(crate) deal: Option<DealId>,
    /// Screen the deal was opened from; Esc returns there.
    pub(crate) back_to: Screen,
    /// Deal whose deletion or hiding move was undone; it regains the focus when it reappears.
    pub(crate) returning: Option<DealId>,
    pub(in crate::app) completing: Option<crate::app::deals::pipeline::completion_state::Completing>,
    pub(in crate::app) pointed_completion: Option<usize>,
    pub(in crate::app) no_deals_write: bool,
}
