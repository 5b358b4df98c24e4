//! Rejection reasons of delegated-user routes (contract, "Delegated user routes", point 5).
//!
//! The status distinguishes three of the reasons. The contract does not define codes for the permissions that a 403 reports as missing,
//! so the texts of the problem are matched. Without a known text, no specific reason is reported.

use crate::contract::problem::Problem;

/// Reason for the rejection of a delegated route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum DelegationRejection {
    /// 400: the header of the user is missing or repeated.
    Header,
    /// 403: the user is not approved.
    NotApproved,
    /// 403: the key's user allowlist is empty or does not contain the user.
    NotAllowed,
    /// 403: the key lacks the capability.
    Capability,
    /// 403: the user has read-only rights, or does not own the record.
    #[strum(serialize = "own-rights")]
    UserRights,
    /// 403 for another reason, such as a scope.
    Forbidden,
    /// 404: the entity has no such user.
    UnknownUser,
}

impl DelegationRejection {
    /// Derives the reason from status and problem; `None` if the delegation is not the cause.
    pub fn from_response(status: u16, problem: Option<&Problem>) -> Option<Self> {
        let text = problem_text(problem);
        let says = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
        match status {
            400 if says(&["delegat", "user", "utilisateur"]) => Some(Self::Header),
            403 if problem.is_some_and(|problem| problem.scope().is_some()) || says(&["scope"]) => {
                Some(Self::Forbidden)
            }
            403 if says(&["approv"]) => Some(Self::NotApproved),
            403 if says(&["capab"]) => Some(Self::Capability),
            403 if says(&["read_only", "read-only", "only read", "lecture seule", "owner", "propri"]) => {
                Some(Self::UserRights)
            }
            403 if says(&[
                "allowlist",
                "allow-list",
                "allow list",
                "not_allowed",
                "not allowed",
                "autoris",
            ]) =>
            {
                Some(Self::NotAllowed)
            }
            403 => Some(Self::Forbidden),
            404 if says(&["user", "utilisateur"]) => Some(Self::UnknownUser),
            _ => None,
        }
    }

    /// Returns the name of the reason, for messages and their translations.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Returns code, title and detail in lower case.
fn problem_text(problem: Option<&Problem>) -> String {
    let Some(problem) = problem else {
        return String::new();
    };
    let parts = [problem.reason_code(), problem.title(), problem.detail()];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    parts.join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejection(status: u16, body: &str) -> Option<DelegationRejection> {
        DelegationRejection::from_response(status, Problem::parse(body.as_bytes(), true).as_ref())
    }

    #[test]
    fn delegation_rejections_are_distinguished_by_response() {
        use DelegationRejection as R;
        for (status, body, expected) in [
            (400, r#"{"detail":"exactly one delegated-user header is required"}"#, Some(R::Header)),
            (400, r#"{"detail":"invalid Idempotency-Key"}"#, None),
            (403, r#"{"title":"Forbidden","detail":"the user is not approved"}"#, Some(R::NotApproved)),
            (403, r#"{"reason_code":"user_not_allowed"}"#, Some(R::NotAllowed)),
            (403, r#"{"detail":"not in the key's user allowlist"}"#, Some(R::NotAllowed)),
            (403, r#"{"detail":"capability saved_views is absent"}"#, Some(R::Capability)),
            (403, r#"{"reason_code":"user_read_only"}"#, Some(R::UserRights)),
            (403, r#"{"detail":"scope missing","scope":"saved_views:write"}"#, Some(R::Forbidden)),
            (403, "{}", Some(R::Forbidden)),
            (404, r#"{"detail":"user not found in the entity"}"#, Some(R::UnknownUser)),
            (404, r#"{"detail":"no such view"}"#, None),
            (409, "{}", None),
        ] {
            assert_eq!(rejection(status, body), expected, "{status} {body}");
        }
        assert_eq!(DelegationRejection::from_response(403, None), Some(R::Forbidden));
    }
}
