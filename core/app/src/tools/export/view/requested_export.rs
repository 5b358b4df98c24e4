//! The worksheets of the export that was asked for.

use crate::foundation::cx::overlay_types::{Export, ExportFormat};
use crate::model::worksheet::{FileFormat, RowStream};
use crate::shell::app::App;

/// Returns the content and format for `export::write`. Returns `None` for pictures and documents, which
/// this module does not draw.
#[must_use]
pub fn requested_content<'a>(app: &'a App, request: &Export) -> Option<(Vec<RowStream<'a>>, FileFormat)> {
    let form = match request.format {
        ExportFormat::Csv => FileFormat::Csv,
        ExportFormat::Spreadsheet => FileFormat::Spreadsheet(app.cx.lang()),
        ExportFormat::Xlsx => FileFormat::Xlsx,
        ExportFormat::Json => FileFormat::Json,
        ExportFormat::Pdf | ExportFormat::Html | ExportFormat::Markdown | ExportFormat::Png => return None,
    };
    let flows = crate::tools::export::view::human::human_tables(app, request.content, request.format);
    Some((flows, form))
}
