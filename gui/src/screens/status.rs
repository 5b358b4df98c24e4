//! The status line and the connection banner.
//!
//! The line shows freshness, coverage, storage state and pending writes; at the right are the legend of the bands and
//! the help button.

mod scheduled;

use super::board::drag;
use super::{UiState, live_region};
use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, keycap};
use egui::{Align, Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::deals::board::view::drag as carried;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::presentation::frame;
use encours_core::app::foundation::presentation::tone::Tone;
use encours_core::app::screens::portfolio::view::portfolio;
use encours_core::app::shell::view::status_items::StatusItem;
use encours_core::app::shell::view::status_line::{data_time_text, status_line};
use encours_core::model::snapshot::ConnectionState;
use encours_core::text::sentence;
use encours_core::vocabulary::Band;

/// Height of a banner with a single line.
const BANNER_HEIGHT: f32 = 40.0;
/// Distance from the divider between two parts to the second.
const DIVIDER_GAP: f32 = 14.0;

/// Draws the status line.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState) {
    let rect = ui.max_rect();
    let pen = Painter::new(ui.painter(), pass.theme);
    pen.horizontal_line(rect.x_range(), rect.top() + 0.5, pass.theme.colors.border);
    live_region::update_region(ui, pass, places);
    let place = help_rect(&pen, pass, rect);
    let right = draw_end_presentation(ui, pass, rect.with_max_x(place.left() - 14.0));
    draw_line(ui, pass, places, rect, right);
    draw_help_button(ui, pass, place);
}

/// Draws a button that ends the presentation, for mouse users. It is needed on screens whose header has none. Returns
/// the right edge of the remaining area.
fn draw_end_presentation(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect) -> f32 {
    let by_bar = matches!(pass.app.cx.screen(), Screen::Pipeline | Screen::Deal);
    if !pass.app.cx.is_presenting() || by_bar {
        return rect.right();
    }
    let pen = Painter::new(ui.painter(), pass.theme);
    let (label, cap) = (
        pass.message("button-end-presentation").into_owned(),
        pass.key_cap(ActionId::Present),
    );
    let button = Button::new(&label)
        .with_key_cap(&cap)
        .with_style(ButtonStyle::Link);
    let place = rect
        .with_min_x(rect.right() - button.width(&pen))
        .shrink2(vec2(0.0, 2.0));
    let id = ui.scope_id().with("end-presentation");
    if button.show(ui, pass.theme, id, place).clicked() {
        pass.request_command(ActionId::Present);
    }
    place.left() - 14.0
}

/// Draws the content of the line up to `right`.
fn draw_line(ui: &Ui, pass: &mut FrameCtx<'_>, places: &UiState, rect: Rect, right: f32) {
    let pen = Painter::new(ui.painter(), pass.theme);
    if let Some(drag) = places.board.dragged_card() {
        drag::draw_status(&pen, pass, rect.with_max_x(right), drag);
        return;
    }
    if let Some(said) = carried::drag_text(pass.app) {
        let ink = &pass.theme.colors;
        let x = rect.left() + 16.0;
        pen.sized_icon(pos2(x + 7.0, rect.center().y), Icon::Arrow, 14.0, ink.accent_text);
        let line = rect.with_min_x(x + 22.0).with_max_x(right - 8.0);
        let strong = TextStyle::small().with_weight(FontWeight::SemiBold);
        // Use a shorter text if needed, because truncation would hide the keys at its end.
        let shorter = carried::shorter_texts(pass.app).into_iter().flatten();
        let mut ways: Vec<String> = std::iter::once(said).chain(shorter).collect();
        let fits = ways
            .iter()
            .position(|way| pen.text_width(way, strong) <= line.width());
        let said = ways.swap_remove(fits.unwrap_or(ways.len() - 1));
        pen.text(line, Align::Min, &said, strong, ink.accent_text);
        return;
    }
    let mut right = right;
    let mut line = status_line(pass.app);
    // The audience of a presentation cannot ask for the meaning of the shapes, so the legend takes precedence over all
    // but the freshness.
    let fits = || {
        let first = pen.text_width(&line.freshness.short, TextStyle::small()) + 44.0;
        pass.app.cx.is_presenting() && first + legend_width(&pen, pass) <= right - rect.left()
    };
    if frame::shows_bands(&pass.app.cx) && (rect.width() > 720.0 || fits()) {
        right = draw_legend(&pen, pass, rect, right);
    }
    // The banner shows the problem; the line only shows the age of the data.
    if line.freshness.tone == Tone::Problem {
        line.freshness.short = sentence(&data_time_text(pass.app));
        line.freshness.long.clone_from(&line.freshness.short);
    }
    let checks = checks_item(pass);
    let items: Vec<&StatusItem> = std::iter::once(&line.freshness)
        .chain(&line.coverage)
        .chain(&line.storage)
        .chain(&line.writes)
        .chain(&checks)
        .collect();
    let wide: f32 = items
        .iter()
        .map(|item| pen.text_width(&item.long, TextStyle::small()) + 44.0)
        .sum();
    let since = line.changes.as_ref();
    let more = since.map_or(0.0, |item| pen.text_width(&item.long, TextStyle::small()) + 40.0);
    let short = wide + more > right - rect.left();
    let mut x = rect.left() + 16.0;
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            x = draw_divider(&pen, pass, rect, x);
        }
        // The icon replaces the symbol that starts the short text in the terminal.
        let text = if short {
            item.short.trim_start_matches(['↑', '×', '≠', ' '])
        } else {
            &item.long
        };
        // Storage messages are not pending, so they use another icon.
        let notable = line.storage.as_ref().is_some_and(|kept| std::ptr::eq(kept, item));
        let sign = part_icon(pass, item.tone, notable);
        let place = Rect::from_x_y_ranges(x..=right, rect.y_range());
        x = draw_part(ui, &pen, pass, place, (sign, item.tone), text, at) + 14.0;
    }
    if let Some(held) = scheduled::newest_scheduled(pass) {
        let place = Rect::from_x_y_ranges(x + DIVIDER_GAP..=right, rect.y_range());
        if let Some(end) = scheduled::show(ui, pass, place, held) {
            draw_divider(&pen, pass, rect, x);
            x = end + 14.0;
        }
    }
    if let Some(since) = since {
        self::draw_changes_button(ui, pass, Rect::from_x_y_ranges(x..=right, rect.y_range()), since);
    }
}

/// Draws a divider between two parts. Returns the left edge of the second.
fn draw_divider(pen: &Painter<'_>, pass: &FrameCtx<'_>, rect: Rect, x: f32) -> f32 {
    let middle = rect.center().y - 6.0..=rect.center().y + 6.0;
    let line = pass.theme.hairline(pass.theme.colors.border_strong);
    pen.inner.vline(x, middle, line);
    x + DIVIDER_GAP
}

/// Draws the button that shows the changes since the last visit.
fn draw_changes_button(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect, item: &StatusItem) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let wide = pen.text_width(&item.long, TextStyle::small()).ceil() + 28.0;
    // A truncated text would be useless; the palette and the key lead there too.
    if wide > rect.width() {
        return;
    }
    let place = Rect::from_min_size(
        pos2(rect.left(), rect.top() + 2.0),
        vec2(wide, rect.height() - 4.0),
    );
    let response = ui.interact(place, ui.scope_id().with("since"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &item.long));
    if response.hovered() {
        pen.fill(place, look.tokens.radius.chip, ink.pressed);
    }
    if response.has_focus() {
        pen.focus_ring(place, look.tokens.radius.chip);
    }
    pen.sized_icon(
        pos2(place.left() + 11.0, place.center().y),
        Icon::Clock,
        13.0,
        ink.accent_text,
    );
    let text = place.with_min_x(place.left() + 22.0);
    pen.text(text, Align::Min, &item.long, TextStyle::small(), ink.accent_text);
    if response.clicked() {
        pass.request_command(ActionId::ShowSince);
    }
}

/// Returns the number of verified portfolio sums, on the portfolio screen.
fn checks_item(pass: &FrameCtx<'_>) -> Option<StatusItem> {
    let view = (pass.app.cx.screen() == Screen::Portfolio).then(|| portfolio::portfolio_view(pass.app))?;
    (!view.is_empty && !view.checks.is_empty()).then(|| StatusItem {
        tone: Tone::Plain,
        short: view.checks.clone(),
        shortest: view.checks.clone(),
        long: view.checks.clone(),
        text: view.checks,
    })
}

/// Returns icon and colour of a part.
fn part_icon(pass: &FrameCtx<'_>, tone: Tone, notable: bool) -> Option<(Icon, Color32)> {
    match tone {
        Tone::Good => Some((Icon::Check, pass.theme.band_colors.ok)),
        Tone::Plain => None,
        Tone::Pending if notable => Some((Icon::Info, pass.theme.band_colors.watch)),
        Tone::Pending => Some((Icon::Pending, pass.theme.colors.text_secondary)),
        Tone::Problem => Some((Icon::Info, pass.theme.band_colors.alert)),
    }
}

fn draw_part(
    ui: &Ui,
    pen: &Painter<'_>,
    pass: &FrameCtx<'_>,
    rect: Rect,
    (sign, tone): (Option<(Icon, Color32)>, Tone),
    text: &str,
    at: usize,
) -> f32 {
    let ink = &pass.theme.colors;
    let mut x = rect.left();
    if let Some((icon, color)) = sign {
        let side = pass.theme.tokens.size.icon_small;
        pen.sized_icon(pos2(x + side / 2.0, rect.center().y), icon, side, color);
        x += side + 6.0;
    }
    let color = if tone == Tone::Problem {
        ink.text
    } else {
        ink.text_secondary
    };
    let end = pen.text(rect.with_min_x(x), Align::Min, text, TextStyle::small(), color);
    let response = ui.interact(end, ui.scope_id().with(("status", at)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    end.right()
}

/// Returns the area of the help button.
fn help_rect(pen: &Painter<'_>, pass: &FrameCtx<'_>, rect: Rect) -> Rect {
    let (label, cap) = (pass.action_name(ActionId::Help), pass.key_cap(ActionId::Help));
    let width = pen.text_width(&label, TextStyle::small()).ceil() + keycap::width(pen, &cap) + 6.0;
    Rect::from_min_max(
        pos2(rect.right() - 16.0 - width, rect.top() + 2.0),
        pos2(rect.right() - 16.0, rect.bottom() - 2.0),
    )
}

/// Draws the help button with its key.
fn draw_help_button(ui: &Ui, pass: &mut FrameCtx<'_>, place: Rect) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let label = pass.action_name(ActionId::Help);
    let cap = pass.key_cap(ActionId::Help);
    let response = ui.interact(place, ui.scope_id().with("help"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    if response.hovered() {
        pen.fill(
            place.expand2(vec2(4.0, 0.0)),
            look.tokens.radius.chip,
            ink.pressed,
        );
    }
    if response.has_focus() {
        // Keep the ring inside the line, which ends at the window's edge.
        pen.focus_ring(place.shrink2(vec2(0.0, 2.0)), look.tokens.radius.chip);
    }
    let end = keycap::paint_right_of(&pen, place.left(), place.center().y, &cap);
    pen.text(
        place.with_min_x(end + 6.0),
        Align::Min,
        &label,
        TextStyle::small(),
        ink.text_secondary,
    );
    if response.clicked() {
        pass.request_command(ActionId::Help);
    }
}

/// The bands of the legend, from right to left.
const LEGEND_BANDS: [Band; 4] = [Band::None, Band::Alert, Band::Watch, Band::Ok];

/// Returns the width of the legend.
fn legend_width(pen: &Painter<'_>, pass: &FrameCtx<'_>) -> f32 {
    let words = LEGEND_BANDS.map(|band| pen.text_width(&pass.message(band.key()), TextStyle::small()) + 28.0);
    14.0 + words.iter().sum::<f32>()
}

/// Draws the legend. Returns its left edge.
fn draw_legend(pen: &Painter<'_>, pass: &FrameCtx<'_>, rect: Rect, right: f32) -> f32 {
    let ink = &pass.theme.colors;
    pen.inner.vline(
        right,
        rect.center().y - 6.0..=rect.center().y + 6.0,
        pass.theme.hairline(ink.border_strong),
    );
    let mut x = right - 14.0;
    for band in LEGEND_BANDS {
        let word = pass.message(band.key());
        let text = pen.text(
            rect.with_max_x(x),
            Align::Max,
            &word,
            TextStyle::small(),
            ink.text_secondary,
        );
        pen.band_shape(pos2(text.left() - 11.0, rect.center().y), band);
        x = text.left() - 28.0;
    }
    x
}

/// Draws the connection banner at the bottom of a screen. At that position it moves nothing above it when it appears.
/// Returns the remaining area.
pub fn draw_banner(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect) -> Rect {
    let line = status_line(pass.app);
    let freshness = line.freshness;
    if freshness.tone != Tone::Problem {
        return rect;
    }
    // Emphasise the problem; its consequences follow in normal weight.
    let (wrong, works) = match line.available {
        Some(works) => (format!("{}.", freshness.long), format!(" {}.", works.long)),
        None => (freshness.long, String::new()),
    };
    let said = format!("{wrong}{works}");
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let label = pass.message("button-retry").into_owned();
    let cap = pass.key_cap(ActionId::Refresh);
    let button = Button::new(&label).with_key_cap(&cap);
    // During a rate limit nothing can be sent, so the retry button is hidden.
    let gated = matches!(
        pass.app.cx.snapshot().connection,
        ConnectionState::RateLimited { .. }
    );
    let sign_in = pass
        .app
        .cx
        .can_sign_in()
        .then(|| pass.action_name(ActionId::SignIn));
    let signing = sign_in
        .as_deref()
        .map(|label| Button::new(label).with_style(ButtonStyle::Primary));
    let signed = signing.as_ref().map_or(0.0, |button| button.width(&pen) + 8.0);
    let width = if gated { 0.0 } else { button.width(&pen) };
    let (left, right) = (rect.left() + 42.0, rect.right() - 28.0 - width - signed);
    // Wrap the text, because a truncated note on storage would be alarming.
    let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
    let pieces = [
        (wrong.as_str(), strong, ink.text),
        (works.as_str(), TextStyle::body(), ink.text_secondary),
    ];
    let text = pen.layout_wrapped_runs(&pieces, right - left, 3);
    let row = rect.with_min_y(rect.bottom() - BANNER_HEIGHT.max(text.size().y + 16.0));
    pen.fill(row, 0, ink.sunken);
    pen.horizontal_line(row.x_range(), row.top() + 0.5, ink.border);
    // A server that limits the rate or requires a sign-in is reachable.
    let sign = match pass.app.cx.snapshot().connection {
        ConnectionState::RateLimited { .. } => Icon::Gate,
        ConnectionState::SignInNeeded { .. } => Icon::Lock,
        _ => Icon::Offline,
    };
    pen.icon(
        pos2(row.left() + 24.0, row.center().y),
        sign,
        look.band_colors.alert,
    );
    let place = Rect::from_min_size(
        pos2(row.right() - 16.0 - width, row.center().y - 14.0),
        vec2(width, 28.0),
    );
    let at = Rect::from_min_size(pos2(left, row.center().y - text.size().y / 2.0), text.size());
    pen.inner.galley(at.min, text, ink.text);
    let response = ui.interact(at, ui.scope_id().with("banner"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    if let Some(button) = signing {
        let place = Rect::from_x_y_ranges(place.left() - signed..=place.left() - 8.0, place.y_range());
        if button
            .show(ui, look, ui.scope_id().with("sign-in"), place)
            .clicked()
        {
            pass.request_command(ActionId::SignIn);
        }
    }
    if !gated
        && button
            .show(ui, look, ui.scope_id().with("retry"), place)
            .clicked()
    {
        pass.request_command(ActionId::Refresh);
    }
    rect.with_max_y(row.top())
}
