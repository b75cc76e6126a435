/// The observer interface and its result.
@NullMarked
package dev.takt.watch.observer;

import org.jspecify.annotations.NullMarked;
