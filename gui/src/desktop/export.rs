//! Writes an export file and reports the outcome.

use std::io::Write as _;

use encours_core::app::foundation::cx::overlay_types::{Export, ExportForm};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::export::{self, atomic_file};

use crate::report;

/// Writes the file and returns its outcome; replaces an existing file only if requested.
pub(super) fn write(app: &App, wanted: Export) -> Action {
    let path = atomic_file::place(&wanted.path);
    let outcome = atomic_file::export(&path, wanted.replace, |file, beside| {
        wanted.check_ending()?;
        if let Some((flows, form)) =
            encours_core::app::tools::export::view::requested_export::wanted(app, &wanted)
        {
            return export::write(flows, form, file, beside);
        }
        let bytes = match wanted.form {
            ExportForm::Pdf => report::pdf(app),
            _ => report::png(app).map_err(encours_core::error::Error::unexpected)?,
        };
        file.write_all(&bytes)?;
        Ok(0)
    });
    wanted.ended(&path, outcome)
}
