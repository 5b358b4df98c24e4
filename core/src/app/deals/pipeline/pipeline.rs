//! Which deals are meant: the filter, their order, the focus and the selection.

use crate::app::deals::pipeline::board_state::BoardState;
use crate::app::deals::pipeline::selected_deals::Selection;
use crate::app::foundation::dataset::filtered::Lens;
use crate::app::foundation::dataset::known_statuses::KnownStatuses;
use crate::app::foundation::input::context::Screen;
use crate::contract::ids::DealId;

/// Which deals are meant: the filter, their order, the focus and the selection.
#[derive(Clone, Debug)]
pub struct Pipeline {
    pub(crate) board: BoardState,
    pub(crate) lens: Lens,
    pub(in crate::app) sieve: crate::app::foundation::dataset::filter_pass::Sieve,
    /// Every deal in the board's own order.
    pub(in crate::app) whole: crate::app::foundation::dataset::all_deals::Whole,
    /// What was looked for by name last.
    pub(in crate::app) named: crate::app::foundation::search::deal_names::Named,
    pub(crate) known_statuses: KnownStatuses,
    pub(in crate::app) selection: Selection,
    pub(crate) deal: Option<DealId>,
    /// The screen that the deal was opened from: there Esc leads back.
    pub(crate) back_to: Screen,
    /// A deal whose deletion was taken back, or its move out of sight: it has the focus again when it is there again.
    pub(crate) returning: Option<DealId>,
    pub(in crate::app) completing: Option<crate::app::deals::pipeline::completion_state::Completing>,
    pub(in crate::app) pointed_completion: Option<usize>,
    pub(in crate::app) no_deals_write: bool,
}
