/// Servers for tests, most of them of HTTP: a fast one that behaves, and others that misbehave in
/// one known way each. They listen on loopback, on a port of their own, and need nothing but the
/// JDK.
@NullMarked
package dev.takt.it.targets;

import org.jspecify.annotations.NullMarked;
