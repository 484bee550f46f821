//! Spelling and reading, every value of the small formats and samples of the large ones.

use traceplate::decimal::{ReadError, exact, from_count, grouped, read_spelled, read_written, spell};
use traceplate::dtype::Dtype;

#[test]
fn every_sixteen_bit_value_reads_back_from_its_spelling() {
    for dtype in [Dtype::F16, Dtype::Bf16] {
        for bits in 0..=0xffff {
            let lexeme = spell(dtype, bits);
            assert_eq!(read_spelled(dtype, &lexeme), Ok(bits), "{lexeme}");
            assert_eq!(read_written(dtype, &lexeme), Ok(bits), "{lexeme}");
        }
    }
}

#[test]
fn spellings_of_notable_values() {
    for b in [0xfbffu64, 1, 0x0400, 0x7bff, 0x2e66] { println!("{}", spell(Dtype::F16, b)); }
    for b in [0x3dcdu64, 1, 0x0080, 0x7f7f, 0x0081] { println!("{}", spell(Dtype::Bf16, b)); }
    for v in [1e-4, 1e-5,5e-324,1e15,1e16,9999999999999998.0,123456.789, 1e100, 1.5e-7, 0.00012, 9.9999e-5,f64::MAX, 1e23] { println!("{} {v:?}", spell(Dtype::F64, f64::to_bits(v))); assert_eq!(spell(Dtype::F64, v.to_bits()), format!("{v:?}")); }
    let start = std::time::Instant::now();
    let mut s = String::new();
    for i in 0..1_000_000u64 { s.clear(); traceplate::decimal::spell_into(Dtype::F64, (i as f64 * 0.1).to_bits(), &mut s);}
    println!("{:?} ns", start.elapsed().as_nanos() / 1_000_000);
    let start = std::time::Instant::now();
    for i in 0..65536u64 { s.clear(); traceplate::decimal::spell_into(Dtype::Bf16, i, &mut s);}
    println!("{:?} ns", start.elapsed().as_nanos() / 65536);
    let start = std::time::Instant::now();
    for i in 0..65536u64 { s.clear(); traceplate::decimal::spell_into(Dtype::F16, i, &mut s);}
    println!("{:?} ns", start.elapsed().as_nanos() / 65536);
    for t in ["1e-99999999999999999999999", "0e99999999999999999999999999999", "1e99999999999999999999999999999999999999", "0.1", "1e999", "abc", "1__0", "0xfF", "-0x1", "1_0.0_1e+0_1", "\u{202e}\u{1b}[31m"] { 
      for d in [Dtype::F64, Dtype::F32, Dtype::F16, Dtype::I8] { match read_written(d, t) { Ok(b) => println!("{d} {t} {}", spell(d,b)), Err(e) => println!("{d} {e}") } } }
}
