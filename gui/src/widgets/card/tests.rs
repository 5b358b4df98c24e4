use encours_core::text::SafeText;
use encours_core::theme::WindowTheme;

use super::super::text_probe::{painted_texts, text_rect};
use super::*;
use crate::theme::Theme;

fn card(owner: &str, value: &str) -> Card {
    Card {
        id: "a".parse().unwrap(),
        name: SafeText::line("Halle Vauban, Lille"),
        status: SafeText::line("ic"),
        status_label: String::new(),
        class: SafeText::line("bureaux"),
        class_label: "Bureaux".into(),
        class_short: "Bureaux".into(),
        owner: SafeText::line(owner),
        has_owner: true,
        age: String::new(),
        slowness_reason: None,
        slowness: Some(Slowness::Stuck),
        write: None,
        followup: None,
        has_note: false,
        starred: false,
        labels: Vec::new(),
        write_label: String::new(),
        field: CardField {
            band: Band::None,
            note: String::new(),
            name: "LTV".into(),
            value: value.into(),
            missing: false,
        },
        more_fields: Vec::new(),
        name_matches: Vec::new(),
        owner_matches: Vec::new(),
        selected: false,
        focused: false,
    }
}

#[test]
fn compact_card_clocks_align_for_any_name_or_number() {
    let theme = Theme::new(WindowTheme::Light);
    let ctx = egui::Context::default();
    theme.install(&ctx);
    let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
        let painter = Painter::new(ui.painter(), &theme);
        let layout = CardLayout { density: Density::Compact, ..CardLayout::default() };
        let height = theme.tokens.size.card_compact;
        let aged = |card: Card| Card { age: "31 j".into(), ..card };
        for (at, card) in [
            card("A. Martin", "64,2 %"),
            card("", "n. c."),
            card("Marie-Christine de La Rochefoucauld", "1 164,2 %"),
        ]
        .into_iter()
        .map(aged)
        .enumerate()
        {
            let rect = rect_at(0.0, at as f32 * height, 212.0, height);
            let state = CardState { layout, ..CardState::default() };
            paint(&painter, rect, &card, state);
        }
    });
    let clocks: Vec<f32> = output
        .shapes
        .iter()
        .filter_map(|clipped| match &clipped.shape {
            egui::Shape::Circle(circle) if circle.fill == theme.band_colors.alert => Some(circle.center.x),
            _ => None,
        })
        .collect();
    assert_eq!(clocks.len(), 3, "expected a clock on each card");
    assert!(clocks.iter().all(|x| (x - clocks[0]).abs() < 0.1), "{clocks:?}");
    output.textures_delta.clear();
}

#[test]
fn compact_card_shows_age_beside_name_and_short_class() {
    let card = Card {
        age: "31 j".into(),
        class_label: "Hôtellerie et loisirs".into(),
        class_short: "Hôtels".into(),
        ..card("A. Martin", "64,2 %")
    };
    let texts = painted_texts(|painter| {
        let state = CardState {
            layout: CardLayout { density: Density::Compact, owner: false, ..CardLayout::default() },
            ..CardState::default()
        };
        let size = vec2(192.0, painter.theme.tokens.size.card_compact);
        paint(painter, Rect::from_min_size(pos2(0.0, 0.0), size), &card, state);
    });
    let (name, age) = (text_rect(&texts, "Halle Vauban, Lille"), text_rect(&texts, "31 j"));
    assert!(name.right() < age.left() && (name.center().y - age.center().y).abs() < 4.0);
    assert!(text_rect(&texts, "Hôtels").right() < text_rect(&texts, "LTV 64,2 %").left());
}

#[test]
fn card_layout_omits_the_field_that_its_swimlane_shows() {
    let layout = |swimlanes| {
        let layout = CardLayout::from_board(&BoardLayout { swimlanes, ..BoardLayout::default() });
        (layout.class, layout.owner)
    };
    assert_eq!(layout(Swimlanes::None), (true, true));
    assert_eq!(layout(Swimlanes::Owner), (true, false));
    assert_eq!(layout(Swimlanes::Class), (false, true));
}

/// Returns the texts of a card in presentation mode, with their areas.
fn card_texts(card: &Card, width: f32) -> Vec<(String, Rect)> {
    let texts = painted_texts(|painter| {
        let size = vec2(width, standard_height(painter.theme.tokens, true, 0));
        let state =
            CardState { layout: CardLayout::default().with_two_line_names(true), ..CardState::default() };
        paint(painter, Rect::from_min_size(pos2(0.0, 0.0), size), card, state);
    });
    texts.into_iter().map(|painted| (painted.text, painted.rect)).collect()
}

#[test]
fn long_name_wraps_in_a_presentation_without_truncating_fields() {
    let card_named =
        |name: &str| Card { name: SafeText::line(name), age: "31 j".into(), ..card("A. Martin", "64,2 %") };
    let find = |texts: &[(String, Rect)], text: &str| {
        let found = texts.iter().find(|(painted, _)| painted == text);
        found.map(|(_, rect)| *rect)
    };
    let short_name = card_texts(&card_named("Le Parc, Lyon"), 212.0);
    assert!(find(&short_name, "Bureaux").is_some(), "{short_name:?}");
    let long = card_named("Résidence Cassiopée et Jardins, Montpellier");
    let texts = card_texts(&long, 212.0);
    let begin = find(&texts, "Résidence Cassiopée et").expect("failed to find the first line");
    let second_line = find(&texts, "Jardins, Montpellier").expect("failed to find the second line");
    let (age, owner) = (find(&texts, "31 j").unwrap(), find(&texts, "A. Martin").unwrap());
    assert!(
        begin.bottom() <= second_line.top() + 4.0 && second_line.bottom() <= owner.top() + 4.0,
        "{texts:?}"
    );
    let class = find(&texts, "Bureaux").expect("failed to find the class");
    assert!(second_line.bottom() <= class.top() + 4.0 && class.bottom() <= owner.top() + 4.0, "{texts:?}");
    assert!(class.right() < age.left(), "{texts:?}");
    assert!(find(&texts, "LTV 64,2 %").is_some(), "{texts:?}");
}

#[test]
fn name_near_the_width_limit_never_hides_the_class() {
    let fits = Card {
        name: SafeText::line("Rue Vauquelin 12, Reims"),
        age: "10 j".into(),
        ..card("A. Martin", "64,2 %")
    };
    let mut seen = [false; 2];
    for quarters in 600..1_000_u16 {
        let texts = card_texts(&fits, f32::from(quarters) / 4.0);
        let is_painted = |text: &str| texts.iter().any(|(painted, _)| painted == text);
        let is_whole = is_painted("Rue Vauquelin 12, Reims");
        assert!(is_painted("Bureaux"), "{quarters}: {texts:?}");
        seen[usize::from(is_whole)] = true;
    }
    assert_eq!(seen, [true; 2], "expected full and truncated names");
}

#[test]
fn narrow_card_shortens_class_and_owner_without_cutting() {
    let class = Card {
        class_label: "Hôtellerie et loisirs".into(),
        class_short: "Hôtels".into(),
        age: "≥ 31 j".into(),
        slowness: Some(Slowness::Slow),
        ..card("M. Castellane", "-55,5 %")
    };
    let width = card_texts(&class, 280.0);
    let narrow = card_texts(&class, 166.0);
    let is_painted = |texts: &[(String, Rect)], text: &str| texts.iter().any(|(painted, _)| painted == text);
    assert!(is_painted(&width, "Hôtellerie et loisirs") && is_painted(&width, "M. Castellane"), "{width:?}");
    assert!(is_painted(&narrow, "Hôtels") && is_painted(&narrow, "Castellane"), "{narrow:?}");
}

fn number(name: &str, value: &str) -> CardField {
    CardField {
        band: Band::None,
        note: String::new(),
        name: name.into(),
        value: value.into(),
        missing: false,
    }
}

#[test]
fn card_shows_all_extra_metrics_without_band_icons() {
    let theme = Theme::new(WindowTheme::Light);
    for more in [
        vec![number("LTC", "75,1 %"), number("CRD", "123,9 M€")],
        vec![number("LTC", "175,1 %"), number("Senior principal", "€123.9m")],
        vec![number("LTC", "75.1%"), number("Debt yield", "8.1%")],
    ] {
        let card = Card { more_fields: more.clone(), ..card("A. Martin", "64,2 %") };
        let ctx = egui::Context::default();
        theme.install(&ctx);
        let lines = extra_line_count(more.iter().map(|field| field.name.as_str()));
        let size = vec2(212.0, standard_height(theme.tokens, false, lines));
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let rect = Rect::from_min_size(pos2(0.0, 0.0), size);
            paint(&Painter::new(ui.painter(), &theme), rect, &card, CardState::default());
        });
        let mut texts = Vec::new();
        let mut rings = 0;
        for clipped in &output.shapes {
            match &clipped.shape {
                egui::Shape::Text(text) => texts.push((
                    text.galley.text().to_owned(),
                    text.galley.elided,
                    text.visual_bounding_rect(),
                )),
                egui::Shape::Circle(circle) if circle.radius < 4.0 => rings += 1,
                _ => {}
            }
        }
        for field in &more {
            let number_text = format!("{} {}", field.name, field.value);
            let found = texts.iter().find(|(text, ..)| *text == number_text);
            let (_, elided, text_rect) = found.unwrap_or_else(|| panic!("{number_text}: {texts:?}"));
            assert!(
                !elided && text_rect.left() >= 12.0 && text_rect.bottom() <= size.y - 4.0,
                "{number_text}: {text_rect:?}"
            );
        }
        assert_eq!(rings, 0, "a value must not have a ring");
        output.textures_delta.clear();
    }
}
