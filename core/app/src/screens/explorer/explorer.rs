//! State of the explorer: sources, records and the tree view. Covers the lists whose shape the contract leaves open,
//! and any readable route. The explorer writes nothing, and it sends a request only when the user opens a source.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::Source;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::contract::OperationId;
use crate::contract::json::dynamic_body::Body;
use crate::contract::operation::{Method, OPERATIONS};
use crate::contract::record::Record;
use crate::foundation::cx::overlay::{FieldValue, Form, FormField, Layer, Purpose};
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::fetched::{Asked, Remote};
use crate::model::resources::resource_kind::Family;
use crate::open_json::{Line, tree};
use crate::records::lists::record_viewer::body_token;

use super::rows::Rows;
use super::rows_cache::MadeOf;
use crate::foundation::presentation::route_text::route_text;

/// Pane index of the sources.
pub const SOURCES: usize = 0;
/// Pane index of the records.
pub const RECORDS: usize = 1;
/// Pane index of the tree.
pub const TREE: usize = 2;
/// Maximum number of typed routes in the list.
pub(crate) const MOST_ROUTES: usize = 12;

/// Record families, in list order.
pub(crate) const FAMILIES: [Family; 10] = [
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

/// The explorer's state.
#[derive(Clone, Debug, Default)]
pub struct ExplorerState {
    /// Index of the focused source.
    pub source: usize,
    /// Typed routes: the current page of each, and the pages before it.
    pub(crate) routes: Vec<(Asked, Vec<Asked>)>,
    /// Index of the focused row among the shown rows.
    pub row: usize,
    /// The first column shown beside the pinned one.
    pub column: usize,
    /// Filter text for the rows.
    pub filter: String,
    pub(crate) filter_before: String,
    /// Origin of a drill-down (screen, pane, focus), to which Esc returns.
    pub(crate) from: Option<(Screen, usize, usize)>,
    /// True while the whole answer is shown as a tree instead of a table.
    pub as_tree: bool,
    closed: BTreeSet<String>,
    /// Index of the focused tree line.
    pub line: usize,
    pub(crate) rows: Arc<Rows>,
    pub(crate) made_of: MadeOf,
}

impl ExplorerState {
    /// Returns the explorer's state.
    pub fn explorer(&self) -> &ExplorerState {
        self
    }

    /// Returns the rows of the focused source.
    pub fn explored_rows(&self) -> &Rows {
        &self.rows
    }

    /// Returns all sources: families, typed routes and known GET routes without path parameters.
    pub fn sources(&self) -> Vec<Source> {
        let mut sources: Vec<Source> = FAMILIES.into_iter().map(Source::Family).collect();
        sources.extend(self.routes.iter().map(|(asked, _)| Source::Route(asked.clone())));
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

    /// Returns the focused source.
    pub fn focused_source(&self) -> Option<Source> {
        self.sources().into_iter().nth(self.source)
    }

    /// Returns the family of the focused source, if the source is a family.
    pub(crate) fn explored_family(&self) -> Option<Family> {
        match self.focused_source()? {
            Source::Family(family) => Some(family),
            Source::Route(_) => None,
        }
    }

    /// Returns the name for an export file: the family's name, otherwise "records".
    pub(crate) fn explored_name(&self) -> &'static str {
        self.explored_family().map_or("records", Family::name)
    }

    /// Returns the answer of the focused route; `None` for families and routes not requested yet.
    pub fn focused_answer<'a>(&'a self, cx: &'a AppCx) -> Option<&'a Remote<Body>> {
        match self.focused_source()? {
            Source::Route(asked) => cx.answer(&asked),
            Source::Family(_) => None,
        }
    }

    /// Returns the focused record.
    pub fn explored_record(&self) -> Option<&Record> {
        let rows = &self.rows;
        rows.records.get(*rows.shown.get(self.row)?)
    }

    /// Applies the filter: a shown row matches every word.
    pub(crate) fn choose_rows(&mut self) {
        let rows = Arc::make_mut(&mut self.rows);
        rows.choose(&self.filter);
        let most = rows.shown.len().saturating_sub(1);
        self.row = self.row.min(most);
    }

    pub(crate) fn filter_rows(&mut self, text: String) {
        self.filter = text;
        self.choose_rows();
    }

    /// Returns the tree lines of the focused record or of the whole answer.
    pub fn explored_lines(&self, cx: &AppCx) -> Vec<Line> {
        let whole = || body_token(self.focused_answer(cx)?.value.as_deref()?);
        let one = || {
            let record = self.explored_record()?;
            serde_json::value::RawValue::from_string(record.as_str().to_owned()).ok()
        };
        let raw = if self.as_tree {
            whole().or_else(one)
        } else {
            one().or_else(whole)
        };
        raw.map_or_else(Vec::new, |raw| {
            let how = cx.how(self.explored_family());
            tree(&how, &cx.field_labels(), &raw, |pointer| {
                !self.closed.contains(pointer)
            })
        })
    }

    /// Returns the screen from which the user opened the source; Esc returns there.
    pub fn explored_from(&self) -> Option<Screen> {
        self.from.map(|(screen, ..)| screen)
    }

    pub(crate) fn forget_place(&mut self) {
        self.from = None;
        self.row = 0;
        self.column = 0;
        self.line = 0;
        self.closed.clear();
        self.filter.clear();
    }

    pub(crate) fn open_explorer(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        match cx.pane {
            SOURCES => {
                let effects = self.read_source(cx);
                cx.pane = RECORDS;
                effects
            }
            RECORDS => {
                cx.pane = TREE;
                Vec::new()
            }
            _ => {
                if let Some(line) = self
                    .explored_lines(cx)
                    .get(self.line)
                    .filter(|line| line.parts > 0)
                {
                    let pointer = line.pointer.clone();
                    if !self.closed.remove(&pointer) {
                        self.closed.insert(pointer);
                    }
                }
                Vec::new()
            }
        }
    }

    /// Requests the focused source.
    pub(crate) fn read_source(&self, cx: &AppCx) -> Vec<Effect> {
        match self.focused_source() {
            Some(Source::Family(family @ (Family::Operations | Family::Spvs))) => {
                let others = cx.read_pointed_at();
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

    pub(crate) fn toggle_tree(&mut self) {
        self.as_tree = !self.as_tree;
        self.line = 0;
    }

    /// Opens the route form, filled with the focused source's route. For a family with a search parameter in the
    /// contract, the route includes that parameter.
    pub(crate) fn begin_ask_route(&mut self, cx: &mut AppCx) {
        let text = match self.focused_source() {
            Some(Source::Family(Family::Operateurs)) => "/operateurs?search=".to_owned(),
            Some(Source::Family(family @ (Family::Operations | Family::Spvs))) => {
                format!("{}?name=", family.list().spec().path)
            }
            Some(Source::Family(family)) => family.list().spec().path.to_owned(),
            Some(Source::Route(asked)) => route_text(&asked),
            None => "/".to_owned(),
        };
        cx.layer = Layer::Form(Form {
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

    pub(crate) fn copy_of_explorer(&self, cx: &AppCx) -> Option<String> {
        match cx.pane {
            SOURCES => Some(match self.focused_source()? {
                Source::Family(family) => family.list().spec().path.to_owned(),
                Source::Route(asked) => route_text(&asked),
            }),
            RECORDS => Some(self.explored_record()?.as_str().to_owned()),
            _ => {
                let lines = self.explored_lines(cx);
                let line = lines.get(self.line)?;
                Some(line.value.as_ref().unwrap_or(&line.label).to_string())
            }
        }
    }
}
