//! A card, in words.

use crate::app::foundation::presentation::write_mark::{WriteMark};
use std::ops::Range;

use crate::app::deals::pipeline::view::staleness;
use crate::app::deals::pipeline::view::match_highlight;
use crate::app::deals::table::cell_text::class_label;
use crate::app::foundation::dataset::staleness::Heat;
use crate::app::foundation::presentation::age::age_text;
use crate::app::foundation::presentation::hold_countdown;
use crate::app::shell::app::App;
use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::engine::{DealRow, WriteState};
use crate::text::{Arg, Clean, Lang, Words};
use crate::vocabulary::{self, Band};

/// The number on a card, with its band.
#[derive(Clone, Debug, PartialEq)]
pub struct CardField {
    /// Which band the exact value is in.
    pub band: Band,
    /// Why it has no band although it was received; empty where there is nothing to say.
    pub note: String,
    /// The number's name, for instance `LTV`.
    pub name: String,
    /// Its value, rounded for show and an amount in its compact form, or the word for "not provided".
    pub value: String,
    /// Whether it was not received: the word for that stands in its place.
    pub missing: bool,
}

/// One card.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The deal's id.
    pub id: DealId,
    /// Its name.
    pub name: Clean,
    /// Its status code.
    pub status: Clean,
    /// Its status in words, for where no column says it.
    pub status_label: String,
    /// Its class code, for the swatch; empty if none.
    pub class: Clean,
    /// Its class in words.
    pub class_label: String,
    /// The same where room is short.
    pub class_short: String,
    /// Its owner, or the words for "no owner".
    pub owner: Clean,
    /// Whether it has an owner.
    pub owned: bool,
    /// How long it has been in its status; empty while that is not known.
    pub age: String,
    /// Why it counts as slow or stuck, if it does.
    pub stale: Option<String>,
    /// How hot its age is, if it is.
    pub heat: Option<Heat>,
    /// The write that waits for it.
    pub write: Option<WriteMark>,
    /// The same in a word.
    pub write_label: String,
    /// The chosen number.
    pub field: CardField,
    /// The numbers chosen besides it.
    pub more: Vec<CardField>,
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
    let Some(column) = app.pipeline.lens().columns.get(at) else {
        return Vec::new();
    };
    let end = range.end.min(column.rows.len());
    let rows = column.rows.get(range.start.min(end)..end).unwrap_or_default();
    rows.iter()
        .filter_map(|ix| card(app, &app.cx.snapshot().deals.row(*ix)?))
        .collect()
}

/// The card of one deal.
pub fn card(app: &App, row: &DealRow<'_>) -> Option<Card> {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let id = DealId::new(row.id).ok()?;
    let mut numbers = app
        .pipeline
        .card_numbers()
        .into_iter()
        .map(|key| card_field(app, row, key));
    let field = numbers.next()?;
    let write = row.pending.map(|state| WriteMark::shown(&app.cx, state));
    let query = app.pipeline.board().query();
    Some(Card {
        found: match_highlight::in_name(query, &Clean::line(row.name)),
        owner_found: match_highlight::in_owner(query, &Clean::line(row.owner)),
        selected: app.pipeline.selection().holds(row),
        focused: app.pipeline.board().cursor.deal.as_ref() == Some(&id),
        id,
        name: if row.name.is_empty() {
            Clean::line(&words.get("deal-unnamed"))
        } else {
            Clean::line(row.name)
        },
        status: Clean::line(row.status),
        status_label: vocabulary::deal_status(lang, row.status).into_owned(),
        class: Clean::line(row.class),
        class_label: class_label(lang, row.class),
        class_short: class_short(lang, row.class),
        owner: if row.owner.is_empty() {
            Clean::line(&words.get("owner-none"))
        } else {
            Clean::line(row.owner)
        },
        owned: !row.owner.is_empty(),
        age: row
            .since
            .map(|since| age_text(lang, since, app.cx.observed_now().as_second()))
            .unwrap_or_default(),
        stale: crate::app::deals::pipeline::view::staleness::reason(app, row),
        heat: crate::app::deals::pipeline::view::staleness::heat(app, row),
        write,
        write_label: write
            .map(|mark| words.get(mark.label_key()).into_owned())
            .unwrap_or_default(),
        field,
        more: numbers.collect(),
    })
}

fn card_field(app: &App, row: &DealRow<'_>, key: KpiKey) -> CardField {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let number = row.number(key);
    let band = number.map_or(Band::None, |value| app.cx.options().bands.band(key.name(), value));
    CardField {
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
            |value| {
                let currency = app.cx.options().currency.as_deref();
                vocabulary::kpi_value_compact(lang, key.name(), value, currency)
            },
        ),
        missing: number.is_none(),
    }
}

/// A class in few letters, or the words for its absence.
fn class_short(lang: Lang, code: &str) -> String {
    if code.is_empty() {
        return class_label(lang, code);
    }
    vocabulary::asset_class_short(lang, code).into_owned()
}
