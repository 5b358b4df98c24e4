//! The structure tree of a tagged PDF page: roles and reading order (ISO 32000-1, §14.7).
//!
//! Each text belongs to the innermost open part. Text outside any line becomes a paragraph of its own.

use pdf_writer::types::StructRole;
use pdf_writer::writers::StructTreeRoot;
use pdf_writer::{Finish as _, Name, Pdf, Ref};

use super::canvas::PagePart;

/// An element with its children, in order.
struct TagElement {
    role: StructRole,
    parent: Option<usize>,
    children: Vec<TagChild>,
}

enum TagChild {
    Element(usize),
    Mark(i32),
}

/// The elements of a page; the first is the document.
pub(super) struct TagTree {
    elements: Vec<TagElement>,
    open_elements: Vec<usize>,
    /// The element of each text, by the text's number.
    marks: Vec<usize>,
}

/// The PDF objects of the tree: its root, the list of texts and the elements.
pub(super) struct TagRefs {
    /// The root, which the catalogue refers to.
    pub root: Ref,
    page: Ref,
    elements: Vec<Ref>,
}

impl Default for TagTree {
    fn default() -> Self {
        let document = TagElement { role: StructRole::Document, parent: None, children: Vec::new() };
        Self { elements: vec![document], open_elements: vec![0], marks: Vec::new() }
    }
}

impl TagTree {
    /// Begins a part inside the open one.
    pub(super) fn begin(&mut self, part: PagePart) {
        let role = match part {
            PagePart::Title => StructRole::H1,
            PagePart::Section => StructRole::Sect,
            PagePart::Heading => StructRole::H2,
            PagePart::Line => StructRole::P,
        };
        let at = self.add(role);
        self.open_elements.push(at);
    }

    /// Ends the most recent part. The document itself ends with the page.
    pub(super) fn end(&mut self) {
        if self.open_elements.len() > 1 {
            self.open_elements.pop();
        }
    }

    /// Registers a text; returns its tag and its number on the page.
    pub(super) fn mark(&mut self) -> (Name<'static>, i32) {
        let open_element = self.open_elements.last().copied().unwrap_or(0);
        let holds = |role| matches!(role, StructRole::H1 | StructRole::H2 | StructRole::P);
        let role = self.elements.get(open_element).map_or(StructRole::Document, |element| element.role);
        let (at, role) =
            if holds(role) { (open_element, role) } else { (self.add(StructRole::P), StructRole::P) };
        let number = i32::try_from(self.marks.len()).unwrap_or(i32::MAX);
        self.marks.push(at);
        if let Some(element) = self.elements.get_mut(at) {
            element.children.push(TagChild::Mark(number));
        }
        (role.to_name(), number)
    }

    fn add(&mut self, role: StructRole) -> usize {
        let parent = self.open_elements.last().copied();
        let at = self.elements.len();
        self.elements.push(TagElement { role, parent, children: Vec::new() });
        if let Some(parent_element) = parent.and_then(|parent| self.elements.get_mut(parent)) {
            parent_element.children.push(TagChild::Element(at));
        }
        at
    }

    /// Allocates the objects of the tree.
    pub(super) fn allocate_refs(&self, next_ref: &mut impl FnMut() -> Ref) -> TagRefs {
        TagRefs {
            root: next_ref(),
            page: next_ref(),
            elements: self.elements.iter().map(|_| next_ref()).collect(),
        }
    }

    /// Writes the elements, and the element of each text of the page.
    pub(super) fn write(&self, pdf: &mut Pdf, page: Ref, refs: &TagRefs) {
        let mut root = pdf.indirect(refs.root).start::<StructTreeRoot<'_>>();
        if let Some(document) = refs.elements.first() {
            root.child(*document);
        }
        root.parent_tree().nums().insert(0, refs.page);
        root.parent_tree_next_key(1);
        root.finish();
        let texts = self.marks.iter().filter_map(|at| refs.elements.get(*at).copied());
        pdf.indirect(refs.page).array().items(texts);
        for (element, id) in self.elements.iter().zip(&refs.elements) {
            let parent = element.parent.and_then(|at| refs.elements.get(at)).unwrap_or(&refs.root);
            let mut glyphs = pdf.struct_element(*id);
            glyphs.kind(element.role).parent(*parent).page(page);
            let mut kids = glyphs.children();
            for kid in &element.children {
                match kid {
                    TagChild::Element(at) => {
                        if let Some(id) = refs.elements.get(*at) {
                            kids.struct_element(*id);
                        }
                    }
                    TagChild::Mark(number) => {
                        kids.marked_content_id(*number);
                    }
                }
            }
        }
    }
}
