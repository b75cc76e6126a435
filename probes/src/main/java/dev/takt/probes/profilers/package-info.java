/// Scores profilers of Java programs against a program whose profile is known.
@NullMarked
package dev.takt.probes.profilers;

import org.jspecify.annotations.NullMarked;
