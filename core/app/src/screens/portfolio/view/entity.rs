//! Entity card: the service's data about the entity that owns the API key.

use crate::shell::app::App;
use crate::text::{Messages, SafeText, date, number};
use crate::vocabulary;

/// One line of the entity card.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityLine {
    /// Name of the field.
    pub label: String,
    /// Abbreviated name.
    pub short: String,
    /// Value, or a text saying that there is none.
    pub value: SafeText,
    /// Remark on the value: an assumption, a missing unit.
    pub note: String,
    /// True if the service gave the value.
    pub is_known: bool,
}

/// Builds the lines of the card; empty until the entity is loaded.
pub(super) fn entity_lines(app: &App) -> Vec<EntityLine> {
    let messages = Messages::new(app.cx.lang());
    let Some(entity) = app.cx.snapshot().entity.value.as_deref() else {
        return Vec::new();
    };
    let line = |label: &str, value: Option<String>, note: &str| EntityLine {
        label: messages.get(label).into_owned(),
        short: match format!("{label}-short") {
            short if messages.has(&short) => messages.get(&short).into_owned(),
            _ => messages.get(label).into_owned(),
        },
        is_known: value.is_some(),
        value: SafeText::line_within(
            &value.unwrap_or_else(|| messages.get("absent-not-provided").into_owned()),
            80,
        ),
        note: if note.is_empty() { String::new() } else { messages.get(note).into_owned() },
    };
    let text = |value: Option<&str>| value.map(str::to_owned);
    let label_of = |code_kind, code: Option<&str>| {
        code.map(|code| vocabulary::label(app.cx.lang(), code_kind, code).into_owned())
    };
    let number_of = |value: Option<i64>| value.map(|n| n.to_string());
    let ai = entity
        .ai_enabled()
        .map(|on| messages.get(if on { "entity-ai-on" } else { "entity-ai-off" }).into_owned());
    vec![
        line("entity-name", text(entity.name()), ""),
        line("entity-type", label_of(vocabulary::CodeKind::EntityType, entity.kind()), ""),
        line("entity-siren", entity.siren().map(|siren| number::siren(siren).into_owned()), ""),
        line("entity-reporting", label_of(vocabulary::CodeKind::ReportingMode, entity.mode_reporting()), ""),
        line("entity-frequency", number_of(entity.frequence_reporting()), "entity-frequency-note"),
        line("entity-reference-date", entity.date_reference_reporting().map(date::date_short), ""),
        line("entity-risk", number_of(entity.risk_threshold()), "entity-risk-unit"),
        line("entity-holidays", text(entity.zone_vacances()), ""),
        line("entity-ai", ai, ""),
    ]
}
