/// What the kernel tells of the machine, sampled.
@NullMarked
package dev.takt.watch.host;

import org.jspecify.annotations.NullMarked;
