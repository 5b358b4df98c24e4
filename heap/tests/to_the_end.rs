//! Tests that freed memory is kept until it is returned on purpose.
//!
//! The test has a process of its own, because resident memory is measured per process.
#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(clippy::unwrap_used, reason = "this is a test target: its helpers may fail a test too")]

mod resident;

use resident::resident;

/// The size of a block; by default, a block of this size would have its own pages.
const BLOCK: usize = 1 << 20;
/// The number of blocks, 64 MiB in all.
const BLOCKS: usize = 64;

#[test]
fn batch_tuning_keeps_freed_memory_until_released() {
    assert!(encours_heap::tune_for_batch(), "the allocator accepts every setting");
    let blocks: Vec<Vec<u8>> = (0..BLOCKS).map(|_| vec![1; BLOCK]).collect();
    let full = resident();
    drop(std::hint::black_box(blocks));
    let freed = resident();
    assert!(freed + 8 > full, "{full}, then {freed} MiB");
    assert!(encours_heap::release_free_memory());
    let after = resident();
    assert!(after + 48 < freed, "{freed} MiB, then {after}");
}
