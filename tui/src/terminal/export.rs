//! Exports the shown data to a file on a separate thread.
//!
//! The screen stays responsive.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};

use encours_core::app::foundation::cx::overlay_types::{Export, ExportForm};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::error::Error;
use encours_core::export::{self, atomic_file};

use super::Wake;

/// Export formats of the terminal; images and documents exist in the window only.
pub const FORMS: [ExportForm; 4] = [
    ExportForm::Xlsx,
    ExportForm::Csv,
    ExportForm::Spreadsheet,
    ExportForm::Json,
];

/// Exports in progress.
#[derive(Debug)]
pub(super) struct Exports {
    answers: Sender<Action>,
    came: Receiver<Action>,
}

impl Default for Exports {
    fn default() -> Self {
        let (answers, came) = channel();
        Self { answers, came }
    }
}

impl Exports {
    /// Starts to export what `app` shows now.
    ///
    /// # Errors
    /// The thread cannot be created.
    pub(super) fn begin(&self, app: App, wanted: Export, wake: Wake) -> io::Result<()> {
        let answers = self.answers.clone();
        std::thread::Builder::new()
            .name("export".to_owned())
            .spawn(move || {
                // The file is complete even if the screen has ended meanwhile.
                let _unheard = answers.send(write(&app, wanted));
                wake.wake();
            })?;
        Ok(())
    }

    /// Returns the results since the last call.
    pub(super) fn answers(&self) -> Vec<Action> {
        self.came.try_iter().collect()
    }
}

/// Writes the file and returns the result. Replaces a file only if the user has agreed.
fn write(app: &App, wanted: Export) -> Action {
    // The user may have typed a relative path; the message shows the absolute one.
    let place = atomic_file::place(&wanted.path);
    let path = std::path::absolute(&place).unwrap_or(place);
    let outcome = atomic_file::export(&path, wanted.replace, |file, beside| {
        wanted.check_ending()?;
        let Some((flows, form)) =
            encours_core::app::tools::export::view::requested_export::wanted(app, &wanted)
        else {
            return Err(Error::unexpected("a terminal draws no pictures".to_owned()).into());
        };
        export::write(flows, form, file, beside)
    });
    wanted.ended(&path, outcome)
}

#[cfg(test)]
mod tests {
    use encours_core::app::foundation::cx::overlay_types::ExportWhat;

    use crate::test_support::app;

    use super::*;

    fn wanted(path: &str, replace: bool) -> Export {
        Export {
            what: ExportWhat::Deals,
            form: ExportForm::Csv,
            path: path.to_owned(),
            replace,
        }
    }

    #[test]
    fn a_file_is_written_whole_and_replaced_only_when_that_was_said() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deals.csv").display().to_string();
        assert!(matches!(
            write(&app(), wanted(&path, false)),
            Action::Exported { .. }
        ));
        let first = std::fs::read_to_string(&path).unwrap();
        assert!(first.starts_with("name,status,"), "{first}");
        assert!(matches!(
            write(&app(), wanted(&path, false)),
            Action::ExportTaken(_)
        ));
        assert!(matches!(
            write(&app(), wanted(&path, true)),
            Action::Exported { .. }
        ));
        let nowhere = dir.path().join("none/x.csv").display().to_string();
        assert!(matches!(
            write(&app(), wanted(&nowhere, false)),
            Action::ExportFailed { .. }
        ));
        // A wrong extension writes nothing.
        let wrong = dir.path().join("x.docx").display().to_string();
        assert!(matches!(
            write(&app(), wanted(&wrong, true)),
            Action::ExportFailed { .. }
        ));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_answer_wakes_whoever_draws() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deals.csv").display().to_string();
        let (exports, wake) = (Exports::default(), Wake::default());
        exports.begin(app(), wanted(&path, false), wake.clone()).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(wake.woken());
        assert!(matches!(exports.answers().as_slice(), [Action::Exported { .. }]));
    }
}
