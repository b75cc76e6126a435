package dev.takt.driver.ycsb;

import dev.takt.driver.ycsb.boundary.BindingFactory;
import dev.takt.driver.ycsb.boundary.BindingInstance;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverPart;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.ReadModifyWriteParts;
import dev.takt.load.keyvalue.KeyValues;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;

/// A loaded binding: its class loader, its class and its properties. Creates the instances that
/// workers use. Thread-safe.
final class Binding implements AutoCloseable {

  private static final String FACTORY_CLASS = "dev.takt.driver.ycsb.inside.Databases";
  private static final String CORE_RESOURCE = "site/ycsb/DB.class";
  private static final String OLD_CORE_CLASS = "com.yahoo.ycsb.DB";

  private final BindingLoader loader;
  private final BindingLog log;
  private final BindingErrors errors;
  private final FirstFailures failures;
  private final BindingFactory factory;
  private final Class<?> type;
  private final Properties properties;
  private final KeyValues keyValues;
  private final ReadModifyWriteParts parts = new ReadModifyWriteParts();

  private Binding(
      BindingLoader loader,
      BindingLog log,
      BindingErrors errors,
      BindingFactory factory,
      Class<?> type,
      Properties properties,
      KeyValues keyValues) {
    this.loader = loader;
    this.log = log;
    this.errors = errors;
    this.failures = new FirstFailures(errors::logFailure);
    this.factory = factory;
    this.type = type;
    this.properties = properties;
    this.keyValues = keyValues;
  }

  /// Loads a binding's class and checks that it is a binding.
  @SuppressWarnings("MustBeClosedChecker") // closed with the binding, or here if loading fails
  static Binding load(String type, BindingPath path, KeyValues keyValues, DriverRequest request)
      throws DriverException {
    BindingLog log = new BindingLog(request.runDirectory());
    BindingErrors words = new BindingErrors(type, path, log);
    BindingLoader loader = new BindingLoader(path, log);
    try {
      if (loader.findResource(CORE_RESOURCE) == null) {
        loader.appendJars(BundledYcsbCore.jars());
      }
      BindingFactory databases = factory(loader);
      databases.redirectOutput(new PrintStream(log, true, StandardCharsets.UTF_8));
      Class<?> loaded = validate(Class.forName(type, false, loader), databases);
      return new Binding(
          loader, log, words, databases, loaded, properties(type, keyValues, request), keyValues);
    } catch (ClassNotFoundException e) {
      close(loader);
      if (!type.equals(e.getMessage())) {
        throw words.toException("loaded", e);
      }
      throw new DriverException(
          "there is no class "
              + type
              + " in "
              + path.describe()
              + "; set --bindings to the folder or the jars that contain it",
          e);
    } catch (ReflectiveOperationException | LinkageError e) {
      close(loader);
      throw words.toException("loaded", e);
    } catch (DriverException e) {
      close(loader);
      throw e;
    }
  }

  /// The class loader that a thread must have as its context class loader when it calls the
  /// binding.
  ClassLoader loader() {
    return loader;
  }

  /// A new instance for the calling thread, before [BindingInstance#init].
  BindingInstance newInstance() throws DriverException {
    try {
      return factory.newInstance(type, properties, keyValues, parts);
    } catch (InvocationTargetException e) {
      throw errors.toException("created", e.getCause() == null ? e : e.getCause());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw errors.toException("created", e);
    }
  }

  /// An instance of a no-op binding, for the warm-up.
  BindingInstance newNoOpInstance() {
    return factory.newNoOpInstance(keyValues);
  }

  List<DriverPart> parts() {
    return parts.parts();
  }

  BindingErrors errors() {
    return errors;
  }

  FirstFailures failures() {
    return failures;
  }

  String name() {
    return type.getName();
  }

  @Override
  public void close() {
    log.close();
    close(loader);
  }

  private static BindingFactory factory(BindingLoader loader) throws ReflectiveOperationException {
    return (BindingFactory) loader.loadClass(FACTORY_CLASS).getConstructor().newInstance();
  }

  private static Class<?> validate(Class<?> type, BindingFactory databases) throws DriverException {
    String name = type.getName();
    if (!databases.isBinding(type)) {
      throw new DriverException(
          name
              + " is not a binding: it does not extend site.ycsb.DB"
              + (extendsOldCore(type)
                  ? " but " + OLD_CORE_CLASS + ", as before YCSB 0.16; use a newer version of it"
                  : ""));
    }
    if (Modifier.isAbstract(type.getModifiers())) {
      throw new DriverException(
          "the binding " + name + " is an abstract class: name a subclass of it");
    }
    try {
      Constructor<?> _ = type.getDeclaredConstructor();
    } catch (NoSuchMethodException e) {
      throw new DriverException(
          "the binding " + name + " has no constructor without parameters; YCSB requires one", e);
    }
    return type;
  }

  private static boolean extendsOldCore(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (each.getName().equals(OLD_CORE_CLASS)) {
        return true;
      }
    }
    return false;
  }

  /// The workload's properties, and those that YCSB's client adds. All instances share them, as in
  /// YCSB.
  private static Properties properties(String type, KeyValues keyValues, DriverRequest request) {
    Properties properties = new Properties();
    properties.putAll(keyValues.properties());
    properties.putIfAbsent("db", type);
    properties.putIfAbsent("threadcount", String.valueOf(request.concurrency()));
    properties.putIfAbsent("dotransactions", String.valueOf(!keyValues.isLoadPhase()));
    return properties;
  }

  private static void close(BindingLoader loader) {
    try {
      loader.close();
    } catch (IOException e) {
      // Nothing can be lost: the jars were only read.
    }
  }
}
