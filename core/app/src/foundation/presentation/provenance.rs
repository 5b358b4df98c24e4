//! Texts about the server's routes: the source of a list, the reason for an absence.

use std::borrow::Cow;

use crate::model::discovery::Standing;
use crate::model::resources::list_source::Mode;
use crate::model::resources::probe_result::Verdict;
use crate::model::resources::resource_kind::Family;
use crate::text::{Arg, Clean, Lang, Words};

/// Reason why a value is not shown. Its six states are never shown as zero or blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence<'a> {
    /// The server did not provide it.
    NotProvided,
    /// It does not apply here.
    NotApplicable,
    /// The contract does not document it.
    Undocumented,
    /// The key lacks the permission. Contains the missing scope if a refusal named it.
    NotAllowed(Option<&'a str>),
    /// It existed, but a later sync did not show it.
    NotSeenAgain,
    /// This client has not loaded it.
    UnknownHere,
}

/// Returns the text for an absence.
#[must_use]
pub fn absence(lang: Lang, why: Absence<'_>) -> Cow<'static, str> {
    let words = Words::new(lang);
    match why {
        Absence::NotProvided => words.get("absent-not-provided"),
        Absence::NotApplicable => words.get("absent-not-applicable"),
        Absence::Undocumented => words.get("absent-undocumented"),
        Absence::NotAllowed(None) => words.get("absent-not-allowed"),
        Absence::NotAllowed(Some(scope)) => {
            let scope = Clean::line_of(scope, 60);
            Cow::Owned(words.with("absent-not-allowed-scope", &[("scope", Arg::from(&scope))]))
        }
        Absence::NotSeenAgain => words.get("absent-not-seen-again"),
        Absence::UnknownHere => words.get("absent-unknown-here"),
    }
}

/// Returns the word for a mode, as in the header of a list: « découverte », “probed”.
#[must_use]
pub fn mode(lang: Lang, mode: Mode) -> Cow<'static, str> {
    let words = Words::new(lang);
    words.get(match mode {
        Mode::Unknown => "mode-unknown",
        Mode::Documented => "mode-documented",
        Mode::Discovered => "mode-discovered",
        Mode::Probed => "mode-probed",
        Mode::Watched => "mode-watched",
        Mode::Forbidden => "mode-forbidden",
        Mode::NeedsParameters => "mode-needs-parameters",
    })
}

/// Returns the word for the mode of one resource kind. If it does not support watched identifiers, the text does not
/// mention them.
#[must_use]
pub fn mode_of(lang: Lang, family: Family, mode: Mode) -> Cow<'static, str> {
    if mode == Mode::Watched && !family.is_watched() {
        return Words::new(lang).get("absent-undocumented");
    }
    self::mode(lang, mode)
}

/// Returns the name of a resource kind.
#[must_use]
pub fn family(lang: Lang, family: Family) -> Cow<'static, str> {
    let words = Words::new(lang);
    words.get(match family {
        Family::Notifications => "family-notifications",
        Family::Tasks => "family-tasks",
        Family::Alerts => "family-alerts",
        Family::SavedViews => "family-saved-views",
        Family::CustomDashboards => "family-custom-dashboards",
        Family::FieldDefinitions => "family-field-definitions",
        Family::Operations => "family-operations",
        Family::Spvs => "family-spvs",
        Family::Operateurs => "family-operateurs",
        Family::Fonds => "family-fonds",
        Family::Taxonomies => "family-taxonomies",
    })
}

/// Returns a sentence about a list: its mode, its route and the reason of a refusal. A 404 on a delegated user's route
/// is ambiguous, so the sentence gives both meanings.
#[must_use]
pub fn standing(lang: Lang, standing: &Standing) -> String {
    let words = Words::new(lang);
    let head = format!(
        "{} · GET {}",
        mode_of(lang, standing.family, standing.mode),
        Clean::line(&standing.path)
    );
    let Some(answer) = &standing.answer else {
        return head;
    };
    match answer.verdict {
        Verdict::Ambiguous => format!("{head} · {}", words.get("route-ambiguous")),
        Verdict::Forbidden => {
            format!(
                "{head} · {}",
                absence(lang, Absence::NotAllowed(answer.scope.as_deref()))
            )
        }
        Verdict::Later => format!("{head} · {}", words.get("route-later")),
        Verdict::NeedsParameters => match &answer.detail {
            Some(detail) => format!("{head} · {}", Clean::line_of(detail, 200)),
            None => head,
        },
        Verdict::Open | Verdict::Absent => head,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::discovery::Knowledge;

    #[test]
    fn every_state_has_words_of_its_own() {
        for lang in Lang::ALL {
            let mut said: Vec<_> = Mode::ALL.into_iter().map(|known| mode(lang, known)).collect();
            let absences = [
                Absence::NotProvided,
                Absence::NotApplicable,
                Absence::Undocumented,
                Absence::NotAllowed(None),
                Absence::NotSeenAgain,
                Absence::UnknownHere,
            ];
            let mut missing: Vec<_> = absences.into_iter().map(|why| absence(lang, why)).collect();
            for texts in [&mut said, &mut missing] {
                let all = texts.len();
                texts.sort();
                texts.dedup();
                assert_eq!(texts.len(), all, "{texts:?}");
            }
            for known in Family::ALL {
                assert!(!family(lang, known).starts_with("family-"));
            }
        }
        assert_eq!(mode(Lang::Fr, Mode::Watched), "identifiants suivis");
        let of = |family| mode_of(Lang::Fr, family, Mode::Watched);
        assert_eq!(of(Family::Tasks), "identifiants suivis");
        assert_eq!(of(Family::Operations), "non documenté");
        assert_eq!(of(Family::Taxonomies), "non documenté");
        assert_eq!(
            absence(Lang::Fr, Absence::NotAllowed(Some("tasks:read"))),
            "non autorisé (scope tasks:read)"
        );
    }

    #[test]
    fn a_standing_says_its_route() {
        let known = Knowledge::default().standing(Family::Operations);
        assert_eq!(standing(Lang::Fr, &known), "documentée · GET /operations");
        let watched = Standing {
            mode: Mode::Watched,
            ..known
        };
        assert_eq!(
            standing(Lang::Fr, &watched),
            "non documenté · GET /operations",
            "operations do not support watched identifiers"
        );
    }
}
