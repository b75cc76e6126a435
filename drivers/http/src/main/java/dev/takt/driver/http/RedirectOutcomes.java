package dev.takt.driver.http;

import dev.takt.load.driver.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The outcomes of redirects that count as failures: `status 302 to /login`.
///
/// A place is a `Location` without its query, fragment, user information, and parameters such as
/// `;jsessionid=…`, which often differ between responses or are secret. The first [#MAX_PLACES]
/// places are named, and all others are counted together. Allocates only for a new place.
/// Thread-safe.
final class RedirectOutcomes {

  /// Maximum number of named places.
  static final int MAX_PLACES = 16;

  private static final int MAX_LABEL_CHARS = 60;
  private static final Outcome[] ELSEWHERE = new Outcome[100];

  static {
    Arrays.setAll(
        ELSEWHERE, i -> Outcome.failed("status " + (300 + i) + " to other places", 300 + i));
  }

  private static final class Place {
    final int status;
    final byte[] text;
    final Outcome outcome;

    Place(int status, byte[] text, Outcome outcome) {
      this.status = status;
      this.text = text;
      this.outcome = outcome;
    }

    boolean is(int otherStatus, byte[] location, int length) {
      return status == otherStatus && Arrays.equals(text, 0, text.length, location, 0, length);
    }
  }

  private volatile Place[] known = new Place[0];

  /// The outcome of a response.
  ///
  /// @param status from 300 to 399
  /// @param location the bytes of the field, of which the first `length` are valid
  Outcome of(int status, byte[] location, int length) {
    int end = 0;
    while (end < length && "?#;".indexOf(location[end]) < 0) {
      end++;
    }
    Place[] places = known;
    for (Place place : places) {
      if (place.is(status, location, end)) {
        return place.outcome;
      }
    }
    return places.length < MAX_PLACES ? add(status, location, end) : ELSEWHERE[status - 300];
  }

  private synchronized Outcome add(int status, byte[] location, int length) {
    Place[] places = known;
    for (Place place : places) {
      if (place.is(status, location, length)) {
        return place.outcome;
      }
    }
    if (places.length == MAX_PLACES) {
      return ELSEWHERE[status - 300];
    }
    Outcome outcome = Outcome.failed("status " + status + " to " + label(location, length), status);
    Place[] more = Arrays.copyOf(places, places.length + 1);
    more[places.length] = new Place(status, Arrays.copyOf(location, length), outcome);
    known = more;
    return outcome;
  }

  /// Keeps only printable ASCII, because terminals and web pages show the label.
  private static String label(byte[] location, int length) {
    StringBuilder label = new StringBuilder();
    String text = new String(location, 0, length, StandardCharsets.ISO_8859_1);
    int authority = text.indexOf("//");
    int slash = authority < 0 ? -1 : text.indexOf('/', authority + 2);
    int at = text.lastIndexOf('@', slash < 0 ? length : slash);
    boolean hasUser = authority >= 0 && at > authority;
    for (int i = 0; i < length; i++) {
      boolean shown = !hasUser || i < authority + 2 || i > at;
      char c = text.charAt(i);
      if (shown) {
        label.append(c > ' ' && c < 127 ? c : '?');
      }
    }
    if (label.isEmpty()) {
      return "an empty place";
    }
    if (label.length() > MAX_LABEL_CHARS) {
      label.setLength(MAX_LABEL_CHARS - 1);
      label.append('…');
    }
    return label.toString();
  }
}
