/// The program whose queue `takt probe nepotism` fills and empties, in a JVM of its own. It uses
/// nothing but the JDK.
@NullMarked
package dev.takt.probes.nepotism.program;

import org.jspecify.annotations.NullMarked;
