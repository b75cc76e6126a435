/// The operations of a run, in memory, stored in columns.
@NullMarked
package dev.takt.explain.trace;

import org.jspecify.annotations.NullMarked;
