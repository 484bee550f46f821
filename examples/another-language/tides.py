"""Prints the trace of one lookup: `python3 tides.py > traces/tides.trace`.

`plates.toml` names that file, and traceplate checks that what it says is true.
"""

HEIGHTS = [[1.25, 3.5, 0.75], [1.5, 3.75, 0.5]]  # a port a row, metres
PORT, HOUR = 1, 2

shape = [len(HEIGHTS), len(HEIGHTS[0])]
strides = [shape[1], 1]
buffer = [height for row in HEIGHTS for height in row]
terms = [index * stride for index, stride in zip([PORT, HOUR], strides)]


def listed(items):
    return ",".join(str(item) for item in items)


print("TRACE lookup-v1 BEGIN")
print(f"TENSOR id=tides dtype=f64 rank=2 shape={listed(shape)} strides={listed(strides)}"
      f" base=0 length={len(buffer)} axes=port,hour")
print("SLICE", *(f"row{port}={listed(row)}" for port, row in enumerate(HEIGHTS)))
print(f"BUFFER values={listed(buffer)}")
print(f"COORDINATE indices={PORT},{HOUR}")
for axis, index in enumerate([PORT, HOUR]):
    print(f"TERM axis={axis} index={index} stride={strides[axis]} contribution={terms[axis]}")
print(f"OFFSET offset={sum(terms)} value={buffer[sum(terms)]}")
print("TRACE lookup-v1 END")
