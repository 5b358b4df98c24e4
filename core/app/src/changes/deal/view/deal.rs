//! One deal: its fields, metrics, notes, writes and requests.

use crate::changes::deal::view::kpis::KpiLine;
use crate::changes::deal::view::notes::{self, NoteView};
use crate::changes::entry::view::field_label;
use crate::changes::followups::view::{followup_line, followup_state};
use crate::contract::ids::is_temporary;
use crate::contract::models::kpi::{KpiKey, KpiSnapshot};
use crate::dataset::column::DealColumn;
use crate::dataset::slowness::Slowness;
use crate::deals::table::queries::class_label;
use crate::foundation::history::lines::{self as history, HistoryLine, StatusAgeView};
use crate::foundation::presentation::age;
use crate::foundation::presentation::followup_mark::FollowupMark;
use crate::foundation::presentation::problem::{self, ProblemView};
use crate::foundation::presentation::write_mark::WriteMark;
use crate::model::history::history_entry::Certainty;
use crate::model::pending_write::{PendingWrite, WriteKind};
use crate::model::table::{DealRow, RowIdx};
use crate::records::activity::view::requests::{RequestView, request_view};
use crate::records::activity::view::writes::{WriteView, write_view};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};
use crate::vocabulary::stress_scenarios::{self, StressLine};
use crate::vocabulary::{self, Band, kpi_checks};
use std::borrow::Cow;

/// A line of the fields pane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldLine {
    /// Display name of the field.
    pub label: String,
    /// Value, or the text for a missing one.
    pub value: SafeText,
    /// Status code on the status line; its ring precedes the value.
    pub status: Option<String>,
    /// Class code on the class line; its swatch precedes the value.
    pub class: Option<String>,
    /// Band whose mark precedes the value, if the follow-up is due.
    pub band: Option<Band>,
    /// Pending write of this field.
    pub write: Option<WriteMark>,
    /// Extra information beside the value.
    pub note: String,
    /// Shorter forms of the note for narrow layouts, fullest first.
    pub short_notes: Vec<String>,
    /// Degree of slowness, if the deal has been in its status too long.
    pub slowness: Option<Slowness>,
    /// Reason for the level, in lines as on a card; empty without one.
    pub slowness_reason: String,
    /// Action that changes or copies the value, if any.
    pub action: Option<crate::foundation::input::commands::ActionId>,
    /// True if the service sent the value.
    pub is_known: bool,
}

/// A metric check that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckLine {
    /// Text of the fault, e.g. "DSCR reçu 1,25x, recalculé 1,20x".
    pub text: String,
    /// Formula or hint, e.g. "NOI ÷ service de la dette".
    pub hint: String,
}

/// The deal screen.
#[derive(Clone, Debug, PartialEq)]
pub struct DealView {
    /// Deal id.
    pub id: SafeText,
    /// Deal name.
    pub name: SafeText,
    /// Text of the status.
    pub status: String,
    /// Position in the column, or in the table if shown, e.g. `2 sur 14`.
    pub position: String,
    /// Message that the filter excludes this deal, which is open anyway.
    pub outside_filter: Option<String>,
    /// Lines of the fields pane.
    pub fields: Vec<FieldLine>,
    /// Metrics; empty if the service sent no `kpi_snapshot`.
    pub kpis: Vec<KpiLine>,
    /// Age of the metrics, e.g. "reçus il y a 12 s".
    pub kpis_age: String,
    /// Unrounded value of the focused metric: `LTV 0,7504 exactement, alerte (60 % et 75 %)`.
    pub kpi_exact: Option<String>,
    /// Short form of `kpi_exact`: `LTV 0,7504 exactement`.
    pub kpi_exact_short: Option<String>,
    /// Failed metric checks; empty if every possible check agrees.
    pub checks: Vec<CheckLine>,
    /// Summary of the checks, e.g. "5 concordent. Test contraignant : LTV, rupture à 18,7 M€".
    pub checks_summary: String,
    /// Values derived from the metrics, e.g. "LTV senior (calculée) 54,2 %", and the source of the principal.
    pub derived: Vec<String>,
    /// Ratios after the usual shocks.
    pub stress: Vec<StressLine>,
    /// Notes, in the service's order.
    pub notes: Vec<NoteView>,
    /// Text shown instead of notes: there are none, they are not loaded, or the past does not have them.
    pub notes_empty: Cow<'static, str>,
    /// Reason why the last load of the deal or its notes failed, if it did.
    pub problem: Option<ProblemView>,
    /// History of the deal as this client observed it, newest first.
    pub history: Vec<HistoryLine>,
    /// Observed time in its status; `None` until its history is loaded.
    pub status_age: Option<StatusAgeView>,
    /// Message that the deal is missing from the last consistent sync; empty if it is not.
    pub missing_text: String,
    /// Pending writes.
    pub writes: Vec<WriteView>,
    /// Latest requests about the deal, newest first.
    pub requests: Vec<RequestView>,
}

impl DealView {
    /// Returns whether the history contains only the first observation. That line then already gives the date, so the reason
    /// for the age would repeat it.
    pub fn has_only_first_seen(&self) -> bool {
        matches!(self.history.as_slice(), [only] if only.certainty == Certainty::Censored)
            && self.status_age.as_ref().is_none_or(|age| age.since_first_seen)
    }
}

/// Returns the index and total of a deal in the list that next/previous moves through: the rows of the table if it is
/// shown, else the cards of the deal's column.
fn position_of(app: &App, row_ix: RowIdx) -> Option<(usize, usize)> {
    if app.table.shows_table() {
        let rows = app.table.rows();
        return Some((rows.iter().position(|ix| *ix == row_ix)?, rows.len()));
    }
    let (column, index) = app.pipeline.filtered().position_of(&app.cx.snapshot().deals, row_ix)?;
    Some((index, app.pipeline.filtered().columns[column].rows.len()))
}

/// Returns the open deal as of now; `None` if none is open or it is gone.
pub fn deal_view(app: &App) -> Option<DealView> {
    let row = app.pipeline.opened_row(&app.cx)?;
    let messages = Messages::new(app.cx.lang());
    let detail = app.pipeline.opened_deal().and_then(|id| app.cx.snapshot().details.get(id));
    let error = detail.and_then(|d| d.notes.error.as_ref().or(d.deal.error.as_ref()));
    let position_total = position_of(app, row.ix);
    let position = position_total.map(|(index, total)| {
        let args =
            [("place", MessageArg::from((index + 1) as u64)), ("total", MessageArg::from(total as u64))];
        let key = if app.table.shows_table() { "row-position" } else { "card-position" };
        messages.with(key, &args)
    });
    let notes = detail.and_then(|d| d.notes.value.as_deref());
    let mut requests: Vec<RequestView> = app
        .cx
        .snapshot()
        .requests
        .iter()
        .filter(|line| line.path.contains(row.id))
        .map(|line| request_view(app, line))
        .collect();
    requests.reverse();
    let audit = kpi_checks::audit(|key| row.number(KpiKey::from_name(key)?), &app.cx.options().thresholds);
    let currency = app.cx.options().currency.as_deref();
    let check = |finding: &kpi_checks::KpiFault| CheckLine {
        text: finding.text(messages, currency),
        hint: finding.hint(messages, currency),
    };
    let source = detail
        .and_then(|detail| detail.deal.value.as_ref()?.kpi())
        .and_then(|snapshot| principal_source(app, &snapshot));
    Some(DealView {
        id: SafeText::line(row.id),
        name: if row.name.is_empty() {
            SafeText::line(&messages.get("deal-unnamed"))
        } else {
            SafeText::line(row.name)
        },
        status: vocabulary::deal_status(app.cx.lang(), row.status).into_owned(),
        position: position.unwrap_or_default(),
        outside_filter: (position_total.is_none() && app.pipeline.board().is_filtered())
            .then(|| messages.get("deal-outside-filter").into_owned()),
        fields: field_lines(app, &row),
        kpis: super::kpis::kpis(app, &row),
        kpi_exact: app
            .pipeline
            .focused_ratio(&app.cx)
            .and_then(|key| crate::deals::table::view::table::exact_cell(app, &row, DealColumn::Kpi(key))),
        kpi_exact_short: app
            .pipeline
            .focused_ratio(&app.cx)
            .and_then(|key| crate::deals::table::view::table::exact_without_band(app, &row, key)),
        checks: audit.findings.iter().map(check).collect(),
        checks_summary: audit.summary(messages, currency),
        derived: audit.derived.iter().map(|derived| derived.text(messages)).chain(source).collect(),
        stress: stress_scenarios::stress(|key| row.number(KpiKey::from_name(key)?))
            .iter()
            .map(|stress| stress.line(app.cx.lang(), &app.cx.options().thresholds))
            .collect(),
        kpis_age: crate::foundation::presentation::age::loaded_ago(
            &app.cx,
            crate::foundation::presentation::age::Agreement::MasculinePlural,
            detail
                .and_then(|d| d.deal.fetched_at)
                // A deal that the service has not created is in no synced list.
                .or(app.cx.snapshot().coverage.complete_at.filter(|_| !is_temporary(row.id))),
        ),
        notes: notes::local_notes(app, row.id)
            .chain(entry_note(app, &row))
            .chain(notes.into_iter().flatten().map(|note| notes::server_note(messages, note)))
            .collect(),
        notes_empty: messages.get(match detail.and_then(|detail| detail.notes.value.as_ref()) {
            Some(_) => "deal-notes-empty",
            None if app.cx.snapshot().as_of.is_some() => "deal-notes-past",
            None => "deal-notes-not-read",
        }),
        problem: error.and_then(|error| problem::stale_data_problem(&app.cx, error)),
        history: detail
            .map(|detail| history::lines(app.cx.lang(), &app.cx.options().zone, &detail.history, row.name))
            .unwrap_or_default(),
        status_age: detail.and_then(|detail| {
            history::time_in_status(
                app.cx.lang(),
                &app.cx.options().zone,
                &detail.history,
                app.cx.observed_now(),
            )
        }),
        missing_text: missing_text(app, row.id),
        writes: app
            .cx
            .shown_writes()
            .filter(|write| write.record == row.id && write.kind != WriteKind::MarkRead)
            .map(|write| write_view(app, write))
            .collect(),
        requests,
    })
}

/// Returns the source of the principal: "Origine du CRD : tranches de financement".
fn principal_source(app: &App, snapshot: &KpiSnapshot) -> Option<String> {
    let source = vocabulary::label(app.cx.lang(), vocabulary::CodeKind::CrdSource, &snapshot.source()?);
    Some(Messages::new(app.cx.lang()).with("kpi-crd-source", &[("source", source.into_owned().into())]))
}

/// Returns the entry reason and the custom fields of the deal, marked as local.
fn entry_note(app: &App, row: &DealRow<'_>) -> Option<NoteView> {
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let reason = app.cx.stored_reason(row.status, row.id);
    let reason = (!reason.is_empty()).then(|| {
        let status = vocabulary::deal_status(lang, row.status);
        messages.with(
            "deal-entry-reason",
            &[
                ("status", MessageArg::from(status.as_ref())),
                ("reason", MessageArg::from(&SafeText::line(reason))),
            ],
        )
    });
    let fields = app.cx.options().entry_rules.fields().filter_map(|name| {
        let text = SafeText::line(app.cx.custom_field(name, row.id));
        let args = [
            ("field", MessageArg::from(field_label::field_label(app, name))),
            ("value", MessageArg::from(&text)),
        ];
        (!text.is_empty()).then(|| messages.with("deal-own-field", &args))
    });
    let lines: Vec<String> = reason.into_iter().chain(fields).collect();
    (!lines.is_empty()).then(|| NoteView {
        content: SafeText::block(&lines.join("\n")),
        key: None,
        origin: messages.get("deal-note-local").into_owned(),
    })
}

/// Returns the message that a deal is missing since its last-seen date.
fn missing_text(app: &App, id: &str) -> String {
    let Some(last_seen) = app.cx.snapshot().history.missing_since.get(id) else {
        return String::new();
    };
    let date = date::date_time_short(date::local(*last_seen, &app.cx.options().zone));
    Messages::new(app.cx.lang()).with("deal-not-seen", &[("date", MessageArg::from(date))])
}

fn field_lines(app: &App, row: &DealRow<'_>) -> Vec<FieldLine> {
    use crate::foundation::input::commands::ActionId;
    let (lang, messages) = (app.cx.lang(), Messages::new(app.cx.lang()));
    let write_mark = |name: &str| {
        let touches = |write: &&PendingWrite| write.record == row.id && write.fields.touches(name);
        app.cx.shown_writes().rev().find(touches).map(|write| WriteMark::current(&app.cx, &write.state))
    };
    let line = |label: &str, value: String| FieldLine {
        label: messages.get(label).into_owned(),
        value: SafeText::line(&value),
        is_known: true,
        ..FieldLine::default()
    };
    let absent = messages.get("absent-not-provided").into_owned();
    let or_absent = |text: &str| {
        if text.is_empty() { absent.clone() } else { text.to_owned() }
    };
    let mut lines = vec![
        FieldLine {
            status: Some(row.status.to_owned()),
            write: write_mark("status"),
            action: Some(ActionId::MoveTo),
            is_known: !row.status.is_empty(),
            ..line("field-status", or_absent(&vocabulary::deal_status(lang, row.status)))
        },
        FieldLine {
            write: write_mark("responsable"),
            action: Some(ActionId::EditDeal),
            is_known: !row.owner.is_empty(),
            ..line(
                "field-owner",
                match row.owner {
                    // Use the same text as the card and the filter.
                    "" => messages.get("owner-none").into_owned(),
                    owner => owner.to_owned(),
                },
            )
        },
        FieldLine {
            class: Some(row.class.to_owned()),
            note: messages.get("deal-class-read-only").into_owned(),
            is_known: !row.class.is_empty(),
            ..line("field-class", class_label(lang, row.class))
        },
    ];
    // An unsent move has no age yet: the service counts from when it applies the move.
    let moves = |write: &PendingWrite| {
        write.record == row.id && write.kind == WriteKind::Update && write.fields.touches("status")
    };
    let unsent = app.cx.shown_writes().any(|write| moves(write) && !write.is_blocked());
    if unsent {
        lines.push(FieldLine {
            is_known: false,
            ..line("field-age-short", messages.get("age-not-sent").into_owned())
        });
    } else if let Some(since) = row.since {
        let age = age::age_text_long(&app.cx, since);
        lines.push(FieldLine {
            note: age::age_reason(&app.cx, since),
            short_notes: age::age_reasons_short(&app.cx, since),
            slowness: crate::deals::pipeline::view::slowness::slowness_of(app, row),
            slowness_reason: crate::deals::pipeline::view::slowness::reason_without_age(app, row)
                .unwrap_or_default(),
            ..line("field-age-short", age)
        });
    }
    if let Some(followup) = app.cx.local_deals().followups().get(row.id) {
        lines.push(FieldLine {
            band: FollowupMark::for_deal(&app.cx, row.id).map(|mark| mark.band),
            note: followup_state(app, followup),
            action: Some(ActionId::Followup),
            is_known: followup.done.is_none(),
            ..line("field-followup", followup_line(app, followup))
        });
    }
    let local = app.cx.local_deals();
    if local.stars().contains(row.id) {
        lines.push(FieldLine { action: Some(ActionId::Star), ..line("field-star", "★".to_owned()) });
    }
    if let labels @ [_, ..] = local.labels_of(row.id) {
        lines.push(FieldLine { action: Some(ActionId::Labels), ..line("field-labels", labels.join(", ")) });
    }
    lines.push(match row.service_id() {
        "" => line("field-id", messages.get("id-none-yet").into_owned()),
        id => FieldLine { action: Some(ActionId::Copy), ..line("field-id", id.to_owned()) },
    });
    if app.cx.in_present().is_err() {
        for line in &mut lines {
            line.action = line.action.filter(|id| !id.spec().writes);
        }
    }
    lines
}
