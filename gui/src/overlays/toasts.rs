//! Toasts: a result, the time until it is sent, and an undo button if possible.
//!
//! The newest is lowest, above the status line, clear of the side bar and the deal panel. Scrolling lists leave space
//! at their end, so that no row stays covered. While an overlay box is open, only one toast is shown, in the strip at
//! the bottom that every box leaves free.

mod text;

use std::path::Path;

use egui::Order;
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::foundation::cx::toast_content::ToastContent;
use encours_core::app::tools::toasts::view::{self, ToastView};

use crate::prelude::*;
use crate::screens::pipeline::selection_bar;

const GAP: f32 = 10.0;
/// Maximum width of a toast.
const MAX_WIDTH: f32 = 720.0;
const PAD: f32 = 16.0;

/// Distance between the status line and the lowest toast.
const BOTTOM_GAP: f32 = 44.0;
/// The same distance in a low window, where space is scarce; the status line stays readable.
const LOW_BOTTOM_GAP: f32 = 4.0;

/// Returns whether the toast is shown in the status line. Another process made the change, so it must not cover
/// content.
#[must_use]
pub fn is_in_status_line(content: &ToastContent) -> bool {
    content.is_scheduled_by_peer()
}

/// Returns the toasts that float over the screen.
fn floating_toasts<'a>(frame: &FrameCtx<'a>) -> impl Iterator<Item = &'a Toast> + use<'a> {
    let hidden_toast = frame.hidden_toast;
    let question_open =
        frame.app.cx.picker().is_some_and(|picker| picker.kind == PickerKind::ConfirmDeletions);
    let all = frame.app.cx.toasts().iter();
    all.filter(move |it| {
        // The open question already covers this toast.
        let hidden_toast =
            hidden_toast == Some(it.id) || question_open && it.content.is_variant_of("held-again");
        !hidden_toast && !is_in_status_line(&it.content)
    })
}

/// Returns the height above the status line that toasts cover; a focused row must not lie there.
#[must_use]
pub fn covered_height(frame: &FrameCtx<'_>) -> f32 {
    match floating_toasts(frame).count() {
        0 => selection_bar::covered_height(frame),
        n => {
            let toast_height = bottom_distance(frame) + frame.theme.tokens.size.toast + GAP;
            toast_height + (n - 1) as f32 * (frame.theme.tokens.size.toast + GAP)
        }
    }
}

/// Returns the height of the strip that overlay boxes leave for a toast. The strip is constant: a box that moved with
/// each toast would cause wrong clicks.
pub(super) fn strip_height(frame: &FrameCtx<'_>) -> f32 {
    LOW_BOTTOM_GAP + frame.theme.tokens.size.toast + 8.0
}

/// Returns the distance from status line to lowest toast, including the selection bar.
fn bottom_distance(frame: &FrameCtx<'_>) -> f32 {
    let table = frame.app.cx.screen() == Screen::Pipeline && frame.app.table.shows_table();
    // The footer sums of the table stay readable while rows are selected and changed.
    let sums = if table { frame.theme.tokens.size.row_footer } else { 0.0 };
    match selection_bar::covered_height(frame) {
        bar if bar > 0.0 => sums + bar + GAP,
        _ if frame.is_low => sums + LOW_BOTTOM_GAP,
        _ => BOTTOM_GAP,
    }
}

/// Returns whether a tooltip at `at` would stay clear of the toasts. Their buttons are needed within seconds.
#[must_use]
pub fn clears_toasts(ctx: &egui::Context, frame: &FrameCtx<'_>, at: Rect) -> bool {
    /// Largest extent of a tooltip from its target.
    const TOOLTIP_REACH: Vec2 = vec2(280.0, 130.0);
    let count = floating_toasts(frame).count() as f32;
    if count < 1.0 {
        return true;
    }
    let screen = ctx.content_rect();
    let height = count * (frame.theme.tokens.size.toast + GAP);
    let bottom = screen.bottom() - frame.theme.tokens.size.statusbar - bottom_distance(frame);
    let toasts_range = available_range(frame, screen);
    let width = MAX_WIDTH.min(toasts_range.width() - 48.0);
    let toasts_rect = Rect::from_min_max(
        pos2(toasts_range.center().x - width / 2.0, bottom - height),
        pos2(toasts_range.center().x + width / 2.0, bottom),
    );
    !toasts_rect.intersects(at.expand2(TOOLTIP_REACH))
}

/// Returns the horizontal space of toasts: beside the side bar and, if it is wide enough, beside the deal panel.
fn available_range(frame: &FrameCtx<'_>, screen: Rect) -> Rect {
    /// Minimum width of a toast.
    const MIN_WIDTH: f32 = 520.0;
    let beside_sidebar = screen.with_min_x(frame.sidebar_right);
    let beside_panel = frame.panel_left.map(|panel| beside_sidebar.with_max_x(panel));
    beside_panel.filter(|beside_panel| beside_panel.width() >= MIN_WIDTH).unwrap_or(beside_sidebar)
}

/// Draws the toasts. While a question is shown, they lie under its scrim and cannot be pressed.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, question_open: bool) {
    let screen = ui.ctx().content_rect();
    // Under a question they keep their positions, since they cannot be pressed and leave the status line readable.
    let (boxed, height) = (!frame.is_uncovered() && !question_open, frame.theme.tokens.size.toast);
    // Under an overlay box, the toast is centred like the box; the panel is behind the scrim and needs no space.
    let area = if boxed { screen.narrowed(frame.sidebar_right) } else { available_range(frame, screen) };
    let mut toasts: Vec<ToastView> =
        floating_toasts(frame).map(|it| view::toast_view(frame.app, it)).collect();
    let undo = frame.app.activity.undo_toast(&frame.app.cx);
    let mut bottom = screen.bottom() - frame.theme.tokens.size.statusbar - bottom_distance(frame);
    if boxed && !toasts.is_empty() {
        // The others reappear when the box closes. A failure takes precedence over other results.
        let failed = toasts.iter().rposition(|view| view.is_problem);
        let newest = failed.unwrap_or(toasts.len() - 1);
        toasts = vec![toasts.swap_remove(newest)];
        bottom = screen.bottom() - LOW_BOTTOM_GAP;
    }
    for view in toasts.iter().rev() {
        let undo_way = UndoWay::for_toast(view, undo);
        let width = toast_width(&frame.painter(ui), frame, view, undo_way);
        let width = width.min(MAX_WIDTH).min(area.width() - 48.0);
        let left_x = (area.center().x - width / 2.0).round();
        let rect = rect_at(left_x, bottom - height, width, height);
        let order = if question_open { Order::Middle } else { Order::Foreground };
        let (id, name) = (Id::unique(("toast", view.id)), (Role::Group, view.text.as_str()));
        super::floating_area(id, order, rect.min, name).show(ui.ctx(), |ui| {
            ui.set_clip_rect(rect.expand(40.0));
            paint(ui, frame, view, rect, undo_way);
            ui.set_min_size(rect.size());
        });
        bottom = rect.top() - GAP;
    }
}

/// The way to undo the change that a toast reports.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UndoWay {
    /// Not possible.
    None,
    /// By the undo key or the button.
    KeyOrButton,
    /// By the button only: the undo key would revert a newer change.
    ButtonOnly,
}

impl UndoWay {
    fn for_toast(view: &ToastView, undo: Option<u64>) -> Self {
        if undo == Some(view.id) {
            Self::KeyOrButton
        } else if view.separately_undoable {
            Self::ButtonOnly
        } else {
            Self::None
        }
    }
}

/// Returns the width of a toast without truncation.
fn toast_width(painter: &Painter<'_>, frame: &FrameCtx<'_>, view: &ToastView, undo_way: UndoWay) -> f32 {
    let subject = painter.text_width(&view.subject, TextStyle::column());
    let subject = if subject > 0.0 { subject + 4.0 } else { 0.0 };
    let text = painter.text_width(&view.text, TextStyle::body());
    let countdown =
        view.countdown.as_ref().map_or(0.0, |text| painter.text_width(text, TextStyle::small()) + 14.0);
    let buttons = if undo_way != UndoWay::None {
        undo_button(frame, view, undo_way).width(painter) + 22.0
    } else if exported_file(frame, view).is_some() {
        let [open, folder] = OPEN_ACTIONS.map(|key| link_button(frame, key, None).width(painter) + 13.0);
        open + folder + 34.0
    } else if let Some(subject_action) = view.follow_up {
        link_button(frame, view.follow_up_key, Some(subject_action)).width(painter) + 22.0 + 34.0
    } else {
        34.0
    };
    (PAD + 26.0 + subject + text + countdown + buttons + PAD).ceil()
}

/// Returns a link with the key of its action, if it has one.
fn link_button<'k>(frame: &FrameCtx<'_>, key: &'k str, action: Option<ActionId>) -> Button<'k> {
    let button = Button::new(frame.message(key)).with_style(ButtonStyle::Link);
    match action {
        Some(id) => button.with_key_cap(frame.key_cap(id)).with_action(Action::Run(id)),
        None => button,
    }
}

/// Returns the undo button of a toast.
fn undo_button(frame: &FrameCtx<'_>, view: &ToastView, undo_way: UndoWay) -> Button<'static> {
    match undo_way {
        UndoWay::ButtonOnly => {
            link_button(frame, "button-undo", None).with_action(Action::UndoToast(view.id))
        }
        UndoWay::KeyOrButton | UndoWay::None => link_button(frame, "button-undo", Some(ActionId::Undo)),
    }
}

/// Draws a button of a toast, which ends at `right`.
fn draw_link(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    (rect, right): (Rect, f32),
    salt: &'static str,
    button: &Button<'_>,
) -> Response {
    let width = button.width(&frame.painter(ui)) + 4.0;
    frame.press(ui, salt, rect_at(right - width, rect.center().y - 14.0, width, 28.0), button)
}

/// Returns the icon of a toast.
fn toast_icon(content: &ToastContent) -> Icon {
    /// The icons of messages. Rejections, failures and plain information have the general one.
    const ICONS: [(&str, Icon); 17] = [
        ("moved-back", Icon::Info),
        ("undone-many", Icon::Info),
        ("redone-many", Icon::Info),
        ("moved-from", Icon::Arrow),
        ("moved-owner", Icon::Arrow),
        ("edited", Icon::Edit),
        ("given", Icon::Edit),
        ("deleted", Icon::Trash),
        ("creating", Icon::Pending),
        ("resending", Icon::Pending),
        ("undone", Icon::Undo),
        ("redone", Icon::Refresh),
        ("copied", Icon::Copy),
        ("handed", Icon::Copy),
        ("theme", Icon::Moon),
        ("marking", Icon::Check),
        ("created", Icon::Check),
    ];
    let icon = ICONS.iter().find(|(family, _)| content.is_variant_of(family));
    icon.map_or(Icon::Info, |(_, icon)| *icon)
}

/// Labels of the actions on a written file.
const OPEN_ACTIONS: [&str; 2] = ["button-open", "button-open-folder"];

/// Returns the path of the written file that a toast reports.
fn exported_file<'a>(frame: &FrameCtx<'a>, view: &ToastView) -> Option<&'a str> {
    let toast = frame.app.cx.toasts().iter().find(|toast| toast.id == view.id)?;
    toast.content.text_arg("path").filter(|_| toast.content.is_variant_of("exported"))
}

/// Draws the buttons that open a written file and its folder. Returns their left edge.
fn draw_open_buttons(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, mut right: f32, file: &str) -> f32 {
    let folder = Path::new(file).parent().and_then(Path::to_str);
    let paths = [file, folder.filter(|folder| !folder.is_empty()).unwrap_or(".")];
    for (key, path) in OPEN_ACTIONS.into_iter().zip(paths).rev() {
        let response = draw_link(ui, frame, (rect, right), key, &link_button(frame, key, None));
        if response.clicked() {
            frame.open_path = Some(path.to_owned());
        }
        right = response.rect.left() - 9.0;
    }
    right
}

fn paint(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &ToastView, rect: Rect, undo_way: UndoWay) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let countdown = view.countdown.as_deref().unwrap_or_default();
    let a11y_text = format!("{} {} {countdown}", view.subject, view.text);
    let background = ui.hover_area(rect, "ground", Role::Label, a11y_text.trim());
    if background.contains_pointer() {
        frame.hovered_toast = Some(view.id);
    }
    painter.overlay_background(rect, theme.tokens.radius.float, colors.border);
    let content = frame.app.cx.toasts().iter().find(|toast| toast.id == view.id).map(|toast| &toast.content);
    let icon = content.map_or(Icon::Info, toast_icon);
    let color = if view.is_problem {
        theme.band_colors.alert
    } else if view.undoable || view.countdown.is_some() || view.in_progress {
        colors.accent_text
    } else {
        colors.text_secondary
    };
    painter.icon(rect.near_left(PAD + 8.0), icon, color);
    let mut right = rect.right() - PAD;
    if undo_way == UndoWay::None {
        let area = Rect::from_center_size(pos2(right - 8.0, rect.center().y), vec2(24.0, 24.0));
        right = area.left() - 6.0;
        if let Some(file) = exported_file(frame, view) {
            right = draw_open_buttons(ui, frame, rect, right, file);
        } else if let Some(subject_action) = view.follow_up {
            let button = link_button(frame, view.follow_up_key, Some(subject_action));
            right = draw_link(ui, frame, (rect, right), "see", &button).rect.left() - 9.0;
        }
        let close = Button::from_icon(frame.message("button-close"), Icon::Close);
        frame.press(ui, "close", area, &close.with_action(Action::CloseToast(view.id)));
    } else {
        let button = undo_button(frame, view, undo_way);
        let response = draw_link(ui, frame, (rect, right + 4.0), "undo", &button);
        if response.has_focus() {
            frame.hovered_toast = Some(view.id);
        }
        right = response.rect.left() - 9.0;
        painter.vertical_line(right, rect.center().y - 10.0..=rect.center().y + 10.0, colors.border_strong);
        right -= 9.0;
    }
    let row = rect.after(PAD + 26.0).with_max_x(right);
    if let Some(countdown) = &view.countdown {
        right = painter.right(row, countdown, TextStyle::small(), colors.text_tertiary).left() - 10.0;
    }
    let row = row.with_max_x(right);
    let galley = text::layout_text(&painter, &view.subject, &view.text, row.width());
    let at = pos2(row.left(), row.center().y - galley.size().y / 2.0);
    painter.inner.galley(at, galley, colors.text);
}
