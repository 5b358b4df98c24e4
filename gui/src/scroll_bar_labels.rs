//! Accessible names for scroll bars.
//!
//! egui exposes a scroll bar without a name. This plugin names each one after its container, including those of the
//! table.

use std::collections::HashMap;

use crate::prelude::*;
use egui::accesskit::{Node, NodeId, Orientation, TreeUpdate};
use egui::{Context, FullOutput, Plugin};

/// Plugin that names the scroll bars of each frame.
#[derive(Debug, Default)]
pub(crate) struct ScrollBarLabels {
    lang: Option<Lang>,
}

/// Sets the language of the names.
pub(crate) fn set_language(ctx: &Context, lang: Lang) {
    ctx.plugin_or_default::<ScrollBarLabels>().lock().lang = Some(lang);
}

impl Plugin for ScrollBarLabels {
    fn debug_name(&self) -> &'static str {
        "encours scroll bars"
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        if let (Some(lang), Some(tree)) = (self.lang, &mut output.platform_output.accesskit_update) {
            add_names(tree, Messages::new(lang));
        }
    }
}

fn add_names(tree: &mut TreeUpdate, messages: &'static Messages) {
    let is_bar = |node: &Node| node.role() == Role::ScrollBar && node.label().is_none_or(str::is_empty);
    if !tree.nodes.iter().any(|(_, node)| is_bar(node)) {
        return;
    }
    let mut parents: HashMap<NodeId, NodeId> = HashMap::new();
    let mut labels: HashMap<NodeId, String> = HashMap::new();
    for (id, node) in &tree.nodes {
        parents.extend(node.children().iter().map(|child| (*child, *id)));
        if let Some(label) = node.label().filter(|label| !label.is_empty()) {
            labels.insert(*id, label.to_owned());
        }
    }
    for (id, node) in tree.nodes.iter_mut().filter(|(_, node)| is_bar(node)) {
        let mut above = std::iter::successors(parents.get(id), |id| parents.get(*id));
        let container_label = above.find_map(|id| labels.get(id)).map_or("", String::as_str);
        // A column's name also contains its share and sums; its first parts are enough here.
        let container_label: Vec<&str> = container_label.split(" – ").take(2).collect();
        node.set_label(messages.with("scroll-bar", &[("of", MessageArg::from(container_label.join(" – ")))]));
        if let Some(at) = node.bounds() {
            node.set_orientation(if at.width() > at.height() {
                Orientation::Horizontal
            } else {
                Orientation::Vertical
            });
        }
    }
}
