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

/// The past that the user asked for, and as much of it as is rebuilt.
#[derive(Debug, Default)]
pub(in crate::engine) struct PastState {
    pub(in crate::engine) requested: Option<AsOf>,
    /// The requested past while it is being rebuilt.
    pub(in crate::engine) next: Option<PastView>,
    pub(in crate::engine) shown: Option<PastView>,
}

/// A rebuilt past.
#[derive(Debug)]
pub(in crate::engine) struct PastView {
    pub(in crate::engine) as_of: AsOf,
    /// True once the differences are in the history.
    pub(in crate::engine) has_changes: bool,
    /// `None` until they are rebuilt.
    pub(in crate::engine) deals: Option<Arc<DealTable>>,
    pub(in crate::engine) history: Arc<ObservedHistory>,
    pub(in crate::engine) portfolio: Fetched<PortfolioSummary>,
    pub(in crate::engine) details: Arc<BTreeMap<DealId, DealDetail>>,
}

/// A part of a past, rebuilt in the background.
pub(in crate::engine) enum PastPart {
    /// The deals.
    Deals(Box<DealTable>),
    /// The differences since then.
    Changes(Vec<HistoryEntry>),
}
