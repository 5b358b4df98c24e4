//! The board: its filter, its columns as that leaves them, and how they are followed from one reading to the next.

use crate::app::deals::pipeline::board_focus::{Viewport, Cursor};
use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::app::deals::pipeline::column_figure::ColumnFigures;
use crate::app::deals::pipeline::board_focus::Abreast;
use crate::app::deals::pipeline::column_figure::SlowOnce;
use crate::app::deals::pipeline::swimlane::Lane;
use crate::app::foundation::dataset::sorted_cache::Ordered;
use crate::app::foundation::dataset::stage_ages::StageAges;
use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::engine::{Code, WriteState};
use crate::query::{Query, QueryError};
use crate::vocabulary::Family;

use crate::app::deals::pipeline::word_sense::OtherSense;
use crate::app::deals::pipeline::board_look::BoardLook;

impl Pipeline {
    pub(in crate::app) fn learn_statuses(&mut self, cx: &mut AppCx) {
        // A service that holds no deal shows none of its statuses: then those of our dictionary are offered.
        let snapshot = &cx.snapshot;
        if snapshot.coverage.complete_at.is_some()
            && snapshot.deals.is_empty()
            && self.known_statuses.codes.is_empty()
        {
            let codes = Family::DealStatus.codes().iter().map(|code| code.code.to_owned());
            self.known_statuses.codes.extend(codes);
        }
        // What a write alone asks for is a status once the service has taken it.
        let deals = &cx.snapshot.deals;
        let taken = |code: Code, text: &str| {
            let confirmed = deals.orders().get(code.index());
            let unsent = |state: &WriteState| {
                matches!(
                    state,
                    WriteState::Held { .. } | WriteState::Waiting { .. } | WriteState::Sending
                )
            };
            confirmed.is_some_and(|order| !order.rows.is_empty())
                || deals
                    .laid()
                    .any(|row| row.status == text && !row.pending.is_some_and(unsent))
        };
        let known = &self.known_statuses.codes;
        let texts = deals.statuses().iter();
        let texts = texts.filter(|(code, text)| !known.contains(*text) && taken(*code, text));
        let totals = cx.snapshot.status_totals.keys().map(|code| &**code);
        let codes = texts.map(|(_, text)| text).chain(totals);
        let new: Vec<String> = codes
            .filter(|code| !code.is_empty() && !known.contains(*code))
            .map(str::to_owned)
            .collect();
        self.known_statuses.codes.extend(new);
    }
}
