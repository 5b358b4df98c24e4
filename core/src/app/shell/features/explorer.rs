//! What explorer does that reaches into other features.

use crate::app::foundation::cx::change::Way;
use crate::app::foundation::cx::change_types::Source;
use crate::app::foundation::cx::overlay::{Form, Layer};
use crate::app::foundation::cx::toast::LONG;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::foundation::cx::toast_types::Undid;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::step::step;
use crate::app::screens::explorer::explorer::{FAMILIES, MOST_ROUTES, RECORDS, SOURCES};
use crate::app::screens::explorer::route::{route_behind, route_of};
use crate::app::screens::explorer::rows::Rows;
use crate::app::screens::explorer::rows_cache::MadeOf;
use crate::app::shell::app::App;
use crate::contract::json::dynamic_body::Body;
use crate::discovery::Family;
use crate::engine::{Effect, LeftAs, Snapshot};
use std::sync::Arc;
use std::time::Duration;

impl App {
    pub(in crate::app) fn follow_explorer(&mut self, before: &Snapshot) {
        let differ = !Arc::ptr_eq(&before.families, &self.cx.snapshot.families)
            || !Arc::ptr_eq(&before.explored, &self.cx.snapshot.explored);
        if differ {
            self.look_at_source();
        }
    }

    /// Makes the rows of the focused source anew, unless they are made of the very same already.
    pub(in crate::app) fn look_at_source(&mut self) {
        let made_of = self.explorer.rows_made_of(&self.cx);
        if self.explorer.made_of.is(&made_of) {
            return self.explorer.choose_rows();
        }
        self.explorer.made_of = made_of;
        let records = match self.explorer.focused_source() {
            Some(Source::Family(family)) => {
                let list = self.cx.snapshot.families.get(&family);
                list.map(|list| list.records.to_vec()).unwrap_or_default()
            }
            Some(Source::Route(asked)) => {
                let answer = self.cx.answer(&asked).and_then(|answer| answer.value.as_deref());
                answer.map(Body::records).unwrap_or_default()
            }
            None => Vec::new(),
        };
        let how = self.cx.how(self.explorer.explored_family());
        self.explorer.rows = Arc::new(Rows::new(
            &how,
            &self.cx.field_labels(),
            self.cx.names_of_records(),
            records,
        ));
        self.explorer.choose_rows();
    }

    pub(in crate::app) fn focus_source(&mut self, source: usize) {
        if source != self.explorer.source {
            self.explorer.source = source;
            self.explorer.forget_place();
            self.look_at_source();
        }
    }

    /// Shows the records of a source from their beginning, and asks for them.
    pub(in crate::app) fn open_source(&mut self, source: &Source) -> Vec<Effect> {
        if let Some(at) = self.explorer.sources().iter().position(|one| one == source) {
            self.explorer.source = at;
        }
        self.explorer.forget_place();
        self.explorer.as_tree = false;
        let effects = self.show(Screen::Explorer);
        self.cx.pane = RECORDS;
        effects
    }

    /// Shows the operations that a filter leaves, and asks for them.
    pub(in crate::app) fn explore_operations(&mut self, filter: String) -> Vec<Effect> {
        let from = (self.cx.screen, self.cx.pane, self.cx.scroll);
        let effects = self.open_source(&Source::Family(Family::Operations));
        self.explorer.filter_rows(filter);
        self.explorer.from = Some(from);
        effects
    }

    /// Back to what was looked at closer; the filter of its operations goes with them. `None` where there was none.
    pub(in crate::app) fn leave_explored(&mut self) -> Option<Vec<Effect>> {
        let (screen, pane, scroll) = self.explorer.from.take()?;
        self.explorer.filter_rows(String::new());
        let effects = self.show(screen);
        (self.cx.pane, self.cx.scroll) = (pane, scroll);
        Some(effects)
    }

    pub(in crate::app) fn focus_explorer_by(&mut self, by: isize) {
        let (len, here) = match self.cx.pane {
            SOURCES => (self.explorer.sources().len(), self.explorer.source),
            RECORDS => (self.explorer.rows.shown.len(), self.explorer.row),
            _ => (self.explorer.explored_lines(&self.cx).len(), self.explorer.line),
        };
        self.focus_explorer_line(step(here, by, len));
    }

    pub(in crate::app) fn focus_explorer_line(&mut self, line: usize) {
        match self.cx.pane {
            SOURCES => self.focus_source(line.min(self.explorer.sources().len().saturating_sub(1))),
            RECORDS => {
                self.explorer.row = line.min(self.explorer.rows.shown.len().saturating_sub(1));
                self.explorer.line = 0;
            }
            _ => {
                self.explorer.line = line.min(self.explorer.explored_lines(&self.cx).len().saturating_sub(1));
            }
        }
    }

    /// Sideways: through the columns of the table, or out of a pane.
    pub(in crate::app) fn focus_explorer_sideways(&mut self, forward: bool) {
        if self.cx.pane == RECORDS {
            let most = self.explorer.rows.table.columns.len().saturating_sub(2);
            self.explorer.column = step(self.explorer.column, if forward { 1 } else { -1 }, most + 1);
            return;
        }
        self.focus_pane(if forward {
            self.cx.pane + 1
        } else {
            self.cx.pane.saturating_sub(1)
        });
    }

    pub(in crate::app) fn finish_ask_route(&mut self, mut form: Form) -> Vec<Effect> {
        let asked = match route_of(route_behind(form.value("route"))) {
            Ok(asked) => asked,
            Err(key) => {
                form.error = Some(key);
                self.cx.layer = Layer::Form(form);
                return Vec::new();
            }
        };
        let at = self
            .explorer
            .sources()
            .iter()
            .position(|source| *source == Source::Route(asked.clone()));
        let at = at.unwrap_or_else(|| {
            self.explorer.routes.insert(0, (asked.clone(), Vec::new()));
            self.explorer.routes.truncate(MOST_ROUTES);
            FAMILIES.len()
        });
        self.explorer.source = at;
        self.explorer.forget_place();
        self.look_at_source();
        self.cx.pane = RECORDS;
        vec![Effect::Read(asked)]
    }

    /// Goes a way with the filter of a source, where it is shown. One that is otherwise by now is left as it is.
    pub(in crate::app) fn turn_rows_filter(
        &mut self,
        way: Way,
        source: &Source,
        before: String,
        after: &str,
    ) -> Vec<Effect> {
        let (from, to) = match way {
            Way::Back => (after, before.as_str()),
            Way::Again => (before.as_str(), after),
        };
        let elsewhere = self.explorer.focused_source().as_ref() != Some(source);
        let known = !elsewhere || self.explorer.sources().contains(source);
        // Another source has no filter yet: to that of this one leads the way back alone.
        let stands = if elsewhere { "" } else { &self.explorer.filter };
        if !known || stands != from {
            self.cx.history.drop_turned(way);
            let left = LeftAs::Changed;
            self.cx.say(ToastKind::ChangedSince { label: before, left }, LONG);
            return Vec::new();
        }
        let effects = if elsewhere {
            self.open_source(source)
        } else if self.cx.screen == Screen::Explorer {
            Vec::new()
        } else {
            self.show(Screen::Explorer)
        };
        self.explorer.filter_rows(to.to_owned());
        self.cx.say_gone(way, before, Undid::Filter, Duration::ZERO);
        effects
    }

    pub(in crate::app) fn turn_page(&mut self, forward: bool) -> Vec<Effect> {
        let shown = self.explorer.focused_source();
        let (Some(Source::Route(here)), true) = (shown, forward) else {
            let at = self.explorer.paged();
            let route = at.and_then(|at| self.explorer.routes.get_mut(at));
            let Some(before) = route.and_then(|(asked, before)| {
                let last = before.pop()?;
                asked.clone_from(&last);
                Some(last)
            }) else {
                return Vec::new();
            };
            self.explorer.row = 0;
            self.look_at_source();
            return vec![Effect::Read(before)];
        };
        let Some(next) = self.explorer.page_after(&self.cx) else {
            return Vec::new();
        };
        if let Some((asked, before)) = self
            .explorer
            .paged()
            .and_then(|at| self.explorer.routes.get_mut(at))
        {
            asked.clone_from(&next);
            before.push(here);
        } else {
            // A route of the table becomes a typed one as soon as it is paged.
            self.explorer.routes.insert(0, (next.clone(), vec![here]));
            self.explorer.routes.truncate(MOST_ROUTES);
            self.explorer.source = FAMILIES.len();
        }
        self.explorer.row = 0;
        self.look_at_source();
        vec![Effect::Read(next)]
    }
}
