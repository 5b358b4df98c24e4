//! Where a person left off: screen, view, board or table, folded columns, widths. Kept as one text per profile, and
//! taken up again at the next start.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use crate::contract::ids::DealId;
use crate::engine::Effect;
use crate::vocabulary::{Family, status_is_aside};

use crate::app::deals::pipeline::layout::BoardLook;
use crate::app::deals::table::column_settings::{self, AllDeals};
use crate::app::screens::views::saved_view::Layout;
use crate::app::shell::app::{App, Screen};

/// The name under which it is kept.
pub(super) const SESSION: &str = "session";

/// What is kept of a session. What is missing stands for "as at the first start".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::app) struct Kept {
    screen: Option<u8>,
    deal: Option<String>,
    view: Option<String>,
    layout: Layout,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    columns: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sort: Vec<String>,
    folded: Option<BTreeSet<String>>,
    widths: BTreeMap<String, u16>,
    board: BoardLook,
    /// How the table stands without a view, whichever is open. Before this was kept it was as what was shown without one.
    all: Option<column_settings::Written>,
}

impl App {
    fn to_keep(&self) -> Kept {
        Kept {
            screen: Some(self.cx.screen.number()),
            deal: self.pipeline.deal.as_ref().map(|deal| deal.as_str().to_owned()),
            view: self.views.current.clone(),
            layout: if self.table.shown {
                Layout::Table
            } else {
                Layout::Board
            },
            columns: self
                .table
                .columns
                .iter()
                .map(|column| column.name().to_owned())
                .collect(),
            sort: self.table.sort.iter().map(ToString::to_string).collect(),
            folded: Some(self.pipeline.board.folded.clone()),
            widths: self.table.widths.clone(),
            board: self.pipeline.board.look.clone(),
            all: Some(self.views.all.written()),
        }
    }

    /// What has to be kept of where the person is now, if that has changed.
    pub(in crate::app) fn keep_session(&mut self) -> Option<Effect> {
        let kept = self.session.restored.as_ref()?;
        let now = self.to_keep();
        if *kept == now {
            return None;
        }
        let value = toml::to_string(&now).ok();
        self.session.restored = Some(now);
        Some(Effect::Keep {
            name: SESSION.to_owned(),
            value,
        })
    }

    /// Takes up what was kept, once, when it has been read. What the person has done meanwhile stays as it is.
    pub(in crate::app) fn restore(&mut self) {
        if self.session.restored.is_some() {
            return;
        }
        let Some(settings) = self.cx.snapshot.settings.clone() else {
            return;
        };
        self.take_me(crate::app::shell::app::kept_me(&settings));
        self.take_views(&settings);
        if self.cx.options.demo && self.views.list.is_empty() && !settings.contains_key(SESSION) {
            self.begin_with_views();
        }
        // A text that a later version wrote, or a disk garbled, is as good as none: it is only where one left off.
        let kept = settings
            .get(SESSION)
            .and_then(|text| toml::from_str::<Kept>(text).ok());
        let kept = kept.unwrap_or_default();
        self.pipeline.board.folded = kept.folded.clone().unwrap_or_else(|| {
            let known = Family::DealStatus.codes().iter().map(|status| status.code);
            known
                .filter(|code| status_is_aside(code))
                .map(str::to_owned)
                .collect()
        });
        self.table.widths.clone_from(&kept.widths);
        self.views.all = match &kept.all {
            Some(all) => AllDeals::from(all),
            None if kept.view.is_none() => AllDeals::read(&kept.columns, &kept.widths),
            None => AllDeals::default(),
        };
        self.take_look(kept.board.clone());
        let untouched = (self.cx.screen == Screen::Pipeline || self.acting.came)
            && self.pipeline.board.filter.is_empty()
            && !self.table.shown;
        if untouched {
            self.take_up(&kept);
        }
        self.session.restored = Some(self.to_keep());
    }

    fn take_up(&mut self, kept: &Kept) {
        let columns = kept.columns.iter().filter_map(|text| text.parse().ok()).collect();
        let sort = kept.sort.iter().filter_map(|text| text.parse().ok()).collect();
        self.set_table(columns, sort);
        self.show_table(kept.layout == Layout::Table);
        let default = self
            .views
            .list
            .iter()
            .find(|view| view.default)
            .map(|view| view.name.clone());
        // A view that opens by itself is to be seen: it wins over the screen that was left.
        let opens = default.is_some();
        if let Some(view) = default.or_else(|| kept.view.clone()) {
            self.open_view(&view);
        }
        // Whoever came from somebody else stays where they are.
        if self.acting.came || opens {
            return;
        }
        let screen = Screen::ALL
            .into_iter()
            .find(|screen| Some(screen.number()) == kept.screen);
        let deal = kept.deal.as_deref().and_then(|id| DealId::new(id).ok());
        match (screen, deal) {
            (Some(Screen::Deal), Some(deal)) => {
                let effects = self.open_deal(deal);
                self.cx.afterwards.extend(effects);
            }
            (Some(Screen::Deal) | None, _) => {}
            (Some(screen), _) => {
                let effects = self.show(screen);
                self.cx.afterwards.extend(effects);
            }
        }
    }
}
