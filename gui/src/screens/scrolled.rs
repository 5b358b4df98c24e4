//! A sheet that is taller than its screen: keys scroll it by the application's count of lines, the wheel by points, and
//! each goes on from where the other left it.

use egui::scroll_area::ScrollSource;
use egui::{Rect, ScrollArea, Ui, UiBuilder};
use encours_core::app::Action;

use crate::pass::Pass;

/// How far one line is, in points.
const LINE: f32 = 24.0;

/// How far a sheet is scrolled.
#[derive(Debug, Default)]
pub struct Scrolled {
    lines: usize,
    offset: f32,
}

impl Scrolled {
    /// Draws a sheet into a part of the window.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        pass: &mut Pass<'_>,
        rect: Rect,
        name: &'static str,
        sheet: impl FnOnce(&mut Ui, &mut Pass<'_>),
    ) {
        let mut area = ScrollArea::vertical()
            .id_salt(name)
            .auto_shrink(false)
            .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
        let wanted = pass.app.scroll();
        if wanted != self.lines {
            let by = (wanted as f32 - self.lines as f32) * LINE;
            area = area.vertical_scroll_offset((self.offset + by).max(0.0));
            self.lines = wanted;
        }
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt("scrolled"));
        let output = area.show(&mut child, |ui| sheet(ui, pass));
        // What the wheel did and what the end of the sheet cut off is told back, so that the next key starts from there.
        let most = (output.content_size.y - rect.height()).max(0.0);
        let offset = output.state.clamped_offset().y.min(most);
        let lines = (offset / LINE).round() as usize;
        if lines != self.lines {
            self.lines = lines;
            pass.act(Action::Scroll(lines.cast_signed() - wanted.cast_signed()));
        }
        self.offset = offset;
    }
}
