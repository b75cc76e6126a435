package dev.takt.load.driver;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Says what a server offers, for people who write plans. Found by [java.util.ServiceLoader];
/// stateless.
public interface ServerCatalog {

  /// The driver's name, such as `grpc`.
  String name();

  /// What it understands besides the target; values are as those of [OperationSpec#properties].
  List<DriverProvider.Property> properties();

  /// The names of what can be called, a line each.
  ///
  /// @param target null if the properties say it all, such as by a file
  /// @param of what to look into, such as a service; null for the whole server
  /// @throws DriverException if the server or a file does not say, with a message for the user
  List<String> list(@Nullable String target, Map<String, Object> properties, @Nullable String of)
      throws DriverException;

  /// What a name stands for, in lines: its methods, fields and types.
  ///
  /// @param of null for all that the server offers
  /// @throws DriverException if the server or a file does not say, with a message for the user
  List<String> describe(
      @Nullable String target, Map<String, Object> properties, @Nullable String of)
      throws DriverException;
}
