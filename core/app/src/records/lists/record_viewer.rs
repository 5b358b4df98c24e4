//! Viewer of one record or response, as a tree with collapsible nodes.

use crate::foundation::cx::app_cx::AppCx;
use crate::records::lists::lists::{ListsState, RecordViewer, ViewerSubject};
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::contract::OperationId;
use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::record::Record;
use crate::model::effect::Effect;
use crate::model::fetched::{Fetched, RouteRequest};
use crate::model::resources::resource_kind::ResourceKind;
use crate::open_json::{FieldLabels, FormatOptions, NamingStyle, TreeLine, tree_lines};
use crate::text::SafeText;

/// Sorts the lines of a task: name, deal, status, due date, others, identifier. Nested lines stay under their field.
fn sort_task_lines(lines: Vec<TreeLine>) -> Vec<TreeLine> {
    let rank = |field: &str| match field {
        "name" | "nom" | "titre" | "title" => 0,
        "deal" | "deal_id" => 1,
        "statut" => 2,
        "id" => 5,
        field if crate::records::lists::record_viewer::DUE_FIELDS.contains(&field) => 3,
        _ => 4,
    };
    let mut lines = lines;
    lines.sort_by_key(|line| {
        let path = line.pointer.trim_start_matches('/');
        rank(path.split('/').next().unwrap_or_default())
    });
    lines
}

/// Returns the route of one dashboard (contract, "dashboard read"); `None` if the identifier cannot be in a path.
pub(crate) fn dashboard_route(id: &str) -> Option<RouteRequest> {
    let spec = OperationId::DashboardsGet.spec();
    let parameter = spec.path_parameters().next()?;
    Some(RouteRequest {
        path: crate::contract::base_url::fill_template(spec.path, &[(parameter, id)]).ok()?,
        query: Vec::new(),
    })
}

/// Returns a body as one JSON token; `None` if it is empty.
pub(crate) fn body_token(body: &JsonBody) -> Option<Box<RawValue>> {
    let text = match body {
        JsonBody::Object(record) => record.as_str().to_owned(),
        JsonBody::Value(raw) => return Some(raw.clone()),
        JsonBody::Empty => return None,
        JsonBody::List(list) => {
            if let Some(envelope) = &list.envelope {
                envelope.as_str().to_owned()
            } else {
                let elements: Vec<&str> = list.elements.iter().map(|raw| raw.get()).collect();
                format!("[{}]", elements.join(","))
            }
        }
    };
    RawValue::from_string(text).ok()
}

/// Resource kinds whose records are referenced by others.
const REFERENCED_KINDS: [ResourceKind; 4] =
    [ResourceKind::Operations, ResourceKind::Operateurs, ResourceKind::Spvs, ResourceKind::Fonds];

impl AppCx {
    /// Returns the labels of record fields from the loaded field definitions of the service.
    pub fn field_labels(&self) -> FieldLabels {
        let list = self.snapshot.resources.get(&ResourceKind::FieldDefinitions);
        list.map(|list| FieldLabels::from_definitions(list.records.iter())).unwrap_or_default()
    }

    /// Returns the format of values, with the labels of fields and codes.
    pub fn format_options(&self, kind: Option<ResourceKind>) -> FormatOptions {
        FormatOptions {
            lang: self.options.lang,
            zone: self.options.zone.clone(),
            naming: NamingStyle::Localized(kind),
            currency: self.options.currency.clone(),
        }
    }

    /// Returns the names of records that others reference, by identifier, from the loaded lists.
    pub fn record_names(&self) -> BTreeMap<String, SafeText> {
        let mut names = BTreeMap::new();
        for kind in REFERENCED_KINDS {
            for item in self.list_items(kind) {
                if let Some(name) = item.name() {
                    names.insert(item.id, SafeText::line_within(&name, 60));
                }
            }
        }
        names
    }

    /// Loads, once, the lists that operations reference and the contract documents, for their names.
    pub(crate) fn load_referenced(&self) -> impl Iterator<Item = Effect> {
        self.load_missing([ResourceKind::Operateurs, ResourceKind::Spvs])
    }

    /// Loads the lists that were neither loaded nor rejected.
    pub(crate) fn load_missing(
        &self,
        kinds: impl IntoIterator<Item = ResourceKind>,
    ) -> impl Iterator<Item = Effect> {
        let is_not_loaded = |kind: &ResourceKind| {
            let list = self.snapshot.resources.get(kind);
            list.is_none_or(|list| list.fetched_at.is_none() && !list.loading && list.error.is_none())
        };
        kinds.into_iter().filter(is_not_loaded).map(Effect::LoadResources)
    }

    /// Returns the response of a route, if it was requested.
    pub fn response(&self, request: &RouteRequest) -> Option<&Fetched<JsonBody>> {
        self.snapshot.loaded_routes.get(request)
    }

    /// Returns a record of a resource kind as the service sent it.
    pub fn kind_record(&self, kind: ResourceKind, id: &str) -> Option<&Record> {
        let list = self.snapshot.resources.get(&kind)?;
        let has_id = |record: &&Record| record.text("id").is_some_and(|record_id| record_id == id);
        list.records.iter().find(has_id)
    }

    /// Returns the tree lines of the viewer's subject.
    pub fn viewer_lines(&self, viewer: &RecordViewer) -> Vec<TreeLine> {
        let kind = match &viewer.subject {
            ViewerSubject::Record(resource, _) => Some(*resource),
            ViewerSubject::Response(_) => None,
        };
        let raw = match &viewer.subject {
            ViewerSubject::Record(resource, id) => self
                .kind_record(*resource, id)
                .and_then(|record| RawValue::from_string(record.as_str().to_owned()).ok()),
            ViewerSubject::Response(request) => {
                self.response(request).and_then(|response| body_token(response.value.as_deref()?))
            }
        };
        let lines = raw.map_or_else(Vec::new, |raw| {
            tree_lines(&self.format_options(kind), &self.field_labels(), &raw, |pointer| {
                !viewer.collapsed.contains(pointer)
            })
        });
        if kind == Some(ResourceKind::Tasks) {
            return sort_task_lines(lines);
        }
        lines
    }

    /// Opens or closes the focused node.
    pub(crate) fn toggle_viewer_node(&self, viewer: &mut RecordViewer) {
        if let Some(line) = self.viewer_lines(viewer).get(viewer.line) {
            viewer.toggle(line);
        }
    }

    pub(crate) fn record_is_open(&self) -> bool {
        self.picker().is_some_and(|picker| picker.kind == crate::foundation::cx::overlay::PickerKind::Record)
    }
}

impl ListsState {
    /// Returns the record open in an overlay.
    pub fn shown_record(&self) -> Option<&RecordViewer> {
        self.record.as_ref()
    }
}

/// Fields in which services give a task's due date; none is in the contract.
pub(crate) const DUE_FIELDS: [&str; 4] = ["echeance", "due_date", "date_echeance", "due"];
