//! `traceplate new`: a small book to begin with. It builds without mdBook and,
//! where that is installed, with it.

use std::path::{Path, PathBuf};

use crate::book::finding::{Finding, Weight};
use crate::store::{self, Store, StoreError};

use super::shell::Shell;

/// Make a small book to begin with
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to make it; the folder may be there already
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// The files of the book, by their paths in it.
const FILES: [(&str, &str); 4] = [
    ("plates.toml", include_str!("../../templates/new/plates.toml")),
    ("book.toml", include_str!("../../templates/new/book.toml")),
    ("src/SUMMARY.md", include_str!("../../templates/new/src/SUMMARY.md")),
    ("src/first.md", include_str!("../../templates/new/src/first.md")),
];

/// Runs the command.
pub fn run(args: &Args, shell: &mut Shell<'_>) {
    // Whatever is there is the author's and stays.
    let taken = FILES.into_iter().map(|(path, _)| args.folder.join(path));
    let taken: Vec<PathBuf> = taken.filter(|path| store::is_taken(path)).collect();
    for path in &taken {
        let message = "expected nothing of that name yet, found something";
        let finding = Finding::file(&path.display().to_string(), message, Weight::Unreachable);
        shell.report(&finding.with_help("name another folder"), None);
    }
    if !taken.is_empty() {
        return shell.say("nothing was written");
    }
    match write(&args.folder) {
        Ok(written) => {
            for path in written {
                shell.say(&format!("wrote {}", args.folder.join(path).display()));
            }
            shell.say("\nNext:\n");
            shell.say(&format!("    cd {}", typed(&args.folder)));
            shell.say(&format!("    {} build", shell.program));
        }
        Err(error) => shell.refuse(&error),
    }
}

/// Writes all files, or none where one of them cannot be.
fn write(folder: &Path) -> Result<Vec<String>, StoreError> {
    store::make_folder(folder)?;
    let store = Store::open(folder)?;
    let mut staged = Vec::new();
    for (path, text) in FILES {
        staged.extend(store.stage(path, text)?);
    }
    staged.into_iter().map(store::Staged::commit).collect()
}

/// A folder as a shell takes it for one word.
fn typed(folder: &Path) -> String {
    let shown = folder.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._+-@%:,".contains(c);
    if !shown.is_empty() && !shown.starts_with('-') && shown.chars().all(is_plain) {
        return shown;
    }
    let dashes = if shown.starts_with('-') { "./" } else { "" };
    format!("'{dashes}{}'", shown.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::typed;
    use std::path::Path;

    #[test]
    fn a_folder_is_one_word_of_the_shell() {
        for (folder, expected) in [
            ("demo", "demo"),
            ("../книги/a_b", "../книги/a_b"),
            ("my book", "'my book'"),
            ("it's", r"'it'\''s'"),
            ("-x", "'./-x'"),
            ("$HOME", "'$HOME'"),
        ] {
            assert_eq!(typed(Path::new(folder)), expected);
        }
    }
}
