//! The command palette: a query and its results under headings.
//!
//! Disabled actions are listed with their reason.

use std::ops::Range;

use egui::scroll_area::ScrollSource;
use egui::text::LayoutJob;
use egui::{
    Align, Color32, Id, Rect, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use encours_core::app::foundation::cx::overlay::{PaletteItem, PaletteState};
use encours_core::app::foundation::cx::overlay_types::PaletteCommand;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::shell::action::Action;
use encours_core::app::tools::palette::view::PaletteLine;
use encours_core::text::SafeText;
use encours_core::theme::{Accent, WindowTheme};

use super::OverlayUiState;
use crate::frame_ctx::FrameCtx;
use crate::input::key_events;
use crate::theme::{FontWeight, Icon, TextStyle, Theme};
use crate::widgets::field::{self, TextInput};
use crate::widgets::{Painter, keycap, set_a11y_choice, set_a11y_count, set_a11y_position, text_format};

/// Draws the palette.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, overlay: &mut OverlayUiState, palette: &PaletteState) {
    let size = &frame.theme.tokens.size;
    let lines = encours_core::app::tools::palette::view::palette_lines(frame.app);
    let headers = lines.iter().filter(|line| line.heading.is_some()).count() as f32;
    let list = lines.len() as f32 * size.palette_row + headers * size.palette_group + 12.0;
    let list = list.clamp(size.palette_row + 12.0, 12.0 * size.palette_row);
    let rect = super::box_rect(ui, frame, size.palette, size.palette_query + list + size.palette_foot);
    let name = frame.action_name(ActionId::Palette);
    super::draw_box(ui, frame, &name, rect, |ui, frame| {
        let query = rect.with_max_y(rect.top() + size.palette_query);
        let footer_rect = rect.with_min_y(rect.bottom() - size.palette_foot);
        let body = Rect::from_min_max(query.left_bottom(), footer_rect.right_top());
        draw_query(ui, frame, palette, query);
        draw_list(ui, frame, overlay, palette, &lines, body);
        draw_footer(ui, frame, footer_rect, lines.len());
    });
}

fn query_id() -> Id {
    Id::unique("palette-query")
}

fn draw_query(ui: &mut Ui, frame: &mut FrameCtx<'_>, palette: &PaletteState, rect: Rect) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let id = query_id();
    let painter = Painter::new(ui.painter(), theme);
    painter.icon(pos2(rect.left() + 25.0, rect.center().y), Icon::Search, colors.text_secondary);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    let right = draw_target(&painter, frame, rect);
    let (name, hint) = (frame.action_name(ActionId::Palette), frame.message("search-or-run").into_owned());
    let field = TextInput {
        name: &name,
        hint: &hint,
        text_style: TextStyle::query(),
        boxed: false,
        left_padding: 44.0,
        right_padding: 0.0,
    };
    let mut text = palette.query.clone();
    // The palette was just opened, so clear the field's undo history of earlier queries.
    if !ui.memory(|saved_state| saved_state.had_focus_last_frame(id) || saved_state.has_focus(id)) {
        field::reset(ui.ctx(), id);
    }
    let response = field.show(ui, theme, id, rect.with_max_x(right - 12.0), &mut text);
    if !response.has_focus() {
        response.request_focus();
    }
    if response.changed() {
        frame.request(Action::SetText(text));
    }
}

/// Draws the target of the actions at the right of the query: the deal or the selection count. Returns its left edge.
fn draw_target(painter: &Painter<'_>, frame: &FrameCtx<'_>, rect: Rect) -> f32 {
    let deals = matches!(frame.app.cx.screen(), Screen::Pipeline | Screen::Deal);
    let acts_on_selection = frame.app.pipeline.acts_on_selection(&frame.app.cx);
    let focused = frame.app.pipeline.focused_row(&frame.app.cx).filter(|_| deals && !acts_on_selection);
    let (status, name) = match focused {
        Some(row) => (Some(row.status), SafeText::line_within(row.name, 40).to_string()),
        None if acts_on_selection => {
            let n = frame.app.selection_summary().count;
            (None, frame.messages.with("selection-count", &[("n", n.into())]))
        }
        None => return rect.right(),
    };
    let colors = &frame.theme.colors;
    let style = TextStyle::small().with_weight(FontWeight::Medium);
    let icon_width = if status.is_some() { 26.0 } else { 8.0 };
    let width = (painter.text_width(&name, style).ceil() + icon_width + 8.0).min(rect.width() * 0.4);
    let chip_rect =
        Rect::from_min_size(pos2(rect.right() - 14.0 - width, rect.center().y - 11.0), vec2(width, 22.0));
    painter.fill(chip_rect, frame.theme.tokens.radius.chip, colors.sunken);
    if let Some(status) = status {
        painter.status_ring(
            pos2(chip_rect.left() + 14.0, chip_rect.center().y),
            status,
            colors.text_secondary,
        );
    }
    painter.text(
        chip_rect.with_min_x(chip_rect.left() + icon_width).with_max_x(chip_rect.right() - 6.0),
        Align::Min,
        &name,
        style,
        colors.text,
    );
    chip_rect.left()
}

fn draw_list(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    overlay: &mut OverlayUiState,
    palette: &PaletteState,
    lines: &[PaletteLine],
    rect: Rect,
) {
    let size = &frame.theme.tokens.size;
    let mut child = ui.new_child(
        UiBuilder::new().id_salt("found").max_rect(rect).accessibility_role(egui::accesskit::Role::ListBox),
    );
    crate::screens::set_a11y_bounds(&child, rect);
    set_a11y_count(&child, lines.len());
    if lines.is_empty() {
        let painter = Painter::new(child.painter(), frame.theme);
        let text = frame.messages.with("empty-palette", &[("text", palette.query.as_str().into())]);
        let row = Rect::from_min_size(rect.min + vec2(20.0, 12.0), vec2(rect.width() - 40.0, 20.0));
        painter.text(row, Align::Min, &text, TextStyle::body(), frame.theme.colors.text_tertiary);
        let response = child.interact(row, child.scope_id().with("nothing"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        return;
    }
    let has_moved = overlay.selected_line.replace(palette.selected) != Some(palette.selected);
    ScrollArea::vertical()
        .id_salt("found")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR)
        .show(&mut child, |ui| {
            let left_x = ui.max_rect().left() + 8.0;
            let width = rect.width() - 16.0;
            let mut y = ui.max_rect().top() + 6.0;
            for (at, line) in lines.iter().enumerate() {
                if let Some(heading) = &line.heading {
                    let row = Rect::from_min_size(pos2(left_x + 9.0, y), vec2(width, size.palette_group));
                    let painter = Painter::new(ui.painter(), frame.theme);
                    painter.text(
                        row,
                        Align::Min,
                        heading,
                        TextStyle::label(),
                        frame.theme.colors.text_tertiary,
                    );
                    y = row.bottom();
                }
                let row = Rect::from_min_size(pos2(left_x, y), vec2(width, size.palette_row));
                draw_line(ui, frame, palette, at, line, row);
                if line.selected && has_moved {
                    let up = if line.heading.is_some() { size.palette_group } else { 0.0 };
                    ui.scroll_to_rect(row.with_min_y(row.top() - up), None);
                }
                y = row.bottom();
            }
            ui.set_min_size(vec2(rect.width(), y + 6.0 - ui.max_rect().top()));
        });
}

/// Returns the icon of an action.
fn action_icon(id: ActionId) -> Icon {
    use encours_core::app::foundation::input::commands::ActionId as A;
    match id {
        A::Filter => Icon::Filter,
        A::Copy | A::CopyAs => Icon::Copy,
        A::MovePrevious => Icon::Left,
        A::MoveNext => Icon::Right,
        A::NewDeal | A::AddIds => Icon::Plus,
        A::EditDeal | A::EditTask | A::EditViews | A::EditViewState | A::RenameView | A::LocalNote => {
            Icon::Edit
        }
        A::DeleteDeal | A::DiscardWrite => Icon::Trash,
        A::NextDeal => Icon::Down,
        A::PreviousDeal => Icon::Up,
        A::Refresh | A::RetryWrite | A::Redo => Icon::Refresh,
        A::Undo | A::ZoomReset => Icon::Undo,
        A::SwitchTheme | A::Snooze => Icon::Moon,
        A::ScreenPipeline | A::FoldColumn => Icon::Pipeline,
        A::ScreenDeal | A::Open => Icon::Deal,
        A::ScreenPortfolio => Icon::Portfolio,
        A::ScreenNotifications | A::HoldUnread => Icon::Inbox,
        A::ScreenTasks => Icon::Tasks,
        A::ScreenViews | A::Views | A::SaveView | A::NextView | A::PreviousView => Icon::Views,
        A::ScreenExplorer | A::Discover => Icon::Explorer,
        A::ScreenActivity => Icon::Activity,
        A::Export => Icon::Export,
        A::Star | A::PinView => Icon::Star,
        A::ShowSince | A::EndVisit | A::OnlySlow => Icon::Clock,
        A::ToggleTable => Icon::Table,
        A::ShowMenu => Icon::More,
        A::ToggleChart => Icon::Chart,
        A::ToggleDensity | A::TurnLanes | A::ChooseFigure | A::ToggleMetrics => Icon::Bars,
        A::ChooseColumns => Icon::Fields,
        A::SortColumn | A::SortAlso => Icon::Sort,
        A::AskRoute => Icon::Link,
        A::ActForUser => Icon::User,
        A::ToggleTree | A::GroupSimilar | A::UnfoldGroup | A::ChooseSide => Icon::Fork,
        A::StopBulk | A::ClearSelection => Icon::Stop,
        A::MarkRead | A::MarkAllRead | A::SelectDeal | A::SelectRange | A::SelectAll | A::KeepMine => {
            Icon::Check
        }
        A::ZoomIn => Icon::ArrowUp,
        A::ZoomOut => Icon::ArrowDown,
        A::Present => Icon::Present,
        A::Help => Icon::Info,
        A::Quit => Icon::Close,
        _ => Icon::Arrow,
    }
}

fn draw_line(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    palette: &PaletteState,
    at: usize,
    line: &PaletteLine,
    rect: Rect,
) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let response = ui.interact(rect, ui.scope_id().with(("found", at)), Sense::CLICK);
    let a11y_text = if line.note.is_empty() {
        line.label.to_string()
    } else {
        format!("{} – {}", line.label, line.note)
    };
    set_a11y_choice(&response, Role::ListBoxOption, line.enabled, line.selected, &a11y_text);
    set_a11y_position(&response, at);
    if line.selected {
        // The keyboard focus stays in the query; the active descendant tells which line is selected.
        ui.ctx().accesskit_node_builder(query_id(), |node| {
            node.set_active_descendant(response.id.accesskit_id());
        });
    }
    let painter = Painter::new(ui.painter(), theme);
    painter.row_background(rect, line.selected, true, response.hovered());
    let item = palette.items.get(at);
    let color = match (line.enabled, line.selected) {
        (false, _) => colors.text_disabled,
        (true, true) => colors.accent_text,
        (true, false) => colors.text_secondary,
    };
    let center = pos2(rect.left() + 17.0, rect.center().y);
    match item {
        Some(PaletteItem::Deal { status, .. }) => painter.status_ring(center, status, color),
        Some(PaletteItem::Screen(_) | PaletteItem::Part(_) | PaletteItem::View(_)) => {
            painter.icon(center, Icon::Views, color);
        }
        Some(PaletteItem::Action(id, _)) if line.enabled => painter.icon(center, action_icon(*id), color),
        Some(PaletteItem::Command(PaletteCommand::Accent(accent), _)) if line.enabled => {
            draw_swatch(&painter, center, *accent);
        }
        Some(PaletteItem::Command(..)) if line.enabled => painter.icon(center, Icon::Arrow, color),
        Some(PaletteItem::Action(..) | PaletteItem::Command(..)) | None => {
            painter.icon(center, Icon::Lock, color);
        }
    }
    let inner = rect.with_min_x(rect.left() + 34.0).with_max_x(rect.right() - 10.0);
    let right = draw_note(&painter, frame, item, line, inner);
    let text = if line.enabled { colors.text } else { colors.text_disabled };
    let galley =
        painter.inner.layout_job(highlighted_label(&line.label, &line.matches, text, colors.accent_text));
    let clipped = painter.clipped(inner.with_max_x(right - 8.0));
    clipped.inner.galley(pos2(inner.left(), inner.center().y - galley.size().y / 2.0), galley, text);
    if response.clicked() {
        frame.request(Action::FocusOverlayLine(at));
        frame.request_command(ActionId::Open);
    }
}

/// Draws a swatch of an accent in the current theme. High contrast has fixed colours, so it shows an arrow.
fn draw_swatch(painter: &Painter<'_>, center: egui::Pos2, accent: Accent) {
    let theme = painter.theme;
    if theme.variant == WindowTheme::HighContrast {
        return painter.icon(center, Icon::Arrow, theme.colors.text_secondary);
    }
    let square = Rect::from_center_size(center, vec2(18.0, 18.0));
    let colour = Theme::with_accent(theme.variant, accent).colors.accent;
    painter.fill(square, theme.tokens.radius.chip, colour);
}

/// Draws the key, status or reason at the right of a line. Returns its left edge.
fn draw_note(
    painter: &Painter<'_>,
    frame: &FrameCtx<'_>,
    item: Option<&PaletteItem>,
    line: &PaletteLine,
    rect: Rect,
) -> f32 {
    let y = rect.center().y;
    match item {
        _ if line.note.is_empty() => rect.right(),
        Some(PaletteItem::Action(id, Ok(()))) => {
            keycap::paint_left_of(painter, rect.right(), y, &frame.key_cap(*id))
        }
        Some(PaletteItem::Screen(_)) => keycap::paint_left_of(painter, rect.right(), y, &line.note),
        _ => painter
            .text(
                rect.with_min_x(rect.center().x),
                Align::Max,
                &line.note,
                TextStyle::small(),
                frame.theme.colors.text_tertiary,
            )
            .left(),
    }
}

/// Lays out a label with the matching characters underlined in the accent colour.
fn highlighted_label(label: &str, letters: &[Range<usize>], color: Color32, accent: Color32) -> LayoutJob {
    let mut job = LayoutJob { break_on_newline: false, ..LayoutJob::default() };
    let plain = text_format(TextStyle::strong(), color);
    let mut match_format = text_format(TextStyle::strong(), accent);
    match_format.underline = Stroke::new(1.0, accent);
    let mut from = 0;
    for part in letters {
        job.append(label.get(from..part.start).unwrap_or_default(), 0.0, plain.clone());
        job.append(label.get(part.clone()).unwrap_or_default(), 0.0, match_format.clone());
        from = part.end;
    }
    job.append(label.get(from..).unwrap_or_default(), 0.0, plain);
    job
}

fn draw_footer(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect, count: usize) {
    let colors = &frame.theme.colors;
    let painter = Painter::new(ui.painter(), frame.theme);
    painter.horizontal_line(rect.x_range(), rect.top() + 0.5, colors.border);
    let mut x = rect.left() + 17.0;
    let hints: [(&[KeyCode], &str); 3] = [
        (&[KeyCode::Up, KeyCode::Down], "hint-choose"),
        (&[KeyCode::Enter], "hint-run"),
        (&[KeyCode::Esc], "hint-close"),
    ];
    for (codes, label) in hints {
        let keys = codes.iter().map(|code| key_events::key_cap(frame.app, Key::plain(*code)));
        x = keycap::paint_hint(&painter, rect, x, keys, &frame.message(label));
    }
    let row = rect.with_min_x(x).with_max_x(rect.right() - 17.0);
    painter.text(
        row,
        Align::Max,
        &frame.messages.with("palette-found", &[("n", count.into())]),
        TextStyle::small(),
        colors.text_tertiary,
    );
}
