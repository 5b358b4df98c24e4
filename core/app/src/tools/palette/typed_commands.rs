//! Palette commands with an argument: `move ic`, `owner A. Martin`, `followup tomorrow call`, `sort ltv`. They apply to
//! the selection, otherwise to the focused deal; on the task board, to its focused task. On other screens no such
//! command is offered, because its target would not be visible.

use crate::contract::ids::DealId;
use crate::dataset::column::DealColumn;
use crate::dataset::grouping::{Grouping, Statistic};
use crate::dataset::sheets::Sheet;
use crate::dataset::sheets::pivot::PivotSpec;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay_types::PaletteCommand;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::table::DealRow;
use crate::query::is_stop_word;
use crate::text::{Lang, fold};
use crate::tools::palette::appearance_commands::names_in_all_languages;
use crate::vocabulary;

/// Maximum number of offers of one kind.
pub(crate) const MAX_OFFERS: usize = 9;

/// Command, with the reason if it is disabled.
pub(crate) type OfferedCommand = (PaletteCommand, Result<(), DisabledReason>);

/// Returns an argument without leading small words.
pub(crate) fn without_small_words(mut argument: &str) -> &str {
    loop {
        let (first, rest) = argument.split_once(' ').unwrap_or((argument, ""));
        if !is_stop_word(first) {
            return argument;
        }
        argument = rest.trim_start();
    }
}

/// Parses the columns of `group by status, class`, and offers those that match.
pub(crate) fn group_commands(search: &str) -> Vec<OfferedCommand> {
    let offer = |columns| (PaletteCommand::Group(columns), Ok(()));
    let named = search.replace(' ', ",").parse::<Grouping>();
    if let Ok(grouping) = named.map(|grouping| grouping.columns)
        && !grouping.is_empty()
    {
        return vec![offer(grouping)];
    }
    let is_match = |column: &DealColumn| {
        let mut labels = Lang::ALL.into_iter().map(|lang| fold(&column.label(lang, false)));
        column.is_code() && labels.any(|label| label.contains(search))
    };
    let ends = names_in_all_languages("command-group-nothing").any(|words| words.contains(search));
    let nothing = ends.then(|| offer(Vec::new()));
    DealColumn::all().filter(is_match).map(|column| offer(vec![column])).chain(nothing).collect()
}

/// Offers the frequencies of the columns that match.
pub(crate) fn frequency_commands(search: &str) -> Vec<OfferedCommand> {
    let columns = DealColumn::all().filter(|column| is_named(*column, search)).take(MAX_OFFERS);
    columns.map(|column| (PaletteCommand::Sheet(Sheet::Frequency(column)), Ok(()))).collect()
}

/// Returns whether a column's name or label in either language begins with a text (folded).
fn is_named(column: DealColumn, search: &str) -> bool {
    let mut labels = Lang::ALL.into_iter().map(|lang| fold(&column.label(lang, false)));
    column.name().starts_with(search) || labels.any(|label| label.starts_with(search))
}

/// Parses the words of `pivot owner status ltv median`, in any order.
pub(crate) fn pivot_command(search: &str) -> OfferedCommand {
    let mut spec = PivotSpec::default();
    let mut codes = Vec::new();
    for word in search.split([' ', ',']).filter(|word| !word.is_empty()) {
        let mut statistics = Statistic::ALL.iter().copied();
        match DealColumn::all().find(|column| is_named(*column, word)) {
            Some(column) if column.is_code() && !codes.contains(&column) => codes.push(column),
            Some(column) if column.is_number() => spec.figure = Some(column),
            _ => {
                let is_match = |statistic: &Statistic| {
                    statistic.name() == word
                        || names_in_all_languages(statistic.label_key()).any(|name| name == word)
                };
                spec.statistic = statistics.find(is_match).unwrap_or(spec.statistic);
            }
        }
    }
    let named = match codes.as_slice() {
        [] => (spec.rows, spec.columns),
        [rows, columns, ..] => (*rows, *columns),
        [rows] if *rows == spec.columns => (*rows, spec.rows),
        [rows] => (*rows, spec.columns),
    };
    (spec.rows, spec.columns) = named;
    (PaletteCommand::Sheet(Sheet::Pivot(spec)), Ok(()))
}

impl AppCx {
    /// Parses `me A. Martin`, and as a sentence `je suis A. Martin`, `I am A. Martin`. An incomplete sentence contains
    /// no name; it asks for one and offers the known names.
    pub(crate) fn own_name_commands(&self, argument: &str) -> Vec<OfferedCommand> {
        let (first, rest) = argument.trim().split_once(char::is_whitespace).unwrap_or((argument.trim(), ""));
        let name = if ["suis", "am"].contains(&fold(first).as_str()) { rest.trim() } else { argument.trim() };
        let prompt = name.is_empty().then(|| (PaletteCommand::OwnName(String::new()), Ok(())));
        let names = self.owner_names(name, &fold(name));
        let names = names.into_iter().filter(|name| !name.is_empty());
        prompt.into_iter().chain(names.map(|name| (PaletteCommand::OwnName(name), Ok(())))).collect()
    }

    /// Returns the owners that match the typed text, and the text itself.
    fn owner_names(&self, typed: &str, search: &str) -> Vec<String> {
        let known = self.snapshot.deals.owners();
        let mut names: Vec<String> = known
            .iter()
            .map(|(_, owner)| owner)
            .filter(|owner| !owner.is_empty() && fold(owner).contains(search))
            .map(str::to_owned)
            .collect();
        names.sort_unstable();
        names.truncate(MAX_OFFERS);
        // The service accepts any text as an owner.
        if !names.iter().any(|owner| fold(owner) == *search) {
            names.push(typed.to_owned());
        }
        names
    }
}

impl Pipeline {
    pub(crate) fn move_commands(&self, search: &str, cx: &AppCx) -> Vec<OfferedCommand> {
        let lang = cx.options.lang;
        let allowed = self.can_act_on_deals(cx);
        let codes = self.filtered.columns.iter().map(|column| &column.status);
        let mut commands: Vec<(bool, PaletteCommand)> = codes
            .filter(|code| !code.is_empty())
            .filter_map(|code| {
                let label = fold(&vocabulary::deal_status(lang, code));
                let exact = fold(code) == search;
                let is_match = exact || code.contains(search) || label.contains(search);
                is_match.then(|| (!exact, PaletteCommand::Move(code.clone())))
            })
            .collect();
        commands.sort_by_key(|(exact, _)| *exact);
        let offered = commands.into_iter().take(MAX_OFFERS);
        offered
            .map(|(_, command)| match &command {
                PaletteCommand::Move(status)
                    if allowed.is_ok() && self.is_target_in_state(|row| row.status == status, cx) =>
                {
                    (command, Err(DisabledReason::NothingToChange))
                }
                _ => (command, allowed),
            })
            .collect()
    }

    pub(crate) fn owner_commands(&self, typed: &str, search: &str, cx: &AppCx) -> Vec<OfferedCommand> {
        let allowed = self.can_act_on_deals(cx);
        cx.owner_names(typed, search)
            .into_iter()
            .map(|owner| {
                let is_unchanged = allowed.is_ok() && self.is_target_in_state(|row| row.owner == owner, cx);
                let allowed = if is_unchanged { Err(DisabledReason::NothingToChange) } else { allowed };
                (PaletteCommand::Owner(owner), allowed)
            })
            .collect()
    }

    /// Returns whether the single target deal is already in the requested state.
    fn is_target_in_state(&self, predicate: impl Fn(&DealRow<'_>) -> bool, cx: &AppCx) -> bool {
        !self.acts_on_selection(cx) && self.focused_row(cx).as_ref().is_some_and(predicate)
    }

    fn can_act_on_deals(&self, cx: &AppCx) -> Result<(), DisabledReason> {
        self.can_write_deals()?;
        self.has_target(cx)
    }

    /// Checks whether deals are selected or one is focused.
    pub(crate) fn has_target(&self, cx: &AppCx) -> Result<(), DisabledReason> {
        if self.selection.is_empty() && self.focused_row(cx).is_none() {
            return Err(DisabledReason::NoFocus);
        }
        Ok(())
    }

    pub(crate) fn focused_id(&self, cx: &AppCx) -> Option<DealId> {
        DealId::new(self.focused_row(cx)?.id).ok()
    }
}
