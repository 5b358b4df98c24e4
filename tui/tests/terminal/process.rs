//! Process information from the system.

use std::path::Path;
use std::time::{Duration, Instant};

/// The resource use of a process, over all of its threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuUse {
    /// Processor time.
    pub time: Duration,
    /// The number of times a thread was scheduled.
    pub wakeups: u64,
}

/// Reads `schedstat` of each thread: nanoseconds run, nanoseconds waited, turns.
pub fn cpu_use(pid: i32) -> CpuUse {
    let mut used = CpuUse { time: Duration::ZERO, wakeups: 0 };
    for thread in std::fs::read_dir(format!("/proc/{pid}/task")).unwrap() {
        // A thread may end after it was listed.
        let Ok(text) = std::fs::read_to_string(thread.unwrap().path().join("schedstat")) else {
            continue;
        };
        let numbers: Vec<u64> = text.split_whitespace().map(|number| number.parse().unwrap()).collect();
        used.time += Duration::from_nanos(numbers[0]);
        used.wakeups += numbers[2];
    }
    used
}

/// Returns the first child of a process with this name.
pub fn child(pid: i32, name: &str, bound: Duration) -> i32 {
    let end = Instant::now() + bound;
    loop {
        let children =
            std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
        let found = children.split_whitespace().filter_map(|child| child.parse().ok()).find(|child: &i32| {
            std::fs::read_to_string(format!("/proc/{child}/comm")).is_ok_and(|comm| comm.trim() == name)
        });
        if let Some(found) = found {
            return found;
        }
        assert!(Instant::now() < end, "{pid} has no child {name}");
        std::thread::yield_now();
    }
}

/// Returns whether a process is running; a zombie is not.
pub fn is_alive(pid: i32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit_once(") ").is_some_and(|(_, remaining)| remaining.starts_with('Z')))
}

/// Waits until a process is gone, and returns the time taken.
pub fn wait_gone(pid: i32, bound: Duration) -> Duration {
    let began = Instant::now();
    while is_alive(pid) {
        assert!(began.elapsed() < bound, "{pid} still runs after {bound:?}");
        std::thread::yield_now();
    }
    began.elapsed()
}

/// Returns whether a program is installed.
pub fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| Path::new(&dir).join(program).is_file())
}
