//! State of the pipeline: filter, order, focus and selection.

use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::dataset::column::DealColumn;
use crate::dataset::faulty_deals::FaultyDeals;
use crate::dataset::filtered::FilteredBoard;
use crate::dataset::known_statuses::KnownStatuses;
use crate::deals::pipeline::board_state::BoardState;
use crate::deals::pipeline::selected_deals::Selection;
use crate::error::ErrorKind;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::output::DEALS_WRITE;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::history::filter_data::marked_deals;
use crate::model::intern::InternCode;
use crate::model::pending_write::{WriteKind, WriteState};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::EventKind;
use crate::model::table::DealRow;
use crate::query::local_test::{FilterNeeds, LocalTest};
use crate::query::time_test::ReferenceTime;
use crate::query::{Completions, DealIds, Query, condition};
use crate::text::{Lang, fold};
use crate::vocabulary::{CodeKind, is_inactive_status};
use std::collections::BTreeMap;

/// The pipeline: filter, order, focus and selection.
#[derive(Clone, Debug, Default)]
pub struct Pipeline {
    pub(crate) board: BoardState,
    pub(crate) filtered: FilteredBoard,
    pub(crate) filter_pass: crate::dataset::filter_pass::FilterPass,
    /// All deals in the board's default order.
    pub(crate) all_deals: crate::dataset::all_deals::AllDeals,
    /// Result of the last search by name.
    pub(crate) name_search: crate::foundation::search::deal_names::DealNameSearch,
    pub(crate) known_statuses: KnownStatuses,
    pub(crate) selection: Selection,
    pub(crate) opened_deal: Option<DealId>,
    /// Screen the deal was opened from; Esc returns there.
    pub(crate) return_screen: Screen,
    /// Deal whose deletion or hiding move was undone; it regains the focus when it reappears.
    pub(crate) refocus_deal: Option<DealId>,
    pub(crate) completion: Option<CompletionState>,
    pub(crate) highlighted_completion: Option<usize>,
    pub(crate) lacks_write_permission: bool,
    /// Result of the last check of all deals.
    pub(crate) faulty: FaultyDeals,
    /// True if the comparison lists equal fields too.
    pub(crate) shows_equal: bool,
}

/// A completion in progress.
#[derive(Clone, Debug)]
pub(crate) struct CompletionState {
    /// Candidates found for the typed text.
    pub(crate) candidates: Completions,
    /// Filter text before and after the completion.
    pub(crate) around: [String; 2],
    /// Index of the inserted candidate.
    pub(crate) chosen: usize,
}

impl CompletionState {
    pub(crate) fn text(&self) -> String {
        let [before, after] = &self.around;
        let item = self.candidates.items.get(self.chosen).map_or("", String::as_str);
        format!("{before}{item}{after}")
    }
}

impl AppCx {
    /// Returns the condition for a deal's status, class or owner; `None` for other columns.
    pub fn filter_condition(&self, deal: &str, column: DealColumn) -> Option<String> {
        let deals = &self.snapshot.deals;
        let row = deals.find(deal).and_then(|ix| deals.row(ix))?;
        code_condition(self.lang(), column, column.code_of(&row)?)
    }
}

/// Returns the condition for a status, class or owner; `None` for other columns.
pub(crate) fn code_condition(lang: Lang, column: DealColumn, value: &str) -> Option<String> {
    let (french, english) = match column {
        DealColumn::Status => ("statut", "status"),
        DealColumn::Class => ("classe", "class"),
        DealColumn::Owner => ("responsable", "owner"),
        _ => return None,
    };
    let name = match lang {
        Lang::Fr => french,
        Lang::En => english,
    };
    // No filter term matches a deal without a status.
    (column != DealColumn::Status || !value.is_empty()).then(|| condition(lang, name, value))
}

impl AppCx {
    /// Returns the deals that meet a condition on data outside the table.
    fn local_deals_matching(&self, test: &LocalTest) -> DealIds {
        let (snapshot, today) = (&self.snapshot, self.today());
        match test {
            LocalTest::Marks(marks) => {
                let changes = &snapshot.history.changes_since_visit;
                marked_deals(marks, self.local_deals.stars(), snapshot.writes.deals(), changes)
            }
            LocalTest::Received(_) | LocalTest::Change(_) => {
                let time = ReferenceTime { clock: self.age_clock(), today, zone: &self.options.zone };
                snapshot.filter_data.deals_matching(test, time)
            }
            _ => self.local_deals.deals_matching(test, today),
        }
    }

    /// Asks the engine for data that a filter needs, unless an earlier one did.
    pub(crate) fn request_filter_data(&mut self, needs: FilterNeeds) {
        if !self.filter_needs.covers(&needs) {
            // The field definitions give the kinds of received fields.
            let definitions = self.snapshot.resources.get(&ResourceKind::FieldDefinitions);
            let is_loaded = definitions.is_some_and(|list| list.fetched_at.is_some() || list.loading);
            if !is_loaded && (needs.names || !needs.fields.is_empty()) {
                self.output.effects.push(Effect::LoadResources(ResourceKind::FieldDefinitions));
            }
            self.filter_needs.join(needs.clone());
            self.output.effects.push(Effect::LoadFilterData(needs));
        }
    }
}

impl Pipeline {
    /// Returns the active filter with one more condition; `None` if it already contains it.
    pub fn filter_with(&self, condition: &str) -> Option<String> {
        let active = match &self.board.filter_error {
            Some(_) => self.board.active_filter.trim(),
            None => self.board.filter.trim(),
        };
        // A condition after alternatives would narrow the last one only.
        let has_alternatives =
            active.split_whitespace().any(|word| ["or", "ou", "||", "|", "∨"].contains(&&*fold(word)));
        let active = if has_alternatives { format!("({active})") } else { active.to_owned() };
        (!active.contains(condition)).then(|| format!("{active} {condition}").trim_start().to_owned())
    }

    /// Updates the known write permission from the newest results.
    pub(crate) fn update_permissions(&mut self, seen_seq: u64, cx: &mut AppCx) {
        for event in cx.snapshot.events.iter().filter(|event| event.seq > seen_seq) {
            match &event.kind {
                EventKind::Rejected { problem, .. }
                    if problem.kind == ErrorKind::Forbidden
                        && problem.scope.as_deref() == Some(DEALS_WRITE) =>
                {
                    self.lacks_write_permission = true;
                }
                EventKind::Applied {
                    kind: WriteKind::Create | WriteKind::Update | WriteKind::Delete,
                    ..
                } => {
                    self.lacks_write_permission = false;
                }
                _ => {}
            }
        }
    }
}

/// Setting name of the user's own name.
pub(crate) const OWN_NAME_KEY: &str = "me";

/// Returns the user's own name from the profile's `settings`.
pub fn stored_own_name(settings: &BTreeMap<String, String>) -> Option<&String> {
    settings.get(OWN_NAME_KEY)
}

impl Pipeline {
    /// Resolves "me" to the user's names, bands to your thresholds, and conditions on local data.
    pub(crate) fn personalize(&self, query: Query, cx: &AppCx) -> Query {
        let names = cx.options.user_names.iter().chain(&self.board.own_names);
        let query = query.with_thresholds(&cx.options.thresholds);
        let query = query.with_local_deals(|test| cx.local_deals_matching(test));
        query.with_user_names(&names.map(String::as_str).collect::<Vec<_>>())
    }

    /// Loads the name stored with the profile.
    pub(crate) fn take_me(&mut self, stored: Option<&String>) {
        self.board.own_names = stored.cloned().into_iter().collect();
    }
}

/// Pane index of a deal's ratios.
pub const RATIOS: usize = 1;

impl Pipeline {
    /// Returns the state of the board.
    pub fn board(&self) -> &BoardState {
        &self.board
    }

    /// Returns the filtered pipeline.
    pub fn filtered(&self) -> &FilteredBoard {
        &self.filtered
    }

    /// Returns the result of the last check of all deals.
    pub fn faulty(&self) -> &FaultyDeals {
        &self.faulty
    }

    /// Returns whether the comparison lists equal fields too.
    pub fn shows_equal(&self) -> bool {
        self.shows_equal
    }

    /// Returns the deal opened last.
    pub fn opened_deal(&self) -> Option<&DealId> {
        self.opened_deal.as_ref()
    }

    /// Returns the row of the deal opened last, if it still exists.
    pub fn opened_row<'a>(&'a self, cx: &'a AppCx) -> Option<DealRow<'a>> {
        let table = &cx.snapshot.deals;
        table.row(table.find(self.opened_deal.as_ref()?.as_str())?)
    }

    pub(crate) fn can_move(&self, forward: bool, cx: &AppCx) -> Result<(), DisabledReason> {
        let row = self.focused_row(cx).ok_or(DisabledReason::NoFocus)?;
        self.adjacent_status(row.id, row.status, forward, cx).map(|_| ())
    }

    /// Returns whether the panel beside the board shows another deal.
    pub(crate) fn panel_shows_another(&self, deal: &DealId, cx: &AppCx) -> bool {
        cx.screen == Screen::Deal && cx.options.split_view && self.opened_deal.as_ref() != Some(deal)
    }

    /// Returns whether deals may be written, as far as known.
    pub(crate) fn can_write_deals(&self) -> Result<(), DisabledReason> {
        if self.lacks_write_permission {
            return Err(DisabledReason::NoWritePermission);
        }
        Ok(())
    }

    /// Returns the next or previous status in board order, or why there is none.
    pub(crate) fn adjacent_status(
        &self,
        deal: &str,
        displayed: &str,
        forward: bool,
        cx: &AppCx,
    ) -> Result<String, DisabledReason> {
        let status = cx.intended_status(deal, displayed);
        let statuses: Vec<String> =
            self.filtered.columns.iter().map(|column| column.status.clone()).collect();
        adjacent(&statuses, &status, forward).map(str::to_owned)
    }

    /// Returns whether deal actions apply to the selection: only on the pipeline, which shows it.
    pub fn acts_on_selection(&self, cx: &AppCx) -> bool {
        cx.screen == Screen::Pipeline && !self.selection.is_empty()
    }

    /// Returns the focused ratio.
    pub fn focused_ratio(&self, cx: &AppCx) -> Option<KpiKey> {
        let ratios = self.focusable_ratios(cx)?;
        ratios.get(cx.scroll.min(ratios.len().checked_sub(1)?)).copied()
    }

    /// Returns the deal's shown ratios if their pane is focused.
    pub(crate) fn focusable_ratios(&self, cx: &AppCx) -> Option<Vec<KpiKey>> {
        let is_focused = cx.screen == Screen::Deal && cx.pane == RATIOS && !cx.options.split_view;
        let row = self.opened_row(cx).filter(|_| is_focused)?;
        Some(KpiKey::numeric().filter(|key| row.number(*key).is_some()).collect())
    }
}

/// Returns the status one step away in board order. Statuses that pause or end a deal are skipped; they are reached by
/// name alone. Deals cannot be moved to the column without a status.
pub(crate) fn adjacent<'a>(
    statuses: &'a [String],
    status: &str,
    forward: bool,
) -> Result<&'a str, DisabledReason> {
    let end = if forward { DisabledReason::LastStatus } else { DisabledReason::FirstStatus };
    let position = statuses.iter().position(|other| other == status).ok_or(end)?;
    let (before, after) = statuses.split_at(position);
    let mut candidates: Vec<&str> = if forward {
        after.iter().skip(1).map(String::as_str).collect()
    } else {
        before.iter().rev().map(String::as_str).collect()
    };
    candidates.retain(|status| !status.is_empty());
    let inactive = candidates.iter().take_while(|status| is_inactive_status(status)).count();
    match candidates.get(inactive) {
        None if inactive == 0 => Err(end),
        Some(next) if inactive == 0 || is_contract_status(next) => Ok(next),
        // Skipping an inactive status is allowed only onto a status of the contract.
        _ => Err(DisabledReason::NextStatusInactive),
    }
}

/// Returns whether a status is in the contract.
pub(crate) fn is_contract_status(status: &str) -> bool {
    let mut codes = CodeKind::DealStatus.codes().iter();
    codes.any(|codes| codes.code == status)
}

impl AppCx {
    /// Returns whether the pipeline's filter is visible.
    pub(crate) fn is_filter_visible(&self) -> bool {
        self.screen == Screen::Pipeline || (self.screen == Screen::Deal && self.options.split_view)
    }
}

impl Pipeline {
    /// Adds statuses that are new in a snapshot. Searches all delta rows for a status that only they have.
    pub(crate) fn update_known_statuses(&mut self, cx: &AppCx) {
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

    /// Returns the selection.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Returns whether the deal is selected.
    pub fn is_selected(&self, deal: &DealId, cx: &AppCx) -> bool {
        let deals = &cx.snapshot.deals;
        let row = deals.find(deal.as_str()).and_then(|ix| deals.row(ix));
        row.is_some_and(|row| self.selection.contains(&row))
    }

    pub(crate) fn commit_range(&mut self) {
        self.selection.anchor = None;
        let range = std::mem::take(&mut self.selection.range);
        self.selection.marked.join(range);
    }

    /// Maps the selection to changed deals.
    pub(crate) fn rebase_selection(&mut self, cx: &mut AppCx) {
        self.selection.rebase(&cx.snapshot.deals);
        self.selection.reset_summary();
    }
}

#[cfg(test)]
#[path = "selection_tests.rs"]
mod tests;
