/// Schemas of Protocol Buffers: from `.proto` files, descriptor sets and a server's reflection.
@NullMarked
package dev.takt.driver.grpc.schema;

import org.jspecify.annotations.NullMarked;
