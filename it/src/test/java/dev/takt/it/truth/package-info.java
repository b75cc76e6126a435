/// The truth tests: the real command against systems whose answer is known beforehand.
@NullMarked
package dev.takt.it.truth;

import org.jspecify.annotations.NullMarked;
