/// Whether young collections free the nodes that a queue has unlinked.
@NullMarked
package dev.takt.probes.nepotism;

import org.jspecify.annotations.NullMarked;
