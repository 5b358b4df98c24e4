//! The bar over the board: where one is and how much there is.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::ActionId;
use encours_core::view::board;

use crate::pass::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen};

/// The top bar of the board.
pub fn top(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let head = board::head(pass.app);
    let pen = Pen::new(ui.painter(), look);
    let narrow = rect.width() < 760.0;
    let label = pass.word("button-new-deal").into_owned();
    let cap = pass.cap(ActionId::NewDeal);
    let mut button = Button::new(&label).icon(Icon::Plus).key(&cap).kind(Kind::Primary);
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
        pass.run(ActionId::NewDeal);
    }
    let title = pass.word("screen-pipeline").into_owned();
    let line = rect
        .with_min_x(rect.left() + 16.0)
        .with_max_x(place.left() - 12.0);
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
