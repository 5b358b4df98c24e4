//! Edit distance of folded names, used to suggest a correction for a typo.

/// Returns the words of a folded name, without separators.
pub(crate) fn split_words(name: &str) -> Vec<&str> {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

/// Returns the [`distance`] of two names. It is 0 if they have the same words, ignoring punctuation and order.
pub(crate) fn name_distance(one: &str, other: &str) -> Option<usize> {
    let sorted = |name| {
        let mut words = split_words(name);
        words.sort_unstable();
        words
    };
    let words = sorted(one);
    let same = !words.is_empty() && words == sorted(other);
    if same { Some(0) } else { edit_distance(one, other) }
}

/// Returns the edit distance of two folded names: letters inserted, deleted or replaced. Returns `None` if they have
/// too little in common for a typo.
fn edit_distance(one: &str, other: &str) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let far = count_edits(&a, &b);
    let part = |whole: &str, part: &str| {
        part.chars().count() >= 3
            && whole
                .split(|letter: char| !letter.is_alphanumeric())
                .any(|word| word == part)
    };
    let close = far <= (a.len().max(b.len()) / 3).max(1);
    (close || part(other, one) || part(one, other)).then_some(far)
}

fn count_edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, letter) in a.iter().enumerate() {
        let mut before = at;
        let mut left = at + 1;
        for (place, other) in row.iter_mut().skip(1).zip(b) {
            let replaced = before + usize::from(letter != other);
            before = *place;
            left = replaced.min(before + 1).min(left + 1);
            *place = left;
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
        assert_eq!(
            edit_distance("roux", "j. roux"),
            Some(3),
            "the name without its initial is close"
        );
        assert_eq!(edit_distance("c. delauney", "c. delaunay"), Some(1));
        assert_eq!(edit_distance("z. inconnu", "m. ferrand"), None);
        assert_eq!(edit_distance("", "j. roux"), None);
        for typed in ["j roux", "j.roux", "roux j", "roux, j."] {
            assert_eq!(name_distance(typed, "j. roux"), Some(0), "{typed}");
        }
        assert_eq!(name_distance(".", "j. roux"), None);
    }
}
