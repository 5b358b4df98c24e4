//! Named sections of screens: panes, tabs, and lists of the explorer. The palette finds them from every screen, so
//! users need not know where they are.

use crate::deals::pipeline::pipeline::RATIOS;
use crate::foundation::cx::overlay_types::{InboxTab, PartTarget, ScreenPart};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::activity::activity::{JOURNAL, PERMISSIONS, REQUESTS};
use crate::screens::explorer::named_routes::NAMED_ROUTES;
use crate::screens::inbox::inbox::{ALERTS, KINDS, PREFERENCES};
use crate::screens::portfolio::portfolio::TREND_PANE;
use crate::screens::server_views::server_views::{DASHBOARDS, DEAL_VIEWS, SERVICE_VIEWS};

/// Pane index of the portfolio's entity card.
pub const ENTITY_PANE: usize = 3;

pub(crate) const fn pane_part(label_key: &'static str, screen: Screen, pane: usize) -> ScreenPart {
    ScreenPart { label_key, target: PartTarget::Pane(screen, pane) }
}

pub(crate) const fn tab_part(label_key: &'static str, tab: InboxTab) -> ScreenPart {
    ScreenPart { label_key, target: PartTarget::Tab(tab) }
}

const fn list_part(label_key: &'static str, kind: ResourceKind) -> ScreenPart {
    ScreenPart { label_key, target: PartTarget::List(kind) }
}

/// The parts before the routes, in the order of the screens.
static BEFORE_ROUTES: &[ScreenPart] = &[
    pane_part("deal-pane-fields", Screen::Deal, 0),
    pane_part("deal-pane-kpi", Screen::Deal, RATIOS),
    pane_part("deal-notes", Screen::Deal, 2),
    pane_part("deal-pane-requests", Screen::Deal, 3),
    pane_part("deal-history", Screen::Deal, 4),
    pane_part("breakdown-by-status", Screen::Portfolio, 0),
    pane_part("breakdown-by-class", Screen::Portfolio, 1),
    pane_part("breakdown-by-type", Screen::Portfolio, 2),
    pane_part("entity-title", Screen::Portfolio, ENTITY_PANE),
    pane_part("trend-title", Screen::Portfolio, TREND_PANE),
    tab_part("inbox-tab-unread", InboxTab::Unread),
    tab_part("inbox-tab-read", InboxTab::Read),
    tab_part("inbox-tab-snoozed", InboxTab::Snoozed),
    tab_part("inbox-tab-starred", InboxTab::Starred),
    pane_part("family-alerts", Screen::Notifications, ALERTS),
    pane_part("preferences-title", Screen::Notifications, PREFERENCES),
    pane_part("frequency-title", Screen::Notifications, KINDS),
    pane_part("library-deal-views", Screen::Views, DEAL_VIEWS),
    pane_part("family-saved-views", Screen::Views, SERVICE_VIEWS),
    pane_part("family-custom-dashboards", Screen::Views, DASHBOARDS),
    list_part("family-operations", ResourceKind::Operations),
    list_part("family-fonds", ResourceKind::Fonds),
    list_part("family-spvs", ResourceKind::Spvs),
    list_part("family-operateurs", ResourceKind::Operateurs),
    list_part("family-field-definitions", ResourceKind::FieldDefinitions),
    list_part("family-taxonomies", ResourceKind::Taxonomies),
];

/// The parts after the routes.
static AFTER_ROUTES: &[ScreenPart] = &[
    ScreenPart { label_key: "action-ask-route", target: PartTarget::AnyRoute },
    pane_part("activity-outbox", Screen::Activity, 0),
    pane_part("activity-requests", Screen::Activity, REQUESTS),
    pane_part("activity-journal", Screen::Activity, JOURNAL),
    pane_part("activity-rights", Screen::Activity, PERMISSIONS),
];

/// All sections, in screen order.
pub fn all_parts() -> impl Iterator<Item = &'static ScreenPart> {
    let parts = BEFORE_ROUTES.iter().chain(NAMED_ROUTES);
    parts.chain(AFTER_ROUTES)
}

impl ScreenPart {
    /// Returns the screen of the section.
    pub fn screen(&self) -> Screen {
        match self.target {
            PartTarget::Pane(screen, _) => screen,
            PartTarget::Tab(_) => Screen::Notifications,
            PartTarget::List(_) | PartTarget::Route(_) | PartTarget::AnyRoute => Screen::Explorer,
        }
    }

    /// Returns the equivalent action on that screen, if there is one.
    pub(crate) fn action(&self) -> Option<ActionId> {
        (self.target == PartTarget::AnyRoute).then_some(ActionId::AskRoute)
    }
}
