/// `takt grpc`: what a gRPC server offers.
@NullMarked
package dev.takt.cli.grpc;

import org.jspecify.annotations.NullMarked;
