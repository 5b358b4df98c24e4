//! Draws the screens from the views of the core.
//!
//! Drawing is a pure function of the application state and the size. Available actions are decided elsewhere.

mod activity;
mod board;
mod deal;
mod empty_state;
mod explorer;
mod flow;
mod inbox;
mod layout;
mod lists;
pub mod locked;
mod overlays;
mod portfolio;
mod storage_notices;
mod stress_scenarios;
mod table;
mod tabs;
mod tasks;
mod undo_countdown;
mod views;

use encours_core::app::deals::pipeline::board_state::BoardViewport;
use encours_core::app::deals::table::table::TableViewport;
use encours_core::app::foundation::cx::overlay::{FormPurpose, Overlay, Picker, PickerKind};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::agenda::view::agenda_list;
use encours_core::app::shell::app::App;
use encours_core::text::{MessageArg, Messages};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::terminal::LineEditor;
use crate::theme::Theme;
use crate::widgets::{Canvas, FrameOutput, draw_frame_scroll_bar};

pub use layout::ScreenFrame;

/// Minimum usable terminal size.
pub const MIN_SIZE: (u16, u16) = (24, 8);

/// Returns how much of the board fits on a terminal of `size` cells.
pub fn viewport(app: &App, size: Rect) -> BoardViewport {
    let grid = board::BoardGrid::new(app, ScreenFrame::new(size).below_banner(app));
    BoardViewport { columns: grid.count, cards: grid.card_count, lines: grid.lines }
}

/// Returns how much of the table fits on a terminal of `size` cells.
pub fn table_viewport(app: &App, size: Rect) -> TableViewport {
    table::viewport(ScreenFrame::new(size).below_banner(app))
}

/// Draws the whole screen. `drag` is the column to which a dragged card would move.
pub fn draw(
    app: &App,
    buffer: &mut Buffer,
    theme: Theme,
    editor: &LineEditor,
    drag: Option<usize>,
) -> FrameOutput {
    let mut canvas = Canvas::new(buffer, theme);
    let area = canvas.area();
    canvas.clear(area);
    if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
        draw_too_small(app, &mut canvas);
        return canvas.finish();
    }
    let frame = ScreenFrame::new(area).below_banner(app);
    tabs::draw(app, &mut canvas, frame);
    layout::draw_past(app, &mut canvas, frame);
    if matches!(app.cx.overlay(), Overlay::None | Overlay::Filter) {
        // Every other overlay shows its own keys.
        layout::draw_hints(app, &mut canvas, frame);
    }
    let mut unsaid = None;
    match app.cx.screen() {
        Screen::Pipeline if app.table.shows_table() => unsaid = table::draw(app, &mut canvas, frame, editor),
        Screen::Pipeline => unsaid = board::draw(app, &mut canvas, frame, editor, drag),
        Screen::Deal => deal::draw(app, &mut canvas, frame),
        Screen::Portfolio => portfolio::draw(app, &mut canvas, frame),
        Screen::Notifications => inbox::draw(app, &mut canvas, frame, editor),
        Screen::Tasks => tasks::draw(app, &mut canvas, frame),
        Screen::Views => views::draw(app, &mut canvas, frame),
        Screen::Explorer => explorer::draw(app, &mut canvas, frame, editor),
        Screen::Activity => activity::draw(app, &mut canvas, frame),
        Screen::Flow => flow::draw(app, &mut canvas, frame),
        Screen::Agenda => lists::draw(app, &mut canvas, frame.body, 0, &agenda_list(app)),
    }
    // Draw the status after the body, because its legend explains the drawn marks.
    layout::draw_status(app, &mut canvas, frame);
    if let Some(text) = &unsaid {
        board::header::draw_message(&mut canvas, frame, text);
    }
    overlays::toast::draw(app, &mut canvas, frame);
    match app.cx.overlay() {
        Overlay::None | Overlay::Filter => {}
        Overlay::Help { scroll, .. } => overlays::help::draw(app, &mut canvas, editor, *scroll),
        Overlay::Palette(state) => overlays::palette::draw(app, &mut canvas, editor, state),
        Overlay::Menu(state) => deal::status_menu::draw(app, &mut canvas, state),
        // A setting is edited in its line of the list; one that needs a name has two fields.
        Overlay::Form(state)
            if matches!(state.purpose, FormPurpose::Setting { .. }) && state.fields.len() == 1 =>
        {
            overlays::picker::draw(app, &mut canvas, editor);
        }
        Overlay::Form(state) => overlays::form::draw(app, &mut canvas, editor, state),
        Overlay::Picker(Picker { kind: PickerKind::Sheet, .. }) => overlays::sheet::draw(app, &mut canvas),
        Overlay::Picker(_) => overlays::picker::draw(app, &mut canvas, editor),
    }
    overlays::toast::draw_over(app, &mut canvas, frame);
    canvas.finish()
}

/// Returns the first visible line of a pane with `len` lines. Reports the scroll limit if it has the focus.
fn scroll_offset(app: &App, canvas: &mut Canvas<'_>, pane: usize, len: usize, visible_rows: usize) -> usize {
    if app.cx.pane() != pane {
        return 0;
    }
    let max = len.saturating_sub(visible_rows);
    canvas.set_scroll_limit(max);
    app.cx.scroll().min(max)
}

/// Draws the typed text with its cursor. Returns the columns used and the cursor's.
fn draw_editor(
    canvas: &mut Canvas<'_>,
    editor: &LineEditor,
    (x, y): (u16, u16),
    max_width: u16,
    style: Style,
) -> (u16, u16) {
    let (text, cursor) = editor.window(max_width);
    let used = canvas.draw_text(x, y, max_width, &text, style);
    canvas.set_cursor(x + cursor, y);
    (used, cursor)
}

/// Draws the lines of a pane with its scroll bar. Returns the first visible line.
fn draw_scrolled(
    app: &App,
    canvas: &mut Canvas<'_>,
    inner: Rect,
    pane: usize,
    lines: &[(String, Style)],
) -> usize {
    let first = scroll_offset(app, canvas, pane, lines.len(), usize::from(inner.height));
    canvas.draw_lines(inner, lines.get(first..).unwrap_or_default());
    draw_frame_scroll_bar(canvas, inner, first, lines.len());
    first
}

/// Draws ` Tab 1/4 ` in the lower frame of a pane that is shown alone.
///
/// It gives the key for the other panes, and the position.
fn draw_pane_position(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let key = layout::action_key(app, ActionId::NextPane);
    if area.height < 2 || area.width < 12 || key.is_empty() {
        return;
    }
    let text = format!(" {key} {}/{} ", app.cx.pane() + 1, app.pane_count());
    let style = canvas.theme.second();
    canvas.draw_text(area.x + 2, area.bottom() - 1, area.width / 2, &text, style);
}

fn draw_too_small(app: &App, canvas: &mut Canvas<'_>) {
    let area = canvas.area();
    let args = [("columns", MessageArg::from(MIN_SIZE.0)), ("rows", MessageArg::from(MIN_SIZE.1))];
    let text = Messages::new(app.cx.lang()).with("terminal-too-small", &args);
    let style = canvas.theme.text();
    canvas.draw_wrapped(area, &text, style);
}
