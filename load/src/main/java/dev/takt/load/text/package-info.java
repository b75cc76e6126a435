/// Figures as people read them, the same in every message and table.
@NullMarked
package dev.takt.load.text;

import org.jspecify.annotations.NullMarked;
