//! State that every feature needs: the snapshot, the overlay, the toasts and the undo history.

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::foundation::cx::change_list::UndoHistory;
use crate::foundation::cx::options::Options;
use crate::foundation::cx::output::Output;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::trail::Trail;
use crate::foundation::input::context::Screen;
use crate::model::local_deals::LocalDeals;
use crate::model::snapshot::Snapshot;
use crate::query::local_test::FilterNeeds;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// State that every feature needs: the snapshot, the overlay, the toasts and the undo history.
#[derive(Clone, Debug)]
pub struct AppCx {
    pub(crate) options: Options,
    pub(crate) snapshot: Arc<Snapshot>,
    /// Data of this device about deals, from the settings of the snapshot.
    pub(crate) local_deals: Arc<LocalDeals>,
    /// Data that filters asked the engine for.
    pub(crate) filter_needs: FilterNeeds,
    pub(crate) now: Timestamp,
    pub(crate) screen: Screen,
    pub(crate) pane: usize,
    pub(crate) scroll: usize,
    /// True if the user chose the focused log line; otherwise the newest line has the focus.
    pub(crate) log_cursor_pinned: bool,
    pub(crate) overlay: Overlay,
    pub(crate) toasts: Vec<Toast>,
    pub(crate) toast_id: u64,
    /// Newest toast whose change is known.
    pub(crate) linked_toast: u64,
    pub(crate) history: UndoHistory,
    pub(crate) submitted: u64,
    pub(crate) expected: BTreeMap<DealId, (u64, Fields)>,
    /// The latest effect that the engine has not handled, by record.
    pub(crate) in_flight: BTreeMap<String, InFlightEffect>,
    /// Effects and requests of the current entry point.
    pub(crate) output: Output,
    pub(crate) events_seen: u64,
    /// The palette entry that the user chose, until the shell runs it.
    pub(crate) palette_choice: Option<crate::foundation::cx::overlay::PaletteItem>,
    /// True if the API key was entered on this device; the user can then remove it.
    pub(crate) can_sign_out: bool,
    /// True while the window shows large type for a projector.
    pub(crate) presenting: bool,
    /// Deals whose move back is pending: by id, the name and the target status.
    pub(crate) undoing_moves: BTreeMap<String, (String, String)>,
    /// Deals and screens that were opened.
    pub(crate) trail: Trail,
}

/// An effect that the engine has not handled yet.
#[derive(Clone, Debug)]
pub(crate) struct InFlightEffect {
    /// The snapshot reflects this effect once the engine has handled this many effects.
    pub(crate) seq: u64,
    /// New and old values of the write that will be scheduled; `None` if there will be none.
    pub(crate) scheduled: Option<(Fields, Fields)>,
}
