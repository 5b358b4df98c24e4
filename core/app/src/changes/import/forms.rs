//! Forms of an import: the file, then the column of each field.

use std::sync::Arc;

use crate::contract::ids::DealId;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::output::FrontEndRequest;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, IMPORT_PATH, Overlay};
use crate::import::mapping::{ImportField, KnownHeaders, MAPPING_SETTING, Mapping, MappingError};
use crate::import::table::{ImportCell, ImportLine, ImportTable};

use crate::dataset::column::DealColumn;

/// Field name of the column for a field of the deal.
pub(crate) fn column_field(field: ImportField) -> &'static str {
    match field {
        ImportField::Id => "column-id",
        ImportField::Name => "column-name",
        ImportField::Status => "column-status",
        ImportField::Class => "column-classe_actif",
        ImportField::Owner => "column-responsable",
    }
}

impl AppCx {
    /// Opens the form for the file to import.
    pub(crate) fn begin_import(&mut self, path: String, sheet: String, error: Option<&'static str>) {
        let text = |text| FormValue::Text { text, known: Vec::new() };
        let fields = vec![
            FormField { name: IMPORT_PATH, value: text(path) },
            FormField { name: "import-sheet", value: text(sheet) },
        ];
        let form = Form::new(FormPurpose::ImportFile, String::new(), fields);
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

    fn known_headers(&self) -> KnownHeaders {
        let settings = self.snapshot.settings.as_ref();
        let text = settings.and_then(|settings| settings.get(MAPPING_SETTING));
        KnownHeaders::from_setting(text.map(String::as_str))
    }

    /// Opens the form with the guessed column of each field.
    pub(crate) fn begin_mapping(&mut self, mut table: ImportTable) {
        // Each import from a screen is a new one: undo may have reverted an earlier one of the same file.
        table.salt(&self.now.to_string());
        let mapping = Mapping::guess(&table.header, &self.known_headers());
        let fields = ImportField::ALL.into_iter().map(|field| {
            let options: Vec<String> =
                std::iter::once(String::new()).chain(table.header.iter().cloned()).collect();
            let selected = mapping.column(field).map_or(0, |at| at + 1);
            FormField { name: column_field(field), value: FormValue::Choice { options, selected } }
        });
        let (fields, label) = (fields.collect(), table.source.clone());
        self.overlay = Overlay::Form(Form::new(FormPurpose::MapColumns(Arc::new(table)), label, fields));
    }

    /// Returns the chosen mapping and the setting that stores it. A mistake opens the form again.
    pub(crate) fn finish_mapping(
        &mut self,
        mut form: Form,
        table: &ImportTable,
    ) -> Option<(Mapping, Option<String>)> {
        let mut mapping = Mapping::guess(&table.header, &KnownHeaders::default());
        let clear = table.header.iter().map(|column| mapping.set(&table.header, column, ""));
        let cleared = clear.collect::<Result<(), MappingError>>();
        let mut columns = Vec::new();
        let chosen = ImportField::ALL.into_iter().try_for_each(|field| {
            let column = form.value(column_field(field));
            if column.is_empty() {
                return Ok(());
            }
            if columns.contains(&column) {
                return Err(MappingError::Twice(field));
            }
            columns.push(column);
            mapping.set(&table.header, column, field.name())
        });
        if let Err(error) = cleared.and(chosen).and_then(|()| mapping.check()) {
            form.error = Some(match error {
                MappingError::NoDeal => "import-map-no-deal",
                _ => "import-map-twice",
            });
            self.overlay = Overlay::Form(form);
            return None;
        }
        let setting = self.known_headers().learn(&table.header, &mapping);
        Some((mapping, setting))
    }
}

impl TableState {
    /// Returns the field that a pasted column sets.
    pub(crate) fn pasted_field(&self, cx: &AppCx) -> Option<ImportField> {
        match self.editable_column(cx)? {
            DealColumn::Status => Some(ImportField::Status),
            DealColumn::Owner => Some(ImportField::Owner),
            _ => None,
        }
    }
}

/// Returns a table that sets `field` of each deal to the pasted line with the same index.
pub(crate) fn pasted_table(deals: &[DealId], field: ImportField, lines: &[&str], salt: &str) -> ImportTable {
    let header = [ImportField::Id, field].map(|field| field.name().to_owned());
    let rows = std::iter::once(header)
        .chain(deals.iter().zip(lines).map(|(deal, line)| [deal.as_str().to_owned(), (*line).to_owned()]));
    // The header has number 0, so that the first pasted line has number 1.
    let lines = rows
        .zip(0..)
        .map(|(cells, number)| ImportLine { number, cells: cells.map(ImportCell::Text).to_vec() });
    ImportTable::new(String::new(), salt.as_bytes(), lines)
}
