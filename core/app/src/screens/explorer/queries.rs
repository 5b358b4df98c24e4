//! Read-only queries on the explorer's state.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::{FormValue, Overlay};
use crate::foundation::input::context::Screen;
use crate::screens::explorer::explorer::ExplorerState;
use crate::screens::explorer::rows_cache::RowInputs;
use crate::screens::inbox::inbox::InboxState;

impl ExplorerState {
    /// Returns the text being edited, for a front end with its own line editor.
    pub fn text_target<'a>(
        &'a self,
        inbox: &'a InboxState,
        pipeline: &'a Pipeline,
        cx: &'a AppCx,
    ) -> Option<&'a str> {
        match &cx.overlay {
            Overlay::Filter if cx.screen == Screen::Explorer => Some(&self.filter),
            Overlay::Filter if cx.screen == Screen::Notifications => Some(&inbox.filter),
            Overlay::Filter => Some(&pipeline.board.filter),
            Overlay::Palette(palette) => Some(&palette.query),
            Overlay::Help { query, typing: true, .. } => Some(query),
            Overlay::Form(form) => match form.fields.get(form.focus).map(|field| &field.value) {
                Some(FormValue::Text { text, .. }) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the current inputs.
    pub(crate) fn current_row_inputs(&self, cx: &AppCx) -> RowInputs {
        RowInputs {
            source: self.focused_source(),
            lang: Some(cx.options.lang),
            lists: Some(cx.snapshot.resources.clone()),
            answer: self.focused_answer(cx).and_then(|answer| answer.value.clone()),
            settings: cx.snapshot.settings.clone(),
        }
    }
}
