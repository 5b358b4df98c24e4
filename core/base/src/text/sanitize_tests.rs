use proptest::prelude::*;

use crate::text::width;

use super::*;

#[test]
fn ordinary_text_is_untouched() {
    for text in [
        "",
        "Le Parc, Lyon",
        "Îlot Saint-Michel – « 1\u{202f}234\u{a0}€ »",
        "東京 🏢 Ελλάδα",
        "e\u{301}",
        "👍🏽",
        "नमस्ते",
    ] {
        assert_eq!(SafeText::line(text), text);
        assert_eq!(SafeText::block(text), text);
    }
}

#[test]
fn controls_become_carets_and_marks() {
    assert_eq!(SafeText::line("\u{1b}[31mA\u{7f}\0"), "^[[31mA^?^@");
    assert_eq!(SafeText::line("a\u{9b}31m"), "a⟨U+009B⟩31m");
    assert_eq!(SafeText::line("a\nb\tc\r\nd\re\u{2028}f\u{85}g"), "a b c d e f g");
    assert_eq!(SafeText::block("a\r\nb\rc\td\u{2029}e"), "a\nb\nc d\ne");
}

#[test]
fn direction_and_hidden_characters_are_named() {
    assert_eq!(SafeText::line("Lyon\u{202e}txt.exe"), "Lyon⟨U+202E⟩txt.exe");
    assert_eq!(SafeText::line("a\u{200b}b\u{feff}\u{ad}\u{61c}"), "a⟨U+200B⟩b⟨U+FEFF⟩⟨U+00AD⟩⟨U+061C⟩");
    assert_eq!(SafeText::line("\u{e0041}\u{e0100}\u{2066}x\u{2069}"), "⟨U+E0041⟩⟨U+E0100⟩⟨U+2066⟩x⟨U+2069⟩");
    assert_eq!(SafeText::line("☎\u{fe0f} ok"), "☎ ok");
    assert_eq!(SafeText::line(" \u{fe0f}"), " ⟨U+FE0F⟩");
}

#[test]
fn piles_of_marks_are_capped() {
    let pile = format!("a{}b", "\u{301}".repeat(10_000));
    let shown = SafeText::line(&pile);
    assert!(shown.chars().count() <= MAX_GRAPHEME_CHARS * MAX_LINE_GRAPHEMES);
    let short = SafeText::line(&format!("a{}b", "\u{301}".repeat(20)));
    assert_eq!(short.as_str(), format!("a{}\u{fffd}b", "\u{301}".repeat(7)));
    assert_eq!(SafeText::line("\u{301}a"), "◌\u{301}a");
    assert_eq!(SafeText::block("a\n\u{301}b"), "a\n◌\u{301}b");
}

#[test]
fn long_text_is_cut_once() {
    let long = "é".repeat(MAX_LINE_GRAPHEMES + 1);
    let shown = SafeText::line(&long);
    assert_eq!(shown.graphemes(true).count(), MAX_LINE_GRAPHEMES);
    assert!(shown.ends_with('…'));
    let exact = "é".repeat(MAX_LINE_GRAPHEMES);
    assert_eq!(SafeText::line(&exact), exact.as_str());
    assert_eq!(SafeText::line_within("abcdef", 3), "ab…");
    assert_eq!(SafeText::line_within("abcdef", 0), "…");
    assert_eq!(SafeText::line_within("é", 0), "é");
}

#[test]
fn overlong_text_is_limited_when_sanitised() {
    let endless = "\u{202e}".repeat(5_000_000);
    assert!(SafeText::line(&endless).graphemes(true).count() <= MAX_LINE_GRAPHEMES);
}

fn hostile_text() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        any::<char>(),
        prop::sample::select(vec![
            '\u{1b}',
            '\n',
            '\r',
            '\t',
            '\u{202e}',
            '\u{200d}',
            '\u{fe0f}',
            '\u{301}',
            '\u{20e3}',
            '\u{e0041}',
            '⟨',
            '^',
            '\u{1f1eb}',
            '\u{1100}',
            '\u{94d}',
            '\u{915}',
            '\u{d4e}',
            '👩',
            ' ',
            'a',
        ]),
        Just('\u{301}'),
        Just('\u{94d}'),
    ];
    prop::collection::vec(letter, 0..200).prop_map(|letters| letters.into_iter().collect())
}

proptest! {
    #[test]
    fn sanitised_text_contains_no_control_characters(text in hostile_text()) {
        let line = SafeText::line(&text);
        prop_assert!(!line.chars().any(|letter| letter.is_control() || is_hidden(letter)), "{:?}", line);
        let block = SafeText::block(&text);
        prop_assert!(!block.chars().any(|letter| letter != '\n' && (letter.is_control() || is_hidden(letter))));
    }

    #[test]
    fn cleaning_twice_is_cleaning_once(text in hostile_text(), limit in 1_usize..80) {
        let line = SafeText::line(&text);
        prop_assert_eq!(&SafeText::line(&line), &line);
        let block = SafeText::block(&text);
        prop_assert_eq!(&SafeText::block(&block), &block);
        let cut = SafeText::line_within(&text, limit);
        prop_assert_eq!(&SafeText::line_within(&cut, limit), &cut);
    }

    #[test]
    fn size_is_bounded(text in hostile_text(), limit in 1_usize..80) {
        let cut = SafeText::line_within(&text, limit);
        prop_assert!(cut.graphemes(true).count() <= limit, "{:?}", cut);
        prop_assert!(width(&cut) <= 2 * limit);
        prop_assert!(cut.chars().count() <= limit * (MAX_GRAPHEME_CHARS + 1));
    }
}
