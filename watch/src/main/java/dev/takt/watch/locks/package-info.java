/// Reads waits of threads from flight recordings: for locks and their holders, and for I/O.
@NullMarked
package dev.takt.watch.locks;

import org.jspecify.annotations.NullMarked;
