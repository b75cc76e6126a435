/// Compares runs: what differs between them, and which differences are statistically significant.
@NullMarked
package dev.takt.explain.compare;

import org.jspecify.annotations.NullMarked;
