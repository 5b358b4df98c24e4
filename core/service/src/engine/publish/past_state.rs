//! The past that is shown instead of the present.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::contract::ids::DealId;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::model::as_of::AsOf;
use crate::model::fetched::Fetched;
use crate::model::history::history_entry::HistoryEntry;
use crate::model::history::observed::ObservedHistory;
use crate::model::snapshot::DealDetail;
use crate::model::table::DealTable;

/// The deals of a past time and the differences since then, rebuilt in the background.
pub(in crate::engine) type RebuiltPast = (Arc<DealTable>, Vec<HistoryEntry>);

/// The past that the user asked for, and the shown one.
#[derive(Debug, Default)]
pub(in crate::engine) struct PastState {
    pub(in crate::engine) requested: Option<AsOf>,
    pub(in crate::engine) shown: Option<PastView>,
}

/// A rebuilt past.
#[derive(Debug)]
pub(in crate::engine) struct PastView {
    pub(in crate::engine) as_of: AsOf,
    pub(in crate::engine) deals: Arc<DealTable>,
    pub(in crate::engine) history: Arc<ObservedHistory>,
    pub(in crate::engine) portfolio: Fetched<PortfolioSummary>,
    pub(in crate::engine) details: Arc<BTreeMap<DealId, DealDetail>>,
}
