use encours_core::view::text::Clean;
use encours_core::view::tokens::Theme;

use super::*;
use crate::theme::Look;

fn card(owner: &str, value: &str) -> Card {
    Card {
        id: "a".parse().unwrap(),
        name: Clean::line("Halle Vauban, Lille"),
        status: Clean::line("ic"),
        status_label: String::new(),
        class: Clean::line("bureaux"),
        class_label: "Bureaux".into(),
        owner: Clean::line(owner),
        owned: true,
        age: String::new(),
        stale: None,
        heat: Some(Heat::Stuck),
        write: None,
        write_label: String::new(),
        field: CardField {
            band: Band::None,
            note: String::new(),
            name: "LTV".into(),
            value: value.into(),
        },
        more: Vec::new(),
        found: Vec::new(),
        owner_found: Vec::new(),
        selected: false,
        focused: false,
    }
}

#[test]
fn the_clocks_of_compact_cards_stand_under_each_other_whatever_the_names_and_numbers() {
    let look = Look::new(Theme::Light);
    let ctx = egui::Context::default();
    look.install(&ctx);
    let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
        let pen = Pen::new(ui.painter(), &look);
        let face = CardFace {
            density: Density::Compact,
            ..CardFace::default()
        };
        let height = look.tokens.size.card_compact;
        for (at, card) in [
            card("A. Martin", "64,2 %"),
            card("", "n. c."),
            card("Marie-Christine de La Rochefoucauld", "1 164,2 %"),
        ]
        .iter()
        .enumerate()
        {
            let corner = pos2(0.0, at as f32 * height);
            let rect = Rect::from_min_size(corner, vec2(212.0, height));
            let state = State {
                face,
                ..State::default()
            };
            paint(&pen, rect, card, state);
        }
    });
    let clocks: Vec<f32> = output
        .shapes
        .iter()
        .filter_map(|clipped| match &clipped.shape {
            egui::Shape::Circle(circle) if circle.fill == look.bands.alert => Some(circle.center.x),
            _ => None,
        })
        .collect();
    assert_eq!(clocks.len(), 3, "none is left out");
    assert!(clocks.iter().all(|x| (x - clocks[0]).abs() < 0.1), "{clocks:?}");
    output.textures_delta.clear();
}

#[test]
fn a_lane_says_once_what_its_cards_have_in_common() {
    let face = |lanes| {
        let face = CardFace::of(&BoardLook {
            lanes,
            ..BoardLook::default()
        });
        (face.class, face.owner)
    };
    assert_eq!(face(Lanes::None), (true, true));
    assert_eq!(face(Lanes::Owner), (true, false));
    assert_eq!(face(Lanes::Class), (false, true));
}
