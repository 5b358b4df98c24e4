//! Random sequences of changes, faults and crashes, compared with a model.
//!
//! The displayed state equals the model after every step, and in the end so does the service. A failing sequence is
//! shrunk to the shortest one that fails.

use std::collections::BTreeMap;
use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::snapshot::{EventKind, Snapshot};
use encours_sandbox::Fault;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::harness::test_harness::{
    LONG, TestHarness, fields, move_effect, shown_status, submit, wait, wait_until_drained,
};

const STATUSES: [&str; 4] = ["sourcing", "screening", "ic", "closing"];
const DEALS: u32 = 5;
/// Long enough for an immediate undo, and short enough to wait for.
const UNDO_DELAY: Duration = Duration::from_millis(50);

/// One step of a sequence.
#[derive(Clone, Debug)]
enum ModelStep {
    /// Move a deal of the service, with or without an undo window.
    Move { deal: usize, to: usize, held: bool },
    /// Move a deal and undo that at once.
    MoveAndBack { deal: usize, to: usize },
    /// Create a deal, and move it under its temporary id.
    Create { then: Option<usize> },
    /// Create a deal and delete it at once.
    CreateAndDelete,
    /// Delete a deal.
    Delete { deal: usize },
    /// Delete a deal and undo that within the undo window.
    DeleteAndBack { deal: usize },
    /// The service has a fault for a while.
    Fault { kind: usize, on: usize },
    /// The process dies and starts again.
    Crash,
}

fn model_step() -> impl Strategy<Value = ModelStep> {
    let (deal, to) = (0..DEALS as usize, 0..STATUSES.len());
    prop_oneof![
        5 => (deal.clone(), to.clone(), any::<bool>()).prop_map(|(deal, to, held)| ModelStep::Move { deal, to, held }),
        2 => (deal.clone(), to.clone()).prop_map(|(deal, to)| ModelStep::MoveAndBack { deal, to }),
        2 => proptest::option::of(to).prop_map(|then| ModelStep::Create { then }),
        1 => Just(ModelStep::CreateAndDelete),
        1 => deal.clone().prop_map(|deal| ModelStep::Delete { deal }),
        1 => deal.prop_map(|deal| ModelStep::DeleteAndBack { deal }),
        3 => (0..5_usize, 0..4_usize).prop_map(|(kind, on)| ModelStep::Fault { kind, on }),
        1 => Just(ModelStep::Crash),
    ]
}

struct ModelRun {
    harness: TestHarness,
    engine: Option<Engine>,
    ids: Vec<String>,
    /// The intended status of each deal of the service; `None` for a deleted one.
    expected_statuses: BTreeMap<String, Option<String>>,
    /// The created deals: name and status.
    created: BTreeMap<String, String>,
    event_count: usize,
}

impl ModelRun {
    fn new() -> Self {
        let harness = TestHarness::fast(DEALS);
        let engine = harness.synced_engine();
        let snapshot = engine.snapshot();
        let expected_statuses: BTreeMap<_, _> =
            snapshot.deals.by_age().map(|row| (row.id.to_owned(), Some(row.status.to_owned()))).collect();
        Self {
            harness,
            engine: Some(engine),
            ids: expected_statuses.keys().cloned().collect(),
            expected_statuses,
            created: BTreeMap::new(),
            event_count: 0,
        }
    }

    fn engine(&self) -> &Engine {
        self.engine.as_ref().expect("an engine is running")
    }

    fn run_step(&mut self, step: &ModelStep) {
        match step {
            ModelStep::Move { deal, to, held: scheduled } => {
                let undo_delay = if *scheduled { Duration::from_millis(30) } else { Duration::ZERO };
                if let Some((id, from)) = self.live_deal(*deal) {
                    submit(self.engine(), vec![move_effect(&id, &from, STATUSES[*to], undo_delay)]);
                    self.expected_statuses.insert(id, Some(STATUSES[*to].to_owned()));
                }
            }
            ModelStep::MoveAndBack { deal, to } => {
                if let Some((id, from)) = self.live_deal(*deal) {
                    let undo = move_effect(&id, STATUSES[*to], &from, Duration::ZERO);
                    submit(self.engine(), vec![move_effect(&id, &from, STATUSES[*to], UNDO_DELAY), undo]);
                }
            }
            ModelStep::Create { then: next_status } => {
                let name = format!("created {}", self.created.len());
                let temporary = self.create(&name);
                let status = next_status.map_or("sourcing", |to| STATUSES[to]);
                if status != "sourcing" {
                    submit(self.engine(), vec![move_effect(&temporary, "sourcing", status, Duration::ZERO)]);
                }
                self.created.insert(name, status.to_owned());
            }
            ModelStep::CreateAndDelete => {
                let deal = DealId::new(self.create("never")).unwrap();
                let (label, undo_delay) = ("never".to_owned(), Duration::ZERO);
                submit(self.engine(), vec![Effect::Delete { deal, base: Fields::new(), label, undo_delay }]);
            }
            ModelStep::Delete { deal } => {
                if let Some((id, _)) = self.live_deal(*deal) {
                    submit(self.engine(), vec![delete_effect(&id, Duration::ZERO)]);
                    self.expected_statuses.insert(id, None);
                }
            }
            ModelStep::DeleteAndBack { deal } => {
                if let Some((id, _)) = self.live_deal(*deal) {
                    let undo = Effect::CancelDelete(DealId::new(&id).unwrap());
                    submit(self.engine(), vec![delete_effect(&id, LONG), undo]);
                }
            }
            ModelStep::Fault { kind, on } => {
                let kind =
                    ["drop-before-commit", "drop-after-commit", "truncate", "status=503", "reset"][*kind];
                let on = ["deals_update", "deals_create", "deals_delete", "deals_get"][*on];
                let fault = format!("{kind}@{on}:1");
                self.harness.sandbox().faults().add(fault.parse::<Fault>().unwrap());
            }
            ModelStep::Crash => {
                self.engine = None;
                self.engine = Some(self.harness.restarted_engine());
                let all = self.expected_count();
                wait(self.engine(), "the picture from before the crash", |s| s.deals.len() == all);
            }
        }
    }

    fn live_deal(&self, deal: usize) -> Option<(String, String)> {
        let id = &self.ids[deal];
        Some((id.clone(), self.expected_statuses[id].clone()?))
    }

    /// Creates a deal and returns its temporary id.
    fn create(&mut self, name: &str) -> String {
        let mut new = fields("name", name);
        new.set_text("status", "sourcing");
        let create = Effect::Create { fields: new, label: name.to_owned() };
        let s = submit(self.engine(), vec![create]);
        let temporary = s.events.iter().rev().find_map(|event| match &event.kind {
            EventKind::Created { record, label, .. } if label == name => Some(record.clone()),
            _ => None,
        });
        temporary.expect("the creation is published")
    }

    fn expected_count(&self) -> usize {
        self.expected_statuses.values().flatten().count() + self.created.len()
    }

    /// Returns whether the displayed state equals the model.
    fn is_shown(&self, s: &Snapshot) -> bool {
        let deals = self.expected_statuses.iter().all(|(id, expected)| shown_status(s, id) == *expected);
        let created = self.created.iter().all(|(name, status)| {
            let mut matches = s.deals.by_age().filter(|row| row.name == name);
            matches.next().is_some_and(|row| row.status == *status) && matches.next().is_none()
        });
        deals && created
    }

    fn finish(&mut self) -> Result<(), TestCaseError> {
        self.harness.sandbox().faults().clear();
        submit(self.engine(), vec![Effect::Refresh]);
        let s = wait_until_drained(self.engine());
        self.event_count += s.events.len();
        for (id, expected) in &self.expected_statuses {
            let deal_result = self.harness.deal(id);
            let kind = deal_result.as_ref().err().map(encours_core::error::Error::kind);
            let status = deal_result.as_ref().ok().and_then(|deal| deal.status().map(str::to_owned));
            prop_assert_eq!(&status, expected);
            prop_assert_eq!(kind, expected.is_none().then_some(ErrorKind::NotFound));
        }
        let names = self.harness.names();
        prop_assert_eq!(names.len(), self.expected_count(), "{:?}", names);
        for name in self.created.keys() {
            prop_assert_eq!(names.iter().filter(|held| *held == name).count(), 1);
        }
        let is_same = self.engine().wait_until(crate::harness::test_harness::TIMEOUT, |s| {
            s.deals.len() == self.expected_count() && self.is_shown(s)
        });
        prop_assert!(is_same.is_ok(), "the view is not the service");
        Ok(())
    }
}

fn delete_effect(id: &str, undo_delay: Duration) -> Effect {
    Effect::Delete { base: Fields::new(), deal: DealId::new(id).unwrap(), label: "a deal".into(), undo_delay }
}

#[test]
fn g4_outbox_view_and_service_follow_the_model() {
    let config = Config { cases: 40, max_shrink_iters: 60, failure_persistence: None, ..Config::default() };
    let step_lists = proptest::collection::vec(model_step(), 1..18);
    let result = TestRunner::new(config).run(&step_lists, |steps| {
        let mut run = ModelRun::new();
        for step in &steps {
            run.run_step(step);
            let s = run.engine().snapshot();
            prop_assert!(
                run.is_shown(&s),
                "after {:?} something else is seen than meant: {:?}",
                step,
                s.writes
            );
        }
        run.finish()
    });
    if let Err(failed) = result {
        panic!("{failed}");
    }
}
