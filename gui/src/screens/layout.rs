//! The layout of the window: side bar, screen, deal panel and status line.

use egui::accesskit::Role;
use egui::{Rect, Ui, pos2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::context::Screen;

use super::board::{header, metrics};
use super::deal::panel;
use super::pipeline::filter as filter_bar;
use super::session::startup_error;
use super::{
    Places, activity, board, explorer, inbox, part, portfolio, sidebar, status, table, tasks, views,
};
use crate::frame_ctx::Pass;
use crate::widgets::Pen;
use crate::window::Failure;

/// Gap between the metrics strip and the table header.
const UNDER_STRIP: f32 = 12.0;

/// Draws everything except the overlays.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, failure: Option<&Failure>) {
    let size = &pass.look.tokens.size;
    let full = ui.max_rect();
    let pen = Pen::new(ui.painter(), pass.look);
    pen.painter.rect_filled(full, 0.0, pass.look.ink.canvas);
    let rail = full.width() < size.sidebar_rail_under;
    let side_width = match (pass.app.cx.presenting() || failure.is_some(), rail) {
        // Presentation mode shows only the deals. Without a service, no other screen is available.
        (true, _) => 0.0,
        (false, true) => size.sidebar_rail,
        (false, false) => size.sidebar,
    };
    let side = full.with_max_x(full.left() + side_width);
    let rest = full.with_min_x(side.right());
    pass.side = side.right();
    // Presentation mode keeps the status line, which shows the age of the data and the meaning of the band shapes.
    let status_rect = rest.with_min_y(rest.bottom() - size.statusbar);
    let main = rest.with_max_y(status_rect.top());

    if side_width > 0.0 {
        sidebar::show(
            &mut part(ui, side, "side", Role::Navigation, &pass.word("app-name")),
            pass,
            rail,
        );
        pen.pole(side.right() - 0.5, side.y_range(), pass.look.ink.border);
    }

    if let Some(failure) = failure {
        let mut screen = part(ui, main, "screen", Role::Main, &pass.word("app-name"));
        startup_error::show(&mut screen, pass, &mut places.sign_in, failure);
        return;
    }
    places.sign_in.shown = false;
    // Beside an open deal, the board keeps its name; two landmarks must not share one.
    let of = match pass.app.cx.screen() {
        Screen::Deal => Screen::Pipeline,
        screen => screen,
    };
    let title = pass.word(of.label_key()).into_owned();
    places.titled = places.titled.filter(|titled| *titled == pass.app.cx.screen());
    match pass.app.cx.screen() {
        Screen::Pipeline | Screen::Deal => pipeline(ui, pass, places, main, &title),
        Screen::Portfolio => portfolio::show(&mut part(ui, main, "screen", Role::Main, &title), pass, places),
        Screen::Notifications => inbox::show(&mut part(ui, main, "screen", Role::Main, &title), pass, places),
        Screen::Tasks => tasks::show(&mut part(ui, main, "screen", Role::Main, &title), pass, places),
        Screen::Views => views::show(&mut part(ui, main, "screen", Role::Main, &title), pass, places),
        Screen::Explorer => explorer::show(&mut part(ui, main, "screen", Role::Main, &title), pass, places),
        Screen::Activity => activity::show(&mut part(ui, main, "screen", Role::Main, &title), pass, places),
    }
    let line = pass.word("status-name").into_owned();
    status::show(
        &mut part(ui, status_rect, "status", Role::Status, &line),
        pass,
        places,
    );
}

/// Draws the board or table, with the deal panel at its right.
fn pipeline(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, main: Rect, title: &str) {
    let size = &pass.look.tokens.size;
    let open = pass.app.cx.screen() == Screen::Deal;
    // After closing a deal, return the focus to its card, even if the pointer was used.
    places.by_key |= places.panel.was_closed(open);
    let width = places.panel.width(pass.look, main.width());
    let shown = super::deal::panel::PanelPlace::slide(ui.ctx(), pass.look, open) * width;
    let panel_rect = Rect::from_min_max(pos2(main.right() - shown, main.top()), main.max);
    let board_rect = main.with_max_x(panel_rect.left());
    pass.panel = (shown > 0.5).then_some(panel_rect.left());
    // In presentation mode the bar is lower, to leave more space for the deals.
    let bar = if pass.app.cx.presenting() {
        46.0
    } else {
        size.topbar
    };
    let top = board_rect.with_max_y(main.top() + bar);
    // In presentation mode the filter bar is shown only if a filter is active or being typed.
    let typing = matches!(pass.app.cx.layer(), Layer::Filter);
    let quiet = pass.app.cx.presenting() && !typing && pass.app.pipeline.board().filter.is_empty();
    let said = filter_bar::Said::of(pass).filter(|_| !quiet);
    let under = board_rect.with_min_y(top.bottom());
    let bar = if quiet {
        0.0
    } else {
        filter_bar::height(ui, pass, under, said.as_ref())
    };
    let filter = under.with_max_y(top.bottom() + bar);
    let mut screen = part(ui, board_rect, "screen", Role::Main, title);
    header::top(&mut screen, pass, top);
    if !quiet {
        filter_bar::show(&mut screen, pass, filter, said.as_ref());
    }
    let rest = status::banner(&mut screen, pass, board_rect.with_min_y(filter.bottom()));
    let strip = metrics::Strip::over(&Pen::new(screen.painter(), pass.look), pass, board_rect);
    let lanes = match strip {
        Some(strip) => {
            let name = pass.word("metrics-name").into_owned();
            let place = rest.with_max_y(rest.top() + strip.height());
            let mut part = part(&mut screen, place, "metrics", Role::Group, &name);
            strip.show(&mut part, pass, place);
            // The board has its own space at the top; the table needs a gap.
            let under = if pass.app.table.shows_table() {
                UNDER_STRIP
            } else {
                0.0
            };
            rest.with_min_y(place.bottom() + under)
        }
        None => rest,
    };
    if pass.app.table.shows_table() {
        table::show(&mut screen, pass, places, lanes);
    } else {
        board::show(&mut screen, pass, places, lanes);
    }
    if shown > 0.5 {
        let name = pass.word("screen-deal").into_owned();
        let pen = Pen::new(ui.painter(), pass.look);
        pen.cast(panel_rect, 0, pass.look.cast.panel);
        let mut ui = part(ui, panel_rect, "panel", Role::Complementary, &name);
        let whole = panel_rect.with_max_x(panel_rect.left() + width);
        panel::show(&mut ui, pass, places, whole);
    }
}
