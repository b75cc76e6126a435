package dev.takt.probes.profilers.program;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/// Workloads whose time is spent in code of the JVM or of a native library that stands for a
/// method.
final class Intrinsics {

  private static final int LENGTH = 1 << 16;

  private Intrinsics() {}

  /// `System.arraycopy`.
  static final class Copy implements Workload {
    private final byte[] from = new byte[LENGTH];
    private final byte[] to = new byte[LENGTH];

    private void copy(int times) {
      for (int i = 0; i < times; i++) {
        System.arraycopy(from, 0, to, 0, LENGTH);
      }
      Loops.sink = to[7];
    }

    @Override
    public void phaseA() {
      copy(40);
    }

    @Override
    public void phaseB() {
      copy(39);
    }
  }

  /// `CRC32.update`.
  static final class Crc implements Workload {
    private final byte[] bytes = new byte[LENGTH];

    private void sum(int times) {
      CRC32 crc = new CRC32();
      for (int i = 0; i < times; i++) {
        crc.update(bytes, 0, LENGTH);
      }
      Loops.sink = crc.getValue();
    }

    @Override
    public void phaseA() {
      sum(20);
    }

    @Override
    public void phaseB() {
      sum(19);
    }
  }

  /// `Adler32.update`.
  static final class Adler implements Workload {
    private final byte[] bytes = new byte[LENGTH];

    private void sum(int times) {
      Adler32 adler = new Adler32();
      for (int i = 0; i < times; i++) {
        adler.update(bytes, 0, LENGTH);
      }
      Loops.sink = adler.getValue();
    }

    @Override
    public void phaseA() {
      sum(20);
    }

    @Override
    public void phaseB() {
      sum(19);
    }
  }

  /// AES in CTR mode.
  static final class Aes implements Workload {
    private final byte[] bytes = new byte[LENGTH];
    private final byte[] out = new byte[LENGTH + 64];
    private final Cipher cipher;

    Aes() {
      try {
        cipher = Cipher.getInstance("AES/CTR/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    private void encrypt(int times) {
      try {
        for (int i = 0; i < times; i++) {
          Loops.sink = cipher.update(bytes, 0, LENGTH, out, 0);
        }
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void phaseA() {
      encrypt(4);
    }

    @Override
    public void phaseB() {
      encrypt(5);
    }
  }

  /// `String.indexOf`.
  static final class IndexOf implements Workload {
    private final String text = "ab".repeat(LENGTH / 2) + "z!";

    private void find(int times) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += text.indexOf("z!");
      }
      Loops.sink = sum;
    }

    @Override
    public void phaseA() {
      find(12);
    }

    @Override
    public void phaseB() {
      find(11);
    }
  }

  /// `Arrays.fill`.
  static final class Fill implements Workload {
    private final byte[] bytes = new byte[LENGTH];

    private void fill(int times) {
      for (int i = 0; i < times; i++) {
        Arrays.fill(bytes, (byte) i);
      }
      Loops.sink = bytes[9];
    }

    @Override
    public void phaseA() {
      fill(60);
    }

    @Override
    public void phaseB() {
      fill(59);
    }
  }

  /// zlib, which is native code.
  static final class Native implements Workload {
    private final byte[] bytes = new byte[8_192];
    private final byte[] out = new byte[16_384];
    private final Deflater deflater = new Deflater();

    Native() {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) ((i * 31) >>> 3);
      }
    }

    private void deflate() {
      deflater.reset();
      deflater.setInput(bytes);
      deflater.finish();
      Loops.sink = deflater.deflate(out);
    }

    @Override
    public void phaseA() {
      deflate();
    }

    @Override
    public void phaseB() {
      deflate();
    }
  }
}
