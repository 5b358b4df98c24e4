//! Text of the line above the board and of its column headers.

use crate::deals::board::view::header_metric_text::metric_text;
use crate::deals::board::view::header_metric_text::{self, MetricText};
use crate::deals::pipeline::query_note::{query_note, quoted_text};
use crate::deals::pipeline::swimlane::Swimlane;
use crate::deals::pipeline::view::suggestions::{FilterSuggestion, filter_suggestion, suggestion_keys};
use crate::deals::table::queries::class_label;
use crate::deals::table::view::selection::{self, SelectionView};
use crate::deals::table::view::table;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::query::QueryError;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, number};
use crate::vocabulary;

/// The line above the board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardHeader {
    /// "Tous les deals", or the name of the view.
    pub title: String,
    /// Short title; a mark shows that the board differs from the view.
    pub title_short: String,
    /// Number of deals in total and shown; empty while unknown.
    pub counts: String,
    /// Short counts: `37 / 240`.
    pub counts_short: String,
    /// Order of the cards.
    pub sort: String,
    /// Number shown on the cards.
    pub field: String,
    /// Filter as typed.
    pub filter: String,
    /// Placeholder of the empty filter.
    pub filter_hint: String,
    /// Errors of the filter to report, each with its text and character index.
    pub filter_errors: Vec<(String, usize)>,
    /// Note on the filter, e.g. which filter applies while the typed one is invalid. It also reports a code that no
    /// deal has.
    pub filter_note: Option<String>,
    /// Alternative filter that the user may have meant.
    pub filter_suggestion: Option<FilterSuggestion>,
    /// Text of the selection, if anything is selected.
    pub selection: Option<SelectionView>,
}

/// Returns the line above the board as of now.
pub fn board_header(app: &App) -> BoardHeader {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let coverage = app.cx.snapshot().coverage;
    let is_known =
        coverage.total.is_some() || coverage.complete_at.is_some() || app.pipeline.filtered().total > 0;
    let received = app.pipeline.filtered().total as u64;
    // If the service's total disagrees with the deals it sends, count the deals received.
    let total = coverage.total.filter(|_| !coverage.count_mismatch).unwrap_or(0).max(received);
    let args =
        [("total", MessageArg::from(total)), ("shown", MessageArg::from(app.pipeline.filtered().shown))];
    let errors = app.pipeline.reported_filter_errors(&app.cx);
    // If the sync was cut off before the service sent its total, show the number received so far.
    let is_partial = coverage.complete_at.is_none() && coverage.total.is_none();
    BoardHeader {
        title: title(app, "view-title-changed"),
        title_short: title(app, "view-title-marked"),
        counts: if is_known {
            messages.with(if is_partial { "head-deals-so-far" } else { "head-deals" }, &args)
        } else {
            String::new()
        },
        counts_short: if is_known {
            let format = |n: u64| number::integer(lang, n);
            let total = at_least(format(total), is_partial);
            format!("{} / {total}", format(app.pipeline.filtered().shown as u64))
        } else {
            String::new()
        },
        sort: if app.table.shows_table() { table::order_text(app) } else { order_text(app) },
        field: {
            let keys = app.pipeline.card_numbers();
            let names = keys.iter().map(|key| vocabulary::kpi_short(lang, key.name()));
            names.collect::<Vec<_>>().join(", ")
        },
        filter: app.pipeline.board().filter.clone(),
        filter_hint: messages.get("filter-placeholder").into_owned(),
        filter_errors: filter_errors(app, &errors),
        filter_note: filter_note(app),
        filter_suggestion: filter_suggestion(app),
        selection: selection::selection_text(app),
    }
}

/// Returns the errors with their columns. The correction of the first one follows it, with its key.
fn filter_errors(app: &App, errors: &[QueryError]) -> Vec<(String, usize)> {
    let messages = Messages::new(app.cx.lang());
    let mut errors: Vec<(String, usize)> =
        errors.iter().map(|error| (error.message(messages), error.column())).collect();
    if let Some((text, _)) = errors.first_mut() {
        *text = with_offered_fix(app, std::mem::take(text));
    }
    errors
}

/// Returns a mistake with its correction and the key that inserts it, if there is one.
fn with_offered_fix(app: &App, mistake: String) -> String {
    let Some(fix) = app.pipeline.offered_fix(&app.cx) else { return mistake };
    let fix = SafeText::line_within(&fix, 60);
    let args = [("error", mistake.into()), ("keys", suggestion_keys(app).into()), ("fix", (&fix).into())];
    Messages::new(app.cx.lang()).with("filter-fix", &args)
}

/// Returns the order of the cards as text: `sort Time in status ↓`.
fn order_text(app: &App) -> String {
    Messages::new(app.cx.lang()).with("sort-by", &[("keys", MessageArg::from(order_key_text(app)))])
}

/// Returns the sort field of the cards and its direction: `Time in status ↓`.
pub fn order_key_text(app: &App) -> String {
    let key = app.pipeline.board_order();
    let arrow = if key.descending { "↓" } else { "↑" };
    format!("{} {arrow}", key.column.sort_label(app.cx.lang()))
}

/// Returns the name of the open view. If the board differs from the view, message `changed` formats it.
fn title(app: &App, changed: &str) -> String {
    let messages = Messages::new(app.cx.lang());
    match app.open_view() {
        None => messages.get("view-all-deals").into_owned(),
        Some((name, is_modified)) => {
            let name = SafeText::line_within(name, 40);
            if is_modified {
                messages.with(changed, &[("name", MessageArg::from(&name))])
            } else {
                name.to_string()
            }
        }
    }
}

fn filter_note(app: &App) -> Option<String> {
    let (messages, board) = (Messages::new(app.cx.lang()), app.pipeline.board());
    if board.filter_error.is_some() {
        return Some(if board.active_filter.trim().is_empty() {
            messages.get("filter-kept-none").into_owned()
        } else {
            let filter = quoted_text(messages, &board.active_filter);
            messages.with("filter-kept", &[("filter", MessageArg::from(filter))])
        });
    }
    query_note(&app.cx, board.query()).map(|note| with_offered_fix(app, note))
}

/// Returns the name of a swimlane: its owner or class.
pub fn swimlane_name(app: &App, code: &str) -> String {
    match (app.pipeline.board_layout().swimlanes, code) {
        (Swimlanes::Class, code) => class_label(app.cx.lang(), code),
        (_, "") => Messages::new(app.cx.lang()).get("owner-none").into_owned(),
        (_, owner) => SafeText::line_within(owner, 60).to_string(),
    }
}

/// Marks a number as a lower bound while loading.
fn at_least(number: String, is_partial: bool) -> String {
    if is_partial { format!("≥\u{a0}{number}") } else { number }
}

/// Returns whether the service has counted every status that has a column. Only then do headers show its counts: a mix
/// with the received counts would not be comparable.
fn has_all_counts(app: &App) -> bool {
    let totals = &app.cx.snapshot().status_totals;
    let has_count = |status: &str| totals.contains_key(status);
    app.pipeline.filtered().columns.iter().all(|column| column.total == 0 || has_count(&column.status))
        && app.cx.snapshot().coverage.total.is_some()
}

/// Head of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnHeader {
    /// Status code; empty for deals without one.
    pub status: String,
    /// Name of the status.
    pub label: String,
    /// Short name, for narrow columns.
    pub short: String,
    /// Count: `14`, or `5 / 36` under a filter; `≥ 14` while the sync is running.
    pub count: String,
    /// Number of deals with the status.
    pub total: u64,
    /// Number of cards in the column.
    pub cards: usize,
    /// Share of all deals as text; under a filter, share of the deals shown. `…` while only some deals are loaded,
    /// because their shares differ from the whole.
    pub share: String,
    /// Share from 0 to 1; 0 while unknown.
    pub fraction: f32,
    /// Chosen metric, with its coverage.
    pub metric: MetricText,
    /// True if the column has the focus.
    pub focused: bool,
    /// True if the user collapsed the column, or if it is empty in presentation mode. See `is_strip`.
    pub collapsed: bool,
    /// True if the column has no card to show while others do.
    pub empty: bool,
    /// True while its deals are still being loaded: the count is exact, but cards are missing.
    pub partial: bool,
}

/// Returns the header of the column at `at`.
pub fn column_header(app: &App, at: usize) -> Option<ColumnHeader> {
    let column = app.pipeline.filtered().columns.get(at)?;
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let coverage = app.cx.snapshot().coverage;
    let is_complete = coverage.complete_at.is_some();
    let is_comparable = is_complete || has_all_counts(app);
    let count = app.cx.snapshot().status_totals.get(column.status.as_str()).copied();
    let total = if is_complete {
        column.total as u64
    } else {
        count.filter(|_| is_comparable).unwrap_or(0).max(column.total as u64)
    };
    let all_count = if is_complete {
        app.pipeline.filtered().total as u64
    } else {
        coverage.total.unwrap_or(0).max(app.pipeline.filtered().total as u64)
    };
    let shown_count = number::integer(lang, column.rows.len() as u64);
    let exact = number::integer(lang, total);
    let (label, short) = if column.status.is_empty() {
        let none = messages.get("status-none").into_owned();
        (none.clone(), none)
    } else {
        (
            vocabulary::deal_status(lang, &column.status).into_owned(),
            vocabulary::deal_status_short(lang, &column.status).into_owned(),
        )
    };
    let empty = app.pipeline.is_empty_column(at, &app.cx);
    let filtered = app.pipeline.board().is_filtered();
    let (count, base) = if filtered {
        (column.rows.len() as u64, app.pipeline.filtered().shown as u64)
    } else {
        (total, all_count)
    };
    // A filtered count over a partial sync can still grow.
    let is_partial = !is_comparable || filtered && !is_complete;
    Some(ColumnHeader {
        status: column.status.clone(),
        label,
        short,
        count: at_least(if filtered { format!("{shown_count} / {exact}") } else { exact }, is_partial),
        total,
        cards: column.rows.len(),
        share: if is_partial { "…".to_owned() } else { number::share(lang, count, base) },
        fraction: if is_partial || base == 0 { 0.0 } else { count as f32 / base as f32 },
        metric: header_metric_text::column_metric_text(app, at, &column.status, column.rows.len()),
        focused: app.pipeline.board().cursor.column == at,
        collapsed: app.pipeline.is_strip(at, &app.cx),
        empty,
        partial: (column.total as u64) < total,
    })
}

/// Head of a swimlane, besides its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwimlaneHeader {
    /// Number of its deals shown.
    pub count: String,
    /// Metric of the column headers for its deals, with coverage; empty if nothing was received.
    pub metric: String,
    /// Number of slow deals; empty if there are none.
    pub slow: String,
}

/// Returns the header of a swimlane.
pub fn swimlane_header(app: &App, swimlane: &Swimlane) -> SwimlaneHeader {
    let messages = Messages::new(app.cx.lang());
    let metrics = app.pipeline.swimlane_metrics(swimlane, &app.cx);
    let metric = metrics.metric.and_then(|metric| metric_text(app, metric, swimlane.deal_count).full);
    SwimlaneHeader {
        count: messages.with("view-deals", &[("n", MessageArg::from(swimlane.deal_count as u64))]),
        metric: metric.unwrap_or_default(),
        slow: if metrics.slow > 0 {
            messages.with("swimlane-slow", &[("n", MessageArg::from(metrics.slow))])
        } else {
            String::new()
        },
    }
}

#[cfg(test)]
#[path = "header_tests.rs"]
mod tests;
