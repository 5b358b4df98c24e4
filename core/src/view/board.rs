//! The board: columns, heads and cards as texts. Only what is asked for is built, so that a frame costs what is
//! visible.

use std::ops::Range;

use jiff::tz::TimeZone;

use crate::app::{App, LensColumn, age_days};
use crate::contract::ids::DealId;
use crate::contract::kpi::KpiKey;
use crate::engine::{Bound, DealRow, Interner, StageSince, WriteState};
use crate::query::{Kind, Value, fold};
use crate::view::selection::{self, SelectionView};
use crate::view::text::{Arg, Clean, Lang, Words, date, number};
use crate::view::vocabulary::{self, Band};
use crate::view::{found, table};

/// The line over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardHead {
    /// "Tous les deals" or the name of the view.
    pub title: String,
    /// How many deals there are and how many are shown; empty while that is not known.
    pub counts: String,
    /// The order of the cards.
    pub sort: String,
    /// The number shown on the cards.
    pub field: String,
    /// The filter as typed.
    pub filter: String,
    /// What the filter line says while it is empty.
    pub filter_hint: String,
    /// What is wrong with the filter, if anything: the words, and the character at which it goes wrong.
    pub filter_error: Option<(String, usize)>,
    /// What is to be known of the filter besides: which one is in force while what is typed can't be read, or that it
    /// asks for a code that no deal has.
    pub filter_note: Option<String>,
    /// What is said of the selection, if anything is selected.
    pub selection: Option<SelectionView>,
}

/// The line over the board, as of now.
pub fn head(app: &App) -> BoardHead {
    let (lang, words) = (app.lang(), Words::new(app.lang()));
    let coverage = app.snapshot().coverage;
    let known = coverage.total.is_some() || coverage.complete_at.is_some() || app.lens().total > 0;
    let total = coverage.total.unwrap_or(0).max(app.lens().total as u64);
    let args = [
        ("total", Arg::from(total)),
        ("shown", Arg::from(app.lens().shown)),
    ];
    let error = app.board().filter_error.as_ref();
    BoardHead {
        title: title(app),
        counts: if known {
            words.with("head-deals", &args)
        } else {
            String::new()
        },
        sort: if app.shows_table() {
            table::order(app)
        } else {
            words.get("sort-age").into_owned()
        },
        field: vocabulary::kpi_short(lang, app.board().field.name()).into_owned(),
        filter: app.board().filter.clone(),
        filter_hint: words.get("filter-placeholder").into_owned(),
        filter_error: error.map(|error| (error.message(words), error.column())),
        filter_note: filter_note(app),
        selection: selection::line(app),
    }
}

/// The name of the open view, and whether what is shown differs from it.
fn title(app: &App) -> String {
    let words = Words::new(app.lang());
    match app.views().open() {
        None => words.get("view-all-deals").into_owned(),
        Some(view) => {
            let name = Clean::line_of(&view.name, 40);
            if app.view_changed() {
                words.with("view-title-changed", &[("name", Arg::from(&name))])
            } else {
                name.to_string()
            }
        }
    }
}

fn filter_note(app: &App) -> Option<String> {
    let (words, board) = (Words::new(app.lang()), app.board());
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
    let table = &app.snapshot().deals;
    let met = |codes: &Interner, text: &str| codes.iter().any(|(_, code)| fold(code).starts_with(text));
    let strange = board.query().terms().iter().find_map(|term| {
        let (values, codes) = match &term.kind {
            Kind::Status(values) => (values, table.statuses()),
            Kind::Class(values) => (values, table.classes()),
            _ => return None,
        };
        values.iter().find_map(|value| match value {
            Value::Text(text) if !met(codes, text) => Some(text.clone()),
            _ => None,
        })
    });
    strange.map(|text| words.with("filter-code-unknown", &[("code", Arg::from(quoted(&text)))]))
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
    /// `14`, or `5 / 36` under a filter.
    pub count: String,
    /// How many deals have the status, as a number.
    pub total: u64,
    /// How many cards the column holds.
    pub cards: usize,
    /// Its share of all deals, as words.
    pub share: String,
    /// Its share of all deals, 0 to 1.
    pub fraction: f32,
    /// The covered sum of outstanding principal and what it covers, where any was received.
    pub sum: Option<String>,
    /// Whether the focus is in it.
    pub focused: bool,
    /// Whether it is folded.
    pub folded: bool,
    /// Whether it holds nothing to show while others do.
    pub empty: bool,
    /// Whether its deals are still being read: the count is exact, the cards are not all there.
    pub partial: bool,
}

/// The head of the column at `at`.
pub fn column_head(app: &App, at: usize) -> Option<ColumnHead> {
    let column = app.lens().columns.get(at)?;
    let (lang, words) = (app.lang(), Words::new(app.lang()));
    let coverage = app.snapshot().coverage;
    let whole = coverage.complete_at.is_some();
    let counted = app.snapshot().status_totals.get(column.status.as_str()).copied();
    let total = if whole {
        column.total as u64
    } else {
        counted.unwrap_or(0).max(column.total as u64)
    };
    let all = if whole {
        app.lens().total as u64
    } else {
        coverage.total.unwrap_or(0).max(app.lens().total as u64)
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
    Some(ColumnHead {
        status: column.status.clone(),
        label,
        short,
        count: if app.board().filtered() {
            format!("{shown} / {exact}")
        } else {
            exact
        },
        total,
        cards: column.rows.len(),
        share: number::share(lang, total, all),
        fraction: if all == 0 { 0.0 } else { total as f32 / all as f32 },
        sum: sum(lang, column, app.options().currency.as_deref()),
        focused: app.board().cursor.column == at,
        folded: app.board().folded.contains(&column.status),
        empty: app.is_empty_column(at),
        partial: (column.total as u64) < total,
    })
}

/// The covered sum of a column: `CRD 114,6 M · 12 sur 14`. The service names no currency: the figure stays bare unless
/// the person has said which it is.
fn sum(lang: Lang, column: &LensColumn, currency: Option<&str>) -> Option<String> {
    let principal = column.principal().filter(|_| column.covered() > 0)?;
    let args = [
        (
            "name",
            Arg::from(vocabulary::kpi_short(lang, KpiKey::CrdTotal.name())),
        ),
        ("sum", Arg::from(number::money_compact(lang, principal, currency))),
        ("part", Arg::from(number::integer(lang, column.covered() as u64))),
        (
            "total",
            Arg::from(number::integer(lang, column.rows.len() as u64)),
        ),
    ];
    Some(Words::new(lang).with("column-sum", &args))
}

/// The number on a card, with its band.
#[derive(Clone, Debug, PartialEq)]
pub struct CardField {
    /// Which band the exact value is in.
    pub band: Band,
    /// Why it has no band although it was received; empty where there is nothing to say.
    pub note: String,
    /// The number's name, for instance `LTV`.
    pub name: String,
    /// Its value, rounded for show, or the word for "not provided".
    pub value: String,
}

/// What a card says instead of its age while a write waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMark {
    /// Kept, not sent.
    Waiting,
    /// On its way.
    Sending,
    /// Refused.
    Refused,
    /// In conflict.
    Conflict,
}

impl WriteMark {
    /// The mark of a state.
    pub fn of(state: &WriteState) -> Self {
        match state {
            WriteState::Held { .. } | WriteState::Waiting { .. } => Self::Waiting,
            WriteState::Sending => Self::Sending,
            WriteState::Refused(_) | WriteState::Locked(_) => Self::Refused,
            WriteState::Conflict { .. } => Self::Conflict,
        }
    }

    /// The key of its word in the locales.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Waiting => "write-waiting",
            Self::Sending => "write-sending",
            Self::Refused => "write-refused",
            Self::Conflict => "write-conflict",
        }
    }

    /// The sign that goes before the word in the terminal.
    pub fn glyph(self) -> &'static str {
        match self {
            Self::Waiting => "↑",
            Self::Sending => "◌",
            Self::Refused => "×",
            Self::Conflict => "≠",
        }
    }
}

/// One card.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The deal's id.
    pub id: DealId,
    /// Its name.
    pub name: Clean,
    /// Its class code, for the swatch; empty if none.
    pub class: Clean,
    /// Its class in words.
    pub class_label: String,
    /// Its owner, or the words for "no owner".
    pub owner: Clean,
    /// Whether it has an owner.
    pub owned: bool,
    /// How long it has been in its status; empty while that is not known.
    pub age: String,
    /// Why it counts as stale, if it does.
    pub stale: Option<String>,
    /// The write that waits for it.
    pub write: Option<WriteMark>,
    /// The same in a word.
    pub write_label: String,
    /// The chosen number.
    pub field: CardField,
    /// The letters of the name that the filter found, as bytes of it.
    pub found: Vec<Range<usize>>,
    /// The letters of the owner that the filter found.
    pub owner_found: Vec<Range<usize>>,
    /// Whether it is selected.
    pub selected: bool,
    /// Whether it has the focus.
    pub focused: bool,
}

/// The cards of the column at `at` whose places are in `range`.
pub fn cards(app: &App, at: usize, range: Range<usize>) -> Vec<Card> {
    let Some(column) = app.lens().columns.get(at) else {
        return Vec::new();
    };
    let end = range.end.min(column.rows.len());
    let rows = column.rows.get(range.start.min(end)..end).unwrap_or_default();
    rows.iter()
        .filter_map(|ix| card(app, &app.snapshot().deals.row(*ix)?))
        .collect()
}

/// The card of one deal.
pub fn card(app: &App, row: &DealRow<'_>) -> Option<Card> {
    let (lang, words) = (app.lang(), Words::new(app.lang()));
    let id = DealId::new(row.id).ok()?;
    let key = app.board().field;
    let number = row.number(key);
    let band = number.map_or(Band::None, |value| app.options().bands.band(key.name(), value));
    let write = row.pending.map(WriteMark::of);
    let query = app.board().query();
    Some(Card {
        found: found::in_name(query, &Clean::line(row.name)),
        owner_found: found::in_owner(query, &Clean::line(row.owner)),
        selected: app.selection().holds(row.id),
        focused: app.board().cursor.deal.as_ref() == Some(&id),
        id,
        name: if row.name.is_empty() {
            Clean::line(&words.get("deal-unnamed"))
        } else {
            Clean::line(row.name)
        },
        class: Clean::line(row.class),
        class_label: class_label(lang, row.class),
        owner: if row.owner.is_empty() {
            Clean::line(&words.get("owner-none"))
        } else {
            Clean::line(row.owner)
        },
        owned: !row.owner.is_empty(),
        age: row
            .since
            .map(|since| age_text(lang, since, app.now().as_second()))
            .unwrap_or_default(),
        stale: stale(app, row),
        write,
        write_label: write
            .map(|mark| words.get(mark.label_key()).into_owned())
            .unwrap_or_default(),
        field: CardField {
            band,
            note: if band == Band::Outside {
                let name = vocabulary::kpi_label(lang, key.name());
                words.with("number-outside", &[("name", Arg::from(&*name))])
            } else {
                String::new()
            },
            name: vocabulary::kpi_short(lang, key.name()).into_owned(),
            value: number.map_or_else(
                || words.get("absent-not-provided-short").into_owned(),
                |value| vocabulary::kpi_value(lang, key.name(), value, app.options().currency.as_deref()),
            ),
        },
    })
}

/// After so many days in one status a deal counts as stale.
pub const STALE_DAYS: i64 = 14;

/// Why a deal counts as stale: how long nothing has moved, the limit, and how that is known. A deal on hold, lost or
/// closed rests where it is.
fn stale(app: &App, row: &DealRow<'_>) -> Option<String> {
    let since = row.since?;
    let days = age_days(since.at, app.now().as_second());
    if days <= STALE_DAYS || vocabulary::status_is_aside(row.status) || row.pending.is_some() {
        return None;
    }
    let lang = app.lang();
    let args = [
        ("age", Arg::from(age_text(lang, since, app.now().as_second()))),
        ("limit", Arg::from(date::days(lang, STALE_DAYS as u64))),
    ];
    let said = Words::new(lang).with("stale-reason", &args);
    Some(format!("{said} ({})", age_reason(app, since)))
}

/// A class in words, or the words for its absence.
pub fn class_label(lang: Lang, code: &str) -> String {
    if code.is_empty() {
        return Words::new(lang).get("class-none").into_owned();
    }
    vocabulary::asset_class(lang, code).into_owned()
}

/// How long a deal has been in its status: exact, or at least so long. Nothing under a day that is only a bound:
/// "at least 0 days" says nothing.
pub fn age_text(lang: Lang, since: StageSince, now: i64) -> String {
    let days = age_days(since.at, now) as u64;
    match since.bound {
        Bound::Received | Bound::Exact => date::days(lang, days),
        Bound::Interval | Bound::AtLeast if days == 0 => String::new(),
        Bound::Interval | Bound::AtLeast => date::at_least_days(lang, days),
    }
}

/// The words that say how the stage age is known.
pub fn age_reason(app: &App, since: StageSince) -> String {
    let words = Words::new(app.lang());
    let key = match since.bound {
        Bound::Received => "age-received",
        Bound::Exact => "age-exact",
        Bound::Interval => "age-interval",
        Bound::AtLeast => "deal-age-first-seen",
    };
    words.with(key, &[("date", Arg::from(day(since.at, &app.options().zone)))])
}

fn day(second: i64, zone: &TimeZone) -> String {
    jiff::Timestamp::from_second(second)
        .map(|moment| date::date_short(date::local(moment, zone).date()))
        .unwrap_or_default()
}
