//! Documents as PDF with a standard font, which every reader has.
//!
//! The font covers the western European alphabets; another letter becomes `?`. The other formats contain every letter.

use encoding_rs::WINDOWS_1252;
use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::document::{Block, Document, has_names};

/// A4, in points.
const SIZE: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 48.0;
/// Width of a text line, in points.
const WIDTH: f32 = SIZE.0 - 2.0 * MARGIN;
/// Line height as a multiple of the font size.
const LEADING: f32 = 1.35;
/// Gap between two columns, in points.
const GAP: f32 = 8.0;

/// Widths of the printable ASCII characters in Helvetica, in thousandths of the font size.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// Width of any other character: that of most letters.
const OTHER_WIDTH: u16 = 611;

/// Returns a document as a PDF file. The same document gives the same bytes.
#[must_use]
pub fn to_pdf(document: &Document) -> Vec<u8> {
    let mut sheets = Sheets::default();
    let font = |size, bold| Font { size, bold };
    for block in &document.blocks {
        match block {
            Block::Title(text) => {
                sheets.begin();
                sheets.row(std::slice::from_ref(text), &[WIDTH], font(16.0, true));
            }
            Block::Heading(text) => {
                sheets.left -= 6.0;
                sheets.row(std::slice::from_ref(text), &[WIDTH], font(11.0, true));
            }
            Block::Lines(lines) => {
                for line in lines.chunks(1) {
                    sheets.row(line, &[WIDTH], font(9.0, false));
                }
            }
            Block::Table(rows) => {
                let first = usize::from(!rows.first().is_some_and(|names| has_names(names)));
                let widths = column_widths(rows, font(9.0, true));
                for (nth, row) in rows.iter().enumerate().skip(first) {
                    sheets.row(row, &widths, font(9.0, nth == 0));
                }
            }
        }
    }
    write(sheets.contents, document)
}

#[derive(Clone, Copy)]
struct Font {
    size: f32,
    bold: bool,
}

/// Sheets being filled, and the height left on the last.
#[derive(Default)]
struct Sheets {
    contents: Vec<Content>,
    left: f32,
}

impl Sheets {
    fn begin(&mut self) {
        self.contents.push(Content::new());
        self.left = SIZE.1 - 2.0 * MARGIN;
    }

    /// Adds a row with a column for each width.
    fn row(&mut self, cells: &[String], widths: &[f32], font: Font) {
        let gap = if widths.len() > 1 { GAP } else { 0.0 };
        let cells: Vec<Vec<Vec<u8>>> =
            cells.iter().zip(widths).map(|(cell, width)| wrap(cell, width - gap, font)).collect();
        for nth in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let height = font.size * LEADING;
            if self.left < height || self.contents.is_empty() {
                self.begin();
            }
            self.left -= height;
            let Some(content) = self.contents.last_mut() else { return };
            let mut x = MARGIN;
            for (cell, width) in cells.iter().zip(widths) {
                if let Some(line) = cell.get(nth) {
                    content.begin_text().set_font(Name(if font.bold { b"B" } else { b"R" }), font.size);
                    content.next_line(x, MARGIN + self.left).show(Str(line)).end_text();
                }
                x += width;
            }
        }
    }
}

/// Returns the widths of the columns: equal, except that a column is as wide as its longest word if the others leave
/// room.
fn column_widths(rows: &[Vec<String>], font: Font) -> Vec<f32> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let equal = WIDTH / f32::from(u16::try_from(count).unwrap_or(u16::MAX));
    let word_width = |cell: &String| {
        let bytes = encoded(cell);
        bytes.split(|byte| *byte == b' ').map(|word| text_width(word, font) + GAP).fold(0.0, f32::max)
    };
    let longest = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(word_width).fold(0.0, f32::max);
    let missing: Vec<f32> = (0..count).map(|at| longest(at) - equal).collect();
    let sum = |sign: f32| missing.iter().map(|width| (width * sign).max(0.0)).sum::<f32>();
    let (needed, spare) = (sum(1.0), sum(-1.0));
    let share = if needed > 0.0 && needed <= spare { needed / spare } else { 0.0 };
    let width = |missing: &f32| match share {
        0.0 => equal,
        _ if *missing > 0.0 => equal + missing,
        _ => equal + missing * share,
    };
    missing.iter().map(width).collect()
}

/// Breaks a text into encoded lines that fit. A word that does not fit is broken.
fn wrap(text: &str, width: f32, font: Font) -> Vec<Vec<u8>> {
    let (mut lines, mut line) = (Vec::new(), Vec::new());
    for word in encoded(text).split(|byte| *byte == b' ') {
        let separator: &[u8] = if line.is_empty() { b"" } else { b" " };
        if text_width(&[&line, separator, word].concat(), font) <= width {
            line.extend_from_slice(separator);
            line.extend_from_slice(word);
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for byte in word {
            if !line.is_empty() && text_width(&line, font) + text_width(&[*byte], font) > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(*byte);
        }
    }
    lines.push(line);
    lines
}

fn text_width(bytes: &[u8], font: Font) -> f32 {
    let width = |byte: &u8| byte.checked_sub(32).and_then(|at| WIDTHS.get(usize::from(at))).copied();
    // Bold letters are at most a tenth wider.
    let factor = if font.bold { 1.1 } else { 1.0 };
    bytes.iter().map(|byte| f32::from(width(byte).unwrap_or(OTHER_WIDTH))).sum::<f32>() * font.size * factor
        / 1000.0
}

/// Encodes a text for the font.
fn encoded(text: &str) -> Vec<u8> {
    let text = text.replace('→', "->").replace('≥', ">=").replace('≤', "<=").replace('−', "-");
    let text = text.replace('\u{202f}', "\u{a0}");
    let mut bytes = Vec::with_capacity(text.len());
    let mut buffer = [0; 4];
    for letter in text.chars() {
        let (encoded, _, is_missing) = WINDOWS_1252.encode(letter.encode_utf8(&mut buffer));
        bytes.extend_from_slice(if is_missing { b"?" } else { &encoded });
    }
    bytes
}

fn write(contents: Vec<Content>, document: &Document) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let [catalog, tree, regular, bold, info] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut top = pdf.catalog(catalog);
    top.pages(tree).lang(TextStr(document.lang.code()));
    top.viewer_preferences().display_doc_title(true);
    top.finish();
    for (id, name) in [(regular, b"Helvetica".as_slice()), (bold, b"Helvetica-Bold")] {
        pdf.type1_font(id).base_font(Name(name)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    let pages = (6..).step_by(2).map(Ref::new).take(contents.len());
    pdf.pages(tree).kids(pages.clone()).count(i32::try_from(contents.len()).unwrap_or(i32::MAX));
    for (page, content) in pages.zip(contents) {
        let stream = Ref::new(page.get() + 1);
        let mut leaf = pdf.page(page);
        leaf.media_box(Rect::new(0.0, 0.0, SIZE.0, SIZE.1)).parent(tree).contents(stream);
        let mut resources = leaf.resources();
        let mut fonts = resources.fonts();
        fonts.pair(Name(b"R"), regular).pair(Name(b"B"), bold);
        fonts.finish();
        resources.finish();
        leaf.finish();
        pdf.stream(stream, &content.finish());
    }
    pdf.document_info(info).title(TextStr(document.title())).producer(TextStr("Encours"));
    pdf.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn long_page_continues_and_bytes_are_reproducible() {
        let lines = Block::Lines((0..200).map(|nth| format!("Ligne {nth} → « été »")).collect());
        let page = [Block::Title("Dossier".into()), Block::Heading("Notes".into()), lines];
        let document = Document { lang: Lang::Fr, blocks: [page.clone(), page].concat() };
        let bytes = to_pdf(&document);
        assert!(bytes.starts_with(b"%PDF-") && bytes == to_pdf(&document));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("/Count 8") || text.contains("/Count 10"), "several sheets a page");
    }

    #[test]
    fn columns_are_as_wide_as_their_longest_word() {
        let font = Font { size: 9.0, bold: true };
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let widths = |cell| column_widths(&[row(["Nom", "Statut", cell])], font);
        assert_eq!(widths("1"), [WIDTH / 3.0; 3]);
        let amount = "14\u{a0}100\u{a0}000,00\u{a0}€".repeat(3);
        let wide = widths(&amount);
        assert!(wrap(&amount, wide[2] - GAP + 0.01, font).len() == 1, "{wide:?}");
        assert!((wide.iter().sum::<f32>() - WIDTH).abs() < 0.1, "{wide:?}");
        assert_eq!(widths(&"x".repeat(200)), [WIDTH / 3.0; 3], "no room for it");
    }

    #[test]
    fn texts_wrap_within_their_column() {
        let font = Font { size: 9.0, bold: false };
        for line in wrap(&"mot tres_long_mot_sans_espace ".repeat(20), 60.0, font) {
            assert!(text_width(&line, font) <= 60.0, "{line:?}");
        }
        assert_eq!(encoded("→ é 漢"), b"-> \xe9 ?");
    }
}
