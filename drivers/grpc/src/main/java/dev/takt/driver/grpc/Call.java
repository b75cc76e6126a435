package dev.takt.driver.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import dev.takt.driver.grpc.message.MessageForm;
import org.jspecify.annotations.Nullable;

/// One kind of operation, prepared: everything that does not vary between its calls is encoded.
///
/// @param metadata all fields of the request
/// @param message the request's message
/// @param input the type of the request's message
/// @param output the type of the answer's message
/// @param deadline null for none
record Call(
    Metadata metadata,
    MessageForm message,
    Expectation expectation,
    Descriptor input,
    Descriptor output,
    @Nullable Deadline deadline) {}
