//! Actions that change the inbox state.

use crate::contract::ids::NotificationId;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormValue, Overlay};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::parse_ids::parse_typed;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::watched::Watched;
use crate::records::activity::activity::ActivityState;
use crate::records::lists::lists::ListsState;
use crate::records::lists::watched_ids::watch_list_toast;
use crate::screens::inbox::inbox::{InboxState, LIST};
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

    /// Reports the service's response for the added identifiers and focuses the relevant one. The focus does not move
    /// if the user has moved it meanwhile.
    pub(crate) fn report_watched_ids(&mut self, lists: &mut ListsState, cx: &mut AppCx) {
        let Some(responses) = lists.awaited_ids.as_ref().and_then(|awaited| cx.watch_responses(awaited))
        else {
            return;
        };
        let Some(awaited) = lists.awaited_ids.take() else {
            return;
        };
        let unknown: Vec<&Watched> = responses.iter().filter(|watched| watched.is_unknown()).collect();
        let Some(target) = unknown.first().copied().or(responses.first()) else {
            return;
        };
        let row = cx.snapshot.inbox.items.iter().find(|row| row.id.as_str() == target.id);
        let subject = row.map_or(target.id.as_str(), |row| row.title.as_str());
        let content = match (responses.len(), unknown.len()) {
            (1, 1) => match &target.reason {
                Some(reason) => {
                    ToastContent::about("watched-unknown-why", subject).with_text_arg("why", reason, 60)
                }
                None => ToastContent::about("watched-unknown", subject),
            },
            (count, 0) if count > 1 => ToastContent::counted("toast-answered-all", count),
            (_, 0) if row.is_some_and(|row| !self.is_unread(row)) => {
                ToastContent::about("toast-answered-read", subject)
            }
            (_, 0) => ToastContent::about("toast-answered", subject),
            (count, unknown) => {
                let content = ToastContent::counted("toast-answered-unknown", count);
                content.with_arg("unknown", ToastArg::Count(unknown))
            }
        };
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
        cx.notify(content, LONG);
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
            cx.push_watched(kind, &new, true);
        }
        self.watch_ids(kind, ids, &skipped, lists, cx)
    }

    /// Watches identifiers and later reports the service's response for them.
    pub(crate) fn watch_ids(
        &mut self,
        kind: ResourceKind,
        ids: Vec<String>,
        skipped: &[String],
        lists: &mut ListsState,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        lists.awaited_ids = kind.documents_get().then(|| self.awaited_ids(kind, &ids, cx));
        let content = match skipped.first() {
            Some(first) => ToastContent::counted("toast-watching-some", ids.len())
                .with_arg("left", ToastArg::Count(skipped.len()))
                .with_text_arg("first", first, 24),
            None => watch_list_toast("toast-watching", &ids),
        };
        cx.notify(content, LONG);
        vec![Effect::Watch { kind, ids }]
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
