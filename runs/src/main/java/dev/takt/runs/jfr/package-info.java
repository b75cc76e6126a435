/// Reads flight recordings chunk by chunk, including damaged ones, and reports what could be read.
@NullMarked
package dev.takt.runs.jfr;

import org.jspecify.annotations.NullMarked;
