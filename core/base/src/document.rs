//! A document of pages with headings, tables and lines, as Markdown and as HTML.
//!
//! The same document gives the same bytes: no text contains the time of writing.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::text::Lang;

/// A document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Language of its texts.
    pub lang: Lang,
    /// Pages; the title of the first is that of the document.
    pub pages: Vec<Page>,
}

/// A page; a long one continues on the next sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Title, without control characters.
    pub title: String,
    /// Its sections.
    pub sections: Vec<Section>,
}

/// A section under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Heading; empty for none.
    pub heading: String,
    /// Content.
    pub body: Body,
}

/// Content of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Lines of text.
    Lines(Vec<String>),
    /// A table with the names of its columns; an empty list of names for pairs of a name and a value.
    Table(Vec<String>, Vec<Vec<String>>),
}

/// Style of the HTML document; each page begins a printed sheet.
const STYLE: &str = "body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:56rem;color:#1a1a1a}\
section.page{break-after:page}h1{font-size:1.5rem;border-bottom:1px solid #999}h2{font-size:1.05rem;margin:1.2rem 0 .3rem}\
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0;\
border-bottom:1px solid #ddd}ul{margin:0;padding-left:1.2rem}";

impl Document {
    /// Returns the title.
    pub fn title(&self) -> &str {
        self.pages.first().map_or("", |page| &page.title)
    }

    /// Returns the document as Markdown with tables.
    pub fn to_markdown(&self) -> String {
        let mut out = String::new();
        for (at, page) in self.pages.iter().enumerate() {
            let _ = writeln!(out, "{}# {}", if at > 0 { "\n" } else { "" }, markdown(&page.title));
            for section in &page.sections {
                if !section.heading.is_empty() {
                    let _ = write!(out, "\n## {}\n", markdown(&section.heading));
                }
                out.push('\n');
                match &section.body {
                    Body::Lines(lines) => lines.iter().for_each(|line| {
                        let _ = writeln!(out, "- {}", markdown(line));
                    }),
                    Body::Table(columns, rows) => {
                        let width = rows.first().map_or(columns.len(), Vec::len);
                        let header =
                            if columns.is_empty() { vec![String::new(); width] } else { columns.clone() };
                        let mut row = |cells: &[String]| {
                            let cells: Vec<_> = cells.iter().map(|cell| markdown(cell)).collect();
                            let _ = writeln!(out, "| {} |", cells.join(" | "));
                        };
                        row(&header);
                        row(&vec!["-".to_owned(); width]);
                        for cells in rows {
                            row(cells);
                        }
                    }
                }
            }
        }
        out.replace("| \\- ", "| - ")
    }

    /// Returns the document as one HTML file without scripts and without other files.
    pub fn to_html(&self) -> String {
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>{STYLE}</style>\n",
            self.lang.code(),
            html(self.title())
        );
        for page in &self.pages {
            let _ = writeln!(out, "<section class=\"page\">\n<h1>{}</h1>", html(&page.title));
            for section in &page.sections {
                if !section.heading.is_empty() {
                    let _ = writeln!(out, "<h2>{}</h2>", html(&section.heading));
                }
                match &section.body {
                    Body::Lines(lines) => {
                        let _ = writeln!(out, "<ul>{}</ul>", elements("li", lines));
                    }
                    Body::Table(columns, rows) => {
                        out.push_str("<table>\n");
                        if !columns.is_empty() {
                            let _ = writeln!(out, "<tr>{}</tr>", elements("th", columns));
                        }
                        for row in rows {
                            let _ = writeln!(out, "<tr>{}</tr>", elements("td", row));
                        }
                        out.push_str("</table>\n");
                    }
                }
            }
            out.push_str("</section>\n");
        }
        out
    }
}

/// Escapes what Markdown or HTML would interpret.
fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if "\\`*_[]<>|#&".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

fn html(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"))
}

/// Returns an HTML element for each text.
fn elements(tag: &str, texts: &[String]) -> String {
    texts.iter().fold(String::new(), |mut out, text| {
        let _ = write!(out, "<{tag}>{}</{tag}>", html(text));
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Document {
        let table = Body::Table(vec!["A|B".into()], vec![vec!["<b>x</b>".into()]]);
        let sections = vec![
            Section { heading: "T & t".into(), body: table },
            Section { heading: String::new(), body: Body::Lines(vec!["*une* ligne".into()]) },
            Section {
                heading: "P".into(),
                body: Body::Table(Vec::new(), vec![vec!["a".into(), "-1".into()]]),
            },
        ];
        Document { lang: Lang::Fr, pages: vec![Page { title: "Dossier".into(), sections }, Page::default()] }
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
        assert_eq!(text, document().to_html());
    }
}
