//! Export of the shown data. A form asks for format and path; then the front end writes the file and reports the
//! result. An existing file is replaced only after the user confirms the warning.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::export_path::extension_of;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Layer};
use crate::foundation::cx::overlay_types::{ExportContent, ExportFormat};
use crate::foundation::cx::picker::PickerKind;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::context::Screen;
use crate::records::activity::panes::REQUESTS;
use crate::screens::explorer::explorer::ExplorerState;

use crate::text::{Messages, date, fold};

impl ExportFormat {
    /// All formats.
    pub const ALL: [Self; 6] = [Self::Xlsx, Self::Csv, Self::Spreadsheet, Self::Json, Self::Pdf, Self::Png];

    /// Returns the code of the format in the form's list.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Spreadsheet => "csv-spreadsheet",
            Self::Xlsx => "xlsx",
            Self::Json => "json",
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }

    /// Returns the file extension.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Spreadsheet => "csv",
            other => other.code(),
        }
    }

    /// Returns whether a path has the extension of another format.
    pub(crate) fn is_misnamed(self, path: &str) -> bool {
        extension_of(path).is_some_and(|ending| ending != self.extension())
    }

    /// Returns the message key of its name.
    #[must_use]
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Csv => "export-csv",
            Self::Spreadsheet => "export-csv-spreadsheet",
            Self::Xlsx => "export-xlsx",
            Self::Json => "export-json",
            Self::Png => "export-png",
            Self::Pdf => "export-pdf",
        }
    }

    /// Returns the format with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.code() == code)
    }

    /// Returns whether the format supports `content`: PNG and PDF support only the portfolio.
    fn supports(self, content: ExportContent) -> bool {
        content == ExportContent::Portfolio || !matches!(self, Self::Png | Self::Pdf)
    }
}

impl Pipeline {
    /// Returns the content that an export on the current screen would have.
    pub(crate) fn export_content(&self, cx: &AppCx) -> Option<ExportContent> {
        if cx.picker().is_some_and(|picker| picker.kind == PickerKind::Since) {
            return Some(ExportContent::Changes);
        }
        match cx.screen {
            Screen::Pipeline | Screen::Deal if !self.selection.is_empty() => Some(ExportContent::Selected),
            Screen::Pipeline | Screen::Deal => Some(ExportContent::Deals),
            Screen::Portfolio => Some(ExportContent::Portfolio),
            Screen::Activity if cx.pane == REQUESTS && !cx.options.split_view => {
                Some(ExportContent::Requests)
            }
            Screen::Activity => Some(ExportContent::Writes),
            Screen::Notifications => Some(ExportContent::Notifications),
            Screen::Tasks => Some(ExportContent::Tasks),
            Screen::Explorer => Some(ExportContent::Records),
            Screen::Views => None,
        }
    }
}

impl ExplorerState {
    pub(crate) fn begin_export(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let Some(content) = pipeline.export_content(cx) else {
            return;
        };
        let formats: Vec<ExportFormat> = ExportFormat::ALL
            .into_iter()
            .filter(|form| cx.options.export_formats.contains(form) && form.supports(content))
            .collect();
        let Some(first) = formats.first() else { return };
        let name = self.export_name(content, cx);
        let day = date::local(cx.now, &cx.options.zone).date();
        let path = format!("{}encours-{name}-{day}.{}", cx.options.export_dir, first.extension());
        cx.layer = Layer::Form(Form {
            purpose: FormPurpose::Export { content, overwrite: None },
            label: String::new(),
            replaces: None,
            fields: vec![
                FormField {
                    name: "export-form",
                    value: FormValue::Choice {
                        options: formats.iter().map(|form| form.code().to_owned()).collect(),
                        selected: 0,
                    },
                },
                FormField { name: "export-path", value: FormValue::Text { text: path, known: Vec::new() } },
            ],
            focus: 0,
            suggestion: None,
            error: None,
        });
    }

    /// Returns the default file name in the display language, with only safe characters.
    fn export_name(&self, content: ExportContent, cx: &AppCx) -> String {
        let key = match content {
            ExportContent::Deals => "export-file-deals",
            ExportContent::Selected => "export-file-selected",
            ExportContent::Portfolio => "screen-portfolio",
            ExportContent::Changes => "export-file-changes",
            ExportContent::Writes => "export-file-writes",
            ExportContent::Requests => "activity-requests",
            ExportContent::Notifications => "screen-notifications",
            ExportContent::Tasks => "screen-tasks",
            ExportContent::Records => match self.focused_kind() {
                Some(kind) => &format!("family-{}", kind.name()),
                None => "export-file-records",
            },
        };
        let name = fold(&Messages::new(cx.options.lang).get(key));
        let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        words.join("-")
    }
}

impl AppCx {
    /// Replaces the path's extension after the format changed. An extension that belongs to no format stays.
    pub(crate) fn sync_extension(&mut self) {
        let Layer::Form(form) = &mut self.layer else {
            return;
        };
        if !matches!(form.purpose, FormPurpose::Export { .. }) {
            return;
        }
        let Some(chosen) = ExportFormat::from_code(form.value("export-form")) else {
            return;
        };
        let path = form.fields.iter_mut().find(|field| field.name == "export-path");
        if let Some(FormValue::Text { text, .. }) = path.map(|field| &mut field.value)
            && let Some((stem, ending)) = text.rsplit_once('.')
            && ExportFormat::ALL.iter().any(|form| form.extension() == ending)
        {
            *text = format!("{stem}.{}", chosen.extension());
        }
    }

    /// Selects the format that the extension of a typed path requires. The selected format stays if it has that
    /// extension too: `.csv` never holds a workbook.
    pub(crate) fn sync_format(&mut self) {
        let Layer::Form(form) = &mut self.layer else {
            return;
        };
        if !matches!(form.purpose, FormPurpose::Export { .. }) {
            return;
        }
        let path = form.value("export-path").trim().to_lowercase();
        let Some((_, ending)) = path.rsplit_once('.') else {
            return;
        };
        let chosen = ExportFormat::from_code(form.value("export-form"));
        if chosen.is_some_and(|chosen| chosen.extension() == ending) {
            return;
        }
        let field = form.fields.iter_mut().find(|field| field.name == "export-form");
        if let Some(FormValue::Choice { options, selected }) = field.map(|field| &mut field.value) {
            let fits = |code: &String| {
                ExportFormat::from_code(code).is_some_and(|format| format.extension() == ending)
            };
            *selected = options.iter().position(fits).unwrap_or(*selected);
        }
    }

    pub(crate) fn notify_exported(&mut self, path: String, rows: usize) {
        self.notify(ToastContent::Exported { path, rows }, crate::foundation::cx::toast::LONG);
    }
}

impl Form {
    /// Returns the distinct extensions that this export form can write.
    pub(crate) fn export_extensions(&self) -> Vec<&'static str> {
        let mut endings = Vec::new();
        for field in &self.fields {
            if let FormValue::Choice { options, .. } = &field.value {
                let formats = options.iter().filter_map(|code| ExportFormat::from_code(code));
                for ending in formats.map(ExportFormat::extension) {
                    if !endings.contains(&ending) {
                        endings.push(ending);
                    }
                }
            }
        }
        endings
    }
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
