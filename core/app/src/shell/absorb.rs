//! Application of engine snapshots to the app, and the requests that follow from them.

use std::sync::Arc;

use super::app::App;
use crate::changes::entry::entry_fields::is_own_field;
use crate::foundation::cx::output::Output;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::Family;
use crate::model::snapshot::Snapshot;

impl App {
    /// Returns the initial requests to the engine.
    pub fn start(&mut self) -> Output {
        let mut effects = vec![Effect::LoadNotifications, Effect::LoadPortfolio];
        // Entry rules of custom fields need the field names, which the service may know.
        if self.cx.options.entry_rules.fields().any(is_own_field) {
            effects.push(Effect::LoadFamily(Family::FieldDefinitions));
        }
        // After a switch of the delegated user, the app starts on another screen. The preferences answer shows whether
        // the service knows the user.
        if self.cx.screen != Screen::Pipeline {
            effects.extend(self.show(self.cx.screen));
        }
        let preferences = Effect::Read(crate::records::lists::record_viewer::preferences_route());
        if self.acting.came && !effects.contains(&preferences) {
            effects.push(preferences);
        }
        self.cx.output.effects.extend(effects);
        self.cx.finish(true)
    }

    /// Applies a snapshot from the engine.
    pub fn absorb(&mut self, snapshot: Arc<Snapshot>) -> Output {
        if Arc::ptr_eq(&self.cx.snapshot, &snapshot) || snapshot.revision == self.cx.snapshot.revision {
            return self.cx.finish(false);
        }
        let refusal = self.cx.user_refusal();
        let before = std::mem::replace(&mut self.cx.snapshot, snapshot);
        if before.revision == 0 {
            self.activity.take_up_held(&mut self.cx);
        }
        self.cx
            .expected
            .retain(|_, (seq, _)| *seq > self.cx.snapshot.handled);
        self.cx.forget_answered();
        let moved = !Arc::ptr_eq(&before.deals, &self.cx.snapshot.deals);
        let first = before.coverage.complete_at.is_none() && self.cx.snapshot.coverage.complete_at.is_some();
        if moved {
            self.pipeline.reselect(&mut self.cx);
            self.pipeline.unfold_for_moved(&before.deals, &mut self.cx);
            self.table
                .look_after(&before.deals, &mut self.pipeline, &mut self.cx);
        } else if first && self.cx.snapshot.deals.is_empty() {
            self.table.look(&mut self.pipeline, &mut self.cx);
        }
        self.welcome_back();
        if !Arc::ptr_eq(&before.observed.since, &self.cx.snapshot.observed.since) {
            let observed = &self.cx.snapshot.observed;
            let older = observed.changes.saturating_sub(observed.since.len());
            self.visit.since_told = crate::foundation::history::since::news(&observed.since).len() + older;
        }
        self.inbox.follow_inbox(&before, &mut self.cx);
        self.inbox.follow_given(&mut self.lists, &mut self.cx);
        self.activity.anchor_write(&mut self.cx);
        self.activity.anchor_line(&before, &mut self.cx);
        self.leave_pane_that_went();
        self.tasks.follow_tasks(&before, &mut self.cx);
        self.follow_explorer(&before);
        let seen = self.cx.events_seen;
        self.tell_outcomes();
        self.cx.follow_moves_back();
        self.activity
            .follow_left_over(before.revision == 0, seen, &mut self.cx);
        self.cx.follow_decisions();
        self.bulk_change.drop_stale_toasts(&mut self.cx);
        self.session
            .leave_if_nothing_is_held(&mut self.bulk_change, &mut self.cx);
        self.cx.drop_stale_question();
        self.activity.follow_held(&before, &mut self.cx);
        self.cx.tell_user_refusal(refusal);
        self.pipeline.learn_rights(seen, &mut self.cx);
        self.bulk_change.follow_bulk(seen, &mut self.cx);
        self.inbox.follow_run(&mut self.cx);
        self.restore();
        self.session
            .follow_kept_views(&mut self.views, &mut self.pipeline, &mut self.cx);
        self.library.anchor_library(&mut self.views, &mut self.cx);
        let looked_at = self.library.look_at_first_item(&mut self.cx);
        self.cx.output.effects.extend(looked_at);
        self.do_what_was_asked_ahead();
        if moved {
            self.views.count_views(&mut self.pipeline, &mut self.cx);
            self.selection_follows();
        }
        self.cx.finish(true)
    }
}
