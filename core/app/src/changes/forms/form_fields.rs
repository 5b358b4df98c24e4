//! Changes of the fields of an open form.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{FormPurpose, FormValue, Overlay};
use crate::foundation::cx::overlay_types::ExportFormat;
use crate::foundation::input::step::cycle;

impl AppCx {
    pub(crate) fn set_field(&mut self, field: usize, value: String) {
        let Overlay::Form(form) = &mut self.overlay else {
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
        let Overlay::Form(form) = &mut self.overlay else {
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

    /// Replaces the path's extension after the format changed. An extension that belongs to no format stays.
    pub(crate) fn sync_extension(&mut self) {
        let Overlay::Form(form) = &mut self.overlay else {
            return;
        };
        if !matches!(form.purpose, FormPurpose::Export { .. }) {
            return;
        }
        let Some(format) = ExportFormat::from_code(form.value("export-form")) else {
            return;
        };
        let path = form.fields.iter_mut().find(|field| field.name == "export-path");
        if let Some(FormValue::Text { text, .. }) = path.map(|field| &mut field.value)
            && let Some((stem, ending)) = text.rsplit_once('.')
            && ExportFormat::ALL.iter().any(|format| format.extension() == ending)
        {
            *text = format!("{stem}.{}", format.extension());
        }
    }

    /// Selects the format that the extension of a typed path requires. The selected format stays if it has that
    /// extension too: `.csv` never holds a workbook.
    pub(crate) fn sync_format(&mut self) {
        let Overlay::Form(form) = &mut self.overlay else {
            return;
        };
        if !matches!(form.purpose, FormPurpose::Export { .. }) {
            return;
        }
        let path = form.value("export-path").trim().to_lowercase();
        let Some((_, ending)) = path.rsplit_once('.') else {
            return;
        };
        let chosen_format = ExportFormat::from_code(form.value("export-form"));
        if chosen_format.is_some_and(|format| format.extension() == ending) {
            return;
        }
        let field = form.fields.iter_mut().find(|field| field.name == "export-form");
        if let Some(FormValue::Choice { options, selected }) = field.map(|field| &mut field.value) {
            let fits = |code: &String| {
                ExportFormat::from_code(code).is_some_and(|format| format.extension() == ending)
            };
            *selected = options.iter().position(fits).unwrap_or(*selected);
        }
    }
}
