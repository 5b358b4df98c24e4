//! Zoom of the window: one step of a tenth up or down, or a reset.

/// Smallest and largest zoom factor.
const RANGE: (f32, f32) = (0.5, 3.0);
/// One zoom step.
const STEP: f32 = 0.1;

/// A change of the zoom factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoom {
    /// Larger by one step.
    In,
    /// Smaller by one step.
    Out,
    /// Back to the original size.
    Reset,
}

impl Zoom {
    /// Returns the new zoom factor after `current`, where 1 is the original size. It is a multiple of the step within the
    /// range.
    #[must_use]
    pub fn next_factor(self, current: f32) -> f32 {
        let target = match self {
            Self::In => current + STEP,
            Self::Out => current - STEP,
            Self::Reset => 1.0,
        };
        (target.clamp(RANGE.0, RANGE.1) / STEP).round() * STEP
    }
}

#[cfg(test)]
mod tests {
    use super::Zoom;

    #[test]
    fn zoom_steps_by_tenths_within_its_bounds() {
        let near = |a: f32, b: f32| (a - b).abs() < 1e-4;
        assert!(near(Zoom::In.next_factor(1.0), 1.1));
        assert!(near(Zoom::In.next_factor(1.04), 1.1));
        assert!(near(Zoom::Out.next_factor(0.5), 0.5));
        assert!(near(Zoom::In.next_factor(3.0), 3.0));
        assert!(near(Zoom::Reset.next_factor(2.0), 1.0));
    }
}
