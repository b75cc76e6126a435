/// Reads and writes the JSON files of a run directory.
@NullMarked
package dev.takt.runs.json;

import org.jspecify.annotations.NullMarked;
