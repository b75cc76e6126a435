/// Runs side by side: what differs between them, and whether the data can show it.
@NullMarked
package dev.takt.explain.compare;

import org.jspecify.annotations.NullMarked;
