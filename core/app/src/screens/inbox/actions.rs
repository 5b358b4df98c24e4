//! Actions that change the inbox state.

use crate::contract::ids::NotificationId;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::UndoableChange;
use crate::foundation::cx::overlay::{Form, FormValue, Overlay};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::{InboxToast, ToastContent};
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::parse_ids::parse_typed;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::watched::Watched;
use crate::records::activity::activity::ActivityState;
use crate::records::lists::lists::ListsState;
use crate::screens::inbox::inbox::InboxState;
use crate::screens::inbox::panes::LIST;
use jiff::{SignedDuration, Timestamp};

impl InboxState {
    /// Focuses the conflict of the deal, so that the user can resolve it.
    pub(crate) fn focus_conflict_of_deal(
        &mut self,
        activity: &mut ActivityState,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        activity.focused_write = self.visible_conflict(activity, pipeline, cx).or(activity.focused_write);
    }

    /// Reports the service's answer for the added identifiers and focuses the relevant one. The focus does not move if
    /// the user has moved it meanwhile.
    pub(crate) fn report_watched_ids(&mut self, lists: &mut ListsState, cx: &mut AppCx) {
        let Some(answers) = lists.awaited_ids.as_ref().and_then(|awaited| cx.watch_answers(awaited)) else {
            return;
        };
        let Some(awaited) = lists.awaited_ids.take() else {
            return;
        };
        let unknown: Vec<&Watched> = answers.iter().filter(|watched| watched.is_unknown()).collect();
        let Some(target) = unknown.first().copied().or(answers.first()) else {
            return;
        };
        let row = cx.snapshot.inbox.items.iter().find(|row| row.id.as_str() == target.id);
        let kind = ToastContent::Inbox(InboxToast::WatchAnswered {
            count: answers.len(),
            unknown: unknown.len(),
            subject: row.map_or_else(|| target.id.clone(), |row| row.title.clone()),
            read: row.is_some_and(|row| !self.is_unread(row)),
            reason: target.reason.clone(),
        });
        let is_list_shown =
            cx.screen == Screen::Notifications && cx.pane == LIST && cx.overlay == Overlay::None;
        let row_id = NotificationId::new(&target.id).ok().and_then(|id| self.row_showing(&id, cx));
        if awaited.kind == ResourceKind::Notifications
            && is_list_shown
            && self.focus == awaited.focus
            && row_id.is_some()
        {
            self.move_inbox_focus(row_id, cx);
        }
        cx.notify(kind, LONG);
    }

    /// Starts to watch the pasted identifiers. Text without a valid identifier stays in the form for correction.
    pub(crate) fn finish_add_ids(
        &mut self,
        kind: ResourceKind,
        mut form: Form,
        lists: &mut ListsState,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let parsed = parse_typed(kind, form.value("ids"));
        let unusable: Vec<&str> = parsed.rejected.iter().map(|(text, _)| text.as_str()).collect();
        if !unusable.is_empty() || parsed.ids.is_empty() {
            let unusable_text = unusable.join(" ");
            form.error = Some(if parsed.ids.is_empty() && unusable.is_empty() {
                "form-ids-empty"
            } else {
                "form-ids-unusable"
            });
            let field = form.fields.first_mut().map(|field| &mut field.value);
            // If nothing usable is left over, the field keeps the text as typed.
            if let Some(FormValue::Text { text, .. }) = field.filter(|_| !unusable_text.is_empty()) {
                *text = unusable_text;
            }
            cx.overlay = Overlay::Form(form);
        }
        if parsed.ids.is_empty() {
            return Vec::new();
        }
        let ids = parsed.ids.clone();
        let skipped = parsed.ignored;
        let mut new = ids.clone();
        new.retain(|id| !cx.is_watched(kind, id));
        if !new.is_empty() {
            let (ids, on) = (new, true);
            cx.history.push(UndoableChange::Watched { kind, ids, watched: on });
        }
        self.watch_ids(kind, ids, skipped, lists, cx)
    }

    /// Watches identifiers and later reports the service's answer for them.
    pub(crate) fn watch_ids(
        &mut self,
        kind: ResourceKind,
        ids: Vec<String>,
        skipped: Vec<String>,
        lists: &mut ListsState,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        lists.awaited_ids = kind.documents_get().then(|| self.awaited_ids(kind, &ids, cx));
        let shown_ids = ids.clone();
        cx.notify(ToastContent::Inbox(InboxToast::Watching { ids: shown_ids, ignored: skipped }), LONG);
        vec![Effect::Watch { kind, ids }]
    }

    /// Undoes or redoes a change of the watch list: watches or unwatches the identifiers.
    pub(crate) fn undo_redo_watch(
        &mut self,
        kind: ResourceKind,
        ids: Vec<String>,
        watch: bool,
        lists: &mut ListsState,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        if watch { self.watch_ids(kind, ids, Vec::new(), lists, cx) } else { lists.unwatch(kind, ids, cx) }
    }

    /// Shifts short deadlines back when the system clock moves back. A forward jump cannot be distinguished from
    /// elapsed time.
    pub(crate) fn adjust_to_clock(&mut self, now: Timestamp, cx: &mut AppCx) {
        let shift = cx.now.duration_since(now);
        if shift <= SignedDuration::from_secs(1) {
            return;
        }
        let deadlines =
            cx.toasts.iter_mut().flat_map(|toast| [Some(&mut toast.until), toast.extended_until.as_mut()]);
        for at in deadlines.chain([self.armed_until.as_mut()]).flatten() {
            *at = at.saturating_sub(shift).unwrap_or(*at);
        }
    }
}
