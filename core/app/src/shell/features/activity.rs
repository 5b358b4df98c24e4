//! `App` methods for the activity screen.

use crate::contract::ids::DealId;
use crate::error::{Local, Why};
use crate::foundation::cx::overlay::Layer;
use crate::foundation::cx::sheet::SheetKind;
use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::Reason;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteKind;
use crate::model::snapshot::EventKind;
use crate::records::activity::journal_actions::again;
use crate::records::activity::panes::JOURNAL;
use crate::shell::app::App;
use std::time::Duration;

impl App {
    /// Handles Enter: opens the facts of a request, or the deal of a journal line or write.
    pub(crate) fn open_activity(&mut self) -> Vec<Effect> {
        if let Some(request) = self.activity.focused_request(&self.cx).cloned() {
            self.activity.request = Some(request);
            self.open_sheet(SheetKind::Request);
            return Vec::new();
        }
        if self.cx.pane == JOURNAL && !self.cx.options.beside {
            return self
                .cx
                .deal_of_journal()
                .map_or_else(Vec::new, |deal| self.open_deal(deal));
        }
        // Conflicts are resolved on this screen: Enter toggles the version.
        if !self.cx.options.beside && self.activity.focused_conflict(&self.cx).is_some() {
            return self.activity.choose_side(&mut self.cx);
        }
        self.open_deal_of_write()
    }

    /// Converts new engine events to toasts and undo history.
    pub(crate) fn tell_outcomes(&mut self) {
        let snapshot = self.cx.snapshot.clone();
        let seen = self.cx.events_seen;
        for event in snapshot.events.iter().filter(|event| event.seq > seen) {
            self.tell(&event.kind);
        }
        if let Some(last) = snapshot.events.last() {
            self.cx.events_seen = self.cx.events_seen.max(last.seq);
        }
    }

    pub(crate) fn tell(&mut self, event: &EventKind) {
        let long = Duration::from_secs(12);
        match event {
            EventKind::Applied {
                kind: WriteKind::Create,
                record,
                label,
                was,
            } => {
                self.follow(was.as_deref(), record);
                let creating = |toast: &Toast| matches!(toast.kind, ToastKind::Creating { .. });
                // After the "creating" toast has ended, the user has moved on, so the focus stays.
                let hidden = if self.cx.toasts.iter().any(creating) {
                    self.table.reveal(record, &mut self.pipeline, &mut self.cx)
                } else {
                    self.pipeline.hides(record, &self.cx)
                };
                self.cx.toasts.retain(|toast| !creating(toast));
                self.cx.say(
                    ToastKind::Created {
                        label: label.clone(),
                        hidden,
                    },
                    Duration::from_secs(6),
                );
            }
            EventKind::Applied {
                kind: WriteKind::Delete,
                record,
                ..
            } => self.cx.history.deleted(record),
            // The card already shows the result: its pending mark disappears.
            EventKind::Applied { record, .. } => self.cx.moved_back(record),
            EventKind::Created {
                record,
                label,
                fields,
                again,
                decided,
            } => self.table.created(
                record,
                label,
                fields,
                (again.as_deref(), *decided),
                &mut self.pipeline,
                &mut self.cx,
            ),
            EventKind::NotKept {
                kind,
                record,
                label,
                fields,
            } => {
                self.cx.history.not_made(record);
                self.cx.toasts.retain(|toast| {
                    !toast.kind.undoable() && !matches!(toast.kind, ToastKind::Creating { .. })
                });
                self.cx.say(ToastKind::NotKept { label: label.clone() }, long);
                // Reopen the form, so that the typed values are not lost.
                if *kind == WriteKind::Create && self.cx.layer == Layer::None {
                    self.pipeline.correct_new_deal(None, fields, &mut self.cx);
                }
            }
            EventKind::SettingsNotKept { settings } => self.settings_not_kept(settings),
            EventKind::Refused { label, problem, .. } => {
                self.cx
                    .toasts
                    .retain(|toast| !matches!(toast.kind, ToastKind::Creating { .. }));
                self.cx.say(
                    ToastKind::Refused {
                        label: label.clone(),
                        problem: problem.clone(),
                    },
                    long,
                );
            }
            EventKind::Conflict { label, .. } => {
                self.cx.say(ToastKind::Conflict { label: label.clone() }, long);
            }
            EventKind::TooLate { record, label } => self.cx.too_late(record, label),
            EventKind::Leaving { record, label } => {
                self.table
                    .leaving(record, label, &mut self.pipeline, &mut self.cx);
            }
            EventKind::HeldAgain { count, until } => {
                let left = Duration::try_from(until.duration_since(self.cx.now)).unwrap_or_default();
                self.activity.note_held_again(&mut self.cx);
                self.cx.say(ToastKind::HeldAgain { count: *count }, left);
                self.ask_kept_deletions();
            }
            EventKind::AlreadySo {
                record,
                label,
                in_doubt,
            } => self
                .table
                .already_so(record, label, *in_doubt, &mut self.pipeline, &mut self.cx),
            EventKind::FoundSo {
                record,
                label,
                base,
                fields,
            } => self
                .table
                .found_so(record, label, (base, fields), &mut self.pipeline, &mut self.cx),
            EventKind::DecidedElsewhere {
                record,
                base,
                fields,
                over,
                sent,
            } => self.cx.decided_elsewhere(record, (base, fields), over, sent),
            EventKind::ChangedSince { record, label, left } => {
                self.table
                    .changed_since(record, label, *left, &mut self.pipeline, &mut self.cx);
            }
            EventKind::SameElsewhere { record, label } => {
                self.table
                    .same_elsewhere(record, label, &mut self.pipeline, &mut self.cx);
            }
            EventKind::DroppedElsewhere {
                write,
                record,
                label,
                reached,
            } => self.cx.say(
                ToastKind::DroppedElsewhere {
                    write: *write,
                    record: record.clone(),
                    label: label.clone(),
                    reached: *reached,
                },
                long,
            ),
            EventKind::GoneAlready { label, .. } => {
                self.cx.say(ToastKind::GoneAlready { label: label.clone() }, long);
            }
            EventKind::Damaged { found } => self.cx.say(ToastKind::Damaged { found: found.clone() }, long),
            // The status line shows this state while it lasts.
            EventKind::StoreFailed { error }
                if matches!(error.local(), Some(Local::Full | Local::Limited | Local::Closed)) => {}
            EventKind::StoreFailed { error } => {
                self.cx.say(
                    ToastKind::StoreFailed {
                        why: Why::from(error),
                    },
                    long,
                );
            }
        }
    }

    /// Replaces a deal's temporary identifier after its creation.
    pub(crate) fn follow(&mut self, was: Option<&str>, record: &str) {
        let Ok(id) = DealId::new(record) else { return };
        let meant = |deal: &Option<DealId>| deal.as_ref().is_some_and(|deal| Some(deal.as_str()) == was);
        if meant(&self.pipeline.deal) {
            self.pipeline.deal = Some(id.clone());
        }
        if let Some(was) = was {
            self.rename_selected(was, record);
            self.cx.history.rename(was, &id);
        }
        if meant(&self.pipeline.board.cursor.deal) {
            self.pipeline.board.cursor.deal = Some(id);
            self.table.look(&mut self.pipeline, &mut self.cx);
        }
    }

    pub(crate) fn open_deal_of_write(&mut self) -> Vec<Effect> {
        if let Some(write) = self
            .activity
            .focused_write(&self.cx)
            .filter(|write| write.kind == WriteKind::Create && write.parked())
        {
            let (id, fields) = (write.id, write.fields.clone());
            return self.pipeline.correct_new_deal(Some(id), &fields, &mut self.cx);
        }
        let deal = self
            .activity
            .focused_write(&self.cx)
            .filter(|write| write.kind != WriteKind::MarkRead)
            .and_then(|write| DealId::new(&write.record).ok())
            .filter(|deal| self.cx.snapshot.deals.find(deal.as_str()).is_some());
        deal.map_or_else(Vec::new, |deal| self.open_deal(deal))
    }

    /// Opens the deal of a journal line, or reports that it cannot be opened.
    pub(crate) fn open_journal_line(&mut self, seq: i64) -> Vec<Effect> {
        if let Some(deal) = self.cx.deal_of_line(seq) {
            return self.open_deal(deal);
        }
        let (id, reason) = (Some(ActionId::Open), Reason::NothingToOpen.key());
        self.cx.say(
            ToastKind::Disabled { id, reason },
            crate::foundation::cx::toast::SHORT,
        );
        Vec::new()
    }

    /// Recreates the deal whose deletion a journal line records.
    pub(crate) fn recreate_line(&mut self, seq: i64) -> Vec<Effect> {
        match self.pipeline.line_recreates(seq, &self.cx) {
            None => return Vec::new(),
            Some(Err(reason)) => {
                let (id, reason) = (Some(ActionId::Recreate), reason.key());
                self.cx.say(
                    ToastKind::Disabled { id, reason },
                    crate::foundation::cx::toast::SHORT,
                );
                return Vec::new();
            }
            Some(Ok(())) => {}
        }
        let Some(line) = self.cx.journal_line(seq).cloned() else {
            return Vec::new();
        };
        // A deletion of this session is undone through the undo history, so that the history stays consistent.
        let taken_back = self.recreate_raised(Some(&line.record));
        if !taken_back.is_empty() {
            return taken_back;
        }
        let (Some(again), Ok(deal)) = (again(&line), DealId::new(&line.record)) else {
            return Vec::new();
        };
        let label = line.label;
        self.cx
            .say(ToastKind::Creating { label: label.clone() }, self.cx.options.hold);
        vec![Effect::Recreate {
            deal,
            fields: again.fields,
            then: again.then,
            label,
        }]
    }
}
