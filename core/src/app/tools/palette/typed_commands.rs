//! Commands with an argument, typed in the palette: `move ic`, `owner A. Martin`, `view committee`, `sort ltv`. They
//! act on the selection, or on the deal that has the focus where nothing is selected; on the board of tasks, on its task.
//! Where neither deals nor tasks are shown, nothing is offered that would act on them unseen.

use crate::app::changes::bulk::model::BulkVerb;
use crate::app::deals::pipeline::layout::Lanes;
use crate::app::foundation::dataset::column::Column;
use crate::app::shell::app::{Action, App, Reason, Screen, ThemeChoice, ToastKind};
use crate::contract::ids::DealId;
use crate::engine::{DealRow, Effect};
use crate::query::{fold, is_small};
use crate::text::Words;
use crate::theme::Accent;
use crate::vocabulary;

use super::appearance_commands::accents_named;

/// A command that is understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Move to a status, by its code.
    Move(String),
    /// Move the focused task to a statut.
    MoveTask(String),
    /// Give to an owner.
    Owner(String),
    /// Open a saved view, by its name.
    View(String),
    /// Sort the table.
    Sort(Column),
    /// Say who the person is, as an owner of deals.
    Me(String),
    /// Choose the looks.
    Theme(ThemeChoice),
    /// Choose the colour of what acts, in the window.
    Accent(Accent),
    /// Make lanes of the board out of something, or take them away.
    Lanes(Lanes),
    /// Write the terminal in ASCII, or no longer.
    Ascii(bool),
    /// Listen to the pointer in the terminal, or no longer.
    Mouse(bool),
}

/// How many of one kind are offered.
const MOST: usize = 9;

/// A command, and why it can't be run if it can't.
type Offered = (Command, Result<(), Reason>);

/// An argument without the small words before it.
fn bare(mut argument: &str) -> &str {
    loop {
        let (first, rest) = argument.split_once(' ').unwrap_or((argument, ""));
        if !is_small(first) {
            return argument;
        }
        argument = rest.trim_start();
    }
}

impl App {
    /// What a line of the palette may mean as a command: the verb, then the beginning of what it takes.
    pub(in crate::app) fn commands(&self, line: &str) -> Vec<Offered> {
        let line = line.trim_start();
        // As its line in the palette is written: `Theme: dark`, `Thème : sombre`.
        let ends = |letter: char| letter == ':' || letter.is_whitespace();
        let (verb, argument) = line.split_once(ends).unwrap_or((line, ""));
        let argument = argument.trim_start().trim_start_matches(':');
        let (verb, wanted) = (fold(verb), fold(argument.trim()));
        if verb.is_empty() {
            return Vec::new();
        }
        // The words of both languages are understood in either: habits outlive a switch.
        let is = |key: &str| {
            crate::text::Lang::ALL
                .into_iter()
                .any(|lang| Words::new(lang).get(key).split(' ').any(|word| word == verb))
        };
        let deals = matches!(self.cx.screen, Screen::Pipeline | Screen::Deal);
        let take = |find: &dyn Fn(&str) -> Vec<Offered>| {
            let found = find(&wanted);
            // `move to committee`: what binds the verb and its argument is of neither.
            if found.is_empty() {
                find(bare(&wanted))
            } else {
                found
            }
        };
        if is("command-move") && self.cx.screen == Screen::Tasks {
            return take(&|wanted| self.task_moves(wanted));
        }
        if is("command-move") && deals {
            return take(&|wanted| self.moves(wanted));
        }
        if is("command-owner") && deals && !wanted.is_empty() {
            return self.owners(argument.trim(), &wanted);
        }
        if is("command-me") && !wanted.is_empty() {
            return self.names_of_me(argument);
        }
        if is("command-theme") {
            return take(&|wanted| self.looks_named(wanted));
        }
        if is("command-accent") && self.cx.options.beside {
            return take(&accents_named);
        }
        if is("command-view") {
            return take(&|wanted| {
                let names = self.views.list.iter().map(|view| view.name.clone());
                let found = names.filter(|name| fold(name).contains(wanted)).take(MOST);
                found.map(|name| (Command::View(name), Ok(()))).collect()
            });
        }
        if is("command-sort") && self.cx.screen == Screen::Pipeline {
            let lang = self.cx.options.lang;
            let label = |column: &Column| fold(&column.label(lang, false));
            return take(&|wanted| {
                let named = |c: &Column| c.name().starts_with(wanted) || label(c).contains(wanted);
                let found = Column::all().filter(named).take(MOST);
                found.map(|column| (Command::Sort(column), Ok(()))).collect()
            });
        }
        Vec::new()
    }

    /// `me A. Martin`, and as a sentence `je suis A. Martin`, `I am A. Martin`. A sentence that is not ended yet holds no
    /// name: it asks for one, with those that are known under it.
    fn names_of_me(&self, argument: &str) -> Vec<Offered> {
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

    fn moves(&self, wanted: &str) -> Vec<Offered> {
        let lang = self.cx.options.lang;
        let may = self.may_act();
        let codes = self.pipeline.lens.columns.iter().map(|column| &column.status);
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
                Command::Move(status) if may.is_ok() && self.stands_so(|row| row.status == status) => {
                    (command, Err(Reason::AlreadySo))
                }
                _ => (command, may),
            })
            .collect()
    }

    fn task_moves(&self, wanted: &str) -> Vec<Offered> {
        let may = self.focused_task().map(|_| ()).ok_or(Reason::NoTask);
        let statuts = self.statuts().into_iter().filter(|statut| {
            let label = fold(&crate::app::screens::tasks::view::statut(self, statut));
            !statut.is_empty() && (fold(statut).contains(wanted) || label.contains(wanted))
        });
        statuts
            .take(MOST)
            .map(|statut| (Command::MoveTask(statut), may))
            .collect()
    }

    fn owners(&self, typed: &str, wanted: &str) -> Vec<Offered> {
        let may = self.may_act();
        self.owner_names(typed, wanted)
            .into_iter()
            .map(|owner| {
                let so = may.is_ok() && self.stands_so(|row| row.owner == owner);
                let may = if so { Err(Reason::AlreadySo) } else { may };
                (Command::Owner(owner), may)
            })
            .collect()
    }

    /// Whether the one deal that a command would act on is as the command wants it.
    fn stands_so(&self, so: impl Fn(&DealRow<'_>) -> bool) -> bool {
        !self.acts_on_selection() && self.focused_row().as_ref().is_some_and(so)
    }

    /// The owners that what was typed may mean, and what was typed.
    fn owner_names(&self, typed: &str, wanted: &str) -> Vec<String> {
        let known = self.cx.snapshot.deals.owners();
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

    fn may_act(&self) -> Result<(), Reason> {
        self.may_write_deals()?;
        if self.pipeline.selection.is_empty() && self.focused_row().is_none() {
            return Err(Reason::NoDeal);
        }
        Ok(())
    }

    pub(in crate::app) fn run_command(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::View(name) => {
                let effects = if self.cx.screen == Screen::Pipeline {
                    Vec::new()
                } else {
                    self.show(Screen::Pipeline)
                };
                self.open_view(&name);
                effects
            }
            Command::Me(name) => self.set_me(&name),
            Command::Theme(theme) => self.pointed(Action::SetTheme(theme)),
            Command::Accent(accent) => self.pointed(Action::SetAccent(accent)),
            Command::Lanes(lanes) => self.pointed(Action::SetLanes(lanes)),
            Command::Ascii(ascii) => {
                self.cx.options.ascii = ascii;
                Vec::new()
            }
            Command::Mouse(on) => {
                self.cx.options.mouse = on;
                self.say(
                    ToastKind::Pointed { on },
                    crate::app::foundation::cx::toast::SHORT,
                );
                Vec::new()
            }
            Command::Sort(column) if !self.table.shown && self.board_orders().contains(&column) => {
                self.sort_board(column);
                Vec::new()
            }
            Command::Sort(column) => {
                self.show_table(true);
                self.sort_by(column, false);
                Vec::new()
            }
            Command::MoveTask(statut) => match self.focused_task().map(|task| task.id.clone()) {
                Some(id) => self.move_task(&id, &statut),
                None => Vec::new(),
            },
            Command::Move(status) if !self.acts_on_selection() => match self.focused_id() {
                Some(deal) => self.move_deal(&deal, &status),
                None => Vec::new(),
            },
            Command::Owner(owner) if !self.acts_on_selection() => match self.focused_id() {
                Some(deal) => self.set_owner(deal, &owner),
                None => Vec::new(),
            },
            Command::Move(status) => self.change_selected(BulkVerb::Status(status)),
            Command::Owner(owner) => self.change_selected(BulkVerb::Owner(owner)),
        }
    }

    fn focused_id(&self) -> Option<DealId> {
        DealId::new(self.focused_row()?.id).ok()
    }

    /// Whether an action on deals means the selection: on the pipeline, where it is seen.
    pub fn acts_on_selection(&self) -> bool {
        self.cx.screen == Screen::Pipeline && !self.pipeline.selection.is_empty()
    }
}
