//! What stands over the board and over each of its columns, in words.

use super::metric::{self, FigureText};
use crate::app::deals::pipeline::unmet::unmet;
use crate::app::deals::pipeline::view::selection::{self, SelectionView};
use crate::app::deals::pipeline::view::suggestions::{FilterOffer, filter_offer};
use crate::app::deals::table::cell_text::class_label;
use crate::app::deals::table::view::table;
use crate::app::foundation::cx::overlay_types::Lanes;
use crate::app::shell::app::App;
use crate::text::{Arg, Clean, Words, number};
use crate::vocabulary;

/// The line over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardHead {
    /// "Tous les deals" or the name of the view.
    pub title: String,
    /// The same where room is short: that what is shown differs from the view is a mark.
    pub title_short: String,
    /// How many deals there are and how many are shown; empty while that is not known.
    pub counts: String,
    /// The same where room is short: `37 / 240`.
    pub counts_short: String,
    /// The order of the cards.
    pub sort: String,
    /// The number shown on the cards.
    pub field: String,
    /// The filter as typed.
    pub filter: String,
    /// What the filter line says while it is empty.
    pub filter_hint: String,
    /// Every mistake of the filter that is to be told: the words, and the character at which it goes wrong.
    pub filter_errors: Vec<(String, usize)>,
    /// What is to be known of the filter besides: which one is in force while what is typed can't be read, or that it
    /// asks for a code that no deal has.
    pub filter_note: Option<String>,
    /// Another filter that it may have been meant to be.
    pub filter_offer: Option<FilterOffer>,
    /// What is said of the selection, if anything is selected.
    pub selection: Option<SelectionView>,
}

/// The line over the board, as of now.
pub fn head(app: &App) -> BoardHead {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let coverage = app.cx.snapshot().coverage;
    let known = coverage.total.is_some() || coverage.complete_at.is_some() || app.pipeline.lens().total > 0;
    let held = app.pipeline.lens().total as u64;
    // Where the service counts otherwise than it sends, what came counts.
    let total = coverage
        .total
        .filter(|_| !coverage.miscounted)
        .unwrap_or(0)
        .max(held);
    let args = [
        ("total", Arg::from(total)),
        ("shown", Arg::from(app.pipeline.lens().shown)),
    ];
    let errors = app.pipeline.told_filter_errors(&app.cx);
    // Cut off before the service said how many there are, a reading tells how many came.
    let so_far = coverage.complete_at.is_none() && coverage.total.is_none();
    BoardHead {
        title: title(app, "view-title-changed"),
        title_short: title(app, "view-title-marked"),
        counts: if known {
            words.with(if so_far { "head-deals-so-far" } else { "head-deals" }, &args)
        } else {
            String::new()
        },
        counts_short: if known {
            let exact = |n: u64| number::integer(lang, n);
            let total = at_least(exact(total), so_far);
            format!("{} / {total}", exact(app.pipeline.lens().shown as u64))
        } else {
            String::new()
        },
        sort: if app.table.shows_table() {
            table::order(app)
        } else {
            order(app)
        },
        field: {
            let shown = app.pipeline.card_numbers();
            let names = shown.iter().map(|key| vocabulary::kpi_short(lang, key.name()));
            names.collect::<Vec<_>>().join(", ")
        },
        filter: app.pipeline.board().filter.clone(),
        filter_hint: words.get("filter-placeholder").into_owned(),
        filter_errors: errors
            .iter()
            .map(|error| (error.message(words), error.column()))
            .collect(),
        filter_note: filter_note(app),
        filter_offer: filter_offer(app),
        selection: selection::line(app),
    }
}

/// The order of the cards in words: `sort stage age ↓`.
fn order(app: &App) -> String {
    Words::new(app.cx.lang()).with("sort-by", &[("keys", Arg::from(order_key(app)))])
}

/// The field that the cards are sorted by, and which way: `Stage age ↓`.
pub fn order_key(app: &App) -> String {
    let key = app.pipeline.board_order();
    let arrow = if key.descending { "↓" } else { "↑" };
    format!("{} {arrow}", key.column.label(app.cx.lang(), true))
}

/// The name of the open view, by the message `changed` where what is shown differs from it.
fn title(app: &App, changed: &str) -> String {
    let words = Words::new(app.cx.lang());
    match app.views.views().open() {
        None => words.get("view-all-deals").into_owned(),
        Some(view) => {
            let name = Clean::line_of(&view.name, 40);
            if app.views.view_changed(&app.table, &app.pipeline) {
                words.with(changed, &[("name", Arg::from(&name))])
            } else {
                name.to_string()
            }
        }
    }
}

fn filter_note(app: &App) -> Option<String> {
    let (words, board) = (Words::new(app.cx.lang()), app.pipeline.board());
    let quoted = |text: &str| words.with("quoted", &[("text", Arg::from(&Clean::line_of(text, 40)))]);
    if board.filter_error.is_some() {
        return Some(if board.filter_kept.trim().is_empty() {
            words.get("filter-kept-none").into_owned()
        } else {
            words.with(
                "filter-kept",
                &[("filter", Arg::from(quoted(&board.filter_kept)))],
            )
        });
    }
    if board.query().asks_for_person() {
        return Some(words.get("filter-me-unset").into_owned());
    }
    if let Some(field) = board.query().unlimited() {
        let name = vocabulary::kpi_short(app.cx.lang(), field);
        return Some(words.with("filter-no-limits", &[("field", Arg::from(name))]));
    }
    let strange = unmet(board.query(), &app.cx.snapshot().deals)
        .into_iter()
        .next()?;
    let key = if strange.owner {
        "filter-owner-unknown"
    } else {
        "filter-code-unknown"
    };
    Some(words.with(key, &[("code", Arg::from(quoted(&strange.text)))]))
}

/// What a lane is called: its owner, or the name of its class.
pub fn lane_name(app: &App, code: &str) -> String {
    match (app.pipeline.board_look().lanes, code) {
        (Lanes::Class, code) => class_label(app.cx.lang(), code),
        (_, "") => Words::new(app.cx.lang()).get("owner-none").into_owned(),
        (_, owner) => Clean::line_of(owner, 60).to_string(),
    }
}

/// A number, or that it is one that can only grow.
fn at_least(number: String, so_far: bool) -> String {
    if so_far {
        format!("≥\u{a0}{number}")
    } else {
        number
    }
}

/// Whether the service has counted every status that has a column: then all of them show what it counts. Some by its
/// counts and some by what came so far would not compare.
fn counted_alike(app: &App) -> bool {
    let totals = &app.cx.snapshot().status_totals;
    let counted = |status: &str| totals.contains_key(status);
    app.pipeline
        .lens()
        .columns
        .iter()
        .all(|column| column.total == 0 || counted(&column.status))
        && app.cx.snapshot().coverage.total.is_some()
}

/// The head of one column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnHead {
    /// The status code; empty for deals without one.
    pub status: String,
    /// Its name.
    pub label: String,
    /// Its short name, for narrow columns.
    pub short: String,
    /// `14`, or `5 / 36` under a filter; `≥ 14` of what came so far, while it is being read.
    pub count: String,
    /// How many deals have the status, as a number.
    pub total: u64,
    /// How many cards the column holds.
    pub cards: usize,
    /// Its share of all deals, as words; under a filter, its share of those that are shown, as the figures beside it are.
    /// `…` while only a part has come, which has other shares than the whole.
    pub share: String,
    /// The same, 0 to 1; nothing while it is not known.
    pub fraction: f32,
    /// The figure chosen for the heads, and what it covers.
    pub figure: FigureText,
    /// Whether the focus is in it.
    pub focused: bool,
    /// Whether it is folded: because a person did it, or in front of others because nothing is in it. See `is_strip`.
    pub folded: bool,
    /// Whether it holds nothing to show while others do.
    pub empty: bool,
    /// Whether its deals are still being read: the count is exact, the cards are not all there.
    pub partial: bool,
}

/// The head of the column at `at`.
pub fn column_head(app: &App, at: usize) -> Option<ColumnHead> {
    let column = app.pipeline.lens().columns.get(at)?;
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let coverage = app.cx.snapshot().coverage;
    let whole = coverage.complete_at.is_some();
    let alike = whole || counted_alike(app);
    let counted = app
        .cx
        .snapshot()
        .status_totals
        .get(column.status.as_str())
        .copied();
    let total = if whole {
        column.total as u64
    } else {
        counted.filter(|_| alike).unwrap_or(0).max(column.total as u64)
    };
    let all = if whole {
        app.pipeline.lens().total as u64
    } else {
        coverage.total.unwrap_or(0).max(app.pipeline.lens().total as u64)
    };
    let shown = number::integer(lang, column.rows.len() as u64);
    let exact = number::integer(lang, total);
    let (label, short) = if column.status.is_empty() {
        let none = words.get("status-none").into_owned();
        (none.clone(), none)
    } else {
        (
            vocabulary::deal_status(lang, &column.status).into_owned(),
            vocabulary::deal_status_short(lang, &column.status).into_owned(),
        )
    };
    let empty = app.pipeline.is_empty_column(at, &app.cx);
    let filtered = app.pipeline.board().filtered();
    let (counted, of) = if filtered {
        (column.rows.len() as u64, app.pipeline.lens().shown as u64)
    } else {
        (total, all)
    };
    // What a filter leaves of what came is a part of what it will leave.
    let so_far = !alike || filtered && !whole;
    Some(ColumnHead {
        status: column.status.clone(),
        label,
        short,
        count: at_least(
            if filtered {
                format!("{shown} / {exact}")
            } else {
                exact
            },
            so_far,
        ),
        total,
        cards: column.rows.len(),
        share: if so_far {
            "…".to_owned()
        } else {
            number::share(lang, counted, of)
        },
        fraction: if so_far || of == 0 {
            0.0
        } else {
            counted as f32 / of as f32
        },
        figure: metric::of_column(app, at, &column.status, column.rows.len()),
        focused: app.pipeline.board().cursor.column == at,
        folded: app.pipeline.is_strip(at, &app.cx),
        empty,
        partial: (column.total as u64) < total,
    })
}

#[cfg(test)]
#[path = "head_tests.rs"]
mod tests;
