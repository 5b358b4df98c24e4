//! When to draw: at once after a quiet while, at most sixty times a second in a busy one, never without a reason.

use std::time::{Duration, Instant};

/// The shortest time between two frames.
const FRAME: Duration = Duration::from_nanos(16_666_667);

/// What is known of drawing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    dirty: bool,
    last: Option<Instant>,
}

impl Pace {
    /// Something may look different.
    pub fn want(&mut self) {
        self.dirty = true;
    }

    /// Something may look different that is waited for: the next frame does not wait for the one before it.
    pub fn hurry(&mut self) {
        *self = Self {
            dirty: true,
            last: None,
        };
    }

    /// When the next frame is due; `None` while nothing changed.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        self.dirty
            .then(|| self.last.map_or(now, |last| (last + FRAME).max(now)))
    }

    /// Whether to draw now. If so, it counts as drawn.
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
