/// The target `demo`: a small HTTP shop with an embedded database, in a child JVM with a small
/// heap. It gives users without a target a real system with real pauses to measure.
@NullMarked
package dev.takt.driver.demo;

import org.jspecify.annotations.NullMarked;
