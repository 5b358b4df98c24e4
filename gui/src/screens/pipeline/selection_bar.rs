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

use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter};

/// Distance from the bottom edge to the bar.
const BOTTOM_GAP: f32 = 28.0;
const PAD: f32 = 14.0;
const GAP: f32 = 2.0;
/// Distances from the divider to the first button and from the last to the end. With the padding of a button, both
/// match the bar's own padding.
const DIVIDER_GAP: f32 = 4.0;
const END_GAP: f32 = 6.0;

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
enum ButtonDetail {
    /// Icon, label and key.
    Full,
    /// Icon and label.
    Labels,
    /// The icon; its tooltip has the rest.
    Icons,
}

/// Gap between two bars.
const BAR_GAP: f32 = 8.0;

/// Returns the height that the bars cover. Lists leave space for them, and toasts lie above them.
#[must_use]
pub fn covered_height(pass: &FrameCtx<'_>) -> f32 {
    let here = matches!(pass.app.cx.screen(), Screen::Pipeline | Screen::Deal);
    let bars = [
        !pass.app.pipeline.selection().is_empty(),
        progress::is_bulk_running(pass),
    ];
    let bars = bars.into_iter().filter(|is| here && *is).count() as f32;
    if bars > 0.0 {
        BOTTOM_GAP + bars * pass.theme.tokens.size.action_bar + (bars - 1.0) * BAR_GAP
    } else {
        0.0
    }
}

/// Draws the bars above the bottom edge of `body`.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, body: Rect) {
    let mut rest = body;
    if let Some(said) = selection::selection_text(pass.app) {
        let text = [said.count, said.hidden, said.folded, said.sum];
        let text: Vec<String> = text.into_iter().filter(|part| !part.is_empty()).collect();
        draw_bar(ui, pass, body, &text);
        rest.max.y -= pass.theme.tokens.size.action_bar + BAR_GAP;
    }
    if progress::is_bulk_running(pass) {
        progress::show(ui, pass, rest);
    }
}

fn bar_ui(ui: &mut Ui, pass: &FrameCtx<'_>, body: Rect, wide: f32, name: &str) -> Ui {
    let height = pass.theme.tokens.size.action_bar;
    let wide = wide.min(body.width() - 24.0);
    let corner = pos2(
        (body.center().x - wide / 2.0).round(),
        body.bottom() - BOTTOM_GAP - height,
    );
    let rect = Rect::from_min_size(corner, vec2(wide, height));
    let pen = Painter::new(ui.painter(), pass.theme);
    let radius = pass.theme.tokens.radius.float;
    pen.overlay_background(rect, radius, pass.theme.colors.border_strong);
    // Prevent clicks through the bar.
    let _covered = ui.interact(
        rect,
        ui.scope_id().with(("bar", name)),
        Sense::CLICK | Sense::DRAG,
    );
    crate::screens::labelled_part(ui, rect, "selected", Part::Toolbar, name)
}

fn draw_bar(ui: &mut Ui, pass: &mut FrameCtx<'_>, body: Rect, said: &[String]) {
    let look = pass.theme;
    let pen = Painter::new(ui.painter(), look);
    let strong = TextStyle::strong().with_weight(FontWeight::SemiBold);
    let labels: Vec<(String, String, Option<String>)> = ACTIONS
        .iter()
        .map(|(id, _, key)| {
            (
                pass.message(key).into_owned(),
                key_cap(pass, *id),
                pass.disabled_reason(*id),
            )
        })
        .collect();
    let button = |at: usize, dress: ButtonDetail| {
        let (label, cap, reason) = &labels[at];
        let button = Button::new(label)
            .with_icon(ACTIONS[at].1)
            .with_style(ButtonStyle::Ghost)
            .disabled_by(reason.as_deref());
        match dress {
            ButtonDetail::Full => button.with_key_cap(cap),
            ButtonDetail::Labels => button,
            ButtonDetail::Icons => button.icon_only(),
        }
    };
    let of_buttons = |dress: ButtonDetail| -> f32 {
        (0..ACTIONS.len())
            .map(|at| button(at, dress).width(&pen) + GAP)
            .sum()
    };
    let face = |part: usize| if part == 0 { strong } else { TextStyle::small() };
    let of_text = |parts: usize| -> f32 {
        said.iter()
            .take(parts)
            .enumerate()
            .map(|(at, part)| pen.text_width(part, face(at)).ceil() + 12.0)
            .sum()
    };
    // The last button's padding counts towards the end of the bar.
    let around = PAD + DIVIDER_GAP + END_GAP - GAP;
    let room = body.width() - 24.0 - around;
    // If space is short, drop first the texts after the count, then the keys, then the labels.
    let mut parts = said.len();
    while parts > 1 && of_text(parts) + of_buttons(ButtonDetail::Full) > room {
        parts -= 1;
    }
    let fits = |dress: &ButtonDetail| of_text(parts) + of_buttons(*dress) <= room;
    let dress = [ButtonDetail::Full, ButtonDetail::Labels].into_iter().find(fits);
    let dress = dress.unwrap_or(ButtonDetail::Icons);
    let wide = of_text(parts) + of_buttons(dress) + around;
    let whole = said.join(" – ");
    let mut inside = bar_ui(ui, pass, body, wide, &whole);
    let rect = inside.max_rect();
    let pen = Painter::new(inside.painter(), look);
    let mut x = rect.left() + PAD;
    for (at, part) in said.iter().take(parts).enumerate() {
        let color = if at == 0 {
            look.colors.text
        } else {
            look.colors.text_secondary
        };
        x = pen
            .text(rect.with_min_x(x), Align::Min, part, face(at), color)
            .right()
            + 12.0;
    }
    pen.vertical_line(
        x,
        rect.center().y - 12.0..=rect.center().y + 12.0,
        look.colors.border_strong,
    );
    x += DIVIDER_GAP;
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
                pass.request(Action::Show(Screen::Pipeline));
            }
            pass.request_command(*id);
        }
        x = place.right() + GAP;
    }
    inside.set_min_size(rect.size());
}

/// Returns the key of an action; Esc clears the selection.
fn key_cap(pass: &FrameCtx<'_>, id: ActionId) -> String {
    pass.key_cap(if id == ActionId::ClearSelection {
        ActionId::Back
    } else {
        id
    })
}
