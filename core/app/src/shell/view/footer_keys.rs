//! Footer hints: the most useful keys of each context, from the current bindings.

use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::shell::app::App;
use crate::shell::view::hint::{Hint, hint};
use crate::shell::view::overlay_keys::{bulk_hints, form_hints};
use crate::text::Messages;

/// Returns the hints, most useful first. The last is help, which a narrow screen keeps.
pub fn hints(app: &App) -> Vec<Hint> {
    use crate::foundation::input::commands::ActionId as A;
    let (selecting, is_past) = (!app.pipeline.selection().is_empty(), app.cx.in_present().is_err());
    let pairs: &[(&[A], &str)] = match app.table.context(&app.cx) {
        Context::Board | Context::Table if selecting => &[
            (&[A::MoveTo], "hint-move-to"),
            (&[A::EditDeal], "hint-owner"),
            (&[A::DeleteDeal], "hint-delete-deal"),
            (&[A::Copy], "hint-copy"),
            (&[A::SelectDeal], "hint-select"),
            (&[A::SelectRange], "hint-range"),
            (&[A::Back], "hint-clear"),
        ],
        Context::Table if app.table.focused_group().is_some() => &[
            (&[A::Open], "hint-fold-group"),
            (&[A::CollapseGroups], "hint-fold-groups"),
            (&[A::GroupStatistic], "hint-statistic"),
            (&[A::SelectDeal], "hint-select"),
            (&[A::Filter], "hint-filter"),
            (&[A::Palette], "hint-palette"),
        ],
        Context::Table => &[
            (&[A::SortColumn], "hint-sort"),
            (&[A::Open], "hint-open"),
            (&[A::SelectDeal], "hint-select"),
            (&[A::Filter], "hint-filter"),
            (&[A::ChooseColumns], "hint-columns"),
            (&[A::ToggleTable], "hint-board"),
            (&[A::Views], "hint-views"),
            (&[A::MovePrevious, A::MoveNext], "hint-move"),
            (&[A::Palette], "hint-palette"),
        ],
        Context::Views => &[
            (&[A::Open], "hint-open"),
            (&[A::PinView], "hint-pin"),
            (&[A::DefaultView], "hint-default"),
            (&[A::UpdateView], "hint-update"),
            (&[A::RenameView], "hint-rename"),
            (&[A::DeleteView], "hint-delete-deal"),
            (&[A::Copy], "hint-copy"),
            (&[A::Back], "hint-close"),
        ],
        Context::Columns => &[
            (&[A::ToggleLine], "hint-show"),
            (&[A::RaiseLine, A::LowerLine], "hint-order"),
            (&[A::NarrowColumn, A::WidenColumn], "hint-width"),
            (&[A::Back], "hint-close"),
        ],
        Context::Bulk => bulk_hints(app),
        Context::Sheet if app.can_change_pivot().is_ok() => &[
            (&[A::Open], "hint-show-deals"),
            (&[A::PivotAxes], "hint-pivot-axes"),
            (&[A::PivotFigure], "hint-pivot-figure"),
            (&[A::GroupStatistic], "hint-statistic"),
            (&[A::Export], "hint-export"),
            (&[A::Back], "hint-close"),
        ],
        Context::Sheet => &[
            (&[A::Open], "hint-show-deals"),
            (&[A::FocusLeft, A::FocusRight], "hint-browse"),
            (&[A::Export], "hint-export"),
            (&[A::Back], "hint-close"),
        ],
        Context::CopyAs => &[(&[A::Open], "hint-copy"), (&[A::Back], "hint-close")],
        // A card in a collapsed column cannot be moved or opened.
        Context::Board if app.pipeline.is_collapsed(app.pipeline.board().cursor.column) => &[
            (&[A::CollapseColumn], "hint-expand"),
            (&[A::FocusLeft, A::FocusRight], "hint-browse"),
            (&[A::Filter], "hint-filter"),
            (&[A::NewDeal], "hint-new-deal"),
            (&[A::ToggleTable], "hint-table"),
            (&[A::Undo], "hint-undo"),
            (&[A::Palette], "hint-palette"),
        ],
        Context::Board | Context::Screens => &[
            (&[A::MovePrevious, A::MoveNext], "hint-move"),
            (&[A::MoveTo], "hint-move-to"),
            (&[A::Open], "hint-open"),
            (&[A::SelectDeal], "hint-select"),
            (&[A::Filter], "hint-filter"),
            (&[A::NewDeal], "hint-new-deal"),
            (&[A::ToggleTable], "hint-table"),
            (&[A::Undo], "hint-undo"),
            (&[A::Palette], "hint-palette"),
        ],
        Context::Deal => &[
            (&[A::NextDeal, A::PreviousDeal], "hint-next-deal"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::MoveTo], "hint-move-to"),
            (&[A::EditDeal], "hint-edit-deal"),
            (&[A::DeleteDeal], "hint-delete-deal"),
            (&[A::LocalNote], "hint-local-note"),
            (&[A::Copy], "hint-copy"),
            (&[A::Undo], "hint-undo"),
            (&[A::Palette], "hint-palette"),
            (&[A::Back], "hint-back"),
        ],
        // Both show the present only.
        Context::Flow | Context::Agenda if is_past => &[(&[A::Back], "hint-back")],
        Context::Flow => &[
            (&[A::Open], "hint-open"),
            (&[A::FlowPeriod], "hint-flow-period"),
            (&[A::FlowGrouping], "hint-flow-grouping"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Export], "hint-export"),
        ],
        Context::Portfolio => portfolio_hints(app),
        Context::Inbox if app.inbox.selected_count() > 0 => &[
            (&[A::MarkRead], "hint-read-these"),
            (&[A::Snooze], "hint-snooze"),
            (&[A::Star], "hint-star"),
            (&[A::LocalNote], "hint-note"),
            (&[A::Copy], "hint-copy"),
            (&[A::Export], "hint-export"),
            (&[A::SelectRange], "hint-range"),
            (&[A::Back], "hint-clear"),
        ],
        Context::Inbox if app.cx.pane() == crate::screens::inbox::inbox::KINDS => &[
            (&[A::FocusDown, A::FocusUp], "hint-browse"),
            (&[A::Open], "hint-only-these"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Back], "hint-back"),
        ],
        Context::Inbox if app.cx.pane() == crate::screens::inbox::inbox::ALERTS => &[
            (&[A::FocusDown, A::FocusUp], "hint-browse"),
            (&[A::Open], "hint-open"),
            (&[A::AddIds], "hint-add-ids"),
            (&[A::Copy], "hint-copy"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Back], "hint-back"),
        ],
        Context::Inbox if app.cx.pane() == crate::screens::inbox::inbox::PREFERENCES => {
            &[(&[A::Open], "hint-other-user"), (&[A::NextPane], "hint-next-pane"), (&[A::Back], "hint-back")]
        }
        Context::Inbox => &[
            (&[A::FocusDown, A::FocusUp], "hint-browse"),
            (&[A::MarkRead], "hint-mark-read"),
            (&[A::MarkAllRead], "hint-mark-all-read"),
            (&[A::Snooze], "hint-snooze"),
            (&[A::Star], "hint-star"),
            (&[A::LocalNote], "hint-note"),
            (&[A::Filter], "hint-filter"),
            (&[A::SelectDeal], "hint-select"),
            (&[A::KeepUnread], "hint-hold-unread"),
            (&[A::AddIds], "hint-add-ids"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Undo], "hint-undo"),
        ],
        Context::Tasks => &[
            (&[A::MovePrevious, A::MoveNext], "hint-move"),
            (&[A::MoveTo], "hint-move-to"),
            (&[A::Open], "hint-open"),
            (&[A::EditTask], "hint-edit-deal"),
            (&[A::Filter], "hint-filter"),
            (&[A::OnlyMine], "hint-mine"),
            (&[A::TaskOrder], "hint-order"),
            (&[A::AddIds], "hint-add-ids"),
            (&[A::Undo], "hint-undo"),
            (&[A::Palette], "hint-palette"),
        ],
        Context::Agenda => &[
            (&[A::FocusDown, A::FocusUp], "hint-browse"),
            (&[A::FocusLeft, A::FocusRight], "hint-day"),
            (&[A::Open], "hint-open"),
            (&[A::Undo], "hint-undo"),
            (&[A::Palette], "hint-palette"),
        ],
        Context::ServerViews if app.cx.pane() == crate::screens::server_views::server_views::DEAL_VIEWS => &[
            (&[A::Open], "hint-open"),
            (&[A::PinView], "hint-pin"),
            (&[A::DefaultView], "hint-default"),
            (&[A::RenameView], "hint-rename"),
            (&[A::DeleteView], "hint-delete-deal"),
            (&[A::NextPane], "hint-next-pane"),
        ],
        Context::ServerViews
            if app.cx.pane() == crate::screens::server_views::server_views::SERVICE_VIEWS =>
        {
            &[
                (&[A::Open], "hint-open"),
                (&[A::DefaultView], "hint-default-service"),
                (&[A::RenameView], "hint-rename"),
                (&[A::EditViewState], "hint-edit-state"),
                (&[A::AddIds], "hint-add-ids"),
                (&[A::NextPane], "hint-next-pane"),
            ]
        }
        Context::ServerViews => &[
            (&[A::Open], "hint-open"),
            (&[A::ToggleTree], "hint-tree"),
            (&[A::AddIds], "hint-add-ids"),
            (&[A::Copy], "hint-copy"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Back], "hint-back"),
        ],
        Context::Explorer => &[
            (&[A::Open], "hint-open"),
            (&[A::AskRoute], "hint-ask-route"),
            (&[A::Filter], "hint-filter"),
            (&[A::ToggleTree], "hint-tree"),
            (&[A::PreviousPage, A::NextPage], "hint-page"),
            (&[A::Discover], "hint-discover"),
            (&[A::Copy], "hint-copy"),
            (&[A::NextPane], "hint-next-pane"),
        ],
        Context::Since => {
            let empty = crate::foundation::history::since::since_last_visit(&app.cx).lines.is_empty();
            // Without a change to undo, the hint would suggest that undo reverts the changes of other users.
            match (empty, app.enabled(A::Undo).is_ok()) {
                (true, true) => &[(&[A::Undo], "hint-undo"), (&[A::Back], "hint-close")],
                (true, false) => &[(&[A::Back], "hint-close")],
                (false, true) => &[
                    (&[A::Open], "hint-open"),
                    (&[A::EndVisit], "hint-end-visit"),
                    (&[A::Undo], "hint-undo"),
                    (&[A::Filter], "hint-filter"),
                    (&[A::Copy, A::Export], "hint-copy-export"),
                    (&[A::Back], "hint-close"),
                ],
                (false, false) => &[
                    (&[A::Open], "hint-open"),
                    (&[A::EndVisit], "hint-end-visit"),
                    (&[A::Filter], "hint-filter"),
                    (&[A::Copy, A::Export], "hint-copy-export"),
                    (&[A::Back], "hint-close"),
                ],
            }
        }
        Context::Report if app.cx.picker().is_some_and(|picker| picker.kind == PickerKind::Compare) => {
            &[(&[A::Open], "hint-collapse"), (&[A::Export], "hint-export"), (&[A::Back], "hint-close")]
        }
        Context::Report => {
            &[(&[A::Open], "hint-open"), (&[A::Export], "hint-export"), (&[A::Back], "hint-close")]
        }
        Context::Users | Context::Snooze | Context::Metric => {
            &[(&[A::Open], "hint-confirm"), (&[A::Back], "hint-close")]
        }
        Context::Question if app.deletion.armed_deletion(&app.cx).is_some() => {
            &[(&[A::DeleteDeal, A::Open], "hint-delete-deal"), (&[A::Back], "hint-keep")]
        }
        Context::Question => &[(&[A::Open], "hint-confirm"), (&[A::Back], "hint-stay")],
        Context::Record if app.cx.screen() == crate::foundation::input::context::Screen::Tasks => &[
            (&[A::MoveTo], "hint-move-to"),
            (&[A::EditTask], "hint-edit-deal"),
            (&[A::Copy], "hint-copy"),
            (&[A::Back], "hint-close"),
        ],
        Context::Record => {
            &[(&[A::Open], "hint-collapse"), (&[A::Copy], "hint-copy"), (&[A::Back], "hint-close")]
        }
        // Resolving a conflict comes before the general actions on a write.
        Context::Activity if app.activity.recreates_deal(&app.cx) => &[
            (&[A::KeepMine], "hint-recreate"),
            (&[A::TakeTheirs], "hint-take-theirs"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Undo], "hint-undo"),
        ],
        Context::Activity if app.activity.has_single_choice(&app.cx) => &[
            (&[A::KeepMine], "hint-keep-mine"),
            (&[A::TakeTheirs], "hint-take-theirs"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Undo], "hint-undo"),
        ],
        Context::Activity if app.enabled(A::KeepMine).is_ok() => &[
            (&[A::KeepMine], "hint-keep-mine"),
            (&[A::TakeTheirs], "hint-take-theirs"),
            (&[A::ChooseSide], "hint-choose-side"),
            (&[A::RetryWrite], "hint-send-choice"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Undo], "hint-undo"),
        ],
        Context::Activity if app.cx.pane() != 0 && !app.cx.options().split_view => {
            const OPEN: &[(&[A], &str)] = &[
                (&[A::FocusDown, A::FocusUp], "hint-browse"),
                (&[A::Open], "hint-open"),
                (&[A::Copy], "hint-copy"),
                (&[A::NextPane], "hint-next-pane"),
            ];
            const CLOSED: &[(&[A], &str)] =
                &[(&[A::FocusDown, A::FocusUp], "hint-browse"), (&[A::NextPane], "hint-next-pane")];
            if app.enabled(A::Open).is_ok() { OPEN } else { CLOSED }
        }
        Context::Activity => &[
            (&[A::RetryWrite], "hint-retry-write"),
            (&[A::DiscardWrite], "hint-discard-write"),
            (&[A::Open], "hint-open"),
            (&[A::Copy], "hint-copy"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Undo], "hint-undo"),
        ],
        Context::Filter if matches!(app.cx.overlay(), Overlay::Help { .. }) => {
            &[(&[A::Open], "hint-confirm"), (&[A::Back], "hint-close")]
        }
        Context::Filter if !app.cx.supports_completion() => {
            &[(&[A::Open], "hint-confirm"), (&[A::Back], "hint-close")]
        }
        Context::Filter => &[
            (&[A::Complete, A::CompletePrevious], "hint-complete"),
            (&[A::Open], "hint-confirm"),
            (&[A::Back], "hint-close"),
        ],
        Context::Menu => &[
            (&[A::Open], "hint-confirm"),
            (&[A::FocusUp, A::FocusDown], "hint-choose"),
            (&[A::Back], "hint-close"),
        ],
        Context::Form => form_hints(app),
        Context::Palette => &[
            (&[A::FocusUp, A::FocusDown], "hint-choose"),
            (&[A::Open], "hint-run"),
            (&[A::NextPane], "hint-narrow"),
            (&[A::Back], "hint-close"),
        ],
        Context::Help => {
            const KEYS: &[(&[A], &str)] = &[
                (&[A::EditKeys], "hint-edit-keys"),
                (&[A::NextPane], "hint-next-screen"),
                (&[A::FocusUp, A::FocusDown], "hint-browse"),
                (&[A::Back], "hint-close"),
            ];
            // Without a key file, keys cannot be changed.
            let first = usize::from(app.enabled(A::EditKeys).is_err());
            KEYS.get(first..).unwrap_or_default()
        }
    };
    let messages = Messages::new(app.cx.lang());
    let mut hints: Vec<Hint> =
        pairs.iter().filter_map(|(actions, label)| hint(app, messages, actions, label)).collect();
    // Hint to the screen on which the conflict of the current deal is resolved.
    if app.inbox.has_visible_conflict(&app.activity, &app.pipeline, &app.cx) && !app.cx.options().split_view {
        let decide = hint(app, messages, &[A::ScreenActivity], "hint-decide");
        hints.splice(0..0, decide);
    }
    if matches!(app.table.context(&app.cx), Context::Board | Context::Table) && is_past && !selecting {
        hints.splice(0..0, hint(app, messages, &[A::Back], "hint-present"));
    }
    if app.table.context(&app.cx).is_screen() {
        hints.extend(hint(app, messages, &[A::Help], "hint-help"));
    }
    hints
}

/// Returns the hints of the portfolio: series for the trend, operations for breakdown bars.
fn portfolio_hints(app: &App) -> &'static [(&'static [ActionId], &'static str)] {
    use crate::foundation::input::commands::ActionId as A;
    const BARS: &[(&[A], &str)] = &[
        (&[A::NextPane], "hint-next-pane"),
        (&[A::ToggleChart], "hint-chart"),
        (&[A::Open], "hint-operations"),
        (&[A::Copy], "hint-copy"),
        (&[A::Refresh], "hint-refresh"),
        (&[A::Palette], "hint-palette"),
        (&[A::Back], "hint-back"),
    ];
    const OTHERS: &[(&[A], &str)] = &[
        (&[A::NextPane], "hint-next-pane"),
        (&[A::ToggleChart], "hint-chart"),
        (&[A::FocusLeft, A::FocusRight], "hint-series"),
        (&[A::Copy], "hint-copy"),
        (&[A::Refresh], "hint-refresh"),
        (&[A::Palette], "hint-palette"),
        (&[A::Back], "hint-back"),
    ];
    if app.enabled(A::Open).is_ok() { BARS } else { OTHERS }
}
