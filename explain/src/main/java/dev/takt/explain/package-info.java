/// Explains a run: which causes made its operations slow, and what the percentiles would be without
/// them.
@NullMarked
package dev.takt.explain;

import org.jspecify.annotations.NullMarked;
