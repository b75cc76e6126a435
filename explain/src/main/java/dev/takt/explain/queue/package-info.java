/// The generator's queue for its connections, reconstructed from the recorded times: which
/// operations could have been sent earlier.
@NullMarked
package dev.takt.explain.queue;

import org.jspecify.annotations.NullMarked;
