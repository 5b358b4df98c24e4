//! The pages of a route that is explored: the next one as the answer says, the ones before as they were asked.

use crate::app::shell::app::App;
use crate::contract::body::Body;
use crate::contract::operation::PageForm;
use crate::engine::{Asked, Effect};

use super::explorer::{FAMILIES, MOST_ROUTES, Source};
use super::route::{number, set_query};

impl App {
    /// The route of the page after the one shown, if the answer says that there is one.
    pub(in crate::app) fn page_after(&self) -> Option<Asked> {
        let Some(Source::Route(asked)) = self.focused_source() else {
            return None;
        };
        let answer = self.answer(&asked)?;
        let Some(Body::List(list)) = answer.value.as_deref() else {
            return None;
        };
        let received = list.elements.len() as u64;
        let mut next = asked.clone();
        if list.form == PageForm::Page {
            let page = list.page?;
            set_query(&mut next, "page", page.saturating_add(1));
            let past = list
                .total
                .zip(list.limit)
                .is_some_and(|(total, limit)| page.saturating_mul(limit) >= total);
            return (received > 0 && !past).then_some(next);
        }
        let offset = list.offset.or_else(|| number(&asked, "offset")).unwrap_or(0);
        let end = offset.saturating_add(received);
        let more = match (list.total, list.has_more) {
            (Some(total), _) => end < total,
            (None, Some(more)) => more,
            (None, None) => list
                .limit
                .or_else(|| number(&asked, "limit"))
                .is_some_and(|limit| received >= limit),
        };
        set_query(&mut next, "offset", end);
        (received > 0 && more).then_some(next)
    }

    /// Whether a page before the one shown is known.
    pub(in crate::app) fn has_page_before(&self) -> bool {
        self.paged().is_some_and(|at| {
            self.explorer
                .routes
                .get(at)
                .is_some_and(|(_, before)| !before.is_empty())
        })
    }

    /// Which of the typed routes has the focus.
    fn paged(&self) -> Option<usize> {
        let at = self.explorer.source.checked_sub(FAMILIES.len())?;
        (at < self.explorer.routes.len()).then_some(at)
    }

    pub(in crate::app) fn turn_page(&mut self, forward: bool) -> Vec<Effect> {
        let shown = self.focused_source();
        let (Some(Source::Route(here)), true) = (shown, forward) else {
            let at = self.paged();
            let route = at.and_then(|at| self.explorer.routes.get_mut(at));
            let Some(before) = route.and_then(|(asked, before)| {
                let last = before.pop()?;
                asked.clone_from(&last);
                Some(last)
            }) else {
                return Vec::new();
            };
            self.explorer.row = 0;
            self.look_at_source();
            return vec![Effect::Read(before)];
        };
        let Some(next) = self.page_after() else {
            return Vec::new();
        };
        if let Some((asked, before)) = self.paged().and_then(|at| self.explorer.routes.get_mut(at)) {
            asked.clone_from(&next);
            before.push(here);
        } else {
            // A route of the table becomes a typed one as soon as it is paged.
            self.explorer.routes.insert(0, (next.clone(), vec![here]));
            self.explorer.routes.truncate(MOST_ROUTES);
            self.explorer.source = FAMILIES.len();
        }
        self.explorer.row = 0;
        self.look_at_source();
        vec![Effect::Read(next)]
    }
}
