//! Views of this device's own data: due follow-ups, and starred deals.

use crate::changes::followups::actions::{due_filter, due_followups};
use crate::changes::labels::actions::starred_filter;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::commands::ActionId;

/// A view of this device's own data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalView {
    /// Action that shows it.
    pub action: ActionId,
    /// Number of its deals.
    pub count: usize,
    /// True while the filter selects its deals.
    pub is_shown: bool,
}

/// Returns the views that have deals, or are shown.
pub fn local_views(pipeline: &Pipeline, cx: &AppCx) -> Vec<LocalView> {
    let (filter, deals) = (&pipeline.board().filter, &cx.snapshot().deals);
    let starred = cx.local_deals().stars().iter().filter(|deal| deals.find(deal).is_some()).count();
    let due = (ActionId::ShowDue, due_followups(cx).count(), due_filter(cx.lang()));
    let views = [due, (ActionId::ShowStarred, starred, starred_filter(cx.lang()))];
    let views = views.map(|(action, count, own)| LocalView { action, count, is_shown: *filter == own });
    views.into_iter().filter(|view| view.count > 0 || view.is_shown).collect()
}
