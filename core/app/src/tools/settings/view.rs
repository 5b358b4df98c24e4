//! View of the settings screen.

use crate::foundation::cx::overlay::{Form, FormPurpose, Overlay};
use crate::foundation::presentation::picker_view::{LineIcon, PickerLine, PickerView, picker_line};
use crate::foundation::presentation::setting_text::{default_text, detail, origin_text};
use crate::shell::app::App;
use crate::text::{Messages, sentence};
use crate::vocabulary::setting::{SettingOrigin, SettingValue, key_text};

/// Builds the settings screen: a section per table of the file, and what the focused setting does.
pub(crate) fn settings_picker(app: &App, selected: usize) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let lines = app.session.settings.setting_lines();
    let line = |at: usize| {
        if let Some(value) = lines.get(at).copied().flatten() {
            return setting_line(value, messages);
        }
        // A heading names the table of the setting below it.
        let below = lines.get(at + 1).copied().flatten().and_then(|value| value.key.split_last());
        let table = below.filter(|(_, table)| !table.is_empty());
        let text =
            table.map_or_else(|| "config.toml".to_owned(), |(_, table)| format!("[{}]", key_text(table)));
        PickerLine { enabled: false, ..picker_line(LineIcon::None, &text, "") }
    };
    let shown = (0..lines.len()).map(line).collect();
    let focused = lines.get(selected).copied().flatten();
    let mut summary: Vec<String> = focused.map_or_else(Vec::new, |value| {
        vec![sentence(&value.doc.explanation(messages)), detail(value, messages)]
    });
    if let Overlay::Form(Form { purpose: FormPurpose::Setting { rejected, .. }, .. }) = app.cx.overlay()
        && !rejected.is_empty()
    {
        summary = vec![rejected.clone()];
    }
    PickerView::complete(messages.get("action-settings").into_owned(), summary, shown)
}

/// Returns name, value and origin of a setting. A mark shows that it is not the default.
fn setting_line(setting: &SettingValue, messages: &'static Messages) -> PickerLine {
    let origin = origin_text(setting.origin, messages);
    let text = match &setting.value {
        _ if setting.needs_name() => messages.get("setting-add").into_owned(),
        Some(text) => format!("{text} · {origin}"),
        None => format!("{} · {origin}", default_text(setting, messages)),
    };
    let mark = if setting.origin == SettingOrigin::Default { LineIcon::None } else { LineIcon::On };
    PickerLine { enabled: setting.is_editable(), ..picker_line(mark, setting.doc.name, &text) }
}
