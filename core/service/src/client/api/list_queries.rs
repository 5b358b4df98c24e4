//! Filters of the lists whose parameters the contract documents ("Pagination and filters").
//!
//! Mutually exclusive parameters are an enum. Values are sent percent-encoded, booleans as `true` and `false`.

use crate::client::http::request::Call;
use crate::contract::operation::OperationId;

/// Status filter of `GET /operations`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperationStatus {
    /// `status=active`: the service's shortcut for its five active statuses.
    Active,
    /// One taxonomy code.
    Code(String),
}

impl OperationStatus {
    /// Value of the shortcut.
    pub const ACTIVE: &'static str = "active";

    fn code(&self) -> &str {
        match self {
            Self::Active => Self::ACTIVE,
            Self::Code(code) => code,
        }
    }
}

/// `GET /operations`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OperationsQuery {
    /// Exact name; case and surrounding spaces do not count.
    pub name: Option<String>,
    /// Status.
    pub status: Option<OperationStatus>,
}

impl From<&OperationsQuery> for Call {
    fn from(query: &OperationsQuery) -> Self {
        let call = with_name(Call::new(OperationId::OperationsList), query.name.as_deref());
        match &query.status {
            Some(status) => call.query("status", status.code()),
            None => call,
        }
    }
}

/// `GET /spvs`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpvsQuery {
    /// Exact name; case and surrounding spaces do not count.
    pub name: Option<String>,
}

impl From<&SpvsQuery> for Call {
    fn from(query: &SpvsQuery) -> Self {
        with_name(Call::new(OperationId::SpvsList), query.name.as_deref())
    }
}

/// `GET /operateurs`, filtered by name or by a part of it, never both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum OperateursQuery {
    /// All of them.
    #[default]
    All,
    /// Exact name; case and surrounding spaces do not count.
    Name(String),
    /// A part of the name.
    Search(String),
}

impl From<&OperateursQuery> for Call {
    fn from(query: &OperateursQuery) -> Self {
        let call = Call::new(OperationId::OperateursList);
        match query {
            OperateursQuery::All => call,
            OperateursQuery::Name(name) => with_name(call, Some(name)),
            OperateursQuery::Search(text) => call.query("search", text),
        }
    }
}

fn with_name(call: Call, name: Option<&str>) -> Call {
    match name {
        Some(name) => call.query("name", name.trim()),
        None => call,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(call: &Call) -> Vec<(&str, &str)> {
        call.query.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    #[test]
    fn a_name_is_exact_and_a_search_excludes_it() {
        let by_name = Call::from(&OperateursQuery::Name(" Foncière & Cie ".into()));
        assert_eq!(query(&by_name), [("name", "Foncière & Cie")]);
        let by_part = Call::from(&OperateursQuery::Search("fonc".into()));
        assert_eq!(query(&by_part), [("search", "fonc")]);
        assert_eq!(query(&Call::from(&OperateursQuery::All)), []);
        let spvs = SpvsQuery { name: Some("A".into()) };
        assert_eq!(query(&Call::from(&spvs)), [("name", "A")]);
    }

    #[test]
    fn boolean_flags_are_sent_as_true_or_false() {
        let call = Call::new(OperationId::SpvsList).flag("a", true).flag("b", false);
        assert_eq!(query(&call), [("a", "true"), ("b", "false")]);
    }

    #[test]
    fn active_is_a_word_of_its_own() {
        for (status, sent) in [
            (OperationStatus::Active, "active"),
            (OperationStatus::Code("instruction".into()), "instruction"),
        ] {
            let call = Call::from(&OperationsQuery { status: Some(status), ..OperationsQuery::default() });
            assert_eq!(query(&call), [("status", sent)]);
        }
    }
}
