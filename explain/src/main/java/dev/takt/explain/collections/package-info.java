/// What the garbage collections of a JVM achieved.
@NullMarked
package dev.takt.explain.collections;

import org.jspecify.annotations.NullMarked;
