//! `App` methods for forms.

use crate::contract::ids::DealId;
use crate::dataset::column::DealColumn;
use crate::foundation::cx::bulk_row::BulkOp;
use crate::foundation::cx::output::{EditSubject, ExternalEdit, FrontEndRequest};
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Overlay, PickerKind};
use crate::foundation::input::step::step;
use crate::model::effect::Effect;
use crate::shell::app::App;
use crate::text::single_line::one_line;

impl App {
    /// Accepts the highlighted suggestion, if any. Returns whether the text changed.
    pub(crate) fn take_highlighted(&mut self) -> bool {
        let text =
            |app: &Self| app.explorer.text_target(&app.inbox, &app.pipeline, &app.cx).map(str::to_owned);
        let before = text(self);
        if let Overlay::Form(form) = &self.cx.overlay
            && let Some(at) = form.highlighted()
        {
            self.cx.take_suggestion(at);
        }
        before != text(self)
    }

    /// Edits the focused cell, or the owner outside the table.
    pub(crate) fn begin_edit_in_place(&mut self) -> Vec<Effect> {
        match self.table.editable_column(&self.cx) {
            Some(DealColumn::Status) => self.begin_move(),
            _ => self.begin_edit_deal(),
        }
    }

    pub(crate) fn begin_edit_deal(&mut self) -> Vec<Effect> {
        let many = self.pipeline.acts_on_selection(&self.cx);
        // In the table, the focused column determines the field: on the status column, edit the status.
        if !many && self.table.editable_column(&self.cx) == Some(DealColumn::Status) {
            return self.begin_move();
        }
        let row = self.pipeline.focused_row(&self.cx).filter(|_| !many);
        let deal = row.as_ref().and_then(|row| DealId::new(row.id).ok());
        let known = self.cx.owners_by_frequency();
        let (text, label) = row.map(|row| (row.owner.to_owned(), row.name.to_owned())).unwrap_or_default();
        let purpose = match deal {
            Some(deal) => FormPurpose::EditDeal { deal, shown_owner: text.clone() },
            None if many => FormPurpose::EditMany,
            None => return Vec::new(),
        };
        let fields = vec![FormField { name: "responsable", value: FormValue::Text { text, known } }];
        self.cx.overlay = Overlay::Form(Form::new(purpose, label, fields));
        Vec::new()
    }

    pub(crate) fn focus_field(&mut self, field: usize) {
        if matches!(&self.cx.overlay, Overlay::Form(form) if form.focus != field) {
            self.take_highlighted();
        }
        if let Overlay::Form(form) = &mut self.cx.overlay {
            form.focus = field.min(form.fields.len().saturating_sub(1));
        }
    }

    /// Moves through the suggestions of a field, then from field to field. In the window the arrow keys move through a
    /// focused list of codes, as in native lists.
    pub(crate) fn focus_field_by(&mut self, by: isize) {
        if self.cx.highlight_suggestion(by) {
            return;
        }
        self.take_highlighted();
        let is_split_view = self.cx.options.split_view;
        let Overlay::Form(form) = &mut self.cx.overlay else {
            return;
        };
        match form.fields.get_mut(form.focus).map(|field| &mut field.value) {
            Some(FormValue::Choice { options, selected }) if is_split_view => {
                *selected = step(*selected, by, options.len());
                self.cx.sync_extension();
            }
            _ => form.focus = step(form.focus, by, form.fields.len()),
        }
    }

    pub(crate) fn finish_form(&mut self) -> Vec<Effect> {
        if self.take_highlighted() && self.cx.focus_next_empty() {
            return Vec::new();
        }
        let Overlay::Form(form) = std::mem::take(&mut self.cx.overlay) else {
            return Vec::new();
        };
        let sent = form.clone();
        let effects = self.submit_form(form);
        if !matches!(self.cx.overlay, Overlay::Form(_)) {
            self.forms.remove_draft(&sent, &mut self.cx);
        }
        effects
    }

    pub(crate) fn submit_form(&mut self, form: Form) -> Vec<Effect> {
        match form.purpose.clone() {
            FormPurpose::NewDeal => self.cx.create_deal(form),
            FormPurpose::EnterStatus(entering) => self.finish_entry(form, &entering),
            FormPurpose::EditDeal { deal, shown_owner: shown } => {
                let new_owner = form.value("responsable");
                self.cx.set_owner_from(deal, &shown, new_owner)
            }
            FormPurpose::EditMany => {
                let owner = one_line(form.value("responsable"));
                self.change_selected(BulkOp::Owner(owner))
            }
            FormPurpose::SaveView | FormPurpose::RenameView(_) => self.finish_view_name(form),
            FormPurpose::Note(key) => self.forms.save_note(&key, form.value("note"), &mut self.cx),
            FormPurpose::Followup(deals) => self.cx.finish_followup(&deals, form),
            FormPurpose::Labels { deals, before } => self.cx.finish_labels(&deals, &before, form),
            FormPurpose::NotificationNote(ids) => {
                self.forms.save_notification_note(&ids, form.value("note"), &mut self.cx)
            }
            FormPurpose::EditTask { id, shown_status: shown } => {
                self.tasks.finish_edit_task(&id, &shown, &form, &mut self.cx)
            }
            FormPurpose::FilterTasks => {
                self.tasks.finish_filter(&form, &mut self.cx);
                Vec::new()
            }
            FormPurpose::WatchIds(kind) => {
                self.inbox.finish_add_ids(kind, form, &mut self.lists, &mut self.cx)
            }
            FormPurpose::RenameServiceView(id) | FormPurpose::EditViewState(id) => {
                self.cx.finish_service_view(&id, form)
            }
            FormPurpose::AskRoute => self.finish_route_form(form),
            FormPurpose::FilterChanges => {
                self.filter_changes(form.value("filter"));
                Vec::new()
            }
            FormPurpose::AsOf => self.cx.finish_as_of(form),
            FormPurpose::ImportFile => {
                self.cx.finish_import_file(&form);
                Vec::new()
            }
            FormPurpose::MapColumns(table) => self.finish_mapping_form(form, &table),
            FormPurpose::SwitchUser => self.finish_user_form(form),
            FormPurpose::Setting { setting, .. } => {
                self.cx.finish_setting_form(form, &setting);
                Vec::new()
            }
            FormPurpose::Export { content, overwrite: replace } => {
                self.finish_export(form, content, replace.as_deref());
                Vec::new()
            }
        }
    }

    /// Opens the form of a note on the focused deal; if it has notes, their list first.
    pub(crate) fn begin_note(&mut self) {
        let Some(row) = self.pipeline.focused_row(&self.cx) else { return };
        if self.cx.local_deals().has_note(row.id) {
            self.open_picker(PickerKind::Notes);
        } else {
            self.forms.edit_note(self.cx.new_note(row.id), &mut self.cx);
        }
    }

    /// Edits the note in a line of the list. The first line is a new note.
    pub(crate) fn choose_note(&mut self, line: usize) {
        let Some(row) = self.pipeline.focused_row(&self.cx) else { return };
        let stored = line.checked_sub(1).and_then(|at| self.cx.local_deals().notes_of(row.id).get(at));
        let key = stored.cloned().unwrap_or_else(|| self.cx.new_note(row.id));
        self.cx.overlay = Overlay::None;
        self.forms.edit_note(key, &mut self.cx);
    }

    pub(crate) fn begin_edit_text(&mut self) {
        if let Some(text) =
            self.explorer.text_target(&self.inbox, &self.pipeline, &self.cx).map(str::to_owned)
        {
            // A note keeps its line breaks; other texts are one line.
            let subject = match &self.cx.overlay {
                Overlay::Form(Form { purpose: FormPurpose::NotificationNote(ids), .. }) => {
                    EditSubject::NotificationNote(ids.clone())
                }
                _ => EditSubject::Typed,
            };
            self.cx.ask_front_end(FrontEndRequest::Edit(ExternalEdit { subject, text }));
        }
    }

    /// Applies a text returned by the editor.
    pub(crate) fn finish_edit(&mut self, subject: EditSubject, text: &str) -> Vec<Effect> {
        match subject {
            EditSubject::Note(key) => self.forms.save_note(&key, text, &mut self.cx),
            EditSubject::NotificationNote(ids) => {
                // The form is no longer needed.
                if matches!(&self.cx.overlay, Overlay::Form(form) if matches!(form.purpose, FormPurpose::NotificationNote(_)))
                {
                    self.cx.overlay = Overlay::None;
                }
                self.forms.save_notification_note(&ids, text, &mut self.cx)
            }
            EditSubject::Typed => {
                let line: Vec<&str> = text.split_whitespace().collect();
                self.set_text(line.join(" "));
                Vec::new()
            }
            EditSubject::Views if text.trim().is_empty() => Vec::new(),
            EditSubject::Views => self.import_views(text),
            // The front end has saved the keys and reports the result through `rebound`.
            EditSubject::Keys(_) => Vec::new(),
        }
    }
}
