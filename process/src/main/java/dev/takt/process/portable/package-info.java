/// The implementation over [ProcessBuilder], for all systems.
@NullMarked
package dev.takt.process.portable;

import org.jspecify.annotations.NullMarked;
