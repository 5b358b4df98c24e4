//! View of the settings screen.

use crate::foundation::cx::overlay::{Form, FormPurpose, Overlay};
use crate::foundation::presentation::picker_view::{LineIcon, PickerLine, PickerView, picker_line};
use crate::foundation::presentation::setting_text::{default_text, detail, origin_text};
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages};
use crate::vocabulary::deal_status;
use crate::vocabulary::setting::{SettingOrigin, SettingValue, is_placeholder, key_text};

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
        let text = table_title(below.map_or(&[], |(_, table)| table), app.cx.lang());
        PickerLine { enabled: false, ..picker_line(LineIcon::None, &text, "") }
    };
    let shown = (0..lines.len()).map(line).collect();
    let focused = lines.get(selected).copied().flatten();
    let mut summary: Vec<String> = focused.map_or_else(Vec::new, |value| {
        let key = MessageArg::from(key_text(&value.key));
        let args = [("key", key), ("effect", value.doc.explanation(messages).into())];
        vec![messages.with("setting-explained", &args), detail(value, messages)]
    });
    if let Overlay::Form(Form { purpose: FormPurpose::Setting { rejected, .. }, .. }) = app.cx.overlay()
        && !rejected.is_empty()
    {
        summary = vec![rejected.clone()];
    }
    PickerView::complete(messages.get("action-settings").into_owned(), summary, shown)
}

/// Returns the title of a table of the file; that of a profile, status or rule has its name.
fn table_title(table: &[String], lang: Lang) -> String {
    let kind = match table {
        [] => return "config.toml".to_owned(),
        [_, entry, _] => entry,
        [kind, ..] => kind,
    };
    let name = table.last().map_or("", String::as_str);
    let name = match (is_placeholder(name), kind.as_str()) {
        (true, _) => "…".into(),
        (_, "entry") => deal_status(lang, name),
        _ => name.into(),
    };
    Messages::new(lang)
        .with(&format!("setting-table-{kind}"), &[("name", MessageArg::from(name.into_owned()))])
}

/// Returns title, value and origin of a setting. A mark shows that it is not the default.
fn setting_line(setting: &SettingValue, messages: &'static Messages) -> PickerLine {
    let origin = origin_text(setting.origin, messages);
    let text = match &setting.value {
        _ if setting.needs_name() => messages.get("setting-add").into_owned(),
        Some(text) => format!("{text} · {origin}"),
        None => format!("{} · {origin}", default_text(setting, messages)),
    };
    let mark = if setting.origin == SettingOrigin::Default { LineIcon::None } else { LineIcon::On };
    PickerLine { enabled: setting.is_editable(), ..picker_line(mark, &setting.doc.title(messages), &text) }
}
