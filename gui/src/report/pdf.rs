//! A canvas that writes a PDF page.
//!
//! Text is real text in the embedded fonts of the window, so it can be searched, copied and read aloud. Structure tags
//! define the reading order.

use std::collections::BTreeMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Ref, Str, TextStr};
use skrifa::MetadataProvider as _;
use skrifa::instance::{LocationRef, Size};
use subsetter::GlyphRemapper;

use super::canvas::{Canvas, PagePart};
use super::fonts;
use super::pdf_tags::TagTree;
use crate::prelude::*;
use crate::theme::font_file;

const WEIGHTS: [(FontWeight, &[u8]); 4] = [
    (FontWeight::Regular, b"R"),
    (FontWeight::Medium, b"M"),
    (FontWeight::SemiBold, b"S"),
    (FontWeight::Mono, b"C"),
];
const SYSTEM: SystemInfo<'_> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The glyph for characters that the font lacks.
const MISSING: u16 = 0;

/// The tag of decorative content, which screen readers skip.
const ARTIFACT: Name<'_> = Name(b"Artifact");

/// A page being drawn.
pub(super) struct PdfPage {
    size: Vec2,
    content: Content,
    used_glyphs: [UsedGlyphs; 4],
    tags: TagTree,
}

/// The glyphs used of a font: their numbers in the embedded part, and the characters they represent.
#[derive(Default)]
struct UsedGlyphs {
    numbers: GlyphRemapper,
    characters: BTreeMap<u16, char>,
}

fn weight_index(weight: FontWeight) -> usize {
    WEIGHTS.iter().position(|(candidate, _)| *candidate == weight).unwrap_or(0)
}

fn rgb_parts(color: Color32) -> [f32; 3] {
    let [r, g, b, _] = color.to_srgba_unmultiplied();
    [r, g, b].map(|channel| f32::from(channel) / 255.0)
}

impl PdfPage {
    pub(super) fn new(size: Vec2) -> Self {
        Self { size, content: Content::new(), used_glyphs: Default::default(), tags: TagTree::default() }
    }

    /// Adds a path through points. The y axis of PDF grows upwards.
    fn add_path(&mut self, points: &[Pos2]) {
        for (at, point) in points.iter().enumerate() {
            let y = self.size.y - point.y;
            if at == 0 {
                self.content.move_to(point.x, y);
            } else {
                self.content.line_to(point.x, y);
            }
        }
    }

    /// Returns the whole document.
    pub(super) fn finish(self, lang: &str, title: &str) -> Vec<u8> {
        let mut pdf = Pdf::new();
        let mut next = 1;
        let mut next_ref = || {
            let id = Ref::new(next);
            next += 1;
            id
        };
        let (catalog, tree, page, contents, info) =
            (next_ref(), next_ref(), next_ref(), next_ref(), next_ref());
        let mut top = pdf.catalog(catalog);
        top.pages(tree).lang(TextStr(lang));
        top.mark_info().marked(true);
        top.viewer_preferences().display_doc_title(true);
        let tag_refs = self.tags.allocate_refs(&mut next_ref);
        top.pair(Name(b"StructTreeRoot"), tag_refs.root);
        top.finish();
        self.tags.write(&mut pdf, page, &tag_refs);
        pdf.pages(tree).kids([page]).count(1);
        let fonts: Vec<(usize, [Ref; 5])> = (0..WEIGHTS.len())
            .filter(|at| !self.used_glyphs[*at].characters.is_empty())
            .map(|at| (at, [(); 5].map(|()| next_ref())))
            .collect();
        let mut leaf = pdf.page(page);
        leaf.media_box(pdf_writer::Rect::new(0.0, 0.0, self.size.x, self.size.y));
        leaf.parent(tree).contents(contents).struct_parents(0);
        let mut resources = leaf.resources();
        let mut font_resources = resources.fonts();
        for (at, [font, ..]) in &fonts {
            font_resources.pair(Name(WEIGHTS[*at].1), *font);
        }
        font_resources.finish();
        resources.finish();
        leaf.finish();
        let content = self.content.finish();
        let packed = compress(&content);
        pdf.stream(contents, &packed).filter(Filter::FlateDecode);
        pdf.document_info(info).title(TextStr(title)).producer(TextStr("Encours"));
        for (at, ids) in fonts {
            embed_font(&mut pdf, WEIGHTS[at].0, &self.used_glyphs[at], ids);
        }
        pdf.finish()
    }
}

fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to a vector does not fail.
    let _written = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Embeds the part of a font that is used, with the widths and characters of its glyphs.
fn embed_font(pdf: &mut Pdf, weight: FontWeight, used: &UsedGlyphs, ids: [Ref; 5]) {
    let [font, cid, descriptor, data, meaning] = ids;
    let subset = subsetter::subset(font_file(weight), 0, &used.numbers);
    let (Some(style), Ok(bytes)) = (fonts::font(weight), subset) else {
        return;
    };
    // A name of a part of a font begins with six letters.
    let name = format!("ENCOUR+Encours-{weight:?}");
    let name = Name(name.as_bytes());
    let metrics = style.metrics(Size::new(1000.0), LocationRef::default());
    let advances = style.glyph_metrics(Size::new(1000.0), LocationRef::default());
    pdf.type0_font(font)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(meaning);
    let mut cid_font = pdf.cid_font(cid);
    cid_font.subtype(CidFontType::Type2);
    cid_font.base_font(name).system_info(SYSTEM);
    cid_font.font_descriptor(descriptor).default_width(0.0);
    cid_font.cid_to_gid_map_predefined(Name(b"Identity"));
    let advance = |glyph: u16| advances.advance_width(glyph.into()).unwrap_or_default();
    cid_font.widths().consecutive(0, used.numbers.remapped_gids().map(advance));
    cid_font.finish();
    let bounds = metrics.bounds.unwrap_or_default();
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::SYMBOLIC)
        .bbox(pdf_writer::Rect::new(bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max))
        .italic_angle(0.0)
        .ascent(metrics.ascent)
        .descent(metrics.descent)
        .cap_height(metrics.cap_height.unwrap_or(730.0))
        .stem_v(80.0)
        .font_file2(data);
    let packed = compress(&bytes);
    let mut stream = pdf.stream(data, &packed);
    stream.filter(Filter::FlateDecode);
    stream.pair(Name(b"Length1"), i32::try_from(bytes.len()).unwrap_or(i32::MAX));
    stream.finish();
    let mut map = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
    for (glyph, character) in &used.characters {
        map.pair(*glyph, *character);
    }
    let map = map.finish();
    pdf.cmap(meaning, &map);
}

impl Canvas for PdfPage {
    fn begin(&mut self, part: PagePart) {
        self.tags.begin(part);
    }

    fn end(&mut self) {
        self.tags.end();
    }

    fn fill(&mut self, rect: Rect, color: Color32) {
        let [r, g, b] = rgb_parts(color);
        // Shapes are decorative: the adjacent text gives the same information.
        self.content
            .begin_marked_content(ARTIFACT)
            .set_fill_rgb(r, g, b)
            .rect(rect.left(), self.size.y - rect.bottom(), rect.width(), rect.height())
            .fill_nonzero()
            .end_marked_content();
    }

    fn polygon(&mut self, corners: &[Pos2], color: Color32) {
        let [r, g, b] = rgb_parts(color);
        self.content.begin_marked_content(ARTIFACT).set_fill_rgb(r, g, b);
        self.add_path(corners);
        self.content.close_path().fill_nonzero().end_marked_content();
    }

    fn line(&mut self, points: &[Pos2], width: f32, color: Color32) {
        let [r, g, b] = rgb_parts(color);
        self.content.begin_marked_content(ARTIFACT).set_stroke_rgb(r, g, b).set_line_width(width);
        self.add_path(points);
        self.content.stroke().end_marked_content();
    }

    fn text_at(&mut self, at: Pos2, text: &str, face: TextStyle, color: Color32) {
        let font = weight_index(face.weight);
        let drawn = fonts::glyphs(text, face);
        let used = &mut self.used_glyphs[font];
        let drawn = drawn.into_iter().map(|(glyph, sign, _)| {
            let glyph = used.numbers.remap(u16::try_from(glyph.to_u32()).unwrap_or_default());
            used.characters.entry(glyph).or_insert(if glyph == MISSING { '\u{fffd}' } else { sign });
            (glyph, sign)
        });
        let drawn: Vec<(u16, char)> = drawn.collect();
        let [r, g, b] = rgb_parts(color);
        let (tag, mark) = self.tags.mark();
        self.content.begin_marked_content_with_properties(tag).properties().identify(mark);
        self.content
            .begin_text()
            .set_fill_rgb(r, g, b)
            .set_font(Name(WEIGHTS[font].1), face.size)
            .set_text_matrix([1.0, 0.0, 0.0, 1.0, at.x, self.size.y - at.y]);
        // Missing characters all use the same glyph, so each run of them carries its text as a property.
        for run in drawn.chunk_by(|(one, _), (next, _)| (*one == MISSING) == (*next == MISSING)) {
            let missing = run.first().is_some_and(|(glyph, _)| *glyph == MISSING);
            if missing {
                let text: String = run.iter().map(|(_, sign)| sign).collect();
                self.content
                    .begin_marked_content_with_properties(Name(b"Span"))
                    .properties()
                    .actual_text(TextStr(&text));
            }
            let codes: Vec<u8> = run.iter().flat_map(|(glyph, _)| glyph.to_be_bytes()).collect();
            self.content.show(Str(&codes));
            if missing {
                self.content.end_marked_content();
            }
        }
        self.content.end_text().end_marked_content();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_missing_from_the_font_carry_actual_text() {
        let mut page = PdfPage::new(Vec2::new(300.0, 100.0));
        let style = TextStyle::body();
        page.text_at(Pos2::new(10.0, 50.0), "Tour 東京 et 大阪", style, Color32::BLACK);
        page.text_at(Pos2::new(10.0, 70.0), "Tour Paris", style, Color32::BLACK);
        assert_eq!(page.used_glyphs[weight_index(style.weight)].characters.get(&MISSING), Some(&'\u{fffd}'));
        let content = page.content.finish();
        let content = content.to_vec();
        let holds = |needle: &[u8]| content.windows(needle.len()).filter(|window| *window == needle).count();
        assert_eq!(holds(b"/ActualText"), 2, "expected one for each run of missing characters");
        for text in ["東京", "大阪"] {
            let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            let hex: Vec<String> = utf16.iter().map(|byte| format!("{byte:02X}")).collect();
            assert!(holds(&utf16) + holds(hex.concat().as_bytes()) == 1, "{text}");
        }
    }
}
