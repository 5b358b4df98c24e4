//! Actions that change the table.

use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::dataset::column::{DealColumn, SortKey};
use crate::dataset::filtered::FilteredBoard;
use crate::deals::pipeline::board_layout::BoardLayout;
use crate::deals::pipeline::board_state::BoardCursor;
use crate::deals::pipeline::order::DEFAULT_ORDER;
use crate::deals::pipeline::pipeline::{CompletionState, Pipeline};
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::input::step::step;
use crate::model::pending_write::PendingWrite;
use crate::model::table::{DealTable, RowIdx};
use crate::query::local_test::FilterNeeds;
use crate::query::{Query, QueryError};

impl TableState {
    /// Restores the focus to its deal. If the deal is gone or hidden, its neighbour gets the focus.
    pub(crate) fn restore_focus(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        self.sort_table(pipeline, cx);
        if self.focused_group().is_some() {
            return;
        }
        let table = &cx.snapshot.deals;
        let deal = pipeline.board.cursor.deal.as_ref();
        let row = deal.and_then(|deal| table.find(deal.as_str()));
        let position = row.and_then(|ix| pipeline.filtered.position_of(table, ix));
        if let Some((column, _)) = position {
            self.expand_for_blocked(column, pipeline, cx);
        }
        if let Some((column, index)) = position.filter(|(column, _)| self.shows_cards(*column, pipeline)) {
            pipeline.track_column_change(column);
            pipeline.board.cursor.column = column;
            pipeline.board.cursor.index = index;
        }
        // A deal that an undo brings back into view gets the focus when it reappears.
        let refocused =
            pipeline.board.cursor.deal.take_if(|deal| pipeline.refocus_deal.as_ref() == Some(deal));
        self.clamp_focus(pipeline, cx);
        if refocused.is_some() {
            pipeline.board.cursor.deal = refocused;
        }
    }

    /// Expands the focused deal's column if the user's own write to it is blocked. The user did not choose that column,
    /// and the next key is meant for that deal.
    pub(crate) fn expand_for_blocked(&mut self, column: usize, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let Some(deal) = &pipeline.board.cursor.deal else {
            return;
        };
        let is_blocked = |write: &PendingWrite| write.record == deal.as_str() && write.is_blocked();
        if self.shows_cards(column, pipeline) || !cx.snapshot.writes.iter().any(is_blocked) {
            return;
        }
        if let Some(column) = pipeline.filtered.columns.get(column) {
            pipeline.board.collapsed.remove(&column.status);
        }
    }

    /// Moves the focus to an existing, visible card.
    pub(crate) fn clamp_focus(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        if pipeline.filtered.columns.is_empty() {
            pipeline.board.cursor = BoardCursor::default();
            return;
        }
        let current = pipeline.board.cursor.column.min(pipeline.filtered.columns.len() - 1);
        let has_cards = |at: &usize| !pipeline.filtered.columns[*at].rows.is_empty();
        let is_visible = |at: &usize| has_cards(at) && (*at == current || self.shows_cards(*at, pipeline));
        let column = pipeline
            .nearest_column(current, is_visible)
            .or_else(|| pipeline.nearest_column(current, has_cards))
            .unwrap_or(current);
        self.focus_at(column, pipeline.board.cursor.index, pipeline, cx);
    }

    /// Focuses the nearest visible card. After a filter, the remaining cards may all be in a collapsed column or
    /// another column.
    pub(crate) fn focus_visible(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        if pipeline.board.cursor.deal.is_some() || self.focused_group().is_some() {
            return;
        }
        let current = pipeline.board.cursor.column.min(pipeline.filtered.columns.len());
        let is_visible =
            |at: &usize| !pipeline.filtered.columns[*at].rows.is_empty() && self.shows_cards(*at, pipeline);
        if let Some(column) = pipeline.nearest_column(current, is_visible) {
            self.focus_at(column, 0, pipeline, cx);
        }
    }

    /// Focuses a position, or the nearest existing one.
    pub(crate) fn focus_at(&mut self, column: usize, index: usize, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let Some(target) = pipeline.filtered.columns.get(column) else {
            return;
        };
        let index = index.min(target.rows.len().saturating_sub(1));
        // A collapsed column can have the focus, to be expanded; its hidden cards cannot.
        let row = target.rows.get(index).filter(|_| self.shows_cards(column, pipeline));
        let deal = row.and_then(|ix| cx.snapshot.deals.row(*ix));
        let deal = deal.and_then(|row| DealId::new(row.id).ok());
        pipeline.board.cursor = BoardCursor { column, index, deal };
        pipeline.scroll_into_view(cx);
        if self.shown {
            self.restore_row(pipeline, cx);
        }
    }

    /// Moves the focus along the column.
    pub(crate) fn focus_by(&mut self, by: isize, pipeline: &mut Pipeline, cx: &mut AppCx) {
        if self.shown {
            return self.focus_row_by(by, pipeline, cx);
        }
        pipeline.board.goal_row = None;
        let BoardCursor { column, index, .. } = pipeline.board.cursor;
        let index = index.saturating_add_signed(by);
        self.focus_at(column, index, pipeline, cx);
    }

    /// Scrolls a column and keeps the focus visible.
    pub(crate) fn scroll_column(
        &mut self,
        column: usize,
        by: isize,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        // Swimlanes scroll with the focus, all columns together.
        if !pipeline.board.swimlanes.is_empty() {
            return self.focus_by(by, pipeline, cx);
        }
        let Some(target) = pipeline.filtered.columns.get(column) else {
            return;
        };
        let (status, cards) = (target.status.clone(), pipeline.board.viewport.cards.max(1));
        let max_first = target.rows.len().saturating_sub(cards);
        let first = step(pipeline.board.scroll_offset(&status), by, max_first + 1);
        pipeline.board.scroll.insert(status, first);
        if column == pipeline.board.cursor.column {
            let index = pipeline.board.cursor.index.clamp(first, first + cards - 1);
            self.focus_at(column, index, pipeline, cx);
        }
    }

    /// Applies the filter to the current deals and restores the focus.
    pub(crate) fn refilter(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        // The selection summary counts the deals out of sight.
        pipeline.selection.reset_summary();
        pipeline.board.reset_metrics();
        // Release rows shared with `whole` first, or a change of `whole` would copy them.
        pipeline.filtered.columns.clear();
        let keys = if self.shown { self.table_order(pipeline) } else { vec![pipeline.board_order()] };
        let (deals, query) = (&cx.snapshot.deals, &pipeline.board.query);
        let all_rows = pipeline.all_deals.update(deals, &pipeline.known_statuses);
        let order: &[RowIdx] = match query.limit() {
            Some(_) => pipeline.board.sorted.rows(deals, all_rows, &keys, &cx.collation()),
            None => &[],
        };
        let pass = &mut pipeline.filter_pass;
        pipeline.filtered = FilteredBoard::filter(pass, all_rows, deals, (query, order), cx.age_clock());
        pipeline.order_columns(cx);
        pipeline.board.ages.update(&cx.snapshot.deals);
        let swimlanes = pipeline.board.layout.swimlanes;
        pipeline.board.swimlanes = crate::deals::pipeline::swimlane::sort_into_swimlanes(
            &mut pipeline.filtered,
            &cx.snapshot.deals,
            swimlanes,
            &cx.collation(),
        );
        pipeline.clamp_scroll();
        self.restore_focus(pipeline, cx);
    }

    /// Filters again if the filter or the order depends on local data.
    pub(crate) fn refilter_local(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let query = pipeline.personalize(pipeline.board.query.clone(), cx);
        let is_sorted = self.table_order(pipeline).iter().any(|key| DealColumn::LOCAL.contains(&key.column));
        if is_sorted || query.has_local_terms() && query != pipeline.board.query {
            pipeline.board.query = query;
            self.refilter(pipeline, cx);
        }
    }

    /// Updates the columns incrementally from the table `before`.
    pub(crate) fn update_filtered(&mut self, before: &DealTable, pipeline: &mut Pipeline, cx: &mut AppCx) {
        pipeline.board.reset_metrics();
        // Swimlanes and custom orders need a full pass; without a filter, the columns are those of `whole`.
        let is_updated = pipeline.has_default_order()
            && pipeline.board.is_filtered()
            && pipeline.filtered.update(
                before,
                &cx.snapshot.deals,
                &pipeline.board.query,
                &pipeline.known_statuses,
                cx.age_clock(),
            );
        if is_updated {
            pipeline.all_deals.update(&cx.snapshot.deals, &pipeline.known_statuses);
            pipeline.board.ages.update(&cx.snapshot.deals);
            pipeline.clamp_scroll();
            self.restore_focus(pipeline, cx);
        } else {
            self.refilter(pipeline, cx);
        }
    }

    /// Sets the filter. If it has an error, the part before it applies and the error is reported. The result depends
    /// only on the text, not on how it was typed.
    pub(crate) fn set_filter(&mut self, text: String, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let (query, active, error) = Query::parse_prefix(&text, Some(cx.snapshot.filter_data.kinds()));
        if text != pipeline.board.filter {
            // Typing the same text again starts a new completion.
            pipeline.completion = None;
            pipeline.highlighted_completion = None;
        }
        pipeline.board.filter = text;
        cx.clear_completion_toast();
        pipeline.board.filter_error = error;
        pipeline.board.filter_applied_invalid = false;
        cx.request_filter_data(query.needs());
        let asks_names = pipeline.board.filter_error.as_ref().is_some_and(QueryError::is_unknown_field);
        cx.request_filter_data(FilterNeeds::of_typed(&pipeline.board.filter, asks_names));
        let query = pipeline.personalize(query, cx);
        if pipeline.board.filter_error.is_some() && pipeline.board.query == query {
            pipeline.board.active_filter = active;
            return;
        }
        if pipeline.board.query != query {
            pipeline.board.recollapsed.clear();
        }
        pipeline.board.query = query;
        pipeline.board.scroll.clear();
        pipeline.board.active_filter = active;
        // If the focused deal is filtered out, focus the first deal.
        pipeline.board.cursor.index = 0;
        self.index = 0;
        self.refilter(pipeline, cx);
        self.focus_visible(pipeline, cx);
    }

    /// Sorts the cards by a field: numbers descending, texts ascending; the same field again reverses the order.
    pub(crate) fn sort_board(&mut self, column: DealColumn, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let current = pipeline.board_order();
        self.set_board_order(
            SortKey {
                column,
                descending: if current.column == column { !current.descending } else { column.is_number() },
            },
            pipeline,
            cx,
        );
    }

    /// Sorts the cards by the next available field.
    pub(crate) fn cycle_board_order(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let columns = pipeline.sortable_columns();
        let current = columns.iter().position(|column| *column == pipeline.board_order().column);
        let next = current.map_or(0, |at| (at + 1) % columns.len());
        if let Some(column) = columns.get(next) {
            self.sort_board(*column, pipeline, cx);
        }
    }

    pub(crate) fn set_board_order(&mut self, key: SortKey, pipeline: &mut Pipeline, cx: &mut AppCx) {
        self.remove_query_order(pipeline, cx);
        pipeline.board.layout.sort = (key != DEFAULT_ORDER).then(|| key.to_string());
        pipeline.board.scroll.clear();
        self.refilter(pipeline, cx);
    }

    /// Sets the filter from outside its input. If this only removes terms, undo restores them.
    pub(crate) fn relax_filter(&mut self, after: String, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let before = pipeline.board.filter.clone();
        let terms: Vec<&str> = before.split_whitespace().collect();
        let only_removes =
            after.len() < before.len() && after.split_whitespace().all(|term| terms.contains(&term));
        self.set_filter(after.clone(), pipeline, cx);
        if only_removes {
            cx.on_filter_cleared(None, before, after);
        }
    }

    /// Inserts the likeliest completion; repeated, the next or the previous one.
    pub(crate) fn complete(&mut self, forward: bool, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let completion = if let Some(mut completion) = pipeline.active_completion().cloned() {
            let count = completion.candidates.items.len();
            completion.chosen = (completion.chosen + if forward { 1 } else { count - 1 }) % count;
            completion
        } else {
            let candidates = pipeline.completions(cx);
            if candidates.items.is_empty() {
                return;
            }
            let last = candidates.items.len() - 1;
            let highlighted = pipeline.highlighted_completion.unwrap_or(if forward { 0 } else { last });
            CompletionState { chosen: highlighted.min(last), ..pipeline.start_completion(candidates) }
        };
        self.set_filter(completion.text(), pipeline, cx);
        pipeline.completion = Some(completion);
    }

    /// Accepts the highlighted completion. Returns whether there was one.
    pub(crate) fn accept_highlighted(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) -> bool {
        let highlighted = pipeline.highlighted_completion.filter(|_| cx.supports_completion());
        if let Some(at) = highlighted {
            self.take_completion(at, pipeline, cx);
        }
        highlighted.is_some()
    }

    /// Accepts a completion. A space follows, except after a field name, whose values come next.
    pub(crate) fn take_completion(&mut self, at: usize, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let mut completion = match pipeline.active_completion() {
            Some(completion) => completion.clone(),
            None => pipeline.start_completion(pipeline.completions(cx)),
        };
        if at >= completion.candidates.items.len() {
            return;
        }
        completion.chosen = at;
        let text = completion.text();
        let expects_value = text.ends_with([':', '<', '>']);
        let separator = if expects_value { "" } else { " " };
        self.set_filter(format!("{text}{separator}"), pipeline, cx);
    }

    /// Collapses a column, or opens it if it is collapsed for any reason.
    pub(crate) fn toggle_collapsed(&mut self, at: usize, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let Some(status) = pipeline.filtered.columns.get(at).map(|column| column.status.clone()) else {
            return;
        };
        if pipeline.is_strip(at, cx) {
            pipeline.board.collapsed.remove(&status);
            pipeline.board.recollapsed.remove(&status);
            if cx.presenting && pipeline.is_empty_column(at, cx) {
                pipeline.board.opened_empty.insert(status);
            }
        } else if !pipeline.board.opened_empty.remove(&status)
            || !pipeline.is_collapsed_empty(at, &status, cx)
        {
            pipeline.board.recollapsed.insert(status.clone());
            pipeline.board.collapsed.insert(status);
        }
        self.focus_at(pipeline.board.cursor.column, pipeline.board.cursor.index, pipeline, cx);
    }

    /// Groups the board into other swimlanes; the focus stays on its deal.
    pub(crate) fn set_swimlanes(&mut self, swimlanes: Swimlanes, pipeline: &mut Pipeline, cx: &mut AppCx) {
        if pipeline.board.layout.swimlanes != swimlanes {
            pipeline.board.layout.swimlanes = swimlanes;
            self.refilter(pipeline, cx);
        }
    }

    /// Applies the layout of a view or of the last session.
    pub(crate) fn apply_layout(&mut self, layout: BoardLayout, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let number = layout.number.as_deref().and_then(KpiKey::from_name);
        pipeline.board.field = number.unwrap_or(KpiKey::Ltv);
        let before = pipeline.board.layout.clone();
        pipeline.board.layout = layout;
        let now = &pipeline.board.layout;
        let metric_changed = before.metric != now.metric;
        if (before.swimlanes, before.order()) != (now.swimlanes, now.order()) {
            self.refilter(pipeline, cx);
        }
        if metric_changed {
            pipeline.reset_metrics();
        }
    }

    /// Returns the focus to a hidden deal that goes back to `status`. Its move had hidden it in a collapsed column or
    /// outside the filter. The focus, and so the next key, belong to it even before its card reappears.
    pub(crate) fn refocus_hidden(
        &mut self,
        deal: &DealId,
        status: &str,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        let collapsed = !self.shown && pipeline.board.collapsed.contains(status);
        if collapsed
            || self.is_card_visible(deal, pipeline, cx)
            || cx.snapshot.deals.find(deal.as_str()).is_none()
        {
            return;
        }
        pipeline.refocus_deal = Some(deal.clone());
        pipeline.board.cursor.deal = Some(deal.clone());
    }

    pub(crate) fn focus_deal(&mut self, deal: &DealId, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let table = &cx.snapshot.deals;
        let position = table.find(deal.as_str()).and_then(|ix| pipeline.filtered.position_of(table, ix));
        if let Some((column, index)) = position {
            self.focus_at(column, index, pipeline, cx);
        }
    }
}
