//! Forms of an import: the file, then the column of each field.

use std::sync::Arc;

use crate::changes::entry::entry_values::choice_field;
use crate::contract::ids::DealId;
use crate::dataset::column::DealColumn;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::output::FrontEndRequest;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, IMPORT_PATH, Overlay};
use crate::import::mapping::{FIELDS, MAPPING_SETTING, Mapping};
use crate::import::table::{ImportLine, ImportTable};

impl AppCx {
    /// Opens the form for the file to import.
    pub(crate) fn begin_import(&mut self, path: String, sheet: String, error: Option<&'static str>) {
        let fields = [(IMPORT_PATH, path), ("import-sheet", sheet)]
            .map(|(name, text)| FormField::text_field(name, text));
        let form = Form::new(FormPurpose::ImportFile, String::new(), fields.into());
        self.overlay = Overlay::Form(Form { error, ..form });
    }

    /// Asks the front end to read the file.
    pub(crate) fn finish_import_file(&mut self, form: &Form) {
        let (path, sheet) = (form.value(IMPORT_PATH).trim(), form.value("import-sheet").trim());
        if path.is_empty() {
            return self.begin_import(String::new(), sheet.to_owned(), Some("form-path-empty"));
        }
        let (path, sheet) = (path.to_owned(), sheet.to_owned());
        self.ask_front_end(FrontEndRequest::ReadTable { path, sheet });
    }

    /// Returns the setting with the mappings of earlier imports.
    fn stored_mapping(&self) -> Option<&str> {
        self.snapshot.settings.as_ref()?.get(MAPPING_SETTING).map(String::as_str)
    }

    /// Opens the form with the guessed column of each field.
    pub(crate) fn begin_mapping(&mut self, mut table: ImportTable) {
        // Each import from a screen is a new one: undo may have reverted an earlier one of the same file.
        table.salt(&self.now.to_string());
        let mapping = Mapping::guess(&table.header, self.stored_mapping());
        let fields = FIELDS.map(|(field, _)| {
            let column = mapping.columns.iter().find(|(_, own)| *own == Some(field));
            let options = std::iter::once(String::new()).chain(table.header.iter().cloned());
            choice_field(field, options.collect(), column.map_or("", |(column, _)| column))
        });
        let label = table.source.clone();
        self.overlay =
            Overlay::Form(Form::new(FormPurpose::MapColumns(Arc::new(table)), label, fields.into()));
    }

    /// Returns the chosen mapping and the setting that stores it. A mistake opens the form again.
    pub(crate) fn finish_mapping(
        &mut self,
        mut form: Form,
        table: &ImportTable,
    ) -> Option<(Mapping, Option<String>)> {
        let mut mapping = Mapping { columns: table.header.iter().map(|name| (name.clone(), None)).collect() };
        let chosen = FIELDS.map(|(field, _)| (form.value(field), field));
        let chosen: Vec<_> = chosen.into_iter().filter(|(column, _)| !column.is_empty()).collect();
        let result = chosen.iter().try_for_each(|(column, field)| mapping.set(column, field));
        let mapped = mapping.columns.iter().filter(|(_, field)| field.is_some()).count();
        if mapped < chosen.len() || result.and(mapping.check()).is_err() {
            form.error = Some(if mapped < chosen.len() { "import-map-twice" } else { "import-map-no-deal" });
            self.overlay = Overlay::Form(form);
            return None;
        }
        let setting = mapping.setting(self.stored_mapping());
        Some((mapping, setting))
    }
}

impl TableState {
    /// Returns the field that a pasted column sets.
    pub(crate) fn pasted_field(&self, cx: &AppCx) -> Option<&'static str> {
        match self.editable_column(cx)? {
            DealColumn::Status => Some("status"),
            DealColumn::Owner => Some("responsable"),
            _ => None,
        }
    }
}

/// Returns a table that sets `field` of each deal to the pasted line with the same index.
pub(crate) fn pasted_table(deals: &[DealId], field: &str, lines: &[&str], salt: &str) -> ImportTable {
    let rows = deals.iter().map(DealId::as_str).zip(lines.iter().copied());
    // The header has number 0, so that the first pasted line has number 1.
    let rows = std::iter::once(("id", field)).chain(rows).zip(0..);
    let lines = rows.map(|((deal, value), number)| ImportLine {
        number,
        cells: vec![Ok(deal.to_owned()), Ok(value.to_owned())],
    });
    ImportTable::new(String::new(), salt.as_bytes(), lines)
}
