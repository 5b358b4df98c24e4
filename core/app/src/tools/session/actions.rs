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
        let hovered = cx.toasts.iter().find(|toast_item| Some(toast_item.id) == toast);
        let is_undoable = hovered.is_some_and(|toast_item| cx.undoes_toast(toast_item));
        let deadline = |remaining: Duration| now.saturating_add(remaining).unwrap_or(Timestamp::MAX);
        let looked_at = cx.toasts.iter_mut().find(|toast_item| Some(toast_item.id) == toast);
        let Some(toast_item) = looked_at else {
            self.hovered_toast = None;
            return;
        };
        toast_item.extended_until = toast_item.extended_until.max(Some(deadline(Duration::from_secs(2))));
        let remaining = Duration::try_from(toast_item.until.duration_since(now)).unwrap_or_default();
        if !is_undoable || remaining.is_zero() {
            return;
        }
        let paused = match self.hovered_toast {
            Some((id, paused)) if id == toast_item.id => paused,
            _ => remaining,
        };
        self.hovered_toast = Some((toast_item.id, paused));
        // The outbox is updated once per second, not with every frame.
        if paused.saturating_sub(remaining) < Duration::from_millis(900) {
            return;
        }
        toast_item.until = deadline(paused);
        cx.output.effects.push(Effect::ExtendUndoWindows(paused));
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
