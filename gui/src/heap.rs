//! What the heap keeps from one frame to the next. The shapes of a frame are some megabytes that go when it is drawn; the
//! allocator of glibc gives the free end of its heap back to the system from 128 KiB on, so that each frame would ask for
//! the same pages again and wait while they are cleared: a third of what a frame costs.

/// The allocator keeps twice as much as the greatest block that it was given back (mallopt(3), "dynamic mmap threshold").
const BLOCK: usize = 4 << 20;

/// Lets the heap keep what a frame needs. Nothing is written, so that it costs no memory; other allocators lose nothing.
pub fn keep_for_frames() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(BLOCK)));
}
