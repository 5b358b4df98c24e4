//! Rules and subscriptions: raised once, also with several processes and after a restart.

use std::sync::Arc;
use std::time::Duration;

use encours_core::engine::{Engine, Settings};
use encours_core::model::effect::Effect;
use encours_core::model::rule::{LocalAlert, Repeat, Rule, RuleConfig, RuleEvent, Severity};
use encours_core::model::snapshot::Snapshot;

use crate::harness::test_harness::{
    LONG, TestHarness, ids_with_status, move_effect, start_engine, submit, wait, wait_until_drained,
};

fn with_rule(settings: Settings) -> Settings {
    let rule = Rule {
        name: "In committee".into(),
        when: "status:ic".into(),
        notify: true,
        severity: Severity::Warning,
        repeat: Repeat::Each,
        setting: None,
    };
    Settings { rules: RuleConfig { rules: vec![rule], ..RuleConfig::default() }, ..settings }
}

fn alerts(snapshot: &Snapshot) -> Vec<Arc<LocalAlert>> {
    snapshot.inbox.items.iter().filter_map(|row| row.local.clone()).collect()
}

fn started(harness: &TestHarness) -> Engine {
    let engine = start_engine(with_rule(harness.settings()));
    wait(&engine, "a sync", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    engine
}

#[test]
fn rule_is_raised_once_by_two_processes() {
    let harness = TestHarness::new(40);
    let (one, two) = (started(&harness), started(&harness));
    assert!(alerts(&one.snapshot()).is_empty(), "deals that match at the start are silent");
    let ids = ids_with_status(&one.snapshot(), "sourcing");
    // A move in its undo window raises nothing.
    submit(&one, vec![move_effect(&ids[1], "sourcing", "ic", LONG)]);
    submit(&one, vec![move_effect(&ids[0], "sourcing", "ic", Duration::ZERO)]);
    for engine in [&one, &two] {
        let snapshot = wait(engine, "the alert", |s| !alerts(s).is_empty());
        let raised = alerts(&snapshot);
        assert_eq!(
            (raised.len(), raised[0].deal.as_str(), raised[0].event),
            (1, &*ids[0], RuleEvent::Enters)
        );
        assert_eq!((raised[0].rule.as_str(), raised[0].severity.as_str()), ("In committee", "warning"));
    }
    submit(&one, vec![move_effect(&ids[1], "ic", "sourcing", Duration::ZERO)]);
    wait_until_drained(&one);
    drop((one, two));
    // What happened meanwhile is raised at the next start, and nothing twice.
    harness.move_by_another(&ids[2], "ic");
    let engine = started(&harness);
    let snapshot = wait(&engine, "the second alert", |s| alerts(s).len() > 1);
    let raised: Vec<String> = alerts(&snapshot).iter().map(|alert| alert.deal.clone()).collect();
    assert_eq!(raised, [ids[2].as_str(), ids[0].as_str()]);
}

#[test]
fn subscription_reports_deals_that_enter_and_leave() {
    let harness = TestHarness::new(40);
    let engine = harness.synced_engine();
    let save = |name: &str, value: &str| Effect::SaveSetting { name: name.into(), value: Some(value.into()) };
    let view = "[[view]]\nname = \"IC\"\nquery = \"status:ic\"\n";
    submit(&engine, vec![save("view/IC", view), save("subscription/view/IC", "")]);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", Duration::ZERO)]);
    wait(&engine, "the deal enters", |s| alerts(s).len() == 1);
    submit(&engine, vec![move_effect(&id, "ic", "sourcing", Duration::ZERO)]);
    let snapshot = wait(&engine, "the deal leaves", |s| alerts(s).len() == 2);
    let events: Vec<RuleEvent> = alerts(&snapshot).iter().map(|alert| alert.event).collect();
    assert_eq!(events, [RuleEvent::Leaves, RuleEvent::Enters]);
    assert!(alerts(&snapshot).iter().all(|alert| alert.is_subscription && alert.rule == "IC"));
    let rows = snapshot.inbox.items.iter().filter(|row| row.local.is_some());
    assert!(rows.clone().all(|row| row.read), "the server has nothing to mark");
    assert!(harness.idempotency_keys("notifications_read").is_empty());
}
