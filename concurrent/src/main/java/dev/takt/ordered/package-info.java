/// Work done in parallel whose results leave in the order in which it began, without a lock and
/// without a thread of its own.
@NullMarked
package dev.takt.ordered;

import org.jspecify.annotations.NullMarked;
