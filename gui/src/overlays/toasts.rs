//! Toasts: a result, the time until it is sent, and an undo button if possible.
//!
//! The newest is lowest, above the status line, clear of the side bar and the deal panel. Scrolling lists leave space
//! at their end, so that no row stays covered. While an overlay box is open, only one toast is shown, in the strip at
//! the bottom that every box leaves free.

mod text;

use std::path::Path;

use egui::{Align, Area, Id, Order, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::sheet::SheetKind;
use encours_core::app::foundation::cx::toast::Toast;
use encours_core::app::foundation::cx::toast_kind::{ToastKind, Triaged};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::app::tools::toasts::view::{self, ToastView};

use crate::frame_ctx::Pass;
use crate::screens::pipeline::selection_bar;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen};

const GAP: f32 = 10.0;
/// Maximum width of a toast.
const WIDEST: f32 = 720.0;
const PAD: f32 = 16.0;

/// Distance between the status line and the lowest toast.
const LIFT: f32 = 44.0;
/// The same distance in a low window, where space is scarce; the status line stays readable.
const EDGE: f32 = 4.0;

/// Returns whether the toast is shown in the status line. Another process made the change, so it must not cover
/// content.
#[must_use]
pub fn lies_low(kind: &ToastKind) -> bool {
    matches!(kind, ToastKind::HeldElsewhere { .. })
}

/// Returns the toasts that float over the screen.
fn floating<'a>(pass: &Pass<'a>) -> impl Iterator<Item = &'a Toast> + use<'a> {
    let told = pass.told;
    let asked = pass
        .app
        .cx
        .sheet()
        .is_some_and(|sheet| sheet.kind == SheetKind::KeptDeletions);
    let all = pass.app.cx.toasts().iter();
    all.filter(move |it| {
        // The open question already covers this toast.
        let told = told == Some(it.id) || asked && matches!(it.kind, ToastKind::HeldAgain { .. });
        !told && !lies_low(&it.kind)
    })
}

/// Returns the height above the status line that toasts cover; a focused row must not lie there.
#[must_use]
pub fn covered(pass: &Pass<'_>) -> f32 {
    match floating(pass).count() {
        0 => selection_bar::height(pass),
        n => {
            let one = lift(pass) + pass.look.tokens.size.toast + GAP;
            one + (n - 1) as f32 * (pass.look.tokens.size.toast + GAP)
        }
    }
}

/// Returns the height of the strip that overlay boxes leave for a toast. The strip is constant: a box that moved with
/// each toast would cause wrong clicks.
pub(super) fn strip(pass: &Pass<'_>) -> f32 {
    EDGE + pass.look.tokens.size.toast + 8.0
}

/// Returns the space that a list leaves below its last row: the height covered by toasts.
#[must_use]
pub fn tail(pass: &Pass<'_>) -> f32 {
    covered(pass)
}

/// Returns the distance from status line to lowest toast, including the selection bar.
fn lift(pass: &Pass<'_>) -> f32 {
    let table = pass.app.cx.screen() == Screen::Pipeline && pass.app.table.shows_table();
    // The footer sums of the table stay readable while rows are selected and changed.
    let sums = if table {
        pass.look.tokens.size.row_foot
    } else {
        0.0
    };
    match selection_bar::height(pass) {
        bar if bar > 0.0 => sums + bar + GAP,
        _ if pass.low => sums + EDGE,
        _ => LIFT,
    }
}

/// Returns whether a tooltip at `at` would stay clear of the toasts. Their buttons are needed within seconds.
#[must_use]
pub fn leave_room(ctx: &egui::Context, pass: &Pass<'_>, at: Rect) -> bool {
    /// Largest extent of a tooltip from its target.
    const REACH: egui::Vec2 = vec2(280.0, 130.0);
    let count = floating(pass).count() as f32;
    if count < 1.0 {
        return true;
    }
    let screen = ctx.content_rect();
    let height = count * (pass.look.tokens.size.toast + GAP);
    let bottom = screen.bottom() - pass.look.tokens.size.statusbar - lift(pass);
    let room = room(pass, screen);
    let wide = WIDEST.min(room.width() - 48.0);
    let taken = Rect::from_min_max(
        pos2(room.center().x - wide / 2.0, bottom - height),
        pos2(room.center().x + wide / 2.0, bottom),
    );
    !taken.intersects(at.expand2(REACH))
}

/// Returns the horizontal space of toasts: beside the side bar and, if it is wide enough, beside the deal panel.
fn room(pass: &Pass<'_>, screen: Rect) -> Rect {
    /// Minimum width of a toast.
    const LEAST: f32 = 520.0;
    let beside = screen.with_min_x(pass.side);
    let clear = pass.panel.map(|panel| beside.with_max_x(panel));
    clear.filter(|clear| clear.width() >= LEAST).unwrap_or(beside)
}

/// Draws the toasts. While a question is shown, they lie under its scrim and cannot be pressed.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, asked: bool) {
    let screen = ui.ctx().content_rect();
    // Under a question they keep their positions, since they cannot be pressed and leave the status line readable.
    let (boxed, height) = (!pass.uncovered() && !asked, pass.look.tokens.size.toast);
    // Under an overlay box, the toast is centred like the box; the panel is behind the scrim and needs no space.
    let room = if boxed {
        screen.shrink2(vec2(pass.side, 0.0))
    } else {
        room(pass, screen)
    };
    let mut toasts: Vec<ToastView> = floating(pass).map(|it| view::toast(pass.app, it)).collect();
    let undo = pass.app.bulk_change.undo_toast(&pass.app.activity, &pass.app.cx);
    let mut bottom = screen.bottom() - pass.look.tokens.size.statusbar - lift(pass);
    if boxed && !toasts.is_empty() {
        // The others reappear when the box closes. A failure takes precedence over other results.
        let failed = toasts.iter().rposition(|view| view.problem);
        let one = failed.unwrap_or(toasts.len() - 1);
        toasts = vec![toasts.swap_remove(one)];
        bottom = screen.bottom() - EDGE;
    }
    for view in toasts.iter().rev() {
        let back = Back::of(view, undo);
        let wide = Parts::of(&Pen::new(ui.painter(), pass.look), pass, view, back).width();
        let wide = wide.min(WIDEST).min(room.width() - 48.0);
        let left = (room.center().x - wide / 2.0).round();
        let rect = Rect::from_min_size(pos2(left, bottom - height), vec2(wide, height));
        let order = if asked { Order::Middle } else { Order::Foreground };
        one(ui, pass, view, (rect, order), back);
        bottom = rect.top() - GAP;
    }
}

/// The way to undo the change that a toast reports.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Back {
    /// Not possible.
    Not,
    /// By the undo key or the button.
    ByKey,
    /// By the button only: the undo key would revert a newer change.
    Alone,
}

impl Back {
    fn of(view: &ToastView, undo: Option<u64>) -> Self {
        if undo == Some(view.id) {
            Self::ByKey
        } else if view.alone {
            Self::Alone
        } else {
            Self::Not
        }
    }

    /// Returns the key cap on the undo button.
    fn cap(self, pass: &Pass<'_>) -> String {
        match self {
            Self::ByKey => pass.cap(ActionId::Undo),
            Self::Alone | Self::Not => String::new(),
        }
    }
}

/// Widths of a toast's parts.
struct Parts {
    subject: f32,
    text: f32,
    countdown: f32,
    button: f32,
}

impl Parts {
    fn of(pen: &Pen<'_>, pass: &Pass<'_>, view: &ToastView, back: Back) -> Self {
        let subject = pen.width(&view.subject, Face::column());
        Self {
            subject: if subject > 0.0 { subject + 4.0 } else { 0.0 },
            text: pen.width(&view.text, Face::body()),
            countdown: view
                .countdown
                .as_ref()
                .map_or(0.0, |text| pen.width(text, Face::small()) + 14.0),
            button: if matches!(back, Back::ByKey | Back::Alone) {
                link(&pass.word("button-undo"), &back.cap(pass)).width(pen) + 22.0
            } else if file_of(pass, view).is_some() {
                let [open, folder] = OPENS.map(|key| link(&pass.word(key), "").width(pen) + 13.0);
                open + folder + 34.0
            } else if let Some(way) = view.way {
                link(&pass.word(view.way_key), &pass.cap(way)).width(pen) + 22.0 + 34.0
            } else {
                34.0
            },
        }
    }

    fn width(&self) -> f32 {
        (PAD + 26.0 + self.subject + self.text + self.countdown + self.button + PAD).ceil()
    }
}

fn link<'a>(label: &'a str, cap: &'a str) -> Button<'a> {
    Button::new(label).key(cap).kind(Kind::Link)
}

fn one(ui: &Ui, pass: &mut Pass<'_>, view: &ToastView, (rect, order): (Rect, Order), back: Back) {
    let area = Area::new(Id::unique(("toast", view.id)))
        .order(order)
        .fixed_pos(rect.min)
        .constrain(false)
        .fade_in(false)
        .role(egui::accesskit::Role::Group)
        .accessible_name(view.text.as_str());
    area.show(ui.ctx(), |ui| {
        ui.set_clip_rect(rect.expand(40.0));
        paint(ui, pass, view, rect, back);
        ui.set_min_size(rect.size());
    });
}

/// Returns the icon of a toast.
fn icon_of(kind: &ToastKind) -> Icon {
    match kind {
        ToastKind::Moved { .. } => Icon::Arrow,
        ToastKind::Edited { .. } => Icon::Edit,
        ToastKind::Deleting { .. } => Icon::Trash,
        ToastKind::Creating { .. } | ToastKind::Resending { .. } | ToastKind::ResendingMany { .. } => {
            Icon::Pending
        }
        ToastKind::Undone { .. } => Icon::Undo,
        ToastKind::Redone { .. } => Icon::Refresh,
        ToastKind::Copied { .. } => Icon::Copy,
        ToastKind::Themed { .. } => Icon::Moon,
        ToastKind::Triaged(Triaged::Marking { .. }) | ToastKind::Created { .. } => Icon::Check,
        // Rejections, failures and plain information.
        _ => Icon::Info,
    }
}

/// Draws the button that shows the toast's subject. Returns its left edge.
fn see(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, right: f32, (way, key): (ActionId, &str)) -> f32 {
    let (label, cap) = (pass.word(key).into_owned(), pass.cap(way));
    let button = link(&label, &cap);
    let wide = button.width(&Pen::new(ui.painter(), pass.look)) + 4.0;
    let place = Rect::from_min_size(pos2(right - wide, rect.center().y - 14.0), vec2(wide, 28.0));
    if button
        .show(ui, pass.look, ui.scope_id().with("see"), place)
        .clicked()
    {
        pass.run(way);
    }
    place.left() - 9.0
}

/// Labels of the actions on a written file.
const OPENS: [&str; 2] = ["button-open", "button-open-folder"];

/// Returns the path of the written file that a toast reports.
fn file_of<'a>(pass: &Pass<'a>, view: &ToastView) -> Option<&'a str> {
    let toast = pass.app.cx.toasts().iter().find(|toast| toast.id == view.id)?;
    match &toast.kind {
        ToastKind::Exported { path, .. } => Some(path),
        _ => None,
    }
}

/// Draws the buttons that open a written file and its folder. Returns their left edge.
fn opens(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, mut right: f32, file: &str) -> f32 {
    let folder = Path::new(file).parent().and_then(Path::to_str);
    let paths = [file, folder.filter(|folder| !folder.is_empty()).unwrap_or(".")];
    for (key, path) in OPENS.into_iter().zip(paths).rev() {
        let label = pass.word(key).into_owned();
        let button = link(&label, "");
        let wide = button.width(&Pen::new(ui.painter(), pass.look)) + 4.0;
        let place = Rect::from_min_size(pos2(right - wide, rect.center().y - 14.0), vec2(wide, 28.0));
        if button
            .show(ui, pass.look, ui.scope_id().with(key), place)
            .clicked()
        {
            pass.open = Some(path.to_owned());
        }
        right = place.left() - 9.0;
    }
    right
}

fn paint(ui: &mut Ui, pass: &mut Pass<'_>, view: &ToastView, rect: Rect, back: Back) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let ground = ui.interact(rect, ui.scope_id().with("ground"), Sense::hover());
    let spoken = format!(
        "{} {} {}",
        view.subject,
        view.text,
        view.countdown.as_deref().unwrap_or_default()
    );
    ground.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken.trim()));
    if ground.contains_pointer() {
        pass.lingers = Some(view.id);
    }
    pen.raised(rect, look.tokens.radius.float, ink.border);
    let kind = pass
        .app
        .cx
        .toasts()
        .iter()
        .find(|toast| toast.id == view.id)
        .map(|toast| &toast.kind);
    let icon = kind.map_or(Icon::Info, icon_of);
    let color = if view.problem {
        look.bands.alert
    } else if view.undoable || view.countdown.is_some() || view.under_way {
        ink.accent_text
    } else {
        ink.text_secondary
    };
    pen.icon(pos2(rect.left() + PAD + 8.0, rect.center().y), icon, color);
    let mut right = rect.right() - PAD;
    if matches!(back, Back::ByKey | Back::Alone) {
        let (label, cap) = (pass.word("button-undo").into_owned(), back.cap(pass));
        let button = link(&label, &cap);
        let wide = button.width(&pen) + 4.0;
        let place = Rect::from_min_size(pos2(right - wide + 4.0, rect.center().y - 14.0), vec2(wide, 28.0));
        let response = button.show(ui, look, ui.scope_id().with("undo"), place);
        if response.has_focus() {
            pass.lingers = Some(view.id);
        }
        if response.clicked() {
            match back {
                Back::Alone => pass.act(Action::TakeBack(view.id)),
                Back::ByKey | Back::Not => pass.run(ActionId::Undo),
            }
        }
        right = place.left() - 9.0;
        pen.pole(
            right,
            rect.center().y - 10.0..=rect.center().y + 10.0,
            ink.border_strong,
        );
        right -= 9.0;
    } else {
        let place = Rect::from_center_size(pos2(right - 8.0, rect.center().y), vec2(24.0, 24.0));
        right = place.left() - 6.0;
        if let Some(file) = file_of(pass, view) {
            right = opens(ui, pass, rect, right, file);
        } else if let Some(way) = view.way {
            right = see(ui, pass, rect, right, (way, view.way_key));
        }
        let close = pass.word("button-close").into_owned();
        if Button::of_icon(&close, Icon::Close)
            .show(ui, look, ui.scope_id().with("close"), place)
            .clicked()
        {
            pass.act(Action::CloseToast(view.id));
        }
    }
    let row = rect.with_min_x(rect.left() + PAD + 26.0).with_max_x(right);
    if let Some(countdown) = &view.countdown {
        right = pen
            .text(row, Align::Max, countdown, Face::small(), ink.text_tertiary)
            .left()
            - 10.0;
    }
    let row = row.with_max_x(right);
    let galley = text::laid(&pen, &view.subject, &view.text, row.width());
    let at = pos2(row.left(), row.center().y - galley.size().y / 2.0);
    pen.painter.galley(at, galley, ink.text);
}
