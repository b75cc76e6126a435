/// Shared parts of the local servers that show runs.
@NullMarked
package dev.takt.runs.serve;

import org.jspecify.annotations.NullMarked;
