//! Tests of the bearer: many callers, late rejections, failures and expiry.

use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::watch;

use super::*;
use crate::contract::record::Record;

/// Service that answers exchanges on command.
#[derive(Clone)]
struct FakeService {
    exchanges: Arc<AtomicU32>,
    responses: watch::Sender<bool>,
}

impl Default for FakeService {
    fn default() -> Self {
        Self { exchanges: Arc::default(), responses: watch::Sender::new(true) }
    }
}

impl FakeService {
    fn count(&self) -> u32 {
        self.exchanges.load(Ordering::SeqCst)
    }

    /// Leaves later exchanges unanswered.
    fn hold(&self) {
        self.responses.send_replace(false);
    }

    /// Answers the waiting exchanges.
    fn respond_to_all(&self) {
        self.responses.send_replace(true);
    }

    fn exchange(
        &self,
        lifetime: u64,
        failure: Option<ErrorKind>,
    ) -> impl FnOnce() -> BoxFuture<'static, Result<ExchangeResult, Error>> + Send + use<> {
        let (exchanges, mut responses) = (self.exchanges.clone(), self.responses.subscribe());
        move || {
            let (sent, sent_wall) = (Instant::now(), SystemTime::now());
            async move {
                let number = exchanges.fetch_add(1, Ordering::SeqCst) + 1;
                responses.wait_for(|responses| *responses).await.unwrap();
                if let Some(kind) = failure {
                    return Err(Error::new(kind, "refused"));
                }
                let json = format!(r#"{{"access_token":"t{number}","expires_in":{lifetime}}}"#);
                let response = TokenResponse::from_record(&Record::parse(json)?)?;
                Ok(ExchangeResult { response, sent_at: sent, sent_at_wall: sent_wall })
            }
            .boxed()
        }
    }
}

/// Runs that many callers at once; none is answered before all wait.
async fn call_many(
    cell: &Arc<TokenCell>,
    service: &FakeService,
    callers: usize,
    failure: Option<ErrorKind>,
) -> Vec<Result<u64, ErrorKind>> {
    service.hold();
    let waiting = watch::Sender::new(0);
    let calls: Vec<_> = (0..callers)
        .map(|_| {
            let (cell, exchange, waiting) = (cell.clone(), service.exchange(900, failure), waiting.clone());
            tokio::spawn(async move {
                // Nothing between here and the wait for the bearer suspends the task.
                waiting.send_modify(|count| *count += 1);
                cell.bearer(exchange).await
            })
        })
        .collect();
    waiting.subscribe().wait_for(|count| *count == callers).await.unwrap();
    service.respond_to_all();
    let mut results = Vec::new();
    for call in calls {
        results.push(call.await.unwrap().map(|token| token.generation).map_err(|error| error.kind()));
    }
    results
}

/// Starts one caller that begins to wait and is then dropped.
fn drop_caller(cell: &Arc<TokenCell>, service: &FakeService) {
    service.hold();
    assert!(cell.bearer(service.exchange(900, None)).now_or_never().is_none());
}

/// Waits until the background exchange has ended.
async fn wait_until_stored(cell: &Arc<TokenCell>) {
    wait_until(|| cell.lock().in_flight.is_none()).await;
}

async fn wait_until(holds: impl Fn() -> bool) {
    for _ in 0..1_000 {
        if holds() {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("it never comes to that");
}

#[tokio::test(start_paused = true)]
async fn hundred_callers_share_one_exchange() {
    let (cell, service) = (Arc::default(), FakeService::default());
    assert_eq!(call_many(&cell, &service, 100, None).await, vec![Ok(1); 100]);
    assert_eq!(service.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn token_failure_is_shared_without_retry_during_the_pause() {
    let (cell, service) = (Arc::default(), FakeService::default());
    assert_eq!(call_many(&cell, &service, 20, Some(ErrorKind::Auth)).await, vec![Err(ErrorKind::Auth); 20]);
    assert_eq!(call_many(&cell, &service, 5, None).await, vec![Err(ErrorKind::Auth); 5]);
    assert_eq!(service.count(), 1);
    tokio::time::advance(REJECTION_PAUSE).await;
    assert_eq!(call_many(&cell, &service, 5, None).await, vec![Ok(2); 5]);
    assert_eq!(service.count(), 2);
}

#[tokio::test(start_paused = true)]
async fn pause_after_rejections_doubles_to_a_minute() {
    let (cell, service): (Arc<TokenCell>, _) = (Arc::default(), FakeService::default());
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
        call_many(&cell, &service, 1, Some(ErrorKind::Auth)).await;
        let until = cell.lock().rejected_until.as_ref().unwrap().0;
        assert_eq!((until - Instant::now()).as_secs(), seconds);
        tokio::time::advance(until - Instant::now()).await;
    }
}

#[tokio::test(start_paused = true)]
async fn forgetting_lifts_a_remembered_rejection() {
    let (cell, service) = (Arc::default(), FakeService::default());
    call_many(&cell, &service, 1, Some(ErrorKind::Auth)).await;
    cell.forget();
    assert_eq!(call_many(&cell, &service, 1, None).await, [Ok(2)]);
}

#[tokio::test(start_paused = true)]
async fn exchange_started_before_forgetting_is_not_reused() {
    let (cell, service): (Arc<TokenCell>, _) = (Arc::default(), FakeService::default());
    drop_caller(&cell, &service);
    cell.forget();
    service.respond_to_all();
    wait_until(|| cell.lock().generation == 1).await;
    assert_eq!(call_many(&cell, &service, 1, None).await, [Ok(2)]);
    assert_eq!(service.count(), 2);
    assert_eq!(call_many(&cell, &service, 1, None).await, [Ok(2)]);
}

#[tokio::test(start_paused = true)]
async fn a_rejection_by_the_proxy_is_remembered() {
    let (cell, service): (Arc<TokenCell>, _) = (Arc::default(), FakeService::default());
    let rejected = || async { Err(Error::unreachable(NetworkError::ProxySignIn, "407")) }.boxed();
    cell.bearer(rejected).await.unwrap_err();
    assert_eq!(call_many(&cell, &service, 1, None).await, [Err(ErrorKind::Unreachable)]);
    assert_eq!(service.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_unreachable_service_is_not_remembered() {
    let (cell, service) = (Arc::default(), FakeService::default());
    call_many(&cell, &service, 3, Some(ErrorKind::Unreachable)).await;
    assert_eq!(call_many(&cell, &service, 1, None).await, [Ok(2)]);
}

#[tokio::test(start_paused = true)]
async fn late_rejections_of_an_old_bearer_make_one_exchange() {
    let (cell, service) = (Arc::default(), FakeService::default());
    let old = call_many(&cell, &service, 1, None).await.remove(0).unwrap();
    cell.invalidate(old);
    assert_eq!(call_many(&cell, &service, 1, None).await, [Ok(2)]);
    for _ in 0..50 {
        cell.invalidate(old);
        assert_eq!(call_many(&cell, &service, 1, None).await, [Ok(2)]);
    }
    assert_eq!(service.count(), 2);
}

#[tokio::test(start_paused = true)]
async fn cancelled_caller_does_not_stop_the_exchange() {
    let (cell, service): (Arc<TokenCell>, _) = (Arc::default(), FakeService::default());
    drop_caller(&cell, &service);
    service.respond_to_all();
    wait_until_stored(&cell).await;
    assert_eq!(call_many(&cell, &service, 1, None).await, [Ok(1)]);
    assert_eq!(service.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn refreshed_ahead_without_making_anyone_wait() {
    let (cell, service) = (Arc::default(), FakeService::default());
    call_many(&cell, &service, 1, None).await;
    tokio::time::advance(Duration::from_secs(839)).await;
    assert_eq!(call_many(&cell, &service, 1, None).await, [Ok(1)]);
    assert_eq!(service.count(), 1);
    tokio::time::advance(Duration::from_secs(2)).await;
    let start = Instant::now();
    assert_eq!(call_many(&cell, &service, 3, None).await, [Ok(1), Ok(1), Ok(1)]);
    assert_eq!(Instant::now(), start);
    wait_until_stored(&cell).await;
    assert_eq!(call_many(&cell, &service, 1, None).await, [Ok(2)]);
    assert_eq!(service.count(), 2);
}

#[tokio::test(start_paused = true)]
async fn failed_early_refresh_keeps_the_bearer_and_retries_later() {
    let (cell, service) = (Arc::default(), FakeService::default());
    call_many(&cell, &service, 1, None).await;
    tokio::time::advance(Duration::from_secs(850)).await;
    for _ in 0..5 {
        assert_eq!(call_many(&cell, &service, 1, Some(ErrorKind::Unreachable)).await, [Ok(1)]);
        wait_until_stored(&cell).await;
    }
    assert_eq!(service.count(), 2);
    tokio::time::advance(Duration::from_mins(1)).await;
    assert_eq!(call_many(&cell, &service, 1, None).await, [Ok(3)]);
}

#[tokio::test(start_paused = true)]
async fn a_short_lifetime_still_serves() {
    let (cell, service): (Arc<TokenCell>, _) = (Arc::default(), FakeService::default());
    let token = cell.bearer(service.exchange(2, None)).await.unwrap();
    assert!(
        token.refresh_at > token.expires_at - Duration::from_secs(1) && token.refresh_at < token.expires_at
    );
    tokio::time::advance(Duration::from_secs(2)).await;
    assert_eq!(cell.bearer(service.exchange(2, None)).await.unwrap().generation, 2);
}
