//! What is freed stays until it is given back on purpose. One test, in a process of its own: what is resident is the whole
//! process's.
#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(
    clippy::unwrap_used,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod resident;

use resident::resident;

/// Larger than what has pages of its own where nothing else is said.
const BLOCK: usize = 1 << 20;
/// So many of them are 64 MiB.
const BLOCKS: usize = 64;

#[test]
fn what_is_freed_is_kept_until_it_is_given_back() {
    assert!(
        encours_heap::keep_to_the_end(),
        "the allocator knows each of these"
    );
    let blocks: Vec<Vec<u8>> = (0..BLOCKS).map(|_| vec![1; BLOCK]).collect();
    let full = resident();
    drop(std::hint::black_box(blocks));
    let freed = resident();
    assert!(freed + 8 > full, "{full}, then {freed} MiB");
    assert!(encours_heap::give_back());
    let after = resident();
    assert!(after + 48 < freed, "{freed} MiB, then {after}");
}
