//! The sheets of the export that was asked for.

use crate::app::foundation::cx::overlay_types::ExportForm;
use crate::app::shell::app::App;
use crate::app::tools::export::export::Export;
use crate::export::Flow;
use crate::export::Form;
use crate::app::tools::export::view::machine::flows;

/// What is to be exported, and as what: for [`export::write`](crate::export::write). `None` for a picture or a page, which
/// this room does not draw.
#[must_use]
pub fn wanted<'a>(app: &'a App, wanted: &Export) -> Option<(Vec<Flow<'a>>, Form)> {
    let form = match wanted.form {
        ExportForm::Csv => Form::Csv,
        ExportForm::Spreadsheet => Form::Spreadsheet(app.cx.lang()),
        ExportForm::Xlsx => Form::Xlsx,
        ExportForm::Json => Form::Json,
        ExportForm::Pdf | ExportForm::Png => return None,
    };
    let flows = crate::app::tools::export::view::human::flows(app, wanted.what, wanted.form);
    Some((flows, form))
}
