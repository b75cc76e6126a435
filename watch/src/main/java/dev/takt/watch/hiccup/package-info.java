/// Observers of hiccups (a thread that should run does not) in the generator's JVM, the target's
/// JVM, and an idle JVM that stands for the host.
@NullMarked
package dev.takt.watch.hiccup;

import org.jspecify.annotations.NullMarked;
