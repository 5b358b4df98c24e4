//! Text layout of a toast.
//!
//! The message is never truncated and may take a second line. If the toast is still too narrow, the subject is
//! shortened in its middle.

use std::sync::Arc;

use egui::Galley;
use egui::text::{LayoutJob, TextWrapping};

use crate::prelude::*;
use crate::widgets::append_run;

/// Minimum width of the subject.
const MIN_SUBJECT_WIDTH: f32 = 160.0;
/// Number of lines that fit in a toast.
const MAX_LINES: usize = 2;

/// Lays out the subject, if any, and the message in a width.
pub(super) fn layout_text(painter: &Painter<'_>, subject: &str, text: &str, width: f32) -> Arc<Galley> {
    let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
    let colors = painter.theme.colors.text;
    let lines = |name: &str| {
        let mut job = LayoutJob::default();
        if !name.is_empty() {
            append_run(&mut job, name, strong, colors);
            append_run(&mut job, " ", TextStyle::body(), colors);
        }
        append_run(&mut job, text, TextStyle::body(), colors);
        job.wrap = TextWrapping { max_width: width.max(0.0), max_rows: MAX_LINES, ..TextWrapping::default() };
        painter.inner.layout_job(job)
    };
    let min = MIN_SUBJECT_WIDTH.min(width);
    let name = cut_middle(subject, |name| !lines(name).elided || painter.text_width(name, strong) <= min);
    lines(&name)
}

/// Removes the middle of a text that does not fit: extensions and distinguishing parts are at the end.
fn cut_middle(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let shortened = |n: usize| {
        let (head_len, tail_len) = (n.div_ceil(2), n / 2);
        let ends = letters.iter().take(head_len).chain(std::iter::once(&'…'));
        ends.chain(letters.iter().skip(letters.len() - tail_len)).collect::<String>()
    };
    let longest = (1..letters.len()).rev().map(shortened).find(|text| fits(text));
    longest.unwrap_or_else(|| shortened(1))
}

#[cfg(test)]
mod tests {
    use encours_core::theme::WindowTheme;

    use super::*;
    use crate::theme::Theme;

    #[test]
    fn long_name_is_truncated_in_the_middle() {
        let cut =
            |max: usize| cut_middle("encours-portfolio-2026-11-22.pdf", |text| text.chars().count() <= max);
        assert_eq!(cut(40), "encours-portfolio-2026-11-22.pdf");
        assert_eq!(cut(17), "encours-…1-22.pdf");
        assert_eq!(cut(2), "e…");
        assert_eq!(cut(0), "e…");
    }

    #[test]
    fn toast_wraps_its_text_before_it_shortens_the_name() {
        let theme = Theme::new(WindowTheme::Light);
        let ctx = egui::Context::default();
        theme.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let painter = Painter::new(ui.painter(), &theme);
            let name = "Allée Arago 10, Chartres :";
            let text = "modifié au service entre-temps\u{202F}; à décider";
            let layout_in = |width: f32| layout_text(&painter, name, text, width);
            let one_line = layout_in(900.0);
            assert_eq!(one_line.rows.len(), 1);
            // The width beside an open panel.
            let two_lines = layout_in(395.0);
            assert_eq!((two_lines.rows.len(), two_lines.elided), (2, false));
            assert_eq!(two_lines.text(), one_line.text(), "text must not be truncated");
            assert!(two_lines.size().y <= theme.tokens.size.toast - 4.0, "{:?}", two_lines.size());
            let narrow = layout_in(260.0);
            assert!(!narrow.elided && narrow.text().ends_with("à décider"), "{}", narrow.text());
            let narrowest = layout_in(200.0);
            assert!(narrowest.text().starts_with("Allée") && narrowest.text().contains('…'));
            assert_eq!(
                layout_text(&painter, "", text, 180.0).rows.len(),
                2,
                "expected two lines without a name too"
            );
        });
        output.textures_delta.clear();
    }
}
