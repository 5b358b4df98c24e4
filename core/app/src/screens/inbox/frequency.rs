//! Frequency of notifications by kind and time, to separate noise from signal. The contract defines no kinds. A kind is
//! the title's text before the deal name, without numbers. Times come from the service if it sends them; otherwise the
//! time at which this client first saw the notification is used, and the view says so.

use super::triage::group_key;
use crate::foundation::cx::app_cx::AppCx;
use crate::screens::inbox::inbox::{InboxFrequencies, InboxState, KindFrequency};
use crate::text::{date, fold};
use std::collections::HashMap;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, ToSpan};

/// Maximum number of bins, in days or hours.
const MAX_BINS: usize = 28;
/// Longest span that is counted by the hour.
const MAX_HOURLY_SPAN: SignedDuration = SignedDuration::from_hours(28);

impl InboxState {
    /// Counts the shown notifications by kind.
    pub(crate) fn count_frequencies(&self, cx: &AppCx) -> InboxFrequencies {
        let visible = self.visible_notifications(cx);
        let times = visible.iter().map(|row| row.created_at.unwrap_or(row.first_seen));
        let Some((first, last)) = times.clone().min().zip(times.max()) else {
            return InboxFrequencies::default();
        };
        let until = cx.now.max(last);
        let hourly = until.duration_since(first) <= MAX_HOURLY_SPAN;
        let bin = |at: Timestamp| cx.bins_between(at, until, hourly);
        let bin_count = (bin(first) + 1).min(MAX_BINS);
        let mut kind_index: HashMap<String, usize> = HashMap::new();
        let mut kinds: Vec<KindFrequency> = Vec::new();
        for row in &visible {
            let at = row.created_at.unwrap_or(row.first_seen);
            let title_start = title_header(&row.title);
            let index = *kind_index.entry(group_key(&fold(title_start))).or_insert(kinds.len());
            if index == kinds.len() {
                kinds.push(KindFrequency {
                    label: without_numbers(title_start),
                    count: 0,
                    first: at,
                    last: at,
                    bins: vec![0; bin_count],
                });
            }
            let Some(kind) = kinds.get_mut(index) else {
                continue;
            };
            kind.count += 1;
            (kind.first, kind.last) = (kind.first.min(at), kind.last.max(at));
            if let Some(count) = bin_count.checked_sub(1 + bin(at)).and_then(|index| kind.bins.get_mut(index))
            {
                *count += 1;
            }
        }
        kinds.sort_by_key(|kind| std::cmp::Reverse((kind.count, kind.last)));
        InboxFrequencies {
            kinds,
            hourly,
            bin_count,
            has_local_times: visible.iter().any(|row| row.created_at.is_none()),
        }
    }

    /// Returns the day of the first bin.
    #[must_use]
    pub fn first_bin_day(&self, cx: &AppCx) -> Option<Date> {
        let frequencies = &self.frequencies;
        let last = frequencies.kinds.iter().map(|kind| kind.last).max()?;
        let until = date::local(cx.now.max(last), &cx.options.zone).date();
        let days = i64::try_from(frequencies.bin_count.saturating_sub(1)).ok()?;
        until.checked_sub(days.days()).ok()
    }
}

impl AppCx {
    /// Returns the number of hours or local days between two timestamps.
    fn bins_between(&self, from: Timestamp, to: Timestamp, hourly: bool) -> usize {
        if hourly {
            let hours = to.as_second().div_euclid(3_600) - from.as_second().div_euclid(3_600);
            return usize::try_from(hours).unwrap_or(0);
        }
        let day = |at: Timestamp| -> Date { date::local(at, &self.options.zone).date() };
        usize::try_from((day(to) - day(from)).get_days()).unwrap_or(0)
    }
}

/// Returns the part of a title before the first dash.
fn title_header(title: &str) -> &str {
    let dashes = [" – ", " — ", " - "];
    let dash_index = dashes.iter().filter_map(|dash| title.find(dash)).min();
    dash_index.and_then(|at| title.get(..at)).filter(|head| !head.trim().is_empty()).unwrap_or(title)
}

/// Removes the numbers of a text. Parentheses that contain digits are removed whole; elsewhere an ellipsis replaces
/// each number.
fn without_numbers(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut remaining = text;
    while let Some(open) = remaining.find('(') {
        let (before, after) = remaining.split_at(open);
        let Some(close) = after.find(')') else { break };
        let (inside, behind) = after.split_at(close + 1);
        result.push_str(before);
        if !inside.contains(|letter: char| letter.is_ascii_digit()) {
            result.push_str(inside);
        }
        remaining = behind;
    }
    result.push_str(remaining);
    let words: Vec<&str> = result.split_whitespace().collect();
    group_key(&words.join(" ")).replace('#', "…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notification_kind_omits_the_deal_and_numbers() {
        for (title, kind) in [
            ("LTV au-dessus du seuil (76,4 %) – Le Parc, Lyon", "LTV au-dessus du seuil"),
            ("Échéance dans 15 jours – Lot 3", "Échéance dans … jours"),
            ("Pièce KYC expirée (SAS) - Horizon", "Pièce KYC expirée (SAS)"),
            ("Reporting dû", "Reporting dû"),
            (" – Le Parc", " – Le Parc"),
            ("Solde (12", "Solde (…"),
        ] {
            assert_eq!(without_numbers(title_header(title)).trim(), kind.trim(), "{title}");
        }
    }
}
