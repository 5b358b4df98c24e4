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
    UiState, activity, board, explorer, inbox, labelled_part, portfolio, sidebar, status, table, tasks, views,
};
use crate::frame_ctx::FrameCtx;
use crate::widgets::Painter;
use crate::window::StartupFailure;

/// Gap between the metrics strip and the table header.
const STRIP_GAP: f32 = 12.0;

/// Draws everything except the overlays.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState, failure: Option<&StartupFailure>) {
    let size = &pass.theme.tokens.size;
    let full = ui.max_rect();
    let pen = Painter::new(ui.painter(), pass.theme);
    pen.inner.rect_filled(full, 0.0, pass.theme.colors.canvas);
    let rail = full.width() < size.sidebar_rail_under;
    let side_width = match (pass.app.cx.is_presenting() || failure.is_some(), rail) {
        // Presentation mode shows only the deals. Without a service, no other screen is available.
        (true, _) => 0.0,
        (false, true) => size.sidebar_rail,
        (false, false) => size.sidebar,
    };
    let side = full.with_max_x(full.left() + side_width);
    let rest = full.with_min_x(side.right());
    pass.sidebar_right = side.right();
    // Presentation mode keeps the status line, which shows the age of the data and the meaning of the band shapes.
    let status_rect = rest.with_min_y(rest.bottom() - size.statusbar);
    let main = rest.with_max_y(status_rect.top());

    if side_width > 0.0 {
        sidebar::show(
            &mut labelled_part(ui, side, "side", Role::Navigation, &pass.message("app-name")),
            pass,
            rail,
        );
        pen.vertical_line(side.right() - 0.5, side.y_range(), pass.theme.colors.border);
    }

    if let Some(failure) = failure {
        let mut screen = labelled_part(ui, main, "screen", Role::Main, &pass.message("app-name"));
        startup_error::show(&mut screen, pass, &mut places.sign_in, failure);
        return;
    }
    places.sign_in.is_visible = false;
    // Beside an open deal, the board keeps its name; two landmarks must not share one.
    let of = match pass.app.cx.screen() {
        Screen::Deal => Screen::Pipeline,
        screen => screen,
    };
    let title = pass.message(of.label_key()).into_owned();
    places.titled_screen = places
        .titled_screen
        .filter(|titled| *titled == pass.app.cx.screen());
    match pass.app.cx.screen() {
        Screen::Pipeline | Screen::Deal => draw_pipeline(ui, pass, places, main, &title),
        Screen::Portfolio => portfolio::show(
            &mut labelled_part(ui, main, "screen", Role::Main, &title),
            pass,
            places,
        ),
        Screen::Notifications => inbox::show(
            &mut labelled_part(ui, main, "screen", Role::Main, &title),
            pass,
            places,
        ),
        Screen::Tasks => tasks::show(
            &mut labelled_part(ui, main, "screen", Role::Main, &title),
            pass,
            places,
        ),
        Screen::Views => views::show(
            &mut labelled_part(ui, main, "screen", Role::Main, &title),
            pass,
            places,
        ),
        Screen::Explorer => explorer::show(
            &mut labelled_part(ui, main, "screen", Role::Main, &title),
            pass,
            places,
        ),
        Screen::Activity => activity::show(
            &mut labelled_part(ui, main, "screen", Role::Main, &title),
            pass,
            places,
        ),
    }
    let line = pass.message("status-name").into_owned();
    status::show(
        &mut labelled_part(ui, status_rect, "status", Role::Status, &line),
        pass,
        places,
    );
}

/// Draws the board or table, with the deal panel at its right.
fn draw_pipeline(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState, main: Rect, title: &str) {
    let size = &pass.theme.tokens.size;
    let open = pass.app.cx.screen() == Screen::Deal;
    // After closing a deal, return the focus to its card, even if the pointer was used.
    places.by_key |= places.panel.take_closed(open);
    let width = places.panel.width(pass.theme, main.width());
    let shown = super::deal::panel::PanelUiState::slide_progress(ui.ctx(), pass.theme, open) * width;
    let panel_rect = Rect::from_min_max(pos2(main.right() - shown, main.top()), main.max);
    let board_rect = main.with_max_x(panel_rect.left());
    pass.panel_left = (shown > 0.5).then_some(panel_rect.left());
    // In presentation mode the bar is lower, to leave more space for the deals.
    let bar = if pass.app.cx.is_presenting() {
        46.0
    } else {
        size.topbar
    };
    let top = board_rect.with_max_y(main.top() + bar);
    // In presentation mode the filter bar is shown only if a filter is active or being typed.
    let typing = matches!(pass.app.cx.layer(), Layer::Filter);
    let quiet = pass.app.cx.is_presenting() && !typing && pass.app.pipeline.board().filter.is_empty();
    let said = filter_bar::FilterMessage::new(pass).filter(|_| !quiet);
    let under = board_rect.with_min_y(top.bottom());
    let bar = if quiet {
        0.0
    } else {
        filter_bar::height(ui, pass, under, said.as_ref())
    };
    let filter = under.with_max_y(top.bottom() + bar);
    let mut screen = labelled_part(ui, board_rect, "screen", Role::Main, title);
    header::draw_top_bar(&mut screen, pass, top);
    if !quiet {
        filter_bar::show(&mut screen, pass, filter, said.as_ref());
    }
    let rest = status::draw_banner(&mut screen, pass, board_rect.with_min_y(filter.bottom()));
    let strip =
        metrics::MetricsStrip::for_screen(&Painter::new(screen.painter(), pass.theme), pass, board_rect);
    let lanes = match strip {
        Some(strip) => {
            let name = pass.message("metrics-name").into_owned();
            let place = rest.with_max_y(rest.top() + strip.height());
            let mut part = labelled_part(&mut screen, place, "metrics", Role::Group, &name);
            strip.show(&mut part, pass, place);
            // The board has its own space at the top; the table needs a gap.
            let under = if pass.app.table.shows_table() {
                STRIP_GAP
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
        let name = pass.message("screen-deal").into_owned();
        let pen = Painter::new(ui.painter(), pass.theme);
        pen.shadow(panel_rect, 0, pass.theme.shadows.panel);
        let mut ui = labelled_part(ui, panel_rect, "panel", Role::Complementary, &name);
        let whole = panel_rect.with_max_x(panel_rect.left() + width);
        panel::show(&mut ui, pass, places, whole);
    }
}
