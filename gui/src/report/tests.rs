//! The page and the picture hold what the screen says.

use encours_core::app::{FrontEnd, Keymap, Options};
use encours_core::view::text::Lang;
use jiff::tz::TimeZone;

use super::*;
use crate::theme::{Face, Weight};

fn app() -> App {
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let options = Options::new(Lang::Fr, keymap, TimeZone::UTC);
    App::new(options, "2026-11-20T08:41:00Z".parse().unwrap())
}

#[test]
fn a_page_is_a_document_with_text_in_it() {
    let bytes = pdf(&app());
    assert!(bytes.starts_with(b"%PDF-1."), "no document");
    assert!(bytes.ends_with(b"%%EOF"), "not ended");
    let text = String::from_utf8_lossy(&bytes);
    for part in ["/Type /Page", "/ToUnicode", "/FontFile2", "/Lang (fr)", "/Title"] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn a_picture_is_twice_the_page() {
    let bytes = png(&app()).unwrap();
    let image = eframe::icon_data::from_png_bytes(&bytes).unwrap();
    assert_eq!((image.width, image.height), (1684, 1190));
    assert!(
        image.rgba.chunks(4).any(|pixel| pixel[0] < 80),
        "something is drawn"
    );
}

#[test]
fn widths_are_those_of_the_fonts() {
    for weight in [Weight::Regular, Weight::Medium, Weight::SemiBold, Weight::Mono] {
        let face = Face::body().weighing(weight);
        assert!(letters::font(weight).is_some());
        let of = |text: &str| letters::width(text, face);
        assert!((of("11") - of("88")).abs() < 0.01, "{weight:?}: figures line up");
        assert!(of("Évolution") > 30.0);
    }
}
