//! Text of a card.

use crate::foundation::presentation::followup_mark::FollowupMark;
use crate::foundation::presentation::write_mark::WriteMark;
use std::ops::Range;

use crate::contract::ids::DealId;
use crate::contract::models::kpi::KpiKey;
use crate::dataset::slowness::Slowness;
use crate::deals::pipeline::view::match_highlight;
use crate::deals::table::queries::class_label;
use crate::foundation::presentation::age::age_text;
use crate::model::table::DealRow;
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages, SafeText};
use crate::vocabulary::{self, Band};

/// The number on a card, with its band.
#[derive(Clone, Debug, PartialEq)]
pub struct CardField {
    /// Band of the exact value.
    pub band: Band,
    /// Reason why a received value has no band; empty if there is none.
    pub note: String,
    /// Name of the number, for instance `LTV`.
    pub name: String,
    /// Value rounded for display, amounts in compact form, or the text for "not provided".
    pub value: String,
    /// True if the value was not received, so `value` is the text for that.
    pub missing: bool,
}

/// A card.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Deal id.
    pub id: DealId,
    /// Deal name.
    pub name: SafeText,
    /// Status code.
    pub status: SafeText,
    /// Text of the status, for layouts without status columns.
    pub status_label: String,
    /// Class code, for the swatch; empty if there is none.
    pub class: SafeText,
    /// Text of the class.
    pub class_label: String,
    /// Abbreviated class, for narrow layouts.
    pub class_short: String,
    /// Owner, or the text for "no owner".
    pub owner: SafeText,
    /// True if the deal has an owner.
    pub has_owner: bool,
    /// Time in its status; empty if unknown.
    pub age: String,
    /// Reason why the deal is slow or stuck, if it is.
    pub slowness_reason: Option<String>,
    /// Degree of slowness, if any.
    pub slowness: Option<Slowness>,
    /// Mark of its pending write.
    pub write: Option<WriteMark>,
    /// Mark of a follow-up that is due.
    pub followup: Option<FollowupMark>,
    /// True if the deal has a private note.
    pub has_note: bool,
    /// True if the deal is starred.
    pub starred: bool,
    /// Labels of the deal.
    pub labels: Vec<SafeText>,
    /// Label of the write mark.
    pub write_label: String,
    /// The chosen number.
    pub field: CardField,
    /// Additional chosen numbers.
    pub more_fields: Vec<CardField>,
    /// Byte ranges of the name that match the filter.
    pub name_matches: Vec<Range<usize>>,
    /// Byte ranges of the owner that match the filter.
    pub owner_matches: Vec<Range<usize>>,
    /// True if the card is selected.
    pub selected: bool,
    /// True if the card has the focus.
    pub focused: bool,
}

/// Returns the cards of the column at `at` whose indices are in `range`.
pub fn cards(app: &App, at: usize, range: Range<usize>) -> Vec<Card> {
    let Some(column) = app.pipeline.filtered().columns.get(at) else {
        return Vec::new();
    };
    let end = range.end.min(column.rows.len());
    let rows = column.rows.get(range.start.min(end)..end).unwrap_or_default();
    rows.iter().filter_map(|ix| card(app, &app.cx.snapshot().deals.row(*ix)?)).collect()
}

/// Returns the card of one deal.
pub fn card(app: &App, row: &DealRow<'_>) -> Option<Card> {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let id = DealId::new(row.id).ok()?;
    let mut numbers = app.pipeline.card_numbers().into_iter().map(|key| card_field(app, row, key));
    let field = numbers.next()?;
    let write = row.pending.map(|state| WriteMark::current(&app.cx, state));
    let query = app.pipeline.board().query();
    let (name, owner) = (SafeText::line(row.name), SafeText::line(row.owner));
    Some(Card {
        name_matches: match_highlight::name_matches(query, &name),
        owner_matches: match_highlight::owner_matches(query, &owner),
        selected: app.pipeline.selection().contains(row),
        focused: app.pipeline.board().cursor.deal.as_ref() == Some(&id),
        id,
        name: if row.name.is_empty() { SafeText::line(&messages.get("deal-unnamed")) } else { name },
        status: SafeText::line(row.status),
        status_label: vocabulary::deal_status(lang, row.status).into_owned(),
        class: SafeText::line(row.class),
        class_label: class_label(lang, row.class),
        class_short: class_short(lang, row.class),
        owner: if row.owner.is_empty() { SafeText::line(&messages.get("owner-none")) } else { owner },
        has_owner: !row.owner.is_empty(),
        age: row.since.map(|since| age_text(&app.cx, since)).unwrap_or_default(),
        slowness_reason: crate::deals::pipeline::view::slowness::slowness_reason(app, row),
        slowness: crate::deals::pipeline::view::slowness::slowness_of(app, row),
        write,
        followup: FollowupMark::for_deal(&app.cx, row.id),
        has_note: app.cx.local_deals().has_note(row.id),
        starred: app.cx.local_deals().stars().contains(row.id),
        labels: app.cx.local_deals().labels_of(row.id).iter().map(|label| SafeText::line(label)).collect(),
        write_label: write.map(|mark| messages.get(mark.label_key()).into_owned()).unwrap_or_default(),
        field,
        more_fields: numbers.collect(),
    })
}

fn card_field(app: &App, row: &DealRow<'_>, key: KpiKey) -> CardField {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let number = row.number(key);
    let band = number.map_or(Band::None, |value| app.cx.options().thresholds.band(key.name(), value));
    CardField {
        band,
        note: if band == Band::Outside {
            let name = vocabulary::kpi_label(lang, key.name());
            messages.with("number-outside", &[("name", MessageArg::from(&*name))])
        } else {
            String::new()
        },
        name: vocabulary::kpi_short(lang, key.name()).into_owned(),
        value: number.map_or_else(
            || messages.get("absent-not-provided-short").into_owned(),
            |value| {
                let currency = app.cx.options().currency.as_deref();
                vocabulary::kpi_value_compact(lang, key.name(), value, currency)
            },
        ),
        missing: number.is_none(),
    }
}

/// Returns the abbreviated class, or the text for a missing one.
fn class_short(lang: Lang, code: &str) -> String {
    if code.is_empty() {
        return class_label(lang, code);
    }
    vocabulary::asset_class_short(lang, code).into_owned()
}
