//! `App` methods for the agenda: its entries, and what opens from them.

use crate::contract::ids::{DealId, NotificationId};
use crate::foundation::cx::overlay_types::InboxTab;
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::screens::agenda::agenda::{AgendaEntry, EntryKind, agenda_entries, agenda_lines};
use crate::shell::app::App;

impl App {
    /// Returns the entries of the agenda in order.
    #[must_use]
    pub fn agenda_entries(&self) -> Vec<AgendaEntry> {
        let present = self.cx.in_present();
        present.map_or_else(|_| Vec::new(), |()| agenda_entries(&self.cx, &self.tasks, &self.inbox.triage))
    }

    /// Opens the focused entry. A day of the month with several shows its week first.
    pub(crate) fn open_agenda(&mut self) -> Vec<Effect> {
        let entries = self.agenda_entries();
        let Some(entry) = self.agenda.focused_entry(&entries, &self.cx).and_then(|at| entries.get(at)) else {
            return Vec::new();
        };
        let is_month = self.cx.options.split_view && !self.agenda.shows_week;
        if is_month && entries.iter().filter(|other| other.date == entry.date).count() > 1 {
            self.agenda.shows_week = true;
            return Vec::new();
        }
        self.open_agenda_entry(entry)
    }

    /// Opens the deal, task or notification of an entry.
    pub(crate) fn open_agenda_entry(&mut self, entry: &AgendaEntry) -> Vec<Effect> {
        match entry.kind {
            EntryKind::Followup | EntryKind::Field(_) => {
                DealId::new(&*entry.id).map_or_else(|_| Vec::new(), |deal| self.open_deal(deal))
            }
            EntryKind::Task => {
                let effects = self.show(Screen::Tasks);
                self.tasks.focus_task(&entry.id);
                self.show_record(ResourceKind::Tasks, &entry.id);
                effects
            }
            EntryKind::Snooze => {
                let effects = self.show(Screen::Notifications);
                self.inbox.show_tab(InboxTab::Snoozed, &mut self.cx);
                self.inbox.move_inbox_focus(NotificationId::new(&*entry.id).ok(), &mut self.cx);
                effects
            }
        }
    }

    /// Focuses the entry of a line of the list.
    pub(crate) fn focus_agenda_line(&mut self, line: usize) {
        let entries = self.agenda_entries();
        if let Some((at, _)) = agenda_lines(&entries, self.cx.today()).get(line) {
            self.agenda.focus_entry(&entries, *at);
        }
    }
}
