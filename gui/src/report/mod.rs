//! Exported reports: the charts as a PNG image, and a one-page PDF.
//!
//! The same code draws both on two kinds of canvas, always in the light theme, because paper is white.

mod breakdowns;
mod canvas;
mod entity;
pub(crate) mod flow;
pub(crate) mod fonts;
mod journal;
mod page;
mod pdf;
mod pdf_tags;
mod png;
mod statuses;
mod trends;

use crate::prelude::*;
use encours_core::app::foundation::cx::overlay_types::ExportContent;
use encours_core::theme::WindowTheme;

/// Returns one A4 landscape page: the charts of the flow, or the portfolio with totals, breakdowns, trend, pipeline,
/// entity and journal.
#[must_use]
pub fn to_pdf(app: &App, content: ExportContent) -> Vec<u8> {
    let theme = Theme::new(WindowTheme::Light);
    let mut canvas = pdf::PdfPage::new(page::A4);
    if content == ExportContent::Flow {
        flow::draw_page(app, &theme, &mut canvas);
        let title = Messages::new(app.cx.lang()).get("screen-flow").into_owned();
        return canvas.finish(app.cx.lang().code(), &title);
    }
    page::draw_report(app, &theme, &mut canvas);
    canvas.finish(app.cx.lang().code(), &page::title(app))
}

/// Returns the charts as a PNG image with two pixels per point.
///
/// # Errors
/// There is not enough memory, or encoding fails.
pub fn to_png(app: &App, content: ExportContent) -> Result<Vec<u8>, String> {
    let theme = Theme::new(WindowTheme::Light);
    let mut canvas = png::PngTarget::new(page::A4, theme.colors.surface).ok_or("no memory for a picture")?;
    match content {
        ExportContent::Flow => flow::draw_page(app, &theme, &mut canvas),
        _ => page::draw_charts(app, &theme, &mut canvas),
    }
    canvas.finish()
}

#[cfg(test)]
mod tests;
