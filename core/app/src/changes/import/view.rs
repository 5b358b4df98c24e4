//! Texts of an import: its title, mapping and counts, and the plan of each row.

use crate::contract::patch::Fields;
use crate::foundation::history::change::{field_label, value_text};
use crate::import::plan::ImportPlan;
use crate::import::planned_row::{PlannedRow, RowVerdict};
use crate::import::row_category::RowCategory;
use crate::text::{Lang, MessageArg, Messages, SafeText};
use jiff::tz::TimeZone;

/// Longest file name in a title, in characters.
const MAX_FILE: usize = 40;

/// Returns the title.
pub fn title(lang: Lang, plan: &ImportPlan) -> String {
    let messages = Messages::new(lang);
    if plan.source.is_empty() {
        return messages.get("import-title-pasted").into_owned();
    }
    let file = SafeText::line_within(&plan.source, MAX_FILE);
    messages.with("import-title", &[("file", MessageArg::from(&file))])
}

/// Returns the number of rows in each category that has any.
pub fn counts_text(lang: Lang, plan: &ImportPlan) -> String {
    let messages = Messages::new(lang);
    let counts = RowCategory::ALL.iter().rev().map(|category| (category, plan.count(*category)));
    let counts = counts.filter(|(_, n)| *n > 0);
    let texts =
        counts.map(|(category, n)| messages.with(category.count_key(), &[("n", MessageArg::from(n))]));
    texts.collect::<Vec<_>>().join(" · ")
}

/// Returns the mapped columns, and those that are not imported.
pub fn mapping_text(lang: Lang, plan: &ImportPlan) -> Vec<String> {
    let messages = Messages::new(lang);
    let header = |name: &str| SafeText::line_within(name, MAX_FILE).to_string();
    let mapped = plan.columns.iter().filter_map(|(name, field)| {
        Some(format!("{} → {}", header(name), messages.get((*field)?.label_key())))
    });
    let left = plan.columns.iter().filter(|(name, field)| field.is_none() && !name.trim().is_empty());
    let lists = [
        ("import-columns", mapped.collect::<Vec<_>>()),
        ("import-columns-left", left.map(|(name, _)| header(name)).collect()),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    lists.map(|(key, names)| messages.with(key, &[("columns", names.join(", ").as_str().into())])).collect()
}

/// Returns the name of a row: its line and its deal.
pub fn row_name(lang: Lang, row: &PlannedRow) -> String {
    let messages = Messages::new(lang);
    let name = if row.name.is_empty() { messages.get("deal-unnamed") } else { row.name.as_str().into() };
    let name = SafeText::line_within(&name, MAX_FILE);
    let line = row.line.to_string();
    messages.with("import-line", &[("line", line.as_str().into()), ("name", MessageArg::from(&name))])
}

/// Returns the planned write of a row, or the reason for none.
pub fn row_text(lang: Lang, row: &PlannedRow) -> String {
    let messages = Messages::new(lang);
    let value = |fields: &Fields, name: &str| value_text(lang, &TimeZone::UTC, name, fields.get(name));
    match &row.verdict {
        RowVerdict::New(fields) => {
            let names = fields.names().filter(|name| *name != "name");
            let texts: Vec<String> =
                names.map(|name| format!("{} {}", field_label(lang, name), value(fields, name))).collect();
            messages.with("import-row-new", &[("fields", texts.join(", ").as_str().into())])
        }
        RowVerdict::Changed { before, after } => {
            let texts = after.names().map(|name| {
                format!("{} {} → {}", field_label(lang, name), value(before, name), value(after, name))
            });
            texts.collect::<Vec<_>>().join(", ")
        }
        RowVerdict::Same => messages.get("reason-already-so").into_owned(),
        RowVerdict::Refused(issue) => issue.text(messages),
    }
}
