//! The selection bar: actions on the selected deals, floating at the bottom of board and table.
//!
//! While a bulk change runs, its progress bar floats above it or in its place.

mod progress;

use egui::accesskit::Role as Part;
use egui::{Align, Rect, Sense, Ui, pos2, vec2};
use encours_core::app::deals::pipeline::view::selection;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen};

/// Distance from the bottom edge to the bar.
const LIFT: f32 = 28.0;
const PAD: f32 = 14.0;
const GAP: f32 = 2.0;
/// Distances from the divider to the first button and from the last to the end. With the padding of a button, both
/// match the bar's own padding.
const AFTER_POLE: f32 = 4.0;
const END: f32 = 6.0;

const ACTIONS: [(ActionId, Icon, &str); 6] = [
    (ActionId::MoveTo, Icon::Arrow, "bar-move"),
    (ActionId::EditDeal, Icon::Edit, "bar-edit"),
    (ActionId::Copy, Icon::Copy, "bar-copy"),
    (ActionId::Export, Icon::Export, "bar-export"),
    (ActionId::DeleteDeal, Icon::Trash, "bar-delete"),
    (ActionId::ClearSelection, Icon::Close, "bar-clear"),
];

/// The visible parts of the buttons.
#[derive(Clone, Copy)]
enum Dress {
    /// Icon, label and key.
    Whole,
    /// Icon and label.
    Words,
    /// The icon; its tooltip has the rest.
    Icons,
}

/// Gap between two bars.
const STEP: f32 = 8.0;

/// Returns the height that the bars cover. Lists leave space for them, and toasts lie above them.
#[must_use]
pub fn height(pass: &Pass<'_>) -> f32 {
    let here = matches!(pass.app.cx.screen(), Screen::Pipeline | Screen::Deal);
    let bars = [!pass.app.pipeline.selection().is_empty(), progress::runs(pass)];
    let bars = bars.into_iter().filter(|is| here && *is).count() as f32;
    if bars > 0.0 {
        LIFT + bars * pass.look.tokens.size.action_bar + (bars - 1.0) * STEP
    } else {
        0.0
    }
}

/// Draws the bars above the bottom edge of `body`.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, body: Rect) {
    let mut rest = body;
    if let Some(said) = selection::line(pass.app) {
        let text = [said.count, said.hidden, said.folded, said.sum];
        let text: Vec<String> = text.into_iter().filter(|part| !part.is_empty()).collect();
        bar(ui, pass, body, &text);
        rest.max.y -= pass.look.tokens.size.action_bar + STEP;
    }
    if progress::runs(pass) {
        progress::show(ui, pass, rest);
    }
}

fn ground(ui: &mut Ui, pass: &Pass<'_>, body: Rect, wide: f32, name: &str) -> Ui {
    let height = pass.look.tokens.size.action_bar;
    let wide = wide.min(body.width() - 24.0);
    let corner = pos2(
        (body.center().x - wide / 2.0).round(),
        body.bottom() - LIFT - height,
    );
    let rect = Rect::from_min_size(corner, vec2(wide, height));
    let pen = Pen::new(ui.painter(), pass.look);
    let radius = pass.look.tokens.radius.float;
    pen.raised(rect, radius, pass.look.ink.border_strong);
    // Prevent clicks through the bar.
    let _covered = ui.interact(
        rect,
        ui.scope_id().with(("bar", name)),
        Sense::CLICK | Sense::DRAG,
    );
    crate::screens::part(ui, rect, "selected", Part::Toolbar, name)
}

fn bar(ui: &mut Ui, pass: &mut Pass<'_>, body: Rect, said: &[String]) {
    let look = pass.look;
    let pen = Pen::new(ui.painter(), look);
    let strong = Face::strong().weighing(Weight::SemiBold);
    let labels: Vec<(String, String, Option<String>)> = ACTIONS
        .iter()
        .map(|(id, _, key)| (pass.word(key).into_owned(), cap(pass, *id), pass.reason(*id)))
        .collect();
    let button = |at: usize, dress: Dress| {
        let (label, cap, reason) = &labels[at];
        let button = Button::new(label)
            .icon(ACTIONS[at].1)
            .kind(Kind::Ghost)
            .disabled(reason.as_deref());
        match dress {
            Dress::Whole => button.key(cap),
            Dress::Words => button,
            Dress::Icons => button.short(),
        }
    };
    let of_buttons = |dress: Dress| -> f32 {
        (0..ACTIONS.len())
            .map(|at| button(at, dress).width(&pen) + GAP)
            .sum()
    };
    let face = |part: usize| if part == 0 { strong } else { Face::small() };
    let of_text = |parts: usize| -> f32 {
        said.iter()
            .take(parts)
            .enumerate()
            .map(|(at, part)| pen.width(part, face(at)).ceil() + 12.0)
            .sum()
    };
    // The last button's padding counts towards the end of the bar.
    let around = PAD + AFTER_POLE + END - GAP;
    let room = body.width() - 24.0 - around;
    // If space is short, drop first the texts after the count, then the keys, then the labels.
    let mut parts = said.len();
    while parts > 1 && of_text(parts) + of_buttons(Dress::Whole) > room {
        parts -= 1;
    }
    let fits = |dress: &Dress| of_text(parts) + of_buttons(*dress) <= room;
    let dress = [Dress::Whole, Dress::Words].into_iter().find(fits);
    let dress = dress.unwrap_or(Dress::Icons);
    let wide = of_text(parts) + of_buttons(dress) + around;
    let whole = said.join(" – ");
    let mut inside = ground(ui, pass, body, wide, &whole);
    let rect = inside.max_rect();
    let pen = Pen::new(inside.painter(), look);
    let mut x = rect.left() + PAD;
    for (at, part) in said.iter().take(parts).enumerate() {
        let color = if at == 0 {
            look.ink.text
        } else {
            look.ink.text_secondary
        };
        x = pen
            .text(rect.with_min_x(x), Align::Min, part, face(at), color)
            .right()
            + 12.0;
    }
    pen.pole(
        x,
        rect.center().y - 12.0..=rect.center().y + 12.0,
        look.ink.border_strong,
    );
    x += AFTER_POLE;
    for (at, (id, ..)) in ACTIONS.iter().enumerate() {
        let button = button(at, dress);
        let wide = button.width(&pen);
        let place = Rect::from_min_size(
            pos2(x, rect.center().y - 14.0),
            vec2(wide, look.tokens.size.control_height),
        );
        if button
            .show(&inside, look, inside.scope_id().with(*id), place)
            .clicked()
        {
            // Beside an open deal, the actions would apply to that deal, so close the panel first.
            if pass.app.cx.screen() == Screen::Deal && *id != ActionId::ClearSelection {
                pass.act(Action::Show(Screen::Pipeline));
            }
            pass.run(*id);
        }
        x = place.right() + GAP;
    }
    inside.set_min_size(rect.size());
}

/// Returns the key of an action; Esc clears the selection.
fn cap(pass: &Pass<'_>, id: ActionId) -> String {
    pass.cap(if id == ActionId::ClearSelection {
        ActionId::Back
    } else {
        id
    })
}
