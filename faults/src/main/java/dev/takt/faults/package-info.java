/// Fault injection: makes faults in a JVM on purpose, and scores how well the observers report
/// them.
@NullMarked
package dev.takt.faults;

import org.jspecify.annotations.NullMarked;
