//! Mouse input: a click focuses, a second click opens, the wheel scrolls, and a dragged card changes its
//! column.
//!
//! Every mouse action also has a key.

use std::fmt;

use crossterm::Command;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::disabled_reason::DisabledReason;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::ids::DealId;

use crate::widgets::{ClickTarget, HitMap};

/// Enables or disables presses, drags and the wheel, with cell numbers above 223.
///
/// Movement without a button is not reported, because it would wake an idle terminal for nothing.
#[derive(Clone, Copy, Debug)]
pub struct CaptureMouse(pub bool);

impl Command for CaptureMouse {
    fn write_ansi(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(if self.0 {
            "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h"
        } else {
            "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l"
        })
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> std::io::Result<()> {
        if self.0 {
            crossterm::event::EnableMouseCapture.execute_winapi()
        } else {
            crossterm::event::DisableMouseCapture.execute_winapi()
        }
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// A card being dragged.
#[derive(Clone, Debug, PartialEq)]
pub struct DraggedCard {
    deal: DealId,
    from: usize,
    /// Other column below the card, if any.
    pub target: Option<usize>,
    /// Reason why a drop here changes nothing, after the card was dragged away.
    refusal: Option<DisabledReason>,
    /// True if the click opens the card, because it had the focus.
    ///
    /// A drag cancels that.
    opens_deal: bool,
}

/// State of the mouse.
#[derive(Clone, Debug, Default)]
pub struct Pointer {
    dragged: Option<DraggedCard>,
}

impl Pointer {
    /// Returns the column to which the dragged card would move.
    pub fn target_column(&self) -> Option<usize> {
        self.dragged.as_ref()?.target
    }

    /// Returns the action of a mouse event, based on the last frame.
    pub fn event(&mut self, event: MouseEvent, hits: &HitMap, app: &App) -> Option<Action> {
        let target = hits.at(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => match selection_click(target?, event.modifiers) {
                Some(action) => Some(action),
                None => self.press(target?, app, event.modifiers),
            },
            MouseEventKind::Drag(MouseButton::Left) => {
                let dragged = self.dragged.as_mut()?;
                dragged.target =
                    target.and_then(column).filter(|target_column| *target_column != dragged.from);
                dragged.opens_deal &= target.and_then(column) == Some(dragged.from);
                dragged.refusal = match target.and_then(column) {
                    None => Some(DisabledReason::DroppedOutside),
                    Some(at) if at != dragged.from => Some(DisabledReason::DroppedOnNoStatus),
                    // A card that never left its column was only clicked.
                    Some(_) => dragged.refusal.map(|_| DisabledReason::DroppedInPlace),
                };
                None
            }
            MouseEventKind::Up(MouseButton::Left) => self.release(app),
            MouseEventKind::ScrollUp => scroll(target?, app, -1),
            MouseEventKind::ScrollDown => scroll(target?, app, 1),
            _ => None,
        }
    }

    fn press(&mut self, target: &ClickTarget, app: &App, modifiers: KeyModifiers) -> Option<Action> {
        self.dragged = None;
        let open = Action::Run(ActionId::Open);
        Some(match target {
            ClickTarget::Tab(screen) => Action::Show(*screen),
            ClickTarget::Run(action) => Action::Run(*action),
            ClickTarget::Column(column) | ClickTarget::Offscreen(column) => Action::FocusColumn(*column),
            ClickTarget::Collapsed(column) => Action::CollapseColumn(*column),
            ClickTarget::Card(column, deal) => {
                let focused = app.pipeline.board().cursor.deal.as_ref() == Some(deal);
                self.dragged = Some(DraggedCard {
                    deal: deal.clone(),
                    from: *column,
                    target: None,
                    refusal: None,
                    opens_deal: focused,
                });
                return (!focused).then(|| Action::FocusDeal(deal.clone()));
            }
            ClickTarget::Row(deal) if app.pipeline.board().cursor.deal.as_ref() == Some(deal) => open,
            ClickTarget::Row(deal) => Action::FocusDeal(deal.clone()),
            ClickTarget::Group(line) => Action::ToggleGroup(*line),
            ClickTarget::Header(header) => Action::SortBy {
                column: app.table.columns.get(*header).copied()?,
                keep_previous: modifiers.contains(KeyModifiers::CONTROL)
                    || modifiers.contains(KeyModifiers::SHIFT),
            },
            ClickTarget::InboxTab(tab) => Action::ShowTab(*tab),
            ClickTarget::Notification(id) if app.inbox.focus.as_ref() == Some(id) => open,
            ClickTarget::Notification(id) => Action::FocusNotification(id.clone()),
            ClickTarget::Expand(id) => Action::ToggleNotificationGroup(id.clone()),
            ClickTarget::StopMarks => Action::CancelMarking,
            ClickTarget::Write(id)
                if app.activity.focused_write(&app.cx).is_some_and(|write| write.id == *id) =>
            {
                open
            }
            ClickTarget::Write(id) => Action::FocusWrite(*id),
            ClickTarget::Pane(pane) => Action::FocusPane(*pane),
            ClickTarget::PaneLine(pane, line) if app.is_line_focused(*pane, *line) => open,
            ClickTarget::PaneLine(pane, line) => Action::FocusLine { pane: *pane, line: *line },
            ClickTarget::TaskColumn(task_column) => Action::FocusLine { pane: *task_column, line: 0 },
            ClickTarget::Line(line) if focused_line(app.cx.overlay()) == Some(*line) => open,
            ClickTarget::Line(line) => Action::FocusOverlayLine(*line),
            ClickTarget::Outside => Action::CloseOverlay,
            ClickTarget::Inbox | ClickTarget::Overlay => return None,
        })
    }

    fn release(&mut self, app: &App) -> Option<Action> {
        let dragged = self.dragged.take()?;
        if dragged.opens_deal {
            return Some(Action::OpenDeal(dragged.deal));
        }
        let column = dragged.target.and_then(|column| app.pipeline.filtered().columns.get(column));
        let Some(status) = column.map(|column| column.status.clone()).filter(|it| !it.is_empty()) else {
            return dragged.refusal.map(Action::DropRejected);
        };
        let (deal, owner) = (dragged.deal, None);
        Some(if app.drags_selection(&deal) {
            Action::MoveSelected { status, owner }
        } else {
            Action::MoveDeal { deal, status }
        })
    }
}

/// Returns the selection action of a click: Ctrl toggles, Shift extends the selection, as in other lists.
fn selection_click(target: &ClickTarget, modifiers: KeyModifiers) -> Option<Action> {
    let to = modifiers.contains(KeyModifiers::SHIFT);
    if !to && !modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    match target {
        ClickTarget::Card(_, deal) | ClickTarget::Row(deal) if to => Some(Action::SelectTo(deal.clone())),
        ClickTarget::Card(_, deal) | ClickTarget::Row(deal) => Some(Action::ToggleSelected(deal.clone())),
        ClickTarget::Notification(id) if to => Some(Action::SelectNotificationsTo(id.clone())),
        ClickTarget::Notification(id) => Some(Action::ToggleNotification(id.clone())),
        _ => None,
    }
}

fn column(target: &ClickTarget) -> Option<usize> {
    match target {
        ClickTarget::Column(column)
        | ClickTarget::Card(column, _)
        | ClickTarget::Offscreen(column)
        | ClickTarget::Collapsed(column) => Some(*column),
        _ => None,
    }
}

/// Returns the focused line of a list. In a form, a click only moves the focus.
fn focused_line(overlay: &Overlay) -> Option<usize> {
    match overlay {
        Overlay::Palette(palette) => Some(palette.selected),
        Overlay::Menu(menu) => menu.selected,
        Overlay::Picker(picker) => Some(picker.selected),
        Overlay::None | Overlay::Filter | Overlay::Help { .. } | Overlay::Form(_) => None,
    }
}

fn scroll(target: &ClickTarget, app: &App, by: isize) -> Option<Action> {
    let focus = Action::Run(if by < 0 { ActionId::FocusUp } else { ActionId::FocusDown });
    if !matches!(app.cx.overlay(), Overlay::None | Overlay::Filter) {
        return matches!(target, ClickTarget::Overlay | ClickTarget::Line(_)).then_some(focus);
    }
    match target {
        ClickTarget::Column(column) | ClickTarget::Card(column, _) => {
            Some(Action::ScrollColumn { column: *column, by })
        }
        ClickTarget::Row(_) | ClickTarget::Group(_) | ClickTarget::Header(_) => {
            Some(Action::ScrollRows(by * 3))
        }
        ClickTarget::Inbox
        | ClickTarget::Notification(_)
        | ClickTarget::Write(_)
        | ClickTarget::TaskColumn(_)
        | ClickTarget::PaneLine(..) => Some(focus),
        ClickTarget::Pane(pane) if *pane == app.cx.pane() && app.pipeline.has_focusable_lines(&app.cx) => {
            Some(focus)
        }
        ClickTarget::Pane(pane) if *pane == app.cx.pane() => Some(Action::Scroll(by * 3)),
        ClickTarget::Pane(pane) => Some(Action::FocusPane(*pane)),
        _ => None,
    }
}
