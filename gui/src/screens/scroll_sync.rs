//! A sheet that is taller than its screen: keys scroll it by the application's count of lines, the wheel by points, and
//! each goes on from where the other left it. What has the keyboard's focus is brought into sight when it gets it, and
//! stays there where the sheet is laid out anew.

use egui::scroll_area::ScrollSource;
use egui::style::ScrollAnimation;
use egui::{Id, Rect, ScrollArea, Ui, UiBuilder, Vec2};
use encours_core::app::shell::action::Action;

use crate::frame_ctx::Pass;
use crate::overlays::toasts;

/// How far one line is, in points.
const LINE: f32 = 24.0;

/// What a ring needs round what it marks.
const RING: f32 = 5.0;

/// What has the keyboard's focus on a sheet, where it stands there, and how much of the sheet is seen.
type Stood = Option<(Id, Rect, Vec2)>;

/// Scrolls to what has the keyboard's focus, where it has just got it or stands elsewhere than before: what a hand has
/// scrolled away is left there. Called by whatever is scrolled, of which `seen` is in sight, once it is drawn.
pub(super) fn keep_focus_in_sight(ui: &Ui, pass: &Pass<'_>, seen: Rect) {
    let focused = ui.memory(egui::Memory::focused);
    let own = focused.and_then(|id| ui.ctx().read_response(id));
    let own = own.filter(|own| seen.x_range().contains(own.rect.center().x));
    let origin = ui.max_rect().min.to_vec2();
    let stands = own
        .as_ref()
        .map(|own| (own.id, own.rect.translate(-origin), seen.size()));
    let key = ui.scope_id().with("focus in sight");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<Stood>(key), stands));
    let Some(own) = own.filter(|_| before != stands) else {
        return;
    };
    // What belongs to another part of the window is seen whole.
    if own.interact_rect.contains_rect(own.rect.shrink(0.5)) {
        return;
    }
    let mut place = own.rect.expand(RING);
    // Above the toasts, where it has room there.
    place.max.y += toasts::covered(pass).min((seen.height() - place.height()).max(0.0));
    ui.scroll_to_rect_animation(place, None, ScrollAnimation::none());
}

/// Keeps the bar that scrolls cards beside them, in the gap between their edge and the column's: what is pressed on a card
/// is the card.
pub(super) fn beside_cards(ui: &mut Ui) {
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.bar_width = scroll.floating_width;
}

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
        let wanted = pass.app.cx.scroll();
        if wanted != self.lines {
            let by = (wanted as f32 - self.lines as f32) * LINE;
            area = area.vertical_scroll_offset((self.offset + by).max(0.0));
            self.lines = wanted;
        }
        let mut child = ui.new_child(UiBuilder::new().max_rect(rect).id_salt("scrolled"));
        let output = area.show(&mut child, |ui| {
            sheet(ui, pass);
            keep_focus_in_sight(ui, pass, rect);
        });
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
