//! Matches of rules, and the local notifications that they raised. Each row of a match is changed by one process only:
//! a second one that sees the same change finds it stored, so that nothing is raised twice.

use jiff::Timestamp;
use rusqlite::{Transaction, TransactionBehavior, params};

use super::Settings;
use crate::model::rule::{LocalAlert, Repeat, Rule, RuleEvent, SUBSCRIPTION_PREFIX};
use crate::store::StoreError;
use crate::store::cache::types::timestamp_from_micros;

/// Number of local notifications that remain.
const MAX_RAISED: usize = 1_000;
/// Number of deals of one rule from which one notification reports them all.
const SUMMARY_COUNT: usize = 10;

/// Time of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct RaiseTime {
    /// The time.
    pub at: Timestamp,
    /// The user's day, in days of Unix time; never 0.
    pub day: i64,
}

/// Days after which the matches of a rule that no process uses are removed.
const UNUSED_DAYS: i64 = 30;

/// A deal that began or ceased to match: its identifier, its name, and whether it matches.
pub type Match<'a> = (&'a str, &'a str, bool);

impl Settings {
    /// Returns the deals that matched the rule `key` before; `None` for a new rule.
    ///
    /// # Errors
    /// The disk fails.
    pub fn rule_matches(&self, key: &str) -> Result<Option<Vec<String>>, StoreError> {
        let db = self.db();
        let mut select = db.prepare_cached("SELECT deal FROM rule_match WHERE rule = ?1 AND matching")?;
        let deals = select.query_map([key], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
        let is_known = deals.iter().any(String::is_empty);
        Ok(is_known.then(|| deals.into_iter().filter(|deal| !deal.is_empty()).collect()))
    }

    /// Starts a rule with the deals that match already; they are not raised. Another process may have started it.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn begin_rule<'a>(
        &self,
        rule: &Rule,
        deals: impl Iterator<Item = &'a str>,
        day: i64,
    ) -> Result<(), StoreError> {
        // A deal that leaves and comes back has not been raised yet.
        let (key, raised_on) = (rule.key(), if rule.repeat == Repeat::Once { 0 } else { day });
        self.change_rules(|tx| {
            let mut insert = tx.prepare_cached(
                "INSERT OR IGNORE INTO rule_match (rule, deal, matching, day) VALUES (?1, ?2, 1, ?3)",
            )?;
            insert.execute(params![key, "", day])?;
            for deal in deals {
                insert.execute(params![key, deal, raised_on])?;
            }
            Ok(())
        })
    }

    /// Marks these rules as in use on a day, and removes the matches of others: of ended subscriptions at once, of rules
    /// in the configuration after `UNUSED_DAYS`, because another process may have read a newer file.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn keep_rules(&self, keys: &[String], day: i64) -> Result<(), StoreError> {
        self.change_rules(|tx| {
            for key in keys {
                tx.execute(
                    "UPDATE rule_match SET day = ?2 WHERE rule = ?1 AND deal = ''",
                    params![key, day],
                )?;
            }
            let mut select = tx.prepare("SELECT rule, day FROM rule_match WHERE deal = ''")?;
            let stored = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            for (key, used) in stored.collect::<Result<Vec<(String, i64)>, _>>()? {
                let is_over = key.starts_with(SUBSCRIPTION_PREFIX) || used < day - UNUSED_DAYS;
                if is_over && !keys.contains(&key) {
                    tx.execute("DELETE FROM rule_match WHERE rule = ?1", [key])?;
                }
            }
            Ok(())
        })
    }

    /// Stores changed matches of a rule, and raises it where it applies. Returns whether anything was raised.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn raise(&self, rule: &Rule, changes: &[Match<'_>], time: RaiseTime) -> Result<bool, StoreError> {
        let key = rule.key();
        self.change_rules(|tx| {
            let mut raised: [Vec<(&str, &str)>; 2] = Default::default();
            for (deal, name, matches) in changes {
                let is_raised = if *matches {
                    begin_match(tx, &key, deal, rule.repeat, time.day)?
                } else {
                    end_match(tx, &key, deal)? && rule.setting.is_some()
                };
                if is_raised {
                    raised[usize::from(!*matches)].push((deal, name));
                }
            }
            let [entered, left] = raised;
            insert_raised(tx, rule, RuleEvent::Enters, &entered, time.at)?;
            insert_raised(tx, rule, RuleEvent::Leaves, &left, time.at)?;
            Ok(!entered.is_empty() || !left.is_empty())
        })
    }

    /// Raises a daily rule for the deals that match and were not raised today; `name_of` returns the name of a deal.
    /// Returns whether anything was raised.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn raise_daily(
        &self,
        rule: &Rule,
        name_of: impl Fn(&str) -> String,
        time: RaiseTime,
    ) -> Result<bool, StoreError> {
        let key = rule.key();
        self.change_rules(|tx| {
            let due: Vec<String> = tx
                .prepare_cached(
                    "UPDATE rule_match SET day = ?2 WHERE rule = ?1 AND matching AND deal <> '' AND day < ?2
                     RETURNING deal",
                )?
                .query_map(params![key, time.day], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            let names: Vec<String> = due.iter().map(|deal| name_of(deal)).collect();
            let due: Vec<(&str, &str)> =
                due.iter().zip(&names).map(|(deal, name)| (deal.as_str(), name.as_str())).collect();
            insert_raised(tx, rule, RuleEvent::Enters, &due, time.at)?;
            Ok(!due.is_empty())
        })
    }

    /// Returns the local notifications, newest first.
    ///
    /// # Errors
    /// The disk fails.
    pub fn raised(&self) -> Result<Vec<LocalAlert>, StoreError> {
        let db = self.db();
        let mut select = db.prepare_cached(
            "SELECT seq, at, rule, is_subscription, leaves, deal, name, count, severity, notify FROM raised
             ORDER BY seq DESC",
        )?;
        let rows = select.query_map([], |row| {
            Ok(LocalAlert {
                seq: row.get(0)?,
                at: timestamp_from_micros(row.get(1)?).unwrap_or_default(),
                rule: row.get(2)?,
                is_subscription: row.get(3)?,
                event: if row.get(4)? { RuleEvent::Leaves } else { RuleEvent::Enters },
                deal: row.get(5)?,
                name: row.get(6)?,
                count: row.get::<_, i64>(7)?.unsigned_abs(),
                severity: row.get(8)?,
                notify: row.get(9)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn change_rules<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if let Some(failure) = self.storage_failure.get() {
            return Err(StoreError::Unavailable(failure.clone()));
        }
        let mut db = self.db();
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let result = work(&tx)?;
        tx.commit()?;
        Ok(result)
    }
}

/// Stores that a deal matches, and returns whether this raises the rule.
fn begin_match(
    tx: &Transaction<'_>,
    key: &str,
    deal: &str,
    repeat: Repeat,
    day: i64,
) -> Result<bool, StoreError> {
    let new = tx
        .prepare_cached(
            "INSERT OR IGNORE INTO rule_match (rule, deal, matching, day) VALUES (?1, ?2, 1, ?3)",
        )?
        .execute(params![key, deal, day])?;
    if new > 0 {
        return Ok(true);
    }
    let again = tx
        .prepare_cached("UPDATE rule_match SET matching = 1 WHERE rule = ?1 AND deal = ?2 AND NOT matching")?
        .execute(params![key, deal])?;
    if again == 0 || repeat == Repeat::Each {
        return Ok(again > 0);
    }
    let end = if repeat == Repeat::Daily { day } else { 1 };
    let raised = tx
        .prepare_cached("UPDATE rule_match SET day = ?3 WHERE rule = ?1 AND deal = ?2 AND day < ?4")?
        .execute(params![key, deal, day, end])?;
    Ok(raised > 0)
}

/// Stores that a deal no longer matches, and returns whether it did.
fn end_match(tx: &Transaction<'_>, key: &str, deal: &str) -> Result<bool, StoreError> {
    let ended = tx
        .prepare_cached("UPDATE rule_match SET matching = 0 WHERE rule = ?1 AND deal = ?2 AND matching")?
        .execute(params![key, deal])?;
    Ok(ended > 0)
}

fn insert_raised(
    tx: &Transaction<'_>,
    rule: &Rule,
    event: RuleEvent,
    deals: &[(&str, &str)],
    at: Timestamp,
) -> Result<(), StoreError> {
    if deals.is_empty() {
        return Ok(());
    }
    let mut insert = tx.prepare_cached(
        "INSERT INTO raised (at, rule, is_subscription, leaves, deal, name, count, severity, notify)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    let leaves = event == RuleEvent::Leaves;
    let mut add = |deal: &str, name: &str, count: usize| {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        let (is_subscription, severity) = (rule.setting.is_some(), rule.severity.code());
        insert.execute(params![
            at.as_microsecond(),
            rule.name,
            is_subscription,
            leaves,
            deal,
            name,
            count,
            severity,
            rule.notify
        ])
    };
    if deals.len() >= SUMMARY_COUNT {
        add("", "", deals.len())?;
    } else {
        for (deal, name) in deals {
            add(deal, name, 1)?;
        }
    }
    tx.prepare_cached("DELETE FROM raised WHERE seq <= (SELECT max(seq) FROM raised) - ?1")?
        .execute([i64::try_from(MAX_RAISED).unwrap_or(i64::MAX)])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rule::Severity;
    use crate::store::files::open::OpenCheck;

    fn rule(repeat: Repeat, setting: Option<&str>) -> Rule {
        Rule {
            name: "r".into(),
            when: "ltv>70%".into(),
            notify: true,
            severity: Severity::Warning,
            repeat,
            setting: setting.map(str::to_owned),
        }
    }

    fn time(day: i64) -> RaiseTime {
        RaiseTime { at: Timestamp::from_second(day * 86_400).unwrap(), day }
    }

    fn opened(dir: &std::path::Path) -> Settings {
        let check = OpenCheck { full: true, changed: false };
        Settings::open(dir, false, check, Timestamp::UNIX_EPOCH).unwrap().0
    }

    /// Returns the days on which a rule was raised for one deal that begins or ceases to match on each day.
    fn raised_days(rule: &Rule, matches: &[bool]) -> Vec<i64> {
        let tmp = tempfile::tempdir().unwrap();
        let settings = opened(tmp.path());
        settings.begin_rule(rule, [].into_iter(), 1).unwrap();
        for (day, matches) in (2..).zip(matches) {
            settings.raise(rule, &[("d", "Deal", *matches)], time(day)).unwrap();
            // A second process sees the same.
            assert!(!opened(tmp.path()).raise(rule, &[("d", "Deal", *matches)], time(day)).unwrap());
            if rule.repeat == Repeat::Daily {
                settings.raise_daily(rule, |_| String::new(), time(day)).unwrap();
            }
        }
        let mut days: Vec<i64> =
            settings.raised().unwrap().iter().map(|it| it.at.as_second() / 86_400).collect();
        days.reverse();
        days
    }

    #[test]
    fn a_rule_is_raised_as_often_as_it_says() {
        let steps = [true, true, false, true, true];
        assert_eq!(raised_days(&rule(Repeat::Once, None), &steps), [2]);
        assert_eq!(raised_days(&rule(Repeat::Each, None), &steps), [2, 5]);
        assert_eq!(raised_days(&rule(Repeat::Daily, None), &steps), [2, 3, 5, 6]);
        assert_eq!(raised_days(&rule(Repeat::Each, Some("s")), &steps), [2, 4, 5]);
    }

    #[test]
    fn deals_that_matched_before_the_rule_are_silent() {
        let tmp = tempfile::tempdir().unwrap();
        let (settings, rule) = (opened(tmp.path()), rule(Repeat::Each, None));
        assert_eq!(settings.rule_matches(&rule.key()).unwrap(), None);
        settings.begin_rule(&rule, ["a"].into_iter(), 3).unwrap();
        assert_eq!(settings.rule_matches(&rule.key()).unwrap().unwrap(), ["a"]);
        assert!(!settings.raise(&rule, &[("a", "A", true)], time(4)).unwrap());
        // Another process without this rule keeps its matches for a while.
        settings.keep_rules(&[rule.key()], 10).unwrap();
        settings.keep_rules(&[], 10 + UNUSED_DAYS).unwrap();
        assert!(settings.rule_matches(&rule.key()).unwrap().is_some());
        settings.keep_rules(&[], 11 + UNUSED_DAYS).unwrap();
        assert_eq!(settings.rule_matches(&rule.key()).unwrap(), None);
        let ended = Rule { setting: Some("subscription/view/x".into()), ..rule };
        settings.begin_rule(&ended, ["a"].into_iter(), 3).unwrap();
        settings.keep_rules(&[], 3).unwrap();
        assert_eq!(settings.rule_matches(&ended.key()).unwrap(), None);
    }

    #[test]
    fn many_deals_are_one_notification_and_old_ones_end() {
        let tmp = tempfile::tempdir().unwrap();
        let (settings, rule) = (opened(tmp.path()), rule(Repeat::Each, None));
        let ids: Vec<String> = (0..SUMMARY_COUNT).map(|n| format!("d{n}")).collect();
        let changes: Vec<Match<'_>> = ids.iter().map(|id| (id.as_str(), "Deal", true)).collect();
        settings.raise(&rule, &changes, time(2)).unwrap();
        let raised = settings.raised().unwrap();
        assert_eq!((raised.len(), raised[0].count, raised[0].deal.as_str()), (1, 10, ""));
        for n in 0..MAX_RAISED {
            let (deal, time) = (format!("x{n}"), time(3));
            settings.raise(&rule, &[(&deal, "X", true)], time).unwrap();
        }
        assert_eq!(settings.raised().unwrap().len(), MAX_RAISED);
        assert_eq!(settings.raised().unwrap()[0].deal, format!("x{}", MAX_RAISED - 1));
    }
}
