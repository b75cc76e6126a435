/// Queues that pass objects between threads without a lock and, in steady state, without garbage.
@NullMarked
package dev.takt.queues;

import org.jspecify.annotations.NullMarked;
