//! The bar over the board: where one is and how much there is.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::ActionId;
use encours_core::view::board;

use crate::pass::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, Tip, tell_choice};

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
    let right = if pass.app.presenting() {
        place.left()
    } else {
        export(
            ui,
            pass,
            place.left() - 8.0,
            rect.center().y,
            rect.width() < 900.0,
        )
    };
    let left = switch(ui, pass, right - 10.0, rect.center().y, narrow);
    let title = pass.word("screen-pipeline").into_owned();
    let line = rect.with_min_x(rect.left() + 16.0).with_max_x(left - 12.0);
    let title = pen.text(line, Align::Min, &title, Face::title(), ink.text);
    let response = ui.interact(title, ui.scope_id().with("title"), Sense::hover());
    let spoken = format!(
        "{} – {} – {}",
        pass.word("screen-pipeline"),
        head.title,
        head.counts
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &spoken));
    // The name of the view is whole enough to be known, or not there.
    if line.right() - title.right() < 96.0 {
        return;
    }
    let chevron = pos2(title.right() + 15.0, rect.center().y);
    pen.icon_of(
        chevron,
        Icon::Right,
        look.tokens.size.icon_small,
        ink.text_tertiary,
    );
    let end = views(ui, pass, line.with_min_x(chevron.x + 8.0), &head.title);
    pen.text(
        line.with_min_x(end + 10.0),
        Align::Min,
        &head.counts,
        Face::small(),
        ink.text_tertiary,
    );
}

/// The view that is open, which opens the list of views. Returns where it ends.
fn views(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, title: &str) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let wide = (pen.width(title, Face::strong()).ceil() + 32.0).min(rect.width());
    let place = Rect::from_min_size(pos2(rect.left(), rect.center().y - 14.0), vec2(wide, 28.0));
    if wide < 48.0 {
        return place.left();
    }
    let response = ui.interact(place, ui.scope_id().with("views"), Sense::click());
    let spoken = format!("{} – {title}", pass.label(ActionId::Views));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    if response.hovered() {
        pen.fill(place, look.tokens.radius.button, ink.hover);
    }
    if response.has_focus() {
        pen.ring(place, look.tokens.radius.button);
    }
    let text = place
        .with_min_x(place.left() + 6.0)
        .with_max_x(place.right() - 24.0);
    pen.text(text, Align::Min, title, Face::strong(), ink.text);
    pen.icon_of(
        pos2(place.right() - 13.0, place.center().y),
        Icon::Down,
        12.0,
        ink.text_tertiary,
    );
    let tip = format!("{}  {}", pass.label(ActionId::Views), pass.cap(ActionId::Views));
    if response.tip(tip).clicked() {
        pass.run(ActionId::Views);
    }
    place.right()
}

/// The way out for what is shown, which ends at `right`. Returns where it begins.
fn export(ui: &Ui, pass: &mut Pass<'_>, right: f32, y: f32, narrow: bool) -> f32 {
    let label = pass.word("button-export").into_owned();
    let mut button = Button::new(&label).icon(Icon::Export);
    if narrow {
        button = button.short();
    }
    let wide = button.width(&Pen::new(ui.painter(), pass.look));
    let place = Rect::from_min_size(pos2(right - wide, y - 14.0), vec2(wide, 28.0));
    let response = button.show(ui, pass.look, ui.scope_id().with("export"), place);
    let tip = format!("{label}  {}", pass.cap(ActionId::Export));
    if response.tip(tip).clicked() {
        pass.run(ActionId::Export);
    }
    place.left()
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
        let response = response.tip(format!("{word}  {}", pass.cap(ActionId::ToggleTable)));
        if response.clicked() && !chosen {
            pass.run(ActionId::ToggleTable);
        }
    }
    ground.left()
}
