/// What an observer is, and what it finds.
@NullMarked
package dev.takt.watch.observer;

import org.jspecify.annotations.NullMarked;
