/// TLS to a target: which server certificates are trusted, and the client's certificate.
@NullMarked
package dev.takt.load.tls;

import org.jspecify.annotations.NullMarked;
