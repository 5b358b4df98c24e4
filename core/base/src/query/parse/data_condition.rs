//! Parser of conditions on received fields, observed changes and states.

use super::condition::{is_missing, read_code};
use super::{QueryParser, TypedText};
use crate::query::ConditionKind;
use crate::query::change_test::ChangeTest;
use crate::query::error::QueryError;
use crate::query::field::{ChangeKind, Op, QueryField, inner_operator};
use crate::query::local_test::{LocalTest, MARKS, parse_named};
use crate::query::received_test::ReceivedTest;
use crate::query::time_test::TimeTest;
use crate::text::fold;
use crate::vocabulary::CodeKind;

impl QueryParser<'_> {
    /// Reads the path of a received field, such as `.city`, and the operator after it; or nothing without moving.
    pub(super) fn received_field(&mut self) -> Option<(String, Op)> {
        let start = self.pos;
        let is_path = |letter: &char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-');
        let begins =
            self.peek() == Some('.') && self.letters.get(start + 1).is_some_and(|next| next.is_alphabetic());
        if !begins {
            return None;
        }
        let path: String =
            self.letters.get(start + 1..)?.iter().take_while(|letter| is_path(letter)).collect();
        self.pos += 1 + path.chars().count();
        let op = self.operator();
        if op.is_none() {
            self.pos = start;
        }
        Some((path, op?))
    }

    /// Reads the value of a received field, and returns whether the condition must be false.
    pub(super) fn received(
        &mut self,
        (path, op): (String, Op),
        negated: bool,
    ) -> Result<(bool, ConditionKind), QueryError> {
        let shown = format!(".{path}");
        let (at, TypedText { text, quoted }) = self.value_text(&shown, op)?;
        let (text, op) = inner_operator(&text).filter(|_| op == Op::Equal && !quoted).unwrap_or((&text, op));
        let inverted = negated != (op == Op::Different);
        let op = if op == Op::Different { Op::Equal } else { op };
        if op == Op::Equal && !quoted && is_missing(text) {
            return Ok((!inverted, LocalTest::Received(ReceivedTest::present(path)).into()));
        }
        // Three parts of digits are a date, which the calendar may not have.
        let is_date = text.split(['-', '/']).filter(|part| part.parse::<u16>().is_ok()).count() == 3;
        let unordered = if is_date { "query-bad-date" } else { "query-bad-received" };
        let test = ReceivedTest::parse(path, op, text, quoted)
            .ok_or_else(|| QueryError::new(at, unordered).with("value", text).with("field", &shown))?;
        let kind = self.kinds.and_then(|kinds| kinds.get(&*test.path));
        if let Some(key) = kind.and_then(|kind| test.mistake(*kind, text.contains('%'))) {
            return Err(QueryError::new(at, key).with("value", text).with("field", &shown));
        }
        Ok((inverted, LocalTest::Received(test).into()))
    }

    /// Reads the value of `is:`.
    pub(super) fn mark(&mut self, name: &str, op: Op) -> Result<ConditionKind, QueryError> {
        let (at, TypedText { text, .. }) = self.value_text(name, op)?;
        let marks = text.split(',').map(|mark| parse_named(&MARKS, mark)).collect::<Option<_>>();
        let marks = marks.filter(|_| matches!(op, Op::Equal | Op::Different));
        let marks = marks.ok_or_else(|| QueryError::new(at, "query-bad-is").with("value", &text))?;
        Ok(LocalTest::Marks(marks).into())
    }

    /// Reads the values and the time of a condition on changes.
    pub(super) fn change(
        &mut self,
        (kind, name): (ChangeKind, &str),
        op: Op,
    ) -> Result<ConditionKind, QueryError> {
        let (at, TypedText { text, .. }) = self.value_text(name, op)?;
        let mut test =
            ChangeTest { kind, statuses: Vec::new(), fields: Vec::new(), time: TimeTest::default() };
        let bad_time = |at, value: &str| QueryError::new(at, "query-bad-time").with("value", value);
        if kind == ChangeKind::Moved {
            let is_any = op == Op::Equal && matches!(fold(text.trim()).as_str(), "any" | "tous" | "toutes");
            if !is_any {
                let op = if op == Op::Different { Op::Equal } else { op };
                test.time = TimeTest::parse(text.trim(), op, true).ok_or_else(|| bad_time(at, &text))?;
            }
            return Ok(LocalTest::Change(test).into());
        }
        if !matches!(op, Op::Equal | Op::Different) {
            return Err(QueryError::new(at, "query-field-needs-text").with("field", name));
        }
        let end = text.find(['<', '>', '=', '≤', '≥', ':']).unwrap_or(text.len());
        let (values, time) = text.split_at(end);
        if !time.is_empty() {
            let time_at = at + values.chars().count();
            let comparison = time.strip_prefix([':', '=']).unwrap_or(time);
            let parsed = TimeTest::parse(comparison, Op::Equal, true).filter(|_| kind != ChangeKind::Was);
            test.time = parsed.ok_or_else(|| bad_time(time_at, time))?;
        }
        for value in values.split(',') {
            if kind == ChangeKind::Changed {
                let field = changed_field(value);
                let bad_field = || QueryError::new(at, "query-bad-changed").with("value", value);
                test.fields.push(field.ok_or_else(bad_field)?);
                continue;
            }
            test.statuses.push(read_code(value, false, CodeKind::DealStatus, at)?);
        }
        Ok(LocalTest::Change(test).into())
    }

    /// Reads a value and its position; it must not be empty.
    pub(super) fn value_text(&mut self, name: &str, op: Op) -> Result<(usize, TypedText), QueryError> {
        if op != Op::Equal {
            self.skip_spaces();
        }
        let at = self.pos;
        let typed = self.text(char::is_whitespace)?;
        if typed.text.trim().is_empty() {
            return Err(QueryError::new(at, "query-field-needs-value").with("field", name));
        }
        Ok((at, typed))
    }
}

/// Returns the received name of a field after `changed:`.
fn changed_field(name: &str) -> Option<String> {
    if let Some(path) = name.trim().strip_prefix('.').filter(|path| !path.is_empty()) {
        return Some(path.trim_start_matches("kpi_snapshot.").to_owned());
    }
    Some(match QueryField::by_name(name.trim()) {
        Some(QueryField::Status) => "status".to_owned(),
        Some(QueryField::Class) => "classe_actif".to_owned(),
        Some(QueryField::Owner) => "responsable".to_owned(),
        Some(QueryField::Number(key, _)) => key.to_owned(),
        _ if matches!(fold(name.trim()).as_str(), "name" | "nom") => "name".to_owned(),
        _ => return None,
    })
}
