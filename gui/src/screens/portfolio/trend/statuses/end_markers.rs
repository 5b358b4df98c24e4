//! Placement of the status icons at line ends, so that they do not overlap.

use egui::Rangef;

/// Returns the heights of the icons for lines that end at these heights. Colliding icons are centred around the mean of
/// their line ends.
pub(super) fn spread_heights(ends: &[f32], within: Rangef) -> Vec<f32> {
    /// Height of an icon including its margin.
    const ICON_HEIGHT: f32 = 13.0;
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|a, b| ends[*a].total_cmp(&ends[*b]));
    // Each cluster has the position of its first icon and the indices of its lines.
    let mut clusters: Vec<(f32, Vec<usize>)> = Vec::new();
    for at in order {
        let (mut top, mut rings) = (ends[at], vec![at]);
        while let Some((_, above)) =
            clusters.pop_if(|(above, members)| *above + members.len() as f32 * ICON_HEIGHT > top)
        {
            rings.splice(0..0, above);
            let count = rings.len() as f32;
            let middle = rings.iter().map(|at| ends[*at]).sum::<f32>() / count;
            let cluster_height = (count - 1.0) * ICON_HEIGHT;
            top = (middle - cluster_height / 2.0).min(within.max - cluster_height).max(within.min);
        }
        clusters.push((top, rings));
    }
    let mut heights = ends.to_vec();
    for (top, cluster) in clusters {
        for (index, at) in cluster.into_iter().enumerate() {
            heights[at] = top + index as f32 * ICON_HEIGHT;
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_line_end_markers_stay_apart_inside_the_chart() {
        let within = Rangef::new(0.0, 100.0);
        let heights = spread_heights(&[50.0, 10.0, 50.0, 52.0, 98.0, 99.0], within);
        assert_eq!(heights[1].to_bits(), 10_f32.to_bits(), "an icon without a collision must not move");
        let middle = (heights[0] + heights[2] + heights[3]) / 3.0;
        assert!(
            (middle - 152.0 / 3.0).abs() < 0.01,
            "expected the icons around their line ends: {heights:?}"
        );
        let mut sorted = heights.clone();
        sorted.sort_by(f32::total_cmp);
        assert!(sorted.windows(2).all(|two| two[1] - two[0] > 12.9), "{heights:?}");
        assert!(sorted.iter().all(|y| within.contains(*y)), "{heights:?}");
    }
}
