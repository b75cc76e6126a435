/// Reads flight recordings chunk by chunk, also damaged ones, and says which part could be read.
@NullMarked
package dev.takt.runs.jfr;

import org.jspecify.annotations.NullMarked;
