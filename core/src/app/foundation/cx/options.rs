//! How an application begins: language, looks, keys, holds, limits.

use crate::app::foundation::cx::theme_choice::{ThemeChoice};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use crate::app::foundation::cx::entry_rules::EntryRules;
use crate::app::foundation::cx::overlay_types::ExportForm;
use crate::app::foundation::input::keymap::Keymap;
use crate::text::Lang;
use crate::theme::Accent;
use crate::vocabulary::{Bands, StatusOrder};

/// How an [`App`](crate::app::shell::app::App) begins.
#[derive(Clone, Debug)]
pub struct Options {
    /// The language of labels, numbers and dates.
    pub lang: Lang,
    /// The looks.
    pub theme: ThemeChoice,
    /// The colour of what acts, in the window.
    pub accent: Accent,
    /// The bindings in force.
    pub keymap: Keymap,
    /// The zone in which moments are shown.
    pub zone: TimeZone,
    /// How long a move or an edit is held before it is sent.
    pub hold: Duration,
    /// How long a deletion is held before it is sent.
    pub hold_delete: Duration,
    /// How long an armed "mark all" stays armed.
    pub armed: Duration,
    /// The limits of the house for each indicator.
    pub bands: Bands,
    /// Whether an open deal stands beside the board, which then stays in sight, as in the window.
    pub beside: bool,
    /// Whether this is the demo on the embedded sandbox.
    pub demo: bool,
    /// Whether the front end hands long texts to an editor of the person's own (`App::take_edit`).
    pub editor: bool,
    /// Whether the front end can show the signs of keys (`⇧`, `←`); without, keys are written as words.
    pub key_signs: bool,
    /// Whether the terminal is to be written in ASCII whatever it reads.
    pub ascii: bool,
    /// Whether the terminal listens to the pointer; without, its own selection works.
    pub mouse: bool,
    /// The file in which the person keeps keys and looks, where the session reads one.
    pub config_file: Option<String>,
    /// Whether the person asked for less motion: no text counts seconds, moments are said instead.
    pub still: bool,
    /// Whether the front end shows the pipeline as a table too.
    pub table: bool,
    /// The forms in which the front end writes files; none, and it exports nothing.
    pub exports: Vec<ExportForm>,
    /// Where files go unless another place is typed, with its separator at the end.
    pub export_to: String,
    /// The names a person goes by as an owner of deals, where the configuration says: what `responsable:moi` asks for.
    pub me: Vec<String>,
    /// The entity's currency (ISO 4217), where the person has set it: the service names none.
    pub currency: Option<String>,
    /// In which order the columns stand.
    pub status_order: StatusOrder,
    /// What the house asks of a deal before it enters a status.
    pub entry_rules: Arc<EntryRules>,
    /// How likely the house takes a deal of each status to be done, in percent, by the status's code: the contract states no
    /// such thing.
    pub probabilities: BTreeMap<String, Decimal>,
}

impl Options {
    /// The holds of the design (`assets/themes/tokens.toml`, motion): 8 s, 10 s, 6 s.
    pub fn new(lang: Lang, keymap: Keymap, zone: TimeZone) -> Self {
        Self {
            lang,
            theme: ThemeChoice::default(),
            accent: Accent::default(),
            keymap,
            zone,
            hold: Duration::from_secs(8),
            hold_delete: Duration::from_secs(10),
            armed: Duration::from_secs(6),
            bands: Bands::default(),
            beside: false,
            demo: false,
            editor: false,
            key_signs: true,
            ascii: false,
            mouse: true,
            config_file: None,
            still: false,
            table: true,
            exports: Vec::new(),
            export_to: String::new(),
            me: Vec::new(),
            currency: None,
            status_order: StatusOrder::default(),
            entry_rules: Arc::default(),
            probabilities: BTreeMap::new(),
        }
    }
}
