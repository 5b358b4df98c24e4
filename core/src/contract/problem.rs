//! The error body of the service (contract, "Errors"; RFC 9457), read with tolerance.
//!
//! Members of the wrong type are ignored, as RFC 9457 asks; unknown ones are kept. The status line outranks
//! the `status` member, which is only advice.

use std::borrow::Cow;

use super::record::Record;

/// An error body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    record: Record,
}

/// Media type of error bodies.
pub const MEDIA_TYPE: &str = "application/problem+json";

impl Problem {
    /// Reads an error body. With `declared` (its media type is [`MEDIA_TYPE`]) any JSON object is a problem;
    /// without, only one that has a `title` or a `detail`.
    pub fn parse(body: &[u8], declared: bool) -> Option<Self> {
        let record = Record::parse(body).ok()?;
        let recognised = declared || record.text("title").is_some() || record.text("detail").is_some();
        recognised.then_some(Self { record })
    }

    /// From a body kept in a store, which was recognised as a problem when it was received.
    pub fn from_record(record: Record) -> Self {
        Self { record }
    }

    /// The body as received, with the members the contract does not list.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// `type`, a URI reference; `about:blank` if not sent.
    pub fn type_uri(&self) -> Cow<'_, str> {
        self.record.text("type").unwrap_or(Cow::Borrowed("about:blank"))
    }

    /// Short summary.
    pub fn title(&self) -> Option<Cow<'_, str>> {
        self.record.text("title")
    }

    /// The reason, for people.
    pub fn detail(&self) -> Option<Cow<'_, str>> {
        self.record.text("detail")
    }

    /// The status the body claims.
    pub fn status(&self) -> Option<u16> {
        u16::try_from(self.record.integer("status")?)
            .ok()
            .filter(|status| (100..600).contains(status))
    }

    /// `X-Request-ID` as the service saw it.
    pub fn request_id(&self) -> Option<Cow<'_, str>> {
        self.record.text("request_id")
    }

    /// The scope that is missing.
    pub fn scope(&self) -> Option<Cow<'_, str>> {
        self.record.text("scope")
    }

    /// The service's name of the route.
    pub fn route_id(&self) -> Option<Cow<'_, str>> {
        self.record.text("route_id")
    }

    /// A code of the reason. The contract lists no values.
    pub fn reason_code(&self) -> Option<Cow<'_, str>> {
        self.record.text("reason_code")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_the_contract_lists() {
        let problem = Problem::parse(
            br#"{"type":"t","title":"Forbidden","status":403,"detail":"no scope","request_id":"r",
            "scope":"deals:write","route_id":"deals_create","reason_code":"scope_missing","more":[1]}"#,
            false,
        )
        .unwrap();
        assert_eq!(
            (problem.title().unwrap(), problem.status().unwrap()),
            ("Forbidden".into(), 403)
        );
        assert_eq!(
            (problem.scope().unwrap(), problem.route_id().unwrap()),
            ("deals:write".into(), "deals_create".into())
        );
        assert_eq!(problem.reason_code().unwrap(), "scope_missing");
        assert_eq!(problem.record().raw("more").unwrap().get(), "[1]");
    }

    #[test]
    fn what_is_a_problem() {
        for (body, declared, expected) in [
            (r#"{"title":"x"}"#, false, true),
            (r#"{"detail":"x"}"#, false, true),
            (r#"{"detail":[{"loc":["body"]}]}"#, false, false),
            (r#"{"detail":[{"loc":["body"]}]}"#, true, true),
            (r#"{"error":"x"}"#, false, false),
            ("{}", true, true),
            ("{}", false, false),
            ("", true, false),
            ("null", true, false),
            (r#"["title"]"#, true, false),
            ("<html>title</html>", true, false),
            (r#"{"title":"x""#, true, false),
        ] {
            assert_eq!(
                Problem::parse(body.as_bytes(), declared).is_some(),
                expected,
                "{body} {declared}"
            );
        }
        assert!(Problem::parse(b"{\"title\":\"\xff\"}", true).is_none());
    }

    #[test]
    fn members_of_the_wrong_type_are_ignored() {
        for (json, status) in [
            (
                r#"{"title":1,"type":null,"status":"409","detail":"d"}"#,
                Some(409),
            ),
            (r#"{"status":99,"detail":"d"}"#, None),
            (r#"{"status":40.4,"detail":"d"}"#, None),
            (r#"{"status":{},"detail":"d"}"#, None),
        ] {
            let problem = Problem::parse(json.as_bytes(), false).unwrap();
            assert_eq!((problem.title(), problem.status()), (None, status), "{json}");
            assert_eq!(problem.type_uri(), "about:blank");
        }
    }

    proptest! {
        #[test]
        fn any_body_is_safe(body in proptest::collection::vec(any::<u8>(), 0..300), declared: bool) {
            if let Some(problem) = Problem::parse(&body, declared) {
                let _ = (problem.title(), problem.status(), problem.detail());
            }
        }
    }
}
