//! Progress of a bulk change: a bar, the number of failures, and buttons for details and stop.
//!
//! It appears where the change was started. As long as the change can be undone as a whole, a toast is shown instead.

use crate::prelude::*;
use encours_core::app::changes::bulk::model::{Bulk, BulkStage};
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::shell::view::picker;

use super::{END_GAP, GAP, PAD, bar_ui};

/// Length of the progress bar.
const TRACK_WIDTH: f32 = 96.0;
/// Width of the failure icon.
const ICON_WIDTH: f32 = 16.0;

/// Returns whether a bulk change is running and no toast reports it.
pub(super) fn is_bulk_running(frame: &FrameCtx<'_>) -> bool {
    let running = |bulk: &Bulk| bulk.stage() == BulkStage::Run && !bulk.has_ended();
    let is_bulk_toast = |toast: &Toast| toast.content.is_bulk_start();
    frame.app.bulk_change.bulk().is_some_and(running) && !frame.app.cx.toasts().iter().any(is_bulk_toast)
}

/// Draws the bar at the bottom edge of `body`.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, body: Rect) {
    let Some(view) = picker::bulk_view(frame.app) else {
        return;
    };
    let theme = frame.theme;
    let painter = frame.painter(ui);
    let message = view.summary.first().cloned().unwrap_or_default();
    let failed = frame.app.bulk_change.bulk().is_some_and(|bulk| bulk.counts().failed > 0);
    let strong = TextStyle::strong().with_weight(FontWeight::SemiBold);
    let button = |id: ActionId, key: &'static str, icon: Icon| {
        let button = Button::new(frame.message(key)).with_icon(icon).with_style(ButtonStyle::Ghost);
        button.disabled_by(frame.disabled_reason(id)).with_action(Action::Run(id))
    };
    // The key shown belongs to the picker; over the board it has another meaning.
    let details = button(ActionId::ShowBulk, "bar-details", Icon::Table);
    let buttons = [
        (ActionId::StopBulk, button(ActionId::StopBulk, "action-stop-bulk", Icon::Stop)),
        (ActionId::ShowBulk, details.with_key_cap(frame.key_cap(ActionId::ShowBulk))),
    ];
    let widths = buttons.each_ref().map(|(_, button)| button.width(&painter));
    let icon_width = if failed { ICON_WIDTH } else { 0.0 };
    let around = TRACK_WIDTH + icon_width + widths.iter().sum::<f32>() + GAP + 4.0 * PAD + END_GAP;
    let text = painter.text_width(&message, TextStyle::small()).ceil();
    // If space is short, shorten the title: the user knows it, and the picker shows it.
    let available = body.width() - 24.0 - around - text;
    let title = painter.text_width(&view.title, strong).ceil().min(available.max(0.0));
    let a11y_text = format!("{} – {message}", view.title);
    let mut bar_area = bar_ui(ui, frame, body, title + text + around, &a11y_text);
    let rect = bar_area.max_rect();
    let painter = frame.painter(&bar_area);
    let mut x = rect.left() + PAD;
    if title > 0.0 {
        let text_rect = rect.with_min_x(x).with_max_x(x + title + 1.0);
        painter.left(text_rect, &view.title, strong, theme.colors.text);
        x += title + PAD;
    }
    let track = rect_at(x, rect.center().y - 2.0, TRACK_WIDTH, 4.0);
    let done_share = view.progress.unwrap_or(0.0).clamp(0.0, 1.0);
    painter.progress(track, 2, theme.colors.share_track, (done_share, theme.colors.accent));
    x = track.right() + PAD;
    let mut color = theme.colors.text_secondary;
    if failed {
        painter.band_shape(pos2(x + 5.0, rect.center().y), Band::Alert);
        x += ICON_WIDTH;
        color = theme.colors.text;
    }
    let end = painter.left(rect.with_min_x(x), &message, TextStyle::small(), color);
    let response = bar_area.hover_area(track.union(end), "progress", Role::ProgressIndicator, &a11y_text);
    bar_area.ctx().accesskit_node_builder(response.id, |node| {
        node.set_numeric_value(f64::from(done_share));
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(1.0);
    });
    ButtonRow::ending_at(&bar_area, &painter, (rect.near_right(END_GAP), GAP), buttons)
        .show(&bar_area, frame);
    bar_area.set_min_size(rect.size());
}
