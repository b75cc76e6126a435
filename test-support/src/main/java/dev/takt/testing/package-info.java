/// What the tests of several modules share. Never shipped.
@NullMarked
package dev.takt.testing;

import org.jspecify.annotations.NullMarked;
