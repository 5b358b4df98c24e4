//! Export of the shown data. A form asks for format and path; then the front end writes the file and reports the
//! result. An existing file is replaced only after the user confirms the warning.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::export_path::ending_of;
use crate::foundation::cx::overlay::{FieldValue, Form, FormField, Layer, Purpose};
use crate::foundation::cx::overlay_types::{ExportForm, ExportWhat};
use crate::foundation::cx::sheet::SheetKind;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::context::Screen;
use crate::records::activity::panes::REQUESTS;
use crate::screens::explorer::explorer::ExplorerState;

use crate::text::{Words, date, fold};

impl ExportForm {
    /// All formats.
    pub const ALL: [Self; 6] = [
        Self::Xlsx,
        Self::Csv,
        Self::Spreadsheet,
        Self::Json,
        Self::Pdf,
        Self::Png,
    ];

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
    pub fn ending(self) -> &'static str {
        match self {
            Self::Spreadsheet => "csv",
            other => other.code(),
        }
    }

    /// Returns whether a path has the extension of another format.
    pub(crate) fn is_misnamed(self, path: &str) -> bool {
        ending_of(path).is_some_and(|ending| ending != self.ending())
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

    /// Returns whether the format supports `what`: PNG and PDF support only the portfolio.
    fn shows(self, what: ExportWhat) -> bool {
        what == ExportWhat::Portfolio || !matches!(self, Self::Png | Self::Pdf)
    }
}

impl Pipeline {
    /// Returns the content that an export on the current screen would have.
    pub(crate) fn exportable(&self, cx: &AppCx) -> Option<ExportWhat> {
        if cx.sheet().is_some_and(|sheet| sheet.kind == SheetKind::Since) {
            return Some(ExportWhat::Changes);
        }
        match cx.screen {
            Screen::Pipeline | Screen::Deal if !self.selection.is_empty() => Some(ExportWhat::Selected),
            Screen::Pipeline | Screen::Deal => Some(ExportWhat::Deals),
            Screen::Portfolio => Some(ExportWhat::Portfolio),
            Screen::Activity if cx.pane == REQUESTS && !cx.options.beside => Some(ExportWhat::Requests),
            Screen::Activity => Some(ExportWhat::Writes),
            Screen::Notifications => Some(ExportWhat::Notifications),
            Screen::Tasks => Some(ExportWhat::Tasks),
            Screen::Explorer => Some(ExportWhat::Records),
            Screen::Views => None,
        }
    }
}

impl ExplorerState {
    pub(crate) fn begin_export(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let Some(what) = pipeline.exportable(cx) else {
            return;
        };
        let forms: Vec<ExportForm> = ExportForm::ALL
            .into_iter()
            .filter(|form| cx.options.exports.contains(form) && form.shows(what))
            .collect();
        let Some(first) = forms.first() else { return };
        let name = self.export_name(what, cx);
        let day = date::local(cx.now, &cx.options.zone).date();
        let path = format!("{}encours-{name}-{day}.{}", cx.options.export_to, first.ending());
        cx.layer = Layer::Form(Form {
            purpose: Purpose::Export { what, replace: None },
            label: String::new(),
            replaces: None,
            fields: vec![
                FormField {
                    name: "export-form",
                    value: FieldValue::Choice {
                        options: forms.iter().map(|form| form.code().to_owned()).collect(),
                        selected: 0,
                    },
                },
                FormField {
                    name: "export-path",
                    value: FieldValue::Text {
                        text: path,
                        known: Vec::new(),
                    },
                },
            ],
            focus: 0,
            pointed: None,
            error: None,
        });
    }

    /// Returns the default file name in the display language, with only safe characters.
    fn export_name(&self, what: ExportWhat, cx: &AppCx) -> String {
        let key = match what {
            ExportWhat::Deals => "export-file-deals",
            ExportWhat::Selected => "export-file-selected",
            ExportWhat::Portfolio => "screen-portfolio",
            ExportWhat::Changes => "export-file-changes",
            ExportWhat::Writes => "export-file-writes",
            ExportWhat::Requests => "activity-requests",
            ExportWhat::Notifications => "screen-notifications",
            ExportWhat::Tasks => "screen-tasks",
            ExportWhat::Records => match self.explored_family() {
                Some(family) => &format!("family-{}", family.name()),
                None => "export-file-records",
            },
        };
        let name = fold(&Words::new(cx.options.lang).get(key));
        let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        words.join("-")
    }
}

impl AppCx {
    /// Replaces the path's extension after the format changed. An extension that belongs to no format stays.
    pub(crate) fn align_ending(&mut self) {
        let Layer::Form(form) = &mut self.layer else {
            return;
        };
        if !matches!(form.purpose, Purpose::Export { .. }) {
            return;
        }
        let Some(chosen) = ExportForm::from_code(form.value("export-form")) else {
            return;
        };
        let path = form.fields.iter_mut().find(|field| field.name == "export-path");
        if let Some(FieldValue::Text { text, .. }) = path.map(|field| &mut field.value)
            && let Some((stem, ending)) = text.rsplit_once('.')
            && ExportForm::ALL.iter().any(|form| form.ending() == ending)
        {
            *text = format!("{stem}.{}", chosen.ending());
        }
    }

    /// Selects the format that the extension of a typed path requires. The selected format stays if it has that
    /// extension too: `.csv` never holds a workbook.
    pub(crate) fn align_form(&mut self) {
        let Layer::Form(form) = &mut self.layer else {
            return;
        };
        if !matches!(form.purpose, Purpose::Export { .. }) {
            return;
        }
        let path = form.value("export-path").trim().to_lowercase();
        let Some((_, ending)) = path.rsplit_once('.') else {
            return;
        };
        let chosen = ExportForm::from_code(form.value("export-form"));
        if chosen.is_some_and(|chosen| chosen.ending() == ending) {
            return;
        }
        let field = form.fields.iter_mut().find(|field| field.name == "export-form");
        if let Some(FieldValue::Choice { options, selected }) = field.map(|field| &mut field.value) {
            let fits = |code: &String| ExportForm::from_code(code).is_some_and(|own| own.ending() == ending);
            *selected = options.iter().position(fits).unwrap_or(*selected);
        }
    }

    pub(crate) fn say_exported(&mut self, path: String, rows: usize) {
        self.say(
            ToastKind::Exported { path, rows },
            crate::foundation::cx::toast::LONG,
        );
    }
}

impl Form {
    /// Returns the distinct extensions that this export form can write.
    pub(crate) fn endings(&self) -> Vec<&'static str> {
        let mut endings = Vec::new();
        for field in &self.fields {
            if let FieldValue::Choice { options, .. } = &field.value {
                let forms = options.iter().filter_map(|code| ExportForm::from_code(code));
                for ending in forms.map(ExportForm::ending) {
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
