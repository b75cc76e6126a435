/// The highest rate that holds: which rate to try next, when to try one again, when to stop, and
/// how sure the answer is. Pure functions of what was tried so far; nothing here drives anything.
@NullMarked
package dev.takt.explain.find;

import org.jspecify.annotations.NullMarked;
