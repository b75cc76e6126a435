/// TLS to a target: who vouches for it, and how this side proves who it is.
@NullMarked
package dev.takt.load.tls;

import org.jspecify.annotations.NullMarked;
