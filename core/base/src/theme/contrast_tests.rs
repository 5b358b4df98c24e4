//! Contrast tests of the theme tokens.
//!
//! They check the WCAG 2.2 contrast of every role over all its backgrounds. Bands must also differ under every kind of
//! colour blindness. A violating edit of the token file fails here.

mod color_blindness;

use color_blindness::{EYES, distance};

use super::luminance::luminance;
use super::{
    Accent, Rgb, ShadowToken, TermColor, TermStyle, TerminalTheme, WindowPalette, WindowTheme, tokens,
};

/// A role or background, with its name for the report.
type NamedRole = (&'static str, fn(&WindowPalette) -> Rgb);

macro_rules! roles {
    ($($name:ident)*) => { &[$((stringify!($name), (|p: &WindowPalette| p.$name) as fn(&WindowPalette) -> Rgb)),*] };
}

/// Text roles and their backgrounds: at least 4.5:1 (1.4.3), 7:1 in high contrast (1.4.6).
const TEXT: &[(&[NamedRole], &[NamedRole])] = &[
    (roles![text text_secondary text_tertiary accent_text], BACKGROUNDS),
    (roles![on_accent], roles![accent accent_hover accent_pressed]),
    (roles![on_danger], roles![danger danger_hover danger_pressed]),
];

/// Fills of pressable elements: resting, hovered, pressed.
const PRESSED: &[&[NamedRole]] =
    &[roles![accent accent_hover accent_pressed], roles![danger danger_hover danger_pressed]];

/// All backgrounds of text.
const BACKGROUNDS: &[NamedRole] = roles![canvas sunken surface raised hover pressed accent_soft];

/// Disabled text: at least 3:1, or 4.5:1 in high contrast.
///
/// WCAG exempts it (1.4.3, "inactive user interface component"), but users must be able to find it. The reason beside
/// it is ordinary text.
const DISABLED: &[(&[NamedRole], &[NamedRole])] = &[(roles![text_disabled], BACKGROUNDS)];

/// Visible parts: at least 3:1 (1.4.11), or 4.5:1 in high contrast except for text fills.
const VISIBLE_PARTS: &[(&[NamedRole], &[NamedRole])] = &[
    (roles![control], roles![canvas surface raised]),
    (roles![focus_ring], roles![canvas sunken surface accent_soft]),
    (roles![accent], roles![canvas sunken surface]),
    (roles![series bar], roles![surface]),
];

const BAND_WORD_GROUNDS: &[NamedRole] = roles![canvas surface raised];
const BAND_SHAPE_GROUNDS: &[NamedRole] = roles![sunken hover accent_soft];

/// Returns the contrast ratio of WCAG 2.2, from 1 to 21.
fn ratio(a: Rgb, b: Rgb) -> f64 {
    assert!(a.a == u8::MAX && b.a == u8::MAX, "a ratio of colours that are not opaque says nothing");
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Collects all failing pairs, so that one run reports them together.
#[derive(Default)]
struct ContrastReport(Vec<String>);

impl ContrastReport {
    fn check(&mut self, what: &str, on: &str, found: f64, least: f64) {
        if found < least && self.0.len() < 40 {
            self.0.push(format!("{what} on {on}: {found:.2}, needs {least}"));
        }
    }

    fn roles(
        &mut self,
        theme: WindowTheme,
        pairs: &[(&[NamedRole], &[NamedRole])],
        least: impl Fn(&str) -> f64,
    ) {
        self.roles_of(&format!("{theme:?}"), tokens().color(theme), pairs, least);
    }

    fn roles_of(
        &mut self,
        whose: &str,
        palette: &WindowPalette,
        pairs: &[(&[NamedRole], &[NamedRole])],
        least: impl Fn(&str) -> f64,
    ) {
        for (roles, grounds) in pairs {
            for (role, of) in *roles {
                for (ground, under) in *grounds {
                    let found = ratio(of(palette), under(palette));
                    if found < least(role) {
                        self.check(&format!("{whose} {role}"), ground, found, least(role));
                    }
                }
            }
        }
    }

    #[track_caller]
    fn finish(self) {
        assert!(self.0.is_empty(), "contrast falls short:\n{}", self.0.join("\n"));
    }
}

fn bands(theme: WindowTheme) -> [(&'static str, Rgb); 4] {
    let b = tokens().bands(theme);
    [("ok", b.ok), ("watch", b.watch), ("alert", b.alert), ("none", b.none)]
}

#[test]
fn ratios_are_those_of_the_standard() {
    let (black, white) = (Rgb::opaque(0, 0, 0), Rgb::opaque(255, 255, 255));
    assert!((ratio(black, white) - 21.0).abs() < 1e-9);
    assert!((ratio(white, white) - 1.0).abs() < 1e-9);
    assert!((ratio(Rgb::opaque(0x77, 0x77, 0x77), white) - 4.478).abs() < 0.001);
    assert!((distance(black, white, EYES[0].1) - 100.0).abs() < 0.01);
}

#[test]
fn text_can_be_read_on_every_ground() {
    let mut report = ContrastReport::default();
    for theme in WindowTheme::ALL {
        let least = if theme == WindowTheme::HighContrast { 7.0 } else { 4.5 };
        report.roles(theme, TEXT, |_| least);
    }
    report.finish();
}

#[test]
fn disabled_colors_stay_visible_and_differ_from_enabled() {
    let mut report = ContrastReport::default();
    for theme in WindowTheme::ALL {
        let least = if theme == WindowTheme::HighContrast { 4.5 } else { 3.0 };
        report.roles(theme, DISABLED, |_| least);
        let palette = tokens().color(theme);
        let on_surface = |ink: Rgb| ratio(ink, palette.surface);
        let apart = on_surface(palette.text) / on_surface(palette.text_disabled);
        report.check(&format!("{theme:?} text"), "text_disabled", apart, 3.0);
    }
    report.finish();
}

#[test]
fn pressed_fills_differ_from_hovered_and_resting_fills() {
    let mut report = ContrastReport::default();
    for theme in WindowTheme::ALL {
        let palette = tokens().color(theme);
        for fills in PRESSED {
            let [rest, hover, pressed] = [0, 1, 2].map(|at| fills[at]);
            for (one, least) in [(rest, 12.0), (hover, 8.0)] {
                let found = distance(pressed.1(palette), one.1(palette), EYES[0].1);
                report.check(&format!("{theme:?} {}", pressed.0), one.0, found, least);
            }
        }
    }
    report.finish();
}

#[test]
fn parts_can_be_seen_on_every_ground() {
    let mut report = ContrastReport::default();
    for theme in WindowTheme::ALL {
        report.roles(theme, VISIBLE_PARTS, |role| {
            if theme == WindowTheme::HighContrast && role != "accent" { 4.5 } else { 3.0 }
        });
    }
    report.finish();
}

/// Returns accents of every hue at several saturations and lightnesses, greys, and the named ones.
fn accents() -> Vec<Accent> {
    let levels = [0x00, 0x20, 0x40, 0x60, 0x80, 0xA0, 0xC0, 0xE0, 0xFF];
    let mut accents: Vec<Accent> = Accent::named().collect();
    for r in levels {
        for g in levels {
            accents.extend(levels.map(|b| Accent::Custom(Rgb::opaque(r, g, b))));
        }
    }
    accents
}

#[test]
fn every_accent_keeps_the_contrast_of_every_role() {
    let accents = accents();
    assert!(accents.len() > 700);
    let mut report = ContrastReport::default();
    for theme in WindowTheme::ALL {
        let high = theme == WindowTheme::HighContrast;
        let shapes: Vec<Rgb> = bands(theme).map(|(_, colour)| colour).to_vec();
        for accent in &accents {
            let palette = tokens().color(theme).with_accent(theme, *accent);
            let whose = format!("{theme:?} {accent}");
            report.roles_of(&whose, &palette, TEXT, |_| if high { 7.0 } else { 4.5 });
            report.roles_of(&whose, &palette, DISABLED, |_| if high { 4.5 } else { 3.0 });
            report.roles_of(&whose, &palette, VISIBLE_PARTS, |role| {
                if high && role != "accent" { 4.5 } else { 3.0 }
            });
            for shape in &shapes {
                let found = ratio(*shape, palette.accent_soft);
                report.check(&whose, "band on accent_soft", found, 3.0);
            }
            for fills in PRESSED {
                let [rest, hover, pressed] = [0, 1, 2].map(|at| fills[at].1(&palette));
                for (one, least) in [(rest, 12.0), (hover, 8.0)] {
                    let found = distance(pressed, one, EYES[0].1);
                    report.check(&whose, "what is held down", found, least);
                }
            }
        }
    }
    report.finish();
}

#[test]
fn bands_are_readable_as_text_and_visible_as_shapes() {
    let mut report = ContrastReport::default();
    for theme in WindowTheme::ALL {
        let palette = tokens().color(theme);
        let word = if theme == WindowTheme::HighContrast { 7.0 } else { 4.5 };
        for (name, colour) in bands(theme) {
            for (grounds, least) in [(BAND_WORD_GROUNDS, word), (BAND_SHAPE_GROUNDS, 3.0)] {
                for (ground, under) in grounds {
                    report.check(
                        &format!("{theme:?} band {name}"),
                        ground,
                        ratio(colour, under(palette)),
                        least,
                    );
                }
            }
        }
        let b = tokens().bands(theme);
        for (name, colour, ground) in
            [("ok", b.ok, b.ok_soft), ("watch", b.watch, b.watch_soft), ("alert", b.alert, b.alert_soft)]
        {
            report.check(
                &format!("{theme:?} band {name}"),
                "its own soft ground",
                ratio(colour, ground),
                3.0,
            );
            report.check(
                &format!("{theme:?} text"),
                &format!("{name}_soft"),
                ratio(palette.text, ground),
                word,
            );
        }
    }
    report.finish();
}

#[test]
fn danger_color_equals_the_alert_color() {
    for theme in WindowTheme::ALL {
        assert_eq!(tokens().color(theme).danger, tokens().bands(theme).alert, "{theme:?}");
    }
}

#[test]
fn class_marks_can_be_seen() {
    let mut report = ContrastReport::default();
    for theme in WindowTheme::ALL {
        let surface = tokens().color(theme).surface;
        for (code, class) in &tokens().class {
            let mark = if theme == WindowTheme::Light { Some(class.edge) } else { class.fill };
            if let Some(mark) = mark {
                report.check(&format!("{theme:?} class {code}"), "surface", ratio(mark, surface), 3.0);
            }
        }
    }
    report.finish();
}

#[test]
fn bands_stay_apart_under_every_colour_blindness() {
    let mut report = ContrastReport::default();
    for theme in WindowTheme::ALL {
        let [ok, watch, alert, _] = bands(theme);
        for (eye, matrix) in EYES {
            for (a, b) in [(ok, watch), (ok, alert), (watch, alert)] {
                report.check(
                    &format!("{theme:?} {} beside {}", a.0, b.0),
                    eye,
                    distance(a.1, b.1, matrix),
                    30.0,
                );
            }
        }
    }
    report.finish();
}

#[test]
fn the_ink_of_a_status_grows_with_its_progress() {
    for theme in WindowTheme::ALL {
        let surface = tokens().color(theme).surface;
        let ramp = ["sourcing", "screening", "due_diligence", "ic", "term_sheet", "structuring", "closing"];
        let inks = ramp.map(|code| ratio(tokens().status(code).color(theme), surface));
        assert!(inks.windows(2).all(|pair| pair[0] < pair[1]), "{theme:?} {inks:?}");
    }
}

#[test]
fn veils_and_shadows_let_the_page_through() {
    for theme in WindowTheme::ALL {
        assert!((1..u8::MAX).contains(&tokens().color(theme).scrim.a), "{theme:?}");
        let shadows = tokens().shadow(theme);
        for ShadowToken { color, .. } in
            [shadows.hover, shadows.float, shadows.drag, shadows.panel].into_iter().flatten()
        {
            assert!((1..u8::MAX).contains(&color.a), "{theme:?}");
        }
    }
}

#[test]
fn true_colours_of_the_terminal_can_be_read() {
    let mut report = ContrastReport::default();
    let grounds = [
        (TerminalTheme::TruecolorDark, Rgb::opaque(0x12, 0x12, 0x14)),
        (TerminalTheme::TruecolorLight, Rgb::opaque(0xFB, 0xFB, 0xFC)),
        (TerminalTheme::ContrastTruecolor, Rgb::opaque(0, 0, 0)),
    ];
    for (theme, ground) in grounds {
        let least = if theme == TerminalTheme::ContrastTruecolor { 7.0 } else { 4.5 };
        let p = tokens().terminal(theme);
        let read: [(&str, TermStyle); 15] = [
            ("text", p.text),
            ("text_secondary", p.text_secondary),
            ("text_tertiary", p.text_tertiary),
            ("heading", p.heading),
            ("accent", p.accent),
            ("key", p.key),
            ("selection", p.selection),
            ("selected", p.selected),
            ("armed", p.armed),
            ("ok", p.ok),
            ("watch", p.watch),
            ("alert", p.alert),
            ("none", p.none),
            ("pending", p.pending),
            ("match", p.matched),
        ];
        for (role, style) in read {
            let Some(TermColor::Rgb(fg)) = style.fg else { panic!("{theme:?} {role} has no true colour") };
            let under = if let Some(TermColor::Rgb(bg)) = style.bg { bg } else { ground };
            report.check(&format!("{theme:?} {role}"), "its ground", ratio(fg, under), least);
        }
    }
    report.finish();
}
