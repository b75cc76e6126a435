package dev.takt.imports.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request as a file has it. All texts are templates.
///
/// @param place where it stands in the file
/// @param method such as `GET`
/// @param url with its scheme and host, or beginning with a slash
/// @param body null for none
public record RequestDraft(
    String place, String method, String url, List<Header> headers, @Nullable String body) {

  /// Copies the list, so that the record is immutable.
  public RequestDraft {
    headers = List.copyOf(headers);
  }

  /// How many characters it has, about.
  int size() {
    int size = url.length() + (body == null ? 0 : body.length());
    for (Header each : headers) {
      size += each.value().length();
    }
    return size;
  }

  /// The value of a header; empty if there is none.
  public String header(String name) {
    return headers.stream().filter(each -> each.is(name)).map(Header::value).findFirst().orElse("");
  }
}
