//! Simulation of colour blindness, and the perceived difference of two colours.

use crate::theme::Rgb;
use crate::theme::luminance::linear_channel;

fn linear_rgb(colour: Rgb) -> [f64; 3] {
    [linear_channel(colour.r), linear_channel(colour.g), linear_channel(colour.b)]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Matrices of Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
pub(super) const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protan",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deutan",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritan",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// Returns the CIELAB (D65) coordinates of a colour as perceived.
fn lab(colour: Rgb, eye: [[f64; 3]; 3]) -> [f64; 3] {
    let rgb = eye.map(|row| dot(row, linear_rgb(colour)).clamp(0.0, 1.0));
    let f = |t: f64| {
        if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 }
    };
    let x = f(dot([0.412_456_4, 0.357_576_1, 0.180_437_5], rgb) / 0.950_47);
    let y = f(dot([0.212_672_9, 0.715_152_2, 0.072_175], rgb));
    let z = f(dot([0.019_333_9, 0.119_192, 0.950_304_1], rgb) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the perceived difference of two colours (CIE76).
pub(super) fn distance(a: Rgb, b: Rgb, eye: [[f64; 3]; 3]) -> f64 {
    let (a, b) = (lab(a, eye), lab(b, eye));
    a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
}
