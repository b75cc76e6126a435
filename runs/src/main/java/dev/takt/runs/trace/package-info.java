/// The operation trace: each operation of a run, in `operations.bin`.
@NullMarked
package dev.takt.runs.trace;

import org.jspecify.annotations.NullMarked;
