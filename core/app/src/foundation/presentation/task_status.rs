//! Names of task statuses.

use crate::foundation::cx::app_cx::AppCx;
use crate::text::{Messages, SafeText};
use crate::vocabulary;

/// Returns the name of a `statut`: the service's, otherwise the dictionary's, otherwise the code.
pub fn task_status_label(cx: &AppCx, code: &str) -> String {
    let messages = Messages::new(cx.lang());
    if code.is_empty() {
        return messages.get("task-statut-unknown").into_owned();
    }
    let learned = ["task_statut", "statut_tache", "statut"].into_iter().find_map(|kind| {
        let (_, learned) = cx.snapshot().learned_codes.codes_of(kind).find(|(known, _)| *known == code)?;
        match cx.lang() {
            crate::text::Lang::Fr => learned.label_fr.clone(),
            crate::text::Lang::En => learned.label_en.clone(),
        }
    });
    match learned.filter(|label| !label.trim().is_empty()) {
        Some(label) => SafeText::line_within(&label, 40).to_string(),
        None => vocabulary::task_statut(cx.lang(), code).into_owned(),
    }
}
