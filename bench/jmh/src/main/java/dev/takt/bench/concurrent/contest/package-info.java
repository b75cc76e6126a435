/// What the contenders do. Each contender loads all of it once more, and its library with it, by a
/// class loader of its own; nothing here is shared between two of them.
@NullMarked
package dev.takt.bench.concurrent.contest;

import org.jspecify.annotations.NullMarked;
