//! Actions that share a help line because users learn them together.

use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::context::Group;
use crate::shell::app::App;

/// Actions of one line.
pub(super) struct Together {
    /// Actions, in the order of their keys.
    pub(super) actions: &'static [A],
    /// Message key of their label.
    pub(crate) label: &'static str,
    /// Section, if it differs from the first action's.
    pub(in crate::tools) group: Option<Group>,
}

const fn line(actions: &'static [A], label: &'static str) -> Together {
    Together {
        actions,
        label,
        group: None,
    }
}

static LINES: &[Together] = &[
    Together {
        actions: &[
            A::ScreenPipeline,
            A::ScreenDeal,
            A::ScreenPortfolio,
            A::ScreenNotifications,
            A::ScreenTasks,
            A::ScreenViews,
            A::ScreenExplorer,
            A::ScreenActivity,
        ],
        label: "help-screens",
        group: Some(Group::Move),
    },
    line(&[A::NextPane, A::PreviousPane], "help-panes"),
    line(
        &[A::FocusLeft, A::FocusDown, A::FocusUp, A::FocusRight],
        "help-focus",
    ),
    line(&[A::FocusDown, A::FocusUp], "help-focus"),
    line(&[A::FocusFirst, A::FocusLast], "help-ends"),
    line(&[A::PageUp, A::PageDown], "help-pages"),
    line(&[A::SelectDeal, A::SelectRange], "help-select"),
    line(
        &[A::SelectLeft, A::SelectDown, A::SelectUp, A::SelectRight],
        "help-cells",
    ),
    line(&[A::TurnOrder, A::ReverseOrder], "help-order"),
    line(&[A::SortColumn, A::SortAlso], "help-sort"),
    line(&[A::NarrowColumn, A::WidenColumn], "help-width"),
    line(&[A::Views, A::SaveView], "help-views"),
    line(&[A::PreviousView, A::NextView], "help-turn-views"),
    line(&[A::Copy, A::CopyAs], "help-copy"),
    line(&[A::MovePrevious, A::MoveNext], "help-move-card"),
    line(&[A::PreviousDeal, A::NextDeal], "help-turn-deals"),
    line(&[A::PreviousPage, A::NextPage], "help-turn-pages"),
    line(&[A::ShowSince, A::EndVisit], "help-visit"),
    line(&[A::ZoomOut, A::ZoomReset, A::ZoomIn], "help-zoom"),
    Together {
        actions: &[A::Undo, A::Redo],
        label: "help-undo",
        group: Some(Group::Act),
    },
];

/// Returns the shared line of an action on the help's screen; `None` if it has its own. A line is shown if each of its
/// actions applies and has a key. An action belongs to its first such line.
pub(super) fn together(app: &App, action: A) -> Option<&'static Together> {
    let whole = |line: &&Together| {
        line.actions
            .iter()
            .all(|one| app.table.helps(one.spec(), &app.cx))
    };
    LINES
        .iter()
        .find(|line| line.actions.contains(&action) && whole(line))
}
