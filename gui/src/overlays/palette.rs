//! The command palette: a query and its results under headings.
//!
//! Disabled actions are listed with their reason.

use std::ops::Range;

use egui::text::LayoutJob;
use encours_core::app::foundation::cx::overlay::{PaletteItem, PaletteState};
use encours_core::app::foundation::cx::overlay_types::PaletteCommand;
use encours_core::app::tools::palette::view::PaletteLine;
use encours_core::theme::{Accent, WindowTheme};

use crate::prelude::*;
use crate::widgets::text_format;

/// Draws the palette.
pub(super) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, palette: &PaletteState) {
    let size = &frame.theme.tokens.size;
    let lines = encours_core::app::tools::palette::view::palette_lines(frame.app);
    let headers = lines.iter().filter(|line| line.heading.is_some()).count() as f32;
    let list = lines.len() as f32 * size.palette_row + headers * size.palette_group + 12.0;
    let list = list.clamp(size.palette_row + 12.0, 12.0 * size.palette_row);
    let rect = super::box_rect(ui, frame, size.palette, size.palette_query + list + size.palette_footer);
    let name = frame.action_name(ActionId::Palette);
    super::draw_box(ui, frame, &name, rect, |ui, frame| {
        let query = rect.top_part(size.palette_query);
        let footer_rect = rect.with_min_y(rect.bottom() - size.palette_footer);
        let body = Rect::from_min_max(query.left_bottom(), footer_rect.right_top());
        draw_query(ui, frame, palette, query);
        draw_list(ui, frame, palette, &lines, body);
        draw_footer(ui, frame, footer_rect, lines.len());
    });
}

fn query_id() -> Id {
    Id::unique("palette-query")
}

fn draw_query(ui: &mut Ui, frame: &mut FrameCtx<'_>, palette: &PaletteState, rect: Rect) {
    let id = query_id();
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    painter.icon(rect.near_left(25.0), Icon::Search, colors.text_secondary);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    let right = draw_target(&painter, frame, rect);
    let (name, hint) = (frame.action_name(ActionId::Palette), frame.message("search-or-run").into_owned());
    let field = TextInput { hint: &hint, boxed: false, left_padding: 44.0, ..TextInput::framed(&name, 0.0) };
    let field = TextInput { text_style: TextStyle::query(), ..field };
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
    let chip_rect = rect_at(rect.right() - 14.0 - width, rect.center().y - 11.0, width, 22.0);
    painter.fill(chip_rect, frame.theme.tokens.radius.chip, colors.sunken);
    if let Some(status) = status {
        painter.status_ring(chip_rect.near_left(14.0), status, colors.text_secondary);
    }
    painter.left(chip_rect.inset(icon_width, 6.0), &name, style, colors.text);
    chip_rect.left()
}

fn draw_list(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    palette: &PaletteState,
    lines: &[PaletteLine],
    rect: Rect,
) {
    let size = &frame.theme.tokens.size;
    let mut child =
        ui.new_child(UiBuilder::new().id_salt("found").max_rect(rect).accessibility_role(Role::ListBox));
    crate::screens::set_a11y_bounds(&child, rect);
    set_a11y_count(&child, lines.len());
    if lines.is_empty() {
        let painter = frame.painter(&child);
        let text = frame.messages.with("empty-palette", &[("text", palette.query.as_str().into())]);
        let row = Rect::from_min_size(rect.min + vec2(20.0, 12.0), vec2(rect.width() - 40.0, 20.0));
        painter.left(row, &text, TextStyle::body(), frame.theme.colors.text_tertiary);
        child.describe(row, "nothing", Role::Label, &text);
        return;
    }
    let has_moved = frame.state.overlays.selected_line.replace(palette.selected) != Some(palette.selected);
    scroll_area("found", None).show(&mut child, |ui| {
        let left_x = ui.max_rect().left() + 8.0;
        let width = rect.width() - 16.0;
        let mut y = ui.max_rect().top() + 6.0;
        for (at, line) in lines.iter().enumerate() {
            if let Some(heading) = &line.heading {
                let row = rect_at(left_x + 9.0, y, width, size.palette_group);
                let painter = frame.painter(ui);
                painter.left(row, heading, TextStyle::label(), frame.theme.colors.text_tertiary);
                y = row.bottom();
            }
            let row = rect_at(left_x, y, width, size.palette_row);
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
        A::NewDeal | A::AddIds | A::ImportDeals => Icon::Plus,
        A::EditDeal | A::EditTask | A::EditViews | A::EditViewState | A::RenameView | A::LocalNote => {
            Icon::Edit
        }
        A::DeleteDeal | A::DiscardWrite => Icon::Trash,
        A::NextDeal => Icon::Down,
        A::PreviousDeal => Icon::Up,
        A::Refresh | A::RetryWrite | A::Redo => Icon::Refresh,
        A::Undo | A::ZoomReset => Icon::Undo,
        A::SwitchTheme | A::Snooze => Icon::Moon,
        A::ScreenPipeline | A::CollapseColumn => Icon::Pipeline,
        A::ScreenDeal | A::Open => Icon::Deal,
        A::ScreenPortfolio => Icon::Portfolio,
        A::ScreenAgenda | A::TogglePeriod => Icon::Clock,
        A::ScreenNotifications | A::KeepUnread => Icon::Inbox,
        A::ScreenTasks => Icon::Tasks,
        A::ScreenViews | A::Views | A::SaveView | A::NextView | A::PreviousView => Icon::Views,
        A::ScreenExplorer | A::Discover => Icon::Explorer,
        A::ScreenActivity => Icon::Activity,
        A::Export | A::CommitteePack => Icon::Export,
        A::Subscribe | A::ShowRules => Icon::Bell,
        A::Star | A::ShowStarred | A::PinView => Icon::Star,
        A::ShowSince | A::ShowAsOf | A::BackToPresent | A::EndVisit | A::OnlySlow | A::Followup => {
            Icon::Clock
        }
        A::ToggleTable => Icon::Table,
        A::ShowMenu => Icon::More,
        A::ScreenFlow | A::ToggleChart => Icon::Chart,
        A::GroupStatistic | A::ToggleDensity | A::CycleSwimlanes | A::ChooseMetric | A::ToggleMetrics => {
            Icon::Bars
        }
        A::ChooseColumns => Icon::Fields,
        A::SortColumn | A::SortAlso => Icon::Sort,
        A::AskRoute => Icon::Link,
        A::SwitchUser => Icon::User,
        A::GroupColumn
        | A::CollapseGroup
        | A::CollapseGroups
        | A::ToggleTree
        | A::GroupSimilar
        | A::ExpandGroup
        | A::ChooseSide => Icon::Fork,
        A::StopBulk | A::ClearSelection => Icon::Stop,
        A::FollowupDone
        | A::MarkRead
        | A::MarkAllRead
        | A::SelectDeal
        | A::SelectRange
        | A::SelectAll
        | A::ShowChecks
        | A::KeepMine => Icon::Check,
        A::ZoomIn => Icon::ArrowUp,
        A::ZoomOut => Icon::ArrowDown,
        A::Present => Icon::Present,
        A::Help => Icon::Info,
        A::Quit | A::RemoveFollowup => Icon::Close,
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
    let colors = &frame.theme.colors;
    let response = ui.interact(rect, ui.scope_id().with(("found", at)), Sense::CLICK);
    let a11y_text = joined(&[&line.label, &line.note]);
    set_a11y_choice(&response, Role::ListBoxOption, line.enabled, line.selected, &a11y_text);
    set_a11y_position(&response, at);
    if line.selected {
        // The keyboard focus stays in the query; the active descendant tells which line is selected.
        ui.ctx().accesskit_node_builder(query_id(), |node| {
            node.set_active_descendant(response.id.accesskit_id());
        });
    }
    let painter = frame.painter(ui);
    painter.row_background(rect, line.selected, true, response.hovered());
    let item = palette.items.get(at);
    let color = match (line.enabled, line.selected) {
        (false, _) => colors.text_disabled,
        (true, true) => colors.accent_text,
        (true, false) => colors.text_secondary,
    };
    let center = rect.near_left(17.0);
    match item {
        Some(PaletteItem::Deal { status, .. }) => painter.status_ring(center, status, color),
        Some(
            PaletteItem::Screen(_) | PaletteItem::Part(_) | PaletteItem::View(_) | PaletteItem::Record(..),
        ) => {
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
    let inner = rect.inset(34.0, 10.0);
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
fn draw_swatch(painter: &Painter<'_>, center: Pos2, accent: Accent) {
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
            .right(
                rect.with_min_x(rect.center().x),
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
    let (painter, colors) = frame.painter_and_colors(ui);
    let choose: &[KeyCode] = &[KeyCode::Up, KeyCode::Down];
    let hints = [(choose, "hint-choose"), (&[KeyCode::Enter], "hint-run"), (&[KeyCode::Esc], "hint-close")];
    let row = super::draw_key_hints(&painter, frame, rect, &hints);
    let found = frame.messages.with("palette-found", &[("n", count.into())]);
    painter.right(row, &found, TextStyle::small(), colors.text_tertiary);
}
