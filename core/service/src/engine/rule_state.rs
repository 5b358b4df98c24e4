//! The rules in use and the local notifications, in memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::contract::ids::NotificationId;
use crate::dataset::rules::RuleMatches;
use crate::model::rule::{LocalAlert, Rule};
use crate::model::snapshot::{Inbox, NotificationRow};
use crate::model::table::DealTable;

/// The rules in use, and what they raised.
#[derive(Debug, Default)]
pub(super) struct RuleState {
    pub(super) active: Vec<ActiveRule>,
    /// Deals of the last evaluation.
    pub(super) table: DealTable,
    /// Settings of the last evaluation.
    pub(super) settings: Option<Arc<BTreeMap<String, String>>>,
    /// Hour of the last evaluation.
    pub(super) hour: i64,
    /// Keys of the rules that are stored as in use, and the day.
    pub(super) in_use: Option<(Vec<String>, i64)>,
    /// True if a filter reads data outside the table, so that its meaning follows the deals.
    pub(super) uses_local_data: bool,
    /// Local notifications, newest first.
    pub(super) raised: Vec<Arc<LocalAlert>>,
}

#[derive(Debug)]
pub(super) struct ActiveRule {
    pub(super) rule: Rule,
    pub(super) key: String,
    pub(super) matches: RuleMatches,
    /// Day on which its matches were last stored; 0 before the first time.
    pub(super) stored_on: i64,
}

impl RuleState {
    /// Adds the local notifications to those of the server.
    pub(super) fn add_raised(&self, inbox: &mut Inbox) {
        let to_row = |alert: &Arc<LocalAlert>| {
            Some(NotificationRow {
                id: NotificationId::new(alert.id()).ok()?,
                title: alert.plain_title(),
                severity: alert.severity.clone(),
                // The server has nothing to mark; read marks of local notifications are local too.
                read: true,
                pending: false,
                rejected: false,
                created_at: Some(alert.at),
                first_seen: alert.at,
                local: Some(alert.clone()),
            })
        };
        if !self.raised.is_empty() {
            inbox.items.extend(self.raised.iter().filter_map(to_row));
            inbox.items.sort_by_key(|item| std::cmp::Reverse(item.created_at));
        }
    }
}
