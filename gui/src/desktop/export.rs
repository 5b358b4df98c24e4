//! Writing a file of what is shown, and saying what became of it.

use encours_core::app::{Action, App, Export, ExportForm};
use encours_core::export::file;
use encours_core::view::export;

use crate::report;

/// Writes the file; an answer in any case, and nothing replaced unasked.
pub(super) fn write(app: &App, wanted: Export) -> Action {
    let path = file::place(&wanted.path);
    let outcome = file::export(&path, wanted.replace, || {
        match (export::bytes(app, &wanted), wanted.form) {
            (Some(made), _) => made,
            (None, ExportForm::Pdf) => Ok((report::pdf(app), 0)),
            (None, _) => report::png(app)
                .map(|bytes| (bytes, 0))
                .map_err(encours_core::error::Error::unexpected),
        }
    });
    wanted.ended(&path, outcome)
}
