//! Tests of the rate limiter with bursts, late answers and other processes, in paused time.

use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

fn gate() -> RateLimitGate {
    let backoff = Backoff { base: Duration::from_secs(1), cap: Duration::from_mins(1) };
    RateLimitGate::new(backoff, 8, None)
}

fn in_seconds(seconds: u64) -> Instant {
    Instant::now() + Duration::from_secs(seconds)
}

#[tokio::test(start_paused = true)]
async fn a_closure_beyond_the_deadline_is_told_at_once() {
    let gate = gate();
    gate.close_for(Duration::from_mins(2));
    let start = Instant::now();
    assert_eq!(gate.acquire(in_seconds(30)).await.unwrap_err(), SendBlocked::Closed(Duration::from_mins(2)));
    assert_eq!(Instant::now(), start);
}

#[tokio::test(start_paused = true)]
async fn rate_limit_wait_ends_when_the_pause_ends() {
    let gate = gate();
    gate.close_for(Duration::from_secs(5));
    gate.close_for(Duration::from_secs(2));
    let start = Instant::now();
    drop(gate.acquire(in_seconds(30)).await.unwrap());
    assert_eq!(start.elapsed().as_secs(), 5);
}

/// Takes all available permits.
async fn take_all_permits(gate: &RateLimitGate) -> Vec<Permit<'_>> {
    let mut permits = Vec::new();
    loop {
        match gate.acquire(in_seconds(1)).await {
            Ok(permit) => permits.push(permit),
            Err(blocked) => {
                assert_eq!(blocked, SendBlocked::Busy);
                return permits;
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn permits_after_a_pause_start_at_one_and_double_to_the_limit() {
    let gate = gate();
    gate.close_for(Duration::from_secs(1));
    drop(gate.acquire(in_seconds(30)).await.unwrap());
    for expected in [1, 2, 8] {
        let permits = take_all_permits(&gate).await;
        assert_eq!(permits.len(), expected);
        for permit in permits {
            permit.on_answer();
        }
    }
    assert_eq!(take_all_permits(&gate).await.len(), 8);
}

#[tokio::test(start_paused = true)]
async fn refusals_of_one_burst_count_once() {
    let gate = gate();
    let mut burst = Vec::new();
    for _ in 0..8 {
        burst.push(gate.acquire(in_seconds(30)).await.unwrap());
    }
    assert_eq!(gate.acquire(in_seconds(30)).await.unwrap_err(), SendBlocked::Busy);
    for permit in burst {
        assert_eq!(permit.on_rate_limited(Some(Duration::from_secs(3))).as_secs(), 3);
    }
    assert_eq!(gate.remaining_pause(), Some(Duration::from_secs(3)));
}

/// Returns how many of `wanted` requests, answered at once, are allowed within the next second.
async fn sent_within_second(gate: &RateLimitGate, wanted: usize) -> usize {
    let end = Instant::now() + Duration::from_millis(999);
    for sent in 0..wanted {
        match gate.acquire(end).await {
            Ok(permit) => permit.on_answer(),
            Err(blocked) => {
                let wait = Duration::from_secs(1);
                assert_eq!(blocked, SendBlocked::Closed(wait), "told at once, as a limit");
                return sent;
            }
        }
    }
    wanted
}

#[tokio::test(start_paused = true)]
async fn rate_limited_burst_halves_the_rate_for_ten_minutes() {
    let gate = gate();
    assert_eq!(sent_within_second(&gate, 9).await, 9, "nothing is held back before");
    let refused = gate.acquire(in_seconds(30)).await.unwrap();
    refused.on_rate_limited(Some(Duration::from_secs(2)));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(sent_within_second(&gate, 100).await, 5);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(sent_within_second(&gate, 4).await, 4);
    let refused = gate.acquire(in_seconds(30)).await.unwrap();
    refused.on_rate_limited(Some(Duration::from_secs(2)));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(sent_within_second(&gate, 100).await, 2, "and half of that where it is refused, too");
    tokio::time::sleep(Duration::from_mins(10)).await;
    assert_eq!(sent_within_second(&gate, 100).await, 100);
}

#[tokio::test(start_paused = true)]
async fn a_refusal_of_few_is_not_about_their_number() {
    let gate = gate();
    let refused = gate.acquire(in_seconds(30)).await.unwrap();
    refused.on_rate_limited(Some(Duration::from_secs(2)));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(sent_within_second(&gate, 100).await, 100);
}

#[tokio::test(start_paused = true)]
async fn a_late_answer_from_before_a_closure_does_not_widen_the_gate() {
    let gate = gate();
    let old = gate.acquire(in_seconds(30)).await.unwrap();
    gate.close_for(Duration::from_secs(1));
    let probe = gate.acquire(in_seconds(30)).await.unwrap();
    old.on_answer();
    assert_eq!(gate.acquire(in_seconds(30)).await.unwrap_err(), SendBlocked::Busy);
    probe.on_answer();
    drop(gate.acquire(in_seconds(30)).await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn refusals_in_a_row_wait_longer_than_asked() {
    let gate = gate();
    let mut waits = Vec::new();
    for _ in 0..4 {
        let permit = gate.acquire(in_seconds(1_000)).await.unwrap();
        waits.push(permit.on_rate_limited(Some(Duration::ZERO)).as_secs());
    }
    assert_eq!(waits, [1, 2, 4, 8]);
    gate.acquire(in_seconds(1_000)).await.unwrap().on_answer();
    assert_eq!(gate.acquire(in_seconds(1_000)).await.unwrap().on_rate_limited(None).as_secs(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_probe_lets_the_next_one_through() {
    let gate = gate();
    gate.close_for(Duration::from_secs(1));
    drop(gate.acquire(in_seconds(30)).await.unwrap());
    drop(gate.acquire(in_seconds(30)).await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn closures_are_published() {
    let gate = gate();
    let published = gate.subscribe();
    gate.close_for(Duration::MAX);
    assert!(published.borrow().is_some());
}

/// State shared by two processes, set by the test.
#[derive(Debug, Default)]
struct FakeSharedStore {
    state: Mutex<Option<RateLimitStatus>>,
    claimed_elsewhere: AtomicU32,
    opened: AtomicU32,
}

impl RateLimitStore for FakeSharedStore {
    fn lift(&self) {
        *self.state.lock().unwrap() = Some(RateLimitStatus::NeedsProbe);
    }

    fn state(&self) -> RateLimitStatus {
        self.state.lock().unwrap().unwrap_or(RateLimitStatus::Open)
    }

    fn close(&self, until: SystemTime) {
        *self.state.lock().unwrap() = Some(RateLimitStatus::Closed(until));
    }

    fn claim_probe(&self, _term: Duration) -> bool {
        // Another process holds the claim for that many calls.
        self.claimed_elsewhere
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
            .is_err()
    }

    fn open(&self) {
        self.opened.fetch_add(1, Ordering::SeqCst);
        *self.state.lock().unwrap() = None;
    }
}

fn gate_with(keeper: &Arc<FakeSharedStore>) -> RateLimitGate {
    RateLimitGate::new(Backoff::default(), 8, Some(keeper.clone()))
}

#[tokio::test(start_paused = true)]
async fn rate_limit_is_shared_with_other_processes() {
    let keeper = Arc::<FakeSharedStore>::default();
    let (mine, other) = (gate_with(&keeper), gate_with(&keeper));
    let permit = mine.acquire(in_seconds(5)).await.unwrap();
    permit.on_rate_limited(Some(Duration::from_mins(1)));
    let SendBlocked::Closed(wait) = other.acquire(in_seconds(5)).await.unwrap_err() else {
        panic!("the other one must not send");
    };
    assert!(wait > Duration::from_secs(58), "{wait:?}");
    assert!(other.subscribe().borrow().is_some());
}

#[tokio::test(start_paused = true)]
async fn rate_limit_pause_is_capped_and_can_be_lifted() {
    let keeper = Arc::<FakeSharedStore>::default();
    let (mine, other) = (gate_with(&keeper), gate_with(&keeper));
    let permit = mine.acquire(in_seconds(5)).await.unwrap();
    assert_eq!(permit.on_rate_limited(Some(Duration::MAX)), MAX_PAUSE);
    assert!(mine.paused_until().is_some() && other.paused_until().is_some());
    mine.lift();
    assert_eq!(mine.paused_until(), None);
    mine.acquire(in_seconds(5)).await.unwrap().on_answer();
    assert_eq!(keeper.opened.load(Ordering::SeqCst), 1, "the first answer opens it for all");
}

#[tokio::test(start_paused = true)]
async fn after_a_pause_one_request_of_one_program_finds_out() {
    let keeper = Arc::<FakeSharedStore>::default();
    *keeper.state.lock().unwrap() = Some(RateLimitStatus::NeedsProbe);
    keeper.claimed_elsewhere.store(3, Ordering::SeqCst);
    let gate = gate_with(&keeper);
    let start = Instant::now();
    let probe = gate.acquire(in_seconds(30)).await.unwrap();
    assert_eq!(start.elapsed(), PROBE_POLL * 3, "the other program had its turn first");
    assert_eq!(gate.acquire(in_seconds(1)).await.unwrap_err(), SendBlocked::Busy, "one at first");
    probe.on_answer();
    assert_eq!(keeper.opened.load(Ordering::SeqCst), 1);
    assert_eq!(take_all_permits(&gate).await.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_probe_of_another_program_is_not_waited_for_beyond_the_deadline() {
    let keeper = Arc::<FakeSharedStore>::default();
    *keeper.state.lock().unwrap() = Some(RateLimitStatus::NeedsProbe);
    keeper.claimed_elsewhere.store(u32::MAX, Ordering::SeqCst);
    let gate = gate_with(&keeper);
    assert_eq!(gate.acquire(in_seconds(2)).await.unwrap_err(), SendBlocked::Closed(PROBE_LEASE));
}

#[tokio::test(start_paused = true)]
async fn a_pause_lifted_in_one_program_is_lifted_in_the_others() {
    let keeper = Arc::<FakeSharedStore>::default();
    let (mine, other) = (gate_with(&keeper), gate_with(&keeper));
    let permit = other.acquire(in_seconds(5)).await.unwrap();
    permit.on_rate_limited(Some(Duration::from_mins(9)));
    assert!(!other.on_limit_lifted(), "it is in force");
    assert!(mine.paused_until().is_some());
    mine.lift();
    assert!(other.on_limit_lifted() && !other.on_limit_lifted());
    assert!(other.subscribe().borrow().is_none());
    other.acquire(in_seconds(5)).await.unwrap().on_answer();
}

#[tokio::test(start_paused = true)]
async fn a_refusal_of_what_left_before_the_pause_was_lifted_closes_nothing() {
    let ten = Duration::from_mins(10);
    let gate = gate();
    let (first, late) =
        (gate.acquire(in_seconds(5)).await.unwrap(), gate.acquire(in_seconds(5)).await.unwrap());
    first.on_rate_limited(Some(ten));
    gate.lift();
    assert_eq!(late.on_rate_limited(Some(ten * 9)), Duration::ZERO);
    assert_eq!(gate.remaining_pause(), None);
    let probe = gate.acquire(in_seconds(5)).await.unwrap();
    assert_eq!(probe.on_rate_limited(Some(ten)), ten, "what is sent then is believed");
    assert_eq!(gate.remaining_pause(), Some(ten));
}

#[tokio::test(start_paused = true)]
async fn nor_where_another_program_lifted_it_and_nobody_has_heard_of_that_yet() {
    let keeper = Arc::<FakeSharedStore>::default();
    let (mine, other) = (gate_with(&keeper), gate_with(&keeper));
    let (first, late) =
        (other.acquire(in_seconds(5)).await.unwrap(), other.acquire(in_seconds(5)).await.unwrap());
    first.on_rate_limited(Some(Duration::from_mins(9)));
    assert!(mine.paused_until().is_some());
    mine.lift();
    late.on_rate_limited(Some(Duration::from_mins(10)));
    assert_eq!(keeper.state(), RateLimitStatus::NeedsProbe, "for every program");
    assert!(other.on_limit_lifted());
    other.acquire(in_seconds(5)).await.unwrap().on_answer();
}

/// Keeper that stores nothing.
#[derive(Debug)]
struct EmptyStore;

impl RateLimitStore for EmptyStore {
    fn state(&self) -> RateLimitStatus {
        RateLimitStatus::Open
    }
    fn close(&self, _until: SystemTime) {}
    fn claim_probe(&self, _term: Duration) -> bool {
        true
    }
    fn open(&self) {}
    fn lift(&self) {}
}

#[tokio::test(start_paused = true)]
async fn a_pause_that_could_not_be_shared_is_not_taken_for_lifted() {
    let gate = RateLimitGate::new(Backoff::default(), 8, Some(Arc::new(EmptyStore)));
    let permit = gate.acquire(in_seconds(5)).await.unwrap();
    permit.on_rate_limited(Some(Duration::from_mins(9)));
    assert!(!gate.on_limit_lifted());
    assert!(gate.acquire(in_seconds(5)).await.is_err());
}
