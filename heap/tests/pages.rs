//! Tests that memory freed inside the heap returns to the system on request.
//!
//! The test has a process of its own, because resident memory is measured per process.
#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(clippy::unwrap_used, reason = "this is a test target: its helpers may fail a test too")]

mod resident;

use resident::resident;

/// The size of a block; smaller than blocks with their own pages.
const BLOCK: usize = 64 << 10;
/// The number of blocks, 64 MiB in all.
const BLOCKS: usize = 1024;

#[test]
fn gui_tuning_releases_memory_between_live_blocks() {
    assert!(encours_heap::tune_for_gui(), "the allocator accepts every setting");
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    let mut live_blocks = Vec::new();
    for _ in 0..BLOCKS {
        blocks.push(vec![1; BLOCK]);
        // A small block after each large one keeps the free end of the heap from growing.
        live_blocks.push(vec![1_u8; 64]);
    }
    let full = resident();
    drop(std::hint::black_box(blocks));
    let freed = resident();
    assert!(freed + 16 > full, "the allocator returned the memory itself: {full}, then {freed} MiB");
    assert!(encours_heap::release_free_memory());
    let after = resident();
    assert!(after + 48 < freed, "{freed} MiB, then {after}");
    assert_eq!(std::hint::black_box(live_blocks).len(), BLOCKS);
}
