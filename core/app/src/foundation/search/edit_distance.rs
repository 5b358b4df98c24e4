//! Edit distance of folded names, used to suggest a correction for a typo.

/// Returns the words of a folded name, without separators.
pub(crate) fn split_words(name: &str) -> Vec<&str> {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

/// Returns the [`edit_distance`] of two names. It is 0 if they have the same words, ignoring punctuation and order.
pub(crate) fn name_distance(a: &str, b: &str) -> Option<usize> {
    let sorted_words = |name| {
        let mut words = split_words(name);
        words.sort_unstable();
        words
    };
    let words = sorted_words(a);
    let is_same = !words.is_empty() && words == sorted_words(b);
    if is_same { Some(0) } else { edit_distance(a, b) }
}

/// Returns the edit distance of two folded names: letters inserted, deleted or replaced. Returns `None` if they have
/// too little in common for a typo.
fn edit_distance(one: &str, other: &str) -> Option<usize> {
    let edit_count = strsim::levenshtein(one, other);
    // A word of a name may have a typo in every four letters.
    let has_word = |text: &str, wanted: &str| {
        let count = wanted.chars().count();
        count >= 3 && split_words(text).iter().any(|word| strsim::levenshtein(word, wanted) <= count / 4)
    };
    let is_close = edit_count <= (one.chars().count().max(other.chars().count()) / 3).max(1);
    (is_close || has_word(other, one) || has_word(one, other)).then_some(edit_count)
}

#[cfg(test)]
mod tests {
    use super::{edit_distance, name_distance};

    #[test]
    fn typo_is_near_but_another_name_is_not() {
        assert_eq!(edit_distance("j. rouz", "j. roux"), Some(1));
        assert_eq!(edit_distance("roux", "j. roux"), Some(3), "the name without its initial is close");
        assert_eq!(edit_distance("c. delauney", "c. delaunay"), Some(1));
        assert!(edit_distance("marten", "a. martin").is_some() && edit_distance("mart", "a. marc").is_some());
        assert_eq!(edit_distance("z. inconnu", "m. ferrand"), None);
        assert_eq!(edit_distance("", "j. roux"), None);
        for typed in ["j roux", "j.roux", "roux j", "roux, j."] {
            assert_eq!(name_distance(typed, "j. roux"), Some(0), "{typed}");
        }
        assert_eq!(name_distance(".", "j. roux"), None);
    }
}
