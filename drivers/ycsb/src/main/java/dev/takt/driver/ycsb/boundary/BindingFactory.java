package dev.takt.driver.ycsb.boundary;

import dev.takt.load.driver.ReadModifyWriteParts;
import dev.takt.load.keyvalue.KeyValues;
import java.io.PrintStream;
import java.util.Properties;

/// Creates instances of a binding's class. The implementation is loaded in the binding's class
/// loader and created by its constructor without parameters.
public interface BindingFactory {

  /// Redirects the binding's output from the standard streams to another stream.
  void redirectOutput(PrintStream stream);

  /// Whether a class is a binding: a subclass of this loader's `site.ycsb.DB`.
  boolean isBinding(Class<?> type);

  /// A new instance with its properties set, before [BindingInstance#init].
  ///
  /// @param type a class for which [#isBinding] is true
  /// @param parts records the two halves of read-modify-writes
  /// @throws ReflectiveOperationException if it cannot be created, with the exception of its
  ///   constructor as the cause
  BindingInstance newInstance(
      Class<?> type, Properties properties, KeyValues keyValues, ReadModifyWriteParts parts)
      throws ReflectiveOperationException;

  /// An instance of a no-op binding, whose operations all succeed at once.
  BindingInstance newNoOpInstance(KeyValues keyValues);
}
