/// gRPC: unary calls over HTTP/2.
@NullMarked
package dev.takt.driver.grpc;

import org.jspecify.annotations.NullMarked;
