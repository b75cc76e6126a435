package dev.takt.driver.grpc.message;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import org.jspecify.annotations.Nullable;

/// Finds types that only a message names: those of `Any`, and extensions.
public interface TypeLookup {

  /// @param name in full, such as `shop.Item`
  @Nullable Descriptor message(String name);

  /// @param name in full, such as `shop.color`
  @Nullable FieldDescriptor extension(String name);
}
