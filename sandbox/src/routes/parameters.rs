//! The query parameters of every operation, for the collection and for the strict parameter check.

use encours_core::contract::operation::{Operation, OperationId, PageForm};

use crate::rules::{problem::ApiProblem, query::QueryParams};

/// Returns the parameters of an operation: paging first, then filters.
pub(crate) fn names(op: &Operation) -> impl Iterator<Item = &'static str> {
    let page: &[&str] = match op.page {
        None => &[],
        Some(PageForm::Page) => &["page", "limit", "offset"],
        Some(PageForm::Items | PageForm::Array) => &["limit", "offset"],
    };
    page.iter().chain(filters(op.id)).copied()
}

fn filters(id: OperationId) -> &'static [&'static str] {
    match id {
        OperationId::DealsList => &["status"],
        OperationId::TasksList => &["statut"],
        OperationId::NotificationsList => &["read"],
        OperationId::OperationsList => &["name", "status", "classe_actif", "type_investissement"],
        OperationId::SpvsList | OperationId::FondsList => &["name"],
        OperationId::OperateursList => &["name", "search"],
        OperationId::TaxonomiesList => &["family"],
        OperationId::RefundsList => &["operation_id"],
        OperationId::ExternalIdentifiersList => &["external_id"],
        _ => &[],
    }
}

/// Answers 422 if the query contains an unknown parameter.
pub(crate) fn check(op: &Operation, query: &QueryParams) -> Result<(), ApiProblem> {
    match query.names().find(|name| !names(op).any(|known| known == *name)) {
        None => Ok(()),
        Some(name) => {
            let detail = format!("`{name}` is not a parameter of this operation");
            Err(ApiProblem::invalid(detail).with_reason("unknown_parameter"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_among_the_parameters_is_refused() {
        let check = |id: OperationId, raw: &str| check(id.spec(), &QueryParams::parse(raw).unwrap()).is_ok();
        assert!(check(OperationId::DealsList, "limit=1&offset=2&status=ic"));
        assert!(!check(OperationId::DealsList, "page=1"));
        assert!(check(OperationId::OperateursList, "page=1&search=a"));
        assert!(!check(OperationId::EntityGet, "limit=1"));
        assert!(check(OperationId::EntityGet, ""));
    }
}
