//! What leaves the window to be read without it: the charts as a picture, and one page to hand out. Both are drawn alike
//! on two canvases, in the light theme whatever the window wears, because paper is white.

mod bars;
mod breakdowns;
mod canvas;
mod entity;
pub(crate) mod fonts;
mod journal;
mod page;
mod pdf;
mod pdf_tags;
mod png;
mod statuses;
mod trends;

use encours_core::app::shell::app::App;
use encours_core::theme::Theme;

use crate::theme::Look;

/// One page of A4, lying: totals, breakdowns, trend, pipeline, entity.
#[must_use]
pub fn pdf(app: &App) -> Vec<u8> {
    let look = Look::new(Theme::Light);
    let mut canvas = pdf::Page::new(page::A4);
    page::report(app, &look, &mut canvas);
    canvas.finish(app.cx.lang().code(), &page::title(app))
}

/// The charts alone as a picture, of twice as many pixels as points.
///
/// # Errors
/// There is no memory for it, or it can't be encoded.
pub fn png(app: &App) -> Result<Vec<u8>, String> {
    let look = Look::new(Theme::Light);
    let mut canvas = png::Picture::new(page::A4, look.ink.surface).ok_or("no memory for a picture")?;
    page::charts(app, &look, &mut canvas);
    canvas.finish()
}

#[cfg(test)]
mod tests;
