//! State of the pipeline: filter, order, focus and selection.

use crate::contract::ids::DealId;
use crate::dataset::filtered::FilteredBoard;
use crate::dataset::known_statuses::KnownStatuses;
use crate::deals::pipeline::board_state::BoardState;
use crate::deals::pipeline::selected_deals::Selection;
use crate::foundation::input::context::Screen;

/// The pipeline: filter, order, focus and selection.
#[derive(Clone, Debug)]
pub struct Pipeline {
    pub(crate) board: BoardState,
    pub(crate) filtered: FilteredBoard,
    pub(crate) filter_pass: crate::dataset::filter_pass::FilterPass,
    /// All deals in the board's default order.
    pub(crate) all_deals: crate::dataset::all_deals::AllDeals,
    /// Result of the last search by name.
    pub(crate) name_search: crate::foundation::search::deal_names::DealNameSearch,
    pub(crate) known_statuses: KnownStatuses,
    pub(crate) selection: Selection,
    pub(crate) opened_deal: Option<DealId>,
    /// Screen the deal was opened from; Esc returns there.
    pub(crate) return_screen: Screen,
    /// Deal whose deletion or hiding move was undone; it regains the focus when it reappears.
    pub(crate) refocus_deal: Option<DealId>,
    pub(crate) completion: Option<crate::deals::pipeline::completion_state::CompletionState>,
    pub(crate) highlighted_completion: Option<usize>,
    pub(crate) deals_write_denied: bool,
}
