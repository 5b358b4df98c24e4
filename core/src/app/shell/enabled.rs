//! Whether an action can be done now, and if not, why not.

use crate::engine::{Connection, WriteState};

use super::app::{ActionId, App, Context, Layer, Reason, Screen};
use super::sheet_dispatch::SheetKind;

/// How many lines a page key moves where no front end has told how many fit.
pub(super) const PAGE_LINES: isize = 10;

impl App {
    /// Whether `id` can be done now.
    ///
    /// # Errors
    /// The reason, fit to be shown beside the disabled action.
    pub fn enabled(&self, id: ActionId) -> Result<(), Reason> {
        if matches!(id, ActionId::Undo | ActionId::Redo) && self.cx.layer != Layer::None {
            self.can_turn_beneath()?;
            return self.can_turn_back(id);
        }
        let applies = id
            .spec()
            .contexts
            .iter()
            .any(|context| *context == self.context() || !context.is_screen());
        if !applies && !self.acts_beside(id) {
            return Err(Reason::NotHere);
        }
        match id {
            ActionId::DeleteDeal if self.asks_to_leave() || self.asks_kept_deletions() => {
                Err(Reason::NotHere)
            }
            ActionId::DeleteDeal if self.context() == Context::Bulk => {
                self.plans_deletion().then_some(()).ok_or(Reason::NotHere)
            }
            ActionId::MoveTo | ActionId::EditTask
                if self.record_is_open() && self.cx.screen != Screen::Tasks =>
            {
                Err(Reason::NotHere)
            }
            ActionId::Grab if self.cx.screen == Screen::Tasks => Err(Reason::TaskNotCarried),
            ActionId::MoveNext | ActionId::MovePrevious | ActionId::MoveTo
                if self.cx.screen == Screen::Tasks =>
            {
                self.can_move_task(id)
            }
            ActionId::MoveNext
            | ActionId::MovePrevious
            | ActionId::MoveTo
            | ActionId::Grab
            | ActionId::EditDeal
            | ActionId::EditInPlace
            | ActionId::DeleteDeal
            | ActionId::NewDeal => self.can_write(id),
            ActionId::ScreenDeal => {
                let any = self.pipeline.deal.is_some() || self.pipeline.board.cursor.deal.is_some();
                any.then_some(()).ok_or(Reason::NoDeal)
            }
            ActionId::Open if self.cx.screen == Screen::Activity && self.cx.layer == Layer::None => {
                self.can_open_activity()
            }
            // What is known of an identifier without an answer stands in the preview already.
            ActionId::Open if self.cx.layer == Layer::None && self.looks_at_unanswered() => {
                Err(Reason::NothingToOpen)
            }
            ActionId::Open if self.opens_no_deal() => Err(Reason::NoDealNamed),
            ActionId::Open if self.cx.screen == Screen::Pipeline && self.cx.layer == Layer::None => {
                self.focused_row().map(|_| ()).ok_or(Reason::NoDeal)
            }
            ActionId::Open if self.cx.screen == Screen::Tasks && self.cx.layer == Layer::None => {
                self.focused_task().map(|_| ()).ok_or(Reason::NoTask)
            }
            ActionId::Open if self.cx.screen == Screen::Portfolio && self.cx.layer == Layer::None => {
                self.focused_bar().map(|_| ()).ok_or(Reason::NothingToOpen)
            }
            ActionId::Recreate => self
                .cx
                .history
                .gone_deal()
                .map(|_| ())
                .ok_or(Reason::NothingDeleted),
            ActionId::Undo | ActionId::Redo => self.can_turn_back(id),
            // What is marked is what stands in the list: not while something else stands in its place.
            ActionId::MarkAllRead if self.cx.pane != super::app::LIST && !self.cx.options.beside => {
                Err(Reason::ListAlone)
            }
            ActionId::MarkAllRead => {
                let any = self.shown_notifications().iter().any(|row| self.is_unread(row));
                any.then_some(()).ok_or(Reason::NothingUnread)
            }
            ActionId::RetryWrite | ActionId::DiscardWrite => match self.focused_write() {
                None => Err(Reason::NoWrite),
                Some(write) if write.state == WriteState::Sending => Err(Reason::BeingSent),
                Some(write) if id == ActionId::RetryWrite && matches!(write.state, WriteState::Locked(_)) => {
                    Err(Reason::KeptShut)
                }
                Some(_) => Ok(()),
            },
            ActionId::KeepMine | ActionId::TakeTheirs | ActionId::ChooseSide => {
                self.focused_conflict().map(|_| ()).ok_or(Reason::NoConflict)
            }
            other => self.desk_enabled(other),
        }
    }

    fn can_turn_back(&self, id: ActionId) -> Result<(), Reason> {
        if id == ActionId::Undo {
            self.can_take_back().then_some(()).ok_or(Reason::NothingToUndo)
        } else {
            self.cx
                .history
                .can_redo()
                .then_some(())
                .ok_or(Reason::NothingToRedo)
        }
    }

    /// Whether what is done beneath what lies over the screen can be turned back. A form, a menu, the palette, the help and
    /// the filter keep what they are about, whatever becomes of the screen; a list acts on what has the focus there, a
    /// question is answered first, and a plan has changed nothing yet: what would be taken back is something else, out
    /// of sight.
    fn can_turn_beneath(&self) -> Result<(), Reason> {
        let stays = match &self.cx.layer {
            Layer::Sheet(sheet) => {
                matches!(sheet.kind, SheetKind::Bulk | SheetKind::Since) && !self.looks_at_plan()
            }
            _ => true,
        };
        stays.then_some(()).ok_or(Reason::CloseFirst)
    }

    /// Whether `id` acts on the board that stands beside an opened deal: how it looks can be changed there too.
    pub fn acts_beside(&self, id: ActionId) -> bool {
        let looks = matches!(
            id,
            ActionId::ToggleTable
                | ActionId::TurnLanes
                | ActionId::ToggleDensity
                | ActionId::ChooseFigure
                | ActionId::ToggleMetrics
                | ActionId::OnlySlow
        );
        (looks && self.is_beside()) || self.extends_beside(id)
    }

    /// Whether `id` extends the cells of the table that stands beside an opened deal. Its keys mean that before they mean
    /// anything of the deal: whoever has clicked on a cell is in a spreadsheet, and moves no deal by them.
    pub fn extends_beside(&self, id: ActionId) -> bool {
        let extends = matches!(
            id,
            ActionId::SelectUp | ActionId::SelectDown | ActionId::SelectLeft | ActionId::SelectRight
        );
        extends && self.table.shown && self.is_beside()
    }

    /// Whether a deal is opened beside the board, with nothing over it.
    fn is_beside(&self) -> bool {
        self.cx.options.beside && self.cx.screen == Screen::Deal && self.cx.layer == Layer::None
    }

    fn can_write(&self, id: ActionId) -> Result<(), Reason> {
        if id == ActionId::EditInPlace {
            self.cell_is_written()?;
        }
        self.may_write_deals()?;
        match id {
            ActionId::NewDeal => Ok(()),
            _ if self.acts_on_selection() && id != ActionId::Grab => Ok(()),
            ActionId::Grab if !self.cx.options.beside => Err(Reason::WindowOnly),
            ActionId::MoveNext => self.can_move(true),
            ActionId::MovePrevious => self.can_move(false),
            _ => self.focused_row().map(|_| ()).ok_or(Reason::NoDeal),
        }
    }

    fn can_move_task(&self, id: ActionId) -> Result<(), Reason> {
        self.focused_task().ok_or(Reason::NoTask)?;
        let (forward, last) = match id {
            ActionId::MoveNext => (true, Reason::LastStatus),
            ActionId::MovePrevious => (false, Reason::FirstStatus),
            _ => return Ok(()),
        };
        self.statut_beside(forward).map(|_| ()).ok_or(last)
    }

    /// The same for tasks, views of the service and the explorer.
    fn list_enabled(&self, id: ActionId) -> Result<(), Reason> {
        let given = |given: bool, reason: Reason| given.then_some(()).ok_or(reason);
        match id {
            ActionId::MarkRead => {
                let meant = self.meant_notifications();
                given(
                    self.cx.pane == super::app::LIST && !meant.is_empty(),
                    Reason::NoNotification,
                )?;
                given(meant.iter().any(|row| self.is_unread(row)), Reason::AlreadyRead)
            }
            ActionId::Snooze | ActionId::Star => {
                let here = self.cx.pane == super::app::LIST && !self.meant_notifications().is_empty();
                given(here, Reason::NoNotification)
            }
            ActionId::HoldUnread => self.can_hold_unread(),
            ActionId::UnfoldGroup => given(
                self.cx.pane == super::app::LIST && self.can_unfold(),
                Reason::NothingToOpen,
            ),
            ActionId::Complete
            | ActionId::CompletePrevious
            | ActionId::NextCompletion
            | ActionId::PreviousCompletion => {
                given(!self.completions().items.is_empty(), Reason::NothingToComplete)
            }
            ActionId::ToggleChart => {
                let any = !crate::app::screens::portfolio::view::trend::of_portfolio(self).is_empty();
                given(any, Reason::NoTrend)
            }
            ActionId::EditTask => given(self.focused_task().is_some(), Reason::NoTask),
            ActionId::AddIds => given(self.watchable().is_some(), Reason::NotWatchable),
            ActionId::ForgetId => given(self.forgettable().is_some(), Reason::NotWatched),
            ActionId::EditViewState => given(self.focused_service_view().is_some(), Reason::NoServiceView),
            ActionId::NextPage => given(self.page_after().is_some(), Reason::LastPage),
            ActionId::PreviousPage => given(self.has_page_before(), Reason::FirstPage),
            ActionId::ToggleTree if self.cx.screen == Screen::Views => {
                let shown = self.library.shown.is_some() && !self.tells_deal_view();
                given(shown, Reason::NothingShown)
            }
            _ => Ok(()),
        }
    }

    /// Whether the screen has panes to go between. Where the window scrolls as one, its parts are none.
    pub fn turns_panes(&self) -> bool {
        self.turns_panes_on(self.cx.screen)
    }

    /// The same of any screen.
    pub(in crate::app) fn turns_panes_on(&self, screen: Screen) -> bool {
        let panes = [Screen::Notifications, Screen::Views, Screen::Explorer];
        !self.cx.options.beside || panes.contains(&screen)
    }

    /// The same for selection, views, table, copies and changes of many deals.
    fn desk_enabled(&self, id: ActionId) -> Result<(), Reason> {
        let given = |given: bool, reason: Reason| given.then_some(()).ok_or(reason);
        match id {
            ActionId::LocalNote if self.cx.screen == Screen::Notifications => self.can_note(),
            ActionId::SelectDeal | ActionId::SelectRange | ActionId::SelectAll
                if self.cx.screen == Screen::Notifications =>
            {
                let any = self.cx.pane == super::app::LIST && self.focused_notification().is_some();
                given(any, Reason::NoNotification)
            }
            ActionId::ClearSelection if self.cx.screen == Screen::Notifications => {
                given(self.picked_count() > 0, Reason::NothingSelected)
            }
            ActionId::SelectDeal
            | ActionId::SelectRange
            | ActionId::SelectUp
            | ActionId::SelectDown
            | ActionId::SelectLeft
            | ActionId::SelectRight
            | ActionId::LocalNote => given(self.focused_row().is_some(), Reason::NoDeal),
            ActionId::SelectAll => given(self.pipeline.lens.shown > 0, Reason::NoDeal),
            ActionId::ClearSelection => self.has_selection(),
            ActionId::ToggleDensity
            | ActionId::TurnLanes
            | ActionId::ToggleMetrics
            | ActionId::Present
            | ActionId::ZoomIn
            | ActionId::ZoomOut
            | ActionId::ZoomReset
            | ActionId::ShowMenu => given(self.cx.options.beside, Reason::WindowOnly),
            ActionId::NextPane | ActionId::PreviousPane => given(
                self.cx.layer != Layer::None || self.turns_panes(),
                Reason::NotHere,
            ),
            // The window draws the help whole, and types nothing into it.
            ActionId::Filter if matches!(self.cx.layer, Layer::Help { .. }) => {
                given(!self.cx.options.beside, Reason::NotHere)
            }
            // In a terminal it is a command of its own.
            ActionId::SignIn | ActionId::SignOut if !self.cx.options.beside => Err(Reason::WindowOnly),
            ActionId::SignIn if !self.needs_sign_in() => Err(Reason::SignedIn),
            ActionId::SignIn | ActionId::SignOut => given(self.session.may_sign_out, Reason::NoKeyHere),
            // The window hands no text to an editor.
            ActionId::EditKeys => given(
                self.cx.options.config_file.is_some() && !self.cx.options.beside,
                Reason::NoConfig,
            ),
            ActionId::ToggleTable => given(self.cx.options.table, Reason::NoTable),
            ActionId::ChooseColumns => given(self.shows_table(), Reason::TableAlone),
            ActionId::ShowBulk => given(self.bulk_change.current.is_some(), Reason::NothingRuns),
            ActionId::StopBulk => self.can_stop_bulk(),
            ActionId::RetryBulk => self.can_retry_bulk(),
            ActionId::NextView | ActionId::PreviousView => {
                given(!self.views.list.is_empty(), Reason::NoViews)
            }
            ActionId::DefaultView | ActionId::RenameView
                if self.focused_service_view().is_some() && self.cx.layer == Layer::None =>
            {
                Ok(())
            }
            ActionId::ClearFilter if self.cx.screen == Screen::Notifications => {
                given(!self.inbox.filter.is_empty(), Reason::NoFilter)
            }
            ActionId::ClearFilter if self.cx.screen == Screen::Explorer => {
                given(!self.explorer.filter.is_empty(), Reason::NoFilter)
            }
            ActionId::ClearFilter => given(!self.pipeline.board.filter.is_empty(), Reason::NoFilter),
            ActionId::SaveView | ActionId::UpdateView if self.pipeline.board.filter_error.is_some() => {
                Err(Reason::FilterUnread)
            }
            ActionId::PinView
            | ActionId::DefaultView
            | ActionId::RenameView
            | ActionId::UpdateView
            | ActionId::DeleteView => given(self.focused_view().is_some(), Reason::NoView),
            ActionId::ActForUser => self.can_turn(),
            ActionId::Refresh | ActionId::Discover => given(
                !matches!(self.cx.snapshot.connection, Connection::Withheld),
                Reason::Withheld,
            ),
            ActionId::EditViews | ActionId::EditText => given(self.cx.options.editor, Reason::NoEditor),
            ActionId::Export => self.can_export(),
            ActionId::Copy if self.cx.layer == Layer::None && self.cx.screen == Screen::Activity => {
                given(self.copy_of_activity().is_some(), Reason::NothingToCopy)
            }
            ActionId::CopyAs => given(!self.ways_to_copy().is_empty(), Reason::NothingToCopy),
            other => self.list_enabled(other),
        }
    }

    fn can_move(&self, forward: bool) -> Result<(), Reason> {
        let row = self.focused_row().ok_or(Reason::NoDeal)?;
        self.status_beside(row.id, row.status, forward).map(|_| ())
    }

    /// How many panes the screen has for the focus to turn through.
    pub fn panes(&self) -> usize {
        match self.cx.screen {
            Screen::Deal | Screen::Portfolio => 5,
            Screen::Explorer => 3,
            // Outbox and requests; the terminal has journal and rights beside them.
            Screen::Activity if self.cx.options.beside => 2,
            Screen::Activity
                if !crate::app::records::activity::view::storage_notices::notices(self).is_empty() =>
            {
                5
            }
            Screen::Notifications | Screen::Views | Screen::Activity => 4,
            Screen::Pipeline | Screen::Tasks => 1,
        }
    }
}
