//! Reasons and custom fields entered when a deal changes its status.
//!
//! They are stored locally, recorded in the journal of that write, and never sent.

use std::time::Duration;

use encours_core::model::effect::Effect;
use encours_core::model::entry_values::{custom_field_setting, reason_setting};
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::store::Store;
use jiff::Timestamp;

use crate::harness::test_harness::{
    TestHarness, fields, ids_with_status, move_effect, submit, wait, wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

fn setting_entry(name: String, value: &str) -> (String, Option<String>) {
    (name, Some(value.to_owned()))
}

#[test]
fn reason_is_journalled_with_its_write_and_never_sent() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    let (id, other) = (&ids[0], &ids[1]);
    let entries = vec![
        setting_entry(reason_setting("lost", id), "Concurrence"),
        setting_entry(custom_field_setting("comite", id), "12 décembre"),
    ];
    let effects = vec![
        Effect::SaveSettings(entries),
        move_effect(id, "sourcing", "lost", NOW),
        move_effect(other, "sourcing", "lost", NOW),
    ];
    submit(&engine, effects);
    let after = wait_until_drained(&engine);
    let settings = after.settings.as_ref().unwrap();
    assert_eq!(settings[&reason_setting("lost", id)], "Concurrence");
    // Moving out of the status again must not record this reason.
    submit(&engine, vec![move_effect(id, "lost", "sourcing", NOW)]);
    wait_until_drained(&engine);
    for request in harness.sandbox().requests().of_route("deals_update") {
        let text = format!("{request:?}");
        assert!(!text.contains("Concurrence") && !text.contains("décembre"), "{text}");
    }
    engine.close(NOW);
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let reasons = |id: &str| -> Vec<Option<String>> {
        let lines = store.history().journal_of(id).unwrap();
        lines.into_iter().map(|line| line.reason).collect()
    };
    assert_eq!(reasons(id), [Some("Concurrence".to_owned()), None]);
    assert_eq!(reasons(other), [None]);
    assert_eq!(store.setting(&custom_field_setting("comite", id)).unwrap().as_deref(), Some("12 décembre"));
}

#[test]
fn settings_of_a_new_deal_follow_its_server_id() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    harness.stop_server();
    let created = Effect::Create { fields: fields("name", "Halle Vauban"), label: "Halle Vauban".to_owned() };
    let pending = submit(&engine, vec![created]);
    let temporary = pending.writes[0].record.clone();
    let effects = vec![
        Effect::SaveSettings(vec![setting_entry(reason_setting("lost", &temporary), "Prix")]),
        move_effect(&temporary, "sourcing", "lost", NOW),
    ];
    submit(&engine, effects);
    harness.start_server();
    engine.submit(vec![Effect::Refresh]);
    let after = wait(&engine, "the deal has left and moved", |s| s.writes.is_empty());
    let settings = after.settings.as_ref().unwrap();
    let (name, reason) = settings.iter().next().unwrap();
    assert_eq!((settings.len(), reason.as_str()), (1, "Prix"));
    let deal_id = name.strip_prefix("entry/reason/lost/").unwrap().to_owned();
    assert_eq!(harness.status(&deal_id), "lost");
    engine.close(NOW);
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let lines = store.history().journal_of(&deal_id).unwrap();
    let moved = lines.iter().find(|line| line.outcome == WriteOutcome::Applied && line.reason.is_some());
    assert_eq!(moved.and_then(|line| line.reason.as_deref()), Some("Prix"));
}

#[test]
fn settings_follow_a_new_deal_sent_by_a_peer() {
    let harness = TestHarness::new(24);
    let (one, two) = (harness.synced_engine(), harness.synced_engine());
    harness.sandbox().faults().replace(vec!["drop-before-commit@deals_create".parse().unwrap()]);
    let created = Effect::Create { fields: fields("name", "Halle Vauban"), label: "Halle Vauban".to_owned() };
    let pending = submit(&one, vec![created]);
    let temporary = pending.writes[0].record.clone();
    let entries = vec![setting_entry(reason_setting("lost", &temporary), "Prix")];
    submit(&one, vec![Effect::SaveSettings(entries)]);
    wait(&two, "the creation of the other", |s| s.writes.len() == 1);
    // The process that stored the setting ends as if killed; the other process has never loaded it.
    drop(one);
    harness.sandbox().faults().clear();
    let after = wait_until_drained(&two);
    let settings = after.settings.as_ref().unwrap();
    let names: Vec<&String> = settings.keys().collect();
    let all = harness.all_deals();
    let created_deal = all.iter().find(|deal| deal.name() == Some("Halle Vauban")).unwrap();
    let created_deal = created_deal.id().as_str();
    assert_eq!(names, [&reason_setting("lost", created_deal)]);
    drop(two);
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let on_disk = store.all_settings().unwrap();
    assert_eq!(
        on_disk.into_iter().collect::<Vec<_>>(),
        [(reason_setting("lost", created_deal), "Prix".to_owned())]
    );
}
