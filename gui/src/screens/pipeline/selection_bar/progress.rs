//! Progress of a bulk change: a bar, the number of failures, and buttons for details and stop.
//!
//! It appears where the change was started. As long as the change can be undone as a whole, a toast is shown instead.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::bulk::model::{Bulk, BulkStage};
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::foundation::cx::toast_kind::ToastContent;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::view::sheet;
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
pub(super) fn is_bulk_running(pass: &FrameCtx<'_>) -> bool {
    let running = |bulk: &Bulk| bulk.stage() == BulkStage::Run && !bulk.has_ended();
    let told = |toast: &Toast| matches!(toast.kind, ToastContent::BulkStarted { .. });
    pass.app.bulk_change.bulk().is_some_and(running) && !pass.app.cx.toasts().iter().any(told)
}

/// Draws the bar at the bottom edge of `body`.
pub(super) fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, body: Rect) {
    let Some(view) = sheet::bulk_view(pass.app) else {
        return;
    };
    let look = pass.theme;
    let pen = Painter::new(ui.painter(), look);
    let said = view.summary.first().cloned().unwrap_or_default();
    let failed = pass
        .app
        .bulk_change
        .bulk()
        .is_some_and(|bulk| bulk.counts().failed > 0);
    let strong = TextStyle::strong().with_weight(FontWeight::SemiBold);
    let ways = [
        (ActionId::StopBulk, "action-stop-bulk", Icon::Stop),
        (ActionId::ShowBulk, "bar-details", Icon::Table),
    ]
    .map(|(id, key, icon)| (id, pass.message(key).into_owned(), icon, pass.disabled_reason(id)));
    // The key shown belongs to the picker; over the board it has another meaning.
    let cap = pass.key_cap(ActionId::ShowBulk);
    let buttons = [0, 1].map(|at| {
        let (id, label, icon, reason) = &ways[at];
        let button = Button::new(label)
            .with_icon(*icon)
            .with_style(ButtonStyle::Ghost)
            .disabled_by(reason.as_deref());
        if *id == ActionId::ShowBulk {
            button.with_key_cap(&cap)
        } else {
            button
        }
    });
    let widths = buttons.map(|button| button.width(&pen));
    let sign = if failed { ICON_WIDTH } else { 0.0 };
    let around = TRACK_WIDTH + sign + widths.iter().sum::<f32>() + GAP + 4.0 * PAD + END_GAP;
    let text = pen.text_width(&said, TextStyle::small()).ceil();
    // If space is short, shorten the title: the user knows it, and the picker shows it.
    let room = body.width() - 24.0 - around - text;
    let title = pen.text_width(&view.title, strong).ceil().min(room.max(0.0));
    let spoken = format!("{} – {said}", view.title);
    let mut inside = bar_ui(ui, pass, body, title + text + around, &spoken);
    let rect = inside.max_rect();
    let pen = Painter::new(inside.painter(), look);
    let mut x = rect.left() + PAD;
    if title > 0.0 {
        let place = rect.with_min_x(x).with_max_x(x + title + 1.0);
        pen.text(place, Align::Min, &view.title, strong, look.colors.text);
        x += title + PAD;
    }
    let track = Rect::from_min_size(pos2(x, rect.center().y - 2.0), vec2(TRACK_WIDTH, 4.0));
    pen.fill(track, 2, look.colors.share_track);
    let done = view.progress.unwrap_or(0.0).clamp(0.0, 1.0);
    let filled = Rect::from_min_size(track.min, vec2(TRACK_WIDTH * done, 4.0));
    pen.fill(filled, 2, look.colors.accent);
    x = track.right() + PAD;
    let mut color = look.colors.text_secondary;
    if failed {
        pen.band_shape(pos2(x + 5.0, rect.center().y), Band::Alert);
        x += ICON_WIDTH;
        color = look.colors.text;
    }
    let end = pen.text(rect.with_min_x(x), Align::Min, &said, TextStyle::small(), color);
    let response = inside.interact(
        track.union(end),
        inside.scope_id().with("progress"),
        Sense::hover(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, &spoken));
    inside.ctx().accesskit_node_builder(response.id, |node| {
        node.set_numeric_value(f64::from(done));
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(1.0);
    });
    let places = trailing_items::rects_ending_at(pos2(rect.right() - END_GAP, rect.center().y), GAP, &widths);
    for (at, place) in places.into_iter().enumerate() {
        let id = ways[at].0;
        if buttons[at]
            .show(&inside, look, inside.scope_id().with(id), place)
            .clicked()
        {
            pass.request_command(id);
        }
    }
    inside.set_min_size(rect.size());
}
