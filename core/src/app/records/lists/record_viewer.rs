//! One record, or one answer, looked at whole: a tree of which a person opens and closes the nodes.

use crate::app::records::lists::shown_record::{ShownWhat, Shown};
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::records::lists::lists::ListsState;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;

use crate::contract::OperationId;
use crate::contract::json::dynamic_body::Body;
use crate::contract::record::Record;
use crate::discovery::Family;
use crate::engine::{Asked, Effect, Remote};
use crate::open_json::{Called, How, Labels, Line, tree};
use crate::text::Clean;

/// The lines of a task as a person asks for them: what it is called, its deal, its status, when it is due, then the rest, and
/// the identifier last. What is part of a field stays under it.
fn task_first(lines: Vec<Line>) -> Vec<Line> {
    let rank = |field: &str| match field {
        "name" | "nom" | "titre" | "title" => 0,
        "deal" | "deal_id" => 1,
        "statut" => 2,
        "id" => 5,
        field if crate::app::records::lists::record_viewer::DUE.contains(&field) => 3,
        _ => 4,
    };
    let mut lines = lines;
    lines.sort_by_key(|line| {
        let path = line.pointer.trim_start_matches('/');
        rank(path.split('/').next().unwrap_or_default())
    });
    lines
}

/// The route of one dashboard (contract, "dashboard read"); `None` for an identifier that cannot stand in a path.
pub(in crate::app) fn dashboard_route(id: &str) -> Option<Asked> {
    let spec = OperationId::DashboardsGet.spec();
    let parameter = spec.path_parameters().next()?;
    Some(Asked {
        path: crate::contract::base_url::fill(spec.path, &[(parameter, id)]).ok()?,
        query: Vec::new(),
    })
}

/// The route of the alert preferences (contract, "alert preferences").
pub(in crate::app) fn preferences_route() -> Asked {
    Asked {
        path: OperationId::AlertPreferencesList.spec().path.to_owned(),
        query: Vec::new(),
    }
}

/// A body as one JSON token; `None` if there is nothing in it.
pub(in crate::app) fn body_token(body: &Body) -> Option<Box<RawValue>> {
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

/// The families whose records others point at.
const POINTED_AT: [Family; 4] = [
    Family::Operations,
    Family::Operateurs,
    Family::Spvs,
    Family::Fonds,
];

impl AppCx {
    /// What the fields of records are called: the service's field definitions, as far as they are known.
    pub fn field_labels(&self) -> Labels {
        let list = self.snapshot.families.get(&Family::FieldDefinitions);
        list.map(|list| Labels::of(list.records.iter()))
            .unwrap_or_default()
    }

    /// In what manner values are written, with the words there are for fields and codes.
    pub fn how(&self, of: Option<Family>) -> How {
        How {
            lang: self.options.lang,
            zone: self.options.zone.clone(),
            called: Called::InWords(of),
            currency: self.options.currency.clone(),
        }
    }

    /// What records that others point at are called, by identifier: those of every family that was read.
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

    /// Reads, once, what operations point at by identifier and the contract lists, so that it can be named.
    pub(in crate::app) fn read_pointed_at(&self) -> impl Iterator<Item = Effect> {
        let unread = |family: &Family| {
            let list = self.snapshot.families.get(family);
            list.is_none_or(|list| list.read_at.is_none() && !list.loading && list.error.is_none())
        };
        let listed = [Family::Operateurs, Family::Spvs].into_iter();
        listed.filter(unread).map(Effect::LoadFamily)
    }

    /// What a route answered, if it was asked.
    pub fn answer(&self, asked: &Asked) -> Option<&Remote<Body>> {
        self.snapshot.explored.get(asked)
    }

    /// The alert preferences of the delegated user, as far as they were asked for.
    pub fn alert_preferences(&self) -> Option<&Remote<Body>> {
        self.answer(&preferences_route())
    }

    /// A record of a family as the service gave it.
    pub fn family_record(&self, family: Family, id: &str) -> Option<&Record> {
        let list = self.snapshot.families.get(&family)?;
        let of = |record: &&Record| record.text("id").is_some_and(|own| own == id);
        list.records.iter().find(of)
    }

    /// The lines of the tree of what is looked at.
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
    pub(in crate::app) fn toggle_shown(&self, shown: &mut Shown) {
        if let Some(line) = self.shown_lines(shown).get(shown.line) {
            shown.toggle(line);
        }
    }

    pub(in crate::app) fn record_is_open(&self) -> bool {
        self.sheet()
            .is_some_and(|sheet| sheet.kind == crate::app::foundation::cx::sheet::SheetKind::Record)
    }
}

impl ListsState {
    /// The record that lies over the screen as a tree.
    pub fn shown_record(&self) -> Option<&Shown> {
        self.record.as_ref()
    }
}

impl Pipeline {
    /// Whether the panes of the screen hold lines that take the focus, and no text that scrolls.
    pub fn focuses_lines(&self, cx: &AppCx) -> bool {
        use crate::app::foundation::input::context::Screen;
        matches!(cx.screen, Screen::Tasks | Screen::Views | Screen::Explorer)
            || self.figure_rows(cx).is_some()
    }
}

/// The fields in which services say when a task is due. None is in the contract.
pub(in crate::app) const DUE: [&str; 4] = ["echeance", "due_date", "date_echeance", "due"];
