//! Replaces symbols that the terminal lacks by ASCII of the same width.

use encours_core::theme::{tokens, two_char_sign};
use ratatui::buffer::Buffer;
use unicode_segmentation::UnicodeSegmentation;

use crate::theme::SymbolSet;

/// Replaces all symbols outside `signs`.
pub fn replace_unsupported(buffer: &mut Buffer, signs: SymbolSet) {
    match signs {
        SymbolSet::All => {}
        SymbolSet::Letters => to_ascii(buffer, is_text),
        SymbolSet::Latin => to_ascii(buffer, is_latin),
        SymbolSet::Ascii => to_ascii(buffer, |symbol| symbol.is_ascii()),
    }
}

/// True if a console font has this symbol.
///
/// It covers Latin-1 and the French letters of ISO 8859-15. The kernel's own font (code page 437) lacks `×`.
fn is_latin(symbol: char) -> bool {
    if symbol == '×' {
        return false;
    }
    symbol.is_ascii() || ('\u{a1}'..='\u{ff}').contains(&symbol) || matches!(symbol, 'Œ' | 'œ' | 'Ÿ' | '€')
}

/// True if this is text and not a border, arrow, shape or typographic mark.
fn is_text(symbol: char) -> bool {
    let line_drawing = ('\u{2010}'..='\u{2bff}').contains(&symbol);
    let written = !symbol.is_ascii() && tokens().ascii().has(symbol);
    !(line_drawing || written) || symbol.is_alphanumeric() || symbol == '€'
}

/// True if the cell has a sum sign, that is, a "Σ" outside any word.
fn is_sum(buffer: &Buffer, x: u16, y: u16) -> bool {
    let blank = |x: Option<u16>| {
        let cell = x.and_then(|x| buffer.cell((x, y)));
        cell.is_none_or(|cell| !cell.symbol().chars().any(char::is_alphanumeric))
    };
    let here = buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == "Σ");
    here && blank(x.checked_sub(1)) && blank(x.checked_add(1))
}

/// Replaces every cell with unknown symbols by ASCII of the same width.
fn to_ascii(buffer: &mut Buffer, known: impl Fn(char) -> bool) {
    let map = tokens().ascii();
    let area = buffer.area;
    for y in area.top()..area.bottom() {
        let mut carried = String::new();
        for x in area.left()..area.right() {
            let sums = is_sum(buffer, x, y);
            let Some(cell) = buffer.cell_mut((x, y)) else {
                continue;
            };
            if !carried.is_empty() {
                cell.set_symbol(&carried);
                carried.clear();
                continue;
            }
            if !sums && cell.symbol().chars().all(&known) {
                continue;
            }
            if cell.symbol() == "…" {
                // Use two dots if blanks follow. A single dot would look like the end of a sentence, so use `~`
                // otherwise.
                cell.set_symbol("~");
                let blank = |x: u16| buffer.cell((x, y)).is_none_or(|cell| cell.symbol() == " ");
                if blank(x + 1)
                    && blank(x + 2)
                    && x + 1 < area.right()
                    && let Some(cell) = buffer.cell_mut((x, y))
                {
                    cell.set_symbol(".");
                    ".".clone_into(&mut carried);
                }
                continue;
            }
            if let Some((symbol, equals)) =
                two_char_sign(cell.symbol()).and_then(|both| both.split_at_checked(1))
            {
                cell.set_symbol(symbol);
                // The second character replaces the following space, if any.
                let free = buffer.cell((x + 1, y)).is_some_and(|next| next.symbol() == " ");
                equals.clone_into(&mut carried);
                if !free {
                    carried.clear();
                }
                continue;
            }
            let written = map.convert(cell.symbol()).into_owned();
            // A wide character becomes two characters; the second goes into the cell it covered.
            let mut signs = written.graphemes(true);
            let first = signs.next().unwrap_or(" ").to_owned();
            signs.next().unwrap_or_default().clone_into(&mut carried);
            cell.set_symbol(&first);
        }
    }
}

#[cfg(test)]
mod tests {
    use encours_core::app::foundation::cx::overlay_types::ThemeChoice;
    use encours_core::vocabulary::Band;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;
    use crate::theme::{ColorMode, TerminalCaps, Theme};
    use crate::widgets::Canvas;

    fn theme(ascii: bool, vars: fn(&str) -> Option<String>) -> Theme {
        Theme::new(ThemeChoice::System, TerminalCaps::detect(ColorMode::Never, vars)).in_ascii(ascii)
    }

    /// Returns the text of a row after `text` was drawn on it.
    fn drawn(theme: Theme, text: &str) -> String {
        const COLUMNS: u16 = 28;
        let mut buffer = Buffer::empty(Rect::new(0, 0, COLUMNS, 1));
        let mut canvas = Canvas::new(&mut buffer, theme);
        canvas.draw_text(0, 0, COLUMNS, text, Style::new());
        canvas.finish();
        let row: String = (0..COLUMNS).map(|x| buffer[(x, 0)].symbol()).collect();
        row.trim_end().to_owned()
    }

    fn in_ascii(text: &str) -> String {
        drawn(theme(true, |_| None), text)
    }

    #[test]
    fn borders_in_ascii_leave_every_letter_as_it_is() {
        let row = in_ascii("╭─ Île 京€ ▸");
        assert!(row.starts_with("+- Île 京") && row.contains('€') && row.contains('>'), "{row:?}");
    }

    #[test]
    fn ascii_replaces_comparison_and_other_symbols() {
        assert_eq!(in_ascii("≥ 12 j ◔ × 2 · É ≤"), ">=12 j o x 2 | É <=");
    }

    #[test]
    fn ascii_truncation_is_visible_and_band_symbols_differ() {
        assert_eq!(in_ascii("m vers…  Entrée ouvrir"), "m vers.. Entrée ouvrir");
        assert_eq!(in_ascii("Terrain des O… 12"), "Terrain des O~ 12");
        assert_eq!(in_ascii("1–8 écrans  Le Parc…"), "1-8 écrans  Le Parc..");
        let bands = [Band::Ok, Band::Watch, Band::Alert, Band::Outside, Band::None];
        let mut shapes = bands.map(|band| in_ascii(theme(true, |_| None).band_glyph(band)));
        assert_eq!(shapes.each_ref().map(String::as_str), ["o", "#", "!", "?", "-"]);
        shapes.sort();
        assert!(shapes.windows(2).all(|pair| pair[0] != pair[1]), "{shapes:?}");
    }

    #[test]
    fn ascii_status_symbols_are_unique_and_stable() {
        use encours_core::vocabulary::CodeKind;

        let codes = CodeKind::DealStatus.codes().iter().map(|known| known.code);
        let theme = theme(true, |_| None);
        let mut signs: Vec<String> =
            codes.chain(["unheard-of"]).map(|code| theme.status_glyph(code)).collect();
        for symbol in &signs {
            assert_eq!(in_ascii(symbol), *symbol);
        }
        let bands = [Band::Ok, Band::Watch, Band::Alert, Band::Outside, Band::None];
        signs.extend(bands.map(|band| in_ascii(theme.band_glyph(band))));
        let all = signs.len();
        signs.sort();
        signs.dedup();
        assert_eq!(signs.len(), all, "{signs:?}");
        let drawn = self::theme(false, |_| None).status_glyph("ic");
        assert_eq!(drawn, "◑", "with all symbols the glyph is drawn");
    }

    #[test]
    fn sum_symbol_is_replaced_but_greek_letters_stay() {
        const TEXT: &str = "Σ 12 ΣΑΣ ×2 é";
        assert_eq!(drawn(theme(false, |_| None), TEXT), TEXT);
        assert!(in_ascii(TEXT).starts_with("S 12 ΣΑ"), "text must stay unchanged");
        let console = theme(false, |name| (name == "TERM").then(|| "linux".to_owned()));
        let row = drawn(console, TEXT);
        assert!(row.starts_with("S 12") && row.ends_with("x2 é"), "{row}");
    }
}
