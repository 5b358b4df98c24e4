//! The layout of the window: side bar, screen, deal panel and status line.

use super::board::{header, metrics};
use super::deal::panel;
use super::pipeline::filter as filter_bar;
use super::session::startup_error;
use super::{
    activity, agenda, board, explorer, flow, inbox, labelled_part, portfolio, sidebar, status, table, tasks,
    views,
};
use crate::prelude::*;
use crate::window::StartupFailure;

/// Gap between the metrics strip and the table header.
const STRIP_GAP: f32 = 12.0;

/// Draws everything except the overlays.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, failure: Option<&StartupFailure>) {
    let size = &frame.theme.tokens.size;
    let full = ui.max_rect();
    let painter = frame.painter(ui);
    painter.inner.rect_filled(full, 0.0, frame.theme.colors.canvas);
    let rail = full.width() < size.sidebar_rail_under;
    let side_width = match (frame.app.cx.is_presenting() || failure.is_some(), rail) {
        // Presentation mode shows only the deals. Without a service, no other screen is available.
        (true, _) => 0.0,
        (false, true) => size.sidebar_rail,
        (false, false) => size.sidebar,
    };
    let side = full.with_max_x(full.left() + side_width);
    let remaining = full.with_min_x(side.right());
    frame.sidebar_right = side.right();
    // Presentation mode keeps the status line, which shows the age of the data and the meaning of the band shapes.
    let status_rect = remaining.with_min_y(remaining.bottom() - size.statusbar);
    let mut main = remaining.with_max_y(status_rect.top());

    if side_width > 0.0 {
        sidebar::show(
            &mut labelled_part(ui, side, "side", Role::Navigation, &frame.message("app-name")),
            frame,
            rail,
        );
        painter.vertical_line(side.right() - 0.5, side.y_range(), frame.theme.colors.border);
    }

    if let Some(failure) = failure {
        let mut screen = labelled_part(ui, main, "screen", Role::Main, &frame.message("app-name"));
        startup_error::show(&mut screen, frame, failure);
        return;
    }
    frame.state.sign_in.is_visible = false;
    main = status::draw_past(ui, frame, main);
    // Beside an open deal, the board keeps its name; two landmarks must not share one.
    let screen_name = match frame.app.cx.screen() {
        Screen::Deal => Screen::Pipeline,
        screen => screen,
    };
    let title = frame.message(screen_name.label_key()).into_owned();
    frame.state.titled_screen =
        frame.state.titled_screen.filter(|has_title| *has_title == frame.app.cx.screen());
    let show: Option<fn(&mut Ui, &mut FrameCtx<'_>)> = match frame.app.cx.screen() {
        Screen::Pipeline | Screen::Deal => None,
        Screen::Portfolio => Some(portfolio::show),
        Screen::Notifications => Some(inbox::show),
        Screen::Tasks => Some(tasks::show),
        Screen::Views => Some(views::show),
        Screen::Explorer => Some(explorer::show),
        Screen::Activity => Some(activity::show),
        Screen::Flow => Some(flow::show),
        Screen::Agenda => Some(agenda::show),
    };
    match show {
        Some(show) => show(&mut labelled_part(ui, main, "screen", Role::Main, &title), frame),
        None => draw_pipeline(ui, frame, main, &title),
    }
    let line = frame.message("status-name").into_owned();
    status::show(&mut labelled_part(ui, status_rect, "status", Role::Status, &line), frame);
}

/// Draws the board or table, with the deal panel at its right.
fn draw_pipeline(ui: &mut Ui, frame: &mut FrameCtx<'_>, main: Rect, title: &str) {
    let size = &frame.theme.tokens.size;
    let open = frame.app.cx.screen() == Screen::Deal;
    // After closing a deal, return the focus to its card, even if the pointer was used.
    frame.state.by_key |= frame.state.panel.take_closed(open);
    let width = frame.state.panel.width(frame.theme, main.width());
    let slide_progress =
        super::deal::panel::PanelUiState::slide_progress(ui.ctx(), frame.theme, open) * width;
    let panel_rect = Rect::from_min_max(pos2(main.right() - slide_progress, main.top()), main.max);
    let board_rect = main.with_max_x(panel_rect.left());
    frame.panel_left = (slide_progress > 0.5).then_some(panel_rect.left());
    // In presentation mode the bar is lower, to leave more space for the deals.
    let bar = if frame.app.cx.is_presenting() { 46.0 } else { size.topbar };
    let top = board_rect.with_max_y(main.top() + bar);
    // In presentation mode the filter bar is shown only if a filter is active or being typed.
    let typing = matches!(frame.app.cx.overlay(), Overlay::Filter);
    let quiet = frame.app.cx.is_presenting() && !typing && frame.app.pipeline.board().filter.is_empty();
    let filter_message = filter_bar::FilterMessage::new(frame).filter(|_| !quiet);
    let below_header = board_rect.with_min_y(top.bottom());
    let bar = if quiet { 0.0 } else { filter_bar::height(ui, frame, below_header, filter_message.as_ref()) };
    let filter = below_header.with_max_y(top.bottom() + bar);
    let mut screen = labelled_part(ui, board_rect, "screen", Role::Main, title);
    header::draw_top_bar(&mut screen, frame, top);
    if !quiet {
        filter_bar::show(&mut screen, frame, filter, filter_message.as_ref());
    }
    let remaining = status::draw_banner(&mut screen, frame, board_rect.with_min_y(filter.bottom()));
    let strip = metrics::MetricsStrip::for_screen(&frame.painter(&screen), frame, board_rect);
    let swimlane_area = match strip {
        Some(strip) => {
            let name = frame.message("metrics-name").into_owned();
            let strip_rect = remaining.with_max_y(remaining.top() + strip.height());
            let mut metrics_ui = labelled_part(&mut screen, strip_rect, "metrics", Role::Group, &name);
            strip.show(&mut metrics_ui, frame, strip_rect);
            // The board has its own space at the top; the table needs a gap.
            let below_header = if frame.app.table.shows_table() { STRIP_GAP } else { 0.0 };
            remaining.with_min_y(strip_rect.bottom() + below_header)
        }
        None => remaining,
    };
    if frame.app.table.shows_table() {
        table::show(&mut screen, frame, swimlane_area);
    } else {
        board::show(&mut screen, frame, swimlane_area);
    }
    if slide_progress > 0.5 {
        let name = frame.message("screen-deal").into_owned();
        let painter = frame.painter(ui);
        painter.shadow(panel_rect, 0, frame.theme.shadows.panel);
        let mut ui = labelled_part(ui, panel_rect, "panel", Role::Complementary, &name);
        let full_rect = panel_rect.with_max_x(panel_rect.left() + width);
        panel::show(&mut ui, frame, full_rect);
    }
}
