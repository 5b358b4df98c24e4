//! What changes this state.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::screens::views::views::{Views, kept_views};
use crate::app::tools::session::session::SessionState;
use crate::model::effect::Effect;
use jiff::Timestamp;
use std::sync::Arc;
use std::time::Duration;

impl SessionState {
    /// Keeps a toast while someone looks at it, and stops the hold of what it can take back: the countdown goes on when
    /// they look away (`None`).
    pub fn linger(&mut self, toast: Option<u64>, cx: &mut AppCx) -> Vec<Effect> {
        let now = cx.now;
        let shown = cx.toasts.iter().find(|it| Some(it.id) == toast);
        let taken_back = shown.is_some_and(|it| cx.takes_back(&it.kind));
        let later = |left: Duration| now.saturating_add(left).unwrap_or(Timestamp::MAX);
        let looked_at = cx.toasts.iter_mut().find(|it| Some(it.id) == toast);
        let Some(it) = looked_at else {
            self.looked_at = None;
            return Vec::new();
        };
        it.kept = it.kept.max(Some(later(Duration::from_secs(2))));
        let left = Duration::try_from(it.until.duration_since(now)).unwrap_or_default();
        if !taken_back || left.is_zero() {
            return Vec::new();
        }
        let held = match self.looked_at {
            Some((id, held)) if id == it.id => held,
            _ => left,
        };
        self.looked_at = Some((it.id, held));
        // The store is told when a second is lost, not with every frame.
        if held.saturating_sub(left) < Duration::from_millis(900) {
            return Vec::new();
        }
        it.until = later(held);
        cx.submit(vec![Effect::Prolong(held)])
    }

    /// Takes in what another window has made of the views. What was asked for here and is on its way to the disk is not
    /// among the settings yet, and is waited for.
    pub(in crate::app) fn follow_kept_views(
        &mut self,
        views: &mut Views,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let Some(settings) = cx.snapshot.settings.clone() else {
            return;
        };
        let read = |from: &Arc<_>| Arc::ptr_eq(from, &settings);
        if self.restored.is_none() || cx.awaits_engine() || views.read_from.as_ref().is_some_and(read) {
            return;
        }
        let list = kept_views(&settings);
        views.read_from = Some(settings);
        if list == views.list {
            return;
        }
        views.list = list;
        if views.open().is_none() {
            views.current = None;
        }
        views.views_changed(pipeline, cx);
    }
}
