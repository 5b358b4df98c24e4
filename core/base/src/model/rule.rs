//! Rules and subscriptions: the deals of which the user wants to be notified, and what they raised.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::query::WorkingDays;
use crate::vocabulary::Thresholds;

/// Prefix of the setting names of subscriptions.
pub const SUBSCRIPTION_PREFIX: &str = "subscription/";
/// Prefix of the setting names of subscriptions to a saved view.
const VIEW_SUBSCRIPTION: &str = "subscription/view/";
/// Prefix of the setting names of subscriptions to a filter.
const FILTER_SUBSCRIPTION: &str = "subscription/filter/";
/// Prefix of the identifiers of local notifications.
const LOCAL_PREFIX: &str = "local-";

/// Frequency with which a rule is raised for one deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Repeat {
    /// Once for ever.
    Once,
    /// Each time that the deal begins to match.
    #[default]
    Each,
    /// Each day on which the deal matches.
    Daily,
}

/// Severity of a notification, in the contract's codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Information.
    #[default]
    Info,
    /// Warning.
    Warning,
    /// Critical.
    Critical,
}

impl Severity {
    /// Returns the code of the contract.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Critical => "critical",
        }
    }
}

/// A rule of the configuration, or a subscription to a view or filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Name of the rule or view; the text of a filter.
    pub name: String,
    /// Filter of the deals.
    pub when: String,
    /// True if it shows a notice on the desktop.
    pub notify: bool,
    /// Severity of what it raises.
    pub severity: Severity,
    /// How often it is raised for a deal.
    pub repeat: Repeat,
    /// Name of its setting, for a subscription. It also reports the deals that leave.
    pub setting: Option<String>,
}

impl Rule {
    /// Returns the key of its matches. A changed filter gets another key, so that it starts again.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}\n{}", self.setting.as_ref().unwrap_or(&self.name), self.when)
    }

    /// Returns the setting name of the subscription to a view, or to a filter without `view`.
    #[must_use]
    pub fn subscription_name(view: Option<&str>, filter: &str) -> String {
        match view {
            Some(view) => format!("{VIEW_SUBSCRIPTION}{view}"),
            None => format!("{FILTER_SUBSCRIPTION}{}", filter.trim()),
        }
    }

    /// Collects the subscriptions from the settings. One of a deleted view is skipped, and stays stored.
    #[must_use]
    pub fn subscriptions(settings: &BTreeMap<String, String>) -> Vec<Self> {
        let stored = settings.range(SUBSCRIPTION_PREFIX.to_owned()..);
        let stored = stored.take_while(|(setting, _)| setting.starts_with(SUBSCRIPTION_PREFIX));
        let subscription = |(setting, _): (&String, &String)| {
            let (name, when) = match setting.strip_prefix(VIEW_SUBSCRIPTION) {
                Some(view) => (view, view_filter(settings.get(&format!("view/{view}"))?)?),
                None => setting.strip_prefix(FILTER_SUBSCRIPTION).map(|text| (text, text.to_owned()))?,
            };
            Some(Self {
                name: name.to_owned(),
                when,
                notify: true,
                severity: Severity::Info,
                repeat: Repeat::Each,
                setting: Some(setting.clone()),
            })
        };
        stored.filter_map(subscription).collect()
    }
}

/// Returns the filter of a stored view.
fn view_filter(stored: &str) -> Option<String> {
    let stored: toml::Table = toml::from_str(stored).ok()?;
    let view = stored.get("view")?.as_array()?.first()?;
    Some(view.get("query").and_then(toml::Value::as_str).unwrap_or_default().to_owned())
}

/// Rules of the configuration, and what their filters mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleConfig {
    /// Valid rules.
    pub rules: Vec<Rule>,
    /// The user's names, for `owner:me`.
    pub user_names: Vec<String>,
    /// Thresholds of the bands.
    pub thresholds: Thresholds,
    /// Working days, if ages count only these.
    pub working_days: Option<Arc<WorkingDays>>,
}

/// A deal that began or ceased to match.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MatchChange {
    /// Identifier of the deal.
    pub deal: String,
    /// Name of the deal as received; empty if it is no longer known.
    pub name: String,
    /// True if it matches now.
    pub matches: bool,
}

/// Event of a deal that a rule reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleEvent {
    /// It matches the rule, or entered the view.
    Enters,
    /// It left the view.
    Leaves,
}

/// A local notification: a rule or a subscription was raised. It is never sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalAlert {
    /// Number, which grows.
    pub seq: i64,
    /// Time at which it was raised.
    pub at: Timestamp,
    /// Name of the rule, view or filter.
    pub rule: String,
    /// True for a subscription.
    pub is_subscription: bool,
    /// What happened.
    pub event: RuleEvent,
    /// Identifier of the deal; empty for a summary of several.
    pub deal: String,
    /// Name of the deal as received; empty for a summary.
    pub name: String,
    /// Number of deals; more than 1 for a summary.
    pub count: u64,
    /// Identifiers of the deals of a summary, the first 1,000 at most; none if an earlier version raised it.
    pub deals: Vec<String>,
    /// Severity.
    pub severity: String,
    /// True if it shows a notice on the desktop.
    pub notify: bool,
}

impl LocalAlert {
    /// Returns its identifier among the notifications. Identifiers sort by time, also across profiles.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{LOCAL_PREFIX}{:016x}-{}", self.at.as_microsecond(), self.seq)
    }

    /// Returns whether an identifier is a local notification's.
    #[must_use]
    pub fn is_local(id: &str) -> bool {
        let rest = id.strip_prefix(LOCAL_PREFIX).and_then(|rest| rest.split_once('-'));
        rest.is_some_and(|(at, seq)| {
            at.len() == 16 && !seq.is_empty() && seq.bytes().all(|c| c.is_ascii_digit())
        })
    }

    /// Returns the text to search and to log: the deal and the rule.
    #[must_use]
    pub fn plain_title(&self) -> String {
        if self.name.is_empty() { self.rule.clone() } else { format!("{} · {}", self.name, self.rule) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subscription_follows_the_filter_of_its_view() {
        let mut settings: BTreeMap<String, String> = [
            ("subscription/view/IC", ""),
            ("subscription/view/deleted", ""),
            ("subscription/filter/ltv>70%", ""),
            ("view/IC", "[[view]]\nname = \"IC\"\nquery = \"status:ic\"\n"),
        ]
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .into();
        let found = Rule::subscriptions(&settings);
        let named: Vec<_> = found.iter().map(|rule| (rule.name.as_str(), rule.when.as_str())).collect();
        assert_eq!(named, [("ltv>70%", "ltv>70%"), ("IC", "status:ic")]);
        let before = found[1].key();
        settings.insert("view/IC".into(), "[[view]]\nname = \"IC\"\n".into());
        let after = Rule::subscriptions(&settings);
        assert_eq!(after[1].when, "");
        assert_ne!(after[1].key(), before);
        assert_eq!(Rule::subscription_name(Some("IC"), ""), "subscription/view/IC");
    }

    #[test]
    fn local_identifiers_sort_by_time() {
        let alert = |second, seq| LocalAlert {
            seq,
            at: Timestamp::from_second(second).unwrap(),
            rule: String::new(),
            is_subscription: false,
            event: RuleEvent::Enters,
            deal: String::new(),
            name: String::new(),
            count: 1,
            deals: Vec::new(),
            severity: String::new(),
            notify: true,
        };
        assert!(alert(9, 2).id() < alert(10, 1).id());
        assert!(LocalAlert::is_local(&alert(9, 2).id()));
        assert!(["local-1", "n-1", "local-x-y"].iter().all(|id| !LocalAlert::is_local(id)));
    }
}
