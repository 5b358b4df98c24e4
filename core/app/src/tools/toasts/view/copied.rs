//! Toast texts of copies.

use crate::foundation::cx::toast_types::{CopiedBy, CopiedWhat};
use crate::text::{Arg, Words};

use crate::tools::toasts::view::said::Said;

/// Builds the toast of a copy: content, and which clipboard has it. Over SSH the user needs to know which machine has
/// the text. A terminal sends no confirmation, and many ignore the request, so the toast says only that the text was
/// sent to it.
pub(in crate::tools::toasts) fn copied<'a>(
    words: &'static Words,
    what: &'a CopiedWhat,
    by: CopiedBy,
) -> Said<'a> {
    let handed = by == CopiedBy::Terminal;
    let counted = |key: &str, n: usize| words.with(key, &[("n", Arg::from(n))]);
    let plain = |key: &str| words.get(key).into_owned();
    let (subject, text) = match what {
        CopiedWhat::Text(text) if handed => (text.as_str(), plain("toast-handed")),
        CopiedWhat::Rows(n) if handed => ("", counted("toast-handed-rows", *n)),
        CopiedWhat::Cells(n) if handed => ("", counted("toast-handed-cells", *n)),
        CopiedWhat::Request if handed => ("", plain("toast-handed-request")),
        CopiedWhat::Refusal if handed => ("", plain("toast-handed-refusal")),
        CopiedWhat::Json if handed => ("", plain("toast-handed-json")),
        CopiedWhat::Handover if handed => ("", plain("toast-handed-handover")),
        CopiedWhat::Views(n) if handed => ("", counted("toast-handed-views", *n)),
        CopiedWhat::Text(text) => (text.as_str(), plain("toast-copied")),
        CopiedWhat::Rows(n) => ("", counted("toast-copied-rows", *n)),
        CopiedWhat::Cells(n) => ("", counted("toast-copied-cells", *n)),
        CopiedWhat::Request => ("", plain("toast-copied-request")),
        CopiedWhat::Refusal => ("", plain("toast-copied-refusal")),
        CopiedWhat::Json => ("", plain("toast-copied-json")),
        CopiedWhat::Handover => ("", plain("toast-copied-handover")),
        CopiedWhat::Views(n) => ("", counted("toast-copied-views", *n)),
    };
    Said::about(
        subject,
        match by {
            CopiedBy::System => format!("{text} ({})", plain("copied-by-system")),
            CopiedBy::Terminal => text,
        },
    )
}
