//! A document of pages with headings, tables and lines, as Markdown and as HTML.
//!
//! The same document gives the same bytes: no text contains the time of writing.

use std::borrow::Cow;

use crate::text::Lang;

/// A document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Language of its texts.
    pub lang: Lang,
    /// Its content; the first block is the title of the document.
    pub blocks: Vec<Block>,
}

/// A part of a document. Its texts have no control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Title of a page, which begins here. A long page continues on the next sheet.
    Title(String),
    /// Heading of a section.
    Heading(String),
    /// Lines of text.
    Lines(Vec<String>),
    /// Rows of a table. The first has the names of the columns, which are empty for pairs of a name and a value.
    Table(Vec<Vec<String>>),
}

/// Returns whether a row names the columns of its table.
pub fn has_names(row: &[String]) -> bool {
    row.iter().any(|name| !name.is_empty())
}

/// Style of the HTML document; each page begins a printed sheet.
const STYLE: &str = "body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:56rem;color:#1a1a1a}\
section.page{break-after:page}h1{font-size:1.5rem;border-bottom:1px solid #999}h2{font-size:1.05rem;margin:1.2rem 0 .3rem}\
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0;\
border-bottom:1px solid #ddd}ul{margin:0;padding-left:1.2rem}";

impl Document {
    /// Returns the title.
    pub fn title(&self) -> &str {
        if let Some(Block::Title(title)) = self.blocks.first() { title } else { "" }
    }

    /// Returns the document as Markdown with tables.
    pub fn to_markdown(&self) -> String {
        let row = |cells: &[String]| {
            let cells: Vec<_> = cells.iter().map(|cell| markdown(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let blocks = self.blocks.iter().map(|block| match block {
            Block::Title(text) => format!("# {}\n", markdown(text)),
            Block::Heading(text) => format!("## {}\n", markdown(text)),
            Block::Lines(lines) => {
                lines.iter().map(|line| format!("- {}\n", markdown(line))).collect::<Vec<_>>().concat()
            }
            Block::Table(rows) => {
                let mut rows = rows.iter();
                let names = rows.next().map(Vec::as_slice).unwrap_or_default();
                let rule = vec!["-".to_owned(); names.len()];
                [names, &rule].into_iter().chain(rows.map(Vec::as_slice)).map(row).collect()
            }
        });
        blocks.collect::<Vec<String>>().join("\n")
    }

    /// Returns the document as one HTML file without scripts and without other files.
    pub fn to_html(&self) -> String {
        let head = format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>{STYLE}</style>\n",
            self.lang.code(),
            html(self.title())
        );
        let mut page_end = "";
        let blocks = self.blocks.iter().map(|block| match block {
            Block::Title(text) => {
                let begin = format!("{page_end}<section class=\"page\">\n<h1>{}</h1>\n", html(text));
                page_end = "</section>\n";
                begin
            }
            Block::Heading(text) => format!("<h2>{}</h2>\n", html(text)),
            Block::Lines(lines) => format!("<ul>{}</ul>\n", elements("li", lines)),
            Block::Table(rows) => {
                let rows = rows.iter().zip(std::iter::once("th").chain(std::iter::repeat("td")));
                let rows = rows.filter(|(row, tag)| *tag == "td" || has_names(row));
                let rows = rows.map(|(row, tag)| format!("<tr>{}</tr>\n", elements(tag, row)));
                format!("<table>\n{}</table>\n", rows.collect::<Vec<_>>().concat())
            }
        });
        let body: String = blocks.collect();
        head + &body + page_end
    }
}

/// Escapes what Markdown or HTML would interpret.
fn markdown(text: &str) -> String {
    let escape = |letter| "\\`*_[]<>|#&".contains(letter).then_some('\\').into_iter().chain([letter]);
    text.chars().flat_map(escape).collect()
}

fn html(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"))
}

/// Returns an HTML element for each text.
fn elements(tag: &str, texts: &[String]) -> String {
    texts.iter().map(|text| format!("<{tag}>{}</{tag}>", html(text))).collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Document {
        let blocks = vec![
            Block::Title("Dossier".into()),
            Block::Heading("T & t".into()),
            Block::Table(vec![vec!["A|B".into()], vec!["<b>x</b>".into()]]),
            Block::Lines(vec!["*une* ligne".into()]),
            Block::Heading("P".into()),
            Block::Table(vec![vec![String::new(); 2], vec!["a".into(), "-1".into()]]),
            Block::Title(String::new()),
        ];
        Document { lang: Lang::Fr, blocks }
    }

    #[test]
    fn markdown_escapes_texts_and_keeps_tables() {
        let text = document().to_markdown();
        for part in [
            "# Dossier\n",
            "| A\\|B |\n| - |\n| \\<b\\>x\\</b\\> |",
            "- \\*une\\* ligne",
            "|  |  |\n| - | - |\n| a | -1 |",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn html_escapes_texts_and_names_its_language() {
        let text = document().to_html();
        for part in [
            "<html lang=\"fr\">",
            "<title>Dossier</title>",
            "<h2>T &amp; t</h2>",
            "<td>&lt;b&gt;x&lt;/b&gt;</td>",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(text.matches("<section").count(), 2);
        assert_eq!((text.matches("<th>").count(), text.matches("</section>").count()), (1, 2));
        assert_eq!(text, document().to_html());
    }
}
