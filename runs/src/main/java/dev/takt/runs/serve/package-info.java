/// What servers on this machine have in common that show runs.
@NullMarked
package dev.takt.runs.serve;

import org.jspecify.annotations.NullMarked;
