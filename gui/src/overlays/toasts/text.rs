//! The words of a toast: what happened is said whole, on a second line if need be. Only then does the name give way, in its
//! middle.

use std::sync::Arc;

use egui::Galley;
use egui::text::{LayoutJob, TextWrapping};

use crate::theme::{Face, Weight};
use crate::widgets::{Pen, append};

/// What a name keeps of its room however long the rest is.
const NAME: f32 = 160.0;
/// As many lines as a toast is high.
const LINES: usize = 2;

/// The name of what a toast is about, if it is about something, and what happened to it, in a width.
pub(super) fn laid(pen: &Pen<'_>, subject: &str, text: &str, width: f32) -> Arc<Galley> {
    let strong = Face::body().weighing(Weight::SemiBold);
    let ink = pen.look.ink.text;
    let lines = |name: &str| {
        let mut job = LayoutJob::default();
        if !name.is_empty() {
            append(&mut job, name, strong, ink);
            append(&mut job, " ", Face::body(), ink);
        }
        append(&mut job, text, Face::body(), ink);
        job.wrap = TextWrapping {
            max_width: width.max(0.0),
            max_rows: LINES,
            ..TextWrapping::default()
        };
        pen.painter.layout_job(job)
    };
    let least = NAME.min(width);
    let name = middle_cut(subject, |name| {
        !lines(name).elided || pen.width(name, strong) <= least
    });
    lines(&name)
}

/// A text without its middle where it does not fit: how a file ends says what it is, and names that begin alike differ at
/// their end.
fn middle_cut(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let kept = |n: usize| {
        let (head, tail) = (n.div_ceil(2), n / 2);
        let ends = letters.iter().take(head).chain(std::iter::once(&'…'));
        ends.chain(letters.iter().skip(letters.len() - tail))
            .collect::<String>()
    };
    let most = (1..letters.len()).rev().map(kept).find(|text| fits(text));
    most.unwrap_or_else(|| kept(1))
}

#[cfg(test)]
mod tests {
    use encours_core::theme::Theme;

    use super::*;
    use crate::theme::Look;

    #[test]
    fn a_name_that_does_not_fit_keeps_both_ends() {
        let cut = |most: usize| {
            middle_cut("encours-portfolio-2026-11-22.pdf", |text| {
                text.chars().count() <= most
            })
        };
        assert_eq!(cut(40), "encours-portfolio-2026-11-22.pdf");
        assert_eq!(cut(17), "encours-…1-22.pdf");
        assert_eq!(cut(2), "e…");
        assert_eq!(cut(0), "e…");
    }

    #[test]
    fn what_happened_takes_a_second_line_before_the_name_gives_way_and_is_said_whole() {
        let look = Look::new(Theme::Light);
        let ctx = egui::Context::default();
        look.install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let pen = Pen::new(ui.painter(), &look);
            let name = "Allée Arago 10, Chartres :";
            let text = "modifié au service entre-temps\u{202F}; à décider";
            let said = |width: f32| laid(&pen, name, text, width);
            let whole = said(900.0);
            assert_eq!(whole.rows.len(), 1);
            // As wide as beside an open panel.
            let beside = said(395.0);
            assert_eq!((beside.rows.len(), beside.elided), (2, false));
            assert_eq!(beside.text(), whole.text(), "nothing is cut");
            assert!(
                beside.size().y <= look.tokens.size.toast - 4.0,
                "{:?}",
                beside.size()
            );
            let narrow = said(260.0);
            assert!(
                !narrow.elided && narrow.text().ends_with("à décider"),
                "{}",
                narrow.text()
            );
            let least = said(200.0);
            assert!(least.text().starts_with("Allée") && least.text().contains('…'));
            assert_eq!(laid(&pen, "", text, 180.0).rows.len(), 2, "without a name too");
        });
        output.textures_delta.clear();
    }
}
