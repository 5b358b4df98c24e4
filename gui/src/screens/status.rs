//! The status line and the connection banner.
//!
//! The line shows freshness, coverage, storage state and pending writes; at the right are the legend of the bands and
//! the help button.

mod scheduled;

use super::board::drag;
use super::live_region;
use crate::prelude::*;
use encours_core::app::deals::board::view::drag as drag_view;
use encours_core::app::foundation::presentation::chrome;
use encours_core::app::screens::portfolio::view::portfolio;
use encours_core::app::shell::view::status_items::StatusItem;
use encours_core::app::shell::view::status_line::{data_time_text, status_line};
use encours_core::app::tools::time_travel::view::past_texts;
use encours_core::model::snapshot::ConnectionState;

/// Height of a banner with a single line.
const BANNER_HEIGHT: f32 = 40.0;
/// Distance from the divider between two parts to the second.
const DIVIDER_GAP: f32 = 14.0;

/// Draws the status line.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let rect = ui.max_rect();
    let painter = frame.painter(ui);
    painter.horizontal_line(rect.x_range(), rect.top() + 0.5, frame.theme.colors.border);
    live_region::update_region(ui, frame);
    let help_area = help_rect(&painter, frame, rect);
    let right = draw_end_presentation(ui, frame, rect.with_max_x(help_area.left() - 14.0));
    draw_line(ui, frame, rect, right);
    draw_help_button(ui, frame, help_area);
}

/// Draws a button that ends the presentation, for mouse users. It is needed on screens whose header has none. Returns
/// the right edge of the remaining area.
fn draw_end_presentation(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect) -> f32 {
    let by_bar = matches!(frame.app.cx.screen(), Screen::Pipeline | Screen::Deal);
    if !frame.app.cx.is_presenting() || by_bar {
        return rect.right();
    }
    let painter = frame.painter(ui);
    let button = Button::new(frame.message("button-end-presentation")).with_style(ButtonStyle::Link);
    let button = button.with_key_cap(frame.key_cap(ActionId::Present));
    let button_rect = rect.with_min_x(rect.right() - button.width(&painter)).shrink2(vec2(0.0, 2.0));
    frame.press(ui, "end-presentation", button_rect, &button.with_action(Action::Run(ActionId::Present)));
    button_rect.left() - 14.0
}

/// Draws the content of the line up to `right`.
fn draw_line(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, right: f32) {
    let painter = frame.painter(ui);
    if let Some(drag) = frame.state.board.dragged_card() {
        drag::draw_status(&painter, frame, rect.with_max_x(right), drag);
        return;
    }
    if let Some(message) = drag_view::drag_text(frame.app) {
        let colors = &frame.theme.colors;
        let x = rect.left() + 16.0;
        painter.sized_icon(pos2(x + 7.0, rect.center().y), Icon::Arrow, 14.0, colors.accent_text);
        let line = rect.with_min_x(x + 22.0).with_max_x(right - 8.0);
        let strong = TextStyle::small().with_weight(FontWeight::SemiBold);
        // Use a shorter text if needed, because truncation would hide the keys at its end.
        let shorter = drag_view::shorter_texts(frame.app).into_iter().flatten();
        let mut texts: Vec<String> = std::iter::once(message).chain(shorter).collect();
        let fits = texts.iter().position(|candidate| painter.text_width(candidate, strong) <= line.width());
        let message = texts.swap_remove(fits.unwrap_or(texts.len() - 1));
        painter.left(line, &message, strong, colors.accent_text);
        return;
    }
    let mut right = right;
    let mut line = status_line(frame.app);
    // The audience of a presentation cannot ask for the meaning of the shapes, so the legend takes precedence over all
    // but the freshness.
    let fits = || {
        let first = painter.text_width(&line.freshness.short, TextStyle::small()) + 44.0;
        frame.app.cx.is_presenting() && first + legend_width(&painter, frame) <= right - rect.left()
    };
    if chrome::shows_bands(&frame.app.cx) && (rect.width() > 720.0 || fits()) {
        right = draw_legend(&painter, frame, rect, right);
    }
    // The banner shows the problem; the line only shows the age of the data.
    if line.freshness.tone == Tone::Problem {
        line.freshness.short = sentence(&data_time_text(frame.app));
        line.freshness.long.clone_from(&line.freshness.short);
    }
    let checks = checks_item(frame);
    let items: Vec<&StatusItem> = std::iter::once(&line.freshness)
        .chain(&line.coverage)
        .chain(&line.storage)
        .chain(&line.writes)
        .chain(&checks)
        .collect();
    let width: f32 = items.iter().map(|item| painter.text_width(&item.long, TextStyle::small()) + 44.0).sum();
    let since_item = line.changes.as_ref();
    let since_width =
        since_item.map_or(0.0, |item| painter.text_width(&item.long, TextStyle::small()) + 40.0);
    let shorten = width + since_width > right - rect.left();
    let mut x = rect.left() + 16.0;
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            x = draw_divider(&painter, rect, x);
        }
        // The icon replaces the symbol that starts the short text in the terminal.
        let text =
            if shorten { item.short.trim_start_matches(['↑', '×', '≠', ' ']) } else { &item.long };
        // Storage messages are not pending, so they use another icon.
        let notable = line.storage.as_ref().is_some_and(|stored| std::ptr::eq(stored, item));
        if let Some((icon, color)) = part_icon(frame, item.tone, notable) {
            let side = frame.theme.tokens.size.icon_small;
            painter.sized_icon(pos2(x + side / 2.0, rect.center().y), icon, side, color);
            x += side + 6.0;
        }
        let colors = &frame.theme.colors;
        let color = if item.tone == Tone::Problem { colors.text } else { colors.text_secondary };
        let part_rect = Rect::from_x_y_ranges(x..=right, rect.y_range());
        let end = painter.left(part_rect, text, TextStyle::small(), color);
        ui.describe(end, ("status", at), Role::Label, text);
        x = end.right() + 14.0;
    }
    if let Some(scheduled) = scheduled::newest_scheduled(frame) {
        let part_rect = Rect::from_x_y_ranges(x + DIVIDER_GAP..=right, rect.y_range());
        if let Some(end) = scheduled::show(ui, frame, part_rect, scheduled) {
            draw_divider(&painter, rect, x);
            x = end + 14.0;
        }
    }
    if let Some(since_item) = since_item {
        self::draw_changes_button(ui, frame, Rect::from_x_y_ranges(x..=right, rect.y_range()), since_item);
    }
}

/// Draws a divider between two parts. Returns the left edge of the second.
fn draw_divider(painter: &Painter<'_>, rect: Rect, x: f32) -> f32 {
    let middle = rect.center().y - 6.0..=rect.center().y + 6.0;
    let line = painter.theme.hairline(painter.theme.colors.border_strong);
    painter.inner.vline(x, middle, line);
    x + DIVIDER_GAP
}

/// Draws the button that shows the changes since the last visit.
fn draw_changes_button(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, item: &StatusItem) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let width = painter.text_width(&item.long, TextStyle::small()).ceil() + 28.0;
    // A truncated text would be useless; the palette and the key lead there too.
    if width > rect.width() {
        return;
    }
    let button_rect = rect_at(rect.left(), rect.top() + 2.0, width, rect.height() - 4.0);
    let response = ui.click_area(button_rect, "since", Role::Button, &item.long);
    if response.hovered() {
        painter.fill(button_rect, theme.tokens.radius.chip, colors.pressed);
    }
    painter.ring(button_rect, theme.tokens.radius.chip, &response);
    painter.sized_icon(button_rect.near_left(11.0), Icon::Clock, 13.0, colors.accent_text);
    let text = button_rect.after(22.0);
    painter.left(text, &item.long, TextStyle::small(), colors.accent_text);
    if response.clicked() {
        frame.request_command(ActionId::ShowSince);
    }
}

/// Returns the number of verified portfolio sums, on the portfolio screen.
fn checks_item(frame: &FrameCtx<'_>) -> Option<StatusItem> {
    let view = (frame.app.cx.screen() == Screen::Portfolio).then(|| portfolio::portfolio_view(frame.app))?;
    (!view.is_empty && !view.checks.is_empty()).then(|| StatusItem {
        tone: Tone::Plain,
        short: view.checks.clone(),
        shortest: view.checks.clone(),
        long: view.checks.clone(),
        text: view.checks,
    })
}

/// Returns icon and colour of a part.
fn part_icon(frame: &FrameCtx<'_>, tone: Tone, notable: bool) -> Option<(Icon, Color32)> {
    match tone {
        Tone::Good => Some((Icon::Check, frame.theme.band_colors.ok)),
        Tone::Plain => None,
        Tone::Pending if notable => Some((Icon::Info, frame.theme.band_colors.watch)),
        Tone::Pending => Some((Icon::Pending, frame.theme.colors.text_secondary)),
        Tone::Problem => Some((Icon::Info, frame.theme.band_colors.alert)),
    }
}

/// Returns the area of the help button.
fn help_rect(painter: &Painter<'_>, frame: &FrameCtx<'_>, rect: Rect) -> Rect {
    let (label, key_cap) = (frame.action_name(ActionId::Help), frame.key_cap(ActionId::Help));
    let width =
        painter.text_width(&label, TextStyle::small()).ceil() + keycap::width(painter, &key_cap) + 6.0;
    Rect::from_min_max(
        pos2(rect.right() - 16.0 - width, rect.top() + 2.0),
        pos2(rect.right() - 16.0, rect.bottom() - 2.0),
    )
}

/// Draws the help button with its key.
fn draw_help_button(ui: &Ui, frame: &mut FrameCtx<'_>, area: Rect) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let label = frame.action_name(ActionId::Help);
    let key_cap = frame.key_cap(ActionId::Help);
    let response = ui.click_area(area, "help", Role::Button, &label);
    if response.hovered() {
        painter.fill(area.expand2(vec2(4.0, 0.0)), theme.tokens.radius.chip, colors.pressed);
    }
    if response.has_focus() {
        // Keep the ring inside the line, which ends at the window's edge.
        painter.focus_ring(area.shrink2(vec2(0.0, 2.0)), theme.tokens.radius.chip);
    }
    let end = keycap::paint_right_of(&painter, area.left(), area.center().y, &key_cap);
    painter.left(area.with_min_x(end + 6.0), &label, TextStyle::small(), colors.text_secondary);
    if response.clicked() {
        frame.request_command(ActionId::Help);
    }
}

/// The bands of the legend, from right to left.
const LEGEND_BANDS: [Band; 4] = [Band::None, Band::Alert, Band::Watch, Band::Ok];

/// Returns the width of the legend.
fn legend_width(painter: &Painter<'_>, frame: &FrameCtx<'_>) -> f32 {
    let label_widths =
        LEGEND_BANDS.map(|band| painter.text_width(&frame.message(band.key()), TextStyle::small()) + 28.0);
    14.0 + label_widths.iter().sum::<f32>()
}

/// Draws the legend. Returns its left edge.
fn draw_legend(painter: &Painter<'_>, frame: &FrameCtx<'_>, rect: Rect, right: f32) -> f32 {
    let colors = &frame.theme.colors;
    painter.inner.vline(
        right,
        rect.center().y - 6.0..=rect.center().y + 6.0,
        frame.theme.hairline(colors.border_strong),
    );
    let mut x = right - 14.0;
    for band in LEGEND_BANDS {
        let label = frame.message(band.key());
        let text = painter.right(rect.with_max_x(x), &label, TextStyle::small(), colors.text_secondary);
        painter.band_shape(pos2(text.left() - 11.0, rect.center().y), band);
        x = text.left() - 28.0;
    }
    x
}

/// Draws the mark of a past time above every screen, with the way back. Returns the remaining area.
pub fn draw_past(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect) -> Rect {
    let Some((text, short)) = past_texts(&frame.app.cx) else { return rect };
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let row = rect.with_max_y(rect.top() + BANNER_HEIGHT);
    painter.fill(row, 0, colors.sunken);
    painter.horizontal_line(row.x_range(), row.bottom() - 0.5, colors.border);
    painter.icon(row.near_left(24.0), Icon::Clock, theme.band_colors.watch);
    let button = Button::new(frame.action_name(ActionId::BackToPresent))
        .with_action(Action::Run(ActionId::BackToPresent));
    let width = button.width(&painter);
    let button_rect = rect_at(row.right() - 16.0 - width, row.center().y - 14.0, width, 28.0);
    let line = row.with_min_x(row.left() + 42.0).with_max_x(button_rect.left() - 8.0);
    let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
    let text = if painter.text_width(&text, strong) <= line.width() { text } else { short };
    let end = painter.left(line, &text, strong, colors.text);
    ui.describe(end, "past", Role::Label, &text);
    frame.press(ui, "back-to-present", button_rect, &button);
    rect.with_min_y(row.bottom())
}

/// Draws the connection banner at the bottom of a screen. At that position it moves nothing above it when it appears.
/// Returns the remaining area.
pub fn draw_banner(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect) -> Rect {
    let line = status_line(frame.app);
    let freshness = line.freshness;
    if freshness.tone != Tone::Problem {
        return rect;
    }
    // Emphasise the problem; its consequences follow in normal weight.
    let (wrong, works) = match line.available {
        Some(works) => (format!("{}.", freshness.long), format!(" {}.", works.long)),
        None => (freshness.long, String::new()),
    };
    let message = format!("{wrong}{works}");
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let retry = Button::new(frame.message("button-retry")).with_key_cap(frame.key_cap(ActionId::Refresh));
    let retry = retry.with_action(Action::Run(ActionId::Refresh));
    // During a rate limit nothing can be sent, so the retry button is hidden.
    let gated = matches!(frame.app.cx.snapshot().connection, ConnectionState::RateLimited { .. });
    let sign_in = Button::new(frame.action_name(ActionId::SignIn)).with_style(ButtonStyle::Primary);
    let sign_in = frame.app.cx.can_sign_in().then_some(sign_in.with_action(Action::Run(ActionId::SignIn)));
    let signed = sign_in.as_ref().map_or(0.0, |button| button.width(&painter) + 8.0);
    let width = if gated { 0.0 } else { retry.width(&painter) };
    let (left_x, right_x) = (rect.left() + 42.0, rect.right() - 28.0 - width - signed);
    // Wrap the text, because a truncated note on storage would be alarming.
    let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
    let pieces =
        [(wrong.as_str(), strong, colors.text), (works.as_str(), TextStyle::body(), colors.text_secondary)];
    let text = painter.layout_wrapped_runs(&pieces, right_x - left_x, 3);
    let row = rect.with_min_y(rect.bottom() - BANNER_HEIGHT.max(text.size().y + 16.0));
    painter.fill(row, 0, colors.sunken);
    painter.horizontal_line(row.x_range(), row.top() + 0.5, colors.border);
    // A server that limits the rate or requires a sign-in is reachable.
    let banner_icon = match frame.app.cx.snapshot().connection {
        ConnectionState::RateLimited { .. } => Icon::Gate,
        ConnectionState::SignInNeeded { .. } => Icon::Lock,
        _ => Icon::Offline,
    };
    painter.icon(row.near_left(24.0), banner_icon, theme.band_colors.alert);
    let button_rect = rect_at(row.right() - 16.0 - width, row.center().y - 14.0, width, 28.0);
    let at = Rect::from_min_size(pos2(left_x, row.center().y - text.size().y / 2.0), text.size());
    painter.inner.galley(at.min, text, colors.text);
    ui.describe(at, "banner", Role::Label, &message);
    if let Some(button) = sign_in {
        let x_range = button_rect.left() - signed..=button_rect.left() - 8.0;
        frame.press(ui, "sign-in", Rect::from_x_y_ranges(x_range, button_rect.y_range()), &button);
    }
    if !gated {
        frame.press(ui, "retry", button_rect, &retry);
    }
    rect.with_max_y(row.top())
}
