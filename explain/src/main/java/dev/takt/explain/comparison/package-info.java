/// Compares runs: what differs between them, and which differences are statistically significant.
@NullMarked
package dev.takt.explain.comparison;

import org.jspecify.annotations.NullMarked;
