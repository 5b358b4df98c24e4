//! Tiles of a custom dashboard. A tile shows its own value if it has one. If it names a field of the portfolio
//! summary or a loaded list, it shows this client's data. Otherwise it shows its own fields.

use jiff::Timestamp;
use rust_decimal::Decimal;
use serde_json::value::RawValue;

use crate::contract::record::{Record, raw_text};
use crate::dataset::breakdown::Breakdown;
use crate::foundation::presentation::tiles::{Bar, Tile, TileBars, TileBody, TilesView};
use crate::foundation::presentation::{age, provenance};
use crate::model::resources::resource_kind::ResourceKind;
use crate::open_json::{FieldLabels, FormatOptions, RecordLine, field_lines, field_name, field_value};
use crate::screens::portfolio::view::breakdown::BreakdownView;
use crate::screens::portfolio::view::portfolio::{self, PortfolioView};
use crate::screens::server_views::dashboard_widgets::parse_objects;
use crate::shell::app::App;
use crate::text::{Lang, MessageArg, Messages, SafeText, number};

/// Default number of records in a list tile without a limit.
const DEFAULT_LIST_ROWS: usize = 10;
/// Field names that services use for a tile's title, kind, counted field and value.
const TITLE_FIELDS: [&str; 5] = ["title", "titre", "name", "label", "label_fr"];
const KIND_FIELDS: [&str; 4] = ["kind", "type", "widget_type", "widget"];
const COUNTED_FIELDS: [&str; 7] = ["field", "field_key", "metric", "measure", "indicator", "source", "key"];
const VALUE_FIELDS: [&str; 9] =
    ["value", "values", "data", "items", "rows", "result", "breakdown", "content", "text"];
const FILTER_FIELDS: [&str; 4] = ["filter", "filters", "where", "query"];

struct DashboardCx<'a> {
    app: &'a App,
    messages: &'static Messages,
    format_options: FormatOptions,
    labels: FieldLabels,
    portfolio: PortfolioView,
    loaded_age: String,
}

/// Builds the tiles of a dashboard loaded at `read_at`.
pub(super) fn dashboard_tiles(app: &App, record: &Record, read_at: Option<Timestamp>) -> TilesView {
    let messages = Messages::new(app.cx.lang());
    let dashboard = DashboardCx {
        app,
        messages,
        format_options: app.cx.format_options(None),
        labels: app.cx.field_labels(),
        portfolio: portfolio::full_portfolio(app),
        loaded_age: age::loaded_ago(
            &app.cx,
            crate::foundation::presentation::age::Agreement::Masculine,
            read_at,
        ),
    };
    let (widgets, lines) = app.cx.dashboard_widgets(record);
    let mut tiles: Vec<Tile> =
        widgets.iter().enumerate().map(|(at, widget)| dashboard.tile(at + 1, widget)).collect();
    if !lines.is_empty() {
        tiles.push(Tile {
            title: messages.get("tile-other").into_owned(),
            note: dashboard.given_note(),
            body: TileBody::Lines(lines),
        });
    }
    if tiles.is_empty() {
        tiles.push(Tile {
            title: messages.get("tile-none").into_owned(),
            note: messages.get("tile-none-why").into_owned(),
            body: TileBody::Lines(Vec::new()),
        });
    }
    let shared = record.boolean("is_shared") == Some(true);
    let note = if shared { "dashboard-shared" } else { "tile-dashboard" };
    TilesView {
        title: SafeText::line_within(&record.text("name").unwrap_or_default(), 60).to_string(),
        note: messages.get(note).into_owned(),
        tiles,
        table: None,
        line: 0,
        focused: false,
    }
}

fn first_text(widget: &Record, fields: &[&str]) -> Option<String> {
    let text = fields.iter().find_map(|field| widget.text(field))?;
    (!text.trim().is_empty()).then(|| text.into_owned())
}

impl DashboardCx<'_> {
    fn given_note(&self) -> String {
        self.messages.with("tile-given", &[("read", MessageArg::from(self.loaded_age.as_str()))])
    }

    fn tile(&self, at: usize, widget: &Record) -> Tile {
        let field = first_text(widget, &COUNTED_FIELDS);
        let kind = first_text(widget, &KIND_FIELDS);
        let title =
            first_text(widget, &TITLE_FIELDS).map(|name| SafeText::line_within(&name, 80).to_string());
        let title = title
            .or_else(|| Some(self.field_label(field.as_deref()?)))
            .unwrap_or_else(|| self.messages.with("tile-nth", &[("n", MessageArg::from(at))]));
        let tile = |note: String, body| Tile { title: title.clone(), note, body };
        let value = VALUE_FIELDS.iter().find_map(|field| widget.raw(field).filter(|raw| raw.get() != "null"));
        if let Some(body) = value.and_then(|raw| self.value_body(field.as_deref(), raw)) {
            return tile(self.given_note(), body);
        }
        if let Some((note, body)) = field.as_deref().and_then(|field| self.named_body(field, widget)) {
            let filtered = FILTER_FIELDS.iter().any(|field| {
                widget.raw(field).is_some_and(|raw| !matches!(raw.get(), "null" | "{}" | "[]" | "\"\""))
            });
            let note =
                if filtered { format!("{note} · {}", self.messages.get("tile-filters-left")) } else { note };
            return tile(note, body);
        }
        let note = match kind {
            Some(kind) => {
                let kind = SafeText::line_within(&kind, 40);
                self.messages.with("tile-kind-unknown", &[("kind", MessageArg::from(&kind))])
            }
            None => self.given_note(),
        };
        tile(note, TileBody::Lines(field_lines(&self.format_options, &self.labels, widget, &TITLE_FIELDS)))
    }

    fn field_label(&self, field: &str) -> String {
        match kind_named(field) {
            Some(kind) => provenance::kind_label(self.app.cx.lang(), kind).into_owned(),
            None => field_name(&self.format_options, &self.labels, field).to_string(),
        }
    }

    /// Builds the body of a value that the service gave: parts of a whole, records, or one value.
    fn value_body(&self, field: Option<&str>, raw: &RawValue) -> Option<TileBody> {
        let field = field.unwrap_or_default();
        if let Ok(object) = Record::parse(raw.get()) {
            let entries: Option<Vec<(String, Decimal)>> = object
                .fields()
                .map(|(code, _)| Some((code.to_owned(), object.num(code)?.value()?)))
                .collect();
            return Some(match entries.filter(|entries| !entries.is_empty()) {
                Some(entries) => TileBody::Bars(bars(self.app.cx.lang(), field, &entries)),
                None => TileBody::Lines(field_lines(&self.format_options, &self.labels, &object, &[])),
            });
        }
        if let Some(records) = parse_objects(raw) {
            let entries: Option<Vec<(String, Decimal)>> = records.iter().map(parse_part).collect();
            return Some(match entries {
                Some(entries) => TileBody::Bars(bars(self.app.cx.lang(), field, &entries)),
                None => TileBody::Lines(self.record_lines(&records, None)),
            });
        }
        let value_text = field_value(&self.format_options, field, raw)?;
        // The contract sends decimals as strings, so a string that is an exact number is formatted as a number.
        let exact = raw_text(raw).and_then(|text| crate::contract::json::num::parse_exact(&text));
        let exact_text = exact.filter(|_| !field.starts_with("id"));
        Some(TileBody::Metric(match exact_text {
            Some(value) if value_text.as_str() == raw_text(raw).unwrap_or_default() => {
                number::exact(self.app.cx.lang(), value)
            }
            _ => value_text.to_string(),
        }))
    }

    /// Resolves a name to loaded data: a portfolio total, a portfolio breakdown, or a list.
    fn named_body(&self, field: &str, widget: &Record) -> Option<(String, TileBody)> {
        let total = TOTALS.iter().position(|name| *name == field);
        let kind = Breakdown::ALL.into_iter().find(|kind| kind.field() == field);
        if total.is_some() || kind.is_some() {
            if self.portfolio.is_empty {
                let text = self.messages.get("tile-summary-unread").into_owned();
                return Some((text, TileBody::Lines(Vec::new())));
            }
            let computed = |check: &str| {
                let read = self.portfolio.loaded_age.as_str();
                let note = self.messages.with("tile-computed", &[("read", MessageArg::from(read))]);
                if check.is_empty() { note } else { format!("{check} · {note}") }
            };
            if let Some(total) = total.and_then(|at| self.portfolio.totals.get(at)) {
                let value = total.exact.clone().unwrap_or_else(|| total.value.clone());
                return Some((computed(&total.change), TileBody::Metric(value)));
            }
            let view: &BreakdownView =
                self.portfolio.breakdowns.iter().find(|view| Some(view.kind) == kind)?;
            let bars = TileBars { kind, bars: view.bars.clone() };
            return Some((computed(&view.check.text), TileBody::Bars(bars)));
        }
        let resource_kind = kind_named(field)?;
        let list = self.app.cx.snapshot().resources.get(&resource_kind);
        let Some(list) = list.filter(|list| list.fetched_at.is_some()) else {
            let text = self.messages.get("tile-list-unread").into_owned();
            return Some((text, TileBody::Lines(Vec::new())));
        };
        let limit = widget.integer("limit").and_then(|limit| usize::try_from(limit).ok());
        let records: Vec<Record> =
            list.records.iter().take(limit.unwrap_or(DEFAULT_LIST_ROWS)).cloned().collect();
        let args = [
            ("shown", MessageArg::from(records.len())),
            ("total", MessageArg::from(list.records.len())),
            (
                "read",
                MessageArg::from(age::loaded_ago(
                    &self.app.cx,
                    crate::foundation::presentation::age::Agreement::Feminine,
                    list.fetched_at,
                )),
            ),
        ];
        Some((
            self.messages.with("tile-rows", &args),
            TileBody::Lines(self.record_lines(&records, Some(resource_kind))),
        ))
    }

    /// Builds one line per record: its name and its plain fields.
    fn record_lines(&self, records: &[Record], kind: Option<ResourceKind>) -> Vec<RecordLine> {
        let format_options = self.app.cx.format_options(kind);
        let plain = |record: &Record| {
            let skip = ["id", "uuid", "name", "title", "titre", "nom", "label", "label_fr"];
            let fields = record.fields().filter(|(field, _)| !skip.contains(field));
            let texts = fields.filter_map(|(field, raw)| field_value(&format_options, field, raw));
            let texts: Vec<String> = texts.map(|value| value.to_string()).collect();
            texts.join(" · ")
        };
        let name = |record: &Record| {
            let display_name =
                first_text(record, &["name", "title", "titre", "nom", "label", "label_fr", "id"]);
            display_name.unwrap_or_default()
        };
        records
            .iter()
            .map(|record| RecordLine {
                label: SafeText::line_within(&name(record), 80),
                value: SafeText::line_within(&plain(record), 200),
            })
            .collect()
    }
}

/// Totals of the portfolio summary, in the order of its view.
const TOTALS: [&str; 5] =
    ["total_operations", "total_nominal", "total_fonds", "total_spvs", "total_operateurs"];

/// Returns the record family that a name denotes.
fn kind_named(word: &str) -> Option<ResourceKind> {
    ResourceKind::by_name(&word.replace('_', "-"))
}

/// Parses a record that consists of a name and a number.
fn parse_part(record: &Record) -> Option<(String, Decimal)> {
    let name = first_text(record, &["code", "key", "name", "label", "label_fr", "status", "statut"])?;
    let value = ["value", "count", "total", "n"].iter().find_map(|field| record.num(field)?.value())?;
    (record.fields().count() <= 3).then_some((name, value))
}

/// Builds bars from parts that the service gave; breakdown codes become labels.
fn bars(lang: Lang, field: &str, entries: &[(String, Decimal)]) -> TileBars {
    let kind = Breakdown::ALL.into_iter().find(|kind| kind.field() == field);
    let sum: Decimal = entries.iter().fold(Decimal::ZERO, |sum, (_, value)| sum.saturating_add(*value));
    let max = entries.iter().map(|(_, value)| *value).max().unwrap_or_default();
    let ratio = |value: Decimal, total: Decimal| value.checked_div(total).unwrap_or_default();
    let bar = |(code, value): &(String, Decimal)| {
        let share = if sum > Decimal::ZERO { ratio(*value, sum) } else { Decimal::ZERO };
        Bar {
            code: SafeText::line_within(code, 60),
            key: code.clone(),
            label: match kind {
                Some(kind) => kind.label(lang, code),
                None => SafeText::line_within(code, 60).to_string(),
            },
            count: number::exact(lang, *value),
            share: number::percent(lang, share, 1),
            share_short: number::percent(lang, share, 0),
            length: ratio(*value, max).to_string().parse::<f32>().unwrap_or(0.0).clamp(0.0, 1.0),
            hidden: false,
        }
    };
    TileBars { kind, bars: entries.iter().map(bar).collect() }
}
