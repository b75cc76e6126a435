/// Cookies of users (RFC 6265).
@NullMarked
package dev.takt.driver.http.cookie;

import org.jspecify.annotations.NullMarked;
