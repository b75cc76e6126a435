package dev.takt.load.config.ycsb;

import dev.takt.load.keyvalue.KeyValueWorkload;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.keyvalue.RecordList;
import dev.takt.load.keyvalue.UserWorkloadAdapter;
import dev.takt.load.text.Texts;
import dev.takt.runs.text.EnglishText;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Loads users' workload classes in Java. Their class loader has Takt's as its parent, and stays
/// open for the lifetime of the process.
final class WorkloadClasses {

  private WorkloadClasses() {}

  /// Creates an instance of a class.
  ///
  /// @throws WorkloadClassException if the class does not exist or is not a workload
  static KeyValueWorkload instance(String name, List<String> classpath)
      throws WorkloadClassException {
    try {
      Class<?> found = Class.forName(name, true, loader(classpath));
      if (!KeyValueWorkload.class.isAssignableFrom(found)) {
        throw new WorkloadClassException(
            name + " does not implement " + KeyValueWorkload.class.getName());
      }
      return (KeyValueWorkload) found.getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new WorkloadClassException(
          EnglishText.format("there is no class %s in %s", name, where(classpath)), e);
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
      throw new WorkloadClassException(
          name + " must be a public class with a public constructor without parameters", e);
    } catch (InvocationTargetException e) {
      throw new WorkloadClassException(name + " cannot be made: " + e.getCause(), e);
    } catch (LinkageError e) {
      throw new WorkloadClassException(name + " cannot be loaded: " + e, e);
    }
  }

  private static String where(List<String> classpath) {
    return classpath.isEmpty()
        ? "Takt itself; --classpath says where else"
        : "--classpath " + String.join(", ", classpath);
  }

  private static URLClassLoader loader(List<String> classpath) throws WorkloadClassException {
    List<URL> urls = new ArrayList<>();
    for (String each : classpath) {
      try {
        Path path = Path.of(each);
        if (!Files.exists(path)) {
          throw new WorkloadClassException("there is no " + each + " for --classpath");
        }
        urls.add(path.toUri().toURL());
      } catch (InvalidPathException | MalformedURLException e) {
        throw new WorkloadClassException(Texts.quoted(each) + " is no file name", e);
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), KeyValueWorkload.class.getClassLoader());
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
