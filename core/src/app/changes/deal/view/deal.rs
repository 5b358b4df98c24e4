//! One deal: its fields, its indicators, its notes, its writes and requests.

use crate::app::foundation::presentation::age::age_reason;
use crate::app::foundation::presentation::age::age_reasons_short;
use crate::app::foundation::presentation::age::age_text;
use crate::app::changes::deal::view::kpi_line::{KpiLine};
use crate::app::changes::deal::view::what_if::{self, StressLine};
use crate::app::changes::deal::view::kpi_checks;
use crate::app::deals::pipeline::view::staleness;
use crate::app::changes::entry::view::field_label;
use crate::app::deals::board::view as board;
use crate::app::foundation::presentation::write_mark::WriteMark;
use crate::app::deals::table::cell_text::class_label;
use crate::app::foundation::dataset::column::Column;
use crate::app::foundation::dataset::staleness::Heat;
use crate::app::foundation::history::lines::{self as history, HistoryLine, StageView};
use crate::app::foundation::presentation::problem::{self, ProblemView};
use crate::app::records::activity::view::requests::{RequestView, request};
use crate::app::records::activity::view::writes::{WriteView, write_view};
use crate::app::shell::app::App;
use crate::contract::ids::is_temporary;
use crate::contract::models::kpi::{CrdSource, KpiKey, KpiSnapshot};
use crate::engine::{Certainty, DealRow, PendingWrite, RowIx, WriteKind};
use crate::text::{Arg, Clean, Words, date};
use crate::vocabulary::{self, Band};

/// A line of the fields pane.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldLine {
    /// The field's name in words.
    pub label: String,
    /// Its value, or the words for its absence.
    pub value: Clean,
    /// The status code, where the line is the status: its ring goes before the value.
    pub status: Option<String>,
    /// The class code, where the line is the class: its swatch goes before the value.
    pub class: Option<String>,
    /// The write that waits for this field.
    pub write: Option<WriteMark>,
    /// What is to be known beside it.
    pub note: String,
    /// The same for where it has no room, the fullest first.
    pub shorter: Vec<String>,
    /// How hot it is, where it is the age of a deal that stands longer than it should.
    pub heat: Option<Heat>,
    /// Why it is, in lines as a card says it; empty where it is not.
    pub reason: String,
    /// The action that changes or copies it, if any.
    pub action: Option<crate::app::foundation::input::commands::ActionId>,
    /// Whether the service gave it.
    pub known: bool,
}

/// A check of the indicators that does not agree.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckLine {
    /// "DSCR reçu 1,25x, recalculé 1,20x"
    pub text: String,
    /// "NOI ÷ service de la dette"
    pub hint: String,
}

/// A note of the deal.
#[derive(Clone, Debug, PartialEq)]
pub struct NoteView {
    /// Its text, several lines perhaps.
    pub content: Clean,
    /// Where it comes from.
    pub origin: String,
}

/// The deal screen.
#[derive(Clone, Debug, PartialEq)]
pub struct DealView {
    /// Its id.
    pub id: Clean,
    /// Its name.
    pub name: Clean,
    /// Its status in words.
    pub status: String,
    /// `2 sur 14`: its place in its column, or in the table where that is shown.
    pub place: String,
    /// That the filter leaves it out, where one does: it is open all the same.
    pub outside: Option<String>,
    /// The fields.
    pub fields: Vec<FieldLine>,
    /// The indicators; empty if the service sent no `kpi_snapshot`.
    pub kpis: Vec<KpiLine>,
    /// "reçus il y a 12 s"
    pub kpis_read: String,
    /// What the focused indicator is without any rounding: `LTV 0,7504 exactement, alerte (60 % et 75 %)`.
    pub kpi_exact: Option<String>,
    /// The same in few words: `LTV 0,7504 exactement`.
    pub kpi_exact_short: Option<String>,
    /// What of the indicators does not fit together; empty if all that could be checked agrees.
    pub checks: Vec<CheckLine>,
    /// "5 concordent. Test contraignant : LTV, rupture à 18,7 M€"
    pub checks_summary: String,
    /// What the indicators give besides, and where the principal comes from: "LTV senior (calculé) 54,2 %"
    pub derived: Vec<String>,
    /// What the ratios would be after the usual shocks.
    pub stress: Vec<StressLine>,
    /// The notes, in the service's order.
    pub notes: Vec<NoteView>,
    /// Whether the notes of the service have not been read: that there are none can't be said.
    pub notes_unread: bool,
    /// Why the last reading of the deal or its notes failed, if it did.
    pub problem: Option<ProblemView>,
    /// What this client observed of it, newest first.
    pub history: Vec<HistoryLine>,
    /// How long it has been in its status, as observed; `None` until its history is read.
    pub stage: Option<StageView>,
    /// That the last clean reading did not show it, in words; empty if it did.
    pub not_seen: String,
    /// The writes that wait.
    pub writes: Vec<WriteView>,
    /// The latest requests about it, newest first.
    pub requests: Vec<RequestView>,
}

impl DealView {
    /// Whether nothing but the first sight is known of its history: then that line says since when it has been there, and
    /// the reason of its age would say the same again.
    pub fn first_sight_alone(&self) -> bool {
        matches!(self.history.as_slice(), [only] if only.certainty == Certainty::Censored)
            && self.stage.as_ref().is_none_or(|stage| stage.since_first_sight)
    }
}

/// The place of a deal among those that the next and the one before are looked for in, and how many these are: the rows
/// of the table where it is shown, else the cards of its column.
fn place_among(app: &App, row: RowIx) -> Option<(usize, usize)> {
    if app.table.shows_table() {
        let rows = app.table.table().rows();
        return Some((rows.iter().position(|ix| *ix == row)?, rows.len()));
    }
    let (column, index) = app.pipeline.lens().place(&app.cx.snapshot().deals, row)?;
    Some((index, app.pipeline.lens().columns[column].rows.len()))
}

/// The deal opened, as of now; `None` if there is none or it is gone.
pub fn deal(app: &App) -> Option<DealView> {
    let row = app.pipeline.opened_row(&app.cx)?;
    let words = Words::new(app.cx.lang());
    let detail = app
        .pipeline
        .opened()
        .and_then(|id| app.cx.snapshot().details.get(id));
    let error = detail.and_then(|d| d.notes.error.as_ref().or(d.deal.error.as_ref()));
    let among = place_among(app, row.ix);
    let place = among.map(|(index, total)| {
        let args = [
            ("place", Arg::from((index + 1) as u64)),
            ("total", Arg::from(total as u64)),
        ];
        let key = if app.table.shows_table() {
            "row-position"
        } else {
            "card-position"
        };
        words.with(key, &args)
    });
    let notes = detail.and_then(|d| d.notes.value.as_deref());
    let mut requests: Vec<RequestView> = app
        .cx
        .snapshot()
        .requests
        .iter()
        .filter(|line| line.path.contains(row.id))
        .map(|line| request(app, line))
        .collect();
    requests.reverse();
    let audit = kpi_checks::audit(|key| row.number(KpiKey::from_name(key)?), &app.cx.options().bands);
    let currency = app.cx.options().currency.as_deref();
    let check = |finding: &kpi_checks::Finding| CheckLine {
        text: finding.text(words, currency),
        hint: finding.hint(words, currency),
    };
    let source = detail
        .and_then(|detail| detail.deal.value.as_ref()?.kpi())
        .and_then(|snapshot| crd_source(app, &snapshot));
    Some(DealView {
        id: Clean::line(row.id),
        name: if row.name.is_empty() {
            Clean::line(&words.get("deal-unnamed"))
        } else {
            Clean::line(row.name)
        },
        status: vocabulary::deal_status(app.cx.lang(), row.status).into_owned(),
        place: place.unwrap_or_default(),
        outside: (among.is_none() && app.pipeline.board().filtered())
            .then(|| words.get("deal-outside-filter").into_owned()),
        fields: fields(app, &row),
        kpis: super::kpis::kpis(app, &row),
        kpi_exact: app
            .pipeline
            .focused_ratio(&app.cx)
            .and_then(|key| crate::app::deals::table::view::table::exact_of(app, &row, Column::Kpi(key))),
        kpi_exact_short: app
            .pipeline
            .focused_ratio(&app.cx)
            .and_then(|key| crate::app::deals::table::view::table::exact_alone(app, &row, key)),
        checks: audit.findings.iter().map(check).collect(),
        checks_summary: audit.summary(words, currency),
        derived: audit
            .derived
            .iter()
            .map(|one| one.text(words))
            .chain(source)
            .collect(),
        stress: what_if::stress(|key| row.number(KpiKey::from_name(key)?))
            .iter()
            .map(|stress| stress.line(app.cx.lang(), &app.cx.options().bands))
            .collect(),
        kpis_read: crate::app::foundation::presentation::read_ago::read_ago(
            &app.cx,
            crate::app::foundation::presentation::read_ago::Of::They,
            detail
                .and_then(|d| d.deal.read_at)
                // What the service never gave was in no list that was read.
                .or(app
                    .cx
                    .snapshot()
                    .coverage
                    .complete_at
                    .filter(|_| !is_temporary(row.id))),
        ),
        notes: local_note(app, row.id)
            .into_iter()
            .chain(entered(app, &row))
            .chain(notes.into_iter().flatten().map(|note| note_view(words, note)))
            .collect(),
        notes_unread: detail.is_none_or(|d| d.notes.value.is_none()),
        problem: error.and_then(|error| problem::beside_what_was_read(&app.cx, error)),
        history: detail
            .map(|detail| history::lines(app.cx.lang(), &app.cx.options().zone, &detail.history, row.name))
            .unwrap_or_default(),
        stage: detail.and_then(|detail| {
            history::stage(
                app.cx.lang(),
                &app.cx.options().zone,
                &detail.history,
                app.cx.observed_now(),
            )
        }),
        not_seen: not_seen(app, row.id),
        writes: app
            .cx
            .snapshot()
            .writes
            .iter()
            .filter(|write| write.record == row.id && write.kind != WriteKind::MarkRead)
            .map(|write| write_view(app, write))
            .collect(),
        requests,
    })
}

/// Where the principal comes from: "Origine du CRD : tranches de financement".
fn crd_source(app: &App, snapshot: &KpiSnapshot) -> Option<String> {
    let code = match snapshot.source()? {
        CrdSource::FinancingTranches => "financing_tranches".to_owned(),
        CrdSource::OperationData => "operation_data".to_owned(),
        CrdSource::Other(code) => code,
    };
    let source = vocabulary::label(app.cx.lang(), vocabulary::Family::CrdSource, &code);
    Some(Words::new(app.cx.lang()).with("kpi-crd-source", &[("source", source.into_owned().into())]))
}

/// The private note of the deal: kept here, and marked so.
fn local_note(app: &App, deal: &str) -> Option<NoteView> {
    let note = app.cx.local_note(deal);
    (!note.is_empty()).then(|| NoteView {
        content: Clean::block(note),
        origin: Words::new(app.cx.lang()).get("deal-note-local").into_owned(),
    })
}

/// Why the deal entered its status, and what else the house asked for then: kept here, and marked so.
fn entered(app: &App, row: &DealRow<'_>) -> Option<NoteView> {
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let reason = app.cx.entry_reason(row.status, row.id);
    let reason = (!reason.is_empty()).then(|| {
        let status = vocabulary::deal_status(lang, row.status);
        words.with(
            "deal-entry-reason",
            &[
                ("status", Arg::from(status.as_ref())),
                ("reason", Arg::from(&Clean::line(reason))),
            ],
        )
    });
    let fields = app.cx.options().entry_rules.fields().filter_map(|name| {
        let text = Clean::line(app.cx.own_field(name, row.id));
        let args = [
            ("field", Arg::from(field_label::label(app, name))),
            ("value", Arg::from(&text)),
        ];
        (!text.is_empty()).then(|| words.with("deal-own-field", &args))
    });
    let lines: Vec<String> = reason.into_iter().chain(fields).collect();
    (!lines.is_empty()).then(|| NoteView {
        content: Clean::block(&lines.join("\n")),
        origin: words.get("deal-note-local").into_owned(),
    })
}

/// That a deal was missed by the last reading, and when it was last seen.
fn not_seen(app: &App, id: &str) -> String {
    let Some(last_seen) = app.cx.snapshot().observed.not_seen.get(id) else {
        return String::new();
    };
    let date = date::date_time_short(date::local(*last_seen, &app.cx.options().zone));
    Words::new(app.cx.lang()).with("deal-not-seen", &[("date", Arg::from(date))])
}

fn note_view(words: &'static Words, note: &crate::contract::models::note::DealNote) -> NoteView {
    NoteView {
        content: Clean::block(note.content().unwrap_or_default()),
        origin: words.get("deal-note-from-service").into_owned(),
    }
}

fn fields(app: &App, row: &DealRow<'_>) -> Vec<FieldLine> {
    use crate::app::foundation::input::commands::ActionId;
    let (lang, words) = (app.cx.lang(), Words::new(app.cx.lang()));
    let mark = |name: &str| {
        let touches = |write: &&PendingWrite| write.record == row.id && write.fields.touches(name);
        app.cx
            .snapshot()
            .writes
            .iter()
            .rev()
            .find(touches)
            .map(|write| WriteMark::shown(&app.cx, &write.state))
    };
    let line = |label: &str, value: String| FieldLine {
        label: words.get(label).into_owned(),
        value: Clean::line(&value),
        status: None,
        class: None,
        write: None,
        note: String::new(),
        shorter: Vec::new(),
        heat: None,
        reason: String::new(),
        action: None,
        known: true,
    };
    let absent = words.get("absent-not-provided").into_owned();
    let or_absent = |text: &str| {
        if text.is_empty() {
            absent.clone()
        } else {
            text.to_owned()
        }
    };
    let mut lines = vec![
        FieldLine {
            status: Some(row.status.to_owned()),
            write: mark("status"),
            action: Some(ActionId::MoveTo),
            known: !row.status.is_empty(),
            ..line(
                "field-status",
                or_absent(&vocabulary::deal_status(lang, row.status)),
            )
        },
        FieldLine {
            write: mark("responsable"),
            action: Some(ActionId::EditDeal),
            known: !row.owner.is_empty(),
            ..line(
                "field-owner",
                match row.owner {
                    // The word of the card and of the filter: one for one thing.
                    "" => words.get("owner-none").into_owned(),
                    owner => owner.to_owned(),
                },
            )
        },
        FieldLine {
            class: Some(row.class.to_owned()),
            note: words.get("deal-class-read-only").into_owned(),
            known: !row.class.is_empty(),
            ..line("field-class", class_label(lang, row.class))
        },
    ];
    // What is not sent yet has begun no age: the service counts from when it takes the move.
    let moves = |write: &PendingWrite| {
        write.record == row.id && write.kind == WriteKind::Update && write.fields.touches("status")
    };
    let unsent = app
        .cx
        .snapshot()
        .writes
        .iter()
        .any(|write| moves(write) && !write.parked());
    if unsent {
        lines.push(FieldLine {
            known: false,
            ..line("field-age", words.get("age-not-sent").into_owned())
        });
    } else if let Some(since) = row.since {
        let age = crate::app::foundation::presentation::age::age_text(lang, since, app.cx.observed_now().as_second());
        lines.push(FieldLine {
            note: crate::app::foundation::presentation::age::age_reason(&app.cx, since),
            shorter: crate::app::foundation::presentation::age::age_reasons_short(&app.cx, since),
            heat: crate::app::deals::pipeline::view::staleness::heat(app, row),
            reason: crate::app::deals::pipeline::view::staleness::reason_beside_age(app, row).unwrap_or_default(),
            ..line("field-age", age)
        });
    }
    lines.push(match row.service_id() {
        "" => line("field-id", words.get("id-none-yet").into_owned()),
        id => FieldLine {
            action: Some(ActionId::Copy),
            ..line("field-id", id.to_owned())
        },
    });
    lines
}
