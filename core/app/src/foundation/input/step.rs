//! Index arithmetic for moving the focus in a list.

/// Returns the index `by` steps from `at`, clamped to a list of `len`.
pub(crate) fn step(at: usize, by: isize, len: usize) -> usize {
    at.saturating_add_signed(by).min(len.saturating_sub(1))
}

/// Returns the index after or before `at` in a ring of `len`.
pub(crate) fn cycle(at: usize, forward: bool, len: usize) -> usize {
    let len = len.max(1);
    if forward { (at + 1) % len } else { (at % len + len - 1) % len }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_stops_at_list_ends_and_cycle_wraps_around() {
        assert_eq!((step(1, -5, 3), step(1, 5, 3), step(0, 1, 0)), (0, 2, 0));
        assert_eq!((step(1, isize::MIN, 3), step(1, isize::MAX, 3)), (0, 2));
        assert_eq!((cycle(2, true, 3), cycle(0, false, 3), cycle(0, true, 0)), (0, 2, 0));
    }
}
