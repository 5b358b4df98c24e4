//! Forms for a new deal and for the writable fields of a deal.
//!
//! The contract allows `status` and `responsable` (`PUT /deals/{deal_id}`).

use crate::changes::entry::entry_values::choice_field;
use crate::changes::forms::forms::FormsState;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;

use crate::contract::patch::Fields;
use crate::model::effect::Effect;
use crate::model::intern::Interner;
use crate::model::pending_write::WriteId;
use crate::text::single_line::one_line;

use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Overlay};
use crate::foundation::cx::toast_content::ToastContent;

/// Returns the non-empty texts of an interner, sorted.
fn known_texts(interner: &Interner) -> Vec<String> {
    let texts = interner.iter().map(|(_, text)| text).filter(|text| !text.is_empty());
    let mut texts: Vec<String> = texts.map(str::to_owned).collect();
    texts.sort_unstable();
    texts
}

impl FormsState {
    /// Opens the form for a new deal in a column's status.
    pub(crate) fn open_new_deal_in(
        &mut self,
        column: usize,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        pipeline.open_new_deal_form(column, cx);
        self.restore_draft(cx);
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
            FormField::text_field("name", String::new()),
            choice_field("status", statuses, current),
            choice_field("classe_actif", classes, ""),
            // The owner is last because its suggestions are listed below it.
            FormField {
                name: "responsable",
                value: FormValue::Text { text: String::new(), known: cx.owners_by_frequency() },
            },
        ];
        cx.overlay = Overlay::Form(Form::new(FormPurpose::NewDeal, String::new(), fields));
    }

    /// Reopens a rejected creation with its values, for correction.
    pub(crate) fn correct_new_deal(
        &mut self,
        write: Option<WriteId>,
        fields: &Fields,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        self.open_new_deal_form(self.board.cursor.column, cx);
        cx.fill_new_deal(|name| fields.text(name).map(std::borrow::Cow::into_owned));
        if let Overlay::Form(form) = &mut cx.overlay {
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

    pub(crate) fn create_deal(&mut self, mut form: Form) -> Vec<Effect> {
        let name = one_line(form.value("name"));
        if name.is_empty() {
            form.error = Some("form-name-empty");
            form.focus = 0;
            self.overlay = Overlay::Form(form);
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
        self.notify(ToastContent::about("toast-creating", &name), self.options.undo_delay);
        let replaced = form.replaces.map(Effect::Discard);
        replaced.into_iter().chain([Effect::Create { fields, label: name }]).collect()
    }
}
