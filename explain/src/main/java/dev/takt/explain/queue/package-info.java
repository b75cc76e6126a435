/// The generator's queue for its connections, and what would have become of it without a cause.
@NullMarked
package dev.takt.explain.queue;

import org.jspecify.annotations.NullMarked;
