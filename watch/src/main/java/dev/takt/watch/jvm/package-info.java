/// Observes JVMs, or starts them; controls and reads their flight recordings and unified logs.
@NullMarked
package dev.takt.watch.jvm;

import org.jspecify.annotations.NullMarked;
