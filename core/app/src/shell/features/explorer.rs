//! `App` methods for the explorer.

use crate::foundation::cx::change_types::RecordSource;
use crate::foundation::cx::overlay::{Form, Overlay};
use crate::foundation::input::context::Screen;
use crate::foundation::input::step::step;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::Snapshot;
use crate::screens::explorer::explorer::{KINDS, MAX_ROUTES, RECORDS, SOURCES};
use crate::screens::explorer::route::{parse_route, route_after_search};
use crate::shell::app::App;
use std::sync::Arc;

impl App {
    pub(crate) fn update_explorer(&mut self, before: &Snapshot) {
        let differ = !Arc::ptr_eq(&before.resources, &self.cx.snapshot.resources)
            || !Arc::ptr_eq(&before.loaded_routes, &self.cx.snapshot.loaded_routes);
        if differ {
            self.refresh_source_rows();
        }
    }

    pub(crate) fn focus_source(&mut self, source: usize) {
        if source != self.explorer.source {
            self.explorer.source = source;
            self.explorer.reset_focus();
            self.refresh_source_rows();
        }
    }

    /// Shows the records of a source from the start, and requests them.
    pub(crate) fn open_source(&mut self, source: &RecordSource) -> Vec<Effect> {
        if let Some(at) = self.explorer.sources().iter().position(|other| other == source) {
            self.explorer.source = at;
        }
        self.explorer.reset_focus();
        self.explorer.is_tree = false;
        let effects = self.show(Screen::Explorer);
        self.cx.pane = RECORDS;
        effects
    }

    /// Shows the operations that match a filter, and requests them.
    pub(crate) fn explore_operations(&mut self, filter: String) -> Vec<Effect> {
        let from = (self.cx.screen, self.cx.pane, self.cx.scroll);
        let effects = self.open_source(&RecordSource::Kind(ResourceKind::Operations));
        self.explorer.filter_rows(filter);
        self.explorer.return_to = Some(from);
        effects
    }

    /// Returns to the screen that opened the explorer and clears the filter; `None` without such a screen.
    pub(crate) fn leave_explorer(&mut self) -> Option<Vec<Effect>> {
        let (screen, pane, scroll) = self.explorer.return_to.take()?;
        self.explorer.filter_rows(String::new());
        let effects = self.show(screen);
        (self.cx.pane, self.cx.scroll) = (pane, scroll);
        Some(effects)
    }

    pub(crate) fn focus_explorer_by(&mut self, by: isize) {
        let (len, current) = match self.cx.pane {
            SOURCES => (self.explorer.sources().len(), self.explorer.source),
            RECORDS => (self.explorer.rows.visible.len(), self.explorer.row),
            _ => (self.explorer.tree_lines(&self.cx).len(), self.explorer.line),
        };
        self.focus_explorer_line(step(current, by, len));
    }

    pub(crate) fn focus_explorer_line(&mut self, line: usize) {
        match self.cx.pane {
            SOURCES => self.focus_source(line.min(self.explorer.sources().len().saturating_sub(1))),
            RECORDS => {
                self.explorer.row = line.min(self.explorer.rows.visible.len().saturating_sub(1));
                self.explorer.line = 0;
            }
            _ => {
                self.explorer.line = line.min(self.explorer.tree_lines(&self.cx).len().saturating_sub(1));
            }
        }
    }

    /// Moves the focus sideways: through the table's columns, or to another pane.
    pub(crate) fn focus_explorer_sideways(&mut self, forward: bool) {
        if self.cx.pane == RECORDS {
            let max = self.explorer.rows.table.columns.len().saturating_sub(2);
            self.explorer.column = step(self.explorer.column, if forward { 1 } else { -1 }, max + 1);
            return;
        }
        self.focus_pane(if forward { self.cx.pane + 1 } else { self.cx.pane.saturating_sub(1) });
    }

    pub(crate) fn finish_route_form(&mut self, mut form: Form) -> Vec<Effect> {
        let request = match parse_route(route_after_search(form.value("route"))) {
            Ok(request) => request,
            Err(key) => {
                form.error = Some(key);
                self.cx.overlay = Overlay::Form(form);
                return Vec::new();
            }
        };
        let at =
            self.explorer.sources().iter().position(|source| *source == RecordSource::Route(request.clone()));
        let at = at.unwrap_or_else(|| {
            self.explorer.routes.insert(0, (request.clone(), Vec::new()));
            self.explorer.routes.truncate(MAX_ROUTES);
            KINDS.len()
        });
        self.explorer.source = at;
        self.explorer.reset_focus();
        self.refresh_source_rows();
        self.cx.pane = RECORDS;
        vec![Effect::LoadRoute(request)]
    }

    pub(crate) fn turn_page(&mut self, forward: bool) -> Vec<Effect> {
        let source = self.explorer.focused_source();
        let (Some(RecordSource::Route(here)), true) = (source, forward) else {
            let at = self.explorer.focused_route_index();
            let route = at.and_then(|at| self.explorer.routes.get_mut(at));
            let Some(before) = route.and_then(|(request, before)| {
                let last = before.pop()?;
                request.clone_from(&last);
                Some(last)
            }) else {
                return Vec::new();
            };
            self.explorer.row = 0;
            self.refresh_source_rows();
            return vec![Effect::LoadRoute(before)];
        };
        let Some(next) = self.explorer.next_page(&self.cx) else {
            return Vec::new();
        };
        if let Some((request, before)) =
            self.explorer.focused_route_index().and_then(|at| self.explorer.routes.get_mut(at))
        {
            request.clone_from(&next);
            before.push(here);
        } else {
            // A route of the operation table is added to the typed routes when the user pages it.
            self.explorer.routes.insert(0, (next.clone(), vec![here]));
            self.explorer.routes.truncate(MAX_ROUTES);
            self.explorer.source = KINDS.len();
        }
        self.explorer.row = 0;
        self.refresh_source_rows();
        vec![Effect::LoadRoute(next)]
    }
}
