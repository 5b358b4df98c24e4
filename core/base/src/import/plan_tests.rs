use super::*;
use crate::import::table::ImportLine;
use crate::model::entry_rules::EntryRule;
use crate::model::table::{ColumnStoreBuilder, RowData};

fn deals() -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for (id, name, status, class, owner) in [
        ("d-1", "Le Parc, Lyon", "ic", "bureaux", "A. Martin"),
        ("d-2", "Halle Sud", "sourcing", "logistique", ""),
        ("d-3", "Tour Est", "sourcing", "bureaux", "P. Roux"),
        ("d-4", "Tour Est", "ic", "bureaux", "P. Roux"),
    ] {
        builder.push(&RowData {
            id: id.into(),
            name: name.into(),
            status: status.into(),
            class: class.into(),
            owner: owner.into(),
            ..RowData::default()
        });
    }
    builder.finish()
}

fn table(csv: &str) -> ImportTable {
    let rows = csv.lines().zip(1..).map(|(line, number)| ImportLine {
        number,
        cells: line.split(';').map(|cell| Ok(cell.to_owned())).collect(),
    });
    ImportTable::new("deals.csv".into(), csv.as_bytes(), rows)
}

fn planned(csv: &str, rules: &EntryRules, accepted: &[usize]) -> ImportPlan {
    let table = table(csv);
    let mapping = Mapping::guess(&table.header, None);
    let (deals, accepted) = (deals(), accepted.iter().copied().collect());
    let facts = ImportFacts { deals: &deals, statuses: &[], entry_rules: rules, accepted: &accepted };
    ImportPlan::new(&table, mapping, facts)
}

fn plan(csv: &str) -> ImportPlan {
    planned(csv, &EntryRules::default(), &[])
}

/// Returns what each line becomes, in the order of the file.
fn outcomes(plan: &ImportPlan) -> Vec<String> {
    let mut rows: Vec<&PlannedRow> = plan.rows.iter().collect();
    rows.sort_by_key(|row| row.line);
    let text = |row: &PlannedRow| match (&row.issue, row.category()) {
        (Some(issue), _) => issue.rule.name.to_owned(),
        (None, RowCategory::New) => row.after.to_body(),
        (None, RowCategory::Changed) => format!("{} {}", row.before.to_body(), row.after.to_body()),
        (None, _) => "same".to_owned(),
    };
    rows.into_iter().map(text).collect()
}

#[test]
fn rows_are_new_changed_or_the_same() {
    let plan = plan(
        "Nom;Statut;Classe;Responsable\nle parc, LYON;Closing;bureaux;a. martin\nHalle Sud;;;\nQuai Nord;sourcing;Bureaux;Z. Neuf\n;;;\nHalle Sud;ic;;P. Roux\n",
    );
    let expected = [
        r#"{"status":"ic"} {"status":"closing"}"#,
        "repeated",
        r#"{"name":"Quai Nord","status":"sourcing","classe_actif":"bureaux","responsable":"Z. Neuf"}"#,
        "repeated",
    ];
    assert_eq!(outcomes(&plan), expected);
    assert_eq!(plan.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [3, 6, 2, 4], "by category");
    assert!(plan.rows.iter().all(|row| row.key.is_some() != row.after.is_empty()));
}

#[test]
fn mistakes_are_refused_with_their_rule() {
    let text = [
        "id;nom;statut;classe;responsable",
        "d-1;;closing;;;extra",
        "d-9;;closing;;",
        ";;closing;;",
        "d-1;;closng;;",
        "d-2;;;burreau;",
        "d-2;Autre nom;;;",
        "d-2;;;bureaux;",
        "d-2;;;;P. Rouxx",
        ";Tour Est;closing;;",
        ";Le Parc, Lyon;closing;logistique;",
        ";Le Parc - Lyon;closing;bureaux;",
    ];
    let expected = [
        "extra_cells",
        "unknown_id",
        "no_name",
        "unknown_status",
        "unknown_class",
        "read_only",
        "read_only",
        "similar_owner",
        "several_deals",
        "other_class",
        "similar_name",
    ];
    assert_eq!(outcomes(&plan(&text.join("\n"))), expected);
}

#[test]
fn doubtful_new_rows_are_never_written() {
    let text = [
        "id;nom;statut;classe;responsable",
        ";Trop court",
        ";d-1;ic;bureaux;",
        ";Nom\u{7} cloche;ic;bureaux;",
        ";\u{a0};ic;bureaux;",
        "d-1;;;;A\u{b}B",
        "d-1;;;;A Martn",
        ";2026-11-01;ic;bureaux;",
        ";true;ic;bureaux;",
    ];
    let expected = [
        "short_row",
        "name_is_id",
        "control_character",
        "no_name",
        "control_character",
        "similar_owner",
        "unusual_name",
        "unusual_name",
    ];
    assert_eq!(outcomes(&plan(&text.join("\n"))), expected);
    assert!(outcomes(&planned("nom\n123", &EntryRules::default(), &[2]))[0].contains("123"), "accepted");
}

#[test]
fn writes_are_recognised_by_table_and_values() {
    let (csv, other) = ("id;nom;statut\n;Neuf;ic\nd-2;;closing", "nom\nNeuf");
    for row in plan(csv).rows {
        let (key, record, body) = (row.key.unwrap(), row.deal.unwrap(), row.after.to_body());
        assert!(is_write_of(&table(csv), &key, record.as_str(), &body));
        assert!(!is_write_of(&table(other), &key, record.as_str(), &body));
        assert!(!is_write_of(&table(csv), &key, record.as_str(), "{}"));
    }
}

#[test]
fn accepted_lines_are_taken_as_typed() {
    let csv = "nom;statut;responsable\nLe Parc - Lyon;ic;P. Rouxx\nTour Est;closing;";
    let accepted = outcomes(&planned(csv, &EntryRules::default(), &[2, 3]));
    assert_eq!(accepted[0], r#"{"name":"Le Parc - Lyon","status":"ic","responsable":"P. Rouxx"}"#);
    assert_eq!(accepted[1], "several_deals", "nothing says which deal it is");
}

#[test]
fn entry_rules_apply_to_each_row() {
    let rule = EntryRule::new(vec!["responsable".into()], None).unwrap();
    let rules = EntryRules::new([("closing".to_owned(), rule)].into());
    let csv = "nom;statut;responsable\nHalle Sud;closing;\nLe Parc, Lyon;closing;\nNeuf;closing;\nNeuf bis;closing;Z. Neuf";
    let outcomes = outcomes(&planned(csv, &rules, &[]));
    assert_eq!([&*outcomes[0], &*outcomes[2]], ["entry_rule", "entry_rule"]);
    assert!(outcomes[1].contains("closing") && outcomes[3].contains("Z. Neuf"), "{outcomes:?}");
}

#[test]
fn rows_for_one_deal_must_agree() {
    let csv = "nom;statut\nNeuf;ic\nNeuf;ic\nAutre;ic\nautre;closing";
    let outcomes = outcomes(&plan(csv));
    assert_eq!(outcomes[1..], ["same", "repeated", "repeated"], "names in other letters are other values");
}

#[test]
fn keys_are_stable_and_differ_by_row_and_content() {
    let keys = |csv: &str| plan(csv).rows.into_iter().filter_map(|row| row.key).collect::<BTreeSet<_>>();
    let csv = "nom\nNeuf un\nVieux deux";
    assert_eq!(keys(csv), keys(csv));
    assert_eq!(keys(csv).len(), 2);
    assert!(keys(csv).is_disjoint(&keys("nom\nNeuf un\nVieux deux\nTroisieme")));
    let temporary =
        plan(csv).rows.iter().all(|row| row.deal.as_ref().is_some_and(|id| is_temporary(id.as_str())));
    assert!(temporary);
}

#[test]
fn formula_guard_of_an_export_is_removed() {
    assert_eq!(outcomes(&plan("nom\n'=Neuf")), [r#"{"name":"=Neuf"}"#]);
    let mut unreadable = table("nom;statut\nNeuf;x");
    unreadable.lines[0].cells[1] = Err("#REF!".into());
    let mapping = Mapping::guess(&unreadable.header, None);
    let (deals, rules, accepted) = (deals(), EntryRules::default(), BTreeSet::new());
    let facts = ImportFacts { deals: &deals, statuses: &[], entry_rules: &rules, accepted: &accepted };
    assert_eq!(outcomes(&ImportPlan::new(&unreadable, mapping, facts)), ["unreadable_cell"]);
}

#[test]
fn rows_of_one_file_are_compared_with_each_other() {
    let text = [
        "id;nom;statut;classe;responsable",
        "d-1;;closing",
        ";Pavillon Neuf, Laval;ic;bureaux;",
        ";Pavillon Neuff, Laval;ic;bureaux;",
        ";Pavillon Neuf, Laval;closing;bureaux;",
        ";Quai Nord;ic;bureaux;",
        ";Quai Nord;ic;logistique;",
        ";Pont Neuf;ic;bureaux;Zoé Perrault",
        ";Pont Vieux;ic;bureaux;Zoé Perault",
        ";Gare Est;ic;bureaux;Martin A.",
        ";Gare Sud;ic;bureaux;12/11/2026",
        ";Gare Nord;ic;bureaux;bureaux",
        ";Caf\u{fffd} Vert;ic;bureaux;",
        ";Caf\u{200b}é Bleu;ic;bureaux;",
        ";Villa Rose;ic;bureaux;Luc Petit",
    ];
    let expected = [
        "short_row",
        "similar_row",
        "similar_row",
        "similar_row",
        "repeated",
        "repeated",
        "similar_owner",
        "similar_owner",
        "similar_owner",
        "unusual_name",
        "unusual_name",
        "control_character",
        "control_character",
        r#"{"name":"Villa Rose","status":"ic","classe_actif":"bureaux","responsable":"Luc Petit"}"#,
    ];
    assert_eq!(outcomes(&plan(&text.join("\n"))), expected);
    let accepted = planned(&text.join("\n"), &EntryRules::default(), &[3, 4, 8]);
    assert_eq!(accepted.count(RowCategory::New), 4);
}
