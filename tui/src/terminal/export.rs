//! Exports the shown data to a file on a separate thread.
//!
//! The screen stays responsive.

use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use encours_core::app::foundation::cx::overlay_types::{Export, ExportContent, ExportFormat};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::tools::pack::view::pack_document;
use encours_core::engine::PackReader;
use encours_core::error::{Error, Reason};
use encours_core::export::{self, atomic_file};
use encours_core::spreadsheet;

use super::Wake;

/// Export formats of the terminal; images and documents exist in the window only.
pub const FORMATS: [ExportFormat; 4] =
    [ExportFormat::Xlsx, ExportFormat::Csv, ExportFormat::Spreadsheet, ExportFormat::Json];

/// Exports in progress.
#[derive(Debug)]
pub(super) struct Exports {
    results_tx: Sender<Action>,
    results_rx: Receiver<Action>,
}

impl Default for Exports {
    fn default() -> Self {
        let (results_tx, results_rx) = channel();
        Self { results_tx, results_rx }
    }
}

impl Exports {
    /// Starts to export what `app` shows now. `reader` reads the data of a pack.
    ///
    /// # Errors
    /// The thread cannot be created.
    pub(super) fn begin(
        &self,
        app: App,
        request: Export,
        reader: Option<PackReader>,
        wake: Wake,
    ) -> io::Result<()> {
        let results_tx = self.results_tx.clone();
        std::thread::Builder::new().name("export".to_owned()).spawn(move || {
            // The file is complete even if the screen has ended meanwhile.
            let _unheard = results_tx.send(write(&app, request, reader.as_ref()));
            wake.wake();
        })?;
        Ok(())
    }

    /// Starts to read the spreadsheet at `path`.
    ///
    /// # Errors
    /// The thread cannot be created.
    pub(super) fn read_table(&self, path: String, sheet: String, wake: Wake) -> io::Result<()> {
        let results_tx = self.results_tx.clone();
        std::thread::Builder::new().name("import".to_owned()).spawn(move || {
            let _unheard = results_tx.send(import_action(path, sheet));
            wake.wake();
        })?;
        Ok(())
    }

    /// Returns the results since the last call.
    pub(super) fn results(&self) -> Vec<Action> {
        self.results_rx.try_iter().collect()
    }
}

/// Reads the spreadsheet and returns the result.
fn import_action(path: String, sheet: String) -> Action {
    let named = Some(sheet.as_str()).filter(|sheet| !sheet.is_empty());
    let table = spreadsheet::read(&atomic_file::expand_path(&path), named);
    Action::ImportRead { path, sheet, outcome: table.map(Arc::new).map_err(|error| Reason::from(&error)) }
}

/// Writes the file and returns the result. Replaces a file only if the user has agreed.
fn write(app: &App, request: Export, reader: Option<&PackReader>) -> Action {
    // The user may have typed a relative path; the message shows the absolute one.
    let target_path = atomic_file::expand_path(&request.path);
    let path = std::path::absolute(&target_path).unwrap_or(target_path);
    let outcome = atomic_file::write_export(&path, request.overwrite, |file, temp_dir| {
        request.check_ending()?;
        if request.content == ExportContent::Pack {
            let document = pack_document(app, reader.map(|read| &**read))?;
            file.write_all(&export::document_bytes(&document, request.format.extension())?)?;
            return Ok(0);
        }
        let Some((flows, form)) =
            encours_core::app::tools::export::view::requested_export::requested_content(app, &request)
        else {
            return Err(Error::unexpected("a terminal draws no pictures".to_owned()).into());
        };
        export::write(flows, form, file, temp_dir)
    });
    request.into_action(&path, outcome)
}

#[cfg(test)]
mod tests {
    use encours_core::model::history::pack_data::PackData;

    use crate::test_support::app;

    use super::*;

    fn export_to(path: &str, replace: bool) -> Export {
        Export {
            content: ExportContent::Deals,
            format: ExportFormat::Csv,
            path: path.to_owned(),
            overwrite: replace,
        }
    }

    #[test]
    fn export_replaces_a_file_only_if_confirmed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deals.csv").display().to_string();
        assert!(matches!(write(&app(), export_to(&path, false), None), Action::Exported { .. }));
        let first = std::fs::read_to_string(&path).unwrap();
        assert!(first.starts_with("name,status,"), "{first}");
        assert!(matches!(write(&app(), export_to(&path, false), None), Action::ExportFileExists(_)));
        assert!(matches!(write(&app(), export_to(&path, true), None), Action::Exported { .. }));
        let nowhere = dir.path().join("none/x.csv").display().to_string();
        assert!(matches!(write(&app(), export_to(&nowhere, false), None), Action::ExportFailed { .. }));
        // A wrong extension writes nothing.
        let wrong = dir.path().join("x.docx").display().to_string();
        assert!(matches!(write(&app(), export_to(&wrong, true), None), Action::ExportFailed { .. }));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn pack_is_written_from_the_data_of_the_engine() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pack.md").display().to_string();
        let request = || Export {
            content: ExportContent::Pack,
            format: ExportFormat::Markdown,
            path: path.clone(),
            overwrite: false,
        };
        assert!(matches!(write(&app(), request(), None), Action::ExportFailed { .. }), "no engine");
        let data = PackData {
            deals: Vec::new(),
            known_deals: 7,
            synced_at: jiff::Timestamp::UNIX_EPOCH,
            observed_since: None,
        };
        let expected = app().pack_deals();
        let read: PackReader = Arc::new(move |deals| {
            assert_eq!(deals, expected);
            Ok(data.clone())
        });
        assert!(matches!(write(&app(), request(), Some(&read)), Action::Exported { .. }));
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# ") && text.contains("- ") && text.contains('7'), "{text}");
    }

    #[test]
    fn finished_export_wakes_the_frontend() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deals.csv").display().to_string();
        let (exports, wake) = (Exports::default(), Wake::default());
        exports.begin(app(), export_to(&path, false), None, wake.clone()).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(wake.woken());
        assert!(matches!(exports.results().as_slice(), [Action::Exported { .. }]));
    }
}
