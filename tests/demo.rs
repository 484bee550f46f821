//! The learner program, byte for byte.

use traceplate::cli::demo::{lines, run};

const OUTPUT: &str = "\
toy Bengio C: shape=[5, 3] strides=[3, 1] elements=15
toy Bengio H: shape=[4, 6] strides=[6, 1] elements=24
toy Bengio U: shape=[5, 4] strides=[4, 1] elements=20
toy Transformer Q (one head): shape=[2, 3] strides=[3, 1] elements=6
toy Transformer K (one head): shape=[2, 3] strides=[3, 1] elements=6
toy Transformer V (one head): shape=[2, 3] strides=[3, 1] elements=6
toy Transformer Q head stack: shape=[2, 2, 3] strides=[6, 3, 1] elements=12
tensor shape: [2, 2, 3]
tensor strides: [6, 3, 1]
flat data: [10.0, 11.0, 12.0, 20.0, 21.0, 22.0, 30.0, 31.0, 32.0, 40.0, 41.0, 42.0]
coordinate [1, 0, 2]: offset=8 value=32.0
after [0, 1, 1] = 99: [10.0, 11.0, 12.0, 20.0, 99.0, 22.0, 30.0, 31.0, 32.0, 40.0, 41.0, 42.0]
scalar: shape=[] strides=[] offset=0 value=7.0
empty: shape=[2, 0, 3] strides=[0, 3, 1] values=0
rank error: coordinate rank 2 does not match tensor rank 3
bounds error: index 2 is out of bounds for axis 1 with size 2
overflow error: shape does not fit a row-major usize layout
chapter 9 handoff: same storage, new shape/strides/base offset
";

/// A stream that fails at the first byte.
struct Broken(std::io::ErrorKind);

impl std::io::Write for Broken {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_learner_program_prints_its_eighteen_lines() {
    assert_eq!(lines().as_deref(), Ok(OUTPUT));
    assert_eq!(OUTPUT.lines().count(), 18);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(run(&mut out, &mut err), 0);
    assert_eq!(out, OUTPUT.as_bytes());
    assert!(err.is_empty());
}

#[test]
fn a_full_disk_is_said_and_a_closed_pipe_is_not() {
    let mut err = Vec::new();
    assert_eq!(run(&mut Broken(std::io::ErrorKind::StorageFull), &mut err), 3);
    let said = String::from_utf8(err).expect("text");
    assert!(said.starts_with("error: cannot write the result: "), "{said}");

    let mut err = Vec::new();
    assert_eq!(run(&mut Broken(std::io::ErrorKind::BrokenPipe), &mut err), 0);
    assert!(err.is_empty());

    let mut err = Broken(std::io::ErrorKind::StorageFull);
    assert_eq!(run(&mut Broken(std::io::ErrorKind::StorageFull), &mut err), 3);
}
