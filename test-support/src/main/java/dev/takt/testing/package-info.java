/// What the tests of several modules share. Never shipped.
@org.jspecify.annotations.NullMarked
package dev.takt.testing;
