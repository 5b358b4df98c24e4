//! The frame of the deal panel: width, slide animation, header and scroll position.

use egui::scroll_area::ScrollSource;
use egui::{
    Align, Context, CursorIcon, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use encours_core::app::changes::deal::view::deal;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;

use super as body;
use crate::frame_ctx::Pass;
use crate::overlays::context_menu;
use crate::screens::Places;
use crate::screens::scroll_sync::keep_focus_in_sight;
use crate::theme::{Face, Icon, Look};
use crate::widgets::{Button, Kind, Pen, trailing_items};

/// Scroll step of the keyboard, in points.
const LINE: f32 = 24.0;
/// Height of the note that the filter excludes the deal.
const OUTSIDE: f32 = 36.0;

/// State of the panel that persists between frames.
#[derive(Debug, Default)]
pub struct PanelPlace {
    wide: Option<f32>,
    scrolled: usize,
    offset: f32,
    deal: Option<String>,
    /// True if the requests of the deal are expanded.
    unfolded: bool,
    /// The open deal whose name last got the focus.
    told: Option<String>,
    /// True if a key caused that; the focus ring is then visible.
    by_key: bool,
}

impl PanelPlace {
    /// Returns the width of the panel, about two thirds of the available width at most.
    #[must_use]
    pub fn width(&self, look: &Look, room: f32) -> f32 {
        let size = &look.tokens.size;
        let wide = self
            .wide
            .unwrap_or(size.panel)
            .clamp(size.panel_min, size.panel_max);
        wide.min((room * 0.68).max(320.0))
    }

    /// Returns whether the panel was closed since the last call; the focus then returns to the card.
    pub(in crate::screens) fn was_closed(&mut self, open: bool) -> bool {
        !open && self.told.take().is_some()
    }

    /// Returns the progress of the slide animation, from 0 to 1.
    #[must_use]
    pub fn slide(ctx: &Context, look: &Look, open: bool) -> f32 {
        let ease = egui::emath::easing::cubic_out;
        let seconds = look.seconds(look.tokens.motion.panel);
        ctx.animate_bool_with_time_and_easing(egui::Id::unique("panel-slide"), open, seconds, ease)
    }
}

/// Draws the panel.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    pen.fill(rect, 0, ink.surface);
    pen.pole(rect.left() + 0.5, rect.y_range(), ink.border);
    resize(ui, pass, &mut places.panel, rect);
    let head = rect.with_max_y(rect.top() + look.tokens.size.panel_head);
    let view = deal::deal(pass.app);
    header(ui, pass, head, view.as_ref());
    pen.rule(head.x_range(), head.bottom() - 0.5, ink.border);
    let below = view
        .as_ref()
        .map_or(head.bottom(), |view| outside(ui, pass, head, view));
    let inside = Rect::from_min_max(pos2(rect.left() + 1.0, below), rect.max);
    let Some(view) = view else {
        let row = Rect::from_min_size(inside.min + vec2(20.0, 24.0), vec2(inside.width() - 40.0, 20.0));
        pen.text(
            row,
            Align::Min,
            &pass.word("deal-gone"),
            Face::body(),
            ink.text_secondary,
        );
        return;
    };
    let place = &mut places.panel;
    let mut area = ScrollArea::vertical()
        .id_salt(("deal", view.id.as_str()))
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    let wanted = pass.app.cx.scroll();
    if place.deal.as_deref() != Some(view.id.as_str()) {
        place.deal = Some(view.id.to_string());
        place.scrolled = wanted;
    }
    if wanted != place.scrolled {
        let by = (wanted as f32 - place.scrolled as f32) * LINE;
        area = area.vertical_scroll_offset((place.offset + by).max(0.0));
        place.scrolled = wanted;
    }
    let mut child = ui.new_child(UiBuilder::new().max_rect(inside).id_salt("body"));
    let (unfolded, ringed) = (&mut place.unfolded, place.by_key);
    let output = area.show(&mut child, |ui| {
        body::show(ui, pass, &view, (unfolded, ringed));
        keep_focus_in_sight(ui, pass, inside);
    });
    // Report the clamped scroll position back, so that the next key continues from there.
    let offset = output
        .state
        .clamped_offset()
        .y
        .min((output.content_size.y - inside.height()).max(0.0));
    let lines = (offset / LINE).round() as usize;
    if lines != place.scrolled {
        place.scrolled = lines;
        pass.act(Action::Scroll(lines.cast_signed() - wanted.cast_signed()));
    }
    place.offset = offset;
    tell(ui, pass, places, view.id.as_str());
}

/// Moves the focus to the name of a newly opened deal. Screen readers announce it and continue there.
fn tell(ui: &Ui, pass: &Pass<'_>, places: &mut Places, deal: &str) {
    if pass.app.cx.screen() != Screen::Deal || !matches!(pass.app.cx.layer(), Layer::None) {
        return;
    }
    let id = body::name_id();
    places.roving = Some(id);
    let place = &mut places.panel;
    let nowhere = ui.memory(egui::Memory::focused).is_none();
    if place.told.as_deref() != Some(deal) || (places.by_key && nowhere) {
        place.told = Some(deal.to_owned());
        place.by_key = places.by_key;
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}

fn resize(ui: &Ui, pass: &Pass<'_>, place: &mut PanelPlace, rect: Rect) {
    let edge = Rect::from_min_max(rect.min, pos2(rect.left() + 5.0, rect.bottom()));
    let response = ui.interact(edge, ui.scope_id().with("edge"), Sense::DRAG);
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
    if response.dragged() {
        let size = &pass.look.tokens.size;
        place.wide = Some((rect.width() - response.drag_delta().x).clamp(size.panel_min, size.panel_max));
    }
}

/// Draws the note that the filter excludes the deal, with a button to clear it. Returns the top of the body.
fn outside(ui: &Ui, pass: &mut Pass<'_>, head: Rect, view: &deal::DealView) -> f32 {
    let Some(said) = &view.outside else {
        return head.bottom();
    };
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let row = Rect::from_min_size(
        pos2(head.left() + 1.0, head.bottom()),
        vec2(head.width() - 1.0, OUTSIDE),
    );
    pen.fill(row, 0, ink.sunken);
    pen.rule(row.x_range(), row.bottom() - 0.5, ink.border);
    let label = pass.word("button-clear-filter").into_owned();
    let button = Button::new(&label).kind(Kind::Link);
    let end = pos2(row.right() - 14.0, row.center().y);
    let places = trailing_items::ending_at(end, 0.0, &[button.width(&pen)]);
    pen.icon_of(
        pos2(row.left() + 26.0, row.center().y),
        Icon::Filter,
        14.0,
        ink.text_tertiary,
    );
    let room = row
        .with_min_x(row.left() + 40.0)
        .with_max_x(trailing_items::begins(&places, end.x) - 8.0);
    let text = pen.text(room, Align::Min, said, Face::small(), ink.text_secondary);
    let response = ui.interact(text, ui.scope_id().with("outside"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, said));
    for place in places {
        let id = ui.scope_id().with("clear-filter");
        if button.show(ui, look, id, place).clicked() {
            pass.act(Action::SetFilter(String::new()));
            // Focus the deal, so that the board scrolls to it.
            if let Some(id) = pass.app.pipeline.opened() {
                pass.act(Action::FocusDeal(id.clone()));
            }
        }
    }
    row.bottom()
}

fn header(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: Option<&deal::DealView>) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let end = pos2(rect.right() - 14.0, rect.center().y);
    let places = trailing_items::ending_at(end, 6.0, &[28.0; 5]);
    if let Some(view) = view {
        let row = rect
            .with_min_x(rect.left() + 20.0)
            .with_max_x(trailing_items::begins(&places, end.x) - 8.0);
        let status = pen.text(row, Align::Min, &view.status, Face::small(), ink.text_tertiary);
        pen.text(
            row.with_min_x(status.right() + 8.0),
            Align::Min,
            &view.place,
            Face::small(),
            ink.text_secondary,
        );
    }
    let [previous, next, copy, more, close] = places.as_slice() else {
        return;
    };
    for (id, icon, place) in [
        (ActionId::PreviousDeal, Icon::Up, previous),
        (ActionId::NextDeal, Icon::Down, next),
        (ActionId::Copy, Icon::Copy, copy),
    ] {
        let name = format!("{}  {}", pass.label(id), pass.cap(id));
        let button = Button::of_icon(&name, icon);
        if button.show(ui, look, ui.scope_id().with(id), *place).clicked() {
            pass.run(id);
        }
    }
    let name = pass.word("more-actions").into_owned();
    let menu = Button::of_icon(&name, Icon::More).show(ui, look, ui.scope_id().with("more"), *more);
    egui::Popup::menu(&menu)
        .frame(context_menu::frame(look))
        .show(|ui| context_menu::deal(ui, pass));
    let name = pass.word("button-close").into_owned();
    let button = Button::of_icon(&name, Icon::Close);
    if button
        .show(ui, look, ui.scope_id().with("close"), *close)
        .clicked()
    {
        pass.run(ActionId::Back);
    }
}
