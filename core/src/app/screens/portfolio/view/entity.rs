//! The entity card: what the service says of the entity that the key belongs to.

use crate::app::shell::app::App;
use crate::text::{Clean, Words, date, number};
use crate::vocabulary;

/// One line of the entity card.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityLine {
    /// The field's name.
    pub label: String,
    /// The same in few letters.
    pub short: String,
    /// Its value, or the words for its absence.
    pub value: Clean,
    /// What is to be known beside it: a hypothesis, a missing unit.
    pub note: String,
    /// Whether the service gave it.
    pub known: bool,
}

/// The lines of the card, in its order; none until the entity has been read.
pub(super) fn entity(app: &App) -> Vec<EntityLine> {
    let words = Words::new(app.cx.lang());
    let Some(entity) = app.cx.snapshot().entity.value.as_deref() else {
        return Vec::new();
    };
    let line = |label: &str, value: Option<String>, note: &str| EntityLine {
        label: words.get(label).into_owned(),
        short: match format!("{label}-short") {
            short if words.has(&short) => words.get(&short).into_owned(),
            _ => words.get(label).into_owned(),
        },
        known: value.is_some(),
        value: Clean::line_of(
            &value.unwrap_or_else(|| words.get("absent-not-provided").into_owned()),
            80,
        ),
        note: if note.is_empty() {
            String::new()
        } else {
            words.get(note).into_owned()
        },
    };
    let text = |value: Option<&str>| value.map(str::to_owned);
    let named = |family, code: Option<&str>| {
        code.map(|code| vocabulary::label(app.cx.lang(), family, code).into_owned())
    };
    let number_of = |value: Option<i64>| value.map(|n| n.to_string());
    let ai = entity.ai_enabled().map(|on| {
        words
            .get(if on { "entity-ai-on" } else { "entity-ai-off" })
            .into_owned()
    });
    vec![
        line("entity-name", text(entity.name()), ""),
        line(
            "entity-type",
            named(vocabulary::Family::EntityType, entity.kind()),
            "",
        ),
        line(
            "entity-siren",
            entity.siren().map(|siren| number::siren(siren).into_owned()),
            "",
        ),
        line(
            "entity-reporting",
            named(vocabulary::Family::ReportingMode, entity.mode_reporting()),
            "",
        ),
        line(
            "entity-frequency",
            number_of(entity.frequence_reporting()),
            "entity-frequency-note",
        ),
        line(
            "entity-reference-date",
            entity.date_reference_reporting().map(date::date_short),
            "",
        ),
        line(
            "entity-risk",
            number_of(entity.risk_threshold()),
            "entity-risk-unit",
        ),
        line("entity-holidays", text(entity.zone_vacances()), ""),
        line("entity-ai", ai, ""),
    ]
}
