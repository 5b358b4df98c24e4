//! Writes an export file and reports the outcome.

use std::io::Write as _;

use encours_core::app::foundation::cx::overlay_types::{Export, ExportFormat};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::export::{self, atomic_file};

use crate::report;

/// Writes the file and returns its outcome; replaces an existing file only if requested.
pub(super) fn write_file(app: &App, export: Export) -> Action {
    let path = atomic_file::expand_path(&export.path);
    let outcome = atomic_file::write_export(&path, export.overwrite, |file, sibling| {
        export.check_ending()?;
        if let Some((flows, form)) =
            encours_core::app::tools::export::view::requested_export::requested_content(app, &export)
        {
            return export::write(flows, form, file, sibling);
        }
        let bytes = match export.format {
            ExportFormat::Pdf => report::to_pdf(app),
            _ => report::to_png(app).map_err(encours_core::error::Error::unexpected)?,
        };
        file.write_all(&bytes)?;
        Ok(0)
    });
    export.into_action(&path, outcome)
}
