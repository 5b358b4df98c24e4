//! Mapping of the columns of a spreadsheet to the fields of a deal.

use std::collections::BTreeMap;

use crate::text::fold;

/// Setting of a profile that stores the mapping of each header met so far.
pub const MAPPING_SETTING: &str = "import-mapping";

/// Field of a deal that an import may set, or that identifies the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ImportField {
    /// Identifier: the row changes this deal.
    Id,
    /// Name.
    Name,
    /// Status code or name.
    Status,
    /// Asset class code or name.
    Class,
    /// Owner.
    Owner,
}

impl ImportField {
    /// All fields.
    pub const ALL: [Self; 5] = [Self::Id, Self::Name, Self::Status, Self::Class, Self::Owner];

    /// Returns the field name in the contract.
    pub fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Name => "name",
            Self::Status => "status",
            Self::Class => "classe_actif",
            Self::Owner => "responsable",
        }
    }

    /// Returns the message key of the display name.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Id => "field-id",
            Self::Name => "field-name",
            Self::Status => "field-status",
            Self::Class => "field-class",
            Self::Owner => "field-owner",
        }
    }

    /// Returns the field with this name in the contract.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }

    /// Returns the headers that mean this field, folded.
    fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Id => &["id", "deal id", "deal_id", "identifiant", "identifier", "uuid"],
            Self::Name => &[
                "name",
                "nom",
                "deal",
                "deal name",
                "nom du deal",
                "dossier",
                "nom du dossier",
                "intitule",
                "libelle",
                "projet",
                "project",
            ],
            Self::Status => &["status", "statut", "etape", "stage", "phase", "deal status", "etat"],
            Self::Class => &[
                "classe_actif",
                "class",
                "classe",
                "asset class",
                "classe d'actif",
                "classe d'actifs",
                "type d'actif",
                "asset type",
            ],
            Self::Owner => &[
                "responsable",
                "owner",
                "charge d'affaires",
                "manager",
                "deal owner",
                "responsible",
                "gerant",
            ],
        }
    }
}

/// Field of each column; `None` for a column that is not imported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping(Vec<Option<ImportField>>);

/// Reason why a mapping is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MappingError {
    /// The table has no such column.
    UnknownColumn(String),
    /// A deal has no such field, or no import may set it.
    UnknownField(String),
    /// Two columns are mapped to the field.
    Twice(ImportField),
    /// Neither name nor identifier is mapped, so that no row has a deal.
    NoDeal,
}

impl Mapping {
    /// Guesses the field of each column from its header. `known` are the choices of earlier imports.
    pub fn guess(header: &[String], known: &KnownHeaders) -> Self {
        let mut mapping = Self(vec![None; header.len()]);
        let folded: Vec<String> = header.iter().map(|name| header_key(name)).collect();
        for (slot, name) in mapping.0.iter_mut().zip(&folded) {
            *slot = known.0.get(name).and_then(|field| ImportField::from_name(field));
        }
        for field in ImportField::ALL
            .into_iter()
            .filter(|field| !mapping.0.contains(&Some(*field)))
            .collect::<Vec<_>>()
        {
            let is_meant =
                |name: &&str| folded.iter().position(|other| other == name && !known.0.contains_key(other));
            let at = field.aliases().iter().find_map(is_meant);
            if let Some(slot) = at.and_then(|at| mapping.0.get_mut(at)) {
                *slot = Some(field);
            }
        }
        mapping
    }

    /// Maps a column, named by its header, to a field. The empty field name leaves the column out.
    ///
    /// # Errors
    /// The column or the field is unknown.
    pub fn set(&mut self, header: &[String], column: &str, field: &str) -> Result<(), MappingError> {
        let key = header_key(column);
        let at = header.iter().position(|name| header_key(name) == key);
        let unknown = || MappingError::UnknownColumn(column.to_owned());
        let at = at.filter(|at| *at < self.0.len()).ok_or_else(unknown)?;
        let field = match field {
            "" | "-" => None,
            name => Some(
                ImportField::from_name(name).ok_or_else(|| MappingError::UnknownField(name.to_owned()))?,
            ),
        };
        // The chosen column takes the field from a guessed one.
        for (index, slot) in self.0.iter_mut().enumerate() {
            if index == at {
                *slot = field;
            } else if field.is_some() && *slot == field {
                *slot = None;
            }
        }
        Ok(())
    }

    /// Checks that each field has one column, and that rows have a deal.
    ///
    /// # Errors
    /// The first mistake.
    pub fn check(&self) -> Result<(), MappingError> {
        for field in ImportField::ALL {
            if self.0.iter().filter(|slot| **slot == Some(field)).count() > 1 {
                return Err(MappingError::Twice(field));
            }
        }
        let has = |field| self.0.contains(&Some(field));
        if has(ImportField::Id) || has(ImportField::Name) { Ok(()) } else { Err(MappingError::NoDeal) }
    }

    /// Returns the field of each column.
    pub fn fields(&self) -> &[Option<ImportField>] {
        &self.0
    }

    /// Returns the column of a field.
    pub fn column(&self, field: ImportField) -> Option<usize> {
        self.0.iter().position(|slot| *slot == Some(field))
    }
}

/// Fields of the headers met in earlier imports, by folded header; empty for a column left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownHeaders(BTreeMap<String, String>);

impl KnownHeaders {
    /// Parses the setting. An unreadable one counts as empty: the mapping is then guessed again.
    pub fn from_setting(text: Option<&str>) -> Self {
        Self(text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default())
    }

    /// Adds the mapping of a table. Returns the setting to store, if it differs.
    pub fn learn(&mut self, header: &[String], mapping: &Mapping) -> Option<String> {
        let before = self.0.clone();
        for (name, field) in header.iter().zip(mapping.fields()) {
            let field = field.map_or("", ImportField::name);
            self.0.insert(header_key(name), field.to_owned());
        }
        if self.0 == before { None } else { serde_json::to_string(&self.0).ok() }
    }
}

/// Returns a header for comparison: without case, accents and repeated spaces.
fn header_key(header: &str) -> String {
    let folded = fold(header.trim_start_matches('\u{feff}'));
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn headers_are_recognised_without_case_and_accents() {
        let header = header(&[
            "\u{feff}Identifiant",
            " NOM  du deal",
            "Étape",
            "Classe d’actif",
            "LTV",
            "Chargé d’affaires",
        ]);
        let mapping = Mapping::guess(&header, &KnownHeaders::default());
        let fields = [
            Some(ImportField::Id),
            Some(ImportField::Name),
            Some(ImportField::Status),
            Some(ImportField::Class),
            None,
            Some(ImportField::Owner),
        ];
        assert_eq!(mapping.fields(), fields);
        assert_eq!(mapping.check(), Ok(()));
    }

    #[test]
    fn chosen_column_takes_the_field_and_is_remembered() {
        let header = header(&["Nom", "Statut", "Statut cible"]);
        let mut known = KnownHeaders::default();
        let mut mapping = Mapping::guess(&header, &known);
        mapping.set(&header, "statut CIBLE", "status").unwrap();
        assert_eq!(mapping.column(ImportField::Status), Some(2));
        let text = known.learn(&header, &mapping).unwrap();
        let known = KnownHeaders::from_setting(Some(&text));
        assert_eq!(Mapping::guess(&header, &known), mapping);
        assert_eq!(known.clone().learn(&header, &mapping), None, "nothing new");
    }

    #[test]
    fn mistakes_in_a_mapping_are_named() {
        let header = header(&["Nom", "Statut"]);
        let mut mapping = Mapping::guess(&header, &KnownHeaders::default());
        assert_eq!(mapping.set(&header, "x", "name"), Err(MappingError::UnknownColumn("x".into())));
        assert_eq!(mapping.set(&header, "Nom", "ltv"), Err(MappingError::UnknownField("ltv".into())));
        mapping.set(&header, "Nom", "-").unwrap();
        assert_eq!(mapping.check(), Err(MappingError::NoDeal));
        assert_eq!(KnownHeaders::from_setting(Some("{")), KnownHeaders::default());
    }
}
