//! Application of engine snapshots to the app, and the requests that follow from them.

use std::sync::Arc;

use super::app::App;
use crate::changes::entry::entry_values::is_custom_field;
use crate::foundation::cx::output::Output;
use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::Snapshot;

impl App {
    /// Returns the initial requests to the engine.
    pub fn start(&mut self) -> Output {
        let mut effects = vec![Effect::LoadNotifications, Effect::LoadPortfolio];
        if let Some(problem) = self.cx.options.rule_problems.first().cloned() {
            let count = self.cx.options.rule_problems.len();
            self.cx.notify(
                ToastContent::counted("toast-rules-off", count).with_text_arg("why", problem, 300),
                LONG,
            );
        }
        // Entry rules of custom fields need the field names, which the service may know.
        if self.cx.options.entry_rules.fields().any(is_custom_field) {
            effects.push(Effect::LoadResources(ResourceKind::FieldDefinitions));
        }
        // After a switch of the delegated user, the app starts on another screen. The preferences response shows
        // whether the service knows the user.
        if self.cx.screen != Screen::Pipeline {
            effects.extend(self.show(self.cx.screen));
        }
        let preferences =
            Effect::LoadRoute(crate::records::delegated_users::user_switch::preferences_route());
        if self.user_switch.switched_here && !effects.contains(&preferences) {
            effects.push(preferences);
        }
        self.cx.output.effects.extend(effects);
        self.update_flow();
        self.update_sheet();
        self.cx.finish(true)
    }

    /// Applies a snapshot from the engine.
    pub fn on_snapshot(&mut self, snapshot: Arc<Snapshot>) -> Output {
        if Arc::ptr_eq(&self.cx.snapshot, &snapshot) || snapshot.revision == self.cx.snapshot.revision {
            return self.cx.finish(false);
        }
        let rejection = self.cx.user_rejection();
        let before = std::mem::replace(&mut self.cx.snapshot, snapshot);
        if before.revision == 0 {
            self.activity.adopt_all_scheduled(&mut self.cx);
        }
        self.cx.expected.retain(|_, (seq, _)| *seq > self.cx.snapshot.handled);
        self.cx.forget_handled();
        self.update_local_deals(before.settings.as_ref());
        let snapshot = &self.cx.snapshot;
        let changes = |snapshot: &Snapshot| snapshot.history.changes_since_visit.clone();
        let have_marks_changed = !Arc::ptr_eq(&before.writes, &snapshot.writes)
            || !Arc::ptr_eq(&changes(&before), &changes(snapshot));
        let has_marks = || self.pipeline.board.query.has_marks() || self.views.have_marks();
        if !Arc::ptr_eq(&before.filter_data, &snapshot.filter_data) || have_marks_changed && has_marks() {
            self.on_local_deals_changed();
        }
        let moved = !Arc::ptr_eq(&before.deals, &self.cx.snapshot.deals);
        let first = before.coverage.complete_at.is_none() && self.cx.snapshot.coverage.complete_at.is_some();
        if moved || first || before.status_totals != self.cx.snapshot.status_totals {
            self.pipeline.update_known_statuses(&self.cx);
        }
        let has_new_lists = !Arc::ptr_eq(&before.resources, &self.cx.snapshot.resources);
        if has_new_lists && matches!(&self.cx.overlay, Overlay::Palette(palette) if palette.selected == 0) {
            self.search_palette();
        }
        if moved {
            self.pipeline.rebase_selection(&mut self.cx);
            self.pipeline.expand_for_moved(&before.deals, &mut self.cx);
            self.table.update_filtered(&before.deals, &mut self.pipeline, &mut self.cx);
            if self.cx.picker().is_some_and(|picker| picker.kind == PickerKind::Checks) {
                self.update_checks();
                self.focus_line_by(0);
            }
        } else if first && self.cx.snapshot.deals.is_empty() {
            self.table.refilter(&mut self.pipeline, &mut self.cx);
        }
        self.refocus_restored_deal();
        if before.as_of != self.cx.snapshot.as_of {
            self.on_time_changed();
        }
        if !Arc::ptr_eq(&before.history.changes_since_visit, &self.cx.snapshot.history.changes_since_visit) {
            let observed = &self.cx.snapshot.history;
            let older = observed.change_count.saturating_sub(observed.changes_since_visit.len());
            self.visit.unseen_changes =
                crate::foundation::history::since::external_changes(&observed.changes_since_visit).len()
                    + older;
        }
        self.inbox.update_inbox(&before, &mut self.cx);
        self.inbox.report_watched_ids(&mut self.lists, &mut self.cx);
        self.activity.restore_write_focus(&mut self.cx);
        self.activity.restore_log_focus(&before, &mut self.cx);
        if self.cx.screen == Screen::Flow && !Arc::ptr_eq(&before.history, &self.cx.snapshot.history) {
            let effects = self.flow.load(&self.cx);
            self.cx.output.effects.extend(effects);
        }
        self.leave_vanished_pane();
        self.tasks.update_tasks(&before, &mut self.cx);
        self.update_explorer(&before);
        let events_seen = self.cx.events_seen;
        self.process_events();
        self.cx.prune_reverting_moves();
        self.activity.track_startup_writes(before.revision == 0, events_seen, &mut self.cx);
        self.cx.settle_sent_decisions();
        self.bulk_change.drop_stale_toasts(&mut self.cx);
        self.session.quit_if_settled(&mut self.bulk_change, &mut self.cx);
        self.cx.close_stale_prompt();
        self.activity.update_scheduled(&before, &mut self.cx);
        self.cx.notify_user_rejection(rejection);
        self.pipeline.update_permissions(events_seen, &mut self.cx);
        self.bulk_change.update_states(events_seen, &mut self.cx);
        self.inbox.update_mark_run(&mut self.cx);
        self.restore();
        self.session.sync_views_from_peers(&mut self.views, &mut self.pipeline, &mut self.cx);
        self.server_views.clamp_focus(&mut self.views, &mut self.cx);
        let looked_at = self.server_views.open_first_item(&mut self.cx);
        self.cx.output.effects.extend(looked_at);
        self.run_queued_keys();
        if moved {
            self.views.count_views(&mut self.pipeline, &mut self.cx);
            self.sync_selection();
        }
        self.update_flow();
        self.update_sheet();
        self.cx.finish(true)
    }
}
