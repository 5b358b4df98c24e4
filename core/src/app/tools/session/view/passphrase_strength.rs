//! How hard a passphrase is to guess, while it is typed. It keeps a secret in a file that somebody may carry away and try
//! passphrases on for as long as they like, so a person is told before it is used; nothing of it is kept.

/// How hard a passphrase is to guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// It is found by trying.
    Weak,
    /// It holds for a while.
    Fair,
    /// It holds.
    Strong,
}

/// From so many bits on it is fair, and strong.
const BITS: (f64, f64) = (45.0, 70.0);

impl Strength {
    /// An estimate from what it is made of: how many characters, out of how many kinds, and what repeats or counts on.
    #[must_use]
    pub fn of(passphrase: &str) -> Self {
        // Looked at where it stands: a copy would be one more to wipe.
        let letters = || passphrase.chars();
        let has = |is: fn(char) -> bool| letters().any(is);
        let kinds = [
            (has(char::is_lowercase), 26.0),
            (has(char::is_uppercase), 26.0),
            (has(char::is_numeric), 10.0),
            (has(|letter| !letter.is_alphanumeric()), 12.0),
        ];
        let pool: f64 = kinds.iter().filter(|kind| kind.0).map(|kind| kind.1).sum();
        // One that follows from the one before it tells nothing more, and neither do a few that come again and again.
        let follows = |(one, next): &(char, char)| (*next as u32).abs_diff(*one as u32) <= 1;
        let following = letters().zip(letters().skip(1)).filter(follows).count();
        let told = letters().count() - following;
        let distinct = letters()
            .enumerate()
            .filter(|(at, letter)| !letters().take(*at).any(|before| before == *letter))
            .count();
        let bits = told.min(distinct * 2) as f64 * pool.max(1.0).log2();
        if bits < BITS.0 {
            Self::Weak
        } else if bits < BITS.1 {
            Self::Fair
        } else {
            Self::Strong
        }
    }

    /// How many of three it reaches.
    #[must_use]
    pub fn reached(self) -> usize {
        match self {
            Self::Weak => 1,
            Self::Fair => 2,
            Self::Strong => 3,
        }
    }

    /// The key of what is said of it.
    #[must_use]
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Weak => "passphrase-weak",
            Self::Fair => "passphrase-fair",
            Self::Strong => "passphrase-strong",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Strength;

    #[test]
    fn what_is_short_repeats_or_counts_on_is_weak() {
        for weak in [
            "",
            "a",
            "secret",
            "aaaaaaaaaaaaaaaaaaaa",
            "abababababababab",
            "1234567890123",
            "été",
        ] {
            assert_eq!(Strength::of(weak), Strength::Weak, "{weak}");
        }
        assert_eq!(Strength::of("tr0ub4dor&x"), Strength::Fair);
        for strong in ["cheval pile agrafe correcte", "words of one’s own, four"] {
            assert_eq!(Strength::of(strong), Strength::Strong, "{strong}");
        }
    }
}
