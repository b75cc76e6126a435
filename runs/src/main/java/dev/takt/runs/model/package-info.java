/// The content of a run directory, as records.
@NullMarked
package dev.takt.runs.model;

import org.jspecify.annotations.NullMarked;
