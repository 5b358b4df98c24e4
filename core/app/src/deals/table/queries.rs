//! Read-only queries on the table.

use crate::contract::ids::DealId;
use crate::dataset::column::DealColumn;
use crate::dataset::filtered::FilteredColumn;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::presentation::age::age_text;
use crate::model::table::{DealRow, RowIdx};
use crate::text::{Lang, Messages, date};
use crate::vocabulary;

impl TableState {
    /// Returns whether the cards of a column are visible; those of a collapsed one only in the table.
    pub(crate) fn shows_cards(&self, column: usize, pipeline: &Pipeline) -> bool {
        let collapsed = |column: &FilteredColumn| pipeline.are_cards_hidden(column);
        self.shown || !pipeline.filtered.columns.get(column).is_some_and(collapsed)
    }

    /// Returns whether a deal passes the filter and its card is visible.
    pub(crate) fn is_card_visible(&self, deal: &DealId, pipeline: &Pipeline, cx: &AppCx) -> bool {
        let table = &cx.snapshot.deals;
        let row = table.find(deal.as_str());
        let position = row.and_then(|ix| pipeline.filtered.position_of(table, ix));
        position.is_some_and(|(column, _)| self.shows_cards(column, pipeline))
    }

    /// Returns the number of selected deals in collapsed columns, where they are invisible.
    pub fn selected_collapsed(&self, pipeline: &Pipeline, cx: &AppCx) -> usize {
        if pipeline.selection.is_empty() || self.shown || pipeline.board.collapsed.is_empty() {
            return 0;
        }
        let counts = pipeline.selection.by_column.get_or_init(|| {
            let (deals, all) = (&cx.snapshot.deals, pipeline.selection.all());
            let count_selected = |rows: &[RowIdx]| rows.iter().filter(|ix| all.has_at(deals, **ix)).count();
            let columns = pipeline.filtered.columns.iter();
            columns.map(|column| count_selected(&column.rows)).collect()
        });
        let collapsed = counts.iter().enumerate().filter(|(at, _)| pipeline.is_collapsed(*at));
        collapsed.map(|(_, count)| count).sum()
    }

    /// Returns the current key context.
    pub fn context(&self, cx: &AppCx) -> Context {
        let screen = match cx.screen {
            Screen::Pipeline if self.shown => Context::Table,
            screen => screen.context(),
        };
        cx.overlay.context().unwrap_or(screen)
    }

    /// Returns whether `id` acts on the board beside an open deal: its layout can be changed there too.
    pub(crate) fn acts_on_split_view(&self, id: ActionId, cx: &AppCx) -> bool {
        let changes_layout = matches!(
            id,
            ActionId::ToggleTable
                | ActionId::CycleSwimlanes
                | ActionId::ToggleDensity
                | ActionId::ChooseMetric
                | ActionId::ToggleMetrics
                | ActionId::OnlySlow
        );
        (changes_layout && cx.is_split_view()) || self.extends_range_in_split(id, cx)
    }

    /// Returns whether `id` extends the cell range of the table beside an open deal. These keys take precedence over
    /// those of the deal: after a click on a cell, they must not move the deal.
    pub(crate) fn extends_range_in_split(&self, id: ActionId, cx: &AppCx) -> bool {
        let extends = matches!(
            id,
            ActionId::SelectUp | ActionId::SelectDown | ActionId::SelectLeft | ActionId::SelectRight
        );
        extends && self.shown && cx.is_split_view()
    }

    pub(crate) fn can_write(
        &self,
        id: ActionId,
        pipeline: &Pipeline,
        cx: &AppCx,
    ) -> Result<(), DisabledReason> {
        if id == ActionId::EditInPlace {
            self.require_writable_cell(cx)?;
        }
        pipeline.can_write_deals()?;
        match id {
            ActionId::NewDeal => Ok(()),
            _ if pipeline.acts_on_selection(cx) && id != ActionId::Grab => Ok(()),
            ActionId::Grab if !cx.options.split_view => Err(DisabledReason::WindowOnly),
            ActionId::MoveNext => pipeline.can_move(true, cx),
            ActionId::MovePrevious => pipeline.can_move(false, cx),
            _ => pipeline.focused_row(cx).map(|_| ()).ok_or(DisabledReason::NoFocus),
        }
    }

    pub(crate) fn page_size(&self, pipeline: &Pipeline, cx: &AppCx) -> isize {
        if cx.overlay == Overlay::None && cx.screen == Screen::Pipeline {
            return if self.shown {
                self.viewport.rows.max(1).cast_signed()
            } else {
                pipeline.board.viewport.cards.max(1).cast_signed()
            };
        }
        DEFAULT_PAGE_LINES
    }

    /// Returns the columns of the column chooser: shown ones in order, then the others.
    pub fn choosable_columns(&self) -> Vec<DealColumn> {
        let shown = &self.columns;
        let rest = DealColumn::all().filter(|column| !shown.contains(column));
        shown.iter().copied().chain(rest).collect()
    }

    /// Returns the focused column while the table is in use.
    pub(crate) fn editable_column(&self, cx: &AppCx) -> Option<DealColumn> {
        let on_table = cx.screen == Screen::Pipeline && self.shown;
        self.focused_column().filter(|_| on_table)
    }

    /// Returns whether the contract lets the focused cell be written. Outside the table, editing means the owner.
    pub(crate) fn require_writable_cell(&self, cx: &AppCx) -> Result<(), DisabledReason> {
        match self.editable_column(cx) {
            None | Some(DealColumn::Status | DealColumn::Owner) => Ok(()),
            Some(DealColumn::Age) => Err(DisabledReason::AgeComputed),
            Some(DealColumn::Kpi(_)) => Err(DisabledReason::MetricComputed),
            Some(_) => Err(DisabledReason::FieldReadOnly),
        }
    }
}

/// Page size in lines, if no front end has set one.
pub(crate) const DEFAULT_PAGE_LINES: isize = 10;

/// Returns the text of a cell; `None` if nothing was received.
pub fn cell_text(cx: &AppCx, row: &DealRow<'_>, column: DealColumn) -> Option<String> {
    let lang = cx.lang();
    let non_empty = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    match column {
        DealColumn::Name => non_empty(row.name),
        DealColumn::Id => non_empty(row.service_id()),
        DealColumn::Owner => non_empty(row.owner),
        DealColumn::Status => {
            non_empty(row.status).map(|code| vocabulary::deal_status(lang, &code).into_owned())
        }
        DealColumn::Class => non_empty(row.class).map(|code| class_label(lang, &code)),
        DealColumn::Age => row.since.map(|since| age_text(cx, since)),
        DealColumn::Followup => {
            let followup = cx.local_deals.open_followup(row.id)?;
            let is_this_year = followup.date.year() == cx.today().year();
            let day =
                if is_this_year { date::day_month(followup.date) } else { date::date_short(followup.date) };
            Some(format!("{day} {}", followup.text).trim_end().to_owned())
        }
        DealColumn::Star => cx.local_deals.stars().contains(row.id).then(|| "★".to_owned()),
        DealColumn::Labels => non_empty(&cx.local_deals.labels_of(row.id).join(", ")),
        DealColumn::Kpi(key) => {
            let value = row.number(key)?;
            let currency = cx.options().currency.as_deref();
            Some(vocabulary::kpi_value_compact(lang, key.name(), value, currency))
        }
    }
}

/// Returns the name of a class, or the text for a missing one.
pub fn class_label(lang: Lang, code: &str) -> String {
    if code.is_empty() {
        return Messages::new(lang).get("class-none").into_owned();
    }
    vocabulary::asset_class(lang, code).into_owned()
}

/// Returns the name of a status, class or owner; also that of a missing one.
pub(crate) fn code_label(lang: Lang, column: DealColumn, code: &str) -> String {
    let messages = Messages::new(lang);
    match column {
        DealColumn::Class => class_label(lang, code),
        DealColumn::Owner if code.is_empty() => messages.get("owner-none").into_owned(),
        DealColumn::Status if code.is_empty() => messages.get("status-none").into_owned(),
        DealColumn::Status => vocabulary::deal_status(lang, code).into_owned(),
        _ => code.to_owned(),
    }
}
