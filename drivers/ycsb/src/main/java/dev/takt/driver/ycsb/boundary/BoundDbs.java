package dev.takt.driver.ycsb.boundary;

import dev.takt.load.driver.ReadModifyWriteParts;
import dev.takt.load.keyvalue.KeyValues;
import java.io.PrintStream;
import java.util.Properties;

/// Makes instances of a binding's class. Has a constructor without parameters, by which it is made
/// in the binding's class loader.
public interface BoundDbs {

  /// Gives the binding a place for what it prints, instead of the standard streams.
  void printTo(PrintStream stream);

  /// Whether a class is a binding: a subclass of this loader's `site.ycsb.DB`.
  boolean isBinding(Class<?> type);

  /// A new instance that knows its properties and is not started yet.
  ///
  /// @param type a class for which [#isBinding] holds
  /// @param parts where the halves of read-modify-writes are told
  /// @throws ReflectiveOperationException if it cannot be made, with what its constructor threw as
  ///   the cause
  BoundDb newDb(
      Class<?> type, Properties properties, KeyValues keyValues, ReadModifyWriteParts parts)
      throws ReflectiveOperationException;

  /// An instance of a binding that has no store, and to which all succeeds.
  BoundDb nothing(KeyValues keyValues);
}
