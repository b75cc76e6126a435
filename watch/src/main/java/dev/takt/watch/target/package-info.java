/// Which process a target is.
@NullMarked
package dev.takt.watch.target;

import org.jspecify.annotations.NullMarked;
