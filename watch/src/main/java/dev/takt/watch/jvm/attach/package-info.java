/// Reaches a JVM: attaches to it, runs its diagnostic commands, and exchanges files with it.
@NullMarked
package dev.takt.watch.jvm.attach;

import org.jspecify.annotations.NullMarked;
