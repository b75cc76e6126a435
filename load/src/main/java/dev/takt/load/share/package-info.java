/// A load that several generators share: their parts of it, and the moment at which they start.
@NullMarked
package dev.takt.load.share;

import org.jspecify.annotations.NullMarked;
