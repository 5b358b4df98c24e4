//! Deals that come and go here while everything is being read: what is told of how much was read is true all the same.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::{Effect, Snapshot};

use crate::bench::{BOUND, Bench, drained, fields, start, submit, wait};
use crate::between::Between;

/// The page size by which a reading of everything is told from a count.
const PAGE: u64 = 300;

/// A line on which the answers to a reading of everything are kept back while it is shut.
struct Line {
    between: Between,
    shut: Arc<(Mutex<bool>, Condvar)>,
    kept_back: Receiver<()>,
}

impl Line {
    fn before(base_url: &str) -> Self {
        let shut = Arc::new((Mutex::new(false), Condvar::new()));
        let (told, kept_back) = channel();
        let the_shut = shut.clone();
        let between = Between::before(base_url, move |client, target| {
            let service = TcpStream::connect(target).unwrap();
            let reads = Arc::new(AtomicBool::new(false));
            let (back, forth) = (client.try_clone().unwrap(), service.try_clone().unwrap());
            let (asked, shut, told) = (reads.clone(), the_shut.clone(), told.clone());
            std::thread::spawn(move || {
                let page = format!("limit={PAGE}");
                carry(client, forth, |bytes| {
                    let everything = String::from_utf8_lossy(bytes).contains(&page);
                    asked.store(everything, Ordering::SeqCst);
                });
            });
            std::thread::spawn(move || {
                carry(service, back, |_| {
                    if reads.load(Ordering::SeqCst) {
                        pass(&shut, &told);
                    }
                });
            });
        });
        Self {
            between,
            shut,
            kept_back,
        }
    }

    fn shut(&self) {
        *self.shut.0.lock().unwrap() = true;
    }

    /// Waits until an answer is kept back.
    fn keeps_back(&self) {
        self.kept_back.recv_timeout(BOUND).unwrap();
    }

    fn open(&self) {
        *self.shut.0.lock().unwrap() = false;
        self.shut.1.notify_all();
    }
}

/// Waits while the line is shut, and says so.
fn pass(shut: &(Mutex<bool>, Condvar), told: &Sender<()>) {
    let mut state = shut.0.lock().unwrap();
    if *state {
        let _gone = told.send(());
    }
    while *state {
        state = shut.1.wait(state).unwrap();
    }
}

/// Carries bytes one way, each part once it was looked at.
fn carry(mut from: TcpStream, mut to: TcpStream, look: impl Fn(&[u8])) {
    let mut bytes = [0; 16_384];
    loop {
        let length = from.read(&mut bytes).unwrap_or(0);
        if length > 0 {
            look(&bytes[..length]);
        }
        if length == 0 || to.write_all(&bytes[..length]).is_err() {
            let _gone = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
            return;
        }
    }
}

#[test]
fn a_deal_that_comes_or_goes_while_everything_is_read_is_counted_once_and_not_missed() {
    let bench = Bench::quick(24);
    let line = Line::before(bench.base_url());
    let mut settings = bench.settings_at(&line.between.at);
    settings.page = PAGE;
    let engine = start(settings);
    let whole = |s: &Snapshot| s.coverage.complete_at.is_some() && !s.coverage.reading;
    let mut last = wait(&engine, "the first reading", whole);
    let create = |name: &str| Effect::Create {
        fields: fields("name", name),
        label: name.into(),
    };
    let id = DealId::new(last.deals.by_age().next().unwrap().id).unwrap();
    let delete = Effect::Delete {
        deal: id,
        base: Fields::new(),
        label: "a deal".into(),
        hold: Duration::ZERO,
    };
    for (what, deals) in [(create("one"), 25), (delete, 24), (create("two"), 25)] {
        line.shut();
        let first = last.coverage.complete_at;
        submit(&engine, vec![Effect::Refresh]);
        line.keeps_back();
        // The service has said what it holds; this comes after that, and before it is heard.
        submit(&engine, vec![what]);
        drained(&engine);
        line.open();
        last = wait(&engine, "the reading", |s| {
            whole(s) && s.coverage.complete_at > first
        });
        assert_eq!(last.deals.len() as u64, deals);
        assert_eq!(
            (last.coverage.read, last.coverage.total),
            (deals, Some(deals)),
            "{:?}",
            last.coverage
        );
    }
}
