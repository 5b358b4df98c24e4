//! The forms: a new deal, and the fields of a deal that the contract lets one write (`PUT /deals/{deal_id}`: `status`,
//! `responsable`).

use std::collections::BTreeMap;

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::engine::{Effect, Interner, WriteId};
use crate::text::single_line::one_line;

use crate::app::changes::bulk::model::BulkVerb;
use crate::app::foundation::input::step::{step, turn};
use crate::app::shell::app::{
    App, Column, FieldValue, Form, FormField, Layer, Purpose, Reason, Screen, ToastKind,
};

pub(in crate::app) fn choice(name: &'static str, options: Vec<String>, chosen: &str) -> FormField {
    let selected = options.iter().position(|option| option == chosen).unwrap_or(0);
    FormField {
        name,
        value: FieldValue::Choice { options, selected },
    }
}

/// The texts met, in order.
fn met(interner: &Interner) -> Vec<String> {
    let texts = interner
        .iter()
        .map(|(_, text)| text)
        .filter(|text| !text.is_empty());
    let mut texts: Vec<String> = texts.map(str::to_owned).collect();
    texts.sort_unstable();
    texts
}

impl App {
    /// A new deal in the status of the column that has the focus.
    pub(in crate::app) fn begin_new_deal(&mut self) -> Vec<Effect> {
        self.begin_new_deal_in(self.pipeline.board.cursor.column)
    }

    /// A new deal in the status of a column.
    pub(in crate::app) fn begin_new_deal_in(&mut self, column: usize) -> Vec<Effect> {
        self.open_new_deal(column);
        self.take_up_draft();
        Vec::new()
    }

    fn open_new_deal(&mut self, column: usize) {
        let statuses = self.pipeline.lens.statuses();
        let here = self
            .pipeline
            .lens
            .columns
            .get(column)
            .map_or("", |column| &column.status);
        let mut classes = vec![String::new()];
        classes.extend(met(self.cx.snapshot.deals.classes()));
        let fields = vec![
            FormField {
                name: "name",
                value: FieldValue::Text {
                    text: String::new(),
                    known: Vec::new(),
                },
            },
            choice("status", statuses, here),
            choice("classe_actif", classes, ""),
            // Last: the names that are offered stand under it.
            FormField {
                name: "responsable",
                value: FieldValue::Text {
                    text: String::new(),
                    known: self.owners_by_frequency(),
                },
            },
        ];
        self.cx.layer = Layer::Form(Form {
            purpose: Purpose::NewDeal,
            label: String::new(),
            replaces: None,
            fields,
            focus: 0,
            pointed: None,
            error: None,
        });
    }

    fn fill_new_deal(&mut self, value: impl Fn(&str) -> Option<String>) {
        for (at, name) in ["name", "status", "classe_actif", "responsable"]
            .into_iter()
            .enumerate()
        {
            if let Some(text) = value(name) {
                self.set_field(at, text);
            }
        }
    }

    /// The column that has the focus, where the table is what is worked in.
    fn column_in_place(&self) -> Option<Column> {
        let on_table = self.cx.screen == Screen::Pipeline && self.table.shown;
        self.table.focused_column().filter(|_| on_table)
    }

    /// Whether the contract lets the focused cell be written; elsewhere than in the table what is edited is the owner.
    pub(in crate::app) fn cell_is_written(&self) -> Result<(), Reason> {
        match self.column_in_place() {
            None | Some(Column::Status | Column::Owner) => Ok(()),
            Some(Column::Age) => Err(Reason::AgeFigured),
            Some(Column::Kpi(_)) => Err(Reason::IndicatorFigured),
            Some(Column::Name | Column::Class | Column::Id) => Err(Reason::FieldReadOnly),
        }
    }

    /// Edits the focused cell, or the owner where there are no cells.
    pub(in crate::app) fn begin_edit_in_place(&mut self) -> Vec<Effect> {
        match self.column_in_place() {
            Some(Column::Status) => self.begin_move(),
            _ => self.begin_edit_deal(),
        }
    }

    pub(in crate::app) fn begin_edit_deal(&mut self) -> Vec<Effect> {
        let many = self.acts_on_selection();
        // In the table the focus stands on one field: on the status, that is what is edited.
        if !many && self.column_in_place() == Some(Column::Status) {
            return self.begin_move();
        }
        let row = self.focused_row().filter(|_| !many);
        let deal = row.as_ref().and_then(|row| DealId::new(row.id).ok());
        let known = self.owners_by_frequency();
        let (text, label) = row
            .map(|row| (row.owner.to_owned(), row.name.to_owned()))
            .unwrap_or_default();
        let purpose = match deal {
            Some(deal) => Purpose::EditDeal {
                deal,
                shown: text.clone(),
            },
            None if many => Purpose::EditMany,
            None => return Vec::new(),
        };
        let fields = vec![FormField {
            name: "responsable",
            value: FieldValue::Text { text, known },
        }];
        self.cx.layer = Layer::Form(Form {
            purpose,
            label,
            replaces: None,
            fields,
            focus: 0,
            pointed: None,
            error: None,
        });
        Vec::new()
    }

    /// Opens a refused creation again with what was typed, to mend it.
    pub(in crate::app) fn correct_new_deal(
        &mut self,
        write: Option<WriteId>,
        fields: &Fields,
    ) -> Vec<Effect> {
        self.open_new_deal(self.pipeline.board.cursor.column);
        self.fill_new_deal(|name| fields.text(name).map(std::borrow::Cow::into_owned));
        if let Layer::Form(form) = &mut self.cx.layer {
            form.replaces = write;
        }
        Vec::new()
    }

    pub(in crate::app::changes) fn owners_by_frequency(&self) -> Vec<String> {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        for row in self.cx.snapshot.deals.rows().filter(|row| !row.owner.is_empty()) {
            *count.entry(row.owner).or_default() += 1;
        }
        let mut owners: Vec<(&str, usize)> = count.into_iter().collect();
        owners.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        owners.into_iter().map(|(owner, _)| owner.to_owned()).collect()
    }

    pub(in crate::app) fn focus_field(&mut self, field: usize) {
        if matches!(&self.cx.layer, Layer::Form(form) if form.focus != field) {
            self.take_highlighted();
        }
        if let Layer::Form(form) = &mut self.cx.layer {
            form.focus = field.min(form.fields.len().saturating_sub(1));
        }
    }

    /// The arrows go through the list under a field, then from field to field; in a window they go through the codes of a list that has the focus, as they do
    /// in every list of its platform.
    pub(in crate::app) fn focus_field_by(&mut self, by: isize) {
        if self.point_at_suggestion(by) {
            return;
        }
        self.take_highlighted();
        let beside = self.cx.options.beside;
        let Layer::Form(form) = &mut self.cx.layer else {
            return;
        };
        match form.fields.get_mut(form.focus).map(|field| &mut field.value) {
            Some(FieldValue::Choice { options, selected }) if beside => {
                *selected = step(*selected, by, options.len());
                self.align_ending();
            }
            _ => form.focus = step(form.focus, by, form.fields.len()),
        }
    }

    pub(in crate::app) fn set_field(&mut self, field: usize, value: String) {
        let Layer::Form(form) = &mut self.cx.layer else {
            return;
        };
        // What is said of a text stands as long as the text does.
        if form.fields.get(field).is_none_or(|field| field.text() != value) {
            form.error = None;
            form.pointed = None;
        }
        match form.fields.get_mut(field).map(|field| &mut field.value) {
            Some(FieldValue::Text { text, .. }) => {
                *text = value;
                self.align_form();
            }
            Some(FieldValue::Choice { options, selected }) => {
                *selected = options
                    .iter()
                    .position(|option| *option == value)
                    .unwrap_or(*selected);
                self.align_ending();
            }
            None => {}
        }
    }

    pub(in crate::app) fn turn_choice(&mut self, forward: bool) {
        let Layer::Form(form) = &mut self.cx.layer else {
            return;
        };
        let Some(FieldValue::Choice { options, selected }) =
            form.fields.get_mut(form.focus).map(|field| &mut field.value)
        else {
            return;
        };
        *selected = turn(*selected, forward, options.len());
        self.align_ending();
    }

    pub(in crate::app) fn finish_form(&mut self) -> Vec<Effect> {
        if self.take_highlighted() && self.focus_next_empty() {
            return Vec::new();
        }
        let Layer::Form(form) = std::mem::take(&mut self.cx.layer) else {
            return Vec::new();
        };
        let sent = form.clone();
        let effects = self.carry_out(form);
        if !matches!(self.cx.layer, Layer::Form(_)) {
            self.forget_draft(&sent);
        }
        effects
    }

    fn carry_out(&mut self, form: Form) -> Vec<Effect> {
        match form.purpose.clone() {
            Purpose::NewDeal => self.create(form),
            Purpose::Enter(entering) => self.finish_entry(form, &entering),
            Purpose::EditDeal { deal, shown } => {
                let wanted = form.value("responsable");
                self.set_owner_seen(deal, &shown, wanted)
            }
            Purpose::EditMany => {
                let owner = one_line(form.value("responsable"));
                self.change_selected(BulkVerb::Owner(owner))
            }
            Purpose::SaveView | Purpose::RenameView(_) => self.finish_view_name(form),
            Purpose::Note(deal) => self.keep_note(&deal, form.value("note")),
            Purpose::NotificationNote(ids) => self.keep_notification_note(&ids, form.value("note")),
            Purpose::EditTask { id, shown } => self.finish_edit_task(&id, &shown, &form),
            Purpose::WatchIds(family) => self.finish_add_ids(family, form),
            Purpose::RenameServiceView(id) | Purpose::EditViewState(id) => {
                self.finish_service_view(&id, form)
            }
            Purpose::AskRoute => self.finish_ask_route(form),
            Purpose::FilterChanges => {
                self.filter_changes(form.value("filter"));
                Vec::new()
            }
            Purpose::ActFor => self.finish_type_user(form),
            Purpose::Export { what, replace } => {
                self.finish_export(form, what, replace.as_deref());
                Vec::new()
            }
        }
    }

    fn create(&mut self, mut form: Form) -> Vec<Effect> {
        let name = one_line(form.value("name"));
        if name.is_empty() {
            form.error = Some("form-name-empty");
            form.focus = 0;
            self.cx.layer = Layer::Form(form);
            return Vec::new();
        }
        let mut fields = Fields::new();
        fields.set_text("name", &name);
        for field in ["status", "classe_actif", "responsable"] {
            let value = one_line(form.value(field));
            if !value.is_empty() {
                fields.set_text(field, &value);
            }
        }
        self.say(ToastKind::Creating { label: name.clone() }, self.cx.options.hold);
        let replaced = form.replaces.map(Effect::Discard);
        replaced
            .into_iter()
            .chain([Effect::Create { fields, label: name }])
            .collect()
    }

    /// Gives a deal to an owner; the empty text takes the owner away.
    pub(in crate::app) fn set_owner(&mut self, deal: DealId, wanted: &str) -> Vec<Effect> {
        let table = &self.cx.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        let owner = row.owner.to_owned();
        self.set_owner_seen(deal, &owner, wanted)
    }

    /// The same of a deal whose owner the person saw a while ago: what somebody else has made of it since is not written
    /// over, but meets the change.
    fn set_owner_seen(&mut self, deal: DealId, seen: &str, wanted: &str) -> Vec<Effect> {
        let table = &self.cx.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        let (owner, label) = (seen.to_owned(), row.name.to_owned());
        let wanted = one_line(wanted);
        if wanted == owner {
            return Vec::new();
        }
        let (mut before, mut after) = (Fields::new(), Fields::new());
        for (fields, value) in [(&mut before, &owner), (&mut after, &wanted)] {
            if value.is_empty() {
                fields.set_null("responsable");
            } else {
                fields.set_text("responsable", value);
            }
        }
        let said = ToastKind::Edited {
            label: label.clone(),
            owners: Some([owner, wanted]),
        };
        self.say(said, self.cx.options.hold);
        self.change_fields(deal, label, before, after)
    }
}
