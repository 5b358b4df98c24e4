//! The sheets of the export that was asked for.

use crate::foundation::cx::overlay_types::{Export, ExportForm};
use crate::model::worksheet::{Flow, Form};
use crate::shell::app::App;

/// Returns the content and format for `export::write`. Returns `None` for PNG and PDF, which
/// this module does not draw.
#[must_use]
pub fn wanted<'a>(app: &'a App, wanted: &Export) -> Option<(Vec<Flow<'a>>, Form)> {
    let form = match wanted.form {
        ExportForm::Csv => Form::Csv,
        ExportForm::Spreadsheet => Form::Spreadsheet(app.cx.lang()),
        ExportForm::Xlsx => Form::Xlsx,
        ExportForm::Json => Form::Json,
        ExportForm::Pdf | ExportForm::Png => return None,
    };
    let flows = crate::tools::export::view::human::flows(app, wanted.what, wanted.form);
    Some((flows, form))
}
