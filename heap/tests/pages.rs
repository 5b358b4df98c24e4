//! What is freed in the middle of the heap goes back to the system when it is asked to. One test, in a process of its own:
//! what is resident is the whole process's.
#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(
    clippy::unwrap_used,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod resident;

use resident::resident;

/// Smaller than what has pages of its own.
const BLOCK: usize = 64 << 10;
/// So many of them are 64 MiB.
const BLOCKS: usize = 1024;

#[test]
fn what_is_freed_between_what_is_held_is_given_back() {
    assert!(
        encours_heap::keep_for_frames(),
        "the allocator knows each of these"
    );
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    let mut held = Vec::new();
    for _ in 0..BLOCKS {
        blocks.push(vec![1; BLOCK]);
        // It stands behind the block, so that no free end of the heap grows.
        held.push(vec![1_u8; 64]);
    }
    let full = resident();
    drop(std::hint::black_box(blocks));
    let freed = resident();
    assert!(
        freed + 16 > full,
        "the allocator gave it back itself: {full}, then {freed} MiB"
    );
    assert!(encours_heap::give_back());
    let after = resident();
    assert!(after + 48 < freed, "{freed} MiB, then {after}");
    assert_eq!(std::hint::black_box(held).len(), BLOCKS);
}
