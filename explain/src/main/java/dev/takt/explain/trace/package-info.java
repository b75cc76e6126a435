/// The operations of a run, in memory and in columns.
@NullMarked
package dev.takt.explain.trace;

import org.jspecify.annotations.NullMarked;
