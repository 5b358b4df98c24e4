//! Viewer of one record or answer, as a tree with collapsible nodes.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::records::lists::lists::ListsState;
use crate::records::lists::shown_record::{Shown, ShownWhat};
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::contract::OperationId;
use crate::contract::json::dynamic_body::Body;
use crate::contract::record::Record;
use crate::model::effect::Effect;
use crate::model::fetched::{Asked, Remote};
use crate::model::resources::resource_kind::Family;
use crate::open_json::{Called, How, Labels, Line, tree};
use crate::text::Clean;

/// Sorts the lines of a task: name, deal, status, due date, others, identifier. Nested lines stay under their field.
fn task_first(lines: Vec<Line>) -> Vec<Line> {
    let rank = |field: &str| match field {
        "name" | "nom" | "titre" | "title" => 0,
        "deal" | "deal_id" => 1,
        "statut" => 2,
        "id" => 5,
        field if crate::records::lists::record_viewer::DUE.contains(&field) => 3,
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
pub(crate) fn dashboard_route(id: &str) -> Option<Asked> {
    let spec = OperationId::DashboardsGet.spec();
    let parameter = spec.path_parameters().next()?;
    Some(Asked {
        path: crate::contract::base_url::fill(spec.path, &[(parameter, id)]).ok()?,
        query: Vec::new(),
    })
}

/// Returns the route of the alert preferences (contract, "alert preferences").
pub(crate) fn preferences_route() -> Asked {
    Asked {
        path: OperationId::AlertPreferencesList.spec().path.to_owned(),
        query: Vec::new(),
    }
}

/// Returns a body as one JSON token; `None` if it is empty.
pub(crate) fn body_token(body: &Body) -> Option<Box<RawValue>> {
    let text = match body {
        Body::Object(record) => record.as_str().to_owned(),
        Body::Value(raw) => return Some(raw.clone()),
        Body::Empty => return None,
        Body::List(list) => {
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
const POINTED_AT: [Family; 4] = [
    Family::Operations,
    Family::Operateurs,
    Family::Spvs,
    Family::Fonds,
];

impl AppCx {
    /// Returns the labels of record fields from the loaded field definitions of the service.
    pub fn field_labels(&self) -> Labels {
        let list = self.snapshot.families.get(&Family::FieldDefinitions);
        list.map(|list| Labels::of(list.records.iter()))
            .unwrap_or_default()
    }

    /// Returns the format of values, with the labels of fields and codes.
    pub fn how(&self, of: Option<Family>) -> How {
        How {
            lang: self.options.lang,
            zone: self.options.zone.clone(),
            called: Called::InWords(of),
            currency: self.options.currency.clone(),
        }
    }

    /// Returns the names of records that others reference, by identifier, from the loaded lists.
    pub fn names_of_records(&self) -> BTreeMap<String, Clean> {
        let mut names = BTreeMap::new();
        for family in POINTED_AT {
            for item in self.family_items(family) {
                if let Some(name) = item.name() {
                    names.insert(item.id, Clean::line_of(&name, 60));
                }
            }
        }
        names
    }

    /// Loads, once, the lists that operations reference and the contract documents, for their names.
    pub(crate) fn read_pointed_at(&self) -> impl Iterator<Item = Effect> {
        let unread = |family: &Family| {
            let list = self.snapshot.families.get(family);
            list.is_none_or(|list| list.read_at.is_none() && !list.loading && list.error.is_none())
        };
        let listed = [Family::Operateurs, Family::Spvs].into_iter();
        listed.filter(unread).map(Effect::LoadFamily)
    }

    /// Returns the answer of a route, if it was requested.
    pub fn answer(&self, asked: &Asked) -> Option<&Remote<Body>> {
        self.snapshot.explored.get(asked)
    }

    /// Returns the alert preferences of the delegated user, if they were requested.
    pub fn alert_preferences(&self) -> Option<&Remote<Body>> {
        self.answer(&preferences_route())
    }

    /// Returns a record of a resource kind as the service sent it.
    pub fn family_record(&self, family: Family, id: &str) -> Option<&Record> {
        let list = self.snapshot.families.get(&family)?;
        let of = |record: &&Record| record.text("id").is_some_and(|own| own == id);
        list.records.iter().find(of)
    }

    /// Returns the tree lines of the viewer's subject.
    pub fn shown_lines(&self, shown: &Shown) -> Vec<Line> {
        let of = match &shown.what {
            ShownWhat::Record(family, _) => Some(*family),
            ShownWhat::Answer(_) => None,
        };
        let raw = match &shown.what {
            ShownWhat::Record(family, id) => self
                .family_record(*family, id)
                .and_then(|record| RawValue::from_string(record.as_str().to_owned()).ok()),
            ShownWhat::Answer(asked) => self
                .answer(asked)
                .and_then(|answer| body_token(answer.value.as_deref()?)),
        };
        let lines = raw.map_or_else(Vec::new, |raw| {
            tree(&self.how(of), &self.field_labels(), &raw, |pointer| {
                !shown.closed.contains(pointer)
            })
        });
        if of == Some(Family::Tasks) {
            return task_first(lines);
        }
        lines
    }

    /// Opens or closes the focused node.
    pub(crate) fn toggle_shown(&self, shown: &mut Shown) {
        if let Some(line) = self.shown_lines(shown).get(shown.line) {
            shown.toggle(line);
        }
    }

    pub(crate) fn record_is_open(&self) -> bool {
        self.sheet()
            .is_some_and(|sheet| sheet.kind == crate::foundation::cx::sheet::SheetKind::Record)
    }
}

impl ListsState {
    /// Returns the record open in an overlay.
    pub fn shown_record(&self) -> Option<&Shown> {
        self.record.as_ref()
    }
}

impl Pipeline {
    /// Returns whether the panes of the screen have focusable lines and not scrolling text.
    pub fn focuses_lines(&self, cx: &AppCx) -> bool {
        use crate::foundation::input::context::Screen;
        matches!(cx.screen, Screen::Tasks | Screen::Views | Screen::Explorer)
            || self.figure_rows(cx).is_some()
    }
}

/// Fields in which services give a task's due date; none is in the contract.
pub(crate) const DUE: [&str; 4] = ["echeance", "due_date", "date_echeance", "due"];
