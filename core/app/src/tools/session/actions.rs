//! Actions that change the session state.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::model::effect::Effect;
use crate::screens::views::views::{Views, stored_views};
use crate::tools::session::session::SessionState;
use jiff::Timestamp;
use std::sync::Arc;
use std::time::Duration;

impl SessionState {
    /// Keeps a toast open while the pointer is on it. Also pauses the undo window of its change. With `None` the
    /// countdown continues.
    pub(crate) fn set_hovered_toast(&mut self, toast: Option<u64>, cx: &mut AppCx) {
        let now = cx.now;
        let shown = cx.toasts.iter().find(|it| Some(it.id) == toast);
        let taken_back = shown.is_some_and(|it| cx.undoes_toast(&it.kind));
        let later = |left: Duration| now.saturating_add(left).unwrap_or(Timestamp::MAX);
        let looked_at = cx.toasts.iter_mut().find(|it| Some(it.id) == toast);
        let Some(it) = looked_at else {
            self.hovered_toast = None;
            return;
        };
        it.extended_until = it.extended_until.max(Some(later(Duration::from_secs(2))));
        let left = Duration::try_from(it.until.duration_since(now)).unwrap_or_default();
        if !taken_back || left.is_zero() {
            return;
        }
        let held = match self.hovered_toast {
            Some((id, held)) if id == it.id => held,
            _ => left,
        };
        self.hovered_toast = Some((it.id, held));
        // The outbox is updated once per second, not with every frame.
        if held.saturating_sub(left) < Duration::from_millis(900) {
            return;
        }
        it.until = later(held);
        cx.output.effects.push(Effect::ExtendUndoWindows(held));
    }

    /// Applies changes that another process made to the views. While the engine still handles effects, local changes
    /// may be missing from the settings, so this waits.
    pub(crate) fn sync_views_from_peers(
        &mut self,
        views: &mut Views,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let Some(settings) = cx.snapshot.settings.clone() else {
            return;
        };
        let read = |from: &Arc<_>| Arc::ptr_eq(from, &settings);
        if self.restored.is_none() || cx.awaits_engine() || views.loaded_settings.as_ref().is_some_and(read) {
            return;
        }
        let list = stored_views(&settings);
        views.loaded_settings = Some(settings);
        if list == views.list {
            return;
        }
        views.list = list;
        if views.open().is_none() {
            views.current = None;
        }
        views.on_views_changed(pipeline, cx);
    }
}
