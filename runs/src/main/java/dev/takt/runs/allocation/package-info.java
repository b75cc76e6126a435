/// What a target allocates on its heap, in a run and per operation.
@NullMarked
package dev.takt.runs.allocation;

import org.jspecify.annotations.NullMarked;
