package dev.takt.load.tls;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads private keys from DER. The JDK reads only PKCS#8, so the other formats that OpenSSL writes
/// are wrapped in it: PKCS#1 for RSA and SEC 1 for elliptic curves.
final class PrivateKeys {

  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS", "DSA");

  private static final int INTEGER = 0x02;
  private static final int OCTETS = 0x04;
  private static final int OBJECT_ID = 0x06;
  private static final int SEQUENCE = 0x30;
  private static final int PARAMETERS = 0xA0;
  private static final byte[] VERSION_0 = {INTEGER, 1, 0};

  /// The object identifier 1.2.840.113549.1.1.1, with a NULL parameter.
  private static final byte[] RSA = {
    OBJECT_ID, 9, 0x2A, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xF7, 0x0D, 1, 1, 1, 0x05, 0
  };

  /// The object identifier 1.2.840.10045.2.1.
  private static final byte[] EC = {OBJECT_ID, 7, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 2, 1};

  private PrivateKeys() {}

  /// A key in PKCS#8.
  static PrivateKey of(byte[] pkcs8) throws GeneralSecurityException {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      } catch (InvalidKeySpecException e) {
        // The key is of another algorithm.
      }
    }
    throw new InvalidKeyException("none of " + ALGORITHMS);
  }

  /// A key in PKCS#1.
  static PrivateKey ofRsa(byte[] pkcs1) throws GeneralSecurityException {
    return of(pkcs8(RSA, pkcs1));
  }

  /// A key in the format of SEC 1, appendix C.4.
  ///
  /// @param curve the curve's object identifier, if the key does not contain it itself
  static PrivateKey ofEc(byte[] sec1, byte @Nullable [] curve) throws GeneralSecurityException {
    byte[] named = curveOf(sec1);
    byte[] parameters = named != null ? named : curve;
    if (parameters == null) {
      throw new InvalidKeyException("the key does not name its curve");
    }
    return of(pkcs8(joined(EC, parameters), sec1));
  }

  private static byte[] pkcs8(byte[] algorithm, byte[] key) {
    return der(SEQUENCE, joined(VERSION_0, der(SEQUENCE, algorithm), der(OCTETS, key)));
  }

  private static byte[] der(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.length;
    if (length < 0x80) {
      out.write(length);
    } else {
      int bytes = length < 0x100 ? 1 : length < 0x10000 ? 2 : 3;
      out.write(0x80 | bytes);
      for (int i = bytes - 1; i >= 0; i--) {
        out.write(length >> (8 * i));
      }
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /// The content of the tag `[0]` after version and key, or null if there is none.
  private static byte @Nullable [] curveOf(byte[] sec1) throws InvalidKeyException {
    try {
      int at = contentOf(sec1, 0);
      int end = endOf(sec1, 0);
      while (at < end) {
        if ((sec1[at] & 0xFF) == PARAMETERS) {
          return java.util.Arrays.copyOfRange(sec1, contentOf(sec1, at), endOf(sec1, at));
        }
        at = endOf(sec1, at);
      }
      return null;
    } catch (IndexOutOfBoundsException e) {
      throw new InvalidKeyException("cut off", e);
    }
  }

  private static int contentOf(byte[] der, int at) {
    int length = der[at + 1] & 0xFF;
    return at + 2 + (length < 0x80 ? 0 : length & 0x7F);
  }

  private static int endOf(byte[] der, int at) throws InvalidKeyException {
    int content = contentOf(der, at);
    int length = der[at + 1] & 0xFF;
    if (length >= 0x80) {
      length = 0;
      for (int i = at + 2; i < content; i++) {
        length = (length << 8) | (der[i] & 0xFF);
      }
    }
    if (length < 0 || content + length > der.length) {
      throw new InvalidKeyException("cut off");
    }
    return content + length;
  }

  /// Whether the public key verifies a signature of the private key.
  static boolean belongTogether(PrivateKey key, PublicKey other) throws GeneralSecurityException {
    if (!key.getAlgorithm().equals(other.getAlgorithm())) {
      return false;
    }
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          case "DSA" -> "SHA256withDSA";
          default -> null;
        };
    if (algorithm == null && !key.getAlgorithm().startsWith("Ed")) {
      return true; // the signature algorithm of this key is not known
    }
    Signature signature = Signature.getInstance(algorithm == null ? "EdDSA" : algorithm);
    byte[] message = {1, 2, 3};
    signature.initSign(key);
    signature.update(message);
    byte[] signed = signature.sign();
    signature.initVerify(other);
    signature.update(message);
    return signature.verify(signed);
  }
}
