//! Random writes under random faults and crashes, compared with a model.
//!
//! Each write takes effect exactly once, and the user's last value is the service's final value.

use std::collections::BTreeMap;
use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_sandbox::Fault;

use crate::harness::test_harness::{TestHarness, fields, move_effect, submit, wait, wait_until_drained};

const STATUSES: [&str; 5] = ["sourcing", "screening", "ic", "closing", "lost"];
const FAULTS: [&str; 12] = [
    "drop-before-commit@deals_update:2",
    "drop-after-commit@deals_update:2",
    "drop-after-commit@deals_create:2",
    "drop-before-commit@deals_create:1",
    "drop-after-commit@deals_delete:1",
    "truncate@deals_update:1",
    "reset@deals_create:1",
    "html-502@deals_update:2",
    "status=500@deals_delete:1",
    "status=503@deals_get:2",
    "truncate@deals_get:1",
    "unauthorized@deals_update:1",
];

/// A `SplitMix64` generator: the same seed gives the same run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number from 0 up to, not including, `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((z ^ (z >> 27)) >> 33) as usize % sides
    }
}

struct RandomRun {
    dice: Random,
    harness: TestHarness,
    engine: Option<Engine>,
    /// The intended status of each deal; `None` for a deleted one.
    expected: BTreeMap<String, Option<String>>,
    created: u64,
    deleted: u64,
}

impl RandomRun {
    fn new(seed: u64) -> Self {
        let harness = TestHarness::new(20);
        let engine = harness.synced_engine();
        let snapshot = engine.snapshot();
        let row =
            |row: encours_core::model::table::DealRow<'_>| (row.id.to_owned(), Some(row.status.to_owned()));
        let expected = snapshot.deals.by_age().map(row).collect();
        Self { dice: Random(seed), harness, engine: Some(engine), expected, created: 0, deleted: 0 }
    }

    fn step(&mut self) {
        if self.dice.roll(3) == 0 {
            let fault = FAULTS[self.dice.roll(FAULTS.len())];
            self.harness.sandbox().faults().add(fault.parse::<Fault>().unwrap());
        }
        match self.dice.roll(10) {
            0 => self.create_deal(),
            1 => self.delete_deal(),
            2 => self.crash(),
            _ => self.move_deal(),
        }
    }

    fn pick_deal(&mut self) -> Option<(String, String)> {
        let live_deals: Vec<_> =
            self.expected.iter().filter_map(|(id, status)| Some((id.clone(), status.clone()?))).collect();
        // Choose among few deals, so that several writes of one record are pending together.
        (!live_deals.is_empty()).then(|| live_deals[self.dice.roll(live_deals.len().min(4))].clone())
    }

    fn move_deal(&mut self) {
        let Some((id, from)) = self.pick_deal() else {
            return;
        };
        let to = STATUSES[self.dice.roll(STATUSES.len())];
        let undo_delay = Duration::from_millis([0, 0, 5, 50][self.dice.roll(4)]);
        submit(self.engine(), vec![move_effect(&id, &from, to, undo_delay)]);
        self.expected.insert(id, Some(to.to_owned()));
    }

    fn create_deal(&mut self) {
        self.created += 1;
        let label = format!("created {}", self.created);
        submit(self.engine(), vec![Effect::Create { fields: fields("name", &label), label }]);
    }

    fn delete_deal(&mut self) {
        let Some((id, _)) = self.pick_deal() else { return };
        self.deleted += 1;
        let (deal, undo_delay) = (DealId::new(&id).unwrap(), Duration::ZERO);
        submit(
            self.engine(),
            vec![Effect::Delete { base: Fields::new(), deal, label: "a deal".into(), undo_delay }],
        );
        self.expected.insert(id, None);
    }

    fn crash(&mut self) {
        // Drop the old engine before the new one opens the profile.
        self.engine = None;
        self.engine = Some(self.harness.restarted_engine());
    }

    fn engine(&self) -> &Engine {
        self.engine.as_ref().expect("an engine is running")
    }

    fn check_end_state(mut self, seed: u64) {
        self.harness.sandbox().faults().clear();
        // A refresh makes a write in back-off retry at once.
        submit(self.engine(), vec![Effect::Refresh]);
        wait_until_drained(self.engine());
        assert_eq!(self.harness.total(), 20 + self.created - self.deleted, "seed {seed}");
        for (id, expected_status) in std::mem::take(&mut self.expected) {
            match expected_status {
                Some(status) => assert_eq!(self.harness.status(&id), status, "seed {seed}, deal {id}"),
                None => {
                    assert_eq!(
                        self.harness.deal(&id).unwrap_err().kind(),
                        ErrorKind::NotFound,
                        "seed {seed}"
                    );
                }
            }
        }
        wait(self.engine(), "the same picture", |s| s.deals.len() as u64 == 20 + self.created - self.deleted);
    }
}

#[test]
fn random_faults_apply_each_write_exactly_once() {
    for seed in 1..=8 {
        let mut run = RandomRun::new(seed);
        for _ in 0..30 {
            run.step();
        }
        run.check_end_state(seed);
    }
}
