/// Rules that fail a run, and the distributions that they are evaluated on.
@NullMarked
package dev.takt.load.rules;

import org.jspecify.annotations.NullMarked;
