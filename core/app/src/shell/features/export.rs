//! `App` methods for exports.

use crate::error::{Error, Why};
use crate::foundation::cx::export_path::{WRONG_ENDING, ending_of, wrong_place};
use crate::foundation::cx::output::HostRequest;
use crate::foundation::cx::overlay::{FieldValue, Form, Layer, Purpose};
use crate::foundation::cx::overlay_types::{Export, ExportForm, ExportWhat};
use crate::foundation::cx::sheet::SheetKind;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::Reason;
use crate::model::resources::resource_kind::Family;
use crate::shell::action::Action;
use crate::shell::app::App;

use std::path::Path;

impl Export {
    /// Checks that the extension matches the format, so that other programs can open the file. The front end asks when
    /// the folder is known to be writable: the form names both mistakes.
    ///
    /// # Errors
    /// The extension belongs to another format.
    pub fn check_ending(&self) -> Result<(), Error> {
        if !self.form.is_misnamed(&self.path) {
            return Ok(());
        }
        let ending = format!(".{}", self.form.ending());
        Err(Error::usage(format!("this export only writes {ending} files"))
            .with_said(WRONG_ENDING, &[("endings", &ending)]))
    }

    /// Converts the front end's result to an action. `path` is the written file. The result is the number of rows,
    /// `None` for an existing file that may not be replaced, or an error.
    pub fn ended(self, path: &Path, outcome: Result<Option<usize>, Error>) -> Action {
        match outcome {
            Ok(Some(rows)) => Action::Exported {
                path: path.display().to_string(),
                rows,
            },
            Ok(None) => Action::ExportTaken(self),
            Err(error) => Action::ExportFailed {
                export: Some(self),
                why: Why::from(&error),
            },
        }
    }
}

impl App {
    /// Checks whether there is anything to export.
    pub(crate) fn can_export(&self) -> Result<(), Reason> {
        let what = self
            .pipeline
            .exportable(&self.cx)
            .filter(|_| !self.cx.options.exports.is_empty());
        let empty = match what.ok_or(Reason::NoExport)? {
            ExportWhat::Tasks => self.cx.family_items(Family::Tasks).is_empty(),
            ExportWhat::Records => self.explorer.explored_rows().shown.is_empty(),
            ExportWhat::Changes => self.changes_found().is_empty(),
            _ => false,
        };
        if empty {
            Err(Reason::NothingToExport)
        } else {
            Ok(())
        }
    }

    pub(crate) fn finish_export(&mut self, mut form: Form, what: ExportWhat, replace: Option<&str>) {
        let mut path = form.value("export-path").trim().to_owned();
        let Some(chosen) = ExportForm::from_code(form.value("export-form")) else {
            return;
        };
        if path.is_empty() {
            form.error = Some("form-path-empty");
            form.focus = 1;
            self.cx.layer = Layer::Form(form);
            return;
        }
        if ending_of(&path).is_none() {
            path = format!("{}.{}", path.trim_end_matches('.'), chosen.ending());
        }
        // A file with the wrong extension is not written, so there is nothing to confirm.
        let replace = replace == Some(path.as_str()) || chosen.is_misnamed(&path);
        self.cx.ask_host(HostRequest::Export(Export {
            what,
            form: chosen,
            replace,
            path,
        }));
    }

    /// Asks whether an existing file may be replaced.
    pub(crate) fn ask_to_replace(&mut self, export: &Export) {
        self.ask_again(export, "form-path-taken", Some(export.path.clone()));
    }

    /// Reopens the export form with its values and an error.
    pub(crate) fn ask_again(&mut self, export: &Export, error: &'static str, replace: Option<String>) {
        self.cx.layer = Layer::None;
        let screen = self.cx.screen;
        self.cx.screen = match export.what {
            ExportWhat::Changes => {
                self.open_sheet(SheetKind::Since);
                screen
            }
            ExportWhat::Deals | ExportWhat::Selected => Screen::Pipeline,
            ExportWhat::Portfolio => Screen::Portfolio,
            ExportWhat::Writes | ExportWhat::Requests => Screen::Activity,
            ExportWhat::Notifications => Screen::Notifications,
            ExportWhat::Tasks => Screen::Tasks,
            ExportWhat::Records => Screen::Explorer,
        };
        self.explorer.begin_export(&mut self.pipeline, &mut self.cx);
        self.cx.screen = screen;
        let Layer::Form(form) = &mut self.cx.layer else {
            return;
        };
        form.purpose = Purpose::Export {
            what: export.what,
            replace,
        };
        form.error = Some(error);
        form.focus = 1;
        for field in &mut form.fields {
            match &mut field.value {
                FieldValue::Choice { options, selected } => {
                    let at = options.iter().position(|code| code == export.form.code());
                    *selected = at.unwrap_or(*selected);
                }
                FieldValue::Text { text, .. } => text.clone_from(&export.path),
            }
        }
    }

    /// Reports a failed export. If the path is the cause and no overlay is open, the form reopens for correction.
    pub(crate) fn say_export_failed(&mut self, export: Option<&Export>, why: Why) {
        let place = why.said.as_ref().and_then(|said| wrong_place(said.key));
        if let (Some(export), Some(error), Layer::None) = (export, place, &self.cx.layer) {
            self.ask_again(export, error, None);
            return;
        }
        self.cx.say(
            ToastKind::ExportFailed { why },
            crate::foundation::cx::toast::LONG,
        );
    }
}
