//! What stands in the way on the disk: each is one diagnostic, and nothing is
//! half-written.

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use support::{Book, told};
use traceplate::Fixtures;

/// A trace and a figure of the plate of `Book::frozen`.
const FILES: [&str; 2] = ["traces/frozen-lookup.trace", "src/plates/frozen-lookup.svg"];

/// The files of a book with their bytes; a folder's time changes with what a
/// build laid there and took away again.
fn files(book: &Book) -> Vec<(PathBuf, Vec<u8>)> {
    let all = book.everything().into_iter();
    all.filter(|(path, _)| path.is_file()).map(|(path, (bytes, _))| (path, bytes)).collect()
}

#[test]
fn a_file_in_a_folder_s_place_stops_the_build_before_anything_is_written() {
    let book = Book::frozen();
    book.write("src/plates", "a file where the figures should go");
    let before = files(&book);
    let answer = book.run(&["build"]);
    assert_eq!(
        told(&answer),
        "stdout:\n1 plate: 1 missing; nothing to write\nstderr:\nsrc/plates: error: expected a folder, found a file\nexit code 3\n"
    );
    assert_eq!(files(&book), before);
}

/// The program, run by a user whom the system can refuse something: root is
/// refused nothing.
struct Somebody {
    folder: tempfile::TempDir,
    is_root: bool,
}

impl Somebody {
    const ID: u32 = 65_534;

    fn new() -> Self {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let folder = tempfile::TempDir::new().expect("a folder");
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path(), mode).expect("its mode");
        fs::copy(env!("CARGO_BIN_EXE_traceplate"), folder.path().join("traceplate"))
            .expect("the program");
        let is_root = fs::metadata(folder.path()).expect("the folder").uid() == 0;
        Self { folder, is_root }
    }

    fn owns(&self, book: &Book) {
        let id = self.is_root.then_some(Self::ID);
        for path in book.everything().keys() {
            std::os::unix::fs::chown(path, id, id).expect("another owner");
        }
        std::os::unix::fs::chown(book.path("."), id, id).expect("another owner");
    }

    fn run(&self, book: &Book, argument: &str) -> String {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new(self.folder.path().join("traceplate"));
        command.args([argument, "--book"]).arg(book.path("."));
        if self.is_root {
            command.uid(Self::ID).gid(Self::ID);
        }
        let output = command.output().expect("a run");
        let (out, err) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        format!("{out}{err}exit code {}", output.status.code().unwrap_or(-1))
    }
}

#[test]
fn a_folder_that_cannot_be_opened_or_written_is_one_diagnostic() {
    use std::os::unix::fs::PermissionsExt;
    // A folder, its mode, and what `check` and `build` say of it.
    let closed = "error: cannot open the folder: permission denied";
    let sealed = "error: cannot write into the folder: permission denied";
    let cases = [
        (".", 0o000, [closed, closed]),
        ("src", 0o000, [closed, closed]),
        ("src", 0o444, [closed, closed]),
        ("src/plates", 0o000, [closed, closed]),
        ("src/plates", 0o444, [closed, closed]),
        ("src/plates", 0o555, ["", sealed]),
        ("traces", 0o000, [closed, closed]),
        ("traces", 0o444, [closed, closed]),
        ("traces", 0o555, ["", sealed]),
    ];
    let somebody = Somebody::new();
    for (folder, mode, expected) in cases {
        let book = Book::frozen();
        book.must(&["build"]);
        for path in ["traces/frozen-lookup.trace", "src/plates/frozen-lookup.svg"] {
            fs::remove_file(book.path(path)).expect("a file");
        }
        let set = |folder: &str, mode| {
            let mode = fs::Permissions::from_mode(mode);
            fs::set_permissions(book.path(folder), mode).expect("its mode");
        };
        somebody.owns(&book);
        let before = files(&book);
        set(".", 0o755);
        set(folder, mode);
        for (command, expected) in ["check", "build"].into_iter().zip(expected) {
            let told = somebody.run(&book, command);
            let errors: Vec<&str> = told.lines().filter(|line| line.contains("error: ")).collect();
            let at = if folder == "." {
                book.path(".").display().to_string()
            } else {
                folder.to_owned()
            };
            let lines: Vec<String> =
                if expected.is_empty() { Vec::new() } else { vec![format!("{at}: {expected}")] };
            assert_eq!(errors, lines, "{folder} {mode:o} {command}: {told}");
            // Nobody can say so of what lies in a closed folder.
            let missing = told.lines().filter(|line| line.ends_with(" is not there yet"));
            let unknown = missing.filter(|line| line.starts_with(&format!("  {folder}/"))).count();
            assert!(expected != closed || unknown == 0, "{folder} {mode:o} {command}: {told}");
            assert_eq!(told.ends_with("exit code 3"), !expected.is_empty(), "{told}");
        }
        set(folder, 0o755);
        set(".", 0o700);
        assert!(files(&book) == before, "{folder} {mode:o}");
    }
}

#[test]
fn a_plate_that_cannot_be_written_keeps_the_others_from_being() {
    use std::os::unix::fs::PermissionsExt;
    let book = Book::frozen();
    let manifest = book.read("plates.toml");
    let other = manifest.replace("frozen-lookup", "another");
    book.write("plates.toml", format!("{manifest}\n{other}"));
    book.must(&["build"]);
    // The first plate lacks its trace, the second a figure in a folder that is sealed.
    for path in [FILES[0], "src/plates/another.svg"] {
        fs::remove_file(book.path(path)).expect("a file");
    }
    let somebody = Somebody::new();
    somebody.owns(&book);
    let before = files(&book);
    let mode = |folder: &str, mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(book.path(folder), mode).expect("its mode");
    };
    mode(".", 0o755);
    mode("src/plates", 0o555);
    let told = somebody.run(&book, "build");
    mode("src/plates", 0o755);
    mode(".", 0o700);
    assert!(told.ends_with("exit code 3") && told.starts_with("nothing was written\n"), "{told}");
    assert!(files(&book) == before, "{told}");
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
