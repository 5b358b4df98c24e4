//! Texts of an import: its title, mapping and counts, and the plan of each row.

use crate::contract::patch::Fields;
use crate::foundation::cx::overlay_types::extension_of;
use crate::foundation::history::change::{field_label, value_text};
use crate::import::plan::ImportPlan;
use crate::import::planned_row::{PlannedRow, RowCategory};
use crate::import::row_issue::RowIssue;
use crate::text::{Lang, MessageArg, Messages, SafeText, fold};
use jiff::tz::TimeZone;

/// Longest text of the file, in characters.
const MAX_TEXT: usize = 40;

/// Returns whether a path has the extension of a spreadsheet.
#[must_use]
pub fn is_spreadsheet(path: &str) -> bool {
    extension_of(path).is_some_and(|extension| matches!(extension.as_str(), "csv" | "xlsx"))
}

/// Returns the title.
pub fn title(lang: Lang, plan: &ImportPlan) -> String {
    let messages = Messages::new(lang);
    if plan.source.is_empty() {
        return messages.get("import-title-pasted").into_owned();
    }
    let file = SafeText::line_within(&plan.source, MAX_TEXT);
    messages.with("import-title", &[("file", MessageArg::from(&file))])
}

/// Returns the number of rows in each of some categories that has any.
pub fn counts_text(lang: Lang, plan: &ImportPlan, categories: &[RowCategory]) -> String {
    let messages = Messages::new(lang);
    let counts = categories.iter().rev().map(|category| (category, plan.count(*category)));
    let counts = counts.filter(|(_, n)| *n > 0);
    let texts = counts
        .map(|(category, n)| messages.with(&format!("import-count-{}", category.name()), &[("n", n.into())]));
    texts.collect::<Vec<_>>().join(" · ")
}

/// Returns the columns that are not imported. One of several columns with the same name has its number.
pub fn columns_left(lang: Lang, plan: &ImportPlan) -> Vec<String> {
    let columns = &plan.mapping.columns;
    let left = columns.iter().zip(1_usize..);
    let left = left.filter(|((name, field), _)| field.is_none() && !name.trim().is_empty());
    let text = |((name, _), number): (&(String, _), usize)| {
        let text = SafeText::line_within(name, MAX_TEXT);
        if columns.iter().filter(|(other, _)| fold(other) == fold(name)).count() == 1 {
            return text.to_string();
        }
        Messages::new(lang).with("import-column", &[("name", (&text).into()), ("n", number.into())])
    };
    left.map(text).collect()
}

/// Returns the mapped columns, and those that are not imported.
pub fn mapping_text(lang: Lang, plan: &ImportPlan) -> Vec<String> {
    let messages = Messages::new(lang);
    let header = |name: &str| SafeText::line_within(name, MAX_TEXT).to_string();
    let mapped = plan
        .mapping
        .columns
        .iter()
        .filter_map(|(name, field)| Some(format!("{} → {}", header(name), field_label(lang, (*field)?))));
    let lists = [
        ("import-columns", mapped.collect::<Vec<_>>().join(", ")),
        ("import-columns-left", columns_left(lang, plan).join(", ")),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    lists.map(|(key, names)| messages.with(key, &[("columns", names.as_str().into())])).collect()
}

/// Returns the name of a row: its line and its deal.
pub fn row_name(lang: Lang, row: &PlannedRow) -> String {
    let messages = Messages::new(lang);
    let name = if row.name.is_empty() { messages.get("deal-unnamed") } else { row.name.as_str().into() };
    let name = SafeText::line_within(&name, MAX_TEXT);
    let line = row.line.to_string();
    messages.with("import-line", &[("line", line.as_str().into()), ("name", MessageArg::from(&name))])
}

/// Returns the planned write of a row, or the reason for none.
pub fn row_text(lang: Lang, row: &PlannedRow) -> String {
    let messages = Messages::new(lang);
    let value = |fields: &Fields, name: &str| value_text(lang, &TimeZone::UTC, name, fields.get(name));
    let after = |name: &str| format!("{} {}", field_label(lang, name), value(&row.after, name));
    match row.category() {
        RowCategory::New => {
            let texts: Vec<String> = row.after.names().filter(|name| *name != "name").map(after).collect();
            messages.with("import-row-new", &[("fields", texts.join(", ").as_str().into())])
        }
        RowCategory::Changed => {
            let texts = row.after.names().map(|name| {
                let before = value(&row.before, name);
                format!("{} {before} → {}", field_label(lang, name), value(&row.after, name))
            });
            texts.collect::<Vec<_>>().join(", ")
        }
        _ => row.issue.as_ref().map_or_else(
            || messages.get("reason-nothing-to-change").into_owned(),
            |issue| issue_text(lang, issue),
        ),
    }
}

/// Returns the name of a category, or of the result of a row.
pub fn outcome_text(lang: Lang, outcome: &str) -> String {
    Messages::new(lang).with("import-outcome", &[("outcome", outcome.into())])
}

/// Returns the reason as a sentence without a full stop.
fn issue_text(lang: Lang, issue: &RowIssue) -> String {
    let text = |text: &str| MessageArg::from(SafeText::line_within(text, MAX_TEXT).to_string());
    let args = [
        ("field", field_label(lang, issue.field.unwrap_or("name")).into()),
        ("value", text(&issue.value)),
        ("other", text(&issue.other)),
        ("has_other", if issue.other.is_empty() { "no" } else { "yes" }.into()),
    ];
    Messages::new(lang).with(&format!("import-rule-{}", issue.rule.name), &args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::row_issue::RowRule as R;

    #[test]
    fn every_rule_has_a_text_in_each_language() {
        let uncertain =
            [R::SEVERAL_DEALS, R::OTHER_CLASS, R::SIMILAR_NAME, R::SIMILAR_OWNER, R::REPEATED, R::ENTRY_RULE];
        let new = [R::UNUSUAL_NAME, R::SHORT_ROW, R::CONTROL_CHARACTER, R::NAME_IS_ID];
        let rows = [R::UNREADABLE_CELL, R::EXTRA_CELLS, R::NO_NAME, R::LONG_VALUE, R::UNKNOWN_ID];
        let values = [R::UNKNOWN_STATUS, R::UNKNOWN_CLASS, R::READ_ONLY, R::NOT_CREATED_YET];
        for rule in uncertain.into_iter().chain(new).chain(rows).chain(values) {
            for (lang, other) in Lang::ALL.into_iter().flat_map(|lang| ["", "b"].map(|other| (lang, other))) {
                let field = Some("status");
                let issue = RowIssue { rule, field, value: "a".to_owned(), other: other.to_owned() };
                let text = issue_text(lang, &issue);
                assert!(!text.is_empty() && !text.contains("import-rule"), "{text}");
            }
        }
    }
}
