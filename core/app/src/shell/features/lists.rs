//! `App` methods for lists and records.

use crate::foundation::input::context::Screen;
use crate::foundation::input::step::step;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::lists::lists::{RecordViewer, ViewerSubject};
use crate::screens::agenda::agenda::agenda_entries;
use crate::shell::app::App;

impl App {
    /// Moves the focus along the lines of a shown record.
    pub(crate) fn move_viewer_focus(&self, viewer: &mut RecordViewer, by: isize) {
        let tile_count = self.cx.tile_focus_count(viewer);
        let line_count = tile_count.unwrap_or_else(|| self.cx.viewer_lines(viewer).len());
        viewer.line = step(viewer.line, by, line_count);
    }

    /// Returns the text of the focused line of a tree for the clipboard.
    pub(crate) fn viewer_copy_text(&self, viewer: &RecordViewer) -> Option<String> {
        let lines = self.cx.viewer_lines(viewer);
        let line = lines.get(viewer.line)?;
        match &line.value {
            Some(value) => Some(value.to_string()),
            None => Some(line.label.to_string()),
        }
    }

    /// Copies the focused line of the record overlay.
    pub(crate) fn copy_record_line(&mut self) {
        let (Some(viewer), Some(picker)) = (&self.lists.record, self.cx.picker()) else {
            return;
        };
        let line = RecordViewer { line: picker.selected, ..viewer.clone() };
        if let Some(text) = self.viewer_copy_text(&line) {
            self.cx.copy_text(text);
        }
    }

    /// Returns whether a line of a pane or task column is focused.
    pub fn is_line_focused(&self, pane: usize, line: usize) -> bool {
        match self.cx.screen {
            Screen::Tasks => {
                let column = self.tasks.columns.get(pane);
                let task = column.and_then(|column| column.items.get(line));
                pane == self.tasks.focused_column && task.map(|task| &task.id) == self.tasks.focus.as_ref()
            }
            Screen::Agenda => {
                let entries = agenda_entries(&self.cx, &self.tasks, &self.inbox.triage);
                self.agenda.is_line_focused(line, &entries, &self.cx)
            }
            Screen::Deal | Screen::Portfolio => {
                pane == self.cx.pane
                    && self.cx.scroll == line
                    && self.pipeline.focusable_row_count(&self.cx).is_some()
            }
            Screen::Flow => pane == self.cx.pane && self.cx.scroll == line,
            Screen::Notifications => {
                let lines = [
                    (crate::screens::inbox::inbox::ALERTS, self.inbox.alert_index),
                    (crate::screens::inbox::inbox::KINDS, self.inbox.kind_index),
                ];
                pane == self.cx.pane && lines.contains(&(pane, line))
            }
            Screen::Views if pane == crate::screens::server_views::server_views::DETAIL => {
                pane == self.cx.pane
                    && self.server_views.detail.as_ref().is_some_and(|viewer| viewer.line == line)
            }
            Screen::Views => pane == self.cx.pane && self.server_views.lines.get(pane) == Some(&line),
            Screen::Explorer => {
                let state = &self.explorer;
                let lines = [state.source, state.row, state.line];
                pane == self.cx.pane && lines.get(pane) == Some(&line)
            }
            _ => false,
        }
    }

    /// Moves the focus back to the pane from which the current one was opened.
    pub(crate) fn leave_pane(&mut self) {
        let target_pane = match (self.cx.screen, &self.server_views.detail) {
            (Screen::Views, Some(viewer))
                if self.cx.pane == crate::screens::server_views::server_views::DETAIL =>
            {
                match viewer.subject {
                    ViewerSubject::Record(..) => crate::screens::server_views::server_views::SERVICE_VIEWS,
                    ViewerSubject::Response(_) => crate::screens::server_views::server_views::DASHBOARDS,
                }
            }
            (Screen::Views, _) => crate::screens::server_views::server_views::DEAL_VIEWS,
            _ => self.cx.pane.saturating_sub(1),
        };
        self.focus_pane(target_pane);
    }

    /// Shows a record as a tree in an overlay.
    pub(crate) fn show_record(&mut self, kind: ResourceKind, id: &str) {
        if self.cx.kind_record(kind, id).is_some() {
            self.lists.record = Some(RecordViewer {
                is_tree: true,
                ..RecordViewer::new(ViewerSubject::Record(kind, id.to_owned()))
            });
            self.open_picker(crate::foundation::cx::overlay::PickerKind::Record);
        }
    }

    /// Shows every field of the focused task.
    pub(crate) fn show_task_record(&mut self) {
        if let Some(id) = self.tasks.focused_task().map(|task| task.id.clone()) {
            self.show_record(ResourceKind::Tasks, &id);
        }
    }

    pub(crate) fn unwatch_focused(&mut self) -> Vec<Effect> {
        let Some((kind, id)) = self.server_views.focused_watched_id(&self.inbox, &self.tasks, &self.cx)
        else {
            return Vec::new();
        };
        let ids = vec![id];
        self.cx.push_watched(kind, &ids, false);
        self.lists.unwatch(kind, ids, &mut self.cx)
    }
}
