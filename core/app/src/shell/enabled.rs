//! Availability of actions, with the reason if one is disabled.

use crate::model::pending_write::WriteState;
use crate::model::snapshot::ConnectionState;
use crate::screens::inbox::inbox::LIST;

use super::app::App;
use crate::changes::bulk::model::Bulk;
use crate::dataset::column::DealColumn;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::DisabledReason;

impl App {
    /// Checks whether `id` is available.
    ///
    /// # Errors The reason, as shown beside the disabled action.
    pub fn enabled(&self, id: ActionId) -> Result<(), DisabledReason> {
        if id.spec().writes {
            self.cx.in_present()?;
        }
        if matches!(id, ActionId::Undo | ActionId::Redo) && self.cx.overlay != Overlay::None {
            self.bulk_change.can_undo_below_overlay(&self.cx)?;
            return self.cx.can_undo_redo(id);
        }
        let applies = id
            .spec()
            .contexts
            .iter()
            .any(|context| *context == self.table.context(&self.cx) || !context.is_screen());
        if !applies && !self.table.acts_on_split_view(id, &self.cx) {
            return Err(DisabledReason::NotHere);
        }
        match id {
            ActionId::DeleteDeal if self.cx.is_quit_prompt_open() || self.cx.is_deletion_prompt_open() => {
                Err(DisabledReason::NotHere)
            }
            ActionId::DeleteDeal if self.table.context(&self.cx) == Context::Bulk => {
                self.bulk_change.is_deletion_planned(&self.cx).then_some(()).ok_or(DisabledReason::NotHere)
            }
            ActionId::MoveTo | ActionId::EditTask
                if self.cx.record_is_open() && self.cx.screen != Screen::Tasks =>
            {
                Err(DisabledReason::NotHere)
            }
            ActionId::Grab if self.cx.screen == Screen::Tasks => Err(DisabledReason::TaskKeysDiffer),
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
                let any = self.pipeline.opened_deal.is_some() || self.pipeline.board.cursor.deal.is_some();
                any.then_some(()).ok_or(DisabledReason::NoFocus)
            }
            ActionId::Open if self.cx.screen == Screen::Activity && self.cx.overlay == Overlay::None => {
                self.activity.can_open_activity(&self.cx)
            }
            // The preview already shows all that is known about an identifier without a record.
            ActionId::Open
                if self.cx.overlay == Overlay::None && self.inbox.is_id_without_record_focused(&self.cx) =>
            {
                Err(DisabledReason::NothingToOpen)
            }
            ActionId::Open if self.inbox.has_no_deal(&self.cx) => Err(DisabledReason::NoKnownDeal),
            ActionId::Open if self.cx.screen == Screen::Pipeline && self.cx.overlay == Overlay::None => {
                let deal = || self.pipeline.focused_row(&self.cx).map(|_| ());
                self.table.focused_group().map(|_| ()).or_else(deal).ok_or(DisabledReason::NoFocus)
            }
            ActionId::Open if self.cx.screen == Screen::Tasks && self.cx.overlay == Overlay::None => {
                self.tasks.focused_task().map(|_| ()).ok_or(DisabledReason::NoTask)
            }
            ActionId::Open if self.cx.screen == Screen::Portfolio && self.cx.overlay == Overlay::None => {
                self.cx.focused_bar().map(|_| ()).ok_or(DisabledReason::NothingToOpen)
            }
            ActionId::Open if self.cx.screen == Screen::Flow && self.cx.overlay == Overlay::None => {
                self.flow.target(&self.cx).map(|_| ()).ok_or(DisabledReason::NothingToOpen)
            }
            ActionId::Open if self.cx.screen == Screen::Agenda && self.cx.overlay == Overlay::None => {
                let entry = self.agenda.focused_entry(&self.agenda_entries(), &self.cx);
                entry.map(|_| ()).ok_or(DisabledReason::NothingToOpen)
            }
            ActionId::Recreate => {
                self.cx.history.recreatable_deal().map(|_| ()).ok_or(DisabledReason::NothingDeleted)
            }
            ActionId::Undo | ActionId::Redo => self.cx.can_undo_redo(id),
            // "Mark all" applies to the notification list, so that list must be focused.
            ActionId::MarkAllRead if self.cx.pane != LIST && !self.cx.options.split_view => {
                Err(DisabledReason::ListOnly)
            }
            ActionId::MarkAllRead => {
                let any =
                    self.inbox.visible_notifications(&self.cx).iter().any(|row| self.inbox.is_unread(row));
                any.then_some(()).ok_or(DisabledReason::NothingUnread)
            }
            ActionId::RetryWrite | ActionId::DiscardWrite => match self.activity.focused_write(&self.cx) {
                None => Err(DisabledReason::NoWrite),
                Some(write) if write.state == WriteState::Sending => Err(DisabledReason::BeingSent),
                Some(write) if id == ActionId::RetryWrite && matches!(write.state, WriteState::Locked(_)) => {
                    Err(DisabledReason::LockedWrite)
                }
                Some(_) => Ok(()),
            },
            ActionId::KeepMine | ActionId::TakeTheirs | ActionId::ChooseSide => {
                self.activity.focused_conflict(&self.cx).map(|_| ()).ok_or(DisabledReason::NoConflict)
            }
            other => self.table_enabled(other),
        }
    }

    /// Checks actions on tasks, service views and the explorer.
    fn list_enabled(&self, id: ActionId) -> Result<(), DisabledReason> {
        let require = |require: bool, reason: DisabledReason| require.then_some(()).ok_or(reason);
        match id {
            ActionId::MarkRead => {
                let targets = self.inbox.target_notifications(&self.cx);
                require(self.cx.pane == LIST && !targets.is_empty(), DisabledReason::NoNotification)?;
                require(targets.iter().any(|row| self.inbox.is_unread(row)), DisabledReason::AlreadyRead)
            }
            ActionId::Star if self.cx.screen != Screen::Notifications => self.pipeline.has_target(&self.cx),
            ActionId::Snooze | ActionId::Star => {
                let here = self.cx.pane == LIST && !self.inbox.target_notifications(&self.cx).is_empty();
                require(here, DisabledReason::NoNotification)
            }
            ActionId::KeepUnread => self.inbox.can_keep_unread(&self.cx),
            ActionId::ExpandGroup => require(
                self.cx.pane == LIST && self.inbox.can_expand(&self.cx),
                DisabledReason::NothingToOpen,
            ),
            ActionId::Complete
            | ActionId::CompletePrevious
            | ActionId::NextCompletion
            | ActionId::PreviousCompletion => require(
                !self.pipeline.completions(&self.cx).items.is_empty(),
                DisabledReason::NothingToComplete,
            ),
            ActionId::ToggleChart => {
                let any = crate::screens::portfolio::focus::chartable_series(&self.cx) > 0;
                require(any, DisabledReason::NoTrend)
            }
            ActionId::EditTask => require(self.tasks.focused_task().is_some(), DisabledReason::NoTask),
            ActionId::AddIds => require(self.cx.watchable_kind().is_some(), DisabledReason::NotWatchable),
            ActionId::ForgetId => require(
                self.server_views.focused_watched_id(&self.inbox, &self.tasks, &self.cx).is_some(),
                DisabledReason::NotWatched,
            ),
            ActionId::EditViewState => require(
                self.server_views.focused_service_view(&self.cx).is_some(),
                DisabledReason::NoServiceView,
            ),
            ActionId::NextPage => {
                require(self.explorer.next_page(&self.cx).is_some(), DisabledReason::LastPage)
            }
            ActionId::PreviousPage => require(self.explorer.has_prev_page(), DisabledReason::FirstPage),
            ActionId::ToggleTree if self.cx.screen == Screen::Views => {
                let is_detail_focusable =
                    self.server_views.detail.is_some() && !self.cx.describes_deal_view();
                require(is_detail_focusable, DisabledReason::NoRecordOpen)
            }
            _ => Ok(()),
        }
    }

    /// Checks actions on selection, views, table, copies and bulk changes.
    fn table_enabled(&self, id: ActionId) -> Result<(), DisabledReason> {
        let require = |require: bool, reason: DisabledReason| require.then_some(()).ok_or(reason);
        let bulk_counts = || self.bulk_change.bulk().map(Bulk::counts).unwrap_or_default();
        match id {
            ActionId::LocalNote if self.cx.screen == Screen::Notifications => self.inbox.can_note(&self.cx),
            ActionId::SelectDeal | ActionId::SelectRange | ActionId::SelectAll
                if self.cx.screen == Screen::Notifications =>
            {
                let any = self.cx.pane == LIST && self.inbox.focused_notification(&self.cx).is_some();
                require(any, DisabledReason::NoNotification)
            }
            ActionId::ClearSelection if self.cx.screen == Screen::Notifications => {
                require(self.inbox.selected_count() > 0, DisabledReason::NothingSelected)
            }
            ActionId::SelectDeal if self.table.focused_group().is_some() => Ok(()),
            ActionId::SelectDeal
            | ActionId::SelectRange
            | ActionId::SelectUp
            | ActionId::SelectDown
            | ActionId::SelectLeft
            | ActionId::SelectRight
            | ActionId::LocalNote
            | ActionId::Followup => {
                require(self.pipeline.focused_row(&self.cx).is_some(), DisabledReason::NoFocus)
            }
            ActionId::FollowupDone | ActionId::RemoveFollowup => {
                self.cx.has_focused_followup(&self.pipeline, id == ActionId::FollowupDone)
            }
            ActionId::Labels => self.pipeline.has_target(&self.cx),
            ActionId::Compare => self.can_compare(),
            ActionId::PreviousOpened | ActionId::NextOpened => {
                self.neighbour_place(id == ActionId::NextOpened).map(|_| ())
            }
            ActionId::SelectAll => require(self.pipeline.filtered.shown > 0, DisabledReason::NoFocus),
            ActionId::ClearSelection => {
                require(!self.pipeline.selection.is_empty(), DisabledReason::NothingSelected)
            }
            ActionId::ToggleDensity
            | ActionId::Present
            | ActionId::ZoomIn
            | ActionId::ZoomOut
            | ActionId::ZoomReset
            | ActionId::ShowMenu => require(self.cx.options.split_view, DisabledReason::WindowOnly),
            ActionId::NextPane | ActionId::PreviousPane => {
                require(self.cx.overlay != Overlay::None || self.cx.has_panes(), DisabledReason::NotHere)
            }
            // The window shows the help without a search field.
            ActionId::Filter if matches!(self.cx.overlay, Overlay::Help { .. }) => {
                require(!self.cx.options.split_view, DisabledReason::NotHere)
            }
            // In the terminal this is a separate command.
            ActionId::SignIn | ActionId::SignOut if !self.cx.options.split_view => {
                Err(DisabledReason::WindowOnly)
            }
            ActionId::SignIn if !self.cx.needs_sign_in() => Err(DisabledReason::SignedIn),
            ActionId::SignIn | ActionId::SignOut => {
                require(self.cx.can_sign_out, DisabledReason::KeyFromElsewhere)
            }
            ActionId::Settings => require(self.cx.options.config_file.is_some(), DisabledReason::NoConfig),
            // The window does not open an external editor.
            ActionId::EditKeys => require(
                self.cx.options.config_file.is_some() && !self.cx.options.split_view,
                DisabledReason::NoConfig,
            ),
            ActionId::ToggleTable => require(self.cx.options.has_table, DisabledReason::NoTable),
            ActionId::GroupColumn => require(
                self.table.focused_column().is_some_and(DealColumn::is_code),
                DisabledReason::NotACode,
            ),
            ActionId::PivotAxes | ActionId::PivotFigure => self.can_change_pivot(),
            ActionId::GroupStatistic if self.open_sheet().is_some() => self.can_change_pivot(),
            ActionId::CollapseGroup | ActionId::CollapseGroups | ActionId::GroupStatistic => {
                require(self.table.group(0).is_some(), DisabledReason::NotGrouped)
            }
            ActionId::ChooseColumns => require(self.table.shows_table(), DisabledReason::TableOnly),
            ActionId::ShowBulk => require(self.bulk_change.current.is_some(), DisabledReason::NoBulkRunning),
            ActionId::BackToPresent => {
                require(self.cx.snapshot.as_of.is_some(), DisabledReason::PresentShown)
            }
            ActionId::ShowAsOf => {
                require(self.cx.snapshot.history.first_observed_at.is_some(), DisabledReason::NotObserved)
            }
            ActionId::StopBulk => require(bulk_counts().waiting > 0, DisabledReason::NoBulkRunning),
            ActionId::RetryBulk => require(bulk_counts().failed > 0, DisabledReason::NoBulkFailure),
            ActionId::NextView | ActionId::PreviousView => {
                require(!self.views.list.is_empty(), DisabledReason::NoViews)
            }
            ActionId::DefaultView | ActionId::RenameView
                if self.server_views.focused_service_view(&self.cx).is_some()
                    && self.cx.overlay == Overlay::None =>
            {
                Ok(())
            }
            ActionId::ClearFilter if self.cx.screen == Screen::Notifications => {
                require(!self.inbox.filter.is_empty(), DisabledReason::NoFilter)
            }
            ActionId::ClearFilter if self.cx.screen == Screen::Tasks => {
                require(self.tasks.filter.is_active(), DisabledReason::NoFilter)
            }
            ActionId::OnlyMine => require(!self.cx.own_names().is_empty(), DisabledReason::NoOwnName),
            ActionId::TaskRecord => require(self.tasks.focused_task().is_some(), DisabledReason::NoTask),
            ActionId::ClearFilter if self.cx.screen == Screen::Explorer => {
                require(!self.explorer.filter.is_empty(), DisabledReason::NoFilter)
            }
            ActionId::ClearFilter => {
                require(!self.pipeline.board.filter.is_empty(), DisabledReason::NoFilter)
            }
            ActionId::SaveView | ActionId::UpdateView if self.pipeline.board.filter_error.is_some() => {
                Err(DisabledReason::FilterInvalid)
            }
            ActionId::PinView
            | ActionId::DefaultView
            | ActionId::RenameView
            | ActionId::UpdateView
            | ActionId::DeleteView => require(
                self.server_views.focused_view(&self.views, &self.cx).is_some(),
                DisabledReason::NoView,
            ),
            ActionId::Subscribe => self.subscription_target().map(|_| ()),
            ActionId::SwitchUser => self.user_switch.can_switch(&self.cx),
            ActionId::Refresh | ActionId::Discover => require(
                !matches!(self.cx.snapshot.connection, ConnectionState::OfflineMode),
                DisabledReason::StartedOffline,
            ),
            ActionId::EditViews | ActionId::EditText => {
                require(self.cx.options.external_editor, DisabledReason::NoEditor)
            }
            ActionId::ImportDeals => self.pipeline.can_write_deals(),
            ActionId::Export => self.can_export(),
            ActionId::CommitteePack => self.can_pack(),
            ActionId::Copy if self.cx.overlay == Overlay::None && self.cx.screen == Screen::Activity => {
                require(self.activity.copy_text(&self.cx).is_some(), DisabledReason::NothingToCopy)
            }
            ActionId::CopyAs => require(!self.copy_formats().is_empty(), DisabledReason::NothingToCopy),
            other => self.list_enabled(other),
        }
    }
}
