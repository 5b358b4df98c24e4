//! What every feature needs: the snapshot, what lies over the screen, what was said and done.

use crate::app::foundation::cx::change_list::History;
use crate::app::foundation::cx::options::Options;
use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::toast::Toast;
use crate::app::foundation::input::context::Screen;
use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::engine::{Effect, Snapshot};
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What every feature needs: the snapshot, what lies over the screen, what was said and done.
#[derive(Clone, Debug)]
pub struct AppCx {
    pub(crate) options: Options,
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) now: Timestamp,
    pub(crate) screen: Screen,
    pub(crate) pane: usize,
    pub(crate) scroll: usize,
    /// Whether a person put the focus on the line of the log that has it; else the newest one has it.
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
    /// Whether the key was given on this machine, so that it can be taken off it again.
    pub(in crate::app) may_sign_out: bool,
    /// Whether the window shows large type for a projector.
    pub(in crate::app) presenting: bool,
    /// The deals that are being moved back, with their names and where to.
    pub(in crate::app) moving_back: BTreeMap<String, (String, String)>,
}
