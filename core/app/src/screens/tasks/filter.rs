//! Filter and order of tasks, for the board and the command line.

use jiff::civil::Date;

use crate::text::fold;

/// Fields in which services give a task's owner, priority and deal; the contract defines none.
pub(crate) const OWNER_FIELDS: [&str; 4] = ["responsable", "assignee", "owner", "user"];
const PRIORITY_FIELDS: [&str; 3] = ["priority", "priorite", "urgency"];
const DEAL_FIELDS: [&str; 3] = ["deal_id", "deal", "operation_id"];

/// Words for priorities, highest first. Numbers follow them, smaller ones first.
const PRIORITIES: [&[&str]; 4] = [
    &["urgent", "critical", "critique"],
    &["high", "haute", "elevee"],
    &["medium", "normal", "moyenne", "normale"],
    &["low", "basse", "faible"],
];

/// Order of tasks. Equal ones follow by due date, then in the server's order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum TaskSort {
    /// Earliest due date first.
    #[default]
    Due,
    /// Highest priority first.
    Priority,
    /// By the name of the deal.
    Deal,
}

impl TaskSort {
    /// Every order, in the order in which they follow each other.
    pub const ALL: [Self; 3] = [Self::Due, Self::Priority, Self::Deal];

    /// Returns its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the message key of its label.
    pub(crate) fn label_key(self) -> &'static str {
        match self {
            Self::Due => "task-sort-due",
            Self::Priority => "task-sort-priority",
            Self::Deal => "task-sort-deal",
        }
    }

    /// Returns the order with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sort| sort.name() == name)
    }
}

/// Filter and order of tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskFilter {
    /// Words, `status:CODE` and `priority:WORD`, as typed; all must match.
    pub text: String,
    /// True for the user's own tasks only.
    pub mine: bool,
    /// The order.
    pub sort: TaskSort,
}

/// What is compared of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskFacts {
    /// Name of the task.
    pub name: String,
    /// Code of its `statut`.
    pub statut: String,
    /// Owner; empty if unknown.
    pub owner: String,
    /// Priority as received; empty if unknown.
    pub priority: String,
    /// Name of its deal; empty if unknown.
    pub deal: String,
    /// Due day.
    pub due: Option<Date>,
}

impl TaskFacts {
    /// Reads a task. `deal` is its deal's name, if known.
    pub fn new(
        field: impl Fn(&str) -> Option<String>,
        name: String,
        deal: String,
        due: Option<Date>,
    ) -> Self {
        let first = |fields: &[&str]| fields.iter().find_map(|name| field(name)).unwrap_or_default();
        Self {
            statut: field("statut").unwrap_or_default(),
            owner: first(&OWNER_FIELDS),
            priority: first(&PRIORITY_FIELDS),
            name,
            deal,
            due,
        }
    }
}

/// Returns the identifier of a task's deal, if a field gives it.
pub fn deal_field(field: impl Fn(&str) -> Option<String>) -> Option<String> {
    DEAL_FIELDS.iter().find_map(|name| field(name)).filter(|id| !id.is_empty())
}

impl TaskFilter {
    /// Returns whether it hides any task.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.mine || !self.text.trim().is_empty()
    }

    /// Returns the conditions that are neither `status:` nor `priority:`.
    pub fn unknown_conditions(&self) -> impl Iterator<Item = &str> {
        let is_unknown = |word: &&str| {
            let field = word.split_once(':').map(|(field, _)| fold(field));
            field.is_some_and(|field| {
                field.starts_with(char::is_alphabetic)
                    && !matches!(&*field, "status" | "statut" | "priority" | "priorite")
            })
        };
        self.text.split_whitespace().filter(is_unknown)
    }

    /// Returns the codes after `status:`.
    pub fn status_codes(&self) -> impl Iterator<Item = &str> {
        let conditions = self.text.split_whitespace().filter_map(|word| word.split_once(':'));
        let codes = conditions.filter(|(field, _)| matches!(&*fold(field), "status" | "statut"));
        codes.flat_map(|(_, codes)| codes.split(','))
    }

    /// Returns whether a task matches; `own_names` are the user's names.
    pub fn matches(&self, task: &TaskFacts, own_names: &[String]) -> bool {
        let owner = fold(&task.owner);
        let is_mine = || own_names.iter().any(|name| fold(name) == owner);
        let all = fold(&[&*task.name, &*task.owner, &*task.deal].join("\n"));
        let matches_word = |word: &str| match word.split_once(':') {
            Some(("status" | "statut", code)) => code.split(',').any(|code| fold(&task.statut) == code),
            Some(("priority" | "priorite", word)) => {
                let rank = priority_rank(word);
                word.split(',').any(|word| fold(&task.priority) == word)
                    || rank < PRIORITIES.len() as u64 && priority_rank(&task.priority) == rank
            }
            _ => all.contains(word),
        };
        (!self.mine || is_mine()) && fold(&self.text).split_whitespace().all(matches_word)
    }

    /// Returns the key by which tasks are sorted.
    pub fn sort_key(&self, task: &TaskFacts) -> (u64, String, bool, Option<Date>) {
        let (rank, text) = match self.sort {
            TaskSort::Due => (0, String::new()),
            TaskSort::Priority => (priority_rank(&task.priority), String::new()),
            TaskSort::Deal => (u64::from(task.deal.is_empty()), fold(&task.deal)),
        };
        (rank, text, task.due.is_none(), task.due)
    }
}

/// Returns the rank of a priority, the highest first; unknown ones come last.
fn priority_rank(priority: &str) -> u64 {
    let word = fold(priority);
    let known = PRIORITIES.iter().position(|words| words.contains(&word.as_str()));
    let number = || word.parse::<u32>().ok().map(|number| PRIORITIES.len() as u64 + u64::from(number));
    known.map(|at| at as u64).or_else(number).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn mistyped_conditions_are_found() {
        let filter = |text: &str| TaskFilter { text: text.into(), ..TaskFilter::default() };
        let unknown = filter("Statut:fait foo:bar 10:30 owner:x priority:high parc");
        assert_eq!(unknown.unknown_conditions().collect::<Vec<_>>(), ["foo:bar", "owner:x"]);
        assert_eq!(filter("status:a,b Statut:c x").status_codes().collect::<Vec<_>>(), ["a", "b", "c"]);
    }

    fn task(name: &str, statut: &str, owner: &str, priority: &str, due: Option<i8>) -> TaskFacts {
        let field = |field: &str| match field {
            "statut" => Some(statut.to_owned()),
            "assignee" => Some(owner.to_owned()),
            "priorite" => Some(priority.to_owned()),
            _ => None,
        };
        TaskFacts::new(field, name.to_owned(), String::new(), due.map(|day| date(2026, 11, day)))
    }

    #[test]
    fn filter_combines_words_status_priority_and_owner() {
        let notary = task("Relancer le notaire – Halle Vauban", "prep", "A. Martin", "Élevée", None);
        let matches = |text: &str, mine| {
            let filter = TaskFilter { text: text.into(), mine, ..TaskFilter::default() };
            filter.matches(&notary, &["a. martin".into()])
        };
        for text in [
            "",
            "notaire vauban",
            "status:prep",
            "STATUT:fait,prep",
            "priority:high",
            "priority:elevee martin",
        ] {
            assert!(matches(text, true), "{text}");
        }
        for text in ["plan", "status:fait", "priority:low", "priority:xyz", "notaire status:fait"] {
            assert!(!matches(text, false), "{text}");
        }
        let mine = TaskFilter { mine: true, ..TaskFilter::default() };
        assert!(!mine.matches(&notary, &["J. Roux".into()]) && !mine.matches(&notary, &[]));
    }

    #[test]
    fn order_is_by_due_date_priority_or_deal() {
        let mut tasks = [
            task("a", "prep", "", "low", Some(3)),
            task("b", "prep", "", "2", Some(1)),
            task("c", "prep", "", "urgent", None),
            task("d", "prep", "", "", Some(2)),
        ];
        tasks[2].deal = "Parc".into();
        tasks[0].deal = "Halle".into();
        for (sort, expected) in
            [(TaskSort::Due, "bdac"), (TaskSort::Priority, "cabd"), (TaskSort::Deal, "acbd")]
        {
            let filter = TaskFilter { sort, ..TaskFilter::default() };
            tasks.sort_by_cached_key(|task| task.name.clone());
            tasks.sort_by_cached_key(|task| filter.sort_key(task));
            assert_eq!(tasks.iter().map(|task| task.name.as_str()).collect::<String>(), expected);
            assert_eq!(TaskSort::from_name(sort.name()), Some(sort));
        }
    }
}
