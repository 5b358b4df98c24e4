//! Texts about the server's routes: the source of a list, the reason for an absence.

use crate::model::discovery::ListStatus;
use crate::model::fetched::RouteRequest;
use crate::model::resources::list_source::ListMode;
use crate::model::resources::probe_result::ProbeResult;
use crate::model::resources::resource_kind::ResourceKind;
use crate::text::{Lang, MessageArg, Messages, SafeText};
use std::borrow::Cow;

/// Reason why a value is not shown. Its six states are never shown as zero or blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence<'a> {
    /// The server did not provide it.
    NotProvided,
    /// It does not apply here.
    NotApplicable,
    /// The contract does not document it.
    Undocumented,
    /// The key lacks the permission. Contains the missing scope if a rejection named it.
    NotAllowed(Option<&'a str>),
    /// It existed, but a later sync did not show it.
    Missing,
    /// This client has not loaded it.
    NotLoaded,
}

/// Returns the text for an absence.
#[must_use]
pub fn absence_text(lang: Lang, reason: Absence<'_>) -> Cow<'static, str> {
    let messages = Messages::new(lang);
    match reason {
        Absence::NotProvided => messages.get("absent-not-provided"),
        Absence::NotApplicable => messages.get("absent-not-applicable"),
        Absence::Undocumented => messages.get("absent-undocumented"),
        Absence::NotAllowed(None) => messages.get("absent-not-allowed"),
        Absence::NotAllowed(Some(scope)) => {
            let scope = SafeText::line_within(scope, 60);
            Cow::Owned(messages.with("absent-not-allowed-scope", &[("scope", MessageArg::from(&scope))]))
        }
        Absence::Missing => messages.get("absent-not-seen-again"),
        Absence::NotLoaded => messages.get("absent-unknown-here"),
    }
}

/// Returns the word for a mode, as in the header of a list: « découverte », “probed”.
#[must_use]
pub fn mode_label(lang: Lang, mode: ListMode) -> Cow<'static, str> {
    Cow::Owned(Messages::new(lang).get(&format!("mode-{}", mode.name())).into_owned())
}

/// Returns the word for the mode of one resource kind. If it does not support watched identifiers, the text does not
/// mention them.
#[must_use]
pub fn kind_mode_label(lang: Lang, kind: ResourceKind, mode: ListMode) -> Cow<'static, str> {
    if mode == ListMode::Watched && !kind.is_watched() {
        return Messages::new(lang).get("absent-undocumented");
    }
    self::mode_label(lang, mode)
}

/// Returns the name of a resource kind.
#[must_use]
pub fn kind_label(lang: Lang, kind: ResourceKind) -> Cow<'static, str> {
    Cow::Owned(Messages::new(lang).get(&format!("family-{}", kind.name())).into_owned())
}

/// Returns a sentence about a list: its mode, its route and the reason of a rejection. A 404 on a delegated user's
/// route is ambiguous, so the sentence gives both meanings.
#[must_use]
pub fn list_status_text(lang: Lang, status: &ListStatus) -> String {
    let messages = Messages::new(lang);
    let header =
        format!("{} · GET {}", kind_mode_label(lang, status.kind, status.mode), SafeText::line(&status.path));
    let Some(outcome) = &status.outcome else {
        return header;
    };
    match outcome.result {
        ProbeResult::Ambiguous => format!("{header} · {}", messages.get("route-ambiguous")),
        ProbeResult::Forbidden => {
            format!("{header} · {}", absence_text(lang, Absence::NotAllowed(outcome.scope.as_deref())))
        }
        ProbeResult::Later => format!("{header} · {}", messages.get("route-later")),
        ProbeResult::NeedsParameters => match &outcome.detail {
            Some(detail) => format!("{header} · {}", SafeText::line_within(detail, 200)),
            None => header,
        },
        ProbeResult::Open | ProbeResult::Absent => header,
    }
}

/// Returns the route as editable text.
pub fn route_text(request: &RouteRequest) -> String {
    let query: Vec<String> = request.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if query.is_empty() { request.path.clone() } else { format!("{}?{}", request.path, query.join("&")) }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;
    use crate::model::discovery::DiscoveryState;

    #[test]
    fn each_list_state_has_distinct_wording() {
        for lang in Lang::ALL {
            let mut text: Vec<_> = ListMode::VARIANTS.iter().map(|known| mode_label(lang, *known)).collect();
            let absences = [
                Absence::NotProvided,
                Absence::NotApplicable,
                Absence::Undocumented,
                Absence::NotAllowed(None),
                Absence::Missing,
                Absence::NotLoaded,
            ];
            let mut missing: Vec<_> = absences.into_iter().map(|reason| absence_text(lang, reason)).collect();
            for texts in [&mut text, &mut missing] {
                let all = texts.len();
                texts.sort();
                texts.dedup();
                assert_eq!(texts.len(), all, "{texts:?}");
            }
            for &known in ResourceKind::ALL {
                assert!(!kind_label(lang, known).starts_with("family-"));
            }
        }
        assert_eq!(mode_label(Lang::Fr, ListMode::Watched), "identifiants suivis");
        let of = |kind| kind_mode_label(Lang::Fr, kind, ListMode::Watched);
        assert_eq!(of(ResourceKind::Tasks), "identifiants suivis");
        assert_eq!(of(ResourceKind::Operations), "non documenté");
        assert_eq!(of(ResourceKind::Taxonomies), "non documenté");
        assert_eq!(
            absence_text(Lang::Fr, Absence::NotAllowed(Some("tasks:read"))),
            "non autorisé (droit manquant\u{a0}: tasks:read)"
        );
    }

    #[test]
    fn list_status_names_its_route() {
        let known = DiscoveryState::default().list_status(ResourceKind::Operations);
        assert_eq!(list_status_text(Lang::Fr, &known), "documentée · GET /operations");
        let watched = ListStatus { mode: ListMode::Watched, ..known };
        assert_eq!(
            list_status_text(Lang::Fr, &watched),
            "non documenté · GET /operations",
            "operations do not support watched identifiers"
        );
    }
}
