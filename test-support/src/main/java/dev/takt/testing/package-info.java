/// What the tests of several modules share.
@NullMarked
package dev.takt.testing;

import org.jspecify.annotations.NullMarked;
