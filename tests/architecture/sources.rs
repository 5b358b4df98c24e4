//! Reads the sources of core and resolves the names that files take from each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::root;

/// One name that a file takes from another.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edge {
    pub from: String,
    pub to: String,
    pub name: String,
}

/// The counts of one file.
#[derive(Default)]
pub(crate) struct SourceFile {
    pub lines: usize,
    pub super_super: usize,
}

/// The module of the crate `app`, and the usual name of its main type's variables.
const APP: &str = "app";

/// Methods of the standard library, whose receivers may be of any type.
const STANDARD_METHODS: &str = "add all as_str clear clone contains drain extend find first get get_mut insert is_empty \
    iter join keys last len map next parse peek pop push remove replace retain set sort sort_by sum take then values";

/// The sources without tests.
pub(crate) struct CrateSources {
    /// The files by path from `src`.
    pub files: BTreeMap<String, SourceFile>,
    pub edges: BTreeSet<Edge>,
    /// Calls of methods of types other than `App`, from the calling file to the file of the method.
    pub calls: BTreeSet<Edge>,
    /// Re-exports of another file's names: the re-exporting file, the defining file, the name.
    pub reexports: Vec<(String, String, String)>,
    /// The methods of the type `App`, with their files.
    pub app_methods: BTreeMap<String, String>,
    pub app_fields: usize,
}

/// A module with the targets of its names.
#[derive(Default)]
struct ModuleScope {
    file: String,
    items: BTreeSet<String>,
    uses: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
}

type Modules = BTreeMap<Vec<String>, ModuleScope>;

/// The inherent methods of the types by name: the type and the defining file.
type Methods = BTreeMap<String, BTreeSet<(String, String)>>;

/// A parsed file with its module.
struct ParsedFile {
    file: String,
    module: Vec<String>,
    tree: syn::File,
}

impl CrateSources {
    /// Reads the sources of the crates of core as one tree, in which the crate `app` is the module `app`.
    pub(crate) fn read() -> Self {
        let mut parsed = Vec::new();
        let mut files = BTreeMap::new();
        let mut add = |file: &str, text: &str| {
            let tree = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
            let lines = without_tests(text);
            let source = SourceFile {
                lines: lines.len(),
                super_super: lines.iter().filter(|line| line.contains("super::super")).count(),
            };
            files.insert(file.to_owned(), source);
            let module = module_of(file);
            parsed.push(ParsedFile { file: file.to_owned(), module, tree });
        };
        for (folder, name) in [("core/base/src", ""), ("core/service/src", ""), ("core/app/src", APP)] {
            walk_sources(&root().join(folder), name, &mut add);
        }
        let mut modules = Modules::new();
        let mut methods = Methods::new();
        let mut app_fields = 0;
        for parsed_file in &parsed {
            declare_items(&mut modules, &parsed_file.file, &parsed_file.module, &parsed_file.tree.items);
            for item in &parsed_file.tree.items {
                match item {
                    syn::Item::Impl(block) if block.trait_.is_none() => {
                        let functions = block.items.iter().filter_map(|item| match item {
                            syn::ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
                            _ => None,
                        });
                        for method in functions {
                            let owner = (type_name(block), parsed_file.file.clone());
                            methods.entry(method).or_default().insert(owner);
                        }
                    }
                    syn::Item::Struct(item) if item.ident == "App" => app_fields = item.fields.len(),
                    _ => {}
                }
            }
        }
        let mut edges = BTreeSet::new();
        let mut calls = BTreeSet::new();
        let mut reexports = Vec::new();
        for parsed_file in &parsed {
            let mut reader = EdgeReader {
                modules: &modules,
                methods: &methods,
                file: &parsed_file.file,
                module: parsed_file.module.clone(),
                in_type: String::new(),
                edges: &mut edges,
                calls: &mut calls,
                reexports: &mut reexports,
            };
            reader.visit_file(&parsed_file.tree);
        }
        Self {
            files,
            edges,
            calls,
            reexports,
            app_methods: methods
                .into_iter()
                .flat_map(|(method, owners)| owners.into_iter().map(move |owner| (method.clone(), owner)))
                .filter(|(_, (owner, _))| owner == "App")
                .map(|(method, (_, file))| (method, file))
                .collect(),
            app_fields,
        }
    }

    /// Reads the length of every file of the crates outside core, by path from the root.
    pub(crate) fn lengths() -> BTreeMap<String, usize> {
        let mut lengths = BTreeMap::new();
        for folder in ["tui/src", "gui/src", "sandbox/src", "heap/src"] {
            walk_sources(&root().join(folder), folder, &mut |file, text| {
                lengths.insert(file.to_owned(), without_tests(text).len());
            });
        }
        lengths
    }

    /// Returns the import cycles between files (Tarjan), ignoring those between a module and its parts.
    pub(crate) fn cycles(&self) -> Vec<Vec<String>> {
        let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for edge in &self.edges {
            if !is_parent(&edge.from, &edge.to) && !is_parent(&edge.to, &edge.from) {
                next.entry(&edge.from).or_default().insert(&edge.to);
            }
        }
        let mut walk = Tarjan {
            next: &next,
            index: BTreeMap::new(),
            low: BTreeMap::new(),
            stack: Vec::new(),
            found: Vec::new(),
        };
        for file in self.files.keys() {
            if !walk.index.contains_key(file.as_str()) {
                walk.visit(file);
            }
        }
        walk.found
    }
}

struct Tarjan<'a> {
    next: &'a BTreeMap<&'a str, BTreeSet<&'a str>>,
    index: BTreeMap<&'a str, usize>,
    low: BTreeMap<&'a str, usize>,
    stack: Vec<&'a str>,
    found: Vec<Vec<String>>,
}

impl<'a> Tarjan<'a> {
    fn visit(&mut self, file: &'a str) {
        let number = self.index.len();
        self.index.insert(file, number);
        self.low.insert(file, number);
        self.stack.push(file);
        for to in self.next.get(file).into_iter().flatten() {
            if !self.index.contains_key(to) {
                self.visit(to);
                self.low.insert(file, self.low[file].min(self.low[to]));
            } else if self.stack.contains(to) {
                self.low.insert(file, self.low[file].min(self.index[to]));
            }
        }
        if self.low[file] == number {
            let at = self.stack.iter().position(|entry| *entry == file).expect("the file is on the stack");
            let component = self.stack.split_off(at);
            if component.len() > 1 {
                self.found.push(component.into_iter().map(str::to_owned).collect());
            }
        }
    }
}

/// Returns whether the first file declares the second as a part of its module.
fn is_parent(parent: &str, child: &str) -> bool {
    let folder = parent.trim_end_matches("mod.rs").trim_end_matches(".rs").trim_end_matches('/');
    child
        .strip_prefix(folder)
        .and_then(|rest| rest.strip_prefix('/'))
        .is_some_and(|rest| !rest.trim_end_matches("/mod.rs").contains('/'))
}

fn walk_sources(folder: &Path, name: &str, found: &mut impl FnMut(&str, &str)) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .expect("failed to list a folder")
        .map(|entry| entry.expect("failed to read a folder entry").path())
        .collect();
    entries.sort();
    for path in entries {
        let file_name = path.file_name().expect("a folder entry has a name").to_string_lossy().into_owned();
        let name = if name.is_empty() { file_name.clone() } else { format!("{name}/{file_name}") };
        if path.is_dir() {
            if file_name != "tests" && !file_name.ends_with("_tests") {
                walk_sources(&path, &name, found);
            }
        } else if path.extension().is_some_and(|is| is == "rs")
            && file_name != "tests.rs"
            && file_name != "testing.rs"
            && !file_name.ends_with("_tests.rs")
        {
            found(&name, &fs::read_to_string(&path).expect("failed to read a source"));
        }
    }
}

/// Returns the lines before the unit tests, which are at the end of a source.
fn without_tests(text: &str) -> Vec<&str> {
    text.lines().take_while(|line| *line != "#[cfg(test)]").collect()
}

fn module_of(file: &str) -> Vec<String> {
    let mut segments: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if segments.last().is_some_and(|last| last == "mod" || last == "lib") {
        segments.pop();
    }
    segments
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns the name of the type that a block implements.
fn type_name(block: &syn::ItemImpl) -> String {
    match &*block.self_ty {
        syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
    .unwrap_or_default()
}

/// Records the names that a module's items define and import.
fn declare_items(modules: &mut Modules, file: &str, at: &[String], items: &[syn::Item]) {
    let mut module = modules.remove(at).unwrap_or_default();
    file.clone_into(&mut module.file);
    for item in items.iter().filter(|item| !is_test(attributes(item))) {
        let ident = match item {
            syn::Item::Const(item) => Some(&item.ident),
            syn::Item::Enum(item) => Some(&item.ident),
            syn::Item::Fn(item) => Some(&item.sig.ident),
            syn::Item::Static(item) => Some(&item.ident),
            syn::Item::Struct(item) => Some(&item.ident),
            syn::Item::Trait(item) => Some(&item.ident),
            syn::Item::Type(item) => Some(&item.ident),
            syn::Item::Macro(item) => item.ident.as_ref(),
            syn::Item::Mod(item) => {
                if let Some((_, inner)) = &item.content {
                    let mut inside = at.to_vec();
                    inside.push(item.ident.to_string());
                    declare_items(modules, file, &inside, inner);
                }
                None
            }
            syn::Item::Use(item) => {
                for leaf in use_leaves(&item.tree) {
                    if leaf.glob {
                        module.globs.push(leaf.path);
                    } else if let Some(name) = leaf.name {
                        module.uses.insert(name, leaf.path);
                    }
                }
                None
            }
            _ => None,
        };
        module.items.extend(ident.map(ToString::to_string));
    }
    modules.insert(at.to_vec(), module);
}

struct UseLeaf {
    path: Vec<String>,
    name: Option<String>,
    glob: bool,
}

fn use_leaves(tree: &syn::UseTree) -> Vec<UseLeaf> {
    fn walk(tree: &syn::UseTree, before: &[String], found: &mut Vec<UseLeaf>) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => walk(&path.tree, &with(&path.ident), found),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| walk(tree, before, found)),
            syn::UseTree::Glob(_) => found.push(UseLeaf { path: before.to_vec(), name: None, glob: true }),
            syn::UseTree::Name(name) if name.ident == "self" => {
                found.push(UseLeaf { path: before.to_vec(), name: before.last().cloned(), glob: false });
            }
            syn::UseTree::Name(name) => {
                found.push(UseLeaf {
                    path: with(&name.ident),
                    name: Some(name.ident.to_string()),
                    glob: false,
                });
            }
            syn::UseTree::Rename(name) => {
                found.push(UseLeaf {
                    path: with(&name.ident),
                    name: Some(name.rename.to_string()),
                    glob: false,
                });
            }
        }
    }
    let mut found = Vec::new();
    walk(tree, &[], &mut found);
    found
}

/// Resolves a path to its defining file and name, from a module; `None` outside the crate.
fn resolve(modules: &Modules, from: &[String], path: &[String], depth: usize) -> Option<(String, String)> {
    if depth > 12 {
        return None;
    }
    let mut at = from.to_vec();
    let mut remaining = path;
    let (first, following) = path.split_first()?;
    match first.as_str() {
        "crate" => {
            // In the crate `app`, paths to the other crates begin with `crate`, too.
            let app = [APP.to_owned(), following.first()?.clone()];
            let is_app = from.first().is_some_and(|first| first == APP) && modules.contains_key(&app[..]);
            at = if is_app { vec![APP.to_owned()] } else { Vec::new() };
            remaining = following;
        }
        "self" => remaining = following,
        "super" => {
            while let Some((up, following)) = remaining.split_first()
                && up == "super"
            {
                at.pop();
                remaining = following;
            }
        }
        _ => {
            let module = modules.get(&at)?;
            let is_here = module.items.contains(first)
                || module.uses.contains_key(first)
                || modules.contains_key(&[at.clone(), vec![first.clone()]].concat());
            if !is_here {
                return module
                    .globs
                    .iter()
                    .find_map(|glob| resolve(modules, from, &[glob.as_slice(), path].concat(), depth + 1));
            }
        }
    }
    while let Some((name, following)) = remaining.split_first() {
        let module = modules.get(&at)?;
        let child = [at.clone(), vec![name.clone()]].concat();
        if modules.contains_key(&child) {
            (at, remaining) = (child, following);
        } else if module.items.contains(name) {
            return Some((module.file.clone(), name.clone()));
        } else if let Some(target) = module.uses.get(name) {
            if target.first() == Some(name) {
                return None;
            }
            return resolve(modules, &at, &[target.as_slice(), following].concat(), depth + 1);
        } else {
            return module
                .globs
                .iter()
                .find_map(|glob| resolve(modules, &at, &[glob.as_slice(), remaining].concat(), depth + 1));
        }
    }
    None
}

/// Collects the edges of one file.
struct EdgeReader<'a> {
    modules: &'a Modules,
    methods: &'a Methods,
    file: &'a str,
    module: Vec<String>,
    in_type: String,
    edges: &'a mut BTreeSet<Edge>,
    calls: &'a mut BTreeSet<Edge>,
    reexports: &'a mut Vec<(String, String, String)>,
}

impl EdgeReader<'_> {
    fn add_path(&mut self, path: &[String]) -> Option<(String, String)> {
        let (to, name) = resolve(self.modules, &self.module, path, 0)?;
        if to == self.file {
            return None;
        }
        self.edges.insert(Edge { from: self.file.to_owned(), to: to.clone(), name: name.clone() });
        Some((to, name))
    }

    /// Records a call on a receiver. An unknown type is found by the method's name if one file alone defines it.
    fn add_call(&mut self, receiver: Option<&str>, method: &str) {
        let in_type = self.in_type.clone();
        let owner = match receiver {
            Some(APP) => "App",
            Some("cx") => "AppCx",
            Some("self") => &in_type,
            _ => "",
        };
        if !self.add_method(owner, method)
            && !STANDARD_METHODS.split(' ').any(|name| name == method)
            && let Some(owners) = self.methods.get(method)
            && let Some((owner, file)) = owners.first()
            && owner != "App"
            && owners.iter().all(|(_, other)| other == file)
        {
            self.add_method(owner, method);
        }
    }

    /// Records the use of a type's method, and returns whether the type has it.
    fn add_method(&mut self, owner: &str, method: &str) -> bool {
        let mut owners = self.methods.get(method).into_iter().flatten();
        let Some((_, to)) = owners.find(|(name, _)| name == owner) else {
            return false;
        };
        if to != self.file {
            let edges = if owner == "App" { &mut *self.edges } else { &mut *self.calls };
            edges.insert(Edge {
                from: self.file.to_owned(),
                to: to.clone(),
                name: format!("{owner}::{method}"),
            });
        }
        true
    }

    /// Finds paths and calls in a macro by its tokens, which the parser leaves unparsed.
    fn scan_tokens(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(tree) = trees.get(at) {
            at += 1;
            match tree {
                TokenTree::Group(group) => self.scan_tokens(group.stream()),
                TokenTree::Ident(ident) => {
                    let mut path = vec![ident.to_string()];
                    let punct = |at: usize, symbol: char| matches!(trees.get(at), Some(TokenTree::Punct(p)) if p.as_char() == symbol);
                    if at > 1 && punct(at - 2, '.') && matches!(trees.get(at), Some(TokenTree::Group(_))) {
                        let receiver = match at.checked_sub(3).map(|before| &trees[before]) {
                            Some(TokenTree::Ident(receiver)) => Some(receiver.to_string()),
                            _ => None,
                        };
                        self.add_call(receiver.as_deref(), &path[0]);
                    }
                    while punct(at, ':')
                        && punct(at + 1, ':')
                        && let Some(TokenTree::Ident(next)) = trees.get(at + 2)
                    {
                        path.push(next.to_string());
                        at += 3;
                    }
                    if path.len() > 1 {
                        self.add_path(&path);
                    }
                }
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for EdgeReader<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        let before = std::mem::replace(&mut self.in_type, type_name(block));
        visit::visit_item_impl(self, block);
        self.in_type = before;
    }

    fn visit_impl_item_fn(&mut self, method: &'ast syn::ImplItemFn) {
        if !is_test(&method.attrs) {
            visit::visit_impl_item_fn(self, method);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_public = !matches!(item.vis, syn::Visibility::Inherited);
        for leaf in use_leaves(&item.tree).into_iter().filter(|leaf| !leaf.glob) {
            if let Some((to, name)) = self.add_path(&leaf.path)
                && is_public
            {
                self.reexports.push((self.file.to_owned(), to, name));
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
            self.add_path(&names);
            if let [.., owner, method] = &names[..] {
                let owner = if owner == "Self" { self.in_type.clone() } else { owner.clone() };
                self.add_method(&owner, method);
            }
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let receiver = match &*call.receiver {
            syn::Expr::Path(receiver) => receiver.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        self.add_call(receiver.as_deref(), &call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.scan_tokens(call.tokens.clone());
    }
}
