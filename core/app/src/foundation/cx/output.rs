//! Output of an entry point: what the engine and the front end have to do next.

use crate::contract::ids::NotificationId;
use crate::foundation::cx::overlay_types::Export;
use crate::foundation::cx::toast_types::{CopyContent, CurrentUser};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::zoom::Zoom;
use crate::model::effect::Effect;
use crate::model::local_deals::NoteKey;
use crate::vocabulary::setting::SettingEdit;

/// Output of an entry point of the application.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// Effects for the engine, in order.
    pub effects: Vec<Effect>,
    /// Requests to the front end, in order.
    pub requests: Vec<FrontEndRequest>,
    /// True if the screen may look different.
    pub changed: bool,
}

/// Request to the front end, which reports the result as an action.
#[derive(Clone, Debug, PartialEq)]
pub enum FrontEndRequest {
    /// Copy a text. The response is `Action::Copied` or `Action::CopyFailed`.
    Copy(CopyRequest),
    /// Copy a text that a view builds. The response is `Action::CopyText` with the `shown_text`.
    CopyShown(ShownText),
    /// Open a text in the user's editor. The response is `Action::Edited` or `Action::EditFailed`.
    Edit(ExternalEdit),
    /// Read a spreadsheet to import. The response is `Action::ImportRead`.
    ReadTable {
        /// Path as typed.
        path: String,
        /// Sheet of a workbook; empty for the first.
        sheet: String,
    },
    /// Write a file. The response is `Action::Exported` or a related action.
    Export(Export),
    /// Open the store of a user. The front end then replaces the application (`App::for_new_user`), or answers with
    /// `Action::SwitchFailed`.
    SwitchUser(CurrentUser),
    /// Open the context menu of the focus.
    ShowMenu,
    /// Read `config.toml`, after changing this setting in it. The result goes to `App::on_settings`.
    Settings(Option<SettingEdit>),
    /// Change the zoom factor.
    Zoom(Zoom),
    /// Ask for the secret of the key.
    SignIn,
    /// Ask whether to remove the key from this device.
    SignOut,
}

/// Shown text to copy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShownText {
    /// Focused tile or operation in the detail pane of the views screen.
    FocusedTile,
    /// Focused line of the flow.
    FlowLine,
    /// Line of the details of the open request.
    RequestDetail(usize),
}

/// Text to copy, with its name in the message.
#[derive(Clone, Debug, PartialEq)]
pub struct CopyRequest {
    /// The text, formatted for the clipboard.
    pub text: String,
    /// Name of the text in the message.
    pub content: CopyContent,
}

/// Subject of an edit.
#[derive(Clone, Debug, PartialEq)]
pub enum EditSubject {
    /// Private note of a deal; stays on this device.
    Note(NoteKey),
    /// Note of notifications; stored here and sent to the service.
    NotificationNote(Vec<NotificationId>),
    /// Text being typed: the filter, or a field of a form.
    Typed,
    /// All saved views, as text.
    Views,
    /// `config.toml`, opened at the keys of an action if given. The front end loads and saves it.
    Keys(Option<ActionId>),
}

/// A text to edit in an editor.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalEdit {
    /// Subject of the edit.
    pub subject: EditSubject,
    /// Initial text.
    pub text: String,
}

/// Scope required for writing deals (contract, "Endpoints").
pub(crate) const DEALS_WRITE: &str = "deals:write";
