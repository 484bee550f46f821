//! What stands in the way on the disk: each is one diagnostic, and nothing is
//! half-written.

mod support;

use std::fs;
use std::process::Command;

use support::{Book, told};
use traceplate::Fixtures;

/// A trace and a figure of the plate of `Book::frozen`.
const FILES: [&str; 2] = ["traces/frozen-lookup.trace", "src/plates/frozen-lookup.svg"];

#[test]
fn a_file_in_a_folder_s_place_stops_the_build_before_anything_is_written() {
    let book = Book::frozen();
    book.write("src/plates", "a file where the figures should go");
    let before = book.everything();
    let answer = book.run(&["build"]);
    assert_eq!(
        told(&answer),
        "stdout:\n1 plate: 1 missing; nothing to write\nstderr:\nsrc/plates: error: expected a folder, found a file\nexit code 3\n"
    );
    let after = book.everything();
    let files = |all: &std::collections::BTreeMap<std::path::PathBuf, (Vec<u8>, String)>| {
        all.iter()
            .filter(|(path, _)| path.is_file())
            .map(|(path, (bytes, _))| (path.clone(), bytes.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(files(&after), files(&before));
}

#[test]
fn a_read_only_folder_stops_the_build_before_anything_is_written() {
    use std::os::unix::fs::PermissionsExt;
    let book = Book::frozen();
    fs::create_dir(book.path("src/plates")).expect("a folder");
    fs::set_permissions(book.path("src/plates"), fs::Permissions::from_mode(0o555))
        .expect("its mode");
    if fs::write(book.path("src/plates/probe"), "").is_ok() {
        // A user who may write everywhere cannot make this happen.
        return;
    }
    let answer = book.run(&["build"]);
    assert_eq!(answer.code, 3);
    assert!(
        answer
            .stderr
            .starts_with("src/plates/frozen-lookup.svg: error: cannot write: permission denied"),
        "{}",
        answer.stderr
    );
    assert!(!book.path(FILES[0]).exists());
}

#[test]
fn what_is_no_file_of_the_book_is_refused() {
    use std::os::unix::fs::symlink;
    type Prepare = fn(&Book);
    let cases: [(&str, &str, Prepare); 6] = [
        ("plates.toml: error: expected a file, found a folder", "a folder", |book| {
            fs::remove_file(book.path("plates.toml")).expect("the manifest");
            fs::create_dir(book.path("plates.toml")).expect("a folder");
        }),
        ("plates.toml:1:2: error: expected UTF-8, found the byte 0xff", "other bytes", |book| {
            book.write("plates.toml", b"#\xff\n");
        }),
        (
            "traces/frozen-lookup.trace: error: expected a file, found a folder",
            "a folder for a trace",
            |book| {
                fs::create_dir_all(book.path(FILES[0])).expect("a folder");
            },
        ),
        ("traces: error: expected a folder, found a file", "a file for a folder", |book| {
            book.write("traces", "");
        }),
        (
            "traces/frozen-lookup.trace: error: expected a file, found a device or pipe",
            "a device",
            |book| {
                fs::create_dir(book.path("traces")).expect("a folder");
                let made =
                    Command::new("mkfifo").arg(book.path(FILES[0])).status().expect("mkfifo");
                assert!(made.success());
            },
        ),
        (
            "traces/frozen-lookup.trace: error: expected a file inside the book's folder, found a link that leads out",
            "a link",
            |book| {
                fs::create_dir(book.path("traces")).expect("a folder");
                symlink("/etc/hostname", book.path(FILES[0])).expect("a link");
            },
        ),
    ];
    for (expected, title, prepare) in cases {
        let book = Book::frozen();
        prepare(&book);
        for command in ["check", "build"] {
            let answer = book.run(&[command]);
            assert!(answer.stderr.starts_with(expected), "{title}: {}", told(&answer));
            let code = if title == "other bytes" { 2 } else { 3 };
            assert_eq!(answer.code, code, "{title}");
            assert!(!book.path(FILES[1]).exists(), "{title}");
        }
    }
}

#[test]
fn figures_are_never_written_through_a_link_that_leads_out() {
    let outside = tempfile::TempDir::new().expect("a folder");
    let book = Book::frozen();
    std::os::unix::fs::symlink(outside.path(), book.path("src/plates")).expect("a link");
    let answer = book.run(&["build"]);
    assert_eq!(answer.code, 3, "{}", told(&answer));
    assert!(answer.stderr.contains("found a link that leads out"), "{}", answer.stderr);
    assert_eq!(fs::read_dir(outside.path()).expect("the folder").count(), 0);
    assert!(!book.path(FILES[0]).exists(), "the trace waits for its figures");
}

#[test]
fn a_folder_without_a_manifest_says_what_to_do() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let folder = folder.path().to_str().expect("UTF-8");
    for command in ["build", "check", "list"] {
        let answer = Fixtures::new().answer([command, "--book", folder]);
        assert_eq!(
            told(&answer),
            "stderr:\nplates.toml: error: expected the manifest of a book, found nothing of that name\n  \
             = help: run it in the book's folder, or name that folder with --book DIR\nexit code 3\n"
        );
    }
    let missing = format!("{folder}/nowhere");
    let answer = Fixtures::new().answer(["check", "--book", &missing]);
    assert_eq!(
        (answer.code, answer.stderr),
        (
            3,
            format!("{missing}: error: expected the book's folder, found nothing of that name\n\n")
        )
    );
}

#[test]
fn new_files_obey_the_umask_and_old_ones_keep_their_mode() {
    use std::os::unix::fs::PermissionsExt;
    let book = Book::frozen();
    book.must(&["build"]);
    let mode =
        |path: &str| fs::metadata(book.path(path)).expect("a file").permissions().mode() & 0o777;
    book.write("probe", "");
    assert_eq!(mode(FILES[0]), mode("probe") & 0o644);
    fs::set_permissions(book.path(FILES[1]), fs::Permissions::from_mode(0o600)).expect("its mode");
    book.write(FILES[1], "changed by hand");
    fs::set_permissions(book.path(FILES[1]), fs::Permissions::from_mode(0o600)).expect("its mode");
    book.must(&["build"]);
    assert_eq!(mode(FILES[1]), 0o600);
    let left: Vec<_> = book
        .everything()
        .into_keys()
        .filter(|path| path.to_string_lossy().contains(".traceplate-"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}
