//! Paging of an explored route. The response determines the next page. Earlier pages are requested again with their
//! original query.

use super::route::{query_number, set_query};
use crate::contract::json::dynamic_body::JsonBody;
use crate::contract::operation::PageForm;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change_types::RecordSource;
use crate::model::fetched::RouteRequest;
use crate::screens::explorer::explorer::{ExplorerState, KINDS};

impl ExplorerState {
    /// Returns the route of the next page, if the response says that there is one.
    pub(crate) fn next_page(&self, cx: &AppCx) -> Option<RouteRequest> {
        let Some(RecordSource::Route(request)) = self.focused_source() else {
            return None;
        };
        let response = cx.response(&request)?;
        let Some(JsonBody::List(list)) = response.value.as_deref() else {
            return None;
        };
        let received = list.elements.len() as u64;
        let mut next = request.clone();
        if list.form == PageForm::Page {
            let page = list.page?;
            set_query(&mut next, "page", page.saturating_add(1));
            let past =
                list.total.zip(list.limit).is_some_and(|(total, limit)| page.saturating_mul(limit) >= total);
            return (received > 0 && !past).then_some(next);
        }
        let offset = list.offset.or_else(|| query_number(&request, "offset")).unwrap_or(0);
        let end = offset.saturating_add(received);
        let more = match (list.total, list.has_more) {
            (Some(total), _) => end < total,
            (None, Some(more)) => more,
            (None, None) => {
                list.limit.or_else(|| query_number(&request, "limit")).is_some_and(|limit| received >= limit)
            }
        };
        set_query(&mut next, "offset", end);
        (received > 0 && more).then_some(next)
    }

    /// Returns whether a previous page is known.
    pub(crate) fn has_prev_page(&self) -> bool {
        self.focused_route_index()
            .is_some_and(|at| self.routes.get(at).is_some_and(|(_, before)| !before.is_empty()))
    }

    /// Returns the index of the focused typed route.
    pub(crate) fn focused_route_index(&self) -> Option<usize> {
        let at = self.source.checked_sub(KINDS.len())?;
        (at < self.routes.len()).then_some(at)
    }
}
