/// A JVM that is watched: attaching, starting, its recording and its log.
@NullMarked
package dev.takt.watch.jvm;

import org.jspecify.annotations.NullMarked;
