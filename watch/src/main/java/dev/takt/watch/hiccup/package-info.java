/// Hiccup meters of the generator, the target and the host.
@NullMarked
package dev.takt.watch.hiccup;

import org.jspecify.annotations.NullMarked;
