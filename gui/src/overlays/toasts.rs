//! Toasts: what happened, when it leaves, and the way back while there is one. Newest lowest, over the status line, clear of
//! the side bar and of the panel of a deal. What scrolls leaves room under its end, so that nothing has to stay beneath
//! them; while a box lies over the screen one toast alone is shown, in the strip at the foot that every box leaves free.

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
/// No toast is wider.
const WIDEST: f32 = 720.0;
const PAD: f32 = 16.0;

/// From the status line to the lowest toast.
const LIFT: f32 = 44.0;
/// The same in a low window, where what a person works on has no room to lose; the status line stays readable there, too.
const EDGE: f32 = 4.0;

/// Whether what a toast tells stands in the status line: it was begun beside this window, and lies over nothing that is
/// being worked on.
#[must_use]
pub fn lies_low(kind: &ToastKind) -> bool {
    matches!(kind, ToastKind::HeldElsewhere { .. })
}

/// Those that lie over the screen.
fn floating<'a>(pass: &Pass<'a>) -> impl Iterator<Item = &'a Toast> + use<'a> {
    let told = pass.told;
    let asked = pass
        .app
        .cx
        .sheet()
        .is_some_and(|sheet| sheet.kind == SheetKind::KeptDeletions);
    let all = pass.app.cx.toasts().iter();
    all.filter(move |it| {
        // What becomes of it is being asked.
        let told = told == Some(it.id) || asked && matches!(it.kind, ToastKind::HeldAgain { .. });
        !told && !lies_low(&it.kind)
    })
}

/// How much of the screen above the status line the toasts cover: no place for what has the focus.
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

/// The strip at the foot of the window that a box over the screen leaves to a toast, whether there is one or not: a box
/// that moved when a toast comes or goes would move under whoever is about to press in it.
pub(super) fn strip(pass: &Pass<'_>) -> f32 {
    EDGE + pass.look.tokens.size.toast + 8.0
}

/// How much a list leaves free under its last row: as much as covers it now, so that it can be brought above that. Where
/// nothing does, it ends with its last row.
#[must_use]
pub fn tail(pass: &Pass<'_>) -> f32 {
    covered(pass)
}

/// From the status line to the lowest toast: over the bar of what is selected, which stays where it is.
fn lift(pass: &Pass<'_>) -> f32 {
    let table = pass.app.cx.screen() == Screen::Pipeline && pass.app.table.shows_table();
    // The sums of the table are read while rows are selected and changed.
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

/// Whether a tip at something would stay clear of the toasts: their buttons are pressed within seconds, and no tip may
/// stand over them.
#[must_use]
pub fn leave_room(ctx: &egui::Context, pass: &Pass<'_>, at: Rect) -> bool {
    /// As far as a tip reaches from what it is of.
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

/// Where toasts stand from left to right: beside the side bar, and beside the panel of a deal where there is room, else
/// over it.
fn room(pass: &Pass<'_>, screen: Rect) -> Rect {
    /// No toast is told in less.
    const LEAST: f32 = 520.0;
    let beside = screen.with_min_x(pass.side);
    let clear = pass.panel.map(|panel| beside.with_max_x(panel));
    clear.filter(|clear| clear.width() >= LEAST).unwrap_or(beside)
}

/// Draws the toasts. While a question is asked they lie under its veil with everything else: nothing but its answers can
/// be pressed or reached.
pub(super) fn show(ui: &Ui, pass: &mut Pass<'_>, asked: bool) {
    let screen = ui.ctx().content_rect();
    // Under a question they stay where they were: nothing of them is pressed, and the status line is read there.
    let (boxed, height) = (!pass.uncovered() && !asked, pass.look.tokens.size.toast);
    // Under a box it stands in the middle as that does: what the veil hides of the panel needs no room beside it.
    let room = if boxed {
        screen.shrink2(vec2(pass.side, 0.0))
    } else {
        room(pass, screen)
    };
    let mut toasts: Vec<ToastView> = floating(pass).map(|it| view::toast(pass.app, it)).collect();
    let undo = pass.app.bulk_change.undo_toast(&pass.app.activity, &pass.app.cx);
    let mut bottom = screen.bottom() - pass.look.tokens.size.statusbar - lift(pass);
    if boxed && !toasts.is_empty() {
        // The others are there again when the box is closed; what failed comes before what was done.
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

/// How what a toast tells of is taken back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Back {
    /// Not at all.
    Not,
    /// By the key of undo.
    ByKey,
    /// By its button alone: the key takes back something newer.
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

    /// The key that its button names.
    fn cap(self, pass: &Pass<'_>) -> String {
        match self {
            Self::ByKey => pass.cap(ActionId::Undo),
            Self::Alone | Self::Not => String::new(),
        }
    }
}

/// How wide the parts of a toast are.
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

/// What kind of thing a toast tells of.
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
        // A refusal, a failure, and whatever else is only to be read.
        _ => Icon::Info,
    }
}

/// The way to what a toast tells of. Returns where it begins.
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

/// What can be done with a file that was written.
const OPENS: [&str; 2] = ["button-open", "button-open-folder"];

/// The file that a toast says was written.
fn file_of<'a>(pass: &Pass<'a>, view: &ToastView) -> Option<&'a str> {
    let toast = pass.app.cx.toasts().iter().find(|toast| toast.id == view.id)?;
    match &toast.kind {
        ToastKind::Exported { path, .. } => Some(path),
        _ => None,
    }
}

/// The ways to a file that was written, and to its folder. Returns where they begin.
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
