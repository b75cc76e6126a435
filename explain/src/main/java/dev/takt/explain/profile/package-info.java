/// CPU profiles of a run: where CPU time went while slow operations were in flight, compared with
/// the rest, and how much of the time counted by the kernel the samples account for.
@NullMarked
package dev.takt.explain.profile;

import org.jspecify.annotations.NullMarked;
