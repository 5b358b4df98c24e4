//! Checks against the contract before anything is sent.
//!
//! The service would refuse the same requests later, and some rejections count against the key.

use crate::contract::models::kpi;
use crate::contract::models::saved_view::limit_violations;
use crate::contract::operation::OperationId;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::error::Error;

/// Checks the parameters and the body of a call. View checks need `stored_view`.
pub(in crate::client) fn check(
    operation: Option<OperationId>,
    query: &[(String, String)],
    body: Option<&[u8]>,
    stored_view: Option<&Record>,
) -> Result<(), Error> {
    let has_parameter = |name: &str| query.iter().any(|(present, _)| present == name);
    if has_parameter("page") && has_parameter("offset") {
        return Err(Error::usage("`page` and `offset` cannot be combined: use one of them")
            .with_message_ref("usage-page-and-offset", &[]));
    }
    if operation == Some(OperationId::OperateursList) && has_parameter("name") && has_parameter("search") {
        return Err(Error::usage(
            "`name` (exact) and `search` (partial) cannot be combined: give one of them",
        )
        .with_message_ref("usage-name-and-search", &[]));
    }
    let body = body.and_then(|body| Record::parse(body).ok());
    match (operation, body) {
        (Some(OperationId::DealsCreate | OperationId::DealsUpdate), Some(deal)) => {
            match kpi::misplaced(&deal) {
                Some(key) => {
                    Err(Error::usage(format!("`{}` belongs in `kpi_snapshot`, not in `data`", key.name()))
                        .with_message_ref("usage-kpi-in-data", &[("key", key.name())]))
                }
                None => Ok(()),
            }
        }
        (Some(OperationId::SavedViewsUpdate), Some(update)) => {
            let broken = limit_violations(&Fields::from_record(&update), stored_view);
            match broken.first() {
                Some(breach) => Err(Error::usage(format!("the view cannot be saved: {breach}"))),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}
