/// The class path of this JVM.
@NullMarked
package dev.takt.runs.classpath;

import org.jspecify.annotations.NullMarked;
