//! State of the explorer: sources, records and the tree view. Covers the lists whose shape the contract leaves open,
//! and any readable route. The explorer writes nothing, and it sends a request only when the user opens a source.

use crate::contract::OperationId;
use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::operation::{Method, OPERATIONS};
use crate::contract::record::Record;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::RecordSource;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Overlay};
use crate::foundation::input::context::Screen;
use crate::foundation::presentation::provenance::route_text;
use crate::model::effect::Effect;
use crate::model::fetched::{Fetched, RouteRequest};
use crate::model::resources::resource_kind::ResourceKind;
use crate::open_json::{TreeLine, tree_lines};
use crate::records::lists::record_viewer::body_token;
use crate::screens::explorer::rows::ExplorerRows;
use crate::screens::explorer::rows_cache::RowInputs;
use crate::screens::inbox::inbox::InboxState;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Pane index of the sources.
pub const SOURCES: usize = 0;
/// Pane index of the records.
pub const RECORDS: usize = 1;
/// Pane index of the tree.
pub const TREE: usize = 2;
/// Maximum number of typed routes in the list.
pub(crate) const MAX_ROUTES: usize = 12;

/// Record families, in list order.
pub(crate) const KINDS: [ResourceKind; 10] = [
    ResourceKind::Operations,
    ResourceKind::Fonds,
    ResourceKind::Spvs,
    ResourceKind::Operateurs,
    ResourceKind::FieldDefinitions,
    ResourceKind::Taxonomies,
    ResourceKind::Alerts,
    ResourceKind::Tasks,
    ResourceKind::SavedViews,
    ResourceKind::CustomDashboards,
];

/// The explorer's state.
#[derive(Clone, Debug, Default)]
pub struct ExplorerState {
    /// Index of the focused source.
    pub source: usize,
    /// Typed routes: the current page of each, and the pages before it.
    pub(crate) routes: Vec<(RouteRequest, Vec<RouteRequest>)>,
    /// Index of the focused row among the shown rows.
    pub row: usize,
    /// The first column shown beside the pinned one.
    pub column: usize,
    /// Filter text for the rows.
    pub filter: String,
    pub(crate) prev_filter: String,
    /// Origin of a drill-down (screen, pane, focus), to which Esc returns.
    pub(crate) return_to: Option<(Screen, usize, usize)>,
    /// True while the whole response is shown as a tree instead of a table.
    pub is_tree: bool,
    collapsed: BTreeSet<String>,
    /// Index of the focused tree line.
    pub line: usize,
    pub(crate) rows: Arc<ExplorerRows>,
    pub(crate) row_inputs: RowInputs,
}

impl ExplorerState {
    /// Returns the rows of the focused source.
    pub fn explored_rows(&self) -> &ExplorerRows {
        &self.rows
    }

    /// Returns all sources: families, typed routes and known GET routes without path parameters.
    pub fn sources(&self) -> Vec<RecordSource> {
        let mut sources: Vec<RecordSource> = KINDS.into_iter().map(RecordSource::Kind).collect();
        sources.extend(self.routes.iter().map(|(request, _)| RecordSource::Route(request.clone())));
        let lists: Vec<OperationId> =
            ResourceKind::ALL.iter().copied().map(ResourceKind::list_operation).collect();
        let routes = OPERATIONS.iter().filter(|operation| {
            operation.method == Method::Get
                && operation.path_parameters().next().is_none()
                && !lists.contains(&operation.id)
        });
        sources.extend(routes.map(|operation| {
            RecordSource::Route(RouteRequest { path: operation.path.to_owned(), query: Vec::new() })
        }));
        sources
    }

    /// Returns the focused source.
    pub fn focused_source(&self) -> Option<RecordSource> {
        self.sources().into_iter().nth(self.source)
    }

    /// Returns the family of the focused source, if the source is a family.
    pub(crate) fn focused_kind(&self) -> Option<ResourceKind> {
        match self.focused_source()? {
            RecordSource::Kind(kind) => Some(kind),
            RecordSource::Route(_) => None,
        }
    }

    /// Returns the name for an export file: the family's name, otherwise "records".
    pub(crate) fn export_base_name(&self) -> &'static str {
        self.focused_kind().map_or("records", ResourceKind::name)
    }

    /// Returns the response of the focused route; `None` for families and routes not requested yet.
    pub fn focused_response<'a>(&'a self, cx: &'a AppCx) -> Option<&'a Fetched<JsonBody>> {
        match self.focused_source()? {
            RecordSource::Route(request) => cx.response(&request),
            RecordSource::Kind(_) => None,
        }
    }

    /// Returns the focused record.
    pub fn focused_record(&self) -> Option<&Record> {
        let rows = &self.rows;
        rows.records.get(*rows.visible.get(self.row)?)
    }

    /// Applies the filter: a shown row matches every word.
    pub(crate) fn apply_filter(&mut self) {
        let rows = Arc::make_mut(&mut self.rows);
        rows.apply_filter(&self.filter);
        let max = rows.visible.len().saturating_sub(1);
        self.row = self.row.min(max);
    }

    pub(crate) fn filter_rows(&mut self, text: String) {
        self.filter = text;
        self.apply_filter();
    }

    /// Returns the tree lines of the focused record or of the whole response.
    pub fn tree_lines(&self, cx: &AppCx) -> Vec<TreeLine> {
        let full_body = || body_token(self.focused_response(cx)?.value.as_deref()?);
        let focused_row = || {
            let record = self.focused_record()?;
            serde_json::value::RawValue::from_string(record.as_str().to_owned()).ok()
        };
        let raw =
            if self.is_tree { full_body().or_else(focused_row) } else { focused_row().or_else(full_body) };
        raw.map_or_else(Vec::new, |raw| {
            let format_options = cx.format_options(self.focused_kind());
            tree_lines(&format_options, &cx.field_labels(), &raw, |pointer| !self.collapsed.contains(pointer))
        })
    }

    /// Returns the screen from which the user opened the source; Esc returns there.
    pub fn return_screen(&self) -> Option<Screen> {
        self.return_to.map(|(screen, ..)| screen)
    }

    pub(crate) fn reset_focus(&mut self) {
        self.return_to = None;
        self.row = 0;
        self.column = 0;
        self.line = 0;
        self.collapsed.clear();
        self.filter.clear();
    }

    pub(crate) fn open_explorer(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        match cx.pane {
            SOURCES => {
                let effects = self.load_source(cx);
                cx.pane = RECORDS;
                effects
            }
            RECORDS => {
                cx.pane = TREE;
                Vec::new()
            }
            _ => {
                if let Some(line) = self.tree_lines(cx).get(self.line).filter(|line| line.child_count > 0) {
                    let pointer = line.pointer.clone();
                    if !self.collapsed.remove(&pointer) {
                        self.collapsed.insert(pointer);
                    }
                }
                Vec::new()
            }
        }
    }

    /// Requests the focused source.
    pub(crate) fn load_source(&self, cx: &AppCx) -> Vec<Effect> {
        match self.focused_source() {
            Some(RecordSource::Kind(kind @ (ResourceKind::Operations | ResourceKind::Spvs))) => {
                let referenced = cx.load_referenced();
                let referenced = referenced.filter(|effect| *effect != Effect::LoadResources(kind));
                std::iter::once(Effect::LoadResources(kind)).chain(referenced).collect()
            }
            Some(RecordSource::Kind(kind)) => vec![Effect::LoadResources(kind)],
            Some(RecordSource::Route(request)) => vec![Effect::LoadRoute(request)],
            None => Vec::new(),
        }
    }

    pub(crate) fn toggle_tree(&mut self) {
        self.is_tree = !self.is_tree;
        self.line = 0;
    }

    /// Opens the route form, filled with the focused source's route. For a family with a search parameter in the
    /// contract, the route includes that parameter.
    pub(crate) fn open_route_form(&mut self, cx: &mut AppCx) {
        let text = match self.focused_source() {
            Some(RecordSource::Kind(ResourceKind::Operateurs)) => "/operateurs?search=".to_owned(),
            Some(RecordSource::Kind(kind @ (ResourceKind::Operations | ResourceKind::Spvs))) => {
                format!("{}?name=", kind.list_operation().spec().path)
            }
            Some(RecordSource::Kind(kind)) => kind.list_operation().spec().path.to_owned(),
            Some(RecordSource::Route(request)) => route_text(&request),
            None => "/".to_owned(),
        };
        cx.overlay = Overlay::Form(Form::new(
            FormPurpose::AskRoute,
            String::new(),
            vec![FormField::text_field("route", text)],
        ));
    }

    pub(crate) fn copy_text(&self, cx: &AppCx) -> Option<String> {
        match cx.pane {
            SOURCES => Some(match self.focused_source()? {
                RecordSource::Kind(kind) => kind.list_operation().spec().path.to_owned(),
                RecordSource::Route(request) => route_text(&request),
            }),
            RECORDS => Some(self.focused_record()?.as_str().to_owned()),
            _ => {
                let lines = self.tree_lines(cx);
                let line = lines.get(self.line)?;
                Some(line.value.as_ref().unwrap_or(&line.label).to_string())
            }
        }
    }

    /// Returns the text being edited, for a front end with its own line editor.
    pub fn text_target<'a>(
        &'a self,
        inbox: &'a InboxState,
        pipeline: &'a Pipeline,
        cx: &'a AppCx,
    ) -> Option<&'a str> {
        match &cx.overlay {
            Overlay::Filter if cx.screen == Screen::Explorer => Some(&self.filter),
            Overlay::Filter if cx.screen == Screen::Notifications => Some(&inbox.filter),
            Overlay::Filter => Some(&pipeline.board.filter),
            Overlay::Palette(palette) => Some(&palette.query),
            Overlay::Help { query, typing: true, .. } => Some(query),
            Overlay::Form(form) => match form.fields.get(form.focus).map(|field| &field.value) {
                Some(FormValue::Text { text, .. }) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the current inputs.
    pub(crate) fn current_row_inputs(&self, cx: &AppCx) -> RowInputs {
        RowInputs {
            source: self.focused_source(),
            lang: Some(cx.options.lang),
            lists: Some(cx.snapshot.resources.clone()),
            response: self.focused_response(cx).and_then(|response| response.value.clone()),
            settings: cx.snapshot.settings.clone(),
        }
    }
}
