//! A terminal and a window open at once on one profile: one outbox, each row sent once.

use std::time::Duration;

use encours_core::engine::{Connection, Effect, EventKind, Snapshot};
use encours_sandbox::Fault;

use crate::bench::{Bench, LONG, drained, fields, moving, seen, submit, wait, with_status};

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
    wait(&two, "the row of the other", |s| {
        s.writes.iter().any(|row| row.id == write)
    });
    two.submit(vec![Effect::Retry(write)]);
    drained(&two);
    assert_eq!(bench.status(&id), "ic");
    assert_eq!(bench.keys("deals_update").len(), 1);
}

/// Nothing in these tests is read again by itself: what one window shows of the other it shows because it was told.
#[test]
fn what_one_window_does_the_other_shows_at_once() {
    let bench = Bench::quick(24);
    let (one, two) = (bench.ready(), bench.ready());
    let id = with_status(&one.snapshot(), "sourcing").remove(0);
    submit(&one, vec![moving(&id, "sourcing", "ic", LONG)]);
    wait(&two, "the move that is held", |s| {
        seen(s, &id).as_deref() == Some("ic") && s.writes.len() == 1
    });
    // Taken back from the other window.
    submit(&two, vec![moving(&id, "ic", "sourcing", NOW)]);
    wait(&one, "the move taken back", |s| {
        seen(s, &id).as_deref() == Some("sourcing") && s.writes.is_empty()
    });
    // What the service confirms to one is what the other shows.
    let counted = wait(&two, "the totals", |s| s.status_totals.contains_key("ic"));
    let before = counted.status_totals["ic"];
    submit(&one, vec![moving(&id, "sourcing", "ic", NOW)]);
    wait(&two, "the move confirmed", |s| {
        let row = s.deals.row(s.deals.find(&id).unwrap()).unwrap();
        row.status == "ic" && row.pending.is_none() && s.status_totals["ic"] == before + 1
    });
    assert!(bench.keys("deals_update").len() == 1);
}

#[test]
fn a_deal_created_in_one_window_is_followed_by_the_other() {
    let mut bench = Bench::new(24);
    let (one, two) = (bench.ready(), bench.ready());
    bench.unplug();
    let create = Effect::Create {
        fields: fields("name", "Cité Vive"),
        label: "Cité Vive".into(),
    };
    submit(&one, vec![create]);
    let s = wait(&two, "the new deal", |s| s.deals.len() == 25);
    let temporary = s.writes[0].record.clone();
    bench.plug();
    one.submit(vec![Effect::Refresh]);
    let s = wait(&two, "its id", |s| {
        s.events.iter().any(
            |event| matches!(&event.kind, EventKind::Applied { was: Some(was), .. } if *was == temporary),
        )
    });
    assert_eq!((s.deals.len(), seen(&s, &temporary)), (25, None));
    // The other one still names it by its temporary id.
    submit(
        &two,
        vec![moving(&temporary, "sourcing", "ic", NOW), Effect::Refresh],
    );
    drained(&two);
    let id = with_name(&two.snapshot(), "Cité Vive");
    assert_eq!(bench.status(&id), "ic");
}

#[test]
fn a_pause_asked_of_one_window_holds_for_the_other() {
    let bench = Bench::quick(24);
    let (one, two) = (bench.ready(), bench.ready());
    bench
        .sandbox()
        .faults()
        .add("retry-after=600:1".parse::<Fault>().unwrap());
    one.submit(vec![Effect::LoadPortfolio]);
    for engine in [&one, &two] {
        wait(engine, "the gate", |s| {
            matches!(s.connection, Connection::RateLimited { .. })
        });
    }
    let before = bench.sandbox().requests().total();
    submit(&two, vec![Effect::Refresh, Effect::LoadPortfolio]);
    wait(&two, "the refusal", |s| s.portfolio.error.is_some());
    assert_eq!(bench.sandbox().requests().total(), before, "not one request");
}

fn with_name(s: &Snapshot, name: &str) -> String {
    let row = s.deals.by_age().find(|row| row.name == name);
    row.expect("a deal of that name").id.to_owned()
}
