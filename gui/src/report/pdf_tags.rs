//! The structure tree of a tagged PDF page: roles and reading order (ISO 32000-1, §14.7).
//!
//! Each text belongs to the innermost open part. Text outside any line becomes a paragraph of its own.

use pdf_writer::types::StructRole;
use pdf_writer::writers::StructTreeRoot;
use pdf_writer::{Finish as _, Name, Pdf, Ref};

use super::canvas::Part;

/// An element with its children, in order.
struct Element {
    role: StructRole,
    parent: Option<usize>,
    kids: Vec<Kid>,
}

enum Kid {
    Element(usize),
    Mark(i32),
}

/// The elements of a page; the first is the document.
pub(super) struct Tags {
    elements: Vec<Element>,
    open: Vec<usize>,
    /// The element of each text, by the text's number.
    marks: Vec<usize>,
}

/// The PDF objects of the tree: its root, the list of texts and the elements.
pub(super) struct Refs {
    /// The root, which the catalogue refers to.
    pub root: Ref,
    page: Ref,
    elements: Vec<Ref>,
}

impl Default for Tags {
    fn default() -> Self {
        let document = Element {
            role: StructRole::Document,
            parent: None,
            kids: Vec::new(),
        };
        Self {
            elements: vec![document],
            open: vec![0],
            marks: Vec::new(),
        }
    }
}

impl Tags {
    /// Begins a part inside the open one.
    pub(super) fn begin(&mut self, part: Part) {
        let role = match part {
            Part::Title => StructRole::H1,
            Part::Section => StructRole::Sect,
            Part::Heading => StructRole::H2,
            Part::Line => StructRole::P,
        };
        let at = self.add(role);
        self.open.push(at);
    }

    /// Ends the most recent part. The document itself ends with the page.
    pub(super) fn end(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    /// Registers a text; returns its tag and its number on the page.
    pub(super) fn mark(&mut self) -> (Name<'static>, i32) {
        let here = self.open.last().copied().unwrap_or(0);
        let holds = |role| matches!(role, StructRole::H1 | StructRole::H2 | StructRole::P);
        let role = self
            .elements
            .get(here)
            .map_or(StructRole::Document, |element| element.role);
        let (at, role) = if holds(role) {
            (here, role)
        } else {
            (self.add(StructRole::P), StructRole::P)
        };
        let number = i32::try_from(self.marks.len()).unwrap_or(i32::MAX);
        self.marks.push(at);
        if let Some(element) = self.elements.get_mut(at) {
            element.kids.push(Kid::Mark(number));
        }
        (role.to_name(), number)
    }

    fn add(&mut self, role: StructRole) -> usize {
        let parent = self.open.last().copied();
        let at = self.elements.len();
        self.elements.push(Element {
            role,
            parent,
            kids: Vec::new(),
        });
        if let Some(of) = parent.and_then(|parent| self.elements.get_mut(parent)) {
            of.kids.push(Kid::Element(at));
        }
        at
    }

    /// Allocates the objects of the tree.
    pub(super) fn refs(&self, fresh: &mut impl FnMut() -> Ref) -> Refs {
        Refs {
            root: fresh(),
            page: fresh(),
            elements: self.elements.iter().map(|_| fresh()).collect(),
        }
    }

    /// Writes the elements, and the element of each text of the page.
    pub(super) fn write(&self, pdf: &mut Pdf, page: Ref, refs: &Refs) {
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
            let parent = element
                .parent
                .and_then(|at| refs.elements.get(at))
                .unwrap_or(&refs.root);
            let mut drawn = pdf.struct_element(*id);
            drawn.kind(element.role).parent(*parent).page(page);
            let mut kids = drawn.children();
            for kid in &element.kids {
                match kid {
                    Kid::Element(at) => {
                        if let Some(id) = refs.elements.get(*at) {
                            kids.struct_element(*id);
                        }
                    }
                    Kid::Mark(number) => {
                        kids.marked_content_id(*number);
                    }
                }
            }
        }
    }
}
