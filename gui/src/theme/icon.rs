//! The icons, drawn in white on a 16-point grid so that they can be tinted.

use egui::load::TexturePoll;
use egui::{Color32, Painter, Rect, TextureId, vec2};

macro_rules! icons {
    ($($name:ident $file:literal,)+) => {
        /// An icon of `assets/icons`.
        #[allow(missing_docs, reason = "each is named after what it shows")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Icon { $($name,)+ }

        impl Icon {
            /// All icons.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            fn source(self) -> (&'static str, &'static [u8]) {
                match self {
                    $(Self::$name => (
                        concat!("bytes://icon/", $file, ".svg"),
                        include_bytes!(concat!("../../../assets/icons/", $file, ".svg")),
                    ),)+
                }
            }
        }
    };
}

icons! {
    Activity "activity",
    ArrowDown "adown",
    Arrow "arrow",
    ArrowUp "aup",
    Bars "bars",
    Bell "bell",
    Chart "chart",
    Check "check",
    Clock "clock",
    Close "close",
    Copy "copy",
    Deal "deal",
    Down "down",
    DoubleRight "dright",
    Edit "edit",
    Explorer "explorer",
    Export "export",
    Fields "fields",
    Filter "filter",
    Fork "fork",
    Gate "gate",
    Inbox "inbox",
    Info "info",
    Left "left",
    Link "link",
    Lock "lock",
    Moon "moon",
    More "more",
    Offline "offline",
    Pending "pending",
    Pipeline "pipeline",
    Plus "plus",
    Portfolio "portfolio",
    Present "present",
    Refresh "refresh",
    Right "right",
    Search "search",
    Sort "sort",
    Star "star",
    StarFilled "starf",
    Stop "stop",
    Table "table",
    Tasks "tasks",
    Trash "trash",
    Undo "undo",
    Up "up",
    User "user",
    Views "views",
}

impl Icon {
    /// Paints the icon into a square, in one colour.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let Some(texture) = self.texture(painter, rect) else {
            return;
        };
        painter.image(texture, rect, Rect::from_min_size(egui::Pos2::ZERO, vec2(1.0, 1.0)), color);
    }

    /// Returns the icon as a texture of the requested size. egui caches it after the first request.
    fn texture(self, painter: &Painter, rect: Rect) -> Option<TextureId> {
        let (uri, bytes) = self.source();
        let image = egui::Image::from_bytes(uri, bytes).fit_to_exact_size(rect.size());
        match image.load_for_size(painter.ctx(), rect.size()) {
            Ok(TexturePoll::Ready { texture }) => Some(texture.id),
            Ok(TexturePoll::Pending { .. }) => None,
            Err(error) => {
                tracing::error!(icon = uri, %error, "failed to render an icon");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_is_an_svg_on_the_grid() {
        for icon in Icon::ALL {
            let text = std::str::from_utf8(icon.source().1).unwrap();
            assert!(text.starts_with("<svg") && text.contains("viewBox=\"0 0 16 16\""), "{icon:?}");
        }
    }
}
