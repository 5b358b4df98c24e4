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
use crate::frame_ctx::FrameCtx;
use crate::overlays::context_menu;
use crate::screens::UiState;
use crate::screens::scroll_sync::keep_focus_visible;
use crate::theme::{Icon, TextStyle, Theme};
use crate::widgets::{Button, ButtonStyle, Painter, trailing_items};

/// Scroll step of the keyboard, in points.
const SCROLL_STEP: f32 = 24.0;
/// Height of the note that the filter excludes the deal.
const EXCLUDED_NOTE_HEIGHT: f32 = 36.0;

/// State of the panel that persists between frames.
#[derive(Debug, Default)]
pub struct PanelUiState {
    width: Option<f32>,
    scroll_lines: usize,
    offset: f32,
    deal: Option<String>,
    /// True if the requests of the deal are expanded.
    requests_expanded: bool,
    /// The open deal whose name last got the focus.
    announced_deal: Option<String>,
    /// True if a key caused that; the focus ring is then visible.
    by_key: bool,
}

impl PanelUiState {
    /// Returns the width of the panel, about two thirds of the available width at most.
    #[must_use]
    pub fn width(&self, look: &Theme, room: f32) -> f32 {
        let size = &look.tokens.size;
        let wide = self
            .width
            .unwrap_or(size.panel)
            .clamp(size.panel_min, size.panel_max);
        wide.min((room * 0.68).max(320.0))
    }

    /// Returns whether the panel was closed since the last call; the focus then returns to the card.
    pub(in crate::screens) fn take_closed(&mut self, open: bool) -> bool {
        !open && self.announced_deal.take().is_some()
    }

    /// Returns the progress of the slide animation, from 0 to 1.
    #[must_use]
    pub fn slide_progress(ctx: &Context, look: &Theme, open: bool) -> f32 {
        let ease = egui::emath::easing::cubic_out;
        let seconds = look.duration_secs(look.tokens.motion.panel);
        ctx.animate_bool_with_time_and_easing(egui::Id::unique("panel-slide"), open, seconds, ease)
    }
}

/// Draws the panel.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState, rect: Rect) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    pen.fill(rect, 0, ink.surface);
    pen.vertical_line(rect.left() + 0.5, rect.y_range(), ink.border);
    draw_resize_handle(ui, pass, &mut places.panel, rect);
    let head = rect.with_max_y(rect.top() + look.tokens.size.panel_head);
    let view = deal::deal_view(pass.app);
    draw_header(ui, pass, head, view.as_ref());
    pen.horizontal_line(head.x_range(), head.bottom() - 0.5, ink.border);
    let below = view
        .as_ref()
        .map_or(head.bottom(), |view| draw_excluded_note(ui, pass, head, view));
    let inside = Rect::from_min_max(pos2(rect.left() + 1.0, below), rect.max);
    let Some(view) = view else {
        let row = Rect::from_min_size(inside.min + vec2(20.0, 24.0), vec2(inside.width() - 40.0, 20.0));
        pen.text(
            row,
            Align::Min,
            &pass.message("deal-gone"),
            TextStyle::body(),
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
        place.scroll_lines = wanted;
    }
    if wanted != place.scroll_lines {
        let by = (wanted as f32 - place.scroll_lines as f32) * SCROLL_STEP;
        area = area.vertical_scroll_offset((place.offset + by).max(0.0));
        place.scroll_lines = wanted;
    }
    let mut child = ui.new_child(UiBuilder::new().max_rect(inside).id_salt("body"));
    let (unfolded, ringed) = (&mut place.requests_expanded, place.by_key);
    let output = area.show(&mut child, |ui| {
        body::show(ui, pass, &view, (unfolded, ringed));
        keep_focus_visible(ui, pass, inside);
    });
    // Report the clamped scroll position back, so that the next key continues from there.
    let offset = output
        .state
        .clamped_offset()
        .y
        .min((output.content_size.y - inside.height()).max(0.0));
    let lines = (offset / SCROLL_STEP).round() as usize;
    if lines != place.scroll_lines {
        place.scroll_lines = lines;
        pass.request(Action::Scroll(lines.cast_signed() - wanted.cast_signed()));
    }
    place.offset = offset;
    focus_new_deal(ui, pass, places, view.id.as_str());
}

/// Moves the focus to the name of a newly opened deal. Screen readers announce it and continue there.
fn focus_new_deal(ui: &Ui, pass: &FrameCtx<'_>, places: &mut UiState, deal: &str) {
    if pass.app.cx.screen() != Screen::Deal || !matches!(pass.app.cx.layer(), Layer::None) {
        return;
    }
    let id = body::name_id();
    places.roving_focus = Some(id);
    let place = &mut places.panel;
    let nowhere = ui.memory(egui::Memory::focused).is_none();
    if place.announced_deal.as_deref() != Some(deal) || (places.by_key && nowhere) {
        place.announced_deal = Some(deal.to_owned());
        place.by_key = places.by_key;
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}

fn draw_resize_handle(ui: &Ui, pass: &FrameCtx<'_>, place: &mut PanelUiState, rect: Rect) {
    let edge = Rect::from_min_max(rect.min, pos2(rect.left() + 5.0, rect.bottom()));
    let response = ui.interact(edge, ui.scope_id().with("edge"), Sense::DRAG);
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
    if response.dragged() {
        let size = &pass.theme.tokens.size;
        place.width = Some((rect.width() - response.drag_delta().x).clamp(size.panel_min, size.panel_max));
    }
}

/// Draws the note that the filter excludes the deal, with a button to clear it. Returns the top of the body.
fn draw_excluded_note(ui: &Ui, pass: &mut FrameCtx<'_>, head: Rect, view: &deal::DealView) -> f32 {
    let Some(said) = &view.outside_filter else {
        return head.bottom();
    };
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let row = Rect::from_min_size(
        pos2(head.left() + 1.0, head.bottom()),
        vec2(head.width() - 1.0, EXCLUDED_NOTE_HEIGHT),
    );
    pen.fill(row, 0, ink.sunken);
    pen.horizontal_line(row.x_range(), row.bottom() - 0.5, ink.border);
    let label = pass.message("button-clear-filter").into_owned();
    let button = Button::new(&label).with_style(ButtonStyle::Link);
    let end = pos2(row.right() - 14.0, row.center().y);
    let places = trailing_items::rects_ending_at(end, 0.0, &[button.width(&pen)]);
    pen.sized_icon(
        pos2(row.left() + 26.0, row.center().y),
        Icon::Filter,
        14.0,
        ink.text_tertiary,
    );
    let room = row
        .with_min_x(row.left() + 40.0)
        .with_max_x(trailing_items::left_edge(&places, end.x) - 8.0);
    let text = pen.text(room, Align::Min, said, TextStyle::small(), ink.text_secondary);
    let response = ui.interact(text, ui.scope_id().with("outside"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, said));
    for place in places {
        let id = ui.scope_id().with("clear-filter");
        if button.show(ui, look, id, place).clicked() {
            pass.request(Action::SetFilter(String::new()));
            // Focus the deal, so that the board scrolls to it.
            if let Some(id) = pass.app.pipeline.opened_deal() {
                pass.request(Action::FocusDeal(id.clone()));
            }
        }
    }
    row.bottom()
}

fn draw_header(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, view: Option<&deal::DealView>) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let end = pos2(rect.right() - 14.0, rect.center().y);
    let places = trailing_items::rects_ending_at(end, 6.0, &[28.0; 5]);
    if let Some(view) = view {
        let row = rect
            .with_min_x(rect.left() + 20.0)
            .with_max_x(trailing_items::left_edge(&places, end.x) - 8.0);
        let status = pen.text(
            row,
            Align::Min,
            &view.status,
            TextStyle::small(),
            ink.text_tertiary,
        );
        pen.text(
            row.with_min_x(status.right() + 8.0),
            Align::Min,
            &view.position,
            TextStyle::small(),
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
        let name = format!("{}  {}", pass.action_name(id), pass.key_cap(id));
        let button = Button::from_icon(&name, icon);
        if button.show(ui, look, ui.scope_id().with(id), *place).clicked() {
            pass.request_command(id);
        }
    }
    let name = pass.message("more-actions").into_owned();
    let menu = Button::from_icon(&name, Icon::More).show(ui, look, ui.scope_id().with("more"), *more);
    egui::Popup::menu(&menu)
        .frame(context_menu::menu_frame(look))
        .show(|ui| context_menu::deal_menu(ui, pass));
    let name = pass.message("button-close").into_owned();
    let button = Button::from_icon(&name, Icon::Close);
    if button
        .show(ui, look, ui.scope_id().with("close"), *close)
        .clicked()
    {
        pass.request_command(ActionId::Back);
    }
}
