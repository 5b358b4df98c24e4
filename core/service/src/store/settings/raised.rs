//! Matches of rules, and the local notifications that they raised. Each row of a match is changed by one process only:
//! a second one that sees the same change finds it stored, so that nothing is raised twice.

use jiff::Timestamp;
use rusqlite::{OptionalExtension as _, Transaction, TransactionBehavior, params};

use super::Settings;
use crate::model::rule::{LocalAlert, MatchChange, Repeat, Rule, RuleEvent, SUBSCRIPTION_PREFIX};
use crate::store::cache::types::timestamp_from_micros;
use crate::store::{Revision, StoreError};

/// Number of local notifications that remain.
const MAX_RAISED: usize = 1_000;
/// Number of deals of one rule from which one notification reports them all.
const SUMMARY_COUNT: usize = 10;
/// Number of deals that a notification names at most.
const MAX_SUMMARY_DEALS: usize = 1_000;
/// Days after which the matches of a rule that no process uses are removed.
const UNUSED_DAYS: i64 = 30;

/// An evaluation of rules.
#[derive(Clone, Copy, Debug)]
pub struct RulePass {
    /// Its time.
    pub at: Timestamp,
    /// The user's day, in days of Unix time; never 0.
    pub day: i64,
    /// Revision of the deals, or an earlier one.
    pub revision: Revision,
}

impl Settings {
    /// Returns the deals that matched the rule `key` before; `None` for a new rule.
    ///
    /// # Errors
    /// The disk fails.
    pub fn rule_matches(&self, key: &str) -> Result<Option<Vec<String>>, StoreError> {
        let db = self.db();
        if !db.prepare_cached("SELECT 1 FROM rule WHERE key = ?1")?.exists([key])? {
            return Ok(None);
        }
        let mut select = db.prepare_cached("SELECT deal FROM rule_match WHERE rule = ?1 AND matching")?;
        Ok(Some(select.query_map([key], |row| row.get(0))?.collect::<Result<_, _>>()?))
    }

    /// Marks these rules as in use on a day, and removes the matches of others: of ended subscriptions at once, of rules
    /// in the configuration after `UNUSED_DAYS`, because another process may have read a newer file.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn keep_rules(&self, keys: &[String], day: i64) -> Result<(), StoreError> {
        let keys = serde_json::json!(keys).to_string();
        self.change_rules(|tx| {
            tx.execute(
                "UPDATE rule SET day = ?2 WHERE key IN (SELECT value FROM json_each(?1))",
                params![keys, day],
            )?;
            tx.execute(
                "DELETE FROM rule WHERE (day < ?2 OR substr(key, 1, length(?3)) = ?3)
                     AND key NOT IN (SELECT value FROM json_each(?1))",
                params![keys, day - UNUSED_DAYS, SUBSCRIPTION_PREFIX],
            )?;
            tx.execute("DELETE FROM rule_match WHERE rule NOT IN (SELECT key FROM rule)", [])?;
            Ok(())
        })
    }

    /// Stores changed matches of a rule, and raises it where it applies: a daily one also for the deals that match and
    /// were not raised today. The first matches of a rule raise nothing. `name_of` returns the name of a deal.
    ///
    /// Returns whether anything was raised; `None` if another process has stored the matches of newer deals.
    ///
    /// # Errors
    /// The disk fails; nothing is changed.
    pub fn raise(
        &self,
        rule: &Rule,
        changes: &[MatchChange],
        pass: RulePass,
        name_of: impl Fn(&str) -> String,
    ) -> Result<Option<bool>, StoreError> {
        let (key, day, Revision { cache, number }) = (rule.key(), pass.day, pass.revision);
        // The deals that were last raised before this day are raised again.
        let end = match rule.repeat {
            Repeat::Once => 1,
            Repeat::Each => i64::MAX,
            Repeat::Daily => day,
        };
        self.change_rules(|tx| {
            let begun = "INSERT OR IGNORE INTO rule (key, day, cache, revision) VALUES (?1, ?2, ?3, ?4)";
            let is_new = tx.prepare_cached(begun)?.execute(params![key, day, cache, number])? > 0;
            let current = "UPDATE rule SET cache = ?2, revision = ?3
                           WHERE key = ?1 AND (cache <> ?2 OR revision <= ?3)";
            if tx.prepare_cached(current)?.execute(params![key, cache, number])? == 0 {
                return Ok(None);
            }
            let mut select =
                tx.prepare_cached("SELECT matching, day FROM rule_match WHERE rule = ?1 AND deal = ?2")?;
            // Without a trigger for the checksum: a new rule may match all deals.
            let mut put = tx.prepare_cached(
                "INSERT OR REPLACE INTO rule_match (rule, deal, matching, day, sum)
                 VALUES (?1, ?2, ?3, ?4, row_sum(?1, ?2, ?3, ?4))",
            )?;
            let mut remove = tx.prepare_cached("DELETE FROM rule_match WHERE rule = ?1 AND deal = ?2")?;
            let (mut entered, mut left) = (Vec::new(), Vec::new());
            for MatchChange { deal, name, matches } in changes {
                let stored = select.query_row([&key, deal], |row| Ok((row.get(0)?, row.get(1)?)));
                let (matched, raised_on): (bool, i64) = stored.optional()?.unwrap_or_default();
                if matched == *matches {
                    continue;
                }
                let is_due = !is_new && raised_on < end;
                if *matches {
                    let is_day = is_due || is_new && rule.repeat != Repeat::Once;
                    put.execute(params![key, deal, 1, if is_day { day } else { raised_on }])?;
                    entered.extend(is_due.then(|| (deal.clone(), name.clone())));
                } else {
                    if rule.repeat == Repeat::Each || raised_on == 0 {
                        remove.execute([&key, deal])?;
                    } else {
                        put.execute(params![key, deal, 0, raised_on])?;
                    }
                    left.extend(rule.setting.is_some().then(|| (deal.clone(), name.clone())));
                }
            }
            if rule.repeat == Repeat::Daily {
                tx.prepare_cached("DELETE FROM rule_match WHERE rule = ?1 AND NOT matching AND day < ?2")?
                    .execute(params![key, day])?;
                let due = "UPDATE rule_match SET day = ?2 WHERE rule = ?1 AND day < ?2 RETURNING deal";
                for deal in tx.prepare_cached(due)?.query_map(params![key, day], |row| row.get(0))? {
                    let deal: String = deal?;
                    let name = name_of(&deal);
                    entered.push((deal, name));
                }
            }
            insert_raised(tx, rule, RuleEvent::Enters, &entered, pass.at)?;
            insert_raised(tx, rule, RuleEvent::Leaves, &left, pass.at)?;
            Ok(Some(!entered.is_empty() || !left.is_empty()))
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
            let (deal, mut name): (String, String) = (row.get(5)?, row.get(6)?);
            let mut deals = Vec::new();
            if deal.is_empty() {
                deals = serde_json::from_str(&std::mem::take(&mut name)).unwrap_or_default();
            }
            Ok(LocalAlert {
                seq: row.get(0)?,
                at: timestamp_from_micros(row.get(1)?).unwrap_or_default(),
                rule: row.get(2)?,
                is_subscription: row.get(3)?,
                event: if row.get(4)? { RuleEvent::Leaves } else { RuleEvent::Enters },
                deal,
                name,
                count: row.get::<_, i64>(7)?.unsigned_abs(),
                deals,
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

fn insert_raised(
    tx: &Transaction<'_>,
    rule: &Rule,
    event: RuleEvent,
    deals: &[(String, String)],
    at: Timestamp,
) -> Result<(), StoreError> {
    if deals.is_empty() {
        return Ok(());
    }
    let mut insert = tx.prepare_cached(
        "INSERT INTO raised (at, rule, is_subscription, leaves, deal, name, count, severity, notify)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    let mut add = |deal: &str, name: &str, count: usize| {
        insert.execute(params![
            at.as_microsecond(),
            rule.name,
            rule.setting.is_some(),
            event == RuleEvent::Leaves,
            deal,
            name,
            i64::try_from(count).unwrap_or(i64::MAX),
            rule.severity.code(),
            rule.notify
        ])
    };
    if deals.len() >= SUMMARY_COUNT {
        // A summary has no name. Its column stores the identifiers, so that the format of the file stays the same.
        let ids: Vec<&str> = deals.iter().map(|(deal, _)| deal.as_str()).take(MAX_SUMMARY_DEALS).collect();
        add("", &serde_json::json!(ids).to_string(), deals.len())?;
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

    fn pass(day: i64) -> RulePass {
        let at = Timestamp::from_second(day * 86_400).unwrap();
        RulePass { at, day, revision: Revision { cache: 7, number: day } }
    }

    fn raise(settings: &Settings, rule: &Rule, changes: &[(&str, bool)], day: i64) -> Option<bool> {
        let change = |(deal, matches): &(&str, bool)| MatchChange {
            deal: (*deal).to_owned(),
            name: "Deal".into(),
            matches: *matches,
        };
        let changes: Vec<MatchChange> = changes.iter().map(change).collect();
        settings.raise(rule, &changes, pass(day), |_| String::new()).unwrap()
    }

    fn opened(dir: &std::path::Path) -> Settings {
        let check = OpenCheck { full: true, changed: false };
        Settings::open(dir, false, check, Timestamp::UNIX_EPOCH).unwrap().0
    }

    /// Returns the days on which a rule was raised for one deal that begins or ceases to match on each day.
    fn raised_days(rule: &Rule, matches: &[bool]) -> Vec<i64> {
        let tmp = tempfile::tempdir().unwrap();
        let settings = opened(tmp.path());
        raise(&settings, rule, &[], 1);
        for (day, matches) in (2..).zip(matches) {
            raise(&settings, rule, &[("d", *matches)], day);
            // A second process sees the same.
            assert_eq!(raise(&opened(tmp.path()), rule, &[("d", *matches)], day), Some(false));
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
        assert_eq!(raise(&settings, &rule, &[("a", true)], 3), Some(false));
        assert_eq!(settings.rule_matches(&rule.key()).unwrap().unwrap(), ["a"]);
        assert_eq!(raise(&settings, &rule, &[("a", true)], 4), Some(false));
        // Another process without this rule keeps its matches for a while.
        settings.keep_rules(&[rule.key()], 10).unwrap();
        settings.keep_rules(&[], 10 + UNUSED_DAYS).unwrap();
        assert!(settings.rule_matches(&rule.key()).unwrap().is_some());
        settings.keep_rules(&[], 11 + UNUSED_DAYS).unwrap();
        assert_eq!(settings.rule_matches(&rule.key()).unwrap(), None);
        let ended = Rule { setting: Some("subscription/view/x".into()), ..rule };
        raise(&settings, &ended, &[("a", true)], 3);
        settings.keep_rules(&[], 3).unwrap();
        assert_eq!(settings.rule_matches(&ended.key()).unwrap(), None);
    }

    #[test]
    fn many_deals_are_one_notification_and_old_ones_end() {
        let tmp = tempfile::tempdir().unwrap();
        let (settings, rule) = (opened(tmp.path()), rule(Repeat::Each, None));
        let ids: Vec<String> = (0..SUMMARY_COUNT).map(|n| format!("d{n}")).collect();
        let changes: Vec<(&str, bool)> = ids.iter().map(|id| (id.as_str(), true)).collect();
        raise(&settings, &rule, &[], 1);
        raise(&settings, &rule, &changes, 2);
        let raised = settings.raised().unwrap();
        assert_eq!((raised.len(), raised[0].count, raised[0].deal.as_str()), (1, 10, ""));
        assert_eq!((raised[0].name.as_str(), &raised[0].deals), ("", &ids));
        for n in 0..MAX_RAISED {
            raise(&settings, &rule, &[(&format!("x{n}"), true)], 3);
        }
        assert_eq!(settings.raised().unwrap().len(), MAX_RAISED);
        assert_eq!(settings.raised().unwrap()[0].deal, format!("x{}", MAX_RAISED - 1));
    }

    #[test]
    fn slower_process_raises_no_past_change_again() {
        let tmp = tempfile::tempdir().unwrap();
        let (fast, slow) = (opened(tmp.path()), opened(tmp.path()));
        let rule = rule(Repeat::Each, Some("subscription/view/x"));
        raise(&fast, &rule, &[], 1);
        assert_eq!(raise(&fast, &rule, &[("d", true)], 2), Some(true));
        assert_eq!(raise(&fast, &rule, &[("d", false)], 3), Some(true));
        assert_eq!(raise(&slow, &rule, &[("d", true)], 2), None);
        assert_eq!(raise(&slow, &rule, &[("d", false)], 3), Some(false));
        assert_eq!(fast.raised().unwrap().len(), 2);
    }

    #[test]
    fn ended_matches_leave_no_row_unless_they_count() {
        let tmp = tempfile::tempdir().unwrap();
        let settings = opened(tmp.path());
        let rows = || -> i64 {
            settings.read(|db| db.query_row("SELECT count(*) FROM rule_match", [], |row| row.get(0)).unwrap())
        };
        for (repeat, same_day, next_day) in
            [(Repeat::Each, 0, 0), (Repeat::Daily, 1, 0), (Repeat::Once, 1, 1)]
        {
            let rule = rule(repeat, None);
            settings.keep_rules(&[], 100).unwrap();
            raise(&settings, &rule, &[], 1);
            raise(&settings, &rule, &[("d", true)], 2);
            raise(&settings, &rule, &[("d", false)], 2);
            assert_eq!(rows(), same_day, "{repeat:?}");
            raise(&settings, &rule, &[], 3);
            assert_eq!(rows(), next_day, "{repeat:?}");
        }
    }

    #[test]
    fn matches_and_notifications_survive_a_damaged_setting() {
        let tmp = tempfile::tempdir().unwrap();
        let (settings, rule) = (opened(tmp.path()), rule(Repeat::Once, None));
        settings.set("note/a", Some("x"), Timestamp::UNIX_EPOCH).unwrap();
        raise(&settings, &rule, &[], 1);
        raise(&settings, &rule, &[("a", true), ("b", true), ("c", true)], 2);
        settings.read(|db| {
            let spoil = |table| format!("UPDATE {table} SET sum = 1 WHERE deal = 'c'");
            db.execute_batch(&[spoil("raised"), spoil("rule_match")].join(";")).unwrap();
        });
        drop(settings);
        let check = OpenCheck { full: true, changed: false };
        let (settings, damage) = Settings::open(tmp.path(), false, check, Timestamp::UNIX_EPOCH).unwrap();
        assert!(damage.is_some());
        assert_eq!(settings.rule_matches(&rule.key()).unwrap().unwrap(), ["a", "b"]);
        assert_eq!(settings.raised().unwrap().len(), 2);
        assert_eq!(raise(&settings, &rule, &[("a", false), ("a", true)], 4), Some(false));
    }
}
