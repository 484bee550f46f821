//! Same input, same bytes: whatever the folder, the locale and the time zone.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::copy;
use tempfile::TempDir;

/// Every file beneath a folder, by its path in it.
fn files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).expect("it is beneath").to_owned();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// The guide without what `build` makes, built there.
fn built(folder: &Path, locale: &str, zone: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::create_dir_all(folder).expect("a folder");
    for name in ["book.toml", "plates.toml", "book"] {
        copy(&root.join(name), &folder.join(name));
    }
    fs::remove_dir_all(folder.join("book/plates")).expect("the committed figures");
    let run = |program: &mut Command| {
        let output = program.env("LC_ALL", locale).env("LANG", locale).env("TZ", zone).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let program = env!("CARGO_BIN_EXE_traceplate");
    run(Command::new(program).arg("build").current_dir(folder));
    files(folder)
}

#[test]
fn two_builds_in_two_folders_locales_and_time_zones_do_not_differ() {
    let place = TempDir::new().expect("a temporary folder");
    let one = built(&place.path().join("one"), "C", "UTC");
    let another = place.path().join("another folder, längs/two");
    let two = built(&another, "de_DE.UTF-8", "Asia/Kathmandu");
    let three = built(&place.path().join("3"), "tr_TR.UTF-8", "Pacific/Apia");
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    for other in [&two, &three] {
        assert_eq!(names(&one), names(other));
        for (name, bytes) in &one {
            assert!(other[name] == *bytes, "{} differs", name.display());
        }
    }
    // And they are what the repository holds.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (folder, command) in [("traces", "build --accept"), ("book/plates", "build")] {
        for (name, bytes) in files(&root.join(folder)) {
            let name = Path::new(folder).join(name);
            let made = one.get(&name).is_some_and(|made| *made == bytes);
            let name = name.display();
            assert!(made, "{name} is not what is built: cargo run --release -- {command}");
        }
    }
}
