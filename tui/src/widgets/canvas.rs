//! Where screens are drawn: a buffer of cells that can't be overrun, with the places a pointer can hit beside it.
//!
//! Text comes in two kinds: our own words, and [`Clean`](encours_core::view::text::Clean) of the service. Both pass
//! through [`Canvas::put`], which cuts between graphemes and writes no-break spaces as plain ones, because some
//! terminals draw them with another width.

use encours_core::view::text::{plain_spaces, truncate, width};
use encours_core::view::tokens::two_signs;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;

use super::hits::{Hits, Target};
use crate::theme::{Signs, Theme};

/// How many columns a text takes, as a terminal counts them.
pub fn columns(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

/// A frame being drawn.
#[derive(Debug)]
pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    /// The looks.
    pub theme: Theme,
    /// Whether the sign of a number out of its range has been drawn: then the legend explains it.
    pub outside: bool,
    drawn: Drawn,
}

/// What a frame holds beside its cells.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// The places to hit.
    pub hits: Hits,
    /// Where the text cursor stands, if text is typed.
    pub cursor: Option<Position>,
    /// How far what has the focus can be scrolled, if it can.
    pub scroll_limit: Option<usize>,
}

impl<'a> Canvas<'a> {
    /// A canvas over all of `buffer`.
    pub fn new(buffer: &'a mut Buffer, theme: Theme) -> Self {
        Self {
            buffer,
            theme,
            outside: false,
            drawn: Drawn::default(),
        }
    }

    /// The whole of it.
    pub fn area(&self) -> Rect {
        self.buffer.area
    }

    /// What was drawn beside the cells.
    pub fn finish(self) -> Drawn {
        match self.theme.signs() {
            Signs::All => {}
            Signs::Letters => to_ascii(self.buffer, no_sign),
            Signs::Latin => to_ascii(self.buffer, latin),
            Signs::Ascii => to_ascii(self.buffer, |sign| sign.is_ascii()),
        }
        self.drawn
    }

    /// Writes `text` from `x` on in at most `room` columns, cut with `…`. Returns the columns used.
    pub fn put(&mut self, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if !(area.top()..area.bottom()).contains(&y) || x < area.left() {
            return 0;
        }
        let room = room.min(area.right().saturating_sub(x));
        if room == 0 || text.is_empty() {
            return 0;
        }
        let text = plain_spaces(text);
        let text = truncate(&text, usize::from(room));
        let (end, _) = self.buffer.set_stringn(x, y, &text, usize::from(room), style);
        end.saturating_sub(x)
    }

    /// Writes as much of `text` as fits in `room` columns, without a sign that some was cut.
    pub fn put_whole(&mut self, x: u16, y: u16, room: u16, text: &str, style: Style) {
        let mut fits = String::new();
        let mut used = 0;
        for grapheme in text.graphemes(true) {
            used += columns(grapheme);
            if used > room {
                break;
            }
            fits.push_str(grapheme);
        }
        self.put(x, y, room, &fits, style);
    }

    /// Writes `text` so that it ends before the column `right`, in at most `room` columns. Returns the columns used.
    pub fn put_right(&mut self, right: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
        let room = room.min(right);
        let used = columns(text).min(room);
        self.put(right - used, y, used, text, style);
        used
    }

    /// Writes texts one after the other. Returns the columns used.
    pub fn line(&mut self, x: u16, y: u16, room: u16, parts: &[(&str, Style)]) -> u16 {
        let mut used = 0;
        for (text, style) in parts {
            used += self.put(x.saturating_add(used), y, room.saturating_sub(used), text, *style);
        }
        used
    }

    /// Writes texts one after the other so that the last ends before the column `right`; what does not fit in `room`
    /// is not written at all. Returns the columns used.
    pub fn line_right(&mut self, right: u16, y: u16, room: u16, parts: &[(&str, Style)]) -> u16 {
        let wanted = parts
            .iter()
            .fold(0_u16, |sum, (text, _)| sum.saturating_add(columns(text)));
        if wanted > room || wanted > right {
            return 0;
        }
        self.line(right - wanted, y, wanted, parts)
    }

    /// Fills `area` with one sign.
    pub fn fill(&mut self, area: Rect, sign: &str, style: Style) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            self.unseat(area.left(), y);
            for x in area.left()..area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.reset();
                    cell.set_symbol(sign).set_style(style);
                }
            }
        }
    }

    /// A wide letter whose second half is about to be overwritten gives way: a terminal draws it whole or not at all.
    fn unseat(&mut self, x: u16, y: u16) {
        let Some(before) = x.checked_sub(1) else { return };
        if let Some(cell) = self
            .buffer
            .cell_mut((before, y))
            .filter(|cell| width(cell.symbol()) > 1)
        {
            cell.set_symbol(" ");
        }
    }

    /// Empties `area`.
    pub fn clear(&mut self, area: Rect) {
        self.fill(area, " ", self.theme.text());
    }

    /// Gives `area` a style without touching what is written there.
    pub fn restyle(&mut self, area: Rect, style: Style) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    let symbol = cell.symbol().to_owned();
                    cell.reset();
                    cell.set_symbol(&symbol).set_style(style);
                }
            }
        }
    }

    /// Shows that a row has the focus: `▌` before it, and the looks of the selection over what is written there.
    pub fn choose(&mut self, row: Rect) {
        let theme = self.theme;
        self.restyle(row, theme.selection());
        if let Some(before) = row.x.checked_sub(1) {
            self.put(before, row.y, 1, "▌", theme.accent());
        }
    }

    /// Lets a pointer hit `area`. What is drawn later lies above.
    pub fn hit(&mut self, area: Rect, target: Target) {
        let area = area.intersection(self.buffer.area);
        if !area.is_empty() {
            self.drawn.hits.push(area, target);
        }
    }

    /// Says how far what has the focus can be scrolled.
    pub fn scroll_limit(&mut self, most: usize) {
        self.drawn.scroll_limit = Some(most);
    }

    /// Puts the text cursor on a cell.
    pub fn set_cursor(&mut self, x: u16, y: u16) {
        let position = Position { x, y };
        self.drawn.cursor = self.buffer.area.contains(position).then_some(position);
    }
}

/// Whether a console's font has this sign: the letters and marks of Latin-1 and what ISO 8859-15 adds for French, but for
/// the one sign of ours that the font of the kernel itself (code page 437) lacks.
fn latin(sign: char) -> bool {
    if sign == '×' {
        return false;
    }
    sign.is_ascii() || ('\u{a1}'..='\u{ff}').contains(&sign) || matches!(sign, 'Œ' | 'œ' | 'Ÿ' | '€')
}

/// Whether it is no border, arrow, shape or mark of typography: what somebody wrote stays as it is.
fn no_sign(sign: char) -> bool {
    let line_drawing = ('\u{2010}'..='\u{2bff}').contains(&sign);
    let written = !sign.is_ascii() && encours_core::view::tokens::tokens().ascii().has(sign);
    !(line_drawing || written) || sign.is_alphanumeric() || sign == '€'
}

/// Whether the sign of a sum stands there: it is a Greek letter too, and a sign where it stands alone.
fn is_sum(buffer: &Buffer, x: u16, y: u16) -> bool {
    let blank = |x: Option<u16>| {
        let cell = x.and_then(|x| buffer.cell((x, y)));
        cell.is_none_or(|cell| !cell.symbol().chars().any(char::is_alphanumeric))
    };
    let here = buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == "Σ");
    here && blank(x.checked_sub(1)) && blank(x.checked_add(1))
}

/// Writes every cell that holds more than `known` signs in ASCII, as wide as it was.
fn to_ascii(buffer: &mut Buffer, known: impl Fn(char) -> bool) {
    let map = encours_core::view::tokens::tokens().ascii();
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
                // Two dots where that glues no words together: one alone is the end of a sentence.
                cell.set_symbol(".");
                let blank = |x: u16| buffer.cell((x, y)).is_none_or(|cell| cell.symbol() == " ");
                if blank(x + 1) && blank(x + 2) && x + 1 < area.right() {
                    ".".clone_into(&mut carried);
                }
                continue;
            }
            if let Some((sign, equals)) = two_signs(cell.symbol()).and_then(|both| both.split_at_checked(1)) {
                cell.set_symbol(sign);
                // What follows is a space that the two signs need no more.
                let free = buffer.cell((x + 1, y)).is_some_and(|next| next.symbol() == " ");
                equals.clone_into(&mut carried);
                if !free {
                    carried.clear();
                }
                continue;
            }
            let written = map.write(cell.symbol()).into_owned();
            // A wide letter became two signs: the second takes the cell that the letter had covered.
            let mut signs = written.graphemes(true);
            let first = signs.next().unwrap_or(" ").to_owned();
            signs.next().unwrap_or_default().clone_into(&mut carried);
            cell.set_symbol(&first);
        }
    }
}

#[cfg(test)]
mod tests {
    use encours_core::app::ThemeChoice;
    use encours_core::view::vocabulary::Band;

    use super::*;
    use crate::theme::{ColorChoice, Look};

    fn theme(utf8: bool) -> Theme {
        let look = Look::detect(ColorChoice::Never, |_| None);
        Theme::new(ThemeChoice::System, Look { utf8, ..look })
    }

    fn drawn(utf8: bool, draw: impl FnOnce(&mut Canvas<'_>)) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 2));
        let mut canvas = Canvas::new(&mut buffer, theme(utf8));
        draw(&mut canvas);
        canvas.finish();
        let row = |y: u16| {
            (0..12)
                .map(|x| buffer[(x, y)].symbol().to_owned())
                .collect::<String>()
        };
        vec![row(0), row(1)]
    }

    #[test]
    fn borders_in_ascii_leave_every_letter_as_it_is() {
        let look = Look::detect(ColorChoice::Never, |_| None);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        let mut canvas = Canvas::new(&mut buffer, Theme::new(ThemeChoice::System, look).in_ascii(true));
        canvas.put(0, 0, 12, "╭─ Île 京€ ▸", Style::new());
        canvas.finish();
        let row: String = (0..12).map(|x| buffer[(x, 0)].symbol()).collect();
        assert!(
            row.starts_with("+- Île 京") && row.contains('€') && row.contains('>'),
            "{row:?}"
        );
    }

    #[test]
    fn in_ascii_a_comparison_stays_one_and_no_sign_is_left_or_unknown() {
        let look = Look::detect(ColorChoice::Never, |_| None);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 1));
        let mut canvas = Canvas::new(&mut buffer, Theme::new(ThemeChoice::System, look).in_ascii(true));
        canvas.put(0, 0, 24, "≥ 12 j ◔ × 2 · É ≤", Style::new());
        canvas.finish();
        let row: String = (0..24).map(|x| buffer[(x, 0)].symbol()).collect();
        assert_eq!(row.trim_end(), ">=12 j o x 2 - É <=");
    }

    #[test]
    fn in_ascii_what_was_cut_reads_as_cut_and_no_two_bands_share_a_sign() {
        let look = Look::detect(ColorChoice::Never, |_| None);
        let theme = Theme::new(ThemeChoice::System, look).in_ascii(true);
        let written = |text: &str| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 28, 1));
            let mut canvas = Canvas::new(&mut buffer, theme);
            canvas.put(0, 0, 28, text, Style::new());
            canvas.finish();
            let row: String = (0..28).map(|x| buffer[(x, 0)].symbol()).collect();
            row.trim_end().to_owned()
        };
        assert_eq!(written("m vers…  Entrée ouvrir"), "m vers.. Entrée ouvrir");
        assert_eq!(written("Terrain des O… 12"), "Terrain des O. 12");
        assert_eq!(written("1–8 écrans  Le Parc…"), "1-8 écrans  Le Parc..");
        let bands = [Band::Ok, Band::Watch, Band::Alert, Band::Outside, Band::None];
        let mut shapes = bands.map(|band| written(theme.shape(band)));
        assert_eq!(shapes.each_ref().map(String::as_str), ["o", "#", "!", "?", "-"]);
        shapes.sort();
        assert!(shapes.windows(2).all(|pair| pair[0] != pair[1]), "{shapes:?}");
    }

    #[test]
    fn a_sum_is_no_letter_and_a_console_draws_no_times() {
        let drawn = |ascii, vars: fn(&str) -> Option<String>| {
            let look = Look::detect(ColorChoice::Never, vars);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 16, 1));
            let theme = Theme::new(ThemeChoice::System, look).in_ascii(ascii);
            let mut canvas = Canvas::new(&mut buffer, theme);
            canvas.put(0, 0, 16, "Σ 12 ΣΑΣ ×2 é", Style::new());
            canvas.finish();
            (0..16).map(|x| buffer[(x, 0)].symbol()).collect::<String>()
        };
        assert_eq!(drawn(false, |_| None).trim_end(), "Σ 12 ΣΑΣ ×2 é");
        assert!(drawn(true, |_| None).starts_with("S 12 ΣΑ"), "a name stays");
        let console = drawn(false, |name| (name == "TERM").then(|| "linux".to_owned()));
        assert!(
            console.starts_with("S 12") && console.trim_end().ends_with("x2 é"),
            "{console}"
        );
    }

    #[test]
    fn nothing_is_written_outside() {
        let rows = drawn(true, |canvas| {
            canvas.put(10, 0, 50, "Le Parc", Style::new());
            canvas.put(0, 7, 50, "lost", Style::new());
            canvas.put(40, 1, 50, "lost", Style::new());
            canvas.put_right(12, 1, 4, "Comité", Style::new());
            canvas.fill(Rect::new(5, 1, 100, 100), "·", Style::new());
        });
        assert_eq!(rows, ["          L…", "     ·······"]);
    }

    #[test]
    fn no_break_spaces_are_written_as_plain_ones() {
        let rows = drawn(true, |canvas| {
            canvas.put(0, 0, 12, "1\u{202f}234\u{a0}€", Style::new());
        });
        assert_eq!(rows[0], "1 234 €     ");
    }

    #[test]
    fn without_utf_8_each_letter_keeps_its_columns() {
        let rows = drawn(false, |canvas| {
            canvas.put(0, 0, 12, "╭─ Îlot 東─╮", Style::new());
            canvas.put(0, 1, 12, "● vigilance", Style::new());
        });
        assert_eq!(rows, ["+- Ilot ??-+", "o vigilance "]);
    }

    #[test]
    fn what_is_drawn_later_lies_above() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 10, 10));
        let mut canvas = Canvas::new(&mut buffer, theme(true));
        canvas.hit(Rect::new(0, 0, 10, 10), Target::Outside);
        canvas.hit(Rect::new(2, 2, 3, 1), Target::Line(4));
        let hits = canvas.finish().hits;
        assert_eq!(hits.at(2, 2), Some(&Target::Line(4)));
        assert_eq!(hits.at(5, 2), Some(&Target::Outside));
        assert_eq!(hits.at(10, 2), None);
    }
}
