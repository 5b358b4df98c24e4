//! Tests of the rate limiter with bursts, late responses and other processes, in paused time.

use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

fn test_limit() -> RateLimitGate {
    let backoff = Backoff { base: Duration::from_secs(1), cap: Duration::from_mins(1) };
    RateLimitGate::new(backoff, 8, None)
}

fn in_seconds(seconds: u64) -> Instant {
    Instant::now() + Duration::from_secs(seconds)
}

#[tokio::test(start_paused = true)]
async fn pause_beyond_the_deadline_fails_immediately() {
    let limit = test_limit();
    limit.close_for(Duration::from_mins(2));
    let start = Instant::now();
    assert_eq!(limit.acquire(in_seconds(30)).await.unwrap_err(), SendBlocked::Closed(Duration::from_mins(2)));
    assert_eq!(Instant::now(), start);
}

#[tokio::test(start_paused = true)]
async fn rate_limit_wait_ends_when_the_pause_ends() {
    let limit = test_limit();
    limit.close_for(Duration::from_secs(5));
    limit.close_for(Duration::from_secs(2));
    let start = Instant::now();
    drop(limit.acquire(in_seconds(30)).await.unwrap());
    assert_eq!(start.elapsed().as_secs(), 5);
    limit.close_for(Duration::from_secs(2));
    limit.close_for(Duration::from_secs(5));
    assert_eq!(limit.remaining_pause(), Some(Duration::from_secs(5)), "a longer one replaces it");
}

/// Takes all available permits.
async fn take_all_permits(limit: &RateLimitGate) -> Vec<Permit<'_>> {
    let mut permits = Vec::new();
    loop {
        match limit.acquire(in_seconds(1)).await {
            Ok(permit) => permits.push(permit),
            Err(blocked) => {
                assert_eq!(blocked, SendBlocked::Busy);
                return permits;
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn permits_double_up_to_the_limit_after_a_pause() {
    let limit = test_limit();
    limit.close_for(Duration::from_secs(1));
    drop(limit.acquire(in_seconds(30)).await.unwrap());
    for expected in [1, 2, 8] {
        let permits = take_all_permits(&limit).await;
        assert_eq!(permits.len(), expected);
        for permit in permits {
            permit.on_response();
        }
    }
    assert_eq!(take_all_permits(&limit).await.len(), 8);
}

#[tokio::test(start_paused = true)]
async fn rejections_of_one_burst_count_once() {
    let limit = test_limit();
    let mut burst = Vec::new();
    for _ in 0..8 {
        burst.push(limit.acquire(in_seconds(30)).await.unwrap());
    }
    assert_eq!(limit.acquire(in_seconds(30)).await.unwrap_err(), SendBlocked::Busy);
    for permit in burst {
        assert_eq!(permit.on_rate_limited(Some(Duration::from_secs(3))).as_secs(), 3);
    }
    assert_eq!(limit.remaining_pause(), Some(Duration::from_secs(3)));
}

/// Returns how many of `wanted` requests, answered at once, are allowed within the next second.
async fn sent_within_second(limit: &RateLimitGate, wanted: usize) -> usize {
    let end = Instant::now() + Duration::from_millis(999);
    for sent in 0..wanted {
        match limit.acquire(end).await {
            Ok(permit) => permit.on_response(),
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
    let limit = test_limit();
    assert_eq!(sent_within_second(&limit, 9).await, 9, "nothing is held back before");
    let rejected = limit.acquire(in_seconds(30)).await.unwrap();
    rejected.on_rate_limited(Some(Duration::from_secs(2)));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(sent_within_second(&limit, 100).await, 5);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(sent_within_second(&limit, 4).await, 4);
    let rejected = limit.acquire(in_seconds(30)).await.unwrap();
    rejected.on_rate_limited(Some(Duration::from_secs(2)));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(sent_within_second(&limit, 100).await, 2, "and half of that where it is refused, too");
    tokio::time::sleep(Duration::from_mins(10)).await;
    assert_eq!(sent_within_second(&limit, 100).await, 100);
}

#[tokio::test(start_paused = true)]
async fn a_rejection_of_few_is_not_about_their_number() {
    let limit = test_limit();
    let rejected = limit.acquire(in_seconds(30)).await.unwrap();
    rejected.on_rate_limited(Some(Duration::from_secs(2)));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(sent_within_second(&limit, 100).await, 100);
}

#[tokio::test(start_paused = true)]
async fn late_response_from_before_a_pause_adds_no_permits() {
    let limit = test_limit();
    let old = limit.acquire(in_seconds(30)).await.unwrap();
    limit.close_for(Duration::from_secs(1));
    let probe = limit.acquire(in_seconds(30)).await.unwrap();
    old.on_response();
    assert_eq!(limit.acquire(in_seconds(30)).await.unwrap_err(), SendBlocked::Busy);
    probe.on_response();
    drop(limit.acquire(in_seconds(30)).await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn consecutive_rejections_pause_longer_than_requested() {
    let limit = test_limit();
    let mut waits = Vec::new();
    for _ in 0..4 {
        let permit = limit.acquire(in_seconds(1_000)).await.unwrap();
        waits.push(permit.on_rate_limited(Some(Duration::ZERO)).as_secs());
    }
    assert_eq!(waits, [1, 2, 4, 8]);
    limit.acquire(in_seconds(1_000)).await.unwrap().on_response();
    assert_eq!(limit.acquire(in_seconds(1_000)).await.unwrap().on_rate_limited(None).as_secs(), 1);
}

#[tokio::test(start_paused = true)]
async fn cancelled_probe_allows_the_next_probe() {
    let limit = test_limit();
    limit.close_for(Duration::from_secs(1));
    drop(limit.acquire(in_seconds(30)).await.unwrap());
    drop(limit.acquire(in_seconds(30)).await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn closures_are_published() {
    let limit = test_limit();
    let published = limit.subscribe();
    limit.close_for(Duration::MAX);
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

fn test_limit_with(keeper: &Arc<FakeSharedStore>) -> RateLimitGate {
    RateLimitGate::new(Backoff::default(), 8, Some(keeper.clone()))
}

#[tokio::test(start_paused = true)]
async fn rate_limit_is_shared_with_other_processes() {
    let keeper = Arc::<FakeSharedStore>::default();
    let (mine, other) = (test_limit_with(&keeper), test_limit_with(&keeper));
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
    let (mine, other) = (test_limit_with(&keeper), test_limit_with(&keeper));
    let permit = mine.acquire(in_seconds(5)).await.unwrap();
    assert_eq!(permit.on_rate_limited(Some(Duration::MAX)), MAX_PAUSE);
    assert!(mine.paused_until().is_some() && other.paused_until().is_some());
    mine.lift();
    assert_eq!(mine.paused_until(), None);
    mine.acquire(in_seconds(5)).await.unwrap().on_response();
    assert_eq!(keeper.opened.load(Ordering::SeqCst), 1, "the first answer opens it for all");
}

#[tokio::test(start_paused = true)]
async fn single_process_sends_a_single_probe_after_a_pause() {
    let keeper = Arc::<FakeSharedStore>::default();
    *keeper.state.lock().unwrap() = Some(RateLimitStatus::NeedsProbe);
    keeper.claimed_elsewhere.store(3, Ordering::SeqCst);
    let limit = test_limit_with(&keeper);
    let start = Instant::now();
    let probe = limit.acquire(in_seconds(30)).await.unwrap();
    assert_eq!(start.elapsed(), PROBE_POLL * 3, "the other program had its turn first");
    assert_eq!(limit.acquire(in_seconds(1)).await.unwrap_err(), SendBlocked::Busy, "one at first");
    probe.on_response();
    assert_eq!(keeper.opened.load(Ordering::SeqCst), 1);
    assert_eq!(take_all_permits(&limit).await.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn peer_probe_is_not_awaited_beyond_the_deadline() {
    let keeper = Arc::<FakeSharedStore>::default();
    *keeper.state.lock().unwrap() = Some(RateLimitStatus::NeedsProbe);
    keeper.claimed_elsewhere.store(u32::MAX, Ordering::SeqCst);
    let limit = test_limit_with(&keeper);
    assert_eq!(limit.acquire(in_seconds(2)).await.unwrap_err(), SendBlocked::Closed(PROBE_LEASE));
}

#[tokio::test(start_paused = true)]
async fn lifting_a_pause_lifts_it_in_peer_processes() {
    let keeper = Arc::<FakeSharedStore>::default();
    let (mine, other) = (test_limit_with(&keeper), test_limit_with(&keeper));
    let permit = other.acquire(in_seconds(5)).await.unwrap();
    permit.on_rate_limited(Some(Duration::from_mins(9)));
    assert!(!other.on_limit_lifted(), "it is in force");
    assert!(mine.paused_until().is_some());
    mine.lift();
    assert!(other.on_limit_lifted() && !other.on_limit_lifted());
    assert!(other.subscribe().borrow().is_none());
    other.acquire(in_seconds(5)).await.unwrap().on_response();
}

#[tokio::test(start_paused = true)]
async fn late_rejection_after_a_lift_starts_no_pause() {
    let ten = Duration::from_mins(10);
    let limit = test_limit();
    let (first, late) =
        (limit.acquire(in_seconds(5)).await.unwrap(), limit.acquire(in_seconds(5)).await.unwrap());
    first.on_rate_limited(Some(ten));
    limit.lift();
    assert_eq!(late.on_rate_limited(Some(ten * 9)), Duration::ZERO);
    assert_eq!(limit.remaining_pause(), None);
    let probe = limit.acquire(in_seconds(5)).await.unwrap();
    assert_eq!(probe.on_rate_limited(Some(ten)), ten, "what is sent then is believed");
    assert_eq!(limit.remaining_pause(), Some(ten));
}

#[tokio::test(start_paused = true)]
async fn late_rejection_after_a_peer_lift_starts_no_pause() {
    let keeper = Arc::<FakeSharedStore>::default();
    let (mine, other) = (test_limit_with(&keeper), test_limit_with(&keeper));
    let (first, late) =
        (other.acquire(in_seconds(5)).await.unwrap(), other.acquire(in_seconds(5)).await.unwrap());
    first.on_rate_limited(Some(Duration::from_mins(9)));
    assert!(mine.paused_until().is_some());
    mine.lift();
    late.on_rate_limited(Some(Duration::from_mins(10)));
    assert_eq!(keeper.state(), RateLimitStatus::NeedsProbe, "for every program");
    assert!(other.on_limit_lifted());
    other.acquire(in_seconds(5)).await.unwrap().on_response();
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
async fn unshared_pause_is_not_treated_as_lifted() {
    let limit = RateLimitGate::new(Backoff::default(), 8, Some(Arc::new(EmptyStore)));
    let permit = limit.acquire(in_seconds(5)).await.unwrap();
    permit.on_rate_limited(Some(Duration::from_mins(9)));
    assert!(!limit.on_limit_lifted());
    assert!(limit.acquire(in_seconds(5)).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn longer_pause_of_a_peer_replaces_a_shorter_one() {
    let keeper = Arc::<FakeSharedStore>::default();
    let limit = test_limit_with(&keeper);
    limit.close_for(Duration::from_mins(1));
    for (minutes, expected) in [(9, 9), (3, 9)] {
        keeper.close(host::now() + Duration::from_mins(minutes));
        assert!(limit.paused_until().is_some());
        let remaining = limit.remaining_pause().unwrap();
        assert!(remaining.abs_diff(Duration::from_mins(expected)) < Duration::from_secs(2), "{remaining:?}");
    }
}

#[test]
fn throttle_counts_what_was_sent_within_a_second() {
    let start = Instant::now();
    let at = |millis| start + Duration::from_millis(millis);
    let mut throttle = Throttle::default();
    (0..8).for_each(|_| throttle.count_request(start));
    throttle.lower_limit(start);
    throttle.uncount_request();
    assert_eq!(throttle.next_allowed(start), Some(at(1_000)), "seven are more than four");
    (0..3).for_each(|_| throttle.count_request(at(1_000)));
    assert_eq!(throttle.next_allowed(at(1_500)), None, "three are fewer");
    // A rejection of fewer than the limit has another cause.
    throttle.lower_limit(at(1_500));
    assert_eq!(throttle.next_allowed(at(1_500)), None);
    throttle.count_request(at(1_600));
    assert_eq!(throttle.next_allowed(at(1_700)), Some(at(2_000)));
    throttle.uncount_request();
    assert_eq!(throttle.next_allowed(at(1_700)), None, "it was not sent");
}
