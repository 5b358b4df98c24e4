//! Actions that share a help line because users learn them together.

use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Group;
use crate::shell::app::App;

/// Actions of one line.
pub(super) struct SharedLine {
    /// Actions, in the order of their keys.
    pub(super) actions: &'static [A],
    /// Message key of their label.
    pub(crate) label: &'static str,
    /// Section, if it differs from the first action's.
    pub(in crate::tools) group: Option<Group>,
}

const fn shared_line(actions: &'static [A], label: &'static str) -> SharedLine {
    SharedLine { actions, label, group: None }
}

static SHARED_LINES: &[SharedLine] = &[
    SharedLine {
        actions: &[
            A::ScreenPipeline,
            A::ScreenDeal,
            A::ScreenPortfolio,
            A::ScreenNotifications,
            A::ScreenTasks,
            A::ScreenViews,
            A::ScreenExplorer,
            A::ScreenActivity,
            A::ScreenFlow,
            A::ScreenAgenda,
        ],
        label: "help-screens",
        group: Some(Group::Move),
    },
    shared_line(&[A::NextPane, A::PreviousPane], "help-panes"),
    shared_line(&[A::FocusLeft, A::FocusDown, A::FocusUp, A::FocusRight], "help-focus"),
    shared_line(&[A::FocusDown, A::FocusUp], "help-focus"),
    shared_line(&[A::FocusFirst, A::FocusLast], "help-ends"),
    shared_line(&[A::PageUp, A::PageDown], "help-pages"),
    shared_line(&[A::SelectDeal, A::SelectRange], "help-select"),
    shared_line(&[A::SelectLeft, A::SelectDown, A::SelectUp, A::SelectRight], "help-cells"),
    shared_line(&[A::CycleSortOrder, A::ReverseOrder], "help-order"),
    shared_line(&[A::SortColumn, A::SortAlso], "help-sort"),
    shared_line(&[A::NarrowColumn, A::WidenColumn], "help-width"),
    shared_line(&[A::Views, A::SaveView], "help-views"),
    shared_line(&[A::PreviousView, A::NextView], "help-turn-views"),
    shared_line(&[A::Copy, A::CopyAs], "help-copy"),
    shared_line(&[A::MovePrevious, A::MoveNext], "help-move-card"),
    shared_line(&[A::PreviousDeal, A::NextDeal], "help-turn-deals"),
    shared_line(&[A::PreviousPage, A::NextPage], "help-turn-pages"),
    shared_line(&[A::ShowSince, A::EndVisit], "help-visit"),
    shared_line(&[A::ZoomOut, A::ZoomReset, A::ZoomIn], "help-zoom"),
    SharedLine { actions: &[A::Undo, A::Redo], label: "help-undo", group: Some(Group::Act) },
];

/// Returns the shared line of an action on the help's screen; `None` if it has its own. A line is shown if each of its
/// actions applies and has a key. An action belongs to its first such line.
pub(super) fn shared_line_of(app: &App, action: A) -> Option<&'static SharedLine> {
    let is_complete =
        |line: &&SharedLine| line.actions.iter().all(|other| app.table.is_in_help(other.spec(), &app.cx));
    SHARED_LINES.iter().find(|line| line.actions.contains(&action) && is_complete(line))
}
