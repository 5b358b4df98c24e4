//! Progress of a bulk change: a bar, the number of failures, and buttons for details and stop.
//!
//! It appears where the change was started. As long as the change can be undone as a whole, a toast is shown instead.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::bulk::model::{Bulk, BulkStage};
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::foundation::cx::toast_content::ToastContent;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::view::picker;
use encours_core::vocabulary::Band;

use super::{END_GAP, GAP, PAD, bar_ui};
use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, trailing_items};

/// Length of the progress bar.
const TRACK_WIDTH: f32 = 96.0;
/// Width of the failure icon.
const ICON_WIDTH: f32 = 16.0;

/// Returns whether a bulk change is running and no toast reports it.
pub(super) fn is_bulk_running(frame: &FrameCtx<'_>) -> bool {
    let running = |bulk: &Bulk| bulk.stage() == BulkStage::Run && !bulk.has_ended();
    let is_bulk_toast = |toast: &Toast| matches!(toast.kind, ToastContent::BulkStarted { .. });
    frame.app.bulk_change.bulk().is_some_and(running) && !frame.app.cx.toasts().iter().any(is_bulk_toast)
}

/// Draws the bar at the bottom edge of `body`.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, body: Rect) {
    let Some(view) = picker::bulk_view(frame.app) else {
        return;
    };
    let theme = frame.theme;
    let painter = Painter::new(ui.painter(), theme);
    let message = view.summary.first().cloned().unwrap_or_default();
    let failed = frame.app.bulk_change.bulk().is_some_and(|bulk| bulk.counts().failed > 0);
    let strong = TextStyle::strong().with_weight(FontWeight::SemiBold);
    let texts = [
        (ActionId::StopBulk, "action-stop-bulk", Icon::Stop),
        (ActionId::ShowBulk, "bar-details", Icon::Table),
    ]
    .map(|(id, key, icon)| (id, frame.message(key).into_owned(), icon, frame.disabled_reason(id)));
    // The key shown belongs to the picker; over the board it has another meaning.
    let key_cap = frame.key_cap(ActionId::ShowBulk);
    let buttons = [0, 1].map(|at| {
        let (id, label, icon, reason) = &texts[at];
        let button =
            Button::new(label).with_icon(*icon).with_style(ButtonStyle::Ghost).disabled_by(reason.as_deref());
        if *id == ActionId::ShowBulk { button.with_key_cap(&key_cap) } else { button }
    });
    let widths = buttons.map(|button| button.width(&painter));
    let icon_width = if failed { ICON_WIDTH } else { 0.0 };
    let around = TRACK_WIDTH + icon_width + widths.iter().sum::<f32>() + GAP + 4.0 * PAD + END_GAP;
    let text = painter.text_width(&message, TextStyle::small()).ceil();
    // If space is short, shorten the title: the user knows it, and the picker shows it.
    let available = body.width() - 24.0 - around - text;
    let title = painter.text_width(&view.title, strong).ceil().min(available.max(0.0));
    let a11y_text = format!("{} – {message}", view.title);
    let mut bar_area = bar_ui(ui, frame, body, title + text + around, &a11y_text);
    let rect = bar_area.max_rect();
    let painter = Painter::new(bar_area.painter(), theme);
    let mut x = rect.left() + PAD;
    if title > 0.0 {
        let text_rect = rect.with_min_x(x).with_max_x(x + title + 1.0);
        painter.text(text_rect, Align::Min, &view.title, strong, theme.colors.text);
        x += title + PAD;
    }
    let track = Rect::from_min_size(pos2(x, rect.center().y - 2.0), vec2(TRACK_WIDTH, 4.0));
    painter.fill(track, 2, theme.colors.share_track);
    let done_share = view.progress.unwrap_or(0.0).clamp(0.0, 1.0);
    let filled = Rect::from_min_size(track.min, vec2(TRACK_WIDTH * done_share, 4.0));
    painter.fill(filled, 2, theme.colors.accent);
    x = track.right() + PAD;
    let mut color = theme.colors.text_secondary;
    if failed {
        painter.band_shape(pos2(x + 5.0, rect.center().y), Band::Alert);
        x += ICON_WIDTH;
        color = theme.colors.text;
    }
    let end = painter.text(rect.with_min_x(x), Align::Min, &message, TextStyle::small(), color);
    let response = bar_area.interact(track.union(end), bar_area.scope_id().with("progress"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, &a11y_text));
    bar_area.ctx().accesskit_node_builder(response.id, |node| {
        node.set_numeric_value(f64::from(done_share));
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(1.0);
    });
    let rects = trailing_items::rects_ending_at(pos2(rect.right() - END_GAP, rect.center().y), GAP, &widths);
    for (at, text_rect) in rects.into_iter().enumerate() {
        let id = texts[at].0;
        if buttons[at].show(&bar_area, theme, bar_area.scope_id().with(id), text_rect).clicked() {
            frame.request_command(id);
        }
    }
    bar_area.set_min_size(rect.size());
}
