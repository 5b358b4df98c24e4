//! Operations, funds, SPVs and operators: the portfolio that the service summarises.

use std::fmt::Write as _;

use rusqlite::{Connection, params};

use super::dates::Calendar;
use super::names;
use super::records::{NewRecord, RecordInserter};
use super::rng::Random;
use super::vocabulary::{CLASSE_ACTIF, OPERATION_STATUT, TYPE_INVESTISSEMENT};
use crate::{ServiceProfile, json::quote};

/// Sum of all nominals, in cents.
const TOTAL_NOMINAL: i64 = 48_621_540_000;

/// Operations by status, in the order of [`OPERATION_STATUT`].
const BY_STATUT: [usize; 8] = [14, 61, 12, 9, 4, 3, 17, 8];

/// Operations by class, in the order of [`CLASSE_ACTIF`]; the two remaining operations have no class.
const BY_CLASSE: [usize; 10] = [24, 14, 31, 11, 13, 8, 5, 4, 16, 0];

/// Operations by type, in the order of [`TYPE_INVESTISSEMENT`].
const BY_TYPE: [usize; 8] = [38, 24, 18, 12, 15, 8, 9, 4];

const FONDS: [&str; 6] = [
    "Corvane Dette Senior I",
    "Corvane Dette Senior II",
    "Corvane Mezzanine III",
    "Corvane Relais Immobilier",
    "Corvane Impact Logement",
    "Corvane Opportunités",
];
const SPVS: usize = 41;
const OPERATEURS: usize = 57;

/// Legal forms of operators.
const FORMS: [&str; 4] = ["SAS", "SARL", "SCI", "Groupe"];

/// Trades of operators.
const TRADES: [&str; 6] = ["Promotion", "Foncière", "Immobilier", "Développement", "Patrimoine", "Habitat"];

/// Writes the whole portfolio.
pub(crate) fn generate(
    db: &Connection,
    seed: u64,
    profile: ServiceProfile,
    calendar: &Calendar,
) -> rusqlite::Result<()> {
    let mut random = Random::new(seed, "portfolio");
    let mut records = RecordInserter::new(db)?;
    for name in FONDS {
        let id = random.uuid().to_string();
        let body = format!(
            "{{\"id\":\"{id}\",\"name\":{},\"code_isin\":null,\"millesime\":{},\"devise\":\"EUR\"}}",
            quote(name),
            random.between(2016, 2025)
        );
        records.add(&NewRecord { kind: "fonds", id: &id, name, ..NewRecord::with_body(&body) })?;
    }
    let operateurs =
        (0..OPERATEURS).map(|_| operateur(&mut random, &mut records)).collect::<Result<Vec<_>, _>>()?;
    let spvs = (0..SPVS).map(|i| spv(&mut random, &mut records, i)).collect::<Result<Vec<_>, _>>()?;
    operations(db, &mut random, &operateurs, &spvs, profile, calendar)
}

fn operateur(random: &mut Random, records: &mut RecordInserter<'_>) -> rusqlite::Result<String> {
    let id = random.uuid().to_string();
    let (proper, town) = names::proper_name(random);
    let name = format!("{} {proper} {}", random.pick(&FORMS), random.pick(&TRADES));
    let siren = siren(random);
    let body = format!(
        "{{\"id\":\"{id}\",\"name\":{},\"siren\":\"{siren}\",\"ville\":{},\"kyc_valide\":{}}}",
        quote(&name),
        quote(town),
        !random.percent(12)
    );
    records.add(&NewRecord { kind: "operateurs", id: &id, name: &name, ..NewRecord::with_body(&body) })?;
    Ok(id)
}

fn spv(random: &mut Random, records: &mut RecordInserter<'_>, index: usize) -> rusqlite::Result<String> {
    let id = random.uuid().to_string();
    let fixed_names = [
        "SPV Docks Nord",
        "SPV Plateforme A13",
        "SPV Campus Orion",
        "SCI Vauquelin",
        "SAS Horizon",
        "SAS Belvédère Annecy",
    ];
    let drawn_name = format!("SPV {} {}", names::proper_name(random).0, index + 1);
    let name = fixed_names.get(index).map_or(&*drawn_name, |name| name);
    let body = format!(
        "{{\"id\":\"{id}\",\"name\":{},\"siren\":\"{}\",\"forme_juridique\":\"{}\"}}",
        quote(name),
        siren(random),
        random.pick(&["SAS", "SCI", "SNC"])
    );
    records.add(&NewRecord { kind: "spvs", id: &id, name, ..NewRecord::with_body(&body) })?;
    Ok(id)
}

fn operations(
    db: &Connection,
    random: &mut Random,
    operateurs: &[String],
    spvs: &[String],
    profile: ServiceProfile,
    calendar: &Calendar,
) -> rusqlite::Result<()> {
    let statuts = shuffled_codes(random, &BY_STATUT, |i| Some(OPERATION_STATUT[i].code));
    let count = statuts.len();
    let mut classes = shuffled_codes(random, &BY_CLASSE, |i| Some(CLASSE_ACTIF[i].code));
    // Outside the strict profile two operations have no class, so that a breakdown need not add up to its total.
    let remaining_class =
        (profile == ServiceProfile::Strict).then_some(CLASSE_ACTIF[CLASSE_ACTIF.len() - 1].code);
    classes.resize(count, remaining_class);
    let types = shuffled_codes(random, &BY_TYPE, |i| Some(TYPE_INVESTISSEMENT[i].code));
    let nominals = nominals(random, count);
    let mut insert = db.prepare(
        "INSERT INTO operation (id, name, statut, classe_actif, type_investissement, nominal, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (((statut, classe), kind), nominal) in statuts.iter().zip(&classes).zip(&types).zip(&nominals) {
        let id = random.uuid();
        let name = names::deal_name(random, classe.unwrap_or("mixte"));
        let (statut, kind) = (statut.unwrap_or_default(), kind.unwrap_or_default());
        let mut body = format!("{{\"id\":\"{id}\",\"name\":{},\"statut\":\"{statut}\"", quote(&name));
        // Writing to a `String` cannot fail.
        let _ = match classe {
            Some(classe) => write!(body, ",\"classe_actif\":\"{classe}\""),
            None => write!(body, ",\"classe_actif\":null"),
        };
        let _ = write!(
            body,
            ",\"type_investissement\":\"{kind}\",\"nominal\":\"{}\",\"date_echeance\":\"{}\",\"operateur_id\":\"{}\",\"spv_id\":\"{}\"}}",
            euros(*nominal),
            calendar.date_in(random.between(-120, 900)),
            random.pick(operateurs),
            random.pick(spvs),
        );
        insert.execute(params![id.as_bytes(), search_key(&name), statut, classe, kind, nominal, body])?;
    }
    Ok(())
}

/// Returns each code as often as its count, in random order.
fn shuffled_codes(
    random: &mut Random,
    counts: &[usize],
    code: impl Fn(usize) -> Option<&'static str>,
) -> Vec<Option<&'static str>> {
    let mut all: Vec<_> =
        counts.iter().enumerate().flat_map(|(i, n)| std::iter::repeat_n(code(i), *n)).collect();
    for i in (1..all.len()).rev() {
        all.swap(i, random.below(i as u64 + 1) as usize);
    }
    all
}

/// Draws nominals in cents, in whole hundreds of euros, that add up to the total.
fn nominals(random: &mut Random, count: usize) -> Vec<i64> {
    const STEP: i64 = 10_000;
    let weights: Vec<i64> = (0..count).map(|_| random.between(20, 200)).collect();
    let total: i64 = weights.iter().sum();
    let mut nominals: Vec<i64> =
        weights.iter().map(|weight| TOTAL_NOMINAL / STEP * weight / total.max(1) * STEP).collect();
    let remainder = TOTAL_NOMINAL - nominals.iter().sum::<i64>();
    if let Some(first) = nominals.first_mut() {
        *first += remainder;
    }
    nominals
}

/// Draws nine digits whose Luhn sum is a multiple of ten.
fn siren(random: &mut Random) -> String {
    let mut digits: Vec<i64> =
        std::iter::once(random.between(3, 9)).chain((0..7).map(|_| random.between(0, 9))).collect();
    let sum: i64 = digits
        .iter()
        .enumerate()
        .map(|(i, d)| if i % 2 == 1 { d * 2 - if *d > 4 { 9 } else { 0 } } else { *d })
        .sum();
    digits.push((10 - sum % 10) % 10);
    digits.iter().map(ToString::to_string).collect()
}

/// Formats cents as a decimal with two places.
pub(crate) fn euros(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
}

/// Normalises a name for the exact search: lower case, without outer spaces.
pub(crate) fn search_key(name: &str) -> String {
    name.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_are_the_mock_ups() {
        assert_eq!(BY_STATUT.iter().sum::<usize>(), 128);
        assert_eq!(BY_CLASSE.iter().sum::<usize>(), 126);
        assert_eq!(BY_TYPE.iter().sum::<usize>(), 128);
    }

    #[test]
    fn nominals_add_up_to_the_cent() {
        let nominals = nominals(&mut Random::new(1, "nominals"), 128);
        assert_eq!(nominals.iter().sum::<i64>(), TOTAL_NOMINAL);
        assert!(nominals.iter().all(|n| *n > 0));
        assert_eq!(euros(TOTAL_NOMINAL), "486215400.00");
        assert_eq!(euros(-5), "-0.05");
    }

    #[test]
    fn sirens_pass_luhn() {
        let luhn = |siren: &str| {
            let sum: u32 = siren
                .chars()
                .rev()
                .enumerate()
                .map(|(i, c)| {
                    let d = c.to_digit(10).unwrap() * if i % 2 == 1 { 2 } else { 1 };
                    d / 10 + d % 10
                })
                .sum();
            siren.len() == 9 && sum.is_multiple_of(10)
        };
        assert!(luhn("732829320"));
        let mut random = Random::new(1, "siren");
        assert!((0..500).all(|_| luhn(&siren(&mut random))));
    }

    #[test]
    fn searching_folds_case_and_trims() {
        assert_eq!(search_key("  ÎLOT Sainte-Croix "), "îlot sainte-croix");
    }
}
