//! The frame of the deal panel: width, slide animation, header and scroll position.

use egui::{Context, CursorIcon};
use encours_core::app::changes::deal::view::deal;

use super as body;
use crate::prelude::*;
use crate::screens::scroll_sync::{self, ScreenScroll};

/// Height of the note that the filter excludes the deal.
const EXCLUDED_NOTE_HEIGHT: f32 = 36.0;

/// State of the panel that persists between frames.
#[derive(Debug, Default)]
pub struct PanelUiState {
    width: Option<f32>,
    scroll: ScreenScroll,
    deal: Option<String>,
    /// True if the requests of the deal are expanded.
    pub(super) requests_expanded: bool,
    /// The open deal whose name last got the focus.
    announced_deal: Option<String>,
    /// True if a key caused that; the focus ring is then visible.
    pub(super) by_key: bool,
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
    pub(crate) fn take_closed(&mut self, open: bool) -> bool {
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
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    painter.fill(rect, 0, colors.surface);
    painter.vertical_line(rect.left() + 0.5, rect.y_range(), colors.border);
    draw_resize_handle(ui, frame, rect);
    let header_rect = rect.top_part(theme.tokens.size.panel_header);
    let view = deal::deal_view(frame.app);
    draw_header(ui, frame, header_rect, view.as_ref());
    painter.horizontal_line(header_rect.x_range(), header_rect.bottom() - 0.5, colors.border);
    let below =
        view.as_ref().map_or(header_rect.bottom(), |view| draw_excluded_note(ui, frame, header_rect, view));
    let content_rect = Rect::from_min_max(pos2(rect.left() + 1.0, below), rect.max);
    let Some(view) = view else {
        let row =
            Rect::from_min_size(content_rect.min + vec2(20.0, 24.0), vec2(content_rect.width() - 40.0, 20.0));
        painter.left(row, &frame.message("deal-gone"), TextStyle::body(), colors.text_secondary);
        return;
    };
    let panel = &mut frame.state.panel;
    if panel.deal.as_deref() != Some(view.id.as_str()) {
        panel.deal = Some(view.id.to_string());
        panel.scroll.lines = frame.app.cx.scroll();
    }
    let (child, salt) = (&mut ui.part(content_rect, "body"), ("deal", view.id.as_str()));
    scroll_sync::show(child, frame, content_rect, (salt, |state| &mut state.panel.scroll), |ui, frame| {
        body::show(ui, frame, &view);
    });
    focus_new_deal(ui, frame, view.id.as_str());
}

/// Moves the focus to the name of a newly opened deal. Screen readers announce it and continue there.
fn focus_new_deal(ui: &Ui, frame: &mut FrameCtx<'_>, deal: &str) {
    if frame.app.cx.screen() != Screen::Deal || !matches!(frame.app.cx.overlay(), Overlay::None) {
        return;
    }
    let id = body::name_id();
    frame.state.roving_focus = Some(id);
    let nowhere = ui.memory(egui::Memory::focused).is_none();
    let UiState { panel, by_key, .. } = &mut *frame.state;
    if panel.announced_deal.as_deref() != Some(deal) || (*by_key && nowhere) {
        panel.announced_deal = Some(deal.to_owned());
        panel.by_key = *by_key;
        ui.memory_mut(|saved_state| saved_state.request_focus(id));
    }
}

fn draw_resize_handle(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    let edge = Rect::from_min_max(rect.min, pos2(rect.left() + 5.0, rect.bottom()));
    let response = ui.interact(edge, ui.scope_id().with("edge"), Sense::DRAG);
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
    if response.dragged() {
        let size = &frame.theme.tokens.size;
        let width = rect.width() - response.drag_delta().x;
        frame.state.panel.width = Some(width.clamp(size.panel_min, size.panel_max));
    }
}

/// Draws the note that the filter excludes the deal, with a button to clear it. Returns the top of the body.
fn draw_excluded_note(ui: &Ui, frame: &mut FrameCtx<'_>, header: Rect, view: &deal::DealView) -> f32 {
    let Some(note) = &view.outside_filter else {
        return header.bottom();
    };
    let (painter, colors) = frame.painter_and_colors(ui);
    let row = rect_at(header.left() + 1.0, header.bottom(), header.width() - 1.0, EXCLUDED_NOTE_HEIGHT);
    painter.fill(row, 0, colors.sunken);
    painter.horizontal_line(row.x_range(), row.bottom() - 0.5, colors.border);
    let button = Button::new(frame.message("button-clear-filter")).with_style(ButtonStyle::Link);
    let button = button.with_action(Action::SetFilter(String::new()));
    let end = row.near_right(14.0);
    let buttons = ButtonRow::ending_at(ui, &painter, (end, 0.0), [("clear-filter", button)]);
    painter.sized_icon(row.near_left(26.0), Icon::Filter, 14.0, colors.text_tertiary);
    let available = row.after(40.0).with_max_x(buttons.left_edge(end.x) - 8.0);
    let text = painter.left(available, note, TextStyle::small(), colors.text_secondary);
    ui.describe(text, "outside", Role::Label, note);
    if buttons.show(ui, frame).iter().any(Response::clicked) {
        // Focus the deal, so that the board scrolls to it.
        if let Some(id) = frame.app.pipeline.opened_deal() {
            frame.request(Action::FocusDeal(id.clone()));
        }
    }
    row.bottom()
}

fn draw_header(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: Option<&deal::DealView>) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let end = rect.near_right(14.0);
    let rects = trailing_items::rects_ending_at(end, 6.0, &[28.0; 5]);
    if let Some(view) = view {
        let row = rect.after(20.0).with_max_x(trailing_items::left_edge(&rects, end.x) - 8.0);
        let status = painter.left(row, &view.status, TextStyle::small(), colors.text_tertiary);
        painter.left(
            row.with_min_x(status.right() + 8.0),
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
        let button = Button::from_icon(frame.action_hint(id), icon).with_action(Action::Run(id));
        frame.press(ui, id, *button_rect, &button);
    }
    let menu = frame.press(ui, "more", *more, &Button::from_icon(frame.message("more-actions"), Icon::More));
    context_menu::popup(&menu, frame.theme).show(|ui| context_menu::deal_menu(ui, frame));
    let button = Button::from_icon(frame.message("button-close"), Icon::Close);
    frame.press(ui, "close", *close, &button.with_action(Action::Run(ActionId::Back)));
}
