//! Named sections of screens: panes, tabs, and lists of the explorer. The palette finds them from every screen, so
//! users need not know where they are.

use crate::foundation::cx::overlay_types::{InboxTab, Part, To};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::model::resources::resource_kind::Family;
use crate::records::activity::panes::{JOURNAL, REQUESTS, RIGHTS};
use crate::screens::explorer::named_routes::NAMED_ROUTES;
use crate::screens::inbox::panes::{ALERTS, KINDS, PREFERENCES};
use crate::screens::library::library::{DASHBOARDS, DEAL_VIEWS, SERVICE_VIEWS};
use crate::screens::portfolio::focus::RATIOS;
use crate::screens::portfolio::trends::TREND;

/// Pane index of the portfolio's entity card.
pub const ENTITY: usize = 3;

pub(crate) const fn pane(label_key: &'static str, screen: Screen, pane: usize) -> Part {
    Part {
        label_key,
        to: To::Pane(screen, pane),
    }
}

pub(crate) const fn tab(label_key: &'static str, tab: InboxTab) -> Part {
    Part {
        label_key,
        to: To::Tab(tab),
    }
}

const fn list(label_key: &'static str, family: Family) -> Part {
    Part {
        label_key,
        to: To::List(family),
    }
}

/// The parts before the routes, in the order of the screens.
static BEFORE_ROUTES: &[Part] = &[
    pane("deal-pane-fields", Screen::Deal, 0),
    pane("deal-pane-kpi", Screen::Deal, RATIOS),
    pane("deal-notes", Screen::Deal, 2),
    pane("deal-pane-requests", Screen::Deal, 3),
    pane("deal-history", Screen::Deal, 4),
    pane("breakdown-by-status", Screen::Portfolio, 0),
    pane("breakdown-by-class", Screen::Portfolio, 1),
    pane("breakdown-by-type", Screen::Portfolio, 2),
    pane("entity-title", Screen::Portfolio, ENTITY),
    pane("trend-title", Screen::Portfolio, TREND),
    tab("inbox-tab-unread", InboxTab::Unread),
    tab("inbox-tab-read", InboxTab::Read),
    tab("inbox-tab-snoozed", InboxTab::Snoozed),
    tab("inbox-tab-starred", InboxTab::Starred),
    pane("family-alerts", Screen::Notifications, ALERTS),
    pane("preferences-title", Screen::Notifications, PREFERENCES),
    pane("bursts-title", Screen::Notifications, KINDS),
    pane("library-deal-views", Screen::Views, DEAL_VIEWS),
    pane("family-saved-views", Screen::Views, SERVICE_VIEWS),
    pane("family-custom-dashboards", Screen::Views, DASHBOARDS),
    list("family-operations", Family::Operations),
    list("family-fonds", Family::Fonds),
    list("family-spvs", Family::Spvs),
    list("family-operateurs", Family::Operateurs),
    list("family-field-definitions", Family::FieldDefinitions),
    list("family-taxonomies", Family::Taxonomies),
];

/// The parts after the routes.
static AFTER_ROUTES: &[Part] = &[
    Part {
        label_key: "action-ask-route",
        to: To::AnyRoute,
    },
    pane("activity-outbox", Screen::Activity, 0),
    pane("activity-requests", Screen::Activity, REQUESTS),
    pane("activity-journal", Screen::Activity, JOURNAL),
    pane("activity-rights", Screen::Activity, RIGHTS),
];

/// All sections, in screen order.
pub fn parts() -> impl Iterator<Item = &'static Part> {
    let parts = BEFORE_ROUTES.iter().chain(NAMED_ROUTES);
    parts.chain(AFTER_ROUTES)
}

impl Part {
    /// Returns the screen of the section.
    pub fn screen(&self) -> Screen {
        match self.to {
            To::Pane(screen, _) => screen,
            To::Tab(_) => Screen::Notifications,
            To::List(_) | To::Route(_) | To::AnyRoute => Screen::Explorer,
        }
    }

    /// Returns the equivalent action on that screen, if there is one.
    pub(crate) fn action(&self) -> Option<ActionId> {
        (self.to == To::AnyRoute).then_some(ActionId::AskRoute)
    }
}
