/// Runs work in parallel and delivers the results in the order in which the work began, without a
/// lock and without threads of its own.
@NullMarked
package dev.takt.ordered;

import org.jspecify.annotations.NullMarked;
