/// Which process a target is.
@NullMarked
package dev.takt.watch.port;

import org.jspecify.annotations.NullMarked;
