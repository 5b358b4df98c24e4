//! The loop's way back: what the engine has published is taken in, and what follows of it is asked of the engine.

use std::sync::Arc;

use super::app::{App, Screen};
use crate::app::changes::entry::entry_form::is_own_field;
use crate::discovery::Family;
use crate::engine::{Effect, Snapshot};

impl App {
    /// What to ask of the engine at the start.
    pub fn start(&mut self) -> Vec<Effect> {
        let mut effects = vec![Effect::LoadNotifications, Effect::LoadPortfolio];
        // What a house asks for before a move is told by its name, which the service may know.
        if self.cx.options.entry_rules.fields().any(is_own_field) {
            effects.push(Effect::LoadFamily(Family::FieldDefinitions));
        }
        // Who turned to somebody else is on a screen already, and learns whether the service knows them.
        if self.cx.screen != Screen::Pipeline {
            effects.extend(self.show(self.cx.screen));
        }
        let preferences = Effect::Read(crate::app::records::lists::record_viewer::preferences_route());
        if self.acting.came && !effects.contains(&preferences) {
            effects.push(preferences);
        }
        self.submit(effects)
    }

    /// Takes in what the engine has published. Returns whether anything may look different.
    pub fn absorb(&mut self, snapshot: Arc<Snapshot>) -> bool {
        if Arc::ptr_eq(&self.cx.snapshot, &snapshot) || snapshot.revision == self.cx.snapshot.revision {
            return false;
        }
        let refusal = self.user_refusal();
        let before = std::mem::replace(&mut self.cx.snapshot, snapshot);
        if before.revision == 0 {
            self.take_up_held();
        }
        self.cx
            .expected
            .retain(|_, (seq, _)| *seq > self.cx.snapshot.handled);
        self.forget_answered();
        let moved = !Arc::ptr_eq(&before.deals, &self.cx.snapshot.deals);
        let first = before.coverage.complete_at.is_none() && self.cx.snapshot.coverage.complete_at.is_some();
        if moved {
            self.reselect();
            self.unfold_for_moved(&before.deals);
            self.look_after(&before.deals);
        } else if first && self.cx.snapshot.deals.is_empty() {
            self.look();
        }
        self.welcome_back();
        if !Arc::ptr_eq(&before.observed.since, &self.cx.snapshot.observed.since) {
            let observed = &self.cx.snapshot.observed;
            let older = observed.changes.saturating_sub(observed.since.len());
            self.visit.since_told =
                crate::app::foundation::history::view::news(&observed.since).len() + older;
        }
        self.follow_inbox(&before);
        self.follow_given();
        self.anchor_write();
        self.anchor_line(&before);
        self.leave_pane_that_went();
        self.follow_tasks(&before);
        self.follow_explorer(&before);
        let seen = self.cx.events_seen;
        self.tell_outcomes();
        self.follow_moves_back();
        self.follow_left_over(before.revision == 0, seen);
        self.follow_decisions();
        self.drop_stale_toasts();
        self.leave_if_nothing_is_held();
        self.drop_stale_question();
        self.follow_held(&before);
        self.tell_user_refusal(refusal);
        self.learn_rights(seen);
        self.follow_bulk(seen);
        self.follow_run();
        self.restore();
        self.follow_kept_views();
        self.anchor_library();
        let looked_at = self.look_at_first_item();
        self.cx.afterwards.extend(looked_at);
        self.do_what_was_asked_ahead();
        if moved {
            self.count_views();
            self.selection_follows();
        }
        true
    }

    /// Takes what the engine has to do because of a snapshot, once.
    pub fn take_afterwards(&mut self) -> Vec<Effect> {
        let effects = std::mem::take(&mut self.cx.afterwards);
        self.submit(effects)
    }

    pub(crate) fn submit(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        self.note_asked(&effects);
        self.cx.submitted += effects.len() as u64;
        effects
    }
}
