/// Faults made on purpose, and how well the observers see them.
@NullMarked
package dev.takt.watch.truth;

import org.jspecify.annotations.NullMarked;
