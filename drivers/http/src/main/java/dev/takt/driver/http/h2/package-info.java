/// HTTP/2 for what writes requests and reads answers as text of HTTP/1.1.
@NullMarked
package dev.takt.driver.http.h2;

import org.jspecify.annotations.NullMarked;
