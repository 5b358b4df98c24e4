//! The views and dashboards: the views of deals kept here, the views of the service, its custom dashboards, and beside
//! them what is looked at. An update of a service's view is checked against the contract's limits before it is asked for.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::screens::views::views::Views;
use crate::contract::models::saved_view::{Breach, breaches, normalised};
use crate::contract::patch::Fields;
use crate::discovery::{Family, Mode};
use crate::engine::Effect;

use crate::app::foundation::cx::overlay::{FieldValue, Form, FormField, Layer, Purpose};
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::records::lists::family_items::FamilyItem;
use crate::app::records::lists::shown_record::Shown;
use crate::app::records::lists::shown_record::ShownWhat;
use crate::app::records::lists::record_viewer::dashboard_route;

/// The pane of the views of deals.
pub const DEAL_VIEWS: usize = 0;
/// The pane of the service's views.
pub const SERVICE_VIEWS: usize = 1;
/// The pane of the dashboards.
pub const DASHBOARDS: usize = 2;
/// The pane of what is looked at.
pub const DETAIL: usize = 3;

/// The state of the views screen.
#[derive(Clone, Debug, Default)]
pub struct LibraryState {
    /// Which line of each list has the focus.
    pub lines: [usize; 3],
    /// What is looked at beside the lists.
    pub shown: Option<Shown>,
}

/// The key of what a breach says.
fn breach_key(breach: &Breach) -> &'static str {
    match breach {
        Breach::EmptyName => "form-name-empty",
        Breach::StateBytes(_) => "breach-bytes",
        Breach::FilterKeys(_) => "breach-filter-keys",
        Breach::Columns(_) => "breach-columns",
        Breach::SortKeys(_) => "breach-sort-keys",
        Breach::FilterKey(_) => "breach-filter-key",
        Breach::SortOrder(_) => "breach-sort-order",
        Breach::Shape("filters") => "breach-filters-shape",
        Breach::Shape("columns") => "breach-columns-shape",
        Breach::Shape(_) => "breach-sort-shape",
        _ => "breach-bound",
    }
}

/// The parts of a view's state that a form edits as JSON.
const STATE: [&str; 3] = ["filters", "columns", "sort"];

impl LibraryState {
    /// The state of the views screen.
    pub fn library(&self) -> &LibraryState {
        self
    }

    /// The focused record of the service's lists.
    pub(in crate::app) fn focused_library_item(&self, cx: &AppCx) -> Option<(Family, FamilyItem)> {
        let family = cx.library_family()?;
        let items = cx.family_items(family);
        let line = self.lines.get(cx.pane).copied()?;
        let item = items.into_iter().nth(line)?;
        Some((family, item))
    }

    /// Whether a view of the service is what is looked at beside the lists, and has the keys.
    pub fn looks_at_service_view(&self, cx: &AppCx) -> bool {
        cx.pane == DETAIL && self.focused_service_view(cx).is_some()
    }

    /// The view of the service that has the focus, or that is looked at beside the lists.
    pub(in crate::app) fn focused_service_view(&self, cx: &AppCx) -> Option<FamilyItem> {
        if cx.screen == crate::app::foundation::input::context::Screen::Views && cx.pane == DETAIL {
            let shown = self.shown.as_ref()?;
            let ShownWhat::Record(Family::SavedViews, id) = &shown.what else {
                return None;
            };
            let items = cx.family_items(Family::SavedViews);
            return items.into_iter().find(|item| item.id == *id);
        }
        let (family, item) = self.focused_library_item(cx)?;
        (family == Family::SavedViews).then_some(item)
    }

    /// Keeps the focus inside lists that became shorter.
    pub(in crate::app) fn anchor_library(&mut self, views: &mut Views, cx: &mut AppCx) {
        for pane in [DEAL_VIEWS, SERVICE_VIEWS, DASHBOARDS] {
            let most = views.library_len(pane, cx).saturating_sub(1);
            if let Some(line) = self.lines.get_mut(pane) {
                *line = (*line).min(most);
            }
        }
    }

    /// The name of the focused view of deals; `None` for "all deals", the first line.
    pub(crate) fn focused_deal_view(&self, views: &Views, cx: &AppCx) -> Option<String> {
        if cx.screen != crate::app::foundation::input::context::Screen::Views || cx.pane != DEAL_VIEWS {
            return None;
        }
        views.view_at(self.lines[DEAL_VIEWS])
    }

    /// Looks at a record of the service beside the lists; `None` where its identifier cannot be asked for.
    pub(in crate::app) fn look_at_item(
        &mut self,
        family: Family,
        id: String,
        cx: &mut AppCx,
    ) -> Option<Vec<Effect>> {
        let (what, effects) = if family == Family::CustomDashboards {
            let asked = dashboard_route(&id)?;
            (ShownWhat::Answer(asked.clone()), vec![Effect::Read(asked)])
        } else {
            // A view of operations is answered by them: they are read once, when one is opened.
            let list = cx.snapshot.families.get(&Family::Operations);
            let unread = list.is_none_or(|list| list.read_at.is_none());
            let read = unread.then_some(Effect::LoadFamily(Family::Operations));
            let read = read.into_iter().chain(cx.read_pointed_at());
            (ShownWhat::Record(family, id), read.collect())
        };
        self.shown = Some(Shown::new(what));
        Some(effects)
    }

    /// Where nothing has been looked at yet, the first view of the service is, or where it has none the first dashboard; the
    /// focus stays in the lists.
    pub(in crate::app) fn look_at_first_item(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        if cx.screen != crate::app::foundation::input::context::Screen::Views || self.shown.is_some() {
            return Vec::new();
        }
        let first = |family| {
            let items = cx.family_items(family);
            let given = items.into_iter().find(|item| item.record.is_some());
            given.map(|item| (family, item.id))
        };
        // The dashboards wait until it is known that there is no view.
        let views = cx.snapshot.families.get(&Family::SavedViews);
        let known = views.is_some_and(|list| {
            let unlisted = list.standing.mode != Mode::Unknown && !list.standing.mode.lists();
            list.read_at.is_some() || list.error.is_some() || unlisted
        });
        let item = first(Family::SavedViews).or_else(|| first(Family::CustomDashboards).filter(|_| known));
        item.and_then(|(family, id)| self.look_at_item(family, id, cx))
            .unwrap_or_default()
    }
}

impl AppCx {
    /// The family of the focused list, if it is the service's.
    pub(in crate::app) fn library_family(&self) -> Option<Family> {
        match self.pane {
            SERVICE_VIEWS => Some(Family::SavedViews),
            DASHBOARDS => Some(Family::CustomDashboards),
            _ => None,
        }
    }

    /// Whether a view of deals is what is told beside the lists: it has nothing there that a focus could stand on.
    pub(in crate::app) fn tells_deal_view(&self) -> bool {
        self.screen == crate::app::foundation::input::context::Screen::Views && self.pane == DEAL_VIEWS
    }

    pub(in crate::app) fn change_service_view(
        &mut self,
        view: &FamilyItem,
        before: Fields,
        after: Fields,
    ) -> Vec<Effect> {
        let label = view.name_or_id();
        self.say(
            ToastKind::Edited {
                label: label.clone(),
                owners: None,
            },
            self.options.hold,
        );
        self.change_record(Family::SavedViews, &view.id, label, before, after)
    }

    pub(in crate::app) fn begin_rename_service_view(&mut self, view: &FamilyItem) {
        let text = view.text("name").unwrap_or_default();
        self.service_view_form(
            Purpose::RenameServiceView(view.id.clone()),
            view,
            vec![("view-name", text)],
        );
    }

    pub(in crate::app) fn begin_edit_state(&mut self, view: &FamilyItem) {
        let raw = |field: &str| {
            let record = view.record.as_ref();
            record
                .and_then(|record| record.raw(field))
                .map_or_else(String::new, |raw| crate::contract::record::compact(raw.get()))
        };
        let fields = STATE.into_iter().map(|field| (field, raw(field))).collect();
        self.service_view_form(Purpose::EditViewState(view.id.clone()), view, fields);
    }

    fn service_view_form(
        &mut self,
        purpose: Purpose,
        view: &FamilyItem,
        fields: Vec<(&'static str, String)>,
    ) {
        let field = |(name, text): (&'static str, String)| FormField {
            name,
            value: FieldValue::Text {
                text,
                known: Vec::new(),
            },
        };
        self.layer = Layer::Form(Form {
            label: view.name_or_id(),
            purpose,
            replaces: None,
            fields: fields.into_iter().map(field).collect(),
            focus: 0,
            pointed: None,
            error: None,
        });
    }

    /// Takes the name or the state typed. What the contract's limits refuse stays in the form and is never asked for.
    pub(in crate::app) fn finish_service_view(&mut self, id: &str, mut form: Form) -> Vec<Effect> {
        let items = self.family_items(Family::SavedViews);
        let Some(view) = items.into_iter().find(|item| item.id == id) else {
            return Vec::new();
        };
        let record = view.record.clone();
        let (mut before, mut after) = (Fields::new(), Fields::new());
        let mut wrong = None;
        for (at, field) in form.fields.iter().enumerate() {
            let text = field.text().trim().trim_start_matches('\u{feff}');
            if field.name == "view-name" {
                after.set_text("name", &crate::text::single_line::one_line(text));
                if let Some(name) = view.text("name") {
                    before.set_text("name", &name);
                }
                continue;
            }
            let was = record.as_ref().and_then(|record| record.raw(field.name));
            let same = was.map_or(text.is_empty(), |raw| {
                crate::contract::record::compact(raw.get()) == crate::contract::record::compact(text)
            });
            if same {
                continue;
            }
            let sound = text.starts_with(['{', '[']) && after.set_json(field.name, text).is_ok();
            if !sound {
                wrong = wrong.or(Some((at, "form-json-wrong")));
            }
            if let Some(raw) = was {
                before.set_raw(field.name, raw.to_owned());
            }
        }
        let after = normalised(&after);
        let breach = breaches(&after, record.as_ref()).first().map(breach_key);
        if let Some((at, key)) = wrong.or(breach.map(|key| (form.focus, key))) {
            (form.focus, form.error) = (at, Some(key));
            self.layer = Layer::Form(form);
            return Vec::new();
        }
        let unchanged = after
            .iter()
            .all(|(name, raw)| before.get(name).is_some_and(|was| was.get() == raw.get()));
        if unchanged {
            return Vec::new();
        }
        self.change_service_view(&view, before, after)
    }
}

impl Views {
    pub(in crate::app) fn library_len(&self, pane: usize, cx: &AppCx) -> usize {
        match pane {
            DEAL_VIEWS => self.list.len() + 1,
            SERVICE_VIEWS => cx.family_items(Family::SavedViews).len(),
            _ => cx.family_items(Family::CustomDashboards).len(),
        }
    }
}
