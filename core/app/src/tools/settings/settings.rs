//! State of the settings screen, and the form of one setting.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::options::Options;
use crate::foundation::cx::output::FrontEndRequest;
use crate::foundation::cx::overlay::{Form, FormField, FormPurpose, FormValue, Overlay, Picker, PickerKind};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::rule::RuleConfig;
use crate::vocabulary::setting::{SettingEdit, SettingOrigin, SettingValue, key_text};

/// Field name of a setting's value.
pub const VALUE_FIELD: &str = "setting-value";
/// Field name of the profile, status or rule that gets the setting.
pub const NAME_FIELD: &str = "setting-name";

/// Content of the configuration, as a front end read it.
#[derive(Clone, Debug)]
pub struct SettingsRead {
    /// Every setting, in the order of the manual.
    pub values: Vec<SettingValue>,
    /// Options that follow from the file.
    pub options: Box<Options>,
    /// Rules that follow from the file.
    pub rules: RuleConfig,
}

/// State of the settings screen.
#[derive(Clone, Debug, Default)]
pub struct SettingsState {
    /// Every setting, as read last.
    pub(crate) values: Vec<SettingValue>,
    /// Key to focus once the settings are read.
    pub(crate) wanted: Vec<String>,
}

impl SettingsState {
    /// Returns the lines: a setting, or `None` for the heading of a section.
    pub(crate) fn setting_lines(&self) -> Vec<Option<&SettingValue>> {
        let mut lines = Vec::with_capacity(self.values.len() + 16);
        let mut section = None;
        for value in &self.values {
            let own = value.key.split_last().map(|(_, section)| section);
            if section != own {
                lines.push(None);
                section = own;
            }
            lines.push(Some(value));
        }
        lines
    }

    /// Returns the line of a setting; the first setting if there is none.
    pub(crate) fn line_of(&self, key: &[String]) -> usize {
        self.setting_lines().iter().position(|line| line.is_some_and(|value| value.key == key)).unwrap_or(1)
    }

    /// Returns the settings screen behind the form of one setting.
    pub(crate) fn behind_form(&self, cx: &AppCx) -> Option<Picker> {
        let Overlay::Form(Form { purpose: FormPurpose::Setting { setting, .. }, .. }) = &cx.overlay else {
            return None;
        };
        Some(Picker { kind: PickerKind::Settings, selected: self.line_of(&setting.key) })
    }

    /// Opens the form of a setting, or says why it cannot be changed here.
    pub(crate) fn open_form(&self, line: usize, cx: &mut AppCx) {
        let Some(setting) = self.setting_lines().get(line).copied().flatten().cloned() else {
            return;
        };
        if !setting.is_editable() {
            let content = match setting.origin {
                SettingOrigin::Variable(name) => ToastContent::about("toast-setting-variable", name),
                _ => ToastContent::about("toast-setting-secret", key_text(&setting.key)),
            };
            return cx.notify(content, LONG);
        }
        let text = setting.own.clone().unwrap_or_default();
        let choices = setting.doc.choices();
        let value = if choices.is_empty() || setting.doc.form.contains('#') {
            FormValue::Text { text, known: Vec::new() }
        } else {
            // The empty choice is the default.
            let options: Vec<String> = [""].iter().chain(&choices).map(|&word| word.to_owned()).collect();
            let selected = options.iter().position(|word| *word == text).unwrap_or(0);
            FormValue::Choice { options, selected }
        };
        let name = FormValue::Text { text: String::new(), known: Vec::new() };
        let name = setting.needs_name().then_some(FormField { name: NAME_FIELD, value: name });
        let fields = name.into_iter().chain([FormField { name: VALUE_FIELD, value }]).collect();
        let label = key_text(&setting.key);
        let purpose = FormPurpose::Setting { setting: Box::new(setting), rejected: String::new() };
        cx.overlay = Overlay::Form(Form::new(purpose, label, fields));
    }
}

impl AppCx {
    /// Asks the front end to write a setting; the form stays open until then.
    pub(crate) fn finish_setting_form(&mut self, form: Form, setting: &SettingValue) {
        let value = Some(form.value(VALUE_FIELD).trim().to_owned()).filter(|typed| !typed.is_empty());
        let name = form.value(NAME_FIELD).trim().to_owned();
        self.overlay = Overlay::Form(form);
        if value == setting.own && !setting.needs_name() {
            return self.ask_front_end(FrontEndRequest::Settings(None));
        }
        let part = |part: &String| {
            if crate::vocabulary::setting::is_placeholder(part) { name.clone() } else { part.clone() }
        };
        let key = setting.key.iter().map(part).collect();
        let edit = SettingEdit { key, value, seen: setting.own.clone(), is_undo: false };
        self.ask_front_end(FrontEndRequest::Settings(Some(edit)));
    }
}
