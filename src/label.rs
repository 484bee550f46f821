//! Letters that name cells where values would only distract: `a` is 0, `z` is 25, and then, as
//! the columns of a spreadsheet go on, `aa` is 26 and `ab` 27. Every index has one spelling.

/// The letters of `index`.
#[must_use]
pub fn letters(index: u64) -> String {
    let mut out = String::new();
    letters_into(index, &mut out);
    out
}

/// Appends the letters of `index` to `out`.
pub fn letters_into(index: u64, out: &mut String) {
    // 26^14 > 2^64, so fourteen places hold every index.
    let mut places = [0_u8; 14];
    let mut first = places.len();
    let mut rest = index;
    loop {
        first -= 1;
        let [letter, ..] = (rest % 26).to_le_bytes();
        places[first] = b'a' + letter;
        rest /= 26;
        // The places count from 1, not 0: after `z` comes `aa`, which no zero stands before.
        let Some(next) = rest.checked_sub(1) else {
            break;
        };
        rest = next;
    }
    out.extend(places[first..].iter().map(|&letter| char::from(letter)));
}

/// The index that `letters` names, or `None` where it holds anything but `a` to `z`, is empty,
/// or names an index beyond 64 bits.
#[must_use]
pub fn index(letters: &str) -> Option<u64> {
    let mut index: Option<u64> = None;
    for letter in letters.bytes() {
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let before = match index {
            None => 0,
            Some(index) => index.checked_add(1)?.checked_mul(26)?,
        };
        index = Some(before.checked_add(u64::from(letter - b'a'))?);
    }
    index
}
