//! Palette commands with an argument: `move ic`, `owner A. Martin`, `view committee`, `sort ltv`. They apply to the
//! selection, otherwise to the focused deal; on the task board, to its focused task. On other screens no such command
//! is offered, because its target would not be visible.

use crate::contract::ids::DealId;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::Command;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::Reason;
use crate::model::table::DealRow;
use crate::query::is_small;
use crate::text::fold;
use crate::vocabulary;

/// Maximum number of offers of one kind.
pub(crate) const MOST: usize = 9;

/// Command, with the reason if it is disabled.
pub(crate) type Offered = (Command, Result<(), Reason>);

/// Returns an argument without leading small words.
pub(crate) fn bare(mut argument: &str) -> &str {
    loop {
        let (first, rest) = argument.split_once(' ').unwrap_or((argument, ""));
        if !is_small(first) {
            return argument;
        }
        argument = rest.trim_start();
    }
}

impl AppCx {
    /// Parses `me A. Martin`, and as a sentence `je suis A. Martin`, `I am A. Martin`. An incomplete sentence contains
    /// no name; it asks for one and offers the known names.
    pub(crate) fn names_of_me(&self, argument: &str) -> Vec<Offered> {
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

    /// Returns the owners that match the typed text, and the text itself.
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
        // The service accepts any text as an owner.
        if !found.iter().any(|owner| fold(owner) == *wanted) {
            found.push(typed.to_owned());
        }
        found
    }
}

impl Pipeline {
    pub(crate) fn moves(&self, wanted: &str, cx: &AppCx) -> Vec<Offered> {
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

    pub(crate) fn owners(&self, typed: &str, wanted: &str, cx: &AppCx) -> Vec<Offered> {
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

    /// Returns whether the single target deal is already in the requested state.
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

    pub(crate) fn focused_id(&self, cx: &AppCx) -> Option<DealId> {
        DealId::new(self.focused_row(cx)?.id).ok()
    }

    /// Returns whether deal actions apply to the selection: only on the pipeline, which shows it.
    pub fn acts_on_selection(&self, cx: &AppCx) -> bool {
        cx.screen == Screen::Pipeline && !self.selection.is_empty()
    }
}
