/// The program of known profile that `takt probe profilers` runs. It uses nothing but the JDK.
@NullMarked
package dev.takt.probes.profilers.program;

import org.jspecify.annotations.NullMarked;
