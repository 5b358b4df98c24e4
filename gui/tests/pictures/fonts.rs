//! The shipped fonts: digits align in every weight, and every used character has a glyph.
//!
//! The snapshot is drawn by a software Vulkan device, so that it is identical on every machine.

use std::sync::Arc;

use egui::{Context, FontData, FontDefinitions, FontFamily, FontId, RichText};
use egui_kittest::Harness;

/// The font family names of the test, with the shipped files.
const FONTS: [(&str, &[u8]); 4] = [
    ("regular", include_bytes!("../../../assets/fonts/InterTabular-Regular.ttf")),
    ("medium", include_bytes!("../../../assets/fonts/InterTabular-Medium.ttf")),
    ("semibold", include_bytes!("../../../assets/fonts/InterTabular-SemiBold.ttf")),
    ("mono", include_bytes!("../../../assets/fonts/Hack-Regular.ttf")),
];

/// Text as in number columns and sentences, in both languages.
const SAMPLE_TEXTS: [&str; 5] = [
    "1\u{202f}111\u{202f}111,11\u{a0}€",
    "8\u{202f}888\u{202f}888,88\u{a0}€",
    "−1\u{202f}234,50\u{a0}€ · 72,4\u{a0}% · 1,25x · ≥\u{a0}12\u{a0}j",
    "Évolution « Îlot Saint-Michel » d’où « Œuvre » : 18:02 → 08:15",
    "Σ 126 ± 2 ≈ 128 ≠ 130 × 2 ÷ 3 ≤ 4 – — … ↵ ⇧X ← ↑ ↓",
];

fn install(ctx: &Context) {
    let mut fonts = FontDefinitions::empty();
    for (name, bytes) in FONTS {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        fonts.families.insert(FontFamily::Name(name.into()), vec![name.to_owned()]);
    }
    fonts.families.insert(FontFamily::Proportional, vec!["regular".to_owned()]);
    fonts.families.insert(FontFamily::Monospace, vec!["mono".to_owned()]);
    ctx.set_fonts(fonts);
}

fn font_id(style: &str, size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(style.into()))
}

/// Lays out a text as the window does and returns its width in points.
fn text_width(ctx: &Context, style: &str, size: f32, text: &str) -> f32 {
    let white = egui::Color32::WHITE;
    ctx.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), font_id(style, size), white).size().x)
}

/// Runs the checks inside a first frame, when the fonts are ready.
fn in_first_frame(check: impl FnMut(&Context) + 'static) {
    let mut check = check;
    let _harness = Harness::builder().with_context_setup(install).build_ui(move |ui| check(ui.ctx()));
}

#[test]
fn every_digit_is_as_wide_as_any_other() {
    in_first_frame(|ctx| {
        for (style, _) in FONTS {
            for size in [11.0, 12.0, 13.0, 17.0, 26.0] {
                let width_of = |digit: char| {
                    let number: String = "#\u{202f}###\u{202f}###,##\u{a0}€".replace('#', &digit.to_string());
                    text_width(ctx, style, size, &number)
                };
                let first = width_of('0');
                assert!(first > size, "{style} {size}: nothing was laid out");
                for digit in '1'..='9' {
                    assert!(
                        (width_of(digit) - first).abs() < 0.01,
                        "{style} {size}: {digit} moves the column"
                    );
                }
            }
        }
    });
}

#[test]
fn every_sample_text_has_its_glyphs() {
    in_first_frame(|ctx| {
        for (style, _) in FONTS {
            for text in SAMPLE_TEXTS {
                for sign in text.chars() {
                    let has_glyph = ctx.fonts_mut(|fonts| fonts.has_glyph(&font_id(style, 13.0), sign));
                    assert!(has_glyph, "{style} has no U+{:04X} {sign}", u32::from(sign));
                }
            }
        }
    });
}

#[test]
fn text_from_the_service_is_not_rewritten() {
    in_first_frame(|ctx| {
        for (style, _) in FONTS {
            for (text, parts) in [("->", ["-", ">"]), ("=>", ["=", ">"]), ("(c", ["(", "c"])] {
                let apart: f32 = parts.iter().map(|part| text_width(ctx, style, 20.0, part)).sum();
                assert!((text_width(ctx, style, 20.0, text) - apart).abs() < 1.5, "{style} joins {text}");
            }
        }
    });
}

#[test]
fn faces_snapshot() {
    let mut harness = Harness::builder()
        .with_size([600.0, 500.0])
        .with_theme(egui::Theme::Light)
        .wgpu()
        .with_context_setup(install)
        .build_ui(|ui| {
            for (style, _) in FONTS {
                for text in SAMPLE_TEXTS {
                    ui.label(RichText::new(text).font(font_id(style, 15.0)));
                }
                ui.add_space(12.0);
            }
        });
    harness.run();
    harness.snapshot("faces");
}
