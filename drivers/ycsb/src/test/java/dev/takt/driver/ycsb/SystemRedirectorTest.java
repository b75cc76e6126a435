package dev.takt.driver.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.BlockingDriver;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemRedirectorTest {

  private static final ClassDesc INT = ClassDesc.ofDescriptor("I");
  private static final ClassDesc VOID = ClassDesc.ofDescriptor("V");

  @TempDir Path folder;

  private static final MethodTypeDesc EXIT = MethodTypeDesc.of(VOID, INT);

  /// A class that calls a method of System, with a pool of exactly `constants` entries: how many
  /// the writer adds at the end is determined by writing a smaller one.
  private static byte[] calling(String method, MethodTypeDesc type, int constants) {
    int more = poolOf(written(method, type, 1000)) - 1000;
    byte[] bytes = written(method, type, constants - more);
    assertThat(poolOf(bytes)).isEqualTo(constants);
    return bytes;
  }

  private static byte[] written(String method, MethodTypeDesc type, int constants) {
    return ClassFile.of()
        .build(
            ClassDesc.of("Full"),
            builder -> {
              builder.withMethodBody(
                  "call",
                  MethodTypeDesc.of(VOID),
                  ClassFile.ACC_STATIC,
                  code -> {
                    if (type.parameterCount() == 1) {
                      code.iconst_1();
                    }
                    code.invokestatic(ClassDesc.of("java.lang.System"), method, type).return_();
                  });
              for (int i = 0; builder.constantPool().size() < constants; i++) {
                builder.constantPool().intEntry(i);
              }
            });
  }

  private static int poolOf(byte[] bytes) {
    return (bytes[8] & 0xff) << 8 | (bytes[9] & 0xff);
  }

  @ParameterizedTest
  @CsvSource({"1000, 0", "65000, 0", "65533, 0", "65534, 1", "65535, 1"})
  void fullConstantPoolIsReported(int constants, int reports) {
    byte[] bytes = calling("exit", EXIT, constants);
    AtomicInteger full = new AtomicInteger();

    byte[] redirected = SystemRedirector.redirect(bytes, full::incrementAndGet);

    assertThat(full).hasValue(reports);
    assertThat(poolOf(redirected)).isEqualTo(reports == 1 ? constants : constants + 2);
  }

  @Test
  void fullConstantPoolWithoutSystemCallsIsAccepted() {
    byte[] bytes = calling("gc", MethodTypeDesc.of(VOID), 65_535);
    AtomicInteger full = new AtomicInteger();

    assertThat(SystemRedirector.redirect(bytes, full::incrementAndGet)).isSameAs(bytes);
    assertThat(full).hasValue(0);
  }

  @Test
  void fullConstantPoolIsReportedInTheBindingLog() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Large",
            "public void init() throws DBException { try { Class.forName(\"Full\"); } catch"
                + " (ClassNotFoundException e) { throw new DBException(e); } }"));
    Files.write(folder.resolve("Full.class"), calling("exit", EXIT, 65_535));

    try (BlockingDriver driver = Driven.open(folder, "Large", Driven.records());
        BlockingDriver.Session _ = driver.open(0)) {
      assertThat(driver.describe()).contains("Large");
    }

    assertThat(folder.resolve(BindingLog.NAME))
        .hasContent(
            "Takt: the class Full is too large to redirect its System.out, System.err and System.exit");
  }
}
