//! Writing a file of what is shown, and saying what became of it.

use std::path::{Path, PathBuf};

use encours_core::app::{Action, App, Export, ExportForm};
use encours_core::export::{Form, bytes, file};
use encours_core::view::export_words;

use crate::report;

/// Writes the file; an answer in any case, and nothing replaced unasked.
pub(super) fn write(app: &App, wanted: Export) -> Action {
    let path = place(&wanted.path);
    if !wanted.replace && path.symlink_metadata().is_ok() {
        return Action::ExportTaken(wanted);
    }
    let sheets = export_words::sheets(app, wanted.what, wanted.form);
    let rows = sheets.iter().map(|sheet| sheet.rows.len()).sum();
    let plain = |form| bytes(&sheets, form).map(|bytes| (bytes, rows));
    let made = match wanted.form {
        ExportForm::Csv => plain(Form::Csv),
        ExportForm::Spreadsheet => plain(Form::Spreadsheet(app.lang())),
        ExportForm::Xlsx => plain(Form::Xlsx),
        ExportForm::Json => plain(Form::Json),
        ExportForm::Pdf => Ok((report::pdf(app), 0)),
        ExportForm::Png => report::png(app)
            .map(|bytes| (bytes, 0))
            .map_err(encours_core::error::Error::unexpected),
    };
    let written = made.and_then(|(bytes, rows)| file::write(&path, &bytes, wanted.replace).map(|()| rows));
    match written {
        Ok(rows) => Action::Exported {
            path: path.display().to_string(),
            rows,
        },
        // It appeared between the look and the writing.
        Err(_) if !wanted.replace && path.symlink_metadata().is_ok() => Action::ExportTaken(wanted),
        Err(error) => Action::ExportFailed {
            why: error.to_string(),
        },
    }
}

/// The path typed, with `~` for the home directory.
fn place(typed: &str) -> PathBuf {
    match (typed.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => Path::new(typed).to_owned(),
    }
}
