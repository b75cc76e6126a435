/// Command lines of curl, with the quoting of shells.
@NullMarked
package dev.takt.imports.curl;

import org.jspecify.annotations.NullMarked;
