//! Limits the frame rate: draws at once after a pause, at most 60 times a second, and only after changes.

use std::time::{Duration, Instant};

/// Minimum time between two frames.
const MIN_FRAME_TIME: Duration = Duration::from_nanos(16_666_667);

/// State of the limiter.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameLimiter {
    is_dirty: bool,
    last: Option<Instant>,
}

impl FrameLimiter {
    /// Requests a frame.
    pub fn request_frame(&mut self) {
        self.is_dirty = true;
    }

    /// Requests a frame without delay, for changes that the user waits for.
    pub fn request_now(&mut self) {
        *self = Self { is_dirty: true, last: None };
    }

    /// Returns the time of the next frame; `None` while nothing has changed.
    pub fn next_frame(&self, now: Instant) -> Option<Instant> {
        self.is_dirty.then(|| self.last.map_or(now, |last| (last + MIN_FRAME_TIME).max(now)))
    }

    /// Returns whether to draw now. If so, the frame counts as drawn.
    pub fn should_draw(&mut self, now: Instant) -> bool {
        let due = self.next_frame(now).is_some_and(|due| due <= now);
        if due {
            *self = Self { is_dirty: false, last: Some(now) };
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_limiter_draws_only_on_request() {
        let now = Instant::now();
        let mut pace = FrameLimiter::default();
        assert!(!pace.should_draw(now));
        assert_eq!(pace.next_frame(now), None);
        pace.request_frame();
        assert!(pace.should_draw(now));
        assert!(!pace.should_draw(now + MIN_FRAME_TIME * 10));
    }

    #[test]
    fn urgent_frame_is_immediate_and_the_next_is_delayed() {
        let now = Instant::now();
        let mut pace = FrameLimiter::default();
        pace.request_frame();
        assert!(pace.should_draw(now));
        pace.request_now();
        assert_eq!(pace.next_frame(now), Some(now));
        assert!(pace.should_draw(now));
        pace.request_frame();
        assert!(!pace.should_draw(now) && pace.next_frame(now) == Some(now + MIN_FRAME_TIME));
    }

    #[test]
    fn burst_draws_sixty_frames_per_second_at_most() {
        let start = Instant::now();
        let mut pace = FrameLimiter::default();
        let frames = (0..1_000).filter(|ms| {
            pace.request_frame();
            pace.should_draw(start + Duration::from_millis(*ms))
        });
        assert!((59..=60).contains(&frames.count()));
    }

    #[test]
    fn the_last_change_of_a_burst_is_drawn_too() {
        let start = Instant::now();
        let mut pace = FrameLimiter::default();
        pace.request_frame();
        assert!(pace.should_draw(start));
        pace.request_frame();
        let soon = start + Duration::from_millis(1);
        assert!(!pace.should_draw(soon));
        assert_eq!(pace.next_frame(soon), Some(start + MIN_FRAME_TIME));
        assert!(pace.should_draw(start + MIN_FRAME_TIME));
    }
}
