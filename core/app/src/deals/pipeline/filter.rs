//! State of the board: its filter, its columns, and their updates between syncs.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;

use crate::model::intern::InternCode;
use crate::model::pending_write::WriteState;
use crate::vocabulary::CodeKind;

impl Pipeline {
    pub(crate) fn update_known_statuses(&mut self, cx: &mut AppCx) {
        // Without any deal, the service shows none of its statuses, so offer those of the dictionary.
        let snapshot = &cx.snapshot;
        if snapshot.coverage.complete_at.is_some()
            && snapshot.deals.is_empty()
            && self.known_statuses.codes.is_empty()
        {
            let codes = CodeKind::DealStatus.codes().iter().map(|code| code.code.to_owned());
            self.known_statuses.codes.extend(codes);
        }
        // A status that only a pending write uses counts once the service has accepted it.
        let deals = &cx.snapshot.deals;
        let is_used = |code: InternCode, text: &str| {
            let confirmed = deals.rows_by_status().get(code.index());
            let unsent = |state: &WriteState| {
                matches!(
                    state,
                    WriteState::Scheduled { .. } | WriteState::Waiting { .. } | WriteState::Sending
                )
            };
            confirmed.is_some_and(|order| !order.rows.is_empty())
                || deals.delta_rows().any(|row| row.status == text && !row.pending.is_some_and(unsent))
        };
        let known = &self.known_statuses.codes;
        let texts = deals.statuses().iter();
        let texts = texts.filter(|(code, text)| !known.contains(*text) && is_used(*code, text));
        let totals = cx.snapshot.status_totals.keys().map(|code| &**code);
        let codes = texts.map(|(_, text)| text).chain(totals);
        let new_codes: Vec<String> =
            codes.filter(|code| !code.is_empty() && !known.contains(*code)).map(str::to_owned).collect();
        self.known_statuses.codes.extend(new_codes);
    }
}
