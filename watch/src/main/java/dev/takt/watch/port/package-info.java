/// Finds the process that listens at an address.
@NullMarked
package dev.takt.watch.port;

import org.jspecify.annotations.NullMarked;
