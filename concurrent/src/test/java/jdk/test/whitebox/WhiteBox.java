package jdk.test.whitebox;

/// The subset of HotSpot's internal test API that is needed here. HotSpot binds these methods by
/// the names of class and methods, if it is started with `-XX:+UnlockDiagnosticVMOptions
/// -XX:+WhiteBoxAPI` and finds this class on the boot class path.
public final class WhiteBox {

  static {
    registerNatives();
  }

  /// The native methods are instance methods.
  public WhiteBox() {}

  private static native void registerNatives();

  /// Collects the young generation.
  public native void youngGC();

  /// Collects all generations; survivors are in the old generation afterwards.
  public native void fullGC();

  private native boolean isObjectInOldGen0(Object object);

  /// Whether an object is in the old generation.
  public boolean isOld(Object object) {
    return isObjectInOldGen0(object);
  }
}
