//! `App` methods for exports.

use crate::error::{Error, Reason};
use crate::foundation::cx::output::FrontEndRequest;
use crate::foundation::cx::overlay::{Form, FormPurpose, Overlay};
use crate::foundation::cx::overlay_types::{
    Export, ExportContent, ExportFormat, WRONG_EXTENSION, extension_of, path_error,
};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::table::RowIdx;
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
        if !self.format.is_misnamed(&self.path) {
            return Ok(());
        }
        let ending = format!(".{}", self.format.extension());
        Err(Error::usage(format!("this export only writes {ending} files"))
            .with_message_ref(WRONG_EXTENSION, &[("endings", &ending)]))
    }

    /// Converts the front end's result to an action. `path` is the written file. The result is the number of rows,
    /// `None` for an existing file that may not be replaced, or an error.
    pub fn into_action(self, path: &Path, outcome: Result<Option<usize>, Error>) -> Action {
        match outcome {
            Ok(Some(rows)) => Action::Exported { path: path.display().to_string(), rows },
            Ok(None) => Action::ExportFileExists(self),
            Err(error) => Action::ExportFailed { export: Some(self), reason: Reason::from(&error) },
        }
    }
}

impl App {
    /// Checks whether there is anything to export.
    pub(crate) fn can_export(&self) -> Result<(), DisabledReason> {
        let content =
            self.pipeline.export_content(&self.cx).filter(|_| !self.cx.options.export_formats.is_empty());
        let empty = match content.ok_or(DisabledReason::NoExport)? {
            ExportContent::Tasks => self.cx.list_items(ResourceKind::Tasks).is_empty(),
            ExportContent::Records => self.explorer.explored_rows().visible.is_empty(),
            ExportContent::Changes => self.matching_changes().is_empty(),
            ExportContent::Checks => self.pipeline.faulty.count() == 0,
            ExportContent::Flow => {
                let figures = self.cx.snapshot.flow.as_deref();
                figures.is_none_or(|figures| figures.groups.is_empty()) || self.cx.in_present().is_err()
            }
            _ => false,
        };
        if empty { Err(DisabledReason::NothingToExport) } else { Ok(()) }
    }

    /// Opens the form for the export of what is shown.
    pub(crate) fn begin_export(&mut self) {
        if let Some(content) = self.pipeline.export_content(&self.cx) {
            self.explorer.begin_export(content, None, &mut self.cx);
        }
    }

    /// Returns the ids of the deals of a committee pack: the selected ones, otherwise those shown in their order.
    #[must_use]
    pub fn pack_deals(&self) -> Vec<String> {
        let selected = self.selected();
        let rows: Vec<RowIdx> =
            if selected.is_empty() { self.visible_rows().collect() } else { selected.into_iter().collect() };
        let deals = &self.cx.snapshot.deals;
        rows.into_iter().filter_map(|ix| Some(deals.row(ix)?.id.to_owned())).collect()
    }

    /// Checks whether a committee pack has deals. It shows the present only.
    pub(crate) fn can_pack(&self) -> Result<(), DisabledReason> {
        let has_deals = !self.pipeline.selection.is_empty() || self.visible_rows().next().is_some();
        if has_deals { Ok(()) } else { Err(DisabledReason::NothingToExport) }
    }

    pub(crate) fn finish_export(
        &mut self,
        mut form: Form,
        content: ExportContent,
        overwrite_path: Option<&str>,
    ) {
        let mut path = form.value("export-path").trim().to_owned();
        let Some(format) = ExportFormat::from_code(form.value("export-form")) else {
            return;
        };
        if path.is_empty() {
            form.error = Some("form-path-empty");
            form.focus = 1;
            self.cx.overlay = Overlay::Form(form);
            return;
        }
        if extension_of(&path).is_none() {
            path = format!("{}.{}", path.trim_end_matches('.'), format.extension());
        }
        // A file with the wrong extension is not written, so there is nothing to confirm.
        let overwrite_path = overwrite_path == Some(path.as_str()) || format.is_misnamed(&path);
        self.cx.ask_front_end(FrontEndRequest::Export(Export {
            content,
            format,
            overwrite: overwrite_path,
            path,
        }));
    }

    /// Reopens the export form with its values and an error.
    pub(crate) fn reopen_export_form(
        &mut self,
        export: &Export,
        error: &'static str,
        replace: Option<String>,
    ) {
        self.explorer.begin_export(export.content, Some(export), &mut self.cx);
        let Overlay::Form(form) = &mut self.cx.overlay else {
            return;
        };
        form.purpose = FormPurpose::Export { content: export.content, overwrite: replace };
        form.error = Some(error);
        form.focus = 1;
    }

    /// Reports a failed export. If the path is the cause and no overlay is open, the form reopens for correction.
    pub(crate) fn notify_export_failed(&mut self, export: Option<&Export>, reason: Reason) {
        let path_problem = reason.message.as_ref().and_then(|message| path_error(message.key));
        if let (Some(export), Some(error), Overlay::None) = (export, path_problem, &self.cx.overlay) {
            self.reopen_export_form(export, error, None);
            return;
        }
        let content = ToastContent::new("toast-export-failed").with_arg("why", ToastArg::Error(reason));
        self.cx.notify(content, LONG);
    }
}
