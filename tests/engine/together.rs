//! A terminal and a window open at once on one profile: one outbox, each row sent once.

use std::time::Duration;

use encours_core::engine::Effect;

use crate::bench::{Bench, LONG, drained, fields, moving, submit, with_status};

const NOW: Duration = Duration::ZERO;

#[test]
fn two_engines_on_one_directory_send_each_row_once() {
    let bench = Bench::new(60);
    let (one, two) = (bench.ready(), bench.ready());
    let ids = with_status(&one.snapshot(), "sourcing");
    let count = ids.len().min(6);
    for (at, id) in ids.iter().take(count).enumerate() {
        let engine = if at % 2 == 0 { &one } else { &two };
        let name = format!("deal {at}");
        let effects = vec![
            moving(id, "sourcing", "ic", NOW),
            Effect::Create {
                fields: fields("name", &name),
                label: name,
            },
        ];
        submit(engine, effects);
    }
    drained(&one);
    drained(&two);
    assert_eq!(bench.total(), 60 + count as u64);
    for operation in ["deals_create", "deals_update"] {
        let mut keys = bench.keys(operation);
        assert_eq!(keys.len(), count, "{operation}");
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count, "{operation}");
    }
    for id in ids.iter().take(count) {
        assert_eq!(bench.status(id), "ic");
    }
}

#[test]
fn one_engine_sends_what_another_left_behind() {
    let bench = Bench::new(24);
    let (one, two) = (bench.ready(), bench.ready());
    let id = with_status(&one.snapshot(), "sourcing").remove(0);
    submit(&one, vec![moving(&id, "sourcing", "ic", LONG)]);
    let write = one.snapshot().writes[0].id;
    drop(one);
    // The second one looks when it is asked to.
    two.submit(vec![Effect::Refresh]);
    crate::bench::wait(&two, "the row of the other", |s| {
        s.writes.iter().any(|row| row.id == write)
    });
    two.submit(vec![Effect::Retry(write)]);
    drained(&two);
    assert_eq!(bench.status(&id), "ic");
    assert_eq!(bench.keys("deals_update").len(), 1);
}
