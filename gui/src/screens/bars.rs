//! The bar over the board: where one is and how much there is.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::ActionId;
use encours_core::view::board;

use crate::pass::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, tell_choice};

/// The top bar of the board.
pub fn top(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let head = board::head(pass.app);
    let pen = Pen::new(ui.painter(), look);
    let narrow = rect.width() < 760.0;
    // Nothing is created in front of others; the way out takes the place of the way in.
    let (action, icon, kind) = if pass.app.presenting() {
        (ActionId::Present, Icon::Close, Kind::Default)
    } else {
        (ActionId::NewDeal, Icon::Plus, Kind::Primary)
    };
    let label = pass
        .word(if pass.app.presenting() {
            "button-end-presentation"
        } else {
            "button-new-deal"
        })
        .into_owned();
    let cap = pass.cap(action);
    let mut button = Button::new(&label).icon(icon).key(&cap).kind(kind);
    if narrow {
        button = button.short();
    }
    let width = button.width(&pen);
    let height = look.tokens.size.control_height;
    let place = Rect::from_min_size(
        pos2(rect.right() - 16.0 - width, rect.center().y - height / 2.0),
        vec2(width, height),
    );
    if button.show(ui, look, ui.scope_id().with("new"), place).clicked() {
        pass.run(action);
    }
    let left = switch(ui, pass, place.left() - 10.0, rect.center().y, narrow);
    let title = pass.word("screen-pipeline").into_owned();
    let line = rect.with_min_x(rect.left() + 16.0).with_max_x(left - 12.0);
    let title = pen.text(line, Align::Min, &title, Face::title(), ink.text);
    let chevron = pos2(title.right() + 15.0, rect.center().y);
    pen.icon_of(
        chevron,
        Icon::Right,
        look.tokens.size.icon_small,
        ink.text_tertiary,
    );
    let view = pen.text(
        line.with_min_x(chevron.x + 14.0),
        Align::Min,
        &head.title,
        Face::strong(),
        ink.text,
    );
    pen.text(
        line.with_min_x(view.right() + 16.0),
        Align::Min,
        &head.counts,
        Face::small(),
        ink.text_tertiary,
    );
    let response = ui.interact(title, ui.scope_id().with("title"), Sense::hover());
    let spoken = format!(
        "{} – {} – {}",
        pass.word("screen-pipeline"),
        head.title,
        head.counts
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &spoken));
}

/// The switch between board and table, which ends at `right`. Returns where it begins.
fn switch(ui: &Ui, pass: &mut Pass<'_>, right: f32, y: f32, narrow: bool) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let halves = [
        ("switch-board", Icon::Pipeline, false),
        ("switch-table", Icon::Table, true),
    ];
    let words = halves.map(|(key, ..)| pass.word(key).into_owned());
    let wide = |word: &str| {
        if narrow {
            34.0
        } else {
            pen.width(word, Face::strong()).ceil() + 42.0
        }
    };
    let total: f32 = words.iter().map(|word| wide(word)).sum::<f32>() + 4.0;
    let ground = Rect::from_min_size(pos2(right - total, y - 14.0), vec2(total, 28.0));
    let radius = look.tokens.radius.button;
    pen.boxed(ground, radius, ink.sunken, look.hairline(ink.border));
    let mut x = ground.left() + 2.0;
    for ((_, icon, table), word) in halves.into_iter().zip(&words) {
        let place = Rect::from_min_size(pos2(x, ground.top() + 2.0), vec2(wide(word), 24.0));
        x = place.right();
        let chosen = pass.app.shows_table() == table;
        let response = ui.interact(place, ui.scope_id().with(("switch", table)), Sense::click());
        tell_choice(&response, Role::RadioButton, true, chosen, word);
        if chosen {
            pen.boxed(place, radius, ink.surface, look.hairline(ink.border_strong));
        }
        if response.has_focus() {
            pen.ring(place.shrink(2.0), radius);
        }
        let color = if chosen || response.hovered() {
            ink.text
        } else {
            ink.text_secondary
        };
        let icon_at = if narrow {
            place.center().x
        } else {
            place.left() + 16.0
        };
        pen.icon_of(pos2(icon_at, y), icon, 14.0, color);
        if !narrow {
            pen.text(
                place.with_min_x(place.left() + 29.0),
                Align::Min,
                word,
                Face::strong(),
                color,
            );
        }
        let response = response.on_hover_text(format!("{word}  {}", pass.cap(ActionId::ToggleTable)));
        if response.clicked() && !chosen {
            pass.run(ActionId::ToggleTable);
        }
    }
    ground.left()
}
