//! A file of what is shown, written beside the drawing thread: many rows take a while, and the screen goes on.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};

use encours_core::app::foundation::cx::overlay_types::ExportForm;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::app::tools::export::export::Export;
use encours_core::error::Error;
use encours_core::export::{self, atomic_file};

use super::Wake;

/// The forms in which a terminal writes files: pictures and pages are the window's.
pub const FORMS: [ExportForm; 4] = [
    ExportForm::Xlsx,
    ExportForm::Csv,
    ExportForm::Spreadsheet,
    ExportForm::Json,
];

/// The files being written.
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
    /// Begins to write a file of what `app` shows now.
    ///
    /// # Errors
    /// The system gives no thread for it.
    pub(super) fn begin(&self, app: App, wanted: Export, wake: Wake) -> io::Result<()> {
        let answers = self.answers.clone();
        std::thread::Builder::new()
            .name("export".to_owned())
            .spawn(move || {
                // Whoever left meanwhile no longer wants the answer; the file is whole.
                let _unheard = answers.send(write(&app, wanted));
                wake.wake();
            })?;
        Ok(())
    }

    /// What has become of files since this was last asked.
    pub(super) fn answers(&self) -> Vec<Action> {
        self.came.try_iter().collect()
    }
}

/// Writes the file; an answer in any case, and nothing replaced unasked.
fn write(app: &App, wanted: Export) -> Action {
    // Offered and typed beside where one works, it is told whole when it is written.
    let place = atomic_file::place(&wanted.path);
    let path = std::path::absolute(&place).unwrap_or(place);
    let outcome = atomic_file::export(&path, wanted.replace, |file, beside| {
        let Some((flows, form)) = encours_core::app::tools::export::view::requested_export::wanted(app, &wanted)
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
