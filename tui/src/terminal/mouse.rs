//! Mouse input: a click focuses, a second click opens, the wheel scrolls, and a dragged card changes its
//! column.
//!
//! Every mouse action also has a key.

use std::fmt;

use crossterm::Command;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::disabled_reason::Reason;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::ids::DealId;

use crate::widgets::{Hits, Target};

/// Enables presses, drags and the wheel, with cell numbers above 223.
///
/// Movement without a button is not reported, because it would wake an idle terminal for nothing.
#[derive(Clone, Copy, Debug)]
pub struct CaptureMouse;

impl Command for CaptureMouse {
    fn write_ansi(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> std::io::Result<()> {
        crossterm::event::EnableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// Disables mouse reporting.
#[derive(Clone, Copy, Debug)]
pub struct ReleaseMouse;

impl Command for ReleaseMouse {
    fn write_ansi(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> std::io::Result<()> {
        crossterm::event::DisableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// A card being dragged.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    deal: DealId,
    from: usize,
    /// Other column below the card, if any.
    pub over: Option<usize>,
    /// Reason why a drop here changes nothing, after the card was dragged away.
    refusal: Option<Reason>,
    /// True if the click opens the card, because it had the focus.
    ///
    /// A drag cancels that.
    opens: bool,
}

/// State of the mouse.
#[derive(Clone, Debug, Default)]
pub struct Pointer {
    held: Option<Held>,
}

impl Pointer {
    /// Returns the column to which the dragged card would move.
    pub fn target_column(&self) -> Option<usize> {
        self.held.as_ref()?.over
    }

    /// Returns the action of a mouse event, based on the last frame.
    pub fn event(&mut self, event: MouseEvent, hits: &Hits, app: &App) -> Option<Action> {
        let target = hits.at(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => match picked(target?, event.modifiers) {
                Some(action) => Some(action),
                None => self.press(target?, app, event.modifiers),
            },
            MouseEventKind::Drag(MouseButton::Left) => {
                let held = self.held.as_mut()?;
                held.over = target.and_then(column).filter(|over| *over != held.from);
                held.opens &= target.and_then(column) == Some(held.from);
                held.refusal = match target.and_then(column) {
                    None => Some(Reason::DroppedOutside),
                    Some(at) if at != held.from => Some(Reason::DroppedOnNoStatus),
                    // A card that never left its column was only clicked.
                    Some(_) => held.refusal.map(|_| Reason::DroppedInPlace),
                };
                None
            }
            MouseEventKind::Up(MouseButton::Left) => self.release(app),
            MouseEventKind::ScrollUp => scroll(target?, app, -1),
            MouseEventKind::ScrollDown => scroll(target?, app, 1),
            _ => None,
        }
    }

    fn press(&mut self, target: &Target, app: &App, held: KeyModifiers) -> Option<Action> {
        self.held = None;
        let open = Action::Run(ActionId::Open);
        Some(match target {
            Target::Tab(screen) => Action::Show(*screen),
            Target::Run(action) => Action::Run(*action),
            Target::Column(column) | Target::Offscreen(column) => Action::FocusColumn(*column),
            Target::Folded(column) => Action::FoldColumn(*column),
            Target::Card(column, deal) => {
                let focused = app.pipeline.board().cursor.deal.as_ref() == Some(deal);
                self.held = Some(Held {
                    deal: deal.clone(),
                    from: *column,
                    over: None,
                    refusal: None,
                    opens: focused,
                });
                return (!focused).then(|| Action::FocusDeal(deal.clone()));
            }
            Target::Row(deal) if app.pipeline.board().cursor.deal.as_ref() == Some(deal) => open,
            Target::Row(deal) => Action::FocusDeal(deal.clone()),
            Target::Head(place) => Action::SortBy {
                column: app.table.table().columns.get(*place).copied()?,
                also: held.contains(KeyModifiers::CONTROL) || held.contains(KeyModifiers::SHIFT),
            },
            Target::InboxTab(tab) => Action::ShowTab(*tab),
            Target::Notification(id) if app.inbox.inbox().focus.as_ref() == Some(id) => open,
            Target::Notification(id) => Action::FocusNotification(id.clone()),
            Target::Unfold(id) => Action::UnfoldNotification(id.clone()),
            Target::StopMarks => Action::StopMarks,
            Target::Write(id)
                if app
                    .activity
                    .focused_write(&app.cx)
                    .is_some_and(|write| write.id == *id) =>
            {
                open
            }
            Target::Write(id) => Action::FocusWrite(*id),
            Target::Pane(pane) => Action::FocusPane(*pane),
            Target::PaneLine(pane, line) if app.line_has_focus(*pane, *line) => open,
            Target::PaneLine(pane, line) => Action::FocusLine {
                pane: *pane,
                line: *line,
            },
            Target::Lane(lane) => Action::FocusLine { pane: *lane, line: 0 },
            Target::Line(line) if chosen(app.cx.layer()) == Some(*line) => open,
            Target::Line(line) => Action::Choose(*line),
            Target::Outside => Action::CloseLayer,
            Target::Inbox | Target::Layer => return None,
        })
    }

    fn release(&mut self, app: &App) -> Option<Action> {
        let held = self.held.take()?;
        if held.opens {
            return Some(Action::OpenDeal(held.deal));
        }
        let over = held.over.and_then(|over| app.pipeline.lens().columns.get(over));
        let Some(status) = over.map(|over| over.status.clone()).filter(|it| !it.is_empty()) else {
            return held.refusal.map(Action::DropRefused);
        };
        let (deal, owner) = (held.deal, None);
        Some(if app.carries_many(&deal) {
            Action::MoveSelected { status, owner }
        } else {
            Action::MoveDeal { deal, status }
        })
    }
}

/// Returns the selection action of a click: Ctrl toggles, Shift extends the selection, as in other lists.
fn picked(target: &Target, held: KeyModifiers) -> Option<Action> {
    let to = held.contains(KeyModifiers::SHIFT);
    if !to && !held.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    match target {
        Target::Card(_, deal) | Target::Row(deal) if to => Some(Action::SelectTo(deal.clone())),
        Target::Card(_, deal) | Target::Row(deal) => Some(Action::ToggleSelected(deal.clone())),
        Target::Notification(id) if to => Some(Action::PickNotificationsTo(id.clone())),
        Target::Notification(id) => Some(Action::PickNotification(id.clone())),
        _ => None,
    }
}

fn column(target: &Target) -> Option<usize> {
    match target {
        Target::Column(column)
        | Target::Card(column, _)
        | Target::Offscreen(column)
        | Target::Folded(column) => Some(*column),
        _ => None,
    }
}

/// Returns the focused line of a list. In a form, a click only moves the focus.
fn chosen(layer: &Layer) -> Option<usize> {
    match layer {
        Layer::Palette(palette) => Some(palette.selected),
        Layer::Menu(menu) => menu.selected,
        Layer::Sheet(sheet) => Some(sheet.selected),
        Layer::None | Layer::Filter | Layer::Help { .. } | Layer::Form(_) => None,
    }
}

fn scroll(target: &Target, app: &App, by: isize) -> Option<Action> {
    let focus = Action::Run(if by < 0 {
        ActionId::FocusUp
    } else {
        ActionId::FocusDown
    });
    if !matches!(app.cx.layer(), Layer::None | Layer::Filter) {
        return matches!(target, Target::Layer | Target::Line(_)).then_some(focus);
    }
    match target {
        Target::Column(column) | Target::Card(column, _) => {
            Some(Action::ScrollColumn { column: *column, by })
        }
        Target::Row(_) | Target::Head(_) => Some(Action::ScrollRows(by * 3)),
        Target::Inbox
        | Target::Notification(_)
        | Target::Write(_)
        | Target::Lane(_)
        | Target::PaneLine(..) => Some(focus),
        Target::Pane(pane) if *pane == app.cx.pane() && app.pipeline.focuses_lines(&app.cx) => Some(focus),
        Target::Pane(pane) if *pane == app.cx.pane() => Some(Action::Scroll(by * 3)),
        Target::Pane(pane) => Some(Action::FocusPane(*pane)),
        _ => None,
    }
}
