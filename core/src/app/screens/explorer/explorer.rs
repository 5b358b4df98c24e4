//! The explorer: the lists whose shape the contract leaves open, and any route that can be read. Nothing is written
//! from here, and nothing is asked for by looking: a source is read when it is opened.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::app::foundation::input::step::step;
use crate::app::records::lists::record_viewer::body_token;
use crate::app::shell::app::{App, FieldValue, Form, FormField, Layer, Purpose, Screen};
use crate::contract::OperationId;
use crate::contract::body::Body;
use crate::contract::operation::{Method, OPERATIONS};
use crate::contract::record::Record;
use crate::discovery::Family;
use crate::engine::{Asked, Effect, Remote, Snapshot};
use crate::open_json::{Line, tree};

use super::route::{route_behind, route_of, route_text};
use super::rows::Rows;
use super::rows_cache::MadeOf;

/// The pane of the sources.
pub const SOURCES: usize = 0;
/// The pane of the records.
pub const RECORDS: usize = 1;
/// The pane of the tree.
pub const TREE: usize = 2;
/// How many typed routes are remembered.
pub(super) const MOST_ROUTES: usize = 12;

/// The families in the order of the list.
pub(super) const FAMILIES: [Family; 10] = [
    Family::Operations,
    Family::Fonds,
    Family::Spvs,
    Family::Operateurs,
    Family::FieldDefinitions,
    Family::Taxonomies,
    Family::Alerts,
    Family::Tasks,
    Family::SavedViews,
    Family::CustomDashboards,
];

/// What can be explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The list of a family.
    Family(Family),
    /// A route.
    Route(Asked),
}

/// The explorer's state.
#[derive(Clone, Debug, Default)]
pub struct ExplorerState {
    /// Which source has the focus.
    pub source: usize,
    /// The route of each typed source as it is paged now, and the pages before it.
    pub(super) routes: Vec<(Asked, Vec<Asked>)>,
    /// Which of the shown rows has the focus.
    pub row: usize,
    /// The first column shown beside the pinned one.
    pub column: usize,
    /// What the rows have to hold.
    pub filter: String,
    pub(in crate::app) filter_before: String,
    /// The screen and its pane from where a figure, or a part of what it sums up, was looked at: there Esc leads back.
    pub(in crate::app) from: Option<(Screen, usize, usize)>,
    /// Whether the answer is shown as a tree whole, instead of its records as a table.
    pub as_tree: bool,
    closed: BTreeSet<String>,
    /// Which line of the tree has the focus.
    pub line: usize,
    rows: Arc<Rows>,
    made_of: MadeOf,
}

impl App {
    /// The explorer's state.
    pub fn explorer(&self) -> &ExplorerState {
        &self.explorer
    }

    /// The rows of the focused source.
    pub fn explored_rows(&self) -> &Rows {
        &self.explorer.rows
    }

    /// Everything that can be explored: the families, the routes typed here, the routes without parameters that the
    /// operation table knows.
    pub fn sources(&self) -> Vec<Source> {
        let mut sources: Vec<Source> = FAMILIES.into_iter().map(Source::Family).collect();
        sources.extend(
            self.explorer
                .routes
                .iter()
                .map(|(asked, _)| Source::Route(asked.clone())),
        );
        let lists: Vec<OperationId> = Family::ALL.into_iter().map(Family::list).collect();
        let routes = OPERATIONS.iter().filter(|operation| {
            operation.method == Method::Get
                && operation.path_parameters().next().is_none()
                && !lists.contains(&operation.id)
        });
        sources.extend(routes.map(|operation| {
            Source::Route(Asked {
                path: operation.path.to_owned(),
                query: Vec::new(),
            })
        }));
        sources
    }

    /// The source that has the focus.
    pub fn focused_source(&self) -> Option<Source> {
        self.sources().into_iter().nth(self.explorer.source)
    }

    /// The family of the focused source, if it is one.
    pub(crate) fn explored_family(&self) -> Option<Family> {
        match self.focused_source()? {
            Source::Family(family) => Some(family),
            Source::Route(_) => None,
        }
    }

    /// What the rows are called in a file: by their family, where they are one.
    pub(crate) fn explored_name(&self) -> &'static str {
        self.explored_family().map_or("records", Family::name)
    }

    /// What the focused route answered, if the source is a route that was asked.
    pub fn focused_answer(&self) -> Option<&Remote<Body>> {
        match self.focused_source()? {
            Source::Route(asked) => self.answer(&asked),
            Source::Family(_) => None,
        }
    }

    /// The record that has the focus.
    pub fn explored_record(&self) -> Option<&Record> {
        let rows = &self.explorer.rows;
        rows.records.get(*rows.shown.get(self.explorer.row)?)
    }

    pub(in crate::app) fn follow_explorer(&mut self, before: &Snapshot) {
        let differ = !Arc::ptr_eq(&before.families, &self.cx.snapshot.families)
            || !Arc::ptr_eq(&before.explored, &self.cx.snapshot.explored);
        if differ {
            self.look_at_source();
        }
    }

    /// Makes the rows of the focused source anew, unless they are made of the very same already.
    pub(in crate::app) fn look_at_source(&mut self) {
        let made_of = MadeOf::now(self);
        if self.explorer.made_of.is(&made_of) {
            return self.choose_rows();
        }
        self.explorer.made_of = made_of;
        let records = match self.focused_source() {
            Some(Source::Family(family)) => {
                let list = self.cx.snapshot.families.get(&family);
                list.map(|list| list.records.to_vec()).unwrap_or_default()
            }
            Some(Source::Route(asked)) => {
                let answer = self.answer(&asked).and_then(|answer| answer.value.as_deref());
                answer.map(Body::records).unwrap_or_default()
            }
            None => Vec::new(),
        };
        let how = self.how(self.explored_family());
        self.explorer.rows = Arc::new(Rows::new(
            &how,
            &self.field_labels(),
            self.names_of_records(),
            records,
        ));
        self.choose_rows();
    }

    /// Applies the filter: every word of it must be in the row.
    fn choose_rows(&mut self) {
        let rows = Arc::make_mut(&mut self.explorer.rows);
        rows.choose(&self.explorer.filter);
        let most = rows.shown.len().saturating_sub(1);
        self.explorer.row = self.explorer.row.min(most);
    }

    pub(in crate::app) fn filter_rows(&mut self, text: String) {
        self.explorer.filter = text;
        self.choose_rows();
    }

    /// The lines of the tree: of the focused record, or of the whole answer.
    pub fn explored_lines(&self) -> Vec<Line> {
        let whole = || body_token(self.focused_answer()?.value.as_deref()?);
        let one = || {
            let record = self.explored_record()?;
            serde_json::value::RawValue::from_string(record.as_str().to_owned()).ok()
        };
        let raw = if self.explorer.as_tree {
            whole().or_else(one)
        } else {
            one().or_else(whole)
        };
        raw.map_or_else(Vec::new, |raw| {
            let how = self.how(self.explored_family());
            tree(&how, &self.field_labels(), &raw, |pointer| {
                !self.explorer.closed.contains(pointer)
            })
        })
    }

    fn focus_source(&mut self, source: usize) {
        if source != self.explorer.source {
            self.explorer.source = source;
            self.forget_place();
            self.look_at_source();
        }
    }

    /// Shows the records of a source from their beginning, and asks for them.
    pub(in crate::app) fn open_source(&mut self, source: &Source) -> Vec<Effect> {
        if let Some(at) = self.sources().iter().position(|one| one == source) {
            self.explorer.source = at;
        }
        self.forget_place();
        self.explorer.as_tree = false;
        let effects = self.show(Screen::Explorer);
        self.cx.pane = RECORDS;
        effects
    }

    /// Shows the operations that a filter leaves, and asks for them.
    pub(in crate::app::screens) fn explore_operations(&mut self, filter: String) -> Vec<Effect> {
        let from = (self.cx.screen, self.cx.pane, self.cx.scroll);
        let effects = self.open_source(&Source::Family(Family::Operations));
        self.filter_rows(filter);
        self.explorer.from = Some(from);
        effects
    }

    /// The screen from where what is explored was looked at: the way back leads there.
    pub fn explored_from(&self) -> Option<Screen> {
        self.explorer.from.map(|(screen, ..)| screen)
    }

    /// Back to what was looked at closer; the filter of its operations goes with them. `None` where there was none.
    pub(in crate::app) fn leave_explored(&mut self) -> Option<Vec<Effect>> {
        let (screen, pane, scroll) = self.explorer.from.take()?;
        self.filter_rows(String::new());
        let effects = self.show(screen);
        (self.cx.pane, self.cx.scroll) = (pane, scroll);
        Some(effects)
    }

    fn forget_place(&mut self) {
        self.explorer.from = None;
        self.explorer.row = 0;
        self.explorer.column = 0;
        self.explorer.line = 0;
        self.explorer.closed.clear();
        self.explorer.filter.clear();
    }

    pub(in crate::app) fn focus_explorer_by(&mut self, by: isize) {
        let (len, here) = match self.cx.pane {
            SOURCES => (self.sources().len(), self.explorer.source),
            RECORDS => (self.explorer.rows.shown.len(), self.explorer.row),
            _ => (self.explored_lines().len(), self.explorer.line),
        };
        self.focus_explorer_line(step(here, by, len));
    }

    pub(in crate::app) fn focus_explorer_line(&mut self, line: usize) {
        match self.cx.pane {
            SOURCES => self.focus_source(line.min(self.sources().len().saturating_sub(1))),
            RECORDS => {
                self.explorer.row = line.min(self.explorer.rows.shown.len().saturating_sub(1));
                self.explorer.line = 0;
            }
            _ => self.explorer.line = line.min(self.explored_lines().len().saturating_sub(1)),
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

    pub(in crate::app) fn open_explorer(&mut self) -> Vec<Effect> {
        match self.cx.pane {
            SOURCES => {
                let effects = self.read_source();
                self.cx.pane = RECORDS;
                effects
            }
            RECORDS => {
                self.cx.pane = TREE;
                Vec::new()
            }
            _ => {
                if let Some(line) = self
                    .explored_lines()
                    .get(self.explorer.line)
                    .filter(|line| line.parts > 0)
                {
                    let pointer = line.pointer.clone();
                    if !self.explorer.closed.remove(&pointer) {
                        self.explorer.closed.insert(pointer);
                    }
                }
                Vec::new()
            }
        }
    }

    /// Asks for the focused source.
    pub(in crate::app) fn read_source(&self) -> Vec<Effect> {
        match self.focused_source() {
            Some(Source::Family(family @ (Family::Operations | Family::Spvs))) => {
                let others = self.read_pointed_at();
                let others = others.filter(|effect| *effect != Effect::LoadFamily(family));
                std::iter::once(Effect::LoadFamily(family))
                    .chain(others)
                    .collect()
            }
            Some(Source::Family(family)) => vec![Effect::LoadFamily(family)],
            Some(Source::Route(asked)) => vec![Effect::Read(asked)],
            None => Vec::new(),
        }
    }

    pub(in crate::app) fn toggle_tree(&mut self) {
        self.explorer.as_tree = !self.explorer.as_tree;
        self.explorer.line = 0;
    }

    /// Asks for a route. The one of the focused source stands there already, with the search that the contract has for it.
    pub(in crate::app) fn begin_ask_route(&mut self) {
        let text = match self.focused_source() {
            Some(Source::Family(Family::Operateurs)) => "/operateurs?search=".to_owned(),
            Some(Source::Family(family @ (Family::Operations | Family::Spvs))) => {
                format!("{}?name=", family.list().spec().path)
            }
            Some(Source::Family(family)) => family.list().spec().path.to_owned(),
            Some(Source::Route(asked)) => route_text(&asked),
            None => "/".to_owned(),
        };
        self.cx.layer = Layer::Form(Form {
            purpose: Purpose::AskRoute,
            label: String::new(),
            replaces: None,
            fields: vec![FormField {
                name: "route",
                value: FieldValue::Text {
                    text,
                    known: Vec::new(),
                },
            }],
            focus: 0,
            pointed: None,
            error: None,
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
            .sources()
            .iter()
            .position(|source| *source == Source::Route(asked.clone()));
        let at = at.unwrap_or_else(|| {
            self.explorer.routes.insert(0, (asked.clone(), Vec::new()));
            self.explorer.routes.truncate(MOST_ROUTES);
            FAMILIES.len()
        });
        self.explorer.source = at;
        self.forget_place();
        self.look_at_source();
        self.cx.pane = RECORDS;
        vec![Effect::Read(asked)]
    }

    pub(in crate::app) fn copy_of_explorer(&self) -> Option<String> {
        match self.cx.pane {
            SOURCES => Some(match self.focused_source()? {
                Source::Family(family) => family.list().spec().path.to_owned(),
                Source::Route(asked) => route_text(&asked),
            }),
            RECORDS => Some(self.explored_record()?.as_str().to_owned()),
            _ => {
                let lines = self.explored_lines();
                let line = lines.get(self.explorer.line)?;
                Some(line.value.as_ref().unwrap_or(&line.label).to_string())
            }
        }
    }
}
