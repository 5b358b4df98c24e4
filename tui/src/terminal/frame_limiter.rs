//! Limits the frame rate: draws at once after a pause, at most 60 times a second, and only after changes.

use std::time::{Duration, Instant};

/// Minimum time between two frames.
const FRAME: Duration = Duration::from_nanos(16_666_667);

/// State of the limiter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    dirty: bool,
    last: Option<Instant>,
}

impl Pace {
    /// Requests a frame.
    pub fn want(&mut self) {
        self.dirty = true;
    }

    /// Requests a frame without delay, for changes that the user waits for.
    pub fn hurry(&mut self) {
        *self = Self {
            dirty: true,
            last: None,
        };
    }

    /// Returns the time of the next frame; `None` while nothing has changed.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        self.dirty
            .then(|| self.last.map_or(now, |last| (last + FRAME).max(now)))
    }

    /// Returns whether to draw now. If so, the frame counts as drawn.
    pub fn draw(&mut self, now: Instant) -> bool {
        let due = self.due(now).is_some_and(|due| due <= now);
        if due {
            *self = Self {
                dirty: false,
                last: Some(now),
            };
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_drawn_without_a_reason() {
        let now = Instant::now();
        let mut pace = Pace::default();
        assert!(!pace.draw(now));
        assert_eq!(pace.due(now), None);
        pace.want();
        assert!(pace.draw(now));
        assert!(!pace.draw(now + FRAME * 10));
    }

    #[test]
    fn what_is_waited_for_is_drawn_at_once_and_what_follows_it_is_not() {
        let now = Instant::now();
        let mut pace = Pace::default();
        pace.want();
        assert!(pace.draw(now));
        pace.hurry();
        assert_eq!(pace.due(now), Some(now));
        assert!(pace.draw(now));
        pace.want();
        assert!(!pace.draw(now) && pace.due(now) == Some(now + FRAME));
    }

    #[test]
    fn a_burst_is_one_frame_each_sixtieth_of_a_second() {
        let start = Instant::now();
        let mut pace = Pace::default();
        let frames = (0..1_000).filter(|ms| {
            pace.want();
            pace.draw(start + Duration::from_millis(*ms))
        });
        assert!((59..=60).contains(&frames.count()));
    }

    #[test]
    fn the_last_change_of_a_burst_is_drawn_too() {
        let start = Instant::now();
        let mut pace = Pace::default();
        pace.want();
        assert!(pace.draw(start));
        pace.want();
        let soon = start + Duration::from_millis(1);
        assert!(!pace.draw(soon));
        assert_eq!(pace.due(soon), Some(start + FRAME));
        assert!(pace.draw(start + FRAME));
    }
}
