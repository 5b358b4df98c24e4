//! State that every feature needs: the snapshot, the overlay, the toasts and the undo history.

use crate::app::foundation::cx::change_list::History;
use crate::app::foundation::cx::options::Options;
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::toast::Toast;
use crate::app::foundation::input::context::Screen;
use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::model::effect::Effect;
use crate::model::snapshot::Snapshot;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// State that every feature needs: the snapshot, the overlay, the toasts and the undo history.
#[derive(Clone, Debug)]
pub struct AppCx {
    pub(crate) options: Options,
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) now: Timestamp,
    pub(crate) screen: Screen,
    pub(crate) pane: usize,
    pub(crate) scroll: usize,
    /// True if the user chose the focused log line; otherwise the newest line has the focus.
    pub(in crate::app) line_held: bool,
    pub(crate) layer: Layer,
    pub(crate) toasts: Vec<Toast>,
    pub(crate) toast_id: u64,
    pub(crate) history: History,
    pub(crate) submitted: u64,
    pub(crate) expected: BTreeMap<DealId, (u64, Fields)>,
    pub(in crate::app) asking: crate::app::foundation::cx::expected_writes::Asking,
    pub(in crate::app) afterwards: Vec<Effect>,
    pub(crate) events_seen: u64,
    /// The palette entry that the user chose, until the shell runs it.
    pub(in crate::app) chosen: Option<crate::app::foundation::cx::overlay::PaletteItem>,
    /// True if the API key was entered on this machine; the user can then remove it.
    pub(in crate::app) may_sign_out: bool,
    /// True while the window shows large type for a projector.
    pub(in crate::app) presenting: bool,
    /// Deals whose move back is pending: by id, the name and the target status.
    pub(in crate::app) moving_back: BTreeMap<String, (String, String)>,
}
