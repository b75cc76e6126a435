/// Capacity search: finds the highest rate at which all objectives hold. Decides which rate to try
/// next, when to repeat one, when to stop, and how certain the result is. Pure functions of the
/// trials so far.
@NullMarked
package dev.takt.explain.capacity;

import org.jspecify.annotations.NullMarked;
