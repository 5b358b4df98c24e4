//! Rules and subscriptions. They are evaluated over the confirmed deals before a publication, from the rows that
//! changed, so that a change in its undo window raises nothing. The store holds the matches between runs and lets one
//! process alone raise each of them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::civil::{Date, date};

use crate::dataset::rules::{DealIds, RuleMatches};
use crate::engine::actor::Actor;
use crate::engine::rule_state::ActiveRule;
use crate::model::history::filter_data::marked_deals;
use crate::model::local_deals::LocalDeals;
use crate::model::rule::{Rule, RuleConfig};
use crate::query::local_test::LocalTest;
use crate::query::time_test::ReferenceTime;
use crate::query::{AgeClock, Query};
use crate::store::{RulePass, StoreError};
use crate::text::date::local;

/// Seconds after which conditions on ages and days are compared again.
const INTERVAL: i64 = 3_600;

impl Actor {
    /// Loads the local notifications, which another process may have raised.
    pub(super) fn load_raised(&mut self) {
        match self.store.settings().raised() {
            // Numbers only grow, so an equal first one and an equal count are the same list.
            Ok(raised)
                if raised.len() == self.rules.raised.len()
                    && raised.first().map(|alert| alert.seq)
                        == self.rules.raised.first().map(|alert| alert.seq) => {}
            Ok(raised) => {
                self.rules.raised = raised.into_iter().map(Arc::new).collect();
                self.view.inbox_changed();
            }
            // A read-only file of an earlier version has none.
            Err(error) => tracing::warn!(%error, "failed to read the local notifications"),
        }
    }

    /// Requests a publication if the rules are to be evaluated again, which happens once an hour.
    pub(super) fn check_rules_hourly(&mut self) {
        if !self.rules.active.is_empty() && self.rule_hour() != self.rules.hour {
            self.view.changed();
        }
    }

    /// Returns the time until the next hourly evaluation, if there is a rule.
    pub(super) fn until_rule_hour(&self) -> Option<Duration> {
        let seconds = INTERVAL - self.now().as_second().rem_euclid(INTERVAL);
        (!self.rules.active.is_empty()).then(|| Duration::from_secs(seconds.unsigned_abs()))
    }

    fn rule_hour(&self) -> i64 {
        self.now().as_second().div_euclid(INTERVAL)
    }

    /// Uses these rules from now on.
    pub(super) fn set_rules(&mut self, rules: RuleConfig) {
        self.settings.rules = rules;
        self.rules.settings = None;
        self.view.changed();
    }

    /// Evaluates the rules if deals, settings or the hour have changed.
    pub(super) fn check_rules(&mut self) {
        let Some(settings) = self.view.settings.clone() else { return };
        let (hour, known) = (self.rule_hour(), self.rules.settings.as_ref());
        let is_current = hour == self.rules.hour && known.is_some_and(|known| Arc::ptr_eq(known, &settings));
        // Part of the deals would look as if all others had left.
        if self.view.coverage.complete_at.is_none() || is_current && !self.view.stale.deals {
            return;
        }
        let is_current = is_current && !self.rules.uses_local_data;
        let evaluated = if is_current { Ok(()) } else { self.update_rules(settings, hour) };
        let evaluated = evaluated.and_then(|()| self.evaluate_rules());
        if let Ok(Some(is_raised)) = evaluated {
            if is_raised {
                self.load_raised();
                self.store.signal_peers();
            }
            return;
        }
        if let Err(error) = evaluated {
            tracing::warn!(%error, "failed to store the matches of a rule");
        }
        // Unstored matches are found again: the next publication starts from the stored ones.
        self.rules.active.clear();
        self.rules.settings = None;
    }

    /// Follows the rules, subscriptions, and what their filters mean now.
    fn update_rules(&mut self, settings: Arc<BTreeMap<String, String>>, hour: i64) -> Result<(), StoreError> {
        let config = &self.settings.rules;
        let rules = config.rules.iter().cloned().chain(Rule::subscriptions(&settings));
        let names: Vec<&str> =
            config.user_names.iter().chain(settings.get("me")).map(String::as_str).collect();
        let today = local(self.now(), &self.settings.zone).date();
        let clock = AgeClock::new(self.now().as_second(), config.working_days.as_deref());
        let time = ReferenceTime { clock, today, zone: &self.settings.zone };
        let (mut active, mut waiting, mut uses_local_data) = (Vec::new(), Vec::new(), false);
        for rule in rules {
            // A filter of another version may be unreadable; the configuration's are checked.
            let Ok(query) = Query::parse(&rule.when) else { continue };
            let mut query = query.with_thresholds(&config.thresholds).with_user_names(&names);
            let key = rule.key();
            if query.has_local_terms() {
                uses_local_data = true;
                let needs = query.needs();
                if !self.filter_data.published.needs().covers(&needs) {
                    // Without the data, all matches would look as if they had left.
                    waiting.push((key, needs));
                    continue;
                }
                let (deals, data) = (LocalDeals::from_settings(&settings), &self.filter_data.published);
                let changes = &self.history.published.changes_since_visit;
                query = query.with_local_deals(|test| match test {
                    LocalTest::Marks(marks) => {
                        marked_deals(marks, deals.stars(), self.view.writes.deals(), changes)
                    }
                    LocalTest::Received(_) | LocalTest::Change(_) => data.deals_matching(test, time),
                    _ => deals.deals_matching(test, today),
                });
            }
            let before = self.rules.active.iter().position(|known| known.key == key);
            let mut entry = if let Some(at) = before {
                ActiveRule { rule, ..self.rules.active.swap_remove(at) }
            } else {
                let stored = self.store.settings().rule_matches(&key)?.unwrap_or_default();
                let deals: DealIds = stored.into_iter().map(Into::into).collect();
                ActiveRule { rule, key, matches: RuleMatches::new(deals), stored_on: 0 }
            };
            entry.matches.set_query(query);
            active.push(entry);
        }
        let keys = active.iter().map(|entry: &ActiveRule| &entry.key);
        let keys: Vec<String> = keys.chain(waiting.iter().map(|(key, _)| key)).cloned().collect();
        let in_use = (keys, days_since_epoch(today));
        if self.rules.in_use.as_ref() != Some(&in_use) {
            self.store.settings().keep_rules(&in_use.0, in_use.1)?;
            self.rules.in_use = Some(in_use);
        }
        (self.rules.active, self.rules.settings, self.rules.hour) = (active, Some(settings), hour);
        self.rules.uses_local_data = uses_local_data;
        for (_, needs) in waiting {
            self.load_filter_data(needs);
        }
        Ok(())
    }

    /// Stores what changed, and returns whether a rule was raised; `None` if another process has compared newer deals.
    fn evaluate_rules(&mut self) -> Result<Option<bool>, StoreError> {
        if self.rules.active.is_empty() {
            return Ok(Some(false));
        }
        let (at, revision) = (self.now(), self.shown_revision()?);
        let day = days_since_epoch(local(at, &self.settings.zone).date());
        let before = std::mem::replace(&mut self.rules.table, self.confirmed.clone());
        let (table, store) = (&self.rules.table, self.store.settings());
        let name_of = |deal: &str| {
            table.find(deal).and_then(|ix| table.row(ix)).map_or_else(String::new, |row| row.name.to_owned())
        };
        let clock = AgeClock::new(at.as_second(), self.settings.rules.working_days.as_deref());
        let mut is_raised = false;
        for entry in &mut self.rules.active {
            let changes = entry.matches.update(&before, table, clock);
            let is_new_day = std::mem::replace(&mut entry.stored_on, day) != day;
            if is_new_day || !changes.is_empty() {
                let raised = store.raise(&entry.rule, &changes, RulePass { at, day, revision }, name_of)?;
                let Some(raised) = raised else { return Ok(None) };
                is_raised |= raised;
            }
        }
        Ok(Some(is_raised))
    }
}

/// Returns a day as its number since 1970; never 0.
fn days_since_epoch(day: Date) -> i64 {
    i64::from((day - date(1970, 1, 1)).get_days()).max(1)
}
