//! Commands with an argument, typed in the palette: `move ic`, `owner A. Martin`, `view committee`, `sort ltv`. They
//! act on the selection, or on the deal that has the focus where nothing is selected; on the board of tasks, on its task.
//! Where neither deals nor tasks are shown, nothing is offered that would act on them unseen.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::overlay_types::Command;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::contract::ids::DealId;
use crate::engine::DealRow;
use crate::query::{fold, is_small};
use crate::vocabulary;

/// How many of one kind are offered.
pub(in crate::app) const MOST: usize = 9;

/// A command, and why it can't be run if it can't.
pub(in crate::app) type Offered = (Command, Result<(), Reason>);

/// An argument without the small words before it.
pub(in crate::app) fn bare(mut argument: &str) -> &str {
    loop {
        let (first, rest) = argument.split_once(' ').unwrap_or((argument, ""));
        if !is_small(first) {
            return argument;
        }
        argument = rest.trim_start();
    }
}

impl AppCx {
    /// `me A. Martin`, and as a sentence `je suis A. Martin`, `I am A. Martin`. A sentence that is not ended yet holds no
    /// name: it asks for one, with those that are known under it.
    pub(in crate::app) fn names_of_me(&self, argument: &str) -> Vec<Offered> {
        let (first, rest) = argument
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or((argument.trim(), ""));
        let name = if ["suis", "am"].contains(&fold(first).as_str()) {
            rest.trim()
        } else {
            argument.trim()
        };
        let asked = name.is_empty().then(|| (Command::Me(String::new()), Ok(())));
        let names = self.owner_names(name, &fold(name));
        let names = names.into_iter().filter(|name| !name.is_empty());
        asked
            .into_iter()
            .chain(names.map(|name| (Command::Me(name), Ok(()))))
            .collect()
    }

    /// The owners that what was typed may mean, and what was typed.
    fn owner_names(&self, typed: &str, wanted: &str) -> Vec<String> {
        let known = self.snapshot.deals.owners();
        let mut found: Vec<String> = known
            .iter()
            .map(|(_, owner)| owner)
            .filter(|owner| !owner.is_empty() && fold(owner).contains(wanted))
            .map(str::to_owned)
            .collect();
        found.sort_unstable();
        found.truncate(MOST);
        // The service takes any text for an owner.
        if !found.iter().any(|owner| fold(owner) == *wanted) {
            found.push(typed.to_owned());
        }
        found
    }
}

impl Pipeline {
    pub(in crate::app) fn moves(&self, wanted: &str, cx: &AppCx) -> Vec<Offered> {
        let lang = cx.options.lang;
        let may = self.may_act(cx);
        let codes = self.lens.columns.iter().map(|column| &column.status);
        let mut found: Vec<(bool, Command)> = codes
            .filter(|code| !code.is_empty())
            .filter_map(|code| {
                let label = fold(&vocabulary::deal_status(lang, code));
                let exact = fold(code) == wanted;
                let answers = exact || code.contains(wanted) || label.contains(wanted);
                answers.then(|| (!exact, Command::Move(code.clone())))
            })
            .collect();
        found.sort_by_key(|(exact, _)| *exact);
        let offered = found.into_iter().take(MOST);
        offered
            .map(|(_, command)| match &command {
                Command::Move(status) if may.is_ok() && self.stands_so(|row| row.status == status, cx) => {
                    (command, Err(Reason::AlreadySo))
                }
                _ => (command, may),
            })
            .collect()
    }

    pub(in crate::app) fn owners(&self, typed: &str, wanted: &str, cx: &AppCx) -> Vec<Offered> {
        let may = self.may_act(cx);
        cx.owner_names(typed, wanted)
            .into_iter()
            .map(|owner| {
                let so = may.is_ok() && self.stands_so(|row| row.owner == owner, cx);
                let may = if so { Err(Reason::AlreadySo) } else { may };
                (Command::Owner(owner), may)
            })
            .collect()
    }

    /// Whether the one deal that a command would act on is as the command wants it.
    fn stands_so(&self, so: impl Fn(&DealRow<'_>) -> bool, cx: &AppCx) -> bool {
        !self.acts_on_selection(cx) && self.focused_row(cx).as_ref().is_some_and(so)
    }

    fn may_act(&self, cx: &AppCx) -> Result<(), Reason> {
        self.may_write_deals()?;
        if self.selection.is_empty() && self.focused_row(cx).is_none() {
            return Err(Reason::NoDeal);
        }
        Ok(())
    }

    pub(in crate::app) fn focused_id(&self, cx: &AppCx) -> Option<DealId> {
        DealId::new(self.focused_row(cx)?.id).ok()
    }

    /// Whether an action on deals means the selection: on the pipeline, where it is seen.
    pub fn acts_on_selection(&self, cx: &AppCx) -> bool {
        cx.screen == Screen::Pipeline && !self.selection.is_empty()
    }
}
