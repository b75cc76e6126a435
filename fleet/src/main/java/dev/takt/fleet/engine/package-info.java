/// How the machines of a fleet find each other and exchange messages: a star around the
/// coordinator. The only package that knows the library that does it.
@NullMarked
package dev.takt.fleet.engine;

import org.jspecify.annotations.NullMarked;
