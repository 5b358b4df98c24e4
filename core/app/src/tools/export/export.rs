//! Export of the shown data. A form asks for format and path; then the front end writes the file and reports the
//! result. An existing file is replaced only after the user confirms the warning.

use crate::changes::entry::entry_values::choice_field;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, Overlay, PickerKind};
use crate::foundation::cx::overlay_types::{Export, ExportContent, ExportFormat};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::context::Screen;
use crate::records::activity::activity::REQUESTS;
use crate::screens::explorer::explorer::ExplorerState;

use crate::text::{Messages, date, fold};

impl Pipeline {
    /// Returns the content that an export on the current screen would have.
    pub(crate) fn export_content(&self, cx: &AppCx) -> Option<ExportContent> {
        match cx.picker().map(|picker| picker.kind) {
            Some(PickerKind::Since) => return Some(ExportContent::Changes),
            Some(PickerKind::Checks) => return Some(ExportContent::Checks),
            Some(PickerKind::Compare) => return Some(ExportContent::Compare),
            Some(PickerKind::Sheet) => return Some(ExportContent::Sheet),
            _ => {}
        }
        match cx.screen {
            Screen::Pipeline | Screen::Deal if !self.selection.is_empty() => Some(ExportContent::Selected),
            Screen::Pipeline | Screen::Deal => Some(ExportContent::Deals),
            Screen::Portfolio => Some(ExportContent::Portfolio),
            Screen::Flow => Some(ExportContent::Flow),
            Screen::Activity if cx.pane == REQUESTS && !cx.options.split_view => {
                Some(ExportContent::Requests)
            }
            Screen::Activity => Some(ExportContent::Writes),
            Screen::Notifications => Some(ExportContent::Notifications),
            Screen::Tasks => Some(ExportContent::Tasks),
            Screen::Explorer => Some(ExportContent::Records),
            Screen::Views | Screen::Agenda => None,
        }
    }
}

impl ExplorerState {
    /// Opens the form for the format and the path, which `failed` has if there was one.
    pub(crate) fn begin_export(&self, content: ExportContent, failed: Option<&Export>, cx: &mut AppCx) {
        let formats = ExportFormat::ALL.iter().copied().filter(|form| form.supports(content));
        // Every front end writes documents.
        let is_offered =
            |form: &ExportFormat| content == ExportContent::Pack || cx.options.export_formats.contains(form);
        let formats: Vec<ExportFormat> = formats.filter(is_offered).collect();
        let Some(first) = formats.first() else { return };
        let name = self.export_name(content, cx);
        let past = cx.screen_shows_past();
        let day = date::local(if past { cx.observed_now() } else { cx.now }, &cx.options.zone).date();
        let past = if past { Messages::new(cx.options.lang).get("export-file-past") } else { "".into() };
        let path = format!("{}encours-{name}-{past}{day}.{}", cx.options.export_dir, first.extension());
        let path = failed.map_or(path, |failed| failed.path.clone());
        let codes = formats.iter().map(|form| form.code().to_owned()).collect();
        cx.overlay = Overlay::Form(Form::new(
            FormPurpose::Export { content, overwrite: None },
            String::new(),
            vec![
                choice_field("export-form", codes, failed.map_or("", |failed| failed.format.code())),
                FormField::text_field("export-path", path),
            ],
        ));
    }

    /// Returns the default file name in the display language, with only safe characters.
    fn export_name(&self, content: ExportContent, cx: &AppCx) -> String {
        let kind = self.focused_kind().filter(|_| content == ExportContent::Records);
        let key = kind.map_or(content.keys().file.to_owned(), |kind| format!("family-{}", kind.name()));
        let name = fold(&Messages::new(cx.options.lang).get(&key));
        let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        words.join("-")
    }
}

impl AppCx {
    pub(crate) fn notify_exported(&mut self, path: &str, rows: usize) {
        let (folder, name) = path.rsplit_once(['/', '\\']).unwrap_or(("", path));
        let content = ToastContent::about("toast-exported", name).with_arg("n", ToastArg::Count(rows));
        self.notify(
            content.with_text_arg("folder", folder, 60).with_text_arg("path", path, usize::MAX),
            LONG,
        );
    }
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
