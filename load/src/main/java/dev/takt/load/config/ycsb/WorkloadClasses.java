package dev.takt.load.config.ycsb;

import dev.takt.load.config.source.UserClassException;
import dev.takt.load.config.source.UserClasses;
import dev.takt.load.keyvalue.KeyValueWorkload;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.keyvalue.RecordList;
import dev.takt.load.keyvalue.UserWorkloadAdapter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Loads users' workload classes in Java.
final class WorkloadClasses {

  private WorkloadClasses() {}

  /// Creates an instance of a class.
  ///
  /// @throws WorkloadClassException if the class does not exist or is not a workload
  static KeyValueWorkload instance(String name, List<String> classpath)
      throws WorkloadClassException {
    try {
      List<String> parts =
          classpath.stream().flatMap(each -> UserClasses.parts(each).stream()).toList();
      return UserClasses.of(parts).instance(KeyValueWorkload.class, name);
    } catch (UserClassException e) {
      throw new WorkloadClassException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Initialises a new workload with its properties.
  ///
  /// @throws WorkloadClassException if the workload rejects them
  static void begin(KeyValueWorkload workload, Map<String, String> properties, long seed)
      throws WorkloadClassException {
    try {
      workload.begin(properties, seed);
    } catch (RuntimeException | Error e) {
      throw refused(workload, e);
    }
  }

  /// Wraps an initialised workload for drivers.
  ///
  /// @param records of the load phase, or null
  /// @throws WorkloadClassException if the workload declares something invalid
  static KeyValues open(
      KeyValueWorkload workload, Map<String, String> properties, @Nullable RecordList records)
      throws WorkloadClassException {
    try {
      return new UserWorkloadAdapter(workload, properties, records);
    } catch (RuntimeException | Error e) {
      throw refused(workload, e);
    }
  }

  private static WorkloadClassException refused(KeyValueWorkload workload, Throwable e) {
    if (e instanceof VirtualMachineError error && !(e instanceof StackOverflowError)) {
      throw error;
    }
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return new WorkloadClassException(workload.getClass().getName() + ": " + message, e);
  }
}
