//! Actions that change the session state.

use crate::changes::forms::forms::FormsState;
use crate::contract::ids::{DealId, NotificationId};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::queries::NOTE_KEY_PREFIX;
use crate::model::effect::Effect;
use crate::model::local_deals::{FOLLOWUP_PREFIX, LABELS_PREFIX, NoteKey};
use crate::screens::inbox::inbox::InboxState;
use crate::screens::inbox::triage::{LocalTriage, TRIAGE_KEY};
use crate::screens::views::views;
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

pub(crate) type UnsavedSettings = [(String, Option<String>)];

impl Views {
    /// Reloads views, stars and snoozes from the saved settings.
    pub(crate) fn reload_stored(&mut self, inbox: &mut InboxState, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let Some(settings) = cx.snapshot.settings.clone() else {
            return;
        };
        self.take_views(&settings, cx);
        if self.open().is_none() {
            self.current = None;
        }
        self.on_views_changed(pipeline, cx);
        inbox.triage = LocalTriage::parse(settings.get(TRIAGE_KEY));
        inbox.rebuild_rows(cx);
    }
}

impl FormsState {
    /// Reopens the form with the text that could not be saved.
    pub(crate) fn reopen_unsaved(&mut self, settings: &UnsavedSettings, cx: &mut AppCx) {
        let written = settings.iter().find_map(|(name, text)| Some((name, text.as_ref()?)));
        let Some((name, text)) = written else { return };
        if let Some(view) = name.strip_prefix(views::VIEW_KEY_PREFIX) {
            cx.reopen_view_name_form(view);
        } else if let Some(key) = NoteKey::parse(name) {
            self.open_note(key, text.clone(), cx);
        } else if let Some(Ok(deal)) = name.strip_prefix(FOLLOWUP_PREFIX).map(DealId::new) {
            cx.reopen_followup(deal, text);
        } else if let Some(Ok(deal)) = name.strip_prefix(LABELS_PREFIX).map(DealId::new) {
            let row = cx.snapshot.deals.find(deal.as_str()).and_then(|ix| cx.snapshot.deals.row(ix));
            let label = row.map_or_else(String::new, |row| row.name.to_owned());
            cx.open_labels_form(vec![deal], label, Some(text.replace('\n', ", ")));
        } else if let Some(Ok(id)) = name.strip_prefix(NOTE_KEY_PREFIX).map(NotificationId::new) {
            cx.edit_note_in_form(vec![id], text.clone());
        }
    }
}
