//! Texts about one setting.

use crate::text::{MessageArg, Messages};
use crate::vocabulary::setting::{SettingOrigin, SettingValue};

/// Returns the origin of a value.
#[must_use]
pub fn origin_text(origin: SettingOrigin, messages: &'static Messages) -> String {
    match origin {
        SettingOrigin::Default => messages.get("setting-origin-default").into_owned(),
        SettingOrigin::File => "config.toml".to_owned(),
        SettingOrigin::Shared => messages.get("setting-origin-shared").into_owned(),
        SettingOrigin::Variable(name) => name.to_owned(),
    }
}

/// Returns the default as a user would type it, a phrase for one that depends on something else, or a dash.
#[must_use]
pub fn default_text(setting: &SettingValue, messages: &'static Messages) -> String {
    let key = match setting.doc.name {
        "default_profile" => "setting-default-profile-name",
        "delegated_header" => "setting-default-header",
        "lang" => "setting-default-lang",
        _ => {
            let text = setting.doc.default.replace('"', "");
            let text = text.trim_matches(['[', ']', '{', '}', ' ']);
            return if text.is_empty() { "—".to_owned() } else { text.to_owned() };
        }
    };
    messages.get(key).into_owned()
}

/// Returns range, default and the time at which a change applies.
pub(crate) fn detail(setting: &SettingValue, messages: &'static Messages) -> String {
    let form = setting.doc.range(messages);
    let args = [("form", MessageArg::from(form)), ("default", default_text(setting, messages).into())];
    let text = messages.with("setting-detail", &args);
    if setting.waits_for_start() { format!("{text} {}", messages.get("setting-later")) } else { text }
}
