//! Toast texts of copies.

use crate::foundation::cx::toast_types::{ClipboardKind, CopyContent};
use crate::text::{MessageArg, Messages};

use crate::tools::toasts::view::toast_parts::ToastText;

/// Builds the toast of a copy: content, and which clipboard has it. Over SSH the user needs to know which machine has
/// the text. A terminal sends no confirmation, and many ignore the request, so the toast says only that the text was
/// sent to it.
pub(in crate::tools::toasts) fn copied_text<'a>(
    messages: &'static Messages,
    content: &'a CopyContent,
    clipboard: ClipboardKind,
) -> ToastText<'a> {
    let handed = clipboard == ClipboardKind::Terminal;
    let count_text = |key: &str, n: usize| messages.with(key, &[("n", MessageArg::from(n))]);
    let plain = |key: &str| messages.get(key).into_owned();
    let (subject, text) = match content {
        CopyContent::Text(text) if handed => (text.as_str(), plain("toast-handed")),
        CopyContent::Rows(n) if handed => ("", count_text("toast-handed-rows", *n)),
        CopyContent::Cells(n) if handed => ("", count_text("toast-handed-cells", *n)),
        CopyContent::Request if handed => ("", plain("toast-handed-request")),
        CopyContent::Refusal if handed => ("", plain("toast-handed-refusal")),
        CopyContent::Json if handed => ("", plain("toast-handed-json")),
        CopyContent::Handover if handed => ("", plain("toast-handed-handover")),
        CopyContent::Views(n) if handed => ("", count_text("toast-handed-views", *n)),
        CopyContent::Text(text) => (text.as_str(), plain("toast-copied")),
        CopyContent::Rows(n) => ("", count_text("toast-copied-rows", *n)),
        CopyContent::Cells(n) => ("", count_text("toast-copied-cells", *n)),
        CopyContent::Request => ("", plain("toast-copied-request")),
        CopyContent::Refusal => ("", plain("toast-copied-refusal")),
        CopyContent::Json => ("", plain("toast-copied-json")),
        CopyContent::Handover => ("", plain("toast-copied-handover")),
        CopyContent::Views(n) => ("", count_text("toast-copied-views", *n)),
    };
    ToastText::with_subject(
        subject,
        match clipboard {
            ClipboardKind::System => format!("{text} ({})", plain("copied-by-system")),
            ClipboardKind::Terminal => text,
        },
    )
}
