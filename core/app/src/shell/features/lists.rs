//! `App` methods for lists and records.

use crate::foundation::cx::change::Change;
use crate::foundation::input::step::step;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::Family;
use crate::records::lists::shown_record::{Shown, ShownWhat};
use crate::shell::app::App;

impl App {
    /// Moves the focus along the lines of a shown record.
    pub(crate) fn step_shown(&self, shown: &mut Shown, by: isize) {
        let places = crate::screens::library::view::tiles::tiles(self, shown, true).map(|view| view.places());
        let places = places.unwrap_or_else(|| self.cx.shown_lines(shown).len());
        shown.line = step(shown.line, by, places);
    }

    /// Returns the text of the focused line for the clipboard.
    pub(crate) fn copy_of_shown(&self, shown: &Shown) -> Option<String> {
        if let Some(view) = crate::screens::library::view::tiles::tiles(self, shown, true) {
            return Some(view.said());
        }
        let lines = self.cx.shown_lines(shown);
        let line = lines.get(shown.line)?;
        match &line.value {
            Some(value) => Some(value.to_string()),
            None => Some(line.label.to_string()),
        }
    }

    /// Copies the focused line of the record overlay.
    pub(crate) fn copy_of_record(&mut self) {
        let (Some(shown), Some(sheet)) = (&self.lists.record, self.cx.sheet()) else {
            return;
        };
        let line = Shown {
            line: sheet.selected,
            ..shown.clone()
        };
        if let Some(text) = self.copy_of_shown(&line) {
            self.cx.copy_text(text);
        }
    }

    /// Returns whether a line of a pane or task column is focused.
    pub fn line_has_focus(&self, pane: usize, line: usize) -> bool {
        match self.cx.screen {
            crate::foundation::input::context::Screen::Tasks => {
                let lane = self.tasks.lanes.get(pane);
                let task = lane.and_then(|lane| lane.items.get(line));
                pane == self.tasks.lane && task.map(|task| &task.id) == self.tasks.focus.as_ref()
            }
            crate::foundation::input::context::Screen::Deal
            | crate::foundation::input::context::Screen::Portfolio => {
                pane == self.cx.pane
                    && self.cx.scroll == line
                    && self.pipeline.figure_rows(&self.cx).is_some()
            }
            crate::foundation::input::context::Screen::Notifications => {
                let lines = [
                    (crate::screens::inbox::panes::ALERTS, self.inbox.alert),
                    (crate::screens::inbox::panes::KINDS, self.inbox.kind),
                ];
                pane == self.cx.pane && lines.contains(&(pane, line))
            }
            crate::foundation::input::context::Screen::Views
                if pane == crate::screens::library::library::DETAIL =>
            {
                pane == self.cx.pane
                    && self
                        .library
                        .shown
                        .as_ref()
                        .is_some_and(|shown| shown.line == line)
            }
            crate::foundation::input::context::Screen::Views => {
                pane == self.cx.pane && self.library.lines.get(pane) == Some(&line)
            }
            crate::foundation::input::context::Screen::Explorer => {
                let state = &self.explorer;
                let lines = [state.source, state.row, state.line];
                pane == self.cx.pane && lines.get(pane) == Some(&line)
            }
            _ => false,
        }
    }

    /// Moves the focus back to the pane from which the current one was opened.
    pub(crate) fn leave_pane(&mut self) {
        let back = match (self.cx.screen, &self.library.shown) {
            (crate::foundation::input::context::Screen::Views, Some(shown))
                if self.cx.pane == crate::screens::library::library::DETAIL =>
            {
                match shown.what {
                    ShownWhat::Record(..) => crate::screens::library::library::SERVICE_VIEWS,
                    ShownWhat::Answer(_) => crate::screens::library::library::DASHBOARDS,
                }
            }
            (crate::foundation::input::context::Screen::Views, _) => {
                crate::screens::library::library::DEAL_VIEWS
            }
            _ => self.cx.pane.saturating_sub(1),
        };
        self.focus_pane(back);
    }

    /// Shows a record as a tree in an overlay.
    pub(crate) fn show_record(&mut self, family: Family, id: &str) {
        if self.cx.family_record(family, id).is_some() {
            self.lists.record = Some(Shown {
                tree: true,
                ..Shown::new(ShownWhat::Record(family, id.to_owned()))
            });
            self.open_sheet(crate::foundation::cx::sheet::SheetKind::Record);
        }
    }

    pub(crate) fn forget_id(&mut self) -> Vec<Effect> {
        let Some((family, id)) = self.library.forgettable(&self.inbox, &self.tasks, &self.cx) else {
            return Vec::new();
        };
        let (ids, on) = (vec![id], false);
        self.cx.history.push(Change::Watched {
            family,
            ids: ids.clone(),
            on,
        });
        self.lists.unwatch(family, ids, &mut self.cx)
    }
}
