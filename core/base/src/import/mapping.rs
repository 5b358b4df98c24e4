//! Mapping of the columns of a spreadsheet to the fields of a deal.

use std::collections::BTreeMap;

use crate::error::{Error, ErrorKind};
use crate::text::fold;

/// Setting of a profile that stores the mapping of each header met so far.
pub const MAPPING_SETTING: &str = "import-mapping";

/// Fields that an import may set or that identify the deal, each with the folded headers that mean it.
pub const FIELDS: [(&str, &str); 5] = [
    ("id", "id|deal id|deal_id|identifiant|identifier|uuid"),
    ("name", "name|nom|deal|deal name|nom du deal|dossier|nom du dossier|intitule|libelle|projet|project"),
    ("status", "status|statut|etape|stage|phase|deal status|etat"),
    (
        "classe_actif",
        "classe_actif|class|classe|asset class|classe d'actif|classe d'actifs|type d'actif|asset type",
    ),
    ("responsable", "responsable|owner|charge d'affaires|manager|deal owner|responsible|gerant"),
];

/// Columns of a table with their fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// Header and field of each column; `None` for a column that is not imported.
    pub columns: Vec<(String, Option<&'static str>)>,
}

impl Mapping {
    /// Guesses the field of each column from its header. `stored` is the setting of earlier imports.
    pub fn guess(header: &[String], stored: Option<&str>) -> Self {
        let known = known_headers(stored);
        let keys: Vec<String> = header.iter().map(|name| header_key(name)).collect();
        let mut fields: Vec<Option<&'static str>> = Vec::new();
        for key in &keys {
            let field = known.get(key).and_then(|field| field_named(field));
            // Of several columns for a field, the first counts.
            fields.push(field.filter(|field| !fields.contains(&Some(*field))));
        }
        for (field, names) in FIELDS {
            let is_meant = |name| keys.iter().position(|key| key == name && !known.contains_key(key));
            let at = names.split('|').find_map(is_meant).filter(|_| !fields.contains(&Some(field)));
            if let Some(slot) = at.and_then(|at| fields.get_mut(at)) {
                *slot = Some(field);
            }
        }
        Self { columns: header.iter().cloned().zip(fields).collect() }
    }

    /// Maps a column, named by its header, to a field. The empty field name leaves the column out.
    ///
    /// # Errors
    /// The column or the field is unknown.
    pub fn set(&mut self, column: &str, field: &str) -> Result<(), Error> {
        let is_meant = |(name, _): &(String, _)| header_key(name) == header_key(column);
        let Some(at) = self.columns.iter().position(is_meant) else {
            let args = [("name", column), ("columns", &self.header())];
            return Err(Error::localized(ErrorKind::Usage, "usage-map-column", &args));
        };
        let chosen = field_named(field);
        if chosen.is_none() && !matches!(field, "" | "-") {
            let args = [("name", field), ("fields", &FIELDS.map(|(field, _)| field).join(", "))];
            return Err(Error::localized(ErrorKind::Usage, "usage-map-field", &args));
        }
        // The chosen column takes the field from a guessed one.
        for (index, (_, slot)) in self.columns.iter_mut().enumerate() {
            if index == at || chosen.is_some() && *slot == chosen {
                *slot = chosen.filter(|_| index == at);
            }
        }
        Ok(())
    }

    /// Checks that rows have a deal.
    ///
    /// # Errors
    /// Neither name nor identifier is mapped.
    pub fn check(&self) -> Result<(), Error> {
        let names_deal = |(_, field): &(String, Option<&str>)| matches!(field, Some("id" | "name"));
        if self.columns.iter().any(names_deal) {
            return Ok(());
        }
        Err(Error::localized(ErrorKind::Usage, "usage-map-no-deal", &[("columns", &self.header())]))
    }

    /// Returns the setting that also contains this mapping, if it differs from the stored one.
    pub fn setting(&self, stored: Option<&str>) -> Option<String> {
        let before = known_headers(stored);
        let mut known = before.clone();
        let own = |(name, field): &(String, Option<&str>)| (header_key(name), field.unwrap_or("").to_owned());
        let (mapped, left): (Vec<_>, Vec<_>) = self.columns.iter().partition(|(_, field)| field.is_some());
        known.extend(left.into_iter().chain(mapped).map(own));
        if known == before { None } else { serde_json::to_string(&known).ok() }
    }

    fn header(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    }
}

/// Returns the field with this name in the contract.
fn field_named(name: &str) -> Option<&'static str> {
    FIELDS.into_iter().map(|(field, _)| field).find(|field| *field == name)
}

/// Parses the setting: the field of each header, empty for a column left out. An unreadable setting counts as empty.
fn known_headers(setting: Option<&str>) -> BTreeMap<String, String> {
    setting.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
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

    fn fields(mapping: &Mapping) -> Vec<&'static str> {
        mapping.columns.iter().map(|(_, field)| field.unwrap_or("")).collect()
    }

    fn key(error: &Error) -> &str {
        error.message_ref().map_or("", |message| message.key)
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
        let mapping = Mapping::guess(&header, None);
        assert_eq!(fields(&mapping), ["id", "name", "status", "classe_actif", "", "responsable"]);
        mapping.check().unwrap();
    }

    #[test]
    fn chosen_column_takes_the_field_and_is_remembered() {
        let header = header(&["Nom", "Statut", "Statut cible"]);
        let mut mapping = Mapping::guess(&header, None);
        mapping.set("statut CIBLE", "status").unwrap();
        assert_eq!(fields(&mapping), ["name", "", "status"]);
        let text = mapping.setting(None).unwrap();
        assert_eq!(Mapping::guess(&header, Some(&text)), mapping);
        assert_eq!(mapping.setting(Some(&text)), None, "nothing new");
        let equal = Mapping::guess(&["Nom", "Nom"].map(str::to_owned), None);
        assert_eq!(Mapping::guess(&["Nom", "Nom"].map(str::to_owned), equal.setting(None).as_deref()), equal);
    }

    #[test]
    fn mistakes_in_a_mapping_are_named() {
        let header = header(&["Nom", "Statut"]);
        let mut mapping = Mapping::guess(&header, None);
        assert_eq!(key(&mapping.set("x", "name").unwrap_err()), "usage-map-column");
        assert_eq!(key(&mapping.set("Nom", "ltv").unwrap_err()), "usage-map-field");
        mapping.set("Nom", "-").unwrap();
        assert_eq!(key(&mapping.check().unwrap_err()), "usage-map-no-deal");
        let twice = r#"{"nom":"name","statut":"name"}"#;
        assert_eq!(fields(&Mapping::guess(&header, Some(twice))), ["name", ""], "the first counts");
        assert_eq!(fields(&Mapping::guess(&header, Some("{"))), ["name", "status"]);
    }
}
