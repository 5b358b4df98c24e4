//! Forms for a new deal and for the writable fields of a deal.
//!
//! The contract allows `status` and `responsable` (`PUT /deals/{deal_id}`).

use crate::changes::entry::entry_fields::choice_field;
use crate::changes::forms::forms::FormsState;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use std::collections::BTreeMap;

use crate::contract::ids::DealId;
use crate::contract::patch::Fields;
use crate::model::effect::Effect;
use crate::model::intern::Interner;
use crate::model::pending_write::WriteId;
use crate::text::single_line::one_line;

use crate::dataset::column::DealColumn;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Layer};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::step::cycle;

/// Returns the non-empty texts of an interner, sorted.
fn known_texts(interner: &Interner) -> Vec<String> {
    let texts = interner.iter().map(|(_, text)| text).filter(|text| !text.is_empty());
    let mut texts: Vec<String> = texts.map(str::to_owned).collect();
    texts.sort_unstable();
    texts
}

impl FormsState {
    /// Opens the form for a new deal in the focused column's status.
    pub(crate) fn open_new_deal(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) -> Vec<Effect> {
        self.open_new_deal_in(pipeline.board.cursor.column, pipeline, cx)
    }

    /// Opens the form for a new deal in a column's status.
    pub(crate) fn open_new_deal_in(
        &mut self,
        column: usize,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        pipeline.open_new_deal_form(column, cx);
        self.take_up_draft(cx);
        Vec::new()
    }
}

impl Pipeline {
    fn open_new_deal_form(&mut self, column: usize, cx: &mut AppCx) {
        let statuses = self.filtered.statuses();
        let current = self.filtered.columns.get(column).map_or("", |column| &column.status);
        let mut classes = vec![String::new()];
        classes.extend(known_texts(cx.snapshot.deals.classes()));
        let fields = vec![
            FormField { name: "name", value: FormValue::Text { text: String::new(), known: Vec::new() } },
            choice_field("status", statuses, current),
            choice_field("classe_actif", classes, ""),
            // The owner is last because its suggestions are listed below it.
            FormField {
                name: "responsable",
                value: FormValue::Text { text: String::new(), known: cx.owners_by_frequency() },
            },
        ];
        cx.layer = Layer::Form(Form {
            purpose: FormPurpose::NewDeal,
            label: String::new(),
            replaces: None,
            fields,
            focus: 0,
            suggestion: None,
            error: None,
        });
    }

    /// Reopens a refused creation with its values, for correction.
    pub(crate) fn correct_new_deal(
        &mut self,
        write: Option<WriteId>,
        fields: &Fields,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        self.open_new_deal_form(self.board.cursor.column, cx);
        cx.fill_new_deal(|name| fields.text(name).map(std::borrow::Cow::into_owned));
        if let Layer::Form(form) = &mut cx.layer {
            form.replaces = write;
        }
        Vec::new()
    }
}

impl AppCx {
    fn fill_new_deal(&mut self, value: impl Fn(&str) -> Option<String>) {
        for (at, name) in ["name", "status", "classe_actif", "responsable"].into_iter().enumerate() {
            if let Some(text) = value(name) {
                self.set_field(at, text);
            }
        }
    }

    pub(crate) fn owners_by_frequency(&self) -> Vec<String> {
        let mut uses_by_owner: BTreeMap<&str, usize> = BTreeMap::new();
        for row in self.snapshot.deals.rows().filter(|row| !row.owner.is_empty()) {
            *uses_by_owner.entry(row.owner).or_default() += 1;
        }
        let mut owners: Vec<(&str, usize)> = uses_by_owner.into_iter().collect();
        owners.sort_by_key(|(_, uses)| std::cmp::Reverse(*uses));
        owners.into_iter().map(|(owner, _)| owner.to_owned()).collect()
    }

    pub(crate) fn set_field(&mut self, field: usize, value: String) {
        let Layer::Form(form) = &mut self.layer else {
            return;
        };
        // Errors and the highlighted suggestion belong to the old text.
        if form.fields.get(field).is_none_or(|field| field.text() != value) {
            form.error = None;
            form.suggestion = None;
        }
        match form.fields.get_mut(field).map(|field| &mut field.value) {
            Some(FormValue::Text { text, .. }) => {
                *text = value;
                self.sync_format();
            }
            Some(FormValue::Choice { options, selected }) => {
                *selected = options.iter().position(|option| *option == value).unwrap_or(*selected);
                self.sync_extension();
            }
            None => {}
        }
    }

    pub(crate) fn cycle_choice(&mut self, forward: bool) {
        let Layer::Form(form) = &mut self.layer else {
            return;
        };
        let Some(FormValue::Choice { options, selected }) =
            form.fields.get_mut(form.focus).map(|field| &mut field.value)
        else {
            return;
        };
        *selected = cycle(*selected, forward, options.len());
        self.sync_extension();
    }

    pub(crate) fn create_deal(&mut self, mut form: Form) -> Vec<Effect> {
        let name = one_line(form.value("name"));
        if name.is_empty() {
            form.error = Some("form-name-empty");
            form.focus = 0;
            self.layer = Layer::Form(form);
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
        self.notify(ToastContent::Creating { label: name.clone() }, self.options.undo_delay);
        let replaced = form.replaces.map(Effect::Discard);
        replaced.into_iter().chain([Effect::Create { fields, label: name }]).collect()
    }

    /// Sets the owner of a deal; an empty text removes it.
    pub(crate) fn set_owner(&mut self, deal: DealId, wanted: &str) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        let owner = row.owner.to_owned();
        self.set_owner_from(deal, &owner, wanted)
    }

    /// Sets the owner of a deal whose owner the user saw as `displayed`. If another user has changed it since, the change
    /// meets a conflict and overwrites nothing.
    pub(crate) fn set_owner_from(&mut self, deal: DealId, displayed: &str, wanted: &str) -> Vec<Effect> {
        let table = &self.snapshot.deals;
        let Some(row) = table.find(deal.as_str()).and_then(|ix| table.row(ix)) else {
            return Vec::new();
        };
        let (owner, label) = (displayed.to_owned(), row.name.to_owned());
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
        let toast = ToastContent::Edited { label: label.clone(), owners: Some([owner, wanted]) };
        self.notify(toast, self.options.undo_delay);
        self.change_fields(deal, label, before, after)
    }
}

impl TableState {
    /// Returns the focused column while the table is in use.
    pub(crate) fn editable_column(&self, cx: &AppCx) -> Option<DealColumn> {
        let on_table = cx.screen == Screen::Pipeline && self.shown;
        self.focused_column().filter(|_| on_table)
    }

    /// Returns whether the contract lets the focused cell be written. Outside the table, editing means the owner.
    pub(crate) fn require_writable_cell(&self, cx: &AppCx) -> Result<(), DisabledReason> {
        match self.editable_column(cx) {
            None | Some(DealColumn::Status | DealColumn::Owner) => Ok(()),
            Some(DealColumn::Age) => Err(DisabledReason::AgeComputed),
            Some(DealColumn::Kpi(_)) => Err(DisabledReason::IndicatorComputed),
            Some(DealColumn::Name | DealColumn::Class | DealColumn::Id) => Err(DisabledReason::FieldReadOnly),
        }
    }
}
