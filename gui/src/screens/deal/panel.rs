//! The frame of the deal panel: width, slide animation, header and scroll position.

use egui::scroll_area::ScrollSource;
use egui::{
    Align, Context, CursorIcon, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use encours_core::app::changes::deal::view::deal;
use encours_core::app::foundation::cx::overlay::Overlay;
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
    pub fn width(&self, theme: &Theme, available: f32) -> f32 {
        let size = &theme.tokens.size;
        let width = self.width.unwrap_or(size.panel).clamp(size.panel_min, size.panel_max);
        width.min((available * 0.68).max(320.0))
    }

    /// Returns whether the panel was closed since the last call; the focus then returns to the card.
    pub(in crate::screens) fn take_closed(&mut self, open: bool) -> bool {
        !open && self.announced_deal.take().is_some()
    }

    /// Returns the progress of the slide animation, from 0 to 1.
    #[must_use]
    pub fn slide_progress(ctx: &Context, theme: &Theme, open: bool) -> f32 {
        let ease = egui::emath::easing::cubic_out;
        let seconds = theme.duration_secs(theme.tokens.motion.panel);
        ctx.animate_bool_with_time_and_easing(egui::Id::unique("panel-slide"), open, seconds, ease)
    }
}

/// Draws the panel.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, ui_state: &mut UiState, rect: Rect) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    painter.fill(rect, 0, colors.surface);
    painter.vertical_line(rect.left() + 0.5, rect.y_range(), colors.border);
    draw_resize_handle(ui, frame, &mut ui_state.panel, rect);
    let header_rect = rect.with_max_y(rect.top() + theme.tokens.size.panel_head);
    let view = deal::deal_view(frame.app);
    draw_header(ui, frame, header_rect, view.as_ref());
    painter.horizontal_line(header_rect.x_range(), header_rect.bottom() - 0.5, colors.border);
    let below =
        view.as_ref().map_or(header_rect.bottom(), |view| draw_excluded_note(ui, frame, header_rect, view));
    let content_rect = Rect::from_min_max(pos2(rect.left() + 1.0, below), rect.max);
    let Some(view) = view else {
        let row =
            Rect::from_min_size(content_rect.min + vec2(20.0, 24.0), vec2(content_rect.width() - 40.0, 20.0));
        painter.text(row, Align::Min, &frame.message("deal-gone"), TextStyle::body(), colors.text_secondary);
        return;
    };
    let panel = &mut ui_state.panel;
    let mut area = ScrollArea::vertical()
        .id_salt(("deal", view.id.as_str()))
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    let target_line = frame.app.cx.scroll();
    if panel.deal.as_deref() != Some(view.id.as_str()) {
        panel.deal = Some(view.id.to_string());
        panel.scroll_lines = target_line;
    }
    if target_line != panel.scroll_lines {
        let by = (target_line as f32 - panel.scroll_lines as f32) * SCROLL_STEP;
        area = area.vertical_scroll_offset((panel.offset + by).max(0.0));
        panel.scroll_lines = target_line;
    }
    let mut child = ui.new_child(UiBuilder::new().max_rect(content_rect).id_salt("body"));
    let (expanded, has_ring) = (&mut panel.requests_expanded, panel.by_key);
    let output = area.show(&mut child, |ui| {
        body::show(ui, frame, &view, (expanded, has_ring));
        keep_focus_visible(ui, frame, content_rect);
    });
    // Report the clamped scroll position back, so that the next key continues from there.
    let offset =
        output.state.clamped_offset().y.min((output.content_size.y - content_rect.height()).max(0.0));
    let lines = (offset / SCROLL_STEP).round() as usize;
    if lines != panel.scroll_lines {
        panel.scroll_lines = lines;
        frame.request(Action::Scroll(lines.cast_signed() - target_line.cast_signed()));
    }
    panel.offset = offset;
    focus_new_deal(ui, frame, ui_state, view.id.as_str());
}

/// Moves the focus to the name of a newly opened deal. Screen readers announce it and continue there.
fn focus_new_deal(ui: &Ui, frame: &FrameCtx<'_>, ui_state: &mut UiState, deal: &str) {
    if frame.app.cx.screen() != Screen::Deal || !matches!(frame.app.cx.overlay(), Overlay::None) {
        return;
    }
    let id = body::name_id();
    ui_state.roving_focus = Some(id);
    let panel = &mut ui_state.panel;
    let nowhere = ui.memory(egui::Memory::focused).is_none();
    if panel.announced_deal.as_deref() != Some(deal) || (ui_state.by_key && nowhere) {
        panel.announced_deal = Some(deal.to_owned());
        panel.by_key = ui_state.by_key;
        ui.memory_mut(|saved_state| saved_state.request_focus(id));
    }
}

fn draw_resize_handle(ui: &Ui, frame: &FrameCtx<'_>, panel: &mut PanelUiState, rect: Rect) {
    let edge = Rect::from_min_max(rect.min, pos2(rect.left() + 5.0, rect.bottom()));
    let response = ui.interact(edge, ui.scope_id().with("edge"), Sense::DRAG);
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
    if response.dragged() {
        let size = &frame.theme.tokens.size;
        panel.width = Some((rect.width() - response.drag_delta().x).clamp(size.panel_min, size.panel_max));
    }
}

/// Draws the note that the filter excludes the deal, with a button to clear it. Returns the top of the body.
fn draw_excluded_note(ui: &Ui, frame: &mut FrameCtx<'_>, header: Rect, view: &deal::DealView) -> f32 {
    let Some(note) = &view.outside_filter else {
        return header.bottom();
    };
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    let row = Rect::from_min_size(
        pos2(header.left() + 1.0, header.bottom()),
        vec2(header.width() - 1.0, EXCLUDED_NOTE_HEIGHT),
    );
    painter.fill(row, 0, colors.sunken);
    painter.horizontal_line(row.x_range(), row.bottom() - 0.5, colors.border);
    let label = frame.message("button-clear-filter").into_owned();
    let button = Button::new(&label).with_style(ButtonStyle::Link);
    let end = pos2(row.right() - 14.0, row.center().y);
    let rects = trailing_items::rects_ending_at(end, 0.0, &[button.width(&painter)]);
    painter.sized_icon(pos2(row.left() + 26.0, row.center().y), Icon::Filter, 14.0, colors.text_tertiary);
    let available =
        row.with_min_x(row.left() + 40.0).with_max_x(trailing_items::left_edge(&rects, end.x) - 8.0);
    let text = painter.text(available, Align::Min, note, TextStyle::small(), colors.text_secondary);
    let response = ui.interact(text, ui.scope_id().with("outside"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, note));
    for button_rect in rects {
        let id = ui.scope_id().with("clear-filter");
        if button.show(ui, theme, id, button_rect).clicked() {
            frame.request(Action::SetFilter(String::new()));
            // Focus the deal, so that the board scrolls to it.
            if let Some(id) = frame.app.pipeline.opened_deal() {
                frame.request(Action::FocusDeal(id.clone()));
            }
        }
    }
    row.bottom()
}

fn draw_header(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: Option<&deal::DealView>) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    let end = pos2(rect.right() - 14.0, rect.center().y);
    let rects = trailing_items::rects_ending_at(end, 6.0, &[28.0; 5]);
    if let Some(view) = view {
        let row =
            rect.with_min_x(rect.left() + 20.0).with_max_x(trailing_items::left_edge(&rects, end.x) - 8.0);
        let status = painter.text(row, Align::Min, &view.status, TextStyle::small(), colors.text_tertiary);
        painter.text(
            row.with_min_x(status.right() + 8.0),
            Align::Min,
            &view.position,
            TextStyle::small(),
            colors.text_secondary,
        );
    }
    let [previous, next, copy, more, close] = rects.as_slice() else {
        return;
    };
    for (id, icon, button_rect) in [
        (ActionId::PreviousDeal, Icon::Up, previous),
        (ActionId::NextDeal, Icon::Down, next),
        (ActionId::Copy, Icon::Copy, copy),
    ] {
        let name = format!("{}  {}", frame.action_name(id), frame.key_cap(id));
        let button = Button::from_icon(&name, icon);
        if button.show(ui, theme, ui.scope_id().with(id), *button_rect).clicked() {
            frame.request_command(id);
        }
    }
    let name = frame.message("more-actions").into_owned();
    let menu = Button::from_icon(&name, Icon::More).show(ui, theme, ui.scope_id().with("more"), *more);
    egui::Popup::menu(&menu)
        .frame(context_menu::menu_frame(theme))
        .show(|ui| context_menu::deal_menu(ui, frame));
    let name = frame.message("button-close").into_owned();
    let button = Button::from_icon(&name, Icon::Close);
    if button.show(ui, theme, ui.scope_id().with("close"), *close).clicked() {
        frame.request_command(ActionId::Back);
    }
}
