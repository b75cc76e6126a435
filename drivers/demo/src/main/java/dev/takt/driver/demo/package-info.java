/// The target `demo`: a small HTTP shop over an embedded database, in a child JVM with a modest
/// heap, so that there is a real system with real pauses to look at where no other is at hand.
@NullMarked
package dev.takt.driver.demo;

import org.jspecify.annotations.NullMarked;
