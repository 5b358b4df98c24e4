//! Telling what came of writes, once each, and keeping the focus of the outbox.

use std::time::Duration;

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::engine::{Effect, EventKind, WriteId, WriteKind};
use crate::error::{Local, Why};

use crate::app::foundation::cx::change::{Again, Gone};
use crate::app::foundation::input::step::step;
use crate::app::shell::app::{App, Change, Layer, Screen, Toast, ToastKind};

/// The number of the pane of the activity that holds the journal of writes.
pub const JOURNAL: usize = 2;
/// The number of the pane of the activity that holds the rights observed.
pub const RIGHTS: usize = 3;
/// The number of what is wrong with what this machine keeps, which is a pane of the terminal's while there is any.
pub const NOTICES: usize = 4;

impl App {
    /// Turns the engine's new events into toasts and history.
    pub(in crate::app) fn tell_outcomes(&mut self) {
        let snapshot = self.cx.snapshot.clone();
        let seen = self.cx.events_seen;
        for event in snapshot.events.iter().filter(|event| event.seq > seen) {
            self.tell(&event.kind);
        }
        if let Some(last) = snapshot.events.last() {
            self.cx.events_seen = self.cx.events_seen.max(last.seq);
        }
    }

    fn tell(&mut self, event: &EventKind) {
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
                // What was kept for long is no longer what the person is at.
                let hidden = if self.cx.toasts.iter().any(creating) {
                    self.reveal(record)
                } else {
                    self.hides(record)
                };
                self.cx.toasts.retain(|toast| !creating(toast));
                self.say(
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
            // The card itself shows it: the mark of the pending write goes.
            EventKind::Applied { record, .. } => self.moved_back(record),
            EventKind::Created {
                record,
                label,
                fields,
                again,
                decided,
            } => self.created(record, label, fields, (again.as_deref(), *decided)),
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
                self.say(ToastKind::NotKept { label: label.clone() }, long);
                // What was typed is not lost with it.
                if *kind == WriteKind::Create && self.cx.layer == Layer::None {
                    self.correct_new_deal(None, fields);
                }
            }
            EventKind::SettingsNotKept { settings } => self.settings_not_kept(settings),
            EventKind::Refused { label, problem, .. } => {
                self.cx
                    .toasts
                    .retain(|toast| !matches!(toast.kind, ToastKind::Creating { .. }));
                self.say(
                    ToastKind::Refused {
                        label: label.clone(),
                        problem: problem.clone(),
                    },
                    long,
                );
            }
            EventKind::Conflict { label, .. } => self.say(ToastKind::Conflict { label: label.clone() }, long),
            EventKind::TooLate { record, label } => self.too_late(record, label),
            EventKind::Leaving { record, label } => self.leaving(record, label),
            EventKind::HeldAgain { count, until } => {
                let left = Duration::try_from(until.duration_since(self.cx.now)).unwrap_or_default();
                self.note_held_again();
                self.say(ToastKind::HeldAgain { count: *count }, left);
                self.ask_kept_deletions();
            }
            EventKind::AlreadySo {
                record,
                label,
                in_doubt,
            } => self.already_so(record, label, *in_doubt),
            EventKind::FoundSo {
                record,
                label,
                base,
                fields,
            } => self.found_so(record, label, (base, fields)),
            EventKind::DecidedElsewhere {
                record,
                base,
                fields,
                over,
                sent,
            } => self.decided_elsewhere(record, (base, fields), over, sent),
            EventKind::ChangedSince { record, label, left } => self.changed_since(record, label, *left),
            EventKind::SameElsewhere { record, label } => self.same_elsewhere(record, label),
            EventKind::DroppedElsewhere {
                write,
                record,
                label,
                reached,
            } => self.say(
                ToastKind::DroppedElsewhere {
                    write: *write,
                    record: record.clone(),
                    label: label.clone(),
                    reached: *reached,
                },
                long,
            ),
            EventKind::GoneAlready { label, .. } => {
                self.say(ToastKind::GoneAlready { label: label.clone() }, long);
            }
            EventKind::Damaged { found } => self.say(ToastKind::Damaged { found: found.clone() }, long),
            // The status line says it for as long as it lasts.
            EventKind::StoreFailed { error }
                if matches!(error.local(), Some(Local::Full | Local::Limited | Local::Closed)) => {}
            EventKind::StoreFailed { error } => {
                self.say(
                    ToastKind::StoreFailed {
                        why: Why::from(error),
                    },
                    long,
                );
            }
        }
    }

    /// A creation is on disk: it can be taken back, and stands for the deal that it takes the place of.
    fn created(
        &mut self,
        record: &str,
        label: &str,
        fields: &Fields,
        (again, decided): (Option<&str>, Option<WriteId>),
    ) {
        let Ok(deal) = DealId::new(record) else { return };
        // It may be long before the service answers: the person goes on with the deal meanwhile.
        self.reveal(record);
        if let Some(was) = again {
            self.cx.history.rename(was, &deal);
            return;
        }
        let creation = Change::Existence {
            deal,
            label: label.to_owned(),
            created: true,
            again: Again {
                fields: fields.clone(),
                then: Fields::new(),
            },
            gone: Gone::No,
        };
        if !decided.is_some_and(|write| self.cx.history.decision_created(write, &creation)) {
            self.cx.history.push(creation);
        }
    }

    /// Puts the focus on a new deal, unless the person is busy with something else. Whether the filter hides it.
    fn reveal(&mut self, record: &str) -> bool {
        let table = &self.cx.snapshot.deals;
        let row = table.find(record);
        let place = row.and_then(|ix| self.pipeline.lens.place(table, ix));
        match place {
            Some((column, index)) if self.cx.layer == Layer::None && self.cx.screen == Screen::Pipeline => {
                self.focus_at(column, index);
                false
            }
            _ => self.hides(record),
        }
    }

    /// Whether a deal is there, and the filter hides it.
    fn hides(&self, record: &str) -> bool {
        let table = &self.cx.snapshot.deals;
        let row = table.find(record);
        row.is_some_and(|ix| self.pipeline.lens.place(table, ix).is_none())
    }

    /// A deal got its id: whoever looked at its temporary one looks at it now.
    fn follow(&mut self, was: Option<&str>, record: &str) {
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
            self.look();
        }
    }

    /// Finds the focused write again after the outbox changed; else its neighbour takes the focus.
    pub(in crate::app) fn anchor_write(&mut self) {
        let writes = &self.cx.snapshot.writes;
        let kept = self
            .activity
            .write
            .filter(|id| writes.iter().any(|write| write.id == *id));
        self.activity.write = kept.or_else(|| {
            let before = self.activity.write.unwrap_or(WriteId(0));
            writes
                .iter()
                .find(|write| write.id > before)
                .or(writes.last())
                .map(|write| write.id)
        });
    }

    pub(in crate::app) fn focus_write_by(&mut self, by: isize) {
        let lines = match self.cx.pane {
            0 => None,
            JOURNAL => Some(self.cx.snapshot.observed.journal.len()),
            RIGHTS => Some(self.cx.snapshot.rights.iter().count()),
            NOTICES => {
                self.scroll_lines(by);
                return;
            }
            _ => Some(self.shown_requests().count()),
        };
        if let Some(lines) = lines {
            // Whoever goes on past the first line, or asks for it by name, wants the newest one.
            self.cx.line_held = self.cx.scroll.cast_signed().saturating_add(by) >= 0;
            self.cx.scroll = step(self.cx.scroll, by, lines);
            return;
        }
        let writes = &self.cx.snapshot.writes;
        let here = writes
            .iter()
            .position(|write| Some(write.id) == self.activity.write)
            .unwrap_or(0);
        // The window shows everything on one sheet: what goes past the writes goes on along the sheet, and back.
        let past = if by > 0 {
            here + 1 >= writes.len()
        } else {
            self.cx.scroll > 0
        };
        if self.cx.options.beside && past {
            self.scroll_lines(by);
            return;
        }
        let place = step(here, by, writes.len());
        self.activity.write = writes.get(place).map(|write| write.id);
    }

    pub(super) fn open_deal_of_write(&mut self) -> Vec<Effect> {
        if let Some(write) = self
            .focused_write()
            .filter(|write| write.kind == WriteKind::Create && write.parked())
        {
            let (id, fields) = (write.id, write.fields.clone());
            return self.correct_new_deal(Some(id), &fields);
        }
        let deal = self
            .focused_write()
            .filter(|write| write.kind != WriteKind::MarkRead)
            .and_then(|write| DealId::new(&write.record).ok())
            .filter(|deal| self.cx.snapshot.deals.find(deal.as_str()).is_some());
        deal.map_or_else(Vec::new, |deal| self.open_deal(deal))
    }
}
