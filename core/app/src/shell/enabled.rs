//! Availability of actions, with the reason if one is disabled.

use crate::model::pending_write::WriteState;
use crate::model::snapshot::Connection;

use super::app::App;
use crate::foundation::cx::overlay::Layer;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::Reason;

impl App {
    /// Checks whether `id` is available.
    ///
    /// # Errors The reason, as shown beside the disabled action.
    pub fn enabled(&self, id: ActionId) -> Result<(), Reason> {
        if matches!(id, ActionId::Undo | ActionId::Redo) && self.cx.layer != Layer::None {
            self.bulk_change.can_turn_beneath(&self.cx)?;
            return self.cx.can_turn_back(id);
        }
        let applies = id
            .spec()
            .contexts
            .iter()
            .any(|context| *context == self.table.context(&self.cx) || !context.is_screen());
        if !applies && !self.table.acts_beside(id, &self.cx) {
            return Err(Reason::NotHere);
        }
        match id {
            ActionId::DeleteDeal if self.cx.asks_to_leave() || self.cx.asks_kept_deletions() => {
                Err(Reason::NotHere)
            }
            ActionId::DeleteDeal if self.table.context(&self.cx) == Context::Bulk => self
                .bulk_change
                .plans_deletion(&self.cx)
                .then_some(())
                .ok_or(Reason::NotHere),
            ActionId::MoveTo | ActionId::EditTask
                if self.cx.record_is_open() && self.cx.screen != Screen::Tasks =>
            {
                Err(Reason::NotHere)
            }
            ActionId::Grab if self.cx.screen == Screen::Tasks => Err(Reason::TaskNotCarried),
            ActionId::MoveNext | ActionId::MovePrevious | ActionId::MoveTo
                if self.cx.screen == Screen::Tasks =>
            {
                self.tasks.can_move_task(id)
            }
            ActionId::MoveNext
            | ActionId::MovePrevious
            | ActionId::MoveTo
            | ActionId::Grab
            | ActionId::EditDeal
            | ActionId::EditInPlace
            | ActionId::DeleteDeal
            | ActionId::NewDeal => self.table.can_write(id, &self.pipeline, &self.cx),
            ActionId::ScreenDeal => {
                let any = self.pipeline.deal.is_some() || self.pipeline.board.cursor.deal.is_some();
                any.then_some(()).ok_or(Reason::NoDeal)
            }
            ActionId::Open if self.cx.screen == Screen::Activity && self.cx.layer == Layer::None => {
                self.activity.can_open_activity(&self.cx)
            }
            // The preview already shows all that is known about an identifier without a record.
            ActionId::Open if self.cx.layer == Layer::None && self.inbox.looks_at_unanswered(&self.cx) => {
                Err(Reason::NothingToOpen)
            }
            ActionId::Open if self.inbox.opens_no_deal(&self.cx) => Err(Reason::NoDealNamed),
            ActionId::Open if self.cx.screen == Screen::Pipeline && self.cx.layer == Layer::None => self
                .pipeline
                .focused_row(&self.cx)
                .map(|_| ())
                .ok_or(Reason::NoDeal),
            ActionId::Open if self.cx.screen == Screen::Tasks && self.cx.layer == Layer::None => {
                self.tasks.focused_task().map(|_| ()).ok_or(Reason::NoTask)
            }
            ActionId::Open if self.cx.screen == Screen::Portfolio && self.cx.layer == Layer::None => {
                self.cx.focused_bar().map(|_| ()).ok_or(Reason::NothingToOpen)
            }
            ActionId::Recreate => self
                .cx
                .history
                .gone_deal()
                .map(|_| ())
                .ok_or(Reason::NothingDeleted),
            ActionId::Undo | ActionId::Redo => self.cx.can_turn_back(id),
            // "Mark all" applies to the notification list, so that list must be focused.
            ActionId::MarkAllRead
                if self.cx.pane != crate::screens::inbox::panes::LIST && !self.cx.options.beside =>
            {
                Err(Reason::ListAlone)
            }
            ActionId::MarkAllRead => {
                let any = self
                    .inbox
                    .shown_notifications(&self.cx)
                    .iter()
                    .any(|row| self.inbox.is_unread(row));
                any.then_some(()).ok_or(Reason::NothingUnread)
            }
            ActionId::RetryWrite | ActionId::DiscardWrite => match self.activity.focused_write(&self.cx) {
                None => Err(Reason::NoWrite),
                Some(write) if write.state == WriteState::Sending => Err(Reason::BeingSent),
                Some(write) if id == ActionId::RetryWrite && matches!(write.state, WriteState::Locked(_)) => {
                    Err(Reason::KeptShut)
                }
                Some(_) => Ok(()),
            },
            ActionId::KeepMine | ActionId::TakeTheirs | ActionId::ChooseSide => self
                .activity
                .focused_conflict(&self.cx)
                .map(|_| ())
                .ok_or(Reason::NoConflict),
            other => self.desk_enabled(other),
        }
    }

    /// Checks actions on tasks, service views and the explorer.
    fn list_enabled(&self, id: ActionId) -> Result<(), Reason> {
        let given = |given: bool, reason: Reason| given.then_some(()).ok_or(reason);
        match id {
            ActionId::MarkRead => {
                let meant = self.inbox.meant_notifications(&self.cx);
                given(
                    self.cx.pane == crate::screens::inbox::panes::LIST && !meant.is_empty(),
                    Reason::NoNotification,
                )?;
                given(
                    meant.iter().any(|row| self.inbox.is_unread(row)),
                    Reason::AlreadyRead,
                )
            }
            ActionId::Snooze | ActionId::Star => {
                let here = self.cx.pane == crate::screens::inbox::panes::LIST
                    && !self.inbox.meant_notifications(&self.cx).is_empty();
                given(here, Reason::NoNotification)
            }
            ActionId::HoldUnread => self.inbox.can_hold_unread(&self.cx),
            ActionId::UnfoldGroup => given(
                self.cx.pane == crate::screens::inbox::panes::LIST && self.inbox.can_unfold(&self.cx),
                Reason::NothingToOpen,
            ),
            ActionId::Complete
            | ActionId::CompletePrevious
            | ActionId::NextCompletion
            | ActionId::PreviousCompletion => given(
                !self.pipeline.completions(&self.cx).items.is_empty(),
                Reason::NothingToComplete,
            ),
            ActionId::ToggleChart => {
                let any = crate::screens::portfolio::series::charted(&self.cx) > 0;
                given(any, Reason::NoTrend)
            }
            ActionId::EditTask => given(self.tasks.focused_task().is_some(), Reason::NoTask),
            ActionId::AddIds => given(self.cx.watchable().is_some(), Reason::NotWatchable),
            ActionId::ForgetId => given(
                self.library
                    .forgettable(&self.inbox, &self.tasks, &self.cx)
                    .is_some(),
                Reason::NotWatched,
            ),
            ActionId::EditViewState => given(
                self.library.focused_service_view(&self.cx).is_some(),
                Reason::NoServiceView,
            ),
            ActionId::NextPage => given(self.explorer.page_after(&self.cx).is_some(), Reason::LastPage),
            ActionId::PreviousPage => given(self.explorer.has_page_before(), Reason::FirstPage),
            ActionId::ToggleTree if self.cx.screen == Screen::Views => {
                let shown = self.library.shown.is_some() && !self.cx.tells_deal_view();
                given(shown, Reason::NothingShown)
            }
            _ => Ok(()),
        }
    }

    /// Checks actions on selection, views, table, copies and bulk changes.
    fn desk_enabled(&self, id: ActionId) -> Result<(), Reason> {
        let given = |given: bool, reason: Reason| given.then_some(()).ok_or(reason);
        match id {
            ActionId::LocalNote if self.cx.screen == Screen::Notifications => self.inbox.can_note(&self.cx),
            ActionId::SelectDeal | ActionId::SelectRange | ActionId::SelectAll
                if self.cx.screen == Screen::Notifications =>
            {
                let any = self.cx.pane == crate::screens::inbox::panes::LIST
                    && self.inbox.focused_notification(&self.cx).is_some();
                given(any, Reason::NoNotification)
            }
            ActionId::ClearSelection if self.cx.screen == Screen::Notifications => {
                given(self.inbox.picked_count() > 0, Reason::NothingSelected)
            }
            ActionId::SelectDeal
            | ActionId::SelectRange
            | ActionId::SelectUp
            | ActionId::SelectDown
            | ActionId::SelectLeft
            | ActionId::SelectRight
            | ActionId::LocalNote => given(self.pipeline.focused_row(&self.cx).is_some(), Reason::NoDeal),
            ActionId::SelectAll => given(self.pipeline.lens.shown > 0, Reason::NoDeal),
            ActionId::ClearSelection => self.pipeline.has_selection(),
            ActionId::ToggleDensity
            | ActionId::TurnLanes
            | ActionId::ToggleMetrics
            | ActionId::Present
            | ActionId::ZoomIn
            | ActionId::ZoomOut
            | ActionId::ZoomReset
            | ActionId::ShowMenu => given(self.cx.options.beside, Reason::WindowOnly),
            ActionId::NextPane | ActionId::PreviousPane => given(
                self.cx.layer != Layer::None || self.cx.turns_panes(),
                Reason::NotHere,
            ),
            // The window shows the help without a search field.
            ActionId::Filter if matches!(self.cx.layer, Layer::Help { .. }) => {
                given(!self.cx.options.beside, Reason::NotHere)
            }
            // In the terminal this is a separate command.
            ActionId::SignIn | ActionId::SignOut if !self.cx.options.beside => Err(Reason::WindowOnly),
            ActionId::SignIn if !self.cx.needs_sign_in() => Err(Reason::SignedIn),
            ActionId::SignIn | ActionId::SignOut => given(self.cx.may_sign_out, Reason::NoKeyHere),
            // The window does not open an external editor.
            ActionId::EditKeys => given(
                self.cx.options.config_file.is_some() && !self.cx.options.beside,
                Reason::NoConfig,
            ),
            ActionId::ToggleTable => given(self.cx.options.table, Reason::NoTable),
            ActionId::ChooseColumns => given(self.table.shows_table(), Reason::TableAlone),
            ActionId::ShowBulk => given(self.bulk_change.current.is_some(), Reason::NothingRuns),
            ActionId::StopBulk => self.bulk_change.can_stop_bulk(),
            ActionId::RetryBulk => self.bulk_change.can_retry_bulk(),
            ActionId::NextView | ActionId::PreviousView => {
                given(!self.views.list.is_empty(), Reason::NoViews)
            }
            ActionId::DefaultView | ActionId::RenameView
                if self.library.focused_service_view(&self.cx).is_some() && self.cx.layer == Layer::None =>
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
            | ActionId::DeleteView => given(
                self.library.focused_view(&self.views, &self.cx).is_some(),
                Reason::NoView,
            ),
            ActionId::ActForUser => self.acting.can_turn(&self.cx),
            ActionId::Refresh | ActionId::Discover => given(
                !matches!(self.cx.snapshot.connection, Connection::Withheld),
                Reason::Withheld,
            ),
            ActionId::EditViews | ActionId::EditText => given(self.cx.options.editor, Reason::NoEditor),
            ActionId::Export => self.can_export(),
            ActionId::Copy if self.cx.layer == Layer::None && self.cx.screen == Screen::Activity => given(
                self.activity.copy_of_activity(&self.cx).is_some(),
                Reason::NothingToCopy,
            ),
            ActionId::CopyAs => given(!self.ways_to_copy().is_empty(), Reason::NothingToCopy),
            other => self.list_enabled(other),
        }
    }
}
