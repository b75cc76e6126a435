package dev.takt.driver.ycsb.inside;

import dev.takt.driver.ycsb.boundary.BindingFactory;
import dev.takt.driver.ycsb.boundary.BindingInstance;
import dev.takt.load.driver.ReadModifyWriteParts;
import dev.takt.load.keyvalue.KeyValues;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.util.Properties;
import site.ycsb.DB;

/// Creates a binding's instances. Loaded by name.
public final class Databases implements BindingFactory {

  /// Called by reflection.
  public Databases() {}

  @Override
  public void redirectOutput(PrintStream stream) {
    Console.setOut(stream);
    Console.setErr(stream);
  }

  @Override
  public boolean isBinding(Class<?> type) {
    return DB.class.isAssignableFrom(type);
  }

  @Override
  public BindingInstance newInstance(
      Class<?> type, Properties properties, KeyValues keyValues, ReadModifyWriteParts parts)
      throws ReflectiveOperationException {
    Constructor<? extends DB> constructor = type.asSubclass(DB.class).getDeclaredConstructor();
    constructor.setAccessible(true);
    DB db = constructor.newInstance();
    db.setProperties(properties);
    return new Database(db, keyValues, parts);
  }

  @Override
  public BindingInstance newNoOpInstance(KeyValues keyValues) {
    return new Database(new NoOpDb(), keyValues, new ReadModifyWriteParts());
  }
}
