/// Bad input and bad days: each ends in a clear message or in counted errors, never in a stack
/// trace, a hang, a lost log or a missing sample.
@NullMarked
package dev.takt.it.baddays;

import org.jspecify.annotations.NullMarked;
