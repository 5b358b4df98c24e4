//! Error body of the service (contract, "Errors"; RFC 9457), parsed leniently.
//!
//! Members of the wrong type are ignored, as RFC 9457 requires; unknown members stay in the record. The HTTP status
//! line takes precedence over the `status` member, which is only advisory.

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
    /// Parses an error body.
    ///
    /// If `declared` (its media type is [`MEDIA_TYPE`]), any JSON object is a problem. Otherwise it must have a `title`
    /// or a `detail`.
    pub fn parse(body: &[u8], declared: bool) -> Option<Self> {
        let record = Record::parse(body).ok()?;
        let recognised = declared || record.text("title").is_some() || record.text("detail").is_some();
        recognised.then_some(Self { record })
    }

    /// Restores a problem from a stored body, which was recognised when it was received.
    pub fn from_record(record: Record) -> Self {
        Self { record }
    }

    /// Returns the body as received, including unlisted members.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns `type`, a URI reference; `about:blank` if absent.
    pub fn type_uri(&self) -> Cow<'_, str> {
        self.record.text("type").unwrap_or(Cow::Borrowed("about:blank"))
    }

    /// Returns the short summary.
    pub fn title(&self) -> Option<Cow<'_, str>> {
        self.record.text("title")
    }

    /// Returns the human-readable reason.
    pub fn detail(&self) -> Option<Cow<'_, str>> {
        self.record.text("detail")
    }

    /// Returns the status that the body states.
    pub fn status(&self) -> Option<u16> {
        u16::try_from(self.record.integer("status")?).ok().filter(|status| (100..600).contains(status))
    }

    /// Returns the `X-Request-ID` that the service received.
    pub fn request_id(&self) -> Option<Cow<'_, str>> {
        self.record.text("request_id")
    }

    /// Returns the missing scope.
    pub fn scope(&self) -> Option<Cow<'_, str>> {
        self.record.text("scope")
    }

    /// Returns the service's name of the route.
    pub fn route_id(&self) -> Option<Cow<'_, str>> {
        self.record.text("route_id")
    }

    /// Returns the reason code. The contract lists no values.
    pub fn reason_code(&self) -> Option<Cow<'_, str>> {
        self.record.text("reason_code")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn problem_reads_every_field_of_the_contract() {
        let problem = Problem::parse(
            br#"{"type":"t","title":"Forbidden","status":403,"detail":"no scope","request_id":"r",
            "scope":"deals:write","route_id":"deals_create","reason_code":"scope_missing","more":[1]}"#,
            false,
        )
        .unwrap();
        assert_eq!((problem.title().unwrap(), problem.status().unwrap()), ("Forbidden".into(), 403));
        assert_eq!(
            (problem.scope().unwrap(), problem.route_id().unwrap()),
            ("deals:write".into(), "deals_create".into())
        );
        assert_eq!(problem.reason_code().unwrap(), "scope_missing");
        assert_eq!(problem.record().raw("more").unwrap().get(), "[1]");
    }

    #[test]
    fn problem_parse_accepts_objects_with_title_or_detail() {
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
            assert_eq!(Problem::parse(body.as_bytes(), declared).is_some(), expected, "{body} {declared}");
        }
        assert!(Problem::parse(b"{\"title\":\"\xff\"}", true).is_none());
    }

    #[test]
    fn members_of_the_wrong_type_are_ignored() {
        for (json, status) in [
            (r#"{"title":1,"type":null,"status":"409","detail":"d"}"#, Some(409)),
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
