//! Lists that the contract names and specifies in part: operations, SPVs, operators, and funds.
//!
//! `name` is an exact match that ignores case and outer spaces; `search` matches a part of the name. Operators accept
//! either, not both. Operations are an array without page headers, SPVs and funds have these headers, and operators
//! are paged by `page` or `offset`.

use rusqlite::ToSql;

use crate::data::portfolio::search_key;
use crate::data::vocabulary::{CLASSE_ACTIF, OPERATION_STATUT, TYPE_INVESTISSEMENT};
use crate::http_types::{ApiCall, ApiResponse, HandlerResult};
use crate::rules::enum_values;
use crate::rules::paging::PageWindow;
use crate::rules::problem::ApiProblem;

use super::record::{self, Condition};

/// `GET /operations`: `name`, `status` (a code, or `active` for the five active ones), `classe_actif`,
/// `type_investissement`.
pub(crate) fn operations(call: &mut ApiCall<'_>) -> HandlerResult {
    let query = &call.request.query;
    let spec_gaps = &call.config.spec_gaps;
    let window = PageWindow::read(query, spec_gaps.lists_page, spec_gaps)?;
    let name = query.get("name")?.map(search_key);
    let mut conditions: Vec<Condition<'_>> = Vec::new();
    if let Some(name) = &name {
        conditions.push(("name = ?", name));
    }
    let status = query.get("status")?;
    let active = spec_gaps.active_statuses.join(",");
    match &status {
        Some("active") => conditions.push(("instr(',' || ? || ',', ',' || statut || ',') > 0", &active)),
        Some(code) => {
            enum_values::check_code("status", code, OPERATION_STATUT, spec_gaps)?;
            conditions.push(("statut = ?", code as &dyn ToSql));
        }
        None => {}
    }
    let classe = query.get("classe_actif")?;
    if let Some(code) = &classe {
        enum_values::check_code("classe_actif", code, CLASSE_ACTIF, spec_gaps)?;
        conditions.push(("classe_actif = ?", code));
    }
    let kind = query.get("type_investissement")?;
    if let Some(code) = &kind {
        enum_values::check_code("type_investissement", code, TYPE_INVESTISSEMENT, spec_gaps)?;
        conditions.push(("type_investissement = ?", code));
    }
    let (bodies, total) = record::page(call, "operation", &conditions, window)?;
    Ok(record::array_page(&bodies, total, window, false))
}

/// `GET /spvs`: `name`.
pub(crate) fn spvs(call: &mut ApiCall<'_>) -> HandlerResult {
    named_array(call, "spvs")
}

/// `GET /fonds`: `name`, as for SPVs.
pub(crate) fn fonds(call: &mut ApiCall<'_>) -> HandlerResult {
    named_array(call, "fonds")
}

fn named_array(call: &ApiCall<'_>, kind: &'static str) -> HandlerResult {
    let query = &call.request.query;
    let window = PageWindow::read(query, call.config.spec_gaps.lists_page, &call.config.spec_gaps)?;
    let name = query.get("name")?.map(search_key);
    let mut conditions: Vec<Condition<'_>> = vec![("family = ?", &kind)];
    if let Some(name) = &name {
        conditions.push(("name = ?", name));
    }
    let (bodies, total) = record::page(call, "record", &conditions, window)?;
    Ok(record::array_page(&bodies, total, window, true))
}

/// `GET /operateurs`: `name` or `search`; `page` or `offset`.
pub(crate) fn operateurs(call: &mut ApiCall<'_>) -> HandlerResult {
    let query = &call.request.query;
    let spec_gaps = &call.config.spec_gaps;
    let (window, page) = PageWindow::read_paged(query, spec_gaps.lists_page, spec_gaps)?;
    let (name, search) = (query.get("name")?.map(search_key), query.get("search")?.map(search_key));
    if name.is_some() && search.is_some() {
        return Err(
            ApiProblem::invalid("`name` and `search` cannot be combined").with_reason("invalid_parameter")
        );
    }
    let mut conditions: Vec<Condition<'_>> = vec![("family = ?", &"operateurs")];
    if let Some(name) = &name {
        conditions.push(("name = ?", name));
    }
    if let Some(search) = &search {
        conditions.push(("instr(name, ?) > 0", search));
    }
    let (bodies, total) = record::page(call, "record", &conditions, window)?;
    Ok(match page {
        None => record::object_page(&bodies, total, window),
        Some(page) => {
            let (items, limit) = (bodies.join(","), window.limit);
            ApiResponse::ok(format!(
                "{{\"items\":[{items}],\"total\":{total},\"page\":{page},\"limit\":{limit}}}"
            ))
        }
    })
}
