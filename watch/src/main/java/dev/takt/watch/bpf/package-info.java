/// Small programs that the kernel runs for an observer (bpf(2)), assembled here and loaded through
/// the FFM API.
@NullMarked
package dev.takt.watch.bpf;

import org.jspecify.annotations.NullMarked;
