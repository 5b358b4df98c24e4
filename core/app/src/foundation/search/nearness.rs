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
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let edit_count = count_edits(&a, &b);
    let is_word_of = |text: &str, is_word_of: &str| {
        is_word_of.chars().count() >= 3
            && text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == is_word_of)
    };
    let is_close = edit_count <= (a.len().max(b.len()) / 3).max(1);
    (is_close || is_word_of(other, one) || is_word_of(one, other)).then_some(edit_count)
}

fn count_edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, letter) in a.iter().enumerate() {
        let mut diagonal = at;
        let mut left = at + 1;
        for (cell, other_letter) in row.iter_mut().skip(1).zip(b) {
            let replaced = diagonal + usize::from(letter != other_letter);
            diagonal = *cell;
            left = replaced.min(diagonal + 1).min(left + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
    }
    row.last().copied().unwrap_or(a.len())
}

#[cfg(test)]
mod tests {
    use super::{edit_distance, name_distance};

    #[test]
    fn a_slip_of_the_finger_is_near_and_another_person_is_not() {
        assert_eq!(edit_distance("j. rouz", "j. roux"), Some(1));
        assert_eq!(edit_distance("roux", "j. roux"), Some(3), "the name without its initial is close");
        assert_eq!(edit_distance("c. delauney", "c. delaunay"), Some(1));
        assert_eq!(edit_distance("z. inconnu", "m. ferrand"), None);
        assert_eq!(edit_distance("", "j. roux"), None);
        for typed in ["j roux", "j.roux", "roux j", "roux, j."] {
            assert_eq!(name_distance(typed, "j. roux"), Some(0), "{typed}");
        }
        assert_eq!(name_distance(".", "j. roux"), None);
    }
}
