//! Identifiers watched by the user where the service has no list.

use crate::foundation::cx::app_cx::AppCx;
use crate::records::lists::lists::{AwaitedIds, ListsState};
use jiff::Timestamp;

use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::effect::Effect;
use crate::model::parse_ids::parse_typed;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::watched::Watched;
use crate::text::{Lang, MessageArg, Messages, SafeText};

/// Maximum length of a text that is parsed on every key, in bytes.
const MAX_PREVIEW_BYTES: usize = 64 * 1024;

/// Returns the identifiers found in a text and the words ignored, before watching begins. `None` for a text that is
/// exactly one identifier.
pub(crate) fn ids_preview(lang: Lang, kind: ResourceKind, text: &str) -> Option<String> {
    if text.len() > MAX_PREVIEW_BYTES {
        return None;
    }
    let parsed = parse_typed(kind, text);
    let ignored: Vec<&str> =
        parsed.rejected.iter().map(|(word, _)| word).chain(&parsed.ignored).map(String::as_str).collect();
    if parsed.ids.is_empty() || parsed.ids.len() == 1 && ignored.is_empty() {
        return None;
    }
    let messages = Messages::new(lang);
    let names = SafeText::line_within(&parsed.ids.join(", "), 120);
    let args = [("n", MessageArg::from(parsed.ids.len())), ("ids", MessageArg::from(&names))];
    let mut summary = messages.with("form-ids-taken", &args);
    if !ignored.is_empty() {
        let names = SafeText::line_within(&ignored.join(", "), 60);
        let args = [("n", MessageArg::from(ignored.len())), ("words", MessageArg::from(&names))];
        summary = format!("{summary}\n{}", messages.with("form-ids-left", &args));
    }
    Some(summary)
}

impl AppCx {
    /// Returns the service's responses once there is one for every identifier entered.
    pub(crate) fn watch_responses(&self, awaited: &AwaitedIds) -> Option<Vec<Watched>> {
        let watched = &self.snapshot.resources.get(&awaited.kind)?.watched;
        let response = |(id, before): &(String, Option<Timestamp>)| {
            let watched_id = watched.iter().find(|watched| watched.id == *id)?;
            let is_new = watched_id.checked_at.is_some() && watched_id.checked_at != *before;
            is_new.then(|| watched_id.clone())
        };
        awaited.ids.iter().map(response).collect()
    }

    /// Returns whether an identifier is watched.
    pub(crate) fn is_watched(&self, kind: ResourceKind, id: &str) -> bool {
        let list = self.snapshot.resources.get(&kind);
        list.is_some_and(|list| list.watched.iter().any(|watched| watched.id == id))
    }
}

/// Returns the message that names these identifiers.
pub(crate) fn watch_list_toast(key: &'static str, ids: &[String]) -> ToastContent {
    ToastContent::counted(key, ids.len()).with_text_arg("ids", ids.join(", "), 90)
}

impl ListsState {
    /// Stops watching ids.
    pub(crate) fn unwatch(&mut self, kind: ResourceKind, ids: Vec<String>, cx: &mut AppCx) -> Vec<Effect> {
        self.awaited_ids = None;
        cx.notify(watch_list_toast("toast-forgotten", &ids), LONG);
        vec![Effect::Unwatch { kind, ids }]
    }
}
