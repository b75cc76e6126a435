package jdk.test.whitebox;

/// What HotSpot lets its own tests do, as far as it is needed here. HotSpot binds these methods to
/// itself by the names of class and methods, if it is started with `-XX:+UnlockDiagnosticVMOptions
/// -XX:+WhiteBoxAPI` and finds this class on the boot class path.
public final class WhiteBox {

  static {
    registerNatives();
  }

  /// The natives belong to an object.
  public WhiteBox() {}

  private static native void registerNatives();

  /// Collects the young generation.
  public native void youngGC();

  /// Collects everything; what survives is in the old generation then.
  public native void fullGC();

  private native boolean isObjectInOldGen0(Object object);

  /// Whether an object is in the old generation.
  public boolean isOld(Object object) {
    return isObjectInOldGen0(object);
  }
}
